package weave.recording;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads times of the command line: {@code 2026-12-01T14:00:00Z}, the same without zone, {@code 14:00:00}, or {@code 90s} after the start. */
final class Times {
    private static final Pattern AFTER = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(ms|s|m|min|h)");

    private Times() {}

    /** Nanoseconds since 1970; of a time without a date, the first after the start. Null if it is no time. */
    static Long parse(String text, long start) {
        Matcher after = AFTER.matcher(text);
        if (after.matches()) {
            return start + (long) (Double.parseDouble(after.group(1)) * unit(after.group(2)));
        }
        ZoneId zone = ZoneId.systemDefault();
        try {
            if (text.matches("\\d\\d:\\d\\d.*")) {
                ZonedDateTime begin = Instant.ofEpochSecond(0, start).atZone(zone);
                ZonedDateTime time = begin.with(LocalTime.parse(text));
                return Events.nanos((time.isBefore(begin.withNano(0)) ? time.plusDays(1) : time).toInstant());
            }
            if (text.matches(".*(Z|[+-]\\d\\d:?\\d\\d)")) {
                return Events.nanos(OffsetDateTime.parse(text).toInstant());
            }
            return Events.nanos(LocalDateTime.parse(text).atZone(zone).toInstant());
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static double unit(String unit) {
        switch (unit) {
            case "ms":
                return 1e6;
            case "s":
                return 1e9;
            case "h":
                return 3600e9;
            default:
                return 60e9;
        }
    }
}

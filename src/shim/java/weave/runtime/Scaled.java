package weave.runtime;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A number of the application, divided by ten so many times. It may be of any size and any class: the classes of the JDK are read digit
 * by digit, unless that were more digits than a field of an event can show, and all others by their own {@code long} and {@code double}.
 */
final class Scaled {
    /** What stands for a value that is missing. */
    static final double NO_FRACTION = Double.NaN;
    static final long NO_WHOLE = Long.MIN_VALUE;

    /** No {@code long} has as many digits before the point. */
    private static final long LONG_DIGITS = 20;
    /** No {@code double} has as many digits before the point, nor as many zeros behind it. */
    private static final long DOUBLE_DIGITS = 400;

    private Scaled() {}

    static double fraction(Number value, int scale) {
        if (value == null) {
            return NO_FRACTION;
        }
        BigDecimal digits = scale == 0 ? null : digits(value);
        if (digits == null) {
            return scale == 0 ? value.doubleValue() : value.doubleValue() / Math.pow(10, scale);
        }
        long before = before(digits, scale);
        if (Math.abs(before) > DOUBLE_DIGITS) {
            return before < 0 ? 0 : digits.signum() * Double.POSITIVE_INFINITY;
        }
        return digits.scaleByPowerOfTen(-scale).doubleValue();
    }

    static long whole(Number value, int scale) {
        if (value == null) {
            return NO_WHOLE;
        }
        BigDecimal digits = digits(value);
        if (digits == null) {
            double number = value.doubleValue();
            double scaled = number / Math.pow(10, scale);
            if (Double.isNaN(scaled) || Double.isInfinite(scaled)) {
                return NO_WHOLE;
            }
            boolean isLong = scale == 0 && Math.abs(number) < Long.MAX_VALUE;
            return isLong ? value.longValue() : bounded(Math.rint(scaled));
        }
        long before = before(digits, scale);
        if (before > LONG_DIGITS) {
            return digits.signum() < 0 ? NO_WHOLE : Long.MAX_VALUE;
        }
        if (before < 0) {
            return 0;
        }
        BigInteger whole = digits.scaleByPowerOfTen(-scale).setScale(0, RoundingMode.HALF_UP).toBigInteger();
        return whole.bitLength() < Long.SIZE ? whole.longValue() : whole.signum() < 0 ? NO_WHOLE : Long.MAX_VALUE;
    }

    private static long bounded(double number) {
        return number <= Long.MIN_VALUE ? NO_WHOLE : (long) number;
    }

    /** How many digits the scaled value has before its point; less than zero: so many zeros follow it. */
    private static long before(BigDecimal digits, int scale) {
        return digits.signum() == 0 ? 0 : (long) digits.precision() - digits.scale() - scale;
    }

    /** The digits of a number of the JDK; null for one of another class, whose methods do what they like, and for what has none. */
    private static BigDecimal digits(Number value) {
        Class<?> type = value.getClass();
        if (type == BigDecimal.class) {
            return (BigDecimal) value;
        }
        if (type == BigInteger.class) {
            return new BigDecimal((BigInteger) value);
        }
        if (type == Double.class || type == Float.class) {
            double number = value.doubleValue();
            return Double.isNaN(number) || Double.isInfinite(number) ? null : new BigDecimal(value.toString());
        }
        boolean isLong = type == Long.class || type == Integer.class || type == Short.class || type == Byte.class
                || type == AtomicLong.class || type == AtomicInteger.class;
        return isLong ? BigDecimal.valueOf(value.longValue()) : null;
    }
}

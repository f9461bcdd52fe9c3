//! Words of the recorder's settings.

use std::ops::Range;

/// The recorder's units of time.
const UNITS: [&str; 7] = ["ns", "us", "ms", "s", "m", "h", "d"];

/// The nanoseconds of each of them.
const NANOSECONDS: [u64; 7] = [
    1,
    1_000,
    1_000_000,
    1_000_000_000,
    60_000_000_000,
    3_600_000_000_000,
    86_400_000_000_000,
];

/// `10ms` or `10 ms` as `10 ms`.
///
/// # Errors
/// The part that is wrong.
pub(super) fn timespan(text: &str) -> Result<String, Range<usize>> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at(digits);
    let unit = unit.trim();
    let number: u64 = number.parse().map_err(|_| 0..text.len())?;
    let Some(known) = UNITS.iter().position(|known| *known == unit) else {
        let is_word = unit.starts_with(char::is_alphabetic);
        return Err(if is_word {
            part(text, unit)
        } else {
            0..text.len()
        });
    };
    // The recorder counts nanoseconds in a `long`.
    number
        .checked_mul(NANOSECONDS[known])
        .and_then(|length| i64::try_from(length).ok())
        .ok_or(0..text.len())?;
    Ok(format!("{number} {unit}"))
}

/// `100/s`, or `off`.
///
/// # Errors
/// The part that is wrong.
pub(super) fn throttle(text: &str) -> Result<String, Range<usize>> {
    if text == "off" {
        return Ok(text.to_owned());
    }
    let (number, unit) = text.split_once('/').ok_or(0..text.len())?;
    let (number, unit) = (number.trim(), unit.trim());
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let number: u64 = number
        .parse()
        .ok()
        .filter(|_| is_number)
        .ok_or(0..text.len())?;
    if !UNITS.contains(&unit) {
        return Err(if unit.is_empty() {
            0..text.len()
        } else {
            part(text, unit)
        });
    }
    Ok(format!("{number}/{unit}"))
}

/// The place of the last part of a text.
fn part(text: &str, part: &str) -> Range<usize> {
    let end = text.trim_end().len();
    end - part.len()..end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_written_in_one_way() {
        for text in ["10ms", "10 ms", "10  ms", "010 ms"] {
            assert_eq!(timespan(text).as_deref(), Ok("10 ms"), "{text}");
        }
        for (text, wrong) in [
            ("10", 0..2),
            ("ms", 0..2),
            ("10 sec", 3..6),
            ("-1 s", 0..4),
            ("1.5 s", 0..5),
            ("", 0..0),
        ] {
            assert_eq!(timespan(text), Err(wrong), "{text}");
        }
        for text in ["100/s", "100 / s"] {
            assert_eq!(throttle(text).as_deref(), Ok("100/s"), "{text}");
        }
        assert_eq!(throttle("off").as_deref(), Ok("off"));
        for (text, wrong) in [
            ("100", 0..3),
            ("100/sec", 4..7),
            ("/s", 0..2),
            ("+1/s", 0..4),
            ("1/", 0..2),
        ] {
            assert_eq!(throttle(text), Err(wrong), "{text}");
        }
    }
}

//! `--format text`: what a terminal shows, in about ten lines.

use std::fmt::Write as _;

use super::csv::mean;
use super::model::{Probe, Report};
use super::table::{Row, joined, rows};

/// Rows that all probes share, where none asks for more.
const ROWS: usize = 8;
/// How much of a text is shown.
const LETTERS: usize = 100;

/// The top payloads of each probe, those with the most time first; texts that differ in literals only are one. `wanted` is how many rows a
/// probe has at most.
pub fn text(report: &Report, wanted: Option<usize>) -> String {
    let mut out = head(report);
    let mut probes: Vec<&Probe> = report
        .probes
        .iter()
        .filter(|probe| probe.count > 0)
        .collect();
    probes.sort_by(|a, b| b.duration.cmp(&a.duration).then(a.label.cmp(&b.label)));
    if probes.is_empty() {
        out.push_str("no payloads\n");
        return out;
    }
    let each = wanted.unwrap_or(ROWS / probes.len()).max(1);
    let width = probes.iter().map(|probe| letters(&probe.label)).max();
    let width = width.unwrap_or_default().max("probe".len());
    let _ = writeln!(
        out,
        "{:<width$} {:>9} {:>5} {:>10} {:>9} {:>9} {:>9} {:>9} {:>6}  payload",
        "probe", "total", "share", "count", "mean", "p50", "p99", "max", "errors"
    );
    for probe in probes {
        let table = joined(probe);
        for row in rows(report, table).filter(|row| !row.is_rest).take(each) {
            line(&mut out, width, probe, &row);
        }
    }
    out
}

fn line(out: &mut String, width: usize, probe: &Probe, row: &Row) {
    let label = &probe.label;
    let pad = " ".repeat(width.saturating_sub(letters(label)));
    let share = percent(row.duration, probe.duration);
    let known = |nanos: Option<i64>| nanos.map_or("-".to_owned(), time);
    let _ = writeln!(
        out,
        "{label}{pad} {:>9} {share:>5} {:>10} {:>9} {:>9} {:>9} {:>9} {:>6}  {}",
        time(row.duration),
        row.count,
        known(mean(row.duration, row.count)),
        known(row.p50),
        known(row.p99),
        known(row.max),
        row.exceptions,
        short(row.text)
    );
}

/// What was read, and what is missing of it.
fn head(report: &Report) -> String {
    let recording = &report.recording;
    let files: Vec<&str> = recording
        .files
        .iter()
        .map(|file| file.name.as_str())
        .collect();
    let files = match files.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first, rest @ ..] => format!("{first} and {} more", rest.len()),
    };
    let versions: Vec<&str> = report
        .jvms
        .iter()
        .filter_map(|jvm| jvm.version.as_deref())
        .collect();
    let java = match versions.as_slice() {
        [] => String::new(),
        versions => format!(", JDK {}", versions.join(" and ")),
    };
    let mut out = format!(
        "{files}: {}, {} events{java}\n",
        time(recording.duration),
        recording.events
    );
    let lost = &report.lost;
    if lost.bytes > 0 {
        let _ = writeln!(
            out,
            "warning: the recorder lost {} bytes of events under load: the numbers are too low",
            lost.bytes
        );
    }
    for broken in &lost.broken {
        let _ = writeln!(
            out,
            "warning: chunk {} of `{}` at byte {} is left out: {}",
            broken.chunk, broken.file, broken.offset, broken.message
        );
    }
    for probe in &report.probes {
        let threshold = probe.force.threshold.as_deref();
        if let Some(threshold) = threshold.filter(|value| !is_nothing(value)) {
            let _ = writeln!(
                out,
                "note: {} has only what took {threshold} or longer",
                probe.label
            );
        }
    }
    out
}

/// A threshold that leaves nothing out.
fn is_nothing(threshold: &str) -> bool {
    threshold
        .split(", ")
        .all(|one| one.starts_with("0 ") || one == "0")
}

fn letters(text: &str) -> usize {
    text.chars().count()
}

/// One line of it.
fn short(text: &str) -> String {
    let line: String = text
        .chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .take(LETTERS)
        .collect();
    if text.chars().nth(LETTERS).is_some() {
        line + "…"
    } else {
        line
    }
}

fn percent(part: i64, all: i64) -> String {
    if all <= 0 {
        return "-".to_owned();
    }
    format!(
        "{} %",
        (i128::from(part) * 100 + i128::from(all) / 2) / i128::from(all)
    )
}

/// Three digits and a unit: `1.25 ms`.
fn time(nanos: i64) -> String {
    const UNITS: [(i64, &str); 4] = [
        (60_000_000_000, "min"),
        (1_000_000_000, "s"),
        (1_000_000, "ms"),
        (1_000, "µs"),
    ];
    for (size, unit) in UNITS {
        if nanos >= size {
            let hundredths = i128::from(nanos) * 100 / i128::from(size);
            let (whole, part) = (hundredths / 100, hundredths % 100);
            return match whole {
                0..10 => format!("{whole}.{part:02} {unit}"),
                10..100 => format!("{whole}.{} {unit}", part / 10),
                _ => format!("{whole} {unit}"),
            };
        }
    }
    format!("{nanos} ns")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits() {
        let times = [0, 999, 1_250, 25_000, 999_999, 1_000_000, 61_000_000_000];
        let shown = times.map(time);
        assert_eq!(
            shown,
            [
                "0 ns", "999 ns", "1.25 µs", "25.0 µs", "999 µs", "1.00 ms", "1.01 min"
            ]
        );
    }

    #[test]
    fn long_texts_are_one_short_line() {
        assert_eq!(short("a\nb"), "a b");
        assert_eq!(letters(&short(&"x".repeat(500))), LETTERS + 1);
        assert_eq!(percent(1, 3), "33 %");
        assert_eq!(percent(1, 0), "-");
    }
}

//! `--format csv`: the hot spots of all probes, one a line.

use std::fmt::Write as _;

use super::model::Report;
use super::table;

const HEADER: &str = "probe,text,count,total_ns,mean_ns,p50_ns,p95_ns,p99_ns,max_ns,exceptions\n";

/// The hot spots of all probes, with their literals. What is not known is empty.
pub fn csv(report: &Report) -> String {
    let mut out = HEADER.to_owned();
    for probe in &report.probes {
        for row in table::rows(report, &probe.texts) {
            let mean = mean(row.duration, row.count).map_or(String::new(), |mean| mean.to_string());
            let _ = write!(
                out,
                "{},{},{},{},{mean}",
                quoted(&probe.label),
                quoted(row.text),
                row.count,
                row.duration
            );
            for number in [row.p50, row.p95, row.p99, row.max] {
                out.push(',');
                if let Some(number) = number {
                    let _ = write!(out, "{number}");
                }
            }
            let _ = writeln!(out, ",{}", row.exceptions);
        }
    }
    out
}

/// The mean of durations, rounded.
pub(super) fn mean(duration: i64, count: u64) -> Option<i64> {
    let count = i64::try_from(count).ok().filter(|&count| count > 0)?;
    Some((duration + count / 2) / count)
}

/// A field in quotes where it needs them. One that a spreadsheet would take for a formula begins with a quote mark: it is text.
fn quoted(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let needs = is_formula || text.contains([',', '"', '\n', '\r']);
    if !needs {
        return text.to_owned();
    }
    let mark = if is_formula { "'" } else { "" };
    format!("\"{mark}{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_text_whatever_they_hold() {
        assert_eq!(quoted("GET /a"), "GET /a");
        assert_eq!(quoted("a, \"b\""), "\"a, \"\"b\"\"\"");
        assert_eq!(quoted("=1+1"), "\"'=1+1\"");
        assert_eq!(mean(7, 2), Some(4));
        assert_eq!(mean(7, 0), None);
    }
}

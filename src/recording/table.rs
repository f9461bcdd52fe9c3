//! Hot spots row by row, as text and CSV show them.

use super::model::{Probe, Report, Rows};

/// A row of hot spots.
pub(super) struct Row<'r> {
    pub(super) text: &'r str,
    pub(super) count: u64,
    pub(super) duration: i64,
    pub(super) exceptions: u64,
    pub(super) max: Option<i64>,
    pub(super) p50: Option<i64>,
    pub(super) p95: Option<i64>,
    pub(super) p99: Option<i64>,
    /// Whether it is all that is in no other.
    pub(super) is_rest: bool,
}

/// All rows, in their order. A column that is too short, which none is, has nothing.
pub(super) fn rows<'r>(report: &'r Report, rows: &'r Rows) -> impl Iterator<Item = Row<'r>> {
    fn at<T: Copy>(column: &[Option<T>], row: usize) -> Option<T> {
        column.get(row).copied().flatten()
    }
    let numbers = rows
        .count
        .iter()
        .zip(&rows.duration)
        .zip(&rows.exceptions)
        .enumerate();
    numbers.map(|(row, ((&count, &duration), &exceptions))| Row {
        text: rows.text.get(row).map_or("", |&text| string(report, text)),
        count,
        duration,
        exceptions,
        max: at(&rows.max, row),
        p50: at(&rows.p50, row),
        p95: at(&rows.p95, row),
        p99: at(&rows.p99, row),
        is_rest: usize::try_from(rows.rest) == Ok(row),
    })
}

/// The text of a number; empty for none.
pub(super) fn string(report: &Report, index: i64) -> &str {
    let index = usize::try_from(index).ok();
    index
        .and_then(|index| report.strings.get(index))
        .map_or("", String::as_str)
}

/// The rows to show: without literals where that joins texts.
pub(super) fn joined(probe: &Probe) -> &Rows {
    probe.collapsed.as_ref().unwrap_or(&probe.texts)
}

//! The exception table: the rows of calls first, then the old rows cut where our code lies, and our catch-all rows at
//! the end.
//!
//! Our code around the method is covered by no row, the user's included: a row over `monitorexit` that also covered our
//! return code would leave the locks unbalanced on a path that the compilers look at, and they would refuse the method.
//! Our code around a call is covered by what covers the call, for the same reason: inside of a lock it must not be
//! possible to leave without giving it back.

use crate::classfile::code::{ExceptionRow, NewPc, OldPc};
use crate::refusal::Refusal;

use super::Method;
use super::call_handlers::CallHandlers;
use super::layout::Layout;

/// The rows of the new table.
pub(super) struct Rows {
    /// Those of calls, each over its call alone.
    calls: Vec<ExceptionRow<NewPc>>,
    /// The old rows in pieces, in order.
    kept: Vec<ExceptionRow<NewPc>>,
    /// Index in `kept` of the first piece of each old row.
    first_piece: Vec<u16>,
    /// What our catch-all covers.
    pub(super) own: Vec<(NewPc, NewPc)>,
    /// How many rows that makes. If they are too many, `kept` has none.
    count: usize,
}

impl Rows {
    pub(super) fn new(
        method: &Method<'_>,
        layout: &Layout,
        handlers: &CallHandlers<'_>,
    ) -> Result<Self, Refusal> {
        // Instructions that do not follow directly on the one before: what is covered is cut there.
        let has_rows = !method.code.exception_table.is_empty();
        let cuts: Vec<usize> = (1..if has_rows { layout.count() } else { 0 })
            .filter(|&index| layout.covered_index(index - 1).1 != layout.covered_index(index).0)
            .collect();
        let instructions = (0..layout.count()).filter(|&index| method.in_catch_all(index));
        let of_calls = handlers.all.iter().filter(|one| one.in_catch_all);
        let own = joined(
            instructions
                .map(|index| layout.covered_index(index))
                .chain(of_calls.map(|one| (one.pc, one.end()))),
        );
        let mut rows = Self {
            count: handlers.own_rows.len() + own.len(),
            calls: handlers.own_rows.clone(),
            kept: Vec::new(),
            first_piece: Vec::new(),
            own,
        };
        for old in &method.code.exception_table {
            let start = layout.index(old.start_pc, "start_pc")?;
            let end = layout.index(old.end_pc, "end_pc")?;
            let pieces = if start < end {
                let cuts_before = |index| cuts.partition_point(|&cut| cut < index);
                cuts_before(end) - cuts_before(start + 1) + 1
            } else {
                0
            };
            rows.count += pieces + usize::from(thrown_again(old, handlers).is_some());
        }
        if rows.count > usize::from(u16::MAX) {
            return Ok(rows);
        }
        for old in &method.code.exception_table {
            let start = layout.index(old.start_pc, "start_pc")?;
            let end = layout.index(old.end_pc, "end_pc")?;
            let handler_pc = layout.before(old.handler_pc, "handler_pc")?;
            rows.first_piece
                .push(u16::try_from(rows.kept.len()).unwrap_or(u16::MAX));
            let mut from = start;
            let first = cuts.partition_point(|&cut| cut <= start);
            for &cut in cuts[first..]
                .iter()
                .take_while(|&&cut| cut < end)
                .chain([&end])
            {
                if from < cut {
                    rows.kept.push(ExceptionRow {
                        start_pc: layout.covered_index(from).0,
                        end_pc: layout.covered_index(cut - 1).1,
                        handler_pc,
                        catch_type: old.catch_type,
                    });
                }
                from = cut;
            }
            if let Some((start_pc, end_pc)) = thrown_again(old, handlers) {
                rows.kept.push(ExceptionRow {
                    start_pc,
                    end_pc,
                    handler_pc,
                    catch_type: old.catch_type,
                });
            }
        }
        Ok(rows)
    }

    /// The new index of an old row: that of its first piece.
    pub(super) fn moved(&self, row: u16) -> u16 {
        let calls = u16::try_from(self.calls.len()).unwrap_or(u16::MAX);
        self.first_piece
            .get(usize::from(row))
            .map_or(row, |piece| piece.saturating_add(calls))
    }

    /// Writes `exception_table_length` and the rows.
    pub(super) fn write(
        &self,
        handler_pc: Option<NewPc>,
        out: &mut Vec<u8>,
    ) -> Result<(), Refusal> {
        out.extend(
            u16::try_from(self.count)
                .map_err(|_| Refusal::TooManyRows(self.count))?
                .to_be_bytes(),
        );
        let own = self.own.iter().filter_map(|&(start_pc, end_pc)| {
            Some(ExceptionRow {
                start_pc,
                end_pc,
                handler_pc: handler_pc?,
                catch_type: 0,
            })
        });
        let old = self.calls.iter().chain(&self.kept).copied();
        for row in old.chain(own) {
            for pc in [row.start_pc, row.end_pc, row.handler_pc] {
                out.extend(
                    u16::try_from(pc.0)
                        .map_err(|_| Refusal::CodeTooLarge(pc.0))?
                        .to_be_bytes(),
                );
            }
            out.extend(row.catch_type.to_be_bytes());
        }
        Ok(())
    }
}

/// The handlers of the calls that an old row covers, which lie side by side: from, to.
fn thrown_again(old: &ExceptionRow<OldPc>, handlers: &CallHandlers<'_>) -> Option<(NewPc, NewPc)> {
    let before = |pc: OldPc| handlers.all.partition_point(|one| one.call < pc);
    let covered = handlers.all.get(before(old.start_pc)..before(old.end_pc))?;
    Some((covered.first()?.pc, covered.last()?.end()))
}

/// Ranges, those that touch made one.
fn joined(ranges: impl Iterator<Item = (NewPc, NewPc)>) -> Vec<(NewPc, NewPc)> {
    let mut all: Vec<(NewPc, NewPc)> = Vec::new();
    for (start, end) in ranges {
        match all.last_mut() {
            Some((_, last)) if *last == start => *last = end,
            _ => all.push((start, end)),
        }
    }
    all
}

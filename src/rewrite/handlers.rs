//! The exception table: old rows cut where our code lies, and our catch-all rows at the end.
//!
//! Our code is covered by no row, the user's included: a row over `monitorexit` that also covered our return code would
//! leave the locks unbalanced on a path that the compilers look at, and they would refuse the method.

use crate::classfile::code::opcode::is_return;
use crate::classfile::code::{ExceptionRow, NewPc};
use crate::refusal::Refusal;

use super::Method;
use super::layout::Layout;

/// The rows of the new table.
pub(super) struct Rows {
    /// The old rows in pieces, in order.
    kept: Vec<ExceptionRow<NewPc>>,
    /// Index in `kept` of the first piece of each old row.
    first_piece: Vec<u16>,
    /// What our catch-all covers.
    pub(super) own: Vec<(NewPc, NewPc)>,
}

impl Rows {
    pub(super) fn new(method: &Method<'_>, layout: &Layout) -> Result<Self, Refusal> {
        // Instructions that do not follow directly on the one before.
        let cuts: Vec<usize> = (1..layout.count())
            .filter(|&index| layout.end_index(index - 1) != layout.at_index(index))
            .collect();
        let mut rows = Self {
            kept: Vec::new(),
            first_piece: Vec::new(),
            own: Vec::new(),
        };
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
                        start_pc: layout.at_index(from),
                        end_pc: layout.end_index(cut - 1),
                        handler_pc,
                        catch_type: old.catch_type,
                    });
                }
                from = cut;
            }
        }
        if !method.plan.handler.is_empty() {
            rows.cover(method, layout);
        }
        Ok(rows)
    }

    /// The catch-all: everything but returns, and in constructors only where `this` is initialised.
    fn cover(&mut self, method: &Method<'_>, layout: &Layout) {
        for (index, instruction) in method.instructions.iter().enumerate() {
            let initialised = method
                .initialisation
                .as_ref()
                .is_none_or(|found| found.done[index]);
            if is_return(instruction.opcode) || !initialised {
                continue;
            }
            let (start, end) = (layout.at_index(index), layout.end_index(index));
            match self.own.last_mut() {
                Some((_, last)) if *last == start => *last = end,
                _ => self.own.push((start, end)),
            }
        }
    }

    /// The new index of an old row: that of its first piece.
    pub(super) fn moved(&self, row: u16) -> u16 {
        self.first_piece
            .get(usize::from(row))
            .copied()
            .unwrap_or(row)
    }

    /// Writes `exception_table_length` and the rows.
    pub(super) fn write(
        &self,
        handler_pc: Option<NewPc>,
        out: &mut Vec<u8>,
    ) -> Result<(), Refusal> {
        let count = self.kept.len() + self.own.len();
        out.extend(
            u16::try_from(count)
                .map_err(|_| Refusal::TooManyRows(count))?
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
        for row in self.kept.iter().copied().chain(own) {
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

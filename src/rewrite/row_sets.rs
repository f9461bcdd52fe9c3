//! Which rows of an exception table cover a position, as a number: equal sets of rows have the same one.
//!
//! A table may have 65,535 rows, and each of thousands of calls may be covered by other ones. So sets are trees that share
//! their parts: going from one position to the next makes a few nodes for each row that begins or ends between them.

use hashbrown::HashMap;

use crate::classfile::code::{ExceptionRow, OldPc};

/// The set without rows.
pub(super) const NO_ROWS: u32 = 0;

/// A leaf whose row is in the set.
const IN: u32 = 1;

/// Goes through the code from start to end.
pub(super) struct RowSets {
    /// Where a row begins or ends, by position: the row goes into the set, or out of it.
    changes: Vec<(OldPc, usize)>,
    /// So many of `changes` lie behind.
    done: usize,
    /// The set where we are.
    present: u32,
    /// Levels of nodes above the leaves.
    height: u32,
    /// By number, beginning behind that of [`IN`]: both halves of a node.
    nodes: Vec<[u32; 2]>,
    numbers: HashMap<[u32; 2], u32>,
}

impl RowSets {
    pub(super) fn new(rows: &[ExceptionRow<OldPc>]) -> Self {
        let covering = rows.iter().enumerate();
        let covering = covering.filter(|(_, row)| row.start_pc < row.end_pc);
        let mut changes: Vec<_> = covering
            .flat_map(|(number, row)| [(row.start_pc, number), (row.end_pc, number)])
            .collect();
        changes.sort_unstable();
        Self {
            changes,
            done: 0,
            present: NO_ROWS,
            height: usize::BITS - rows.len().leading_zeros(),
            nodes: Vec::new(),
            numbers: HashMap::new(),
        }
    }

    /// The rows that cover `pc`, which lies behind the positions asked for before.
    pub(super) fn over(&mut self, pc: OldPc) -> u32 {
        while let Some(&(_, row)) = self.changes.get(self.done).filter(|(at, _)| *at <= pc) {
            self.present = self.with_changed(self.present, self.height, row);
            self.done += 1;
        }
        self.present
    }

    /// The set `node`, whose rows differ in `height` bits, with `row` in it where it was not, and without it where it was.
    fn with_changed(&mut self, node: u32, height: u32, row: usize) -> u32 {
        let Some(below) = height.checked_sub(1) else {
            return IN - node;
        };
        let inner = (node as usize).checked_sub(IN as usize + 1);
        let inner = inner.and_then(|inner| self.nodes.get(inner));
        let mut halves = inner.copied().unwrap_or_default();
        let half = &mut halves[row >> below & 1];
        *half = self.with_changed(*half, below, row);
        if halves == [NO_ROWS; 2] {
            return NO_ROWS;
        }
        let next = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX) + IN + 1;
        *self.numbers.entry(halves).or_insert_with(|| {
            self.nodes.push(halves);
            next
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_sets_have_one_number() {
        let row = |from, to| ExceptionRow {
            start_pc: OldPc(from),
            end_pc: OldPc(to),
            handler_pc: OldPc(0),
            catch_type: 0,
        };
        // All three of them cover 4; the second and the third cover 7, and 2; nothing covers 9.
        let rows = [row(3, 6), row(1, 8), row(0, 9), row(5, 5), row(9, 2)];
        let mut sets = RowSets::new(&rows);
        let found: Vec<u32> = (0..10).map(|pc| sets.over(OldPc(pc))).collect();
        assert_eq!(found[1], found[2]);
        assert_eq!(found[2], found[7]);
        assert_eq!(found[4], found[5]);
        assert_eq!(found[0], found[8]);
        assert_eq!(found[9], NO_ROWS);
        let mut distinct = found.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), 4, "{found:?}");
    }
}

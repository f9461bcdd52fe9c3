//! The exception table: over each position the rows that belong there, in their order, and no others.
//!
//! Over an old instruction: those of its call, the old rows, the catch-all of the plan. Over what is put around a call:
//! the same without those of the call. Over the handler of a call: the old rows over its calls, and the catch-all. Over
//! all else that was added: none.

use crate::classfile::code::opcode::is_return;
use crate::classfile::code::{ExceptionRow, OldPc};
use crate::plan::MethodPlan;

use super::align::{Aligned, call_at};
use super::flow::Construction;
use super::{Fault, Parsed};

/// So many rows are held against positions in one method: there may be 65,535 of both.
const MOST_COMPARED: usize = 20_000_000;

/// A row without its range: the handler, by its new position, and what it catches.
type Caught = (u32, u16);

pub(super) fn check(
    old: &Parsed<'_>,
    new: &Parsed<'_>,
    plan: &MethodPlan<'_>,
    aligned: &Aligned,
    construction: &Construction,
) -> Result<(), Fault> {
    let rows = &new.code.exception_table;
    let handler = catch_all(new, plan, aligned)?;
    if (rows.len() + old.code.exception_table.len()) * new.instructions.len() > MOST_COMPARED {
        return Ok(());
    }
    let table = Table {
        old,
        plan,
        aligned,
        construction,
        handler,
    };
    let over = |pc: u32| -> Vec<Caught> {
        let covering = rows
            .iter()
            .filter(|row| row.start_pc.0 <= pc && pc < row.end_pc.0);
        covering
            .map(|row| (row.handler_pc.0, row.catch_type))
            .collect()
    };
    let mut handlers: Vec<(u32, u32, usize)> = Vec::new();
    for (index, place) in aligned.places.iter().enumerate() {
        let found = over(place.at);
        let call = call_at(plan, old.instructions[index].pc);
        let call = call.filter(|call| !call.handler.is_empty());
        let mut found = found.as_slice();
        if let Some(call) = call {
            let own = found.split_first();
            let (&(start, caught), rest) = own.ok_or(Fault::WrongRows(place.at))?;
            let start_at = start as usize;
            let code = new
                .code
                .bytes
                .get(start_at..start_at + call.handler.code.len());
            if caught != 0 || start < aligned.tail || code != Some(&call.handler.code) {
                return Err(Fault::WrongRows(place.at));
            }
            handlers.push((start, start + call.handler.len(), index));
            found = rest;
        }
        table.is_over(index, found, place.at)?;
        if call_at(plan, old.instructions[index].pc).is_some() {
            for pc in positions(new, place.before, place.at).chain(positions(
                new,
                place.end,
                place.behind,
            )) {
                table.is_over(index, &over(pc), pc)?;
            }
        } else {
            for pc in positions(new, place.before, place.at).chain(positions(
                new,
                place.end,
                place.behind,
            )) {
                nothing(&over(pc), pc)?;
            }
        }
    }
    let first = aligned.places.first().map_or(0, |place| place.before);
    for pc in positions(new, 0, first) {
        nothing(&over(pc), pc)?;
    }
    // Between the instructions stand jumps, and behind them the handlers.
    for pair in aligned.places.windows(2) {
        if let [one, next] = pair {
            for pc in positions(new, one.behind, next.before) {
                nothing(&over(pc), pc)?;
            }
        }
    }
    for pc in positions(new, aligned.tail, new.code.end().0) {
        let mut of_calls = handlers
            .iter()
            .filter(|(start, end, _)| (*start..*end).contains(&pc));
        match of_calls.next() {
            Some(&(.., index)) => table.is_over(index, &over(pc), pc)?,
            None if handler.is_some_and(|handler| pc >= handler) => nothing(&over(pc), pc)?,
            None => return Err(Fault::Lost(pc, "a handler")),
        }
    }
    Ok(())
}

/// Where the handler of the method starts, if there is one. Its rows stand last.
fn catch_all(
    new: &Parsed<'_>,
    plan: &MethodPlan<'_>,
    aligned: &Aligned,
) -> Result<Option<u32>, Fault> {
    if plan.handler.is_empty() {
        return Ok(None);
    }
    let start = new.code.end().0.checked_sub(plan.handler.len());
    let start = start.filter(|&start| start >= aligned.tail);
    let rows = &new.code.exception_table;
    let Some(start) = start.filter(|start| {
        let code = new.code.bytes.get(*start as usize..);
        code == Some(&plan.handler.code) && rows.iter().any(|row| row.handler_pc.0 == *start)
    }) else {
        return Ok(None);
    };
    let is_own = |row: &ExceptionRow<OldPc>| row.handler_pc.0 == start;
    let first = rows.iter().position(is_own).unwrap_or(rows.len());
    let others = rows.iter().enumerate().skip(first);
    match others.clone().find(|(_, row)| !is_own(row)) {
        Some(_) => Err(Fault::CatchAllNotLast(first)),
        None => Ok(Some(start)),
    }
}

struct Table<'t, 'a> {
    old: &'t Parsed<'a>,
    plan: &'t MethodPlan<'t>,
    aligned: &'t Aligned,
    construction: &'t Construction,
    handler: Option<u32>,
}

impl Table<'_, '_> {
    /// The rows `found` at `pc` are the old ones over the old instruction, and the catch-all where it belongs.
    fn is_over(&self, index: usize, found: &[Caught], pc: u32) -> Result<(), Fault> {
        let instruction = &self.old.instructions[index];
        let rows = self.old.code.exception_table.iter();
        let covering =
            rows.filter(|row| row.start_pc <= instruction.pc && instruction.pc < row.end_pc);
        let mut expected = Vec::new();
        for row in covering {
            let handler = self
                .old
                .boundaries
                .instruction(row.handler_pc, "handler_pc")?;
            expected.push((self.aligned.places[handler].before, row.catch_type));
        }
        let is_caught = match self.construction.done[index] {
            _ if self.plan.handler.is_empty() || is_return(instruction.opcode) => Some(false),
            done => done,
        };
        let (rest, own) = match found.split_last() {
            Some((&(handler, 0), rest)) if Some(handler) == self.handler => (rest, true),
            _ => (found, false),
        };
        if rest == expected && is_caught.is_none_or(|is_caught| is_caught == own) {
            Ok(())
        } else {
            Err(Fault::WrongRows(pc))
        }
    }
}

/// No row covers the position.
fn nothing(found: &[Caught], pc: u32) -> Result<(), Fault> {
    if found.is_empty() {
        Ok(())
    } else {
        Err(Fault::WrongRows(pc))
    }
}

/// The instructions in a range of the new code.
fn positions(new: &Parsed<'_>, from: u32, to: u32) -> impl Iterator<Item = u32> {
    let first = new.instructions.partition_point(|one| one.pc.0 < from);
    let all = new.instructions.get(first..).unwrap_or_default().iter();
    all.map(|one| one.pc.0).take_while(move |pc| *pc < to)
}

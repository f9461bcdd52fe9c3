//! The handlers of calls: where they lie, what their frames are, who catches what they throw again.
//!
//! A handler covers its call alone, by a row in front of all others. What it throws again has to reach the caller's own
//! `catch` as if it came from the call: so it is covered by every row that covers the call, and its frame has what those
//! handlers need, the caller's locals at the call. Where no row of the user's covers the call, nobody needs them.

use crate::classfile::code::{
    ExceptionRow, LineNumber, NewPc, OldPc, Type, VerificationType, read_line_numbers,
};
use crate::classfile::{PoolBuilder, attribute};
use crate::plan::{CallPlan, Snippet};
use crate::refusal::Refusal;

use super::Method;
use super::debug_tables::line_at;
use super::layout::Layout;

/// A handler, behind all instructions. Calls that need equal ones share it.
#[derive(Debug, PartialEq)]
pub(super) struct CallHandler<'p> {
    /// Where it starts.
    pub(super) pc: NewPc,
    /// The first call that it is for.
    pub(super) call: OldPc,
    /// Its code.
    pub(super) code: &'p Snippet,
    /// The old rows that cover its calls, by index.
    pub(super) rows: Vec<usize>,
    /// The catch-all of the method covers its calls.
    pub(super) in_catch_all: bool,
    /// The locals of its frame; positions in them are old.
    pub(super) locals: Vec<VerificationType>,
    /// The line of its calls.
    line: Option<u16>,
}

impl CallHandler<'_> {
    /// Where it ends.
    pub(super) fn end(&self) -> NewPc {
        NewPc(self.pc.0 + self.code.len())
    }

    /// One handler can do for both.
    fn serves(&self, other: &Self) -> bool {
        self.code == other.code
            && self.rows == other.rows
            && self.in_catch_all == other.in_catch_all
            && self.locals == other.locals
            && self.line == other.line
    }
}

/// All handlers of calls of a method.
pub(super) struct CallHandlers<'p> {
    /// In the order of their positions.
    pub(super) all: Vec<CallHandler<'p>>,
    /// Their rows, one for each call that has one.
    pub(super) own_rows: Vec<ExceptionRow<NewPc>>,
    /// Where they end.
    pub(super) end: NewPc,
}

impl<'p> CallHandlers<'p> {
    pub(super) fn new(
        method: &Method<'p>,
        layout: &Layout,
        pool: &mut PoolBuilder<'_>,
    ) -> Result<Self, Refusal> {
        let mut handlers = Self {
            all: Vec::new(),
            own_rows: Vec::new(),
            end: layout.behind_everything(),
        };
        let with_handler = |call: &&'p CallPlan<'p>| !call.handler.is_empty();
        let mut calls = method.plan.calls.iter().filter(with_handler).peekable();
        if calls.peek().is_none() {
            return Ok(handlers);
        }
        let lines = line_numbers(method);
        for call in calls {
            let index = layout.index(call.pc, "call")?;
            let rows = rows_over(method, call.pc);
            let locals = if method.framed_version {
                frame_locals(method, call, !rows.is_empty(), pool)?
            } else {
                vec![]
            };
            let new = CallHandler {
                pc: handlers.end,
                call: call.pc,
                code: &call.handler,
                rows,
                in_catch_all: method.in_catch_all(index),
                locals,
                line: line_at(&lines, call.pc).map(|line| line.line_number),
            };
            // Without frames the verifier would merge what the locals hold at both, and load classes to do so.
            let mut shared = handlers.all.iter().filter(|_| method.framed_version);
            let known = shared.find(|known| known.serves(&new));
            let handler_pc = known.map_or(new.pc, |known| known.pc);
            if known.is_none() {
                handlers.end = new.end();
                handlers.all.push(new);
            }
            handlers.own_rows.push(ExceptionRow {
                start_pc: layout.at_index(index),
                end_pc: layout.end_index(index),
                handler_pc,
                catch_type: 0,
            });
        }
        Ok(handlers)
    }
}

/// What the readable line number tables say.
fn line_numbers(method: &Method<'_>) -> Vec<LineNumber> {
    let tables = method.code.attributes.iter();
    let tables = tables.filter(|table| table.name.0 == attribute::LINE_NUMBER_TABLE);
    tables
        .filter_map(|table| read_line_numbers(table.info).ok())
        .flatten()
        .collect()
}

/// The old rows that cover `pc`.
fn rows_over(method: &Method<'_>, pc: OldPc) -> Vec<usize> {
    let rows = method.code.exception_table.iter().enumerate();
    rows.filter(|(_, row)| row.start_pc <= pc && pc < row.end_pc)
        .map(|(index, _)| index)
        .collect()
}

/// The locals of the frame of a handler. Where no row of the user's covers it (`caught`) they are nothing; but as long as
/// `this` is not initialised a frame has to say so.
fn frame_locals(
    method: &Method<'_>,
    call: &CallPlan<'_>,
    caught: bool,
    pool: &mut PoolBuilder<'_>,
) -> Result<Vec<VerificationType>, Refusal> {
    const TOP: VerificationType = VerificationType::Top;
    let types = call.types.as_ref();
    let types = types.ok_or(Refusal::UnknownTypes(call.pc.0))?;
    let mut locals = if caught {
        types.frame_locals(pool)?
    } else {
        let this = Type::Plain(VerificationType::UninitializedThis);
        let kept = |slot: &Type<'_>| {
            if *slot == this {
                VerificationType::UninitializedThis
            } else {
                TOP
            }
        };
        types.locals.iter().map(kept).collect()
    };
    locals.extend(&method.plan.locals);
    locals.extend(&call.locals);
    while locals.last() == Some(&TOP) {
        locals.pop();
    }
    Ok(locals)
}

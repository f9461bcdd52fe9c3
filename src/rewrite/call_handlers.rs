//! The handlers of calls: where they lie, what their frames are, who catches what they throw again.
//!
//! A handler covers its call alone, by a row in front of all others. What it throws again has to reach the caller's own
//! `catch` as if it came from the call: so it is covered by every row that covers the call, and its frame has what those
//! handlers need, the caller's locals at the call. Where no row of the user's covers the call, nobody needs them.

use std::rc::Rc;

use hashbrown::HashMap;

use crate::classfile::code::{
    ExceptionRow, LineNumber, NewPc, OldPc, Types, VerificationType, read_line_numbers,
};
use crate::classfile::{PoolBuilder, attribute};
use crate::plan::{CallPlan, Snippet};
use crate::refusal::Refusal;

use super::debug_tables::Lines;
use super::layout::Layout;
use super::row_sets::{NO_ROWS, RowSets};
use super::{Method, Room};

/// A handler, behind all instructions. Calls that need equal ones share it.
#[derive(Debug)]
pub(super) struct CallHandler<'p> {
    /// Where it starts.
    pub(super) pc: NewPc,
    /// The first call that it is for. The same old rows cover the others.
    pub(super) call: OldPc,
    /// Its code.
    pub(super) code: &'p Snippet,
    /// The catch-all of the method covers its calls.
    pub(super) in_catch_all: bool,
    /// The locals of its frame; positions in them are old.
    pub(super) locals: Rc<[VerificationType]>,
}

impl CallHandler<'_> {
    /// Where it ends.
    pub(super) fn end(&self) -> NewPc {
        NewPc(self.pc.0 + self.code.len())
    }
}

/// What the handler of a call has to be: calls with equal needs can share one.
#[derive(PartialEq, Eq, Hash)]
struct Needs<'p> {
    code: &'p [u8],
    /// The old rows that cover the call.
    rows: u32,
    in_catch_all: bool,
    /// The locals of the frame, by number.
    locals: usize,
    line: Option<u16>,
}

/// All handlers of calls of a method.
pub(super) struct CallHandlers<'p> {
    /// In the order of their positions, which is that of their first calls.
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
        room: Room,
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
        let lines = Lines::new(line_numbers(method));
        let mut row_sets = RowSets::new(&method.code.exception_table);
        let mut frames = HandlerLocals::new(method, room);
        let mut known: HashMap<Needs<'_>, NewPc> = HashMap::new();
        for call in calls {
            let index = layout.index(call.pc, "call")?;
            let rows = row_sets.over(call.pc);
            let (locals_number, locals) = frames.of(call, rows != NO_ROWS, pool)?;
            let in_catch_all = method.in_catch_all(index);
            let needs = Needs {
                code: &call.handler.code,
                rows,
                in_catch_all,
                locals: locals_number,
                line: lines.at(call.pc),
            };
            // Without frames the verifier would merge what the locals hold at both, and load classes to do so.
            let shared = known.get(&needs).filter(|_| method.framed_version);
            let handler_pc = shared.copied().unwrap_or(handlers.end);
            if shared.is_none() {
                let new = CallHandler {
                    pc: handlers.end,
                    call: call.pc,
                    code: &call.handler,
                    in_catch_all,
                    locals,
                };
                handlers.end = new.end();
                handlers.all.push(new);
                known.insert(needs, handler_pc);
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

/// The locals of the frames of handlers; equal ones lie in memory once.
struct HandlerLocals<'m, 'p> {
    method: &'m Method<'p>,
    room: Room,
    /// How many types there are in all.
    count: usize,
    numbers: HashMap<Rc<[VerificationType]>, usize>,
    /// The call before: whether a row of the user's covers it, and its locals.
    last: Option<(&'p CallPlan<'p>, bool, Numbered)>,
}

/// The number of locals, and the locals.
type Numbered = (usize, Rc<[VerificationType]>);

impl<'m, 'p> HandlerLocals<'m, 'p> {
    fn new(method: &'m Method<'p>, room: Room) -> Self {
        Self {
            method,
            room,
            count: 0,
            numbers: HashMap::new(),
            last: None,
        }
    }

    /// The number of the locals of the frame of the handler of `call`, and the locals.
    fn of(
        &mut self,
        call: &'p CallPlan<'p>,
        caught: bool,
        pool: &mut PoolBuilder<'_>,
    ) -> Result<Numbered, Refusal> {
        if !self.method.framed_version {
            return Ok((0, Rc::default()));
        }
        let types = call.types.as_ref();
        let types = types.ok_or(Refusal::UnknownTypes(call.pc.0))?;
        let is_same = |(last, was_caught, _): &&(&CallPlan<'_>, bool, _)| {
            let known = last.types.as_ref();
            *was_caught == caught
                && last.locals == call.locals
                && known.is_some_and(|known| known.has_same_locals(types))
        };
        if let Some((_, _, locals)) = self.last.as_ref().filter(is_same) {
            return Ok(locals.clone());
        }
        let locals = self.written(call, types, caught, pool)?;
        let next = self.numbers.len();
        let known = self.numbers.get_key_value(locals.as_slice());
        let locals = if let Some((known, &number)) = known {
            (number, Rc::clone(known))
        } else {
            self.count += locals.len();
            self.room.holds(self.count)?;
            let new: Rc<[_]> = locals.into();
            self.numbers.insert(Rc::clone(&new), next);
            (next, new)
        };
        self.last = Some((call, caught, locals.clone()));
        Ok(locals)
    }

    /// Where no row of the user's covers the handler (`caught`) its locals are nothing; but as long as `this` is not
    /// initialised a frame has to say so.
    fn written(
        &self,
        call: &CallPlan<'_>,
        types: &Types<'_>,
        caught: bool,
        pool: &mut PoolBuilder<'_>,
    ) -> Result<Vec<VerificationType>, Refusal> {
        let mut locals = if caught {
            types.frame_locals(pool)?
        } else {
            types.frame_without_locals()
        };
        locals.extend(&self.method.plan.locals);
        locals.extend(&call.locals);
        while locals.last() == Some(&VerificationType::Top) {
            locals.pop();
        }
        Ok(locals)
    }
}

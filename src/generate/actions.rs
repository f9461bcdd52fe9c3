//! The bodies of adapters: guard first, then what the interception does.

use crate::classfile::PoolBuilder;
use crate::classfile::code::opcode::op;
use crate::model::{
    Additional, At, Interception, Payload, Plain, Point, Split, ThreadState, Value, ValuePath,
};
use crate::names::{Kind, MethodDescriptor};
use crate::plan::{Adapter, Reading, Role};
use crate::shim::{self, Call, SHIM, flag, state};

use super::Names;
use super::assembler::{Assembler, Label};
use super::error::GenerateError;
use super::handlers::{Answer, HandlerLocals, handle, recover};
use super::names::LOST;
use super::readers;

/// One adapter body in the making.
pub(super) struct Body<'b, 'p> {
    pub(super) code: Assembler,
    pub(super) pool: &'b mut PoolBuilder<'p>,
    /// The field with the probe's binding.
    pub(super) binding: u16,
    /// Locals of a body that calls handlers.
    pub(super) kept: Option<HandlerLocals>,
    /// The local of the token that this body makes or takes; `null` as long as there is none.
    pub(super) token: Option<u16>,
    pub(super) descriptor: &'b MethodDescriptor<'b>,
    pub(super) adapter: &'b Adapter,
    pub(super) names: &'b Names,
    pub(super) interception: &'b Interception,
    /// What is blanked in any text of the probe.
    pub(super) redacts: Vec<&'b str>,
}

impl<'b> Body<'b, '_> {
    pub(super) fn call(&mut self, call: Call) -> Result<(), GenerateError> {
        self.code
            .invokestatic(self.pool, SHIM, call.name, call.descriptor)
    }

    pub(super) fn load_binding(&mut self) {
        self.code.indexed(op::getstatic, self.binding, 0, 1);
    }

    /// Leaves for `out` unless the binding is there and `test` holds.
    fn guard(&mut self, test: Call, out: Label) -> Result<(), GenerateError> {
        self.load_binding();
        self.code.jump(op::ifnull, out);
        self.load_binding();
        self.call(test)?;
        self.code.jump(op::ifeq, out);
        Ok(())
    }

    /// The parameter slot and kind of a value, `None` where the adapter does not take it.
    pub(super) fn parameter(&self, value: Value) -> Option<(Kind, u16)> {
        let index = self
            .adapter
            .signature
            .values
            .iter()
            .position(|&taken| taken == value)?;
        let slot = self
            .descriptor
            .parameters
            .iter()
            .take(index)
            .map(|(kind, _)| kind.slots())
            .sum();
        Some((self.descriptor.parameters.get(index)?.0, slot))
    }

    /// The arguments that the adapter takes, in their order.
    pub(super) fn arguments(&self) -> Vec<Value> {
        let values = self.adapter.signature.values.iter().copied();
        values
            .filter(|value| matches!(value, Value::Argument(_)))
            .collect()
    }

    /// Pushes a reference value; `null` for what is not there.
    fn load_reference(&mut self, value: Value) {
        match self.parameter(value) {
            Some((Kind::Reference, slot)) => self.code.load(Kind::Reference, slot),
            _ => self.code.plain(op::aconst_null, 0, 1),
        }
    }

    /// Pushes what a path leads to, and says what kind of value that is. `null` for what is not there: the result after an
    /// exception, the exception after a return. `read` calls readers.
    pub(super) fn load_end(&mut self, path: &ValuePath, read: Call) -> Result<Kind, GenerateError> {
        if path.root == Value::Label {
            self.load_binding();
            self.load_reference(Value::This);
            self.call(shim::LABEL_OF)?;
            return Ok(Kind::Reference);
        }
        let Some((index, reading)) = self.reading(path) else {
            let begin = self.parameter(path.root).filter(|_| path.steps.is_empty());
            let Some((kind, slot)) = begin else {
                self.code.plain(op::aconst_null, 0, 1);
                return Ok(Kind::Reference);
            };
            self.code.load(kind, slot);
            return Ok(kind);
        };
        let slot = self.given_slot(index);
        if let Some(reader) = &reading.reader {
            let class = self.names.reader(reader);
            let handles = slot + reading.inside.map_or(0, Kind::slots);
            readers::instance(&mut self.code, self.pool, &class, reader, handles)?;
        }
        match reading.inside {
            Some(kind) => self.code.load(kind, slot),
            None => self.load_reference(path.root),
        }
        if reading.reader.is_some() {
            self.call(read)?;
            return Ok(Kind::Reference);
        }
        Ok(reading.inside.unwrap_or(Kind::Reference))
    }

    /// Pushes an object that a path leads to; `null` for a value of a primitive type, which is none.
    fn load_object(&mut self, path: &ValuePath) -> Result<(), GenerateError> {
        let is_object = match self.reading(path) {
            Some((_, reading)) => reading.is_object(),
            None => self
                .parameter(path.root)
                .is_none_or(|(kind, _)| kind == Kind::Reference),
        };
        if is_object {
            self.load_end(path, shim::READ_OBJECT)?;
        } else {
            self.code.plain(op::aconst_null, 0, 1);
        }
        Ok(())
    }

    /// How the adapter comes by what a path with steps leads to, and the number of that.
    fn reading(&self, path: &ValuePath) -> Option<(usize, &'b Reading)> {
        let paths = &self.adapter.signature.paths;
        let index = paths.iter().position(|known| known == path)?;
        Some((index, self.adapter.readings.get(index)?))
    }

    /// The first slot of what is given for the path of this number: behind the values, and what is given for paths before.
    fn given_slot(&self, index: usize) -> u16 {
        let readings = self.adapter.readings.iter().take(index);
        let given = readings.flat_map(Reading::given).count();
        let before = self.descriptor.parameters.iter();
        let before = before.take(self.adapter.signature.values.len() + given);
        before.map(|(kind, _)| kind.slots()).sum()
    }

    /// Keeps the token that lies on the stack.
    fn store_token(&mut self) {
        match self.token {
            Some(token) => self.code.astore(token),
            None => self.code.plain(op::pop, 1, 0),
        }
    }

    /// Pushes the token; `null` where there is none.
    pub(super) fn load_token(&mut self) {
        match self.token {
            Some(token) => self.code.load(Kind::Reference, token),
            None => self.code.plain(op::aconst_null, 0, 1),
        }
    }

    /// Commits an event of this class that lies on the stack, unless it is null.
    fn commit(&mut self, class: &str) -> Result<(), GenerateError> {
        let nothing = self.code.label();
        let event = self.code.fresh_local(Kind::Reference);
        self.code.astore(event);
        self.code.load(Kind::Reference, event);
        self.code.jump(op::ifnull, nothing);
        self.code.load(Kind::Reference, event);
        let index = self.pool.class(class)?;
        self.code.indexed(op::checkcast, index, 1, 1);
        self.code.invokevirtual(self.pool, class, "commit", "()V")?;
        self.code.bind(nothing);
        Ok(())
    }

    /// Ends the body: returns a token that lies on the stack, or nothing; and what happens at `out` and on failure.
    fn finish(&mut self, out: Label) -> Result<(), GenerateError> {
        let gives_token = self.adapter.signature.gives_token;
        let nothing = |code: &mut Assembler| {
            if gives_token {
                code.plain(op::aconst_null, 0, 1);
                code.plain(op::areturn, 1, 0);
            } else {
                code.plain(op::return_, 0, 0);
            }
        };
        if gives_token {
            self.code.plain(op::areturn, 1, 0);
        }
        self.code.bind(out);
        nothing(&mut self.code);
        if let Some(kept) = self.kept {
            self.code.catch_all_here();
            recover(self, kept)?;
            nothing(&mut self.code);
        } else if self.token.is_some() && self.may_lose_token() {
            // It catches what the runtime throws: a second handler here would cost C1 registers in each method that calls the adapter.
            self.code.catch_all_here();
            self.code.plain(op::pop, 1, 0);
            self.load_token();
            let probes = self.names.probes();
            self.code
                .invokestatic(self.pool, &probes, LOST, shim::LOST.descriptor)?;
            nothing(&mut self.code);
            return Ok(());
        }
        self.code.catch_all_here();
        self.code.plain(op::pop, 1, 0);
        nothing(&mut self.code);
        Ok(())
    }

    /// True when the interception acts in this role, by the point it is declared for.
    fn acts(&self) -> bool {
        self.adapter.role.reaches(self.interception.on)
    }

    /// True where something may fail between the push of the token and its end: where it is pushed, and where texts and objects
    /// are made. The plain end of a call has no handler of its own: C1 inlines the body, and has no registers left for one in a method
    /// with a hundred woven calls; for the same reason there is none where calls are woven.
    fn may_lose_token(&self) -> bool {
        let may_fail =
            self.adapter.signature.gives_token || self.acts() || self.additional().next().is_some();
        self.interception.at == At::Method && may_fail
    }

    /// The additional interceptions that act in this role.
    fn additional(&self) -> impl Iterator<Item = &'b Additional> + use<'b> {
        let role = self.adapter.role;
        let all = self.interception.additional.iter();
        all.filter(move |additional| role.reaches(additional.on))
    }

    fn id(&self) -> i32 {
        i32::try_from(self.interception.id).unwrap_or(i32::MAX)
    }
}

/// The body of an adapter of a payload interception.
pub(super) fn payload(body: &mut Body<'_, '_>, action: &Payload) -> Result<(), GenerateError> {
    let out = body.code.label();
    match body.adapter.role {
        Role::Enter | Role::EnterConstructor => {
            body.guard(shim::RECORDING, out)?;
            body.load_binding();
            let (id, flags) = (body.id(), payload_flags(body, action));
            body.code.int(body.pool, id)?;
            body.code.int(body.pool, flags.into())?;
            body.load_reference(Value::Class);
            body.load_reference(Value::Method);
            body.call(shim::ENTER)?;
            body.store_token();
            if body.acts() || body.additional().next().is_some() {
                body.load_token();
                body.code.jump(op::ifnull, out);
            }
            if body.acts() {
                describe(body, action)?;
            }
            additional(body)?;
            body.load_token();
        }
        Role::Constructed | Role::Exit | Role::Fail => {
            body.load_token();
            body.code.jump(op::ifnull, out);
            if body.acts() {
                describe(body, action)?;
            }
            additional(body)?;
            if body.adapter.role == Role::Constructed {
                body.load_token();
                body.call(shim::CONSTRUCTED)?;
            } else {
                record(body, action)?;
            }
        }
    }
    body.finish(out)
}

/// Ends the call, and commits its events: an event has the method that commits it on top of its stack trace. It has no handler of its own:
/// C1 inlines the body, and has no registers left for one in a method with a hundred woven calls.
fn record(body: &mut Body<'_, '_>, action: &Payload) -> Result<(), GenerateError> {
    body.load_token();
    if body.adapter.role == Role::Exit {
        body.call(shim::RETURNED)?;
    } else {
        body.load_reference(Value::Exception);
        body.call(shim::THROWN)?;
    }
    if !body.interception.makes_payloads() {
        return body.commit(shim::SPLIT_EVENT);
    }
    body.commit(shim::PAYLOAD_EVENT)?;
    if action.split.is_some() {
        body.load_token();
        body.load_reference(Value::Exception);
        body.call(shim::SPLIT)?;
        body.commit(shim::SPLIT_EVENT)?;
    }
    Ok(())
}

/// Gives the payload its name, type and control object.
fn describe(body: &mut Body<'_, '_>, action: &Payload) -> Result<(), GenerateError> {
    if let Some(handler) = &action.handler {
        return handle(body, handler, Answer::Payload);
    }
    body.load_token();
    let named = match &action.text {
        Some(text) => {
            body.text(text)?;
            shim::NAME
        }
        None => shim::DEFERRED,
    };
    body.code.string(body.pool, action.type_name.as_deref())?;
    body.call(named)?;
    if let Some(object) = &action.control_object {
        body.load_token();
        body.load_object(object)?;
        body.call(shim::CONTROL_OBJECT)?;
    }
    Ok(())
}

/// What the additional interceptions do in this role.
fn additional(body: &mut Body<'_, '_>) -> Result<(), GenerateError> {
    for additional in body.additional() {
        if let (Some(name), true) = (&additional.name, body.token.is_some()) {
            body.load_token();
            body.text(name)?;
            body.call(shim::RENAME)?;
        }
        if let (Some(state), true) = (additional.effects.thread_state, body.token.is_some()) {
            body.load_token();
            body.code.int(body.pool, number(state).into())?;
            body.call(shim::STATE_UNTIL_END)?;
        }
        act(body, &additional.effects)?;
    }
    Ok(())
}

fn payload_flags(body: &Body<'_, '_>, action: &Payload) -> u16 {
    let on = match body.interception.on {
        Point::Enter => 0,
        Point::Exit => flag::NAME_AT_END | flag::ON_EXIT,
        Point::Return => flag::NAME_AT_END | flag::ON_RETURN,
        Point::Exception => flag::NAME_AT_END | flag::ON_EXCEPTION,
    };
    let when = |set: bool, flag: u16| if set { flag } else { 0 };
    let split = match action.split {
        None => 0,
        Some(Split { payloads: false }) => flag::SPLIT,
        Some(Split { payloads: true }) => flag::SPLIT | flag::PAYLOADS,
    };
    on | split
        | when(body.interception.reentrant, flag::REENTRANT)
        | when(action.exception_payloads, flag::EXCEPTION_PAYLOADS)
        | when(action.own_event, flag::OWN_EVENT)
        | when(action.outermost, flag::OUTERMOST)
        | when(
            body.adapter.role == Role::EnterConstructor,
            flag::CONSTRUCTOR,
        )
        | when(body.interception.is_sampled(), flag::SAMPLED)
        | when(body.interception.at == At::Call, flag::CALL_SITE)
}

/// The number of a thread state.
fn number(state: ThreadState) -> u16 {
    match state {
        ThreadState::Runnable => state::RUNNABLE,
        ThreadState::Waiting => state::WAITING,
        ThreadState::Blocked => state::BLOCKED,
        ThreadState::NetIo => state::NETIO,
    }
}

/// The body of an adapter of a plain interception.
pub(super) fn plain(body: &mut Body<'_, '_>, action: &Plain) -> Result<(), GenerateError> {
    let out = body.code.label();
    let gives_token = body.adapter.signature.gives_token;
    let takes_token = body.adapter.signature.takes_token;
    if takes_token {
        body.load_token();
        body.code.jump(op::ifnull, out);
    } else {
        body.guard(shim::ACTIVE, out)?;
    }
    if gives_token {
        body.load_binding();
        if let Some(state) = action.thread_state {
            body.code.int(body.pool, number(state).into())?;
            body.call(shim::ENTER_STATE)?;
        } else {
            let id = body.id();
            body.code.int(body.pool, id)?;
            if body.kept.is_some() {
                let reentrant = body.interception.reentrant;
                let flags = if reentrant { flag::REENTRANT } else { 0 };
                body.code.int(body.pool, flags.into())?;
                body.call(shim::PLAIN_HANDLER)?;
            } else {
                body.call(shim::PLAIN)?;
            }
        }
        body.store_token();
        if action.thread_state.is_none() {
            body.load_token();
            body.code.jump(op::ifnull, out);
        }
    }
    if body.acts() {
        act(body, action)?;
    }
    additional(body)?;
    if takes_token {
        body.load_token();
        body.call(if action.thread_state.is_some() {
            shim::EXIT_STATE
        } else {
            shim::LEAVE
        })?;
    }
    if gives_token {
        body.load_token();
    }
    body.finish(out)
}

fn act(body: &mut Body<'_, '_>, action: &Plain) -> Result<(), GenerateError> {
    if let Some(handler) = &action.handler {
        let answer = if body.token.is_some() && handler.answers() {
            Answer::Name
        } else {
            Answer::Nothing
        };
        handle(body, handler, answer)?;
    }
    if let Some((object, name)) = &action.open {
        body.load_binding();
        body.load_object(object)?;
        body.object_name(name)?;
        body.call(shim::OPEN_CONTROL_OBJECT)?;
    }
    if let Some((object, text)) = &action.label {
        body.load_binding();
        body.load_object(object)?;
        body.text(text)?;
        body.call(shim::LABEL)?;
    }
    if let Some(object) = &action.close {
        body.load_binding();
        body.load_object(object)?;
        body.call(shim::CLOSE_CONTROL_OBJECT)?;
    }
    for (wanted, call) in [
        (action.restart_timing, shim::RESTART_TIMING),
        (
            action.restart_timing_and_location,
            shim::RESTART_TIMING_AND_LOCATION,
        ),
    ] {
        if wanted {
            body.load_binding();
            body.call(call)?;
        }
    }
    Ok(())
}

//! Interceptions: which methods are woven, and what is done in them.

use super::condition::{ClassCondition, MethodCondition};
use super::handler::Handler;
use super::origin::Origin;
use super::path::ValuePath;
use super::template::Template;
use super::value::Value;

/// A point of a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Point {
    /// Before its first instruction.
    Enter,
    /// However it ends.
    Exit,
    /// When it returns.
    Return,
    /// When an exception leaves it.
    Exception,
}

impl Point {
    /// What to do where `exception-payloads` has no effect: a payload that is named here is recorded when the method throws, or
    /// is not, whatever is `wanted`.
    pub fn vain_exception_payloads(self, wanted: bool) -> Option<&'static str> {
        match (self, wanted) {
            (Self::Return, true) => Some(
                "a payload that is named at the return is not there when the method throws: name it at the exit",
            ),
            (Self::Exit | Self::Exception, false) => Some(
                "leave it out: a payload that is named there is recorded when the method throws in any case",
            ),
            _ => None,
        }
    }
}

/// Where an interception is woven.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum At {
    /// Into the method.
    #[default]
    Method,
    /// Around the calls of the method, in those who call it.
    Call,
}

/// What is done at a point of the methods that a spec matches.
#[derive(Debug, Clone)]
pub struct Interception {
    /// Unique in the rule set, in the order of the files.
    pub id: u32,
    /// In the method, or where it is called.
    pub at: At,
    /// The point.
    pub on: Point,
    /// Acts in recursive calls too.
    pub reentrant: bool,
    /// The methods.
    pub method: MethodSpec,
    /// What is done.
    pub action: Action,
    /// What is done besides, at further points of the same calls, in order.
    pub additional: Vec<Additional>,
    /// Where it stands.
    pub origin: Origin,
}

impl Interception {
    /// Its texts, those of additional interceptions included.
    pub(super) fn texts(&self) -> impl Iterator<Item = &Template> {
        let own = match &self.action {
            Action::Payload(payload) => payload.text.as_ref(),
            Action::Plain(_) => None,
        };
        let plain = match &self.action {
            Action::Payload(_) => None,
            Action::Plain(plain) => Some(plain),
        };
        let additional = self.additional.iter();
        own.into_iter()
            .chain(plain.into_iter().flat_map(Plain::texts))
            .chain(additional.flat_map(|one| one.name.iter().chain(one.effects.texts())))
    }

    /// A call makes a payload, unless it is inside of another one.
    pub fn makes_payloads(&self) -> bool {
        match &self.action {
            Action::Payload(payload) => payload.split.is_none_or(|split| split.payloads),
            Action::Plain(_) => false,
        }
    }

    /// A split that does more than to be recorded: it is called as well while the recorder takes samples of the processor's time or of
    /// allocations. One that is only recorded would make its text for nothing.
    pub fn is_sampled(&self) -> bool {
        match &self.action {
            Action::Payload(payload) => {
                let does_more = payload.handler.is_some()
                    || payload.control_object.is_some()
                    || !self.additional.is_empty();
                payload.split.is_some() && does_more
            }
            Action::Plain(_) => false,
        }
    }

    /// A method of a probe class is called, by itself or by an additional interception.
    pub fn calls_handlers(&self) -> bool {
        self.handlers().next().is_some()
    }

    /// The methods of a probe class that are called: its own, and those of its additional interceptions.
    pub fn handlers(&self) -> impl Iterator<Item = &Handler> {
        let own = match &self.action {
            Action::Payload(payload) => &payload.handler,
            Action::Plain(plain) => &plain.handler,
        };
        let additional = self.additional.iter();
        own.iter()
            .chain(additional.filter_map(|one| one.effects.handler.as_ref()))
    }

    /// A text or an object of it, or of an additional interception, is reached by a path.
    pub fn reads_paths(&self) -> bool {
        let mut reads = false;
        self.each_path(&mut |path| reads |= path.has_steps());
        reads
    }

    /// Every value in its texts and every object that it names, those of additional interceptions included.
    pub fn each_path(&self, see: &mut impl FnMut(&ValuePath)) {
        match &self.action {
            Action::Payload(payload) => {
                payload.text.iter().for_each(|text| text.each_path(see));
                payload.control_object.iter().for_each(&mut *see);
            }
            Action::Plain(plain) => plain.each_path(see),
        }
        for additional in &self.additional {
            additional.name.iter().for_each(|name| name.each_path(see));
            additional.effects.each_path(see);
        }
    }

    /// One of its texts shows all arguments.
    pub fn shows_arguments(&self) -> bool {
        let mut shows = false;
        self.each_path(&mut |path| shows |= path.root == Value::Arguments);
        shows
    }

    /// It gives an object a label, itself or by an additional interception.
    pub fn gives_label(&self) -> bool {
        let own = matches!(&self.action, Action::Plain(plain) if plain.label.is_some());
        own || self
            .additional
            .iter()
            .any(|one| one.effects.label.is_some())
    }

    /// It sets a thread state, itself or by an additional interception.
    pub fn sets_thread_state(&self) -> bool {
        let own = matches!(&self.action, Action::Plain(plain) if plain.thread_state.is_some());
        own || self
            .additional
            .iter()
            .any(|additional| additional.effects.thread_state.is_some())
    }
}

/// What is done at a further point of the calls of an interception.
#[derive(Debug, Clone)]
pub struct Additional {
    /// The point.
    pub on: Point,
    /// Names the payload of the interception that it belongs to.
    pub name: Option<Template>,
    /// What else it does.
    pub effects: Plain,
}

/// What an interception does.
#[derive(Debug, Clone)]
pub enum Action {
    /// It records a payload, a split, or both.
    Payload(Payload),
    /// It does something else.
    Plain(Plain),
}

/// A payload.
#[derive(Debug, Clone)]
pub struct Payload {
    /// Its name; `None` where an additional interception gives it.
    pub text: Option<Template>,
    /// Gives the name, and all else that is said of it, in place of the text.
    pub handler: Option<Handler>,
    /// One of the probe's types.
    pub type_name: Option<String>,
    /// The object it belongs to.
    pub control_object: Option<ValuePath>,
    /// Recorded too when the method throws.
    pub exception_payloads: bool,
    /// An event for each call (allow rules).
    pub own_event: bool,
    /// Ignored while a payload of the probe is open in the thread.
    pub outermost: bool,
    /// Each call is a split.
    pub split: Option<Split>,
}

/// A split of the tree of calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Split {
    /// The outermost one makes a payload besides.
    pub payloads: bool,
}

/// What a plain interception does.
#[derive(Debug, Clone, Default)]
pub struct Plain {
    /// Opens a control object, with its name.
    pub open: Option<(ValuePath, Template)>,
    /// Gives an object a label.
    pub label: Option<(ValuePath, Template)>,
    /// Closes a control object.
    pub close: Option<ValuePath>,
    /// The state of the thread until the method ends.
    pub thread_state: Option<ThreadState>,
    /// The clock of the current payload starts again.
    pub restart_timing: bool,
    /// And its place is that of the latest payload interception.
    pub restart_timing_and_location: bool,
    /// Is called. In an additional interception what it answers is the name.
    pub handler: Option<Handler>,
}

impl Plain {
    fn texts(&self) -> impl Iterator<Item = &Template> {
        self.open.iter().chain(&self.label).map(|(_, text)| text)
    }

    fn each_path(&self, see: &mut impl FnMut(&ValuePath)) {
        for (object, name) in self.open.iter().chain(&self.label) {
            see(object);
            name.each_path(see);
        }
        self.close.iter().for_each(see);
    }
}

/// The state that a thread is said to be in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThreadState {
    /// Running.
    Runnable,
    /// Waiting for something to be done.
    Waiting,
    /// Kept out by another thread.
    Blocked,
    /// Waiting for the network.
    NetIo,
}

/// Which methods an interception is for.
#[derive(Debug, Clone, Default)]
pub struct MethodSpec {
    /// The class component.
    pub class: ClassCondition,
    /// The method component.
    pub method: MethodCondition,
}

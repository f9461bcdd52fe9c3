//! The calls that woven code makes: which points an interception needs, which values each takes, what it is called.
//!
//! An adapter is a static method of a generated class, one class per interception. It is shared by all woven methods
//! whose values have the same erased types, and takes no value that it does not use.

use std::borrow::Cow;

use crate::digest;
use crate::model::{Action, Handler, Interception, Part, Plain, Point, Template, Value, ValuePath};
use crate::names::{Kind, MethodDescriptor};
use crate::refusal::Refusal;

use super::reading::Reading;

/// Where in a method an adapter is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// At the start of a method.
    Enter,
    /// At the start of a constructor, where there is no `this` yet.
    EnterConstructor,
    /// Behind `super()` or `this()`.
    Constructed,
    /// Before a return.
    Exit,
    /// In the catch-all handler.
    Fail,
}

impl Role {
    /// True when what is declared for `on` is done in this role.
    pub fn reaches(self, on: Point) -> bool {
        match self {
            Self::Enter | Self::EnterConstructor => on == Point::Enter,
            Self::Constructed => false,
            Self::Exit => matches!(on, Point::Exit | Point::Return),
            Self::Fail => matches!(on, Point::Exit | Point::Exception),
        }
    }

    /// The name of adapters in this role.
    pub fn method_name(self) -> &'static str {
        match self {
            Self::Enter => "enter",
            Self::EnterConstructor => "enterConstructor",
            Self::Constructed => "constructed",
            Self::Exit => "exit",
            Self::Fail => "fail",
        }
    }
}

/// Internal name of the generated class that holds the adapters of an interception.
pub trait AdapterNames {
    /// The class of `interception`.
    fn class_of(&self, interception: &Interception) -> String;
}

/// One adapter method. Two woven methods that need equal ones share it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Adapter {
    /// [`Interception::id`].
    pub interception: u32,
    /// Where it is called.
    pub role: Role,
    /// Its erased descriptor.
    pub descriptor: String,
    /// How it comes by what its paths lead to, in the order of [`Signature::paths`].
    pub readings: Vec<Reading>,
    /// What it takes and gives. Adapters that differ in nothing else have the same one.
    pub signature: Signature,
}

impl Adapter {
    /// The name of its method: adapters of one role that read otherwise have another.
    pub fn method_name(&self) -> Cow<'static, str> {
        method_name(self.role, &self.readings)
    }
}

/// The name of an adapter's method.
pub(super) fn method_name(role: Role, readings: &[Reading]) -> Cow<'static, str> {
    let name = role.method_name();
    if readings.is_empty() {
        return name.into();
    }
    let text: String = readings.iter().map(Reading::to_string).collect();
    let hash = digest::sha256(text.as_bytes());
    format!("{name}${}", hash.get(..12).unwrap_or_default()).into()
}

/// The values that an adapter takes, in the order of its parameters; the token comes last.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Signature {
    /// The values, [`Value::Return`] and [`Value::Exception`] first, since they lie on the stack already.
    pub values: Vec<Value>,
    /// The paths whose ends are wanted; their beginnings are among the values.
    pub paths: Vec<ValuePath>,
    /// Takes the token that `enter` gave.
    pub takes_token: bool,
    /// Gives a token.
    pub gives_token: bool,
}

impl Signature {
    /// That of [`Role::Constructed`], in every constructor.
    pub(super) const CONSTRUCTED: Self = Self {
        values: Vec::new(),
        paths: Vec::new(),
        takes_token: true,
        gives_token: false,
    };

    /// True when its descriptor is the same for all methods.
    pub(super) fn is_fixed(&self) -> bool {
        let varies = |value: &Value| {
            matches!(
                value,
                Value::Argument(_) | Value::OptionalArgument(_) | Value::Return
            )
        };
        self.paths.is_empty() && !self.values.iter().any(varies)
    }

    /// Writes the erased descriptor for a method with this descriptor, in which its paths are read like this, to `text`; the
    /// slots of its parameters.
    ///
    /// # Errors
    /// [`Refusal::NoArgument`], [`Refusal::TooManyArguments`].
    pub(super) fn describe(
        &self,
        method: &MethodDescriptor<'_>,
        readings: &[Reading],
        text: &mut String,
    ) -> Result<u16, Refusal> {
        text.push('(');
        let mut slots = u32::from(self.takes_token);
        for &value in &self.values {
            let kind = kind_of(value, method)?;
            slots += u32::from(kind.slots());
            text.push_str(match value {
                Value::Class | Value::Method => "Ljava/lang/String;",
                Value::Exception => "Ljava/lang/Throwable;",
                _ => kind.erased(),
            });
        }
        for kind in readings.iter().flat_map(Reading::given) {
            slots += u32::from(kind.slots());
            text.push_str(kind.erased());
        }
        let slots = u8::try_from(slots).map_err(|_| Refusal::TooManyArguments(slots))?;
        if self.takes_token {
            text.push_str(OBJECT);
        }
        text.push(')');
        text.push_str(if self.gives_token { OBJECT } else { "V" });
        Ok(slots.into())
    }
}

const OBJECT: &str = "Ljava/lang/Object;";

/// How a value moves. The result of a `void` method is `null`.
///
/// # Errors
/// [`Refusal::NoArgument`].
pub(super) fn kind_of(value: Value, method: &MethodDescriptor<'_>) -> Result<Kind, Refusal> {
    Ok(match value {
        Value::Argument(index) => {
            method
                .parameters
                .get(usize::from(index))
                .ok_or(Refusal::NoArgument(index))?
                .0
        }
        Value::OptionalArgument(index) => {
            let parameter = method.parameters.get(usize::from(index));
            parameter.map_or(Kind::Reference, |(kind, _)| *kind)
        }
        Value::Return => method.returns.map_or(Kind::Reference, |(kind, _)| kind),
        Value::This
        | Value::Exception
        | Value::Class
        | Value::Method
        | Value::Label
        | Value::Arguments => Kind::Reference,
    })
}

/// The points at which an interception acts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Points {
    /// At the start.
    pub enter: Option<Signature>,
    /// Behind `super()`, taking the token alone.
    pub constructed: bool,
    /// Before each return.
    pub exit: Option<Signature>,
    /// When an exception leaves the method.
    pub fail: Option<Signature>,
}

impl Points {
    /// What `interception` needs in a method with so many arguments, or in a constructor.
    pub fn of(interception: &Interception, is_constructor: bool, arguments: u8) -> Self {
        let enter = values(interception, Role::Enter, arguments);
        let exit = values(interception, Role::Exit, arguments);
        let fail = values(interception, Role::Fail, arguments);
        match &interception.action {
            Action::Payload(_) => {
                let site = [Value::Class, Value::Method];
                let enter = enter.unwrap_or_default().and(&site);
                let exit = exit.unwrap_or_default();
                let fail = fail.unwrap_or_default().and(&[Value::Exception]);
                Self {
                    enter: Some(signature(enter, false, true)),
                    constructed: is_constructor,
                    exit: Some(signature(exit, true, false)),
                    fail: Some(signature(fail, true, false)),
                }
            }
            Action::Plain(plain) => {
                // The recursion of a constructor through `super()` cannot be undone when that throws.
                let is_counted = !interception.reentrant || has_further_handlers(interception);
                let token = plain.thread_state.is_some() || is_counted && !is_constructor;
                let none = || token.then(Taken::default);
                Self {
                    enter: enter
                        .or_else(none)
                        .map(|taken| signature(taken, false, token)),
                    constructed: false,
                    exit: exit
                        .or_else(none)
                        .map(|taken| signature(taken, token, false)),
                    fail: fail
                        .or_else(none)
                        .map(|taken| signature(taken, token, false)),
                }
            }
        }
    }
}

/// What an interception takes.
#[derive(Default)]
struct Taken {
    values: Vec<Value>,
    paths: Vec<ValuePath>,
    /// How many the method has.
    arguments: u8,
}

impl Taken {
    fn and(mut self, values: &[Value]) -> Self {
        self.values.extend(values);
        self
    }

    fn path(&mut self, path: &ValuePath) {
        match path.root {
            Value::Label => self.values.push(Value::This),
            Value::Arguments => self.values.extend((0..self.arguments).map(Value::Argument)),
            root => self.values.push(root),
        }
        if !path.steps.is_empty() && !self.paths.contains(path) {
            self.paths.push(path.clone());
        }
    }

    fn template(&mut self, template: &Template) {
        for part in &template.parts {
            if let Part::Value(path) = part {
                self.path(path);
            }
        }
    }

    fn handler(&mut self, handler: &Handler) {
        self.values.extend(handler.values());
    }

    fn effects(&mut self, plain: &Plain) {
        for (object, name) in plain.open.iter().chain(&plain.label) {
            self.template(name);
            self.path(object);
        }
        plain.close.iter().for_each(|object| self.path(object));
        plain
            .handler
            .iter()
            .for_each(|handler| self.handler(handler));
    }
}

/// What an interception and its additional ones take in a role; `None` when none of them acts there.
fn values(interception: &Interception, role: Role, arguments: u8) -> Option<Taken> {
    let mut taken = Taken {
        arguments,
        ..Taken::default()
    };
    let mut acts = role.reaches(interception.on);
    if acts {
        match &interception.action {
            Action::Payload(payload) => {
                payload.text.iter().for_each(|text| taken.template(text));
                let object = payload.control_object.iter();
                object.for_each(|object| taken.path(object));
                let handler = payload.handler.iter();
                handler.for_each(|handler| taken.handler(handler));
            }
            Action::Plain(plain) => taken.effects(plain),
        }
    }
    for additional in &interception.additional {
        if role.reaches(additional.on) {
            acts = true;
            additional.name.iter().for_each(|name| taken.template(name));
            taken.effects(&additional.effects);
        }
    }
    let not_there = match role {
        Role::Exit => Value::Exception,
        _ => Value::Return,
    };
    taken.values.retain(|&value| value != not_there);
    taken.paths.retain(|path| path.root != not_there);
    acts.then_some(taken)
}

/// An additional interception calls a handler only where the main one has called its own: the token says it.
fn has_further_handlers(interception: &Interception) -> bool {
    let mut additional = interception.additional.iter();
    additional.any(|additional| additional.effects.handler.is_some())
}

fn signature(taken: Taken, takes_token: bool, gives_token: bool) -> Signature {
    let Taken {
        mut values, paths, ..
    } = taken;
    values.sort_unstable_by_key(|&value| order(value));
    values.dedup();
    Signature {
        values,
        paths,
        takes_token,
        gives_token,
    }
}

/// What lies on the stack at the point comes first.
fn order(value: Value) -> (u8, u8) {
    match value {
        Value::Return | Value::Exception => (0, 0),
        Value::Argument(index) | Value::OptionalArgument(index) => (1, index),
        Value::Arguments => (1, u8::MAX),
        Value::This | Value::Label => (2, 0),
        Value::Class => (3, 0),
        Value::Method => (4, 0),
    }
}

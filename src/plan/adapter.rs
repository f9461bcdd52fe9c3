//! The calls that woven code makes: which points an interception needs, which values each takes, what it is called.
//!
//! An adapter is a static method of a generated class, one class per interception. It is shared by all woven methods
//! whose values have the same erased types, and takes no value that it does not use.

use crate::classfile::{Kind, MethodDescriptor};
use crate::rules::{Action, Handler, Interception, Part, Plain, Point, Template, Value};

use crate::refusal::Refusal;

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

/// One adapter method. Two woven methods that need equal ones share it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Adapter {
    /// [`Interception::id`].
    pub interception: u32,
    /// Where it is called.
    pub role: Role,
    /// Its erased descriptor.
    pub descriptor: String,
}

/// The values that an adapter takes, in the order of its parameters; the token comes last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// The values, [`Value::Return`] and [`Value::Exception`] first, since they lie on the stack already.
    pub values: Vec<Value>,
    /// Takes the token that `enter` gave.
    pub takes_token: bool,
    /// Gives a token.
    pub gives_token: bool,
}

impl Signature {
    /// True when its descriptor is the same for all methods.
    pub(super) fn is_fixed(&self) -> bool {
        let varies = |value: &Value| matches!(value, Value::Argument(_) | Value::Return);
        !self.values.iter().any(varies)
    }

    /// Writes the erased descriptor for a method with this descriptor to `text`; the slots of its parameters.
    ///
    /// # Errors
    /// [`Refusal::NoArgument`], [`Refusal::TooManyArguments`].
    pub(super) fn describe(
        &self,
        method: &MethodDescriptor<'_>,
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
        Value::Return => method.returns.map_or(Kind::Reference, |(kind, _)| kind),
        Value::This | Value::Exception | Value::Class | Value::Method => Kind::Reference,
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
    /// What `interception` needs in a method, or in a constructor.
    pub fn of(interception: &Interception, is_constructor: bool) -> Self {
        let enter = values(interception, Role::Enter);
        let exit = values(interception, Role::Exit);
        let fail = values(interception, Role::Fail);
        match &interception.action {
            Action::Payload(_) => {
                let site = [Value::Class, Value::Method];
                let enter = join(enter.unwrap_or_default(), &site);
                let exit = exit.unwrap_or_default();
                let fail = join(fail.unwrap_or_default(), &[Value::Exception]);
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
                let none = || token.then(Vec::new);
                Self {
                    enter: enter
                        .or_else(none)
                        .map(|values| signature(values, false, token)),
                    constructed: false,
                    exit: exit
                        .or_else(none)
                        .map(|values| signature(values, token, false)),
                    fail: fail
                        .or_else(none)
                        .map(|values| signature(values, token, false)),
                }
            }
        }
    }
}

/// The values that an interception and its additional ones take in a role; `None` when none of them acts there.
fn values(interception: &Interception, role: Role) -> Option<Vec<Value>> {
    let mut values = Vec::new();
    let mut acts = role.reaches(interception.on);
    if acts {
        match &interception.action {
            Action::Payload(payload) => {
                values.extend(payload.text.iter().flat_map(template_values));
                values.extend(payload.control_object);
                values.extend(payload.handler.iter().flat_map(Handler::values));
            }
            Action::Plain(plain) => effect_values(plain, &mut values),
        }
    }
    for additional in &interception.additional {
        if role.reaches(additional.on) {
            acts = true;
            values.extend(additional.name.iter().flat_map(template_values));
            effect_values(&additional.effects, &mut values);
        }
    }
    let not_there = match role {
        Role::Exit => Value::Exception,
        _ => Value::Return,
    };
    values.retain(|&value| value != not_there);
    acts.then_some(values)
}

fn effect_values(plain: &Plain, values: &mut Vec<Value>) {
    if let Some((object, name)) = &plain.open {
        values.extend(template_values(name));
        values.push(*object);
    }
    values.extend(plain.close);
    values.extend(plain.handler.iter().flat_map(Handler::values));
}

/// An additional interception calls a handler only where the main one has called its own: the token says it.
fn has_further_handlers(interception: &Interception) -> bool {
    let mut additional = interception.additional.iter();
    additional.any(|additional| additional.effects.handler.is_some())
}

fn signature(mut values: Vec<Value>, takes_token: bool, gives_token: bool) -> Signature {
    values.sort_unstable_by_key(|&value| order(value));
    values.dedup();
    Signature {
        values,
        takes_token,
        gives_token,
    }
}

/// What lies on the stack at the point comes first.
fn order(value: Value) -> (u8, u8) {
    match value {
        Value::Return | Value::Exception => (0, 0),
        Value::Argument(index) => (1, index),
        Value::This => (2, 0),
        Value::Class => (3, 0),
        Value::Method => (4, 0),
    }
}

fn join(mut values: Vec<Value>, more: &[Value]) -> Vec<Value> {
    values.extend(more);
    values
}

fn template_values(template: &Template) -> impl Iterator<Item = Value> {
    template.parts.iter().filter_map(|part| match part {
        Part::Value(value) => Some(*value),
        Part::Literal(_) => None,
    })
}

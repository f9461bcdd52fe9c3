//! The calls that woven code makes: which points an interception needs, which values each takes, what it is called.
//!
//! An adapter is a static method of a generated class, one class per interception. It is shared by all woven methods
//! whose values have the same erased types, and takes no value that it does not use.

use crate::classfile::{Kind, MethodDescriptor};
use crate::rules::{Action, Interception, Part, Point, Template, Value};

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
        match &interception.action {
            Action::Payload(payload) => {
                let values: Vec<Value> = template_values(&payload.text)
                    .chain(payload.control_object)
                    .collect();
                Self::payload(interception.on, values, is_constructor)
            }
            Action::Plain(plain) => {
                let open = plain
                    .open
                    .iter()
                    .flat_map(|(object, name)| template_values(name).chain([*object]));
                let values: Vec<Value> = open.chain(plain.close).collect();
                // The recursion of a constructor through `super()` cannot be undone when that throws.
                let token =
                    plain.thread_state.is_some() || (!interception.reentrant && !is_constructor);
                Self::plain(interception.on, &values, token)
            }
        }
    }

    fn payload(on: Point, values: Vec<Value>, is_constructor: bool) -> Self {
        let site = vec![Value::Class, Value::Method];
        let (enter, exit, fail) = match on {
            Point::Enter => (join(values, &site), vec![], vec![]),
            Point::Exit => (
                site,
                without(&values, Value::Exception),
                without(&values, Value::Return),
            ),
            Point::Return => (site, values, vec![]),
            Point::Exception => (site, vec![], values),
        };
        Self {
            enter: Some(signature(enter, false, true)),
            constructed: is_constructor,
            exit: Some(signature(exit, true, false)),
            fail: Some(signature(join(fail, &[Value::Exception]), true, false)),
        }
    }

    fn plain(on: Point, values: &[Value], token: bool) -> Self {
        let at = |points: &[Point], values: Vec<Value>| {
            let acts = points.contains(&on);
            (acts || token).then(|| signature(if acts { values } else { vec![] }, token, false))
        };
        let enter = (on == Point::Enter || token).then(|| {
            signature(
                if on == Point::Enter {
                    values.to_vec()
                } else {
                    vec![]
                },
                false,
                token,
            )
        });
        let exit = at(
            &[Point::Exit, Point::Return],
            without(values, Value::Exception),
        );
        let fail = at(
            &[Point::Exit, Point::Exception],
            without(values, Value::Return),
        );
        Self {
            enter,
            constructed: false,
            exit,
            fail,
        }
    }
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

fn without(values: &[Value], left_out: Value) -> Vec<Value> {
    values
        .iter()
        .copied()
        .filter(|&value| value != left_out)
        .collect()
}

fn template_values(template: &Template) -> impl Iterator<Item = Value> {
    template.parts.iter().filter_map(|part| match part {
        Part::Value(value) => Some(*value),
        Part::Literal(_) => None,
    })
}

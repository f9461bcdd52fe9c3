//! What interceptions of a probe class call: its methods.

use crate::names::returns_void;

use super::value::Value;

/// A public static method of a probe class, which the woven code calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handler {
    /// Internal name of the class.
    pub class: String,
    /// Name of the method.
    pub method: String,
    /// Its descriptor.
    pub descriptor: String,
    /// What it is given, by parameter.
    pub parameters: Vec<Injected>,
}

/// What a parameter of a handler is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Injected {
    /// A value of the call; [`Value::Class`] as the class itself.
    Value(Value),
    /// What speaks to the runtime.
    Context,
}

impl Handler {
    /// The values that it is given.
    pub fn values(&self) -> impl Iterator<Item = Value> {
        self.parameters.iter().filter_map(|given| match given {
            Injected::Value(value) => Some(*value),
            Injected::Context => None,
        })
    }

    /// True when it returns something.
    pub fn answers(&self) -> bool {
        !returns_void(&self.descriptor)
    }
}

/// What a probe has because it is a class.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProbeClass {
    /// Binary name of the enum of its payload types.
    pub types: Option<String>,
    /// They have colours.
    pub colors: bool,
    /// It enters thread states.
    pub thread_states: bool,
}

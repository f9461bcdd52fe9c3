//! What `${…}` stands for.

use std::fmt;

/// A value of the woven call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// `${0}`: an argument by its index; `long` and `double` count once.
    Argument(u8),
    /// `${0}` in an allow rule, which selects many methods: empty in a method that does not have the argument.
    OptionalArgument(u8),
    /// `${args}`: all arguments, with `, ` between them. Only in templates.
    Arguments,
    /// `${this}`.
    This,
    /// `${return}`.
    Return,
    /// `${exception}`.
    Exception,
    /// `${class}`: the binary name.
    Class,
    /// `${method}`.
    Method,
    /// `${label}`: the label of `this`.
    Label,
}

impl fmt::Display for Value {
    /// As it stands in `${…}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Argument(index) | Self::OptionalArgument(index) => write!(f, "{index}"),
            Self::Arguments => f.write_str("args"),
            Self::This => f.write_str("this"),
            Self::Return => f.write_str("return"),
            Self::Exception => f.write_str("exception"),
            Self::Class => f.write_str("class"),
            Self::Method => f.write_str("method"),
            Self::Label => f.write_str("label"),
        }
    }
}

//! Every reason why a matched method is left alone.

use std::fmt;

use crate::classfile::{ClassError, PoolError};
use crate::names::BadDescriptor;

/// Why a method that a rule matches is not woven. The manifest and the summary show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// `abstract`: there is no code.
    Abstract,
    /// `native`: there is no code.
    Native,
    /// Its class belongs to the launcher of an application, which has another class loader than the application.
    Launcher,
    /// The woven code would be longer than the 65,535 bytes of JVMS §4.7.3.
    CodeTooLarge(u32),
    /// The woven code would cross 8,000 bytes: `HotSpot` never compiles longer methods.
    Huge {
        /// Bytes of code before.
        before: u32,
        /// Bytes of code woven.
        after: u32,
    },
    /// The woven class would have more bytes than this, which is out of proportion.
    ClassTooLarge(usize),
    /// More than 65,535 local variable slots.
    TooManyLocals(u32),
    /// More than 65,535 stack slots.
    StackTooDeep(u32),
    /// More than 65,535 exception table rows.
    TooManyRows(usize),
    /// The constants it needs do not fit into the pool of the class.
    PoolFull,
    /// A text that it needs is longer than the 65,535 bytes of a constant (JVMS §4.4.7).
    TextTooLong(usize),
    /// A conditional jump that no longer reaches, with no place for a longer one.
    JumpOutOfReach(u32),
    /// The values an interception takes do not fit into the 255 slots of a call (JVMS §4.3.3).
    TooManyArguments(u32),
    /// The interception names an argument that the method does not have.
    NoArgument(u8),
    /// `exit` and `exception` cannot be observed in a constructor.
    ConstructorExit,
    /// A constructor that has overwritten slot 0 before `super()`, where `this` is wanted afterwards.
    ThisMoved,
    /// A call where the types of the caller's locals cannot be known: dead code.
    UnknownTypes(u32),
    /// A reference to this method that has to stay as it is, and why.
    MethodReference(String, &'static str),
    /// A reference to this method that may be serialized, and so names it for good.
    SerializableReference(String),
    /// A path asks for what the class does not have.
    NoMember {
        /// The path.
        path: String,
        /// Its step that leads nowhere.
        step: String,
        /// The type that does not have it.
        of: String,
    },
    /// A path asks for a member that no code that reads it may name.
    HiddenMember {
        /// The path.
        path: String,
        /// The step that is not allowed.
        step: String,
        /// The class that has it.
        of: String,
        /// The woven class may read it, but its class file is too old to hand it on.
        is_old: bool,
    },
    /// A path goes through a type that cannot be found.
    UnknownType {
        /// The path.
        path: String,
        /// The type.
        name: String,
    },
    /// The code cannot be read.
    Malformed(ClassError),
}

impl Refusal {
    /// A short, fixed word for the kind, for tables and tools.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Abstract => "abstract",
            Self::Native => "native",
            Self::Launcher => "launcher",
            Self::CodeTooLarge(_) => "too-large",
            Self::Huge { .. } => "huge",
            Self::ClassTooLarge(_) => "class-too-large",
            Self::TooManyLocals(_) => "locals",
            Self::StackTooDeep(_) => "stack",
            Self::TooManyRows(_) => "exception-table",
            Self::PoolFull => "constant-pool",
            Self::TextTooLong(_) => "text-too-long",
            Self::JumpOutOfReach(_) => "jump",
            Self::TooManyArguments(_) => "arguments",
            Self::NoArgument(_) => "no-argument",
            Self::ConstructorExit => "constructor",
            Self::ThisMoved => "this-moved",
            Self::UnknownTypes(_) => "unknown-types",
            Self::MethodReference(..) => "method-reference",
            Self::SerializableReference(_) => "serializable",
            Self::NoMember { .. } => "no-member",
            Self::HiddenMember { .. } => "hidden-member",
            Self::UnknownType { .. } => "unknown-type",
            Self::Malformed(_) => "malformed",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Abstract => f.write_str("abstract: it has no code to weave"),
            Self::Native => f.write_str("native: it has no code to weave"),
            Self::Launcher => f.write_str(
                "its class belongs to the launcher beside WEB-INF or BOOT-INF, which has another class loader than the application",
            ),
            Self::CodeTooLarge(size) => {
                write!(f, "{size} bytes of woven code, over the limit of 65535")
            }
            Self::Huge { before, after } => write!(
                f,
                "grows from {before} to {after} bytes of code: the JVM never compiles methods over 8000 (weave it with --allow-huge)"
            ),
            Self::ClassTooLarge(limit) => write!(
                f,
                "the woven class would be over {limit} bytes, 16 times what it is now and 1 MiB"
            ),
            Self::TooManyLocals(count) => {
                write!(f, "{count} local variable slots, over the limit of 65535")
            }
            Self::StackTooDeep(count) => write!(f, "{count} stack slots, over the limit of 65535"),
            Self::TooManyRows(count) => {
                write!(f, "{count} exception table rows, over the limit of 65535")
            }
            Self::PoolFull => f.write_str("the constant pool of the class is full (65535 entries)"),
            Self::TextTooLong(bytes) => {
                write!(f, "a text of {bytes} bytes, over the limit of 65535")
            }
            Self::JumpOutOfReach(pc) => {
                write!(f, "the jump at {pc:#x} no longer reaches its target")
            }
            Self::TooManyArguments(slots) => {
                write!(
                    f,
                    "the values need {slots} argument slots, over the limit of 255"
                )
            }
            Self::NoArgument(index) => write!(f, "argument `${{{index}}}` does not exist"),
            Self::ConstructorExit => {
                f.write_str("`exit` and `exception` cannot be used for constructors")
            }
            Self::ThisMoved => {
                f.write_str("`this` is no longer in its slot when `super()` returns")
            }
            Self::UnknownTypes(pc) => write!(
                f,
                "the types of the local variables at {pc:#x} are not known: no stack map frame declares them"
            ),
            Self::MethodReference(method, why) => write!(
                f,
                "contains a method reference to `{method}` that must stay as it is: {why} (a lambda is woven)"
            ),
            Self::SerializableReference(method) => write!(
                f,
                "contains a method reference to `{method}` that may be serialized, so it must stay as it is"
            ),
            Self::NoMember { path, step, of } => {
                write!(f, "`{path}`: `{of}` has no field or getter `{step}`")
            }
            Self::HiddenMember {
                path,
                step,
                of,
                is_old: false,
            } => write!(
                f,
                "`{path}`: `{step}` of `{of}` is not public, and the woven class may not read it"
            ),
            Self::HiddenMember {
                path,
                step,
                of,
                is_old: true,
            } => write!(
                f,
                "`{path}`: `{step}` of `{of}` is not public, and the woven class cannot pass it on: its class file is older than version 51, Java 7 (it can read fields of `this`)"
            ),
            Self::UnknownType { path, name } => write!(
                f,
                "`{path}`: the type `{name}` is not found (add it to --classpath)"
            ),
            Self::Malformed(error) => write!(f, "the code cannot be read: {error}"),
        }
    }
}

impl From<ClassError> for Refusal {
    fn from(error: ClassError) -> Self {
        Self::Malformed(error)
    }
}

impl From<BadDescriptor> for Refusal {
    fn from(error: BadDescriptor) -> Self {
        ClassError::from(error).into()
    }
}

impl From<PoolError> for Refusal {
    fn from(error: PoolError) -> Self {
        match error {
            PoolError::Full => Self::PoolFull,
            PoolError::TextTooLong(bytes) => Self::TextTooLong(bytes),
        }
    }
}

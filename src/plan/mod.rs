//! What will be done to a method: snippets at its points, and the locals they use.

mod adapter;
mod calls;
mod method;
mod snippet;

pub use adapter::{Adapter, Points, Role, Signature};
pub use calls::{Calls, CallsMark};
pub use method::{AdapterNames, Target, method};
pub use snippet::Snippet;

use crate::classfile::code::VerificationType;

/// Everything that is put into one method. An empty snippet is nothing at its point.
#[derive(Debug, Clone, Default)]
pub struct MethodPlan {
    /// At the start, outside every handler; sets all of `locals`.
    pub entry: Snippet,
    /// Behind each call of `super()` or `this()` in a constructor.
    pub constructed: Snippet,
    /// In front of each return, with the value on the stack.
    pub before_return: Snippet,
    /// The catch-all handler, from the exception on the stack to `athrow`.
    pub handler: Snippet,
    /// The types of our locals, from `max_locals` on.
    pub locals: Vec<VerificationType>,
    /// Constant pool index of the class `java/lang/Throwable`, where there is a handler.
    pub throwable: u16,
    /// `constructed` reads `this` from slot 0.
    pub needs_this: bool,
    /// Weave a method even if it crosses the length that `HotSpot` compiles.
    pub allow_huge: bool,
}

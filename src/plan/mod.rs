//! What will be done to a method: snippets at its points and around calls in it, and the locals they use.

mod adapter;
mod adapters;
mod call;
mod calling;
mod method;
mod reading;
mod resolve;
mod snippet;
mod step;
mod viewpoint;

pub use adapter::{Adapter, AdapterNames, Points, Role, Signature};
pub use adapters::{Adapters, AdaptersMark};
pub use call::Call;
pub use method::{Target, method};
pub use reading::{Member, MemberKind, Reader, ReaderStep, Reading};
pub use snippet::Snippet;
pub use viewpoint::Viewpoint;

use crate::classfile::code::{OldPc, Types, VerificationType};

/// Everything that is put into one method. An empty snippet is nothing at its point.
#[derive(Debug, Clone, Default)]
pub struct MethodPlan<'a> {
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
    /// Around calls in the method, in the order of the code. A call of `super()` or `this()` is none of them.
    pub calls: Vec<CallPlan<'a>>,
    /// Instructions that name another constant than before, in the order of the code.
    pub constants: Vec<(OldPc, u16)>,
    /// Constant pool index of the class `java/lang/Throwable`, where there is a handler.
    pub throwable: u16,
    /// `constructed` reads `this` from slot 0.
    pub needs_this: bool,
    /// Weave a method even if it crosses the length that `HotSpot` compiles.
    pub allow_huge: bool,
}

/// What is put around one call instruction.
#[derive(Debug, Clone, Default)]
pub struct CallPlan<'a> {
    /// Where the instruction is.
    pub pc: OldPc,
    /// In front of it, with the arguments on the stack before and after; sets all of `locals`.
    pub before: Snippet,
    /// Behind it, with the result on the stack.
    pub behind: Snippet,
    /// The handler of this call alone, from the exception on the stack to `athrow`.
    pub handler: Snippet,
    /// Stack slots that `before` and `behind` need above what the method has.
    pub more_stack: u16,
    /// The types of our locals in the handler, behind those of the method.
    pub locals: Vec<VerificationType>,
    /// Slots of our locals, also of those that the handler does not read.
    pub slots: u32,
    /// What the locals of the method hold at the call. A handler that needs a frame needs them.
    pub types: Option<Types<'a>>,
}

//! A straight piece of code: bytes that run from top to bottom, and how much stack they need.

use crate::classfile::code::opcode::op;
use crate::names::Kind;

/// Code without branches, so that it can be placed anywhere as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Snippet {
    /// The instructions.
    pub code: Vec<u8>,
    /// The most slots it holds above what was on the stack before it.
    pub max_stack: u16,
    depth: u16,
}

impl Snippet {
    /// A snippet that finds `depth` slots of its own on the stack, such as the exception in a handler.
    pub fn with_depth(depth: u16) -> Self {
        Self {
            max_stack: depth,
            depth,
            ..Self::default()
        }
    }

    /// True when nothing was emitted.
    pub fn is_empty(&self) -> bool {
        self.code.is_empty()
    }

    /// The length in bytes.
    pub fn len(&self) -> u32 {
        u32::try_from(self.code.len()).unwrap_or(u32::MAX)
    }

    /// Puts `other` behind this.
    pub fn append(&mut self, other: &Self) {
        self.code.extend(&other.code);
        self.max_stack = self
            .max_stack
            .max(self.depth.saturating_add(other.max_stack));
        self.depth = self.depth.saturating_add(other.depth);
    }

    /// Says how many slots are on the stack where this is reached by a jump or an exception.
    pub fn set_depth(&mut self, depth: u16) {
        self.depth = depth;
        self.max_stack = self.max_stack.max(depth);
    }

    fn adjust(&mut self, pops: u16, pushes: u16) {
        self.set_depth(self.depth.saturating_sub(pops).saturating_add(pushes));
    }

    /// An instruction without operands, which pops and pushes this many slots.
    pub fn plain(&mut self, opcode: u8, pops: u16, pushes: u16) {
        self.code.push(opcode);
        self.adjust(pops, pushes);
    }

    /// An instruction with one byte behind its opcode.
    pub fn byte(&mut self, opcode: u8, operand: u8, pops: u16, pushes: u16) {
        self.code.extend([opcode, operand]);
        self.adjust(pops, pushes);
    }

    /// An instruction with a two-byte index or offset.
    pub fn indexed(&mut self, opcode: u8, index: u16, pops: u16, pushes: u16) {
        let [high, low] = index.to_be_bytes();
        self.code.extend([opcode, high, low]);
        self.adjust(pops, pushes);
    }

    /// Loads a local variable.
    pub fn load(&mut self, kind: Kind, slot: u16) {
        let (short, long) = match kind {
            Kind::Int(_) => (op::iload_0, op::iload),
            Kind::Long => (op::lload_0, op::lload),
            Kind::Float => (op::fload_0, op::fload),
            Kind::Double => (op::dload_0, op::dload),
            Kind::Reference => (op::aload_0, op::aload),
        };
        self.local(short, long, slot);
        self.adjust(0, kind.slots());
    }

    /// Stores into a local variable.
    pub fn store(&mut self, kind: Kind, slot: u16) {
        let (short, long) = match kind {
            Kind::Int(_) => (op::istore_0, op::istore),
            Kind::Long => (op::lstore_0, op::lstore),
            Kind::Float => (op::fstore_0, op::fstore),
            Kind::Double => (op::dstore_0, op::dstore),
            Kind::Reference => (op::astore_0, op::astore),
        };
        self.local(short, long, slot);
        self.adjust(kind.slots(), 0);
    }

    fn local(&mut self, short: u8, long: u8, slot: u16) {
        match u8::try_from(slot) {
            Ok(slot @ 0..=3) => self.code.push(short + slot),
            Ok(slot) => self.code.extend([long, slot]),
            Err(_) => {
                let [high, low] = slot.to_be_bytes();
                self.code.extend([op::wide, long, high, low]);
            }
        }
    }

    /// Pushes `null`.
    pub fn null(&mut self) {
        self.plain(op::aconst_null, 0, 1);
    }

    /// Pushes a constant of one slot: a string, an integer, a method handle.
    pub fn ldc(&mut self, index: u16) {
        match u8::try_from(index) {
            Ok(index) => self.byte(op::ldc, index, 0, 1),
            Err(_) => self.indexed(op::ldc_w, index, 0, 1),
        }
    }

    /// Doubles the value on top.
    pub fn dup(&mut self, kind: Kind) {
        let slots = kind.slots();
        self.plain(if slots == 2 { op::dup2 } else { op::dup }, 0, slots);
    }

    /// Calls a static method that takes and gives this many slots.
    pub fn invokestatic(&mut self, index: u16, takes: u16, gives: u16) {
        self.indexed(op::invokestatic, index, takes, gives);
    }

    /// Calls an interface method that takes this many slots, the object included (JVMS §6.5.invokeinterface).
    pub fn invokeinterface(&mut self, index: u16, takes: u16, gives: u16) {
        self.indexed(op::invokeinterface, index, takes, gives);
        // No call takes more than 255.
        self.code
            .extend([u8::try_from(takes).unwrap_or(u8::MAX), 0]);
    }

    /// Loads a static field.
    pub fn getstatic(&mut self, index: u16, kind: Kind) {
        self.indexed(op::getstatic, index, 0, kind.slots());
    }

    /// Loads a field of the object on top.
    pub fn getfield(&mut self, index: u16, kind: Kind) {
        self.indexed(op::getfield, index, 1, kind.slots());
    }

    /// Says that what is on top is of a class.
    pub fn checkcast(&mut self, index: u16) {
        self.indexed(op::checkcast, index, 1, 1);
    }

    /// Pushes zero, or `null`.
    pub fn zero(&mut self, kind: Kind) {
        let opcode = match kind {
            Kind::Int(_) => op::iconst_0,
            Kind::Long => op::lconst_0,
            Kind::Float => op::fconst_0,
            Kind::Double => op::dconst_0,
            Kind::Reference => op::aconst_null,
        };
        self.plain(opcode, 0, kind.slots());
    }

    /// Throws what is on top.
    pub fn athrow(&mut self) {
        self.plain(op::athrow, 1, 0);
    }
}

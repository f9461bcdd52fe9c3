//! What all slots hold at one place of a method.

use crate::classfile::code::{FrameReader, Slots, VerificationType};

use super::slot::Slot;

/// The slots at one place. Those of many places share what they have in common: there may be 65,535 of both.
#[derive(Debug, Clone)]
pub(super) struct State {
    pub(super) slots: Slots<Slot>,
    /// `this` is not initialised (JVMS §4.10.1.4, `flagThisUninit`).
    lacks_this: bool,
    /// The first of the locals of the last frame that is `this`, not initialised.
    this_at: Option<usize>,
    /// Some local may be what `new` made, not initialised.
    keeps_new: bool,
}

impl State {
    /// True where `this` is not initialised.
    pub(super) fn lacks_this(&self) -> bool {
        self.lacks_this
    }

    /// Before the first instruction of a method with so many local variable slots.
    pub(super) fn at_start(max_locals: u16, initial: &[VerificationType]) -> Self {
        let mut state = Self {
            slots: Slots::new(usize::from(max_locals)),
            lacks_this: false,
            this_at: None,
            keeps_new: false,
        };
        state.put_locals((0, 0), initial);
        state
    }

    /// Puts the locals of `frame` in the place of those of the frame before.
    pub(super) fn change_locals(&mut self, frame: &FrameReader<'_>) {
        let (kept, kept_slots) = frame.kept();
        let from = kept_slots as usize;
        if kept == 0 {
            self.slots = Slots::new(self.slots.max_locals());
            self.keeps_new = false;
        } else {
            let chopped = from..frame.slots_before() as usize;
            chopped.for_each(|slot| self.slots.set_local(slot, Slot::Top));
        }
        self.this_at = self.this_at.filter(|&at| at < kept);
        let appended = frame.locals().get(kept..).unwrap_or_default();
        self.put_locals((kept, from), appended);
    }

    /// Puts `locals` behind so many others, which take so many slots.
    fn put_locals(&mut self, (before, mut slot): (usize, usize), locals: &[VerificationType]) {
        let this = VerificationType::UninitializedThis;
        let appended = || Some(before + locals.iter().position(|one| *one == this)?);
        self.this_at = self.this_at.or_else(appended);
        self.lacks_this = self.this_at.is_some();
        for one in Slot::expand(locals) {
            self.slots.set_local(slot, one);
            self.keeps_new |= matches!(one, Slot::New(_));
            slot += 1;
        }
    }

    /// These locals with that stack.
    pub(super) fn with_stack(&self, stack: &[VerificationType]) -> Self {
        let mut state = Self {
            slots: self.slots.without_stack(),
            ..*self
        };
        let stack = Slot::expand(stack).into_iter();
        stack.for_each(|slot| state.slots.push(slot));
        state
    }

    /// Where a handler begins: with what was caught alone on the stack.
    pub(super) fn caught(&self) -> Self {
        let mut state = self.with_stack(&[]);
        state.slots.push(Slot::Reference);
        state
    }

    /// The stack slot so many below the top, 1 being the topmost.
    pub(super) fn below_top(&self, below_top: usize) -> Option<Slot> {
        let above_bottom = self.slots.depth().checked_sub(below_top)?;
        self.slots.on_stack(above_bottom)
    }

    /// True where this may come to the frame `to`.
    pub(super) fn fits(&self, to: &Self) -> bool {
        let fit = |from: &Slot, to: &Slot| from.fits(*to);
        // Whoever has not called `super()` has to say so.
        (!self.lacks_this || to.lacks_this)
            && self.slots.locals_fit(&to.slots, fit)
            && self.slots.stack_fits(&to.slots, fit)
    }

    /// Takes note that a local variable was set.
    pub(super) fn stored(&mut self, slot: usize) {
        self.keeps_new |= matches!(self.slots.local(slot), Slot::New(_));
    }

    /// True where a local or the stack holds `this`, not initialised.
    pub(super) fn has_uninitialised_this(&self) -> bool {
        let is_this = |slot| slot == Slot::UninitializedThis;
        self.lacks_this
            && ((0..self.slots.max_locals()).any(|slot| is_this(self.slots.local(slot)))
                || (0..self.slots.depth())
                    .any(|slot| self.slots.on_stack(slot).is_some_and(is_this)))
    }

    /// The constructor of `object` has returned.
    pub(super) fn construct(&mut self, object: Slot) {
        let is_in_locals = match object {
            Slot::UninitializedThis => {
                self.lacks_this = false;
                true
            }
            Slot::New(_) => self.keeps_new,
            _ => return,
        };
        let locals = 0..self.slots.max_locals();
        for slot in locals.filter(|_| is_in_locals) {
            if self.slots.local(slot) == object {
                self.slots.set_local(slot, Slot::Reference);
            }
        }
        let depth = self.slots.depth();
        if (0..depth).any(|slot| self.slots.on_stack(slot) == Some(object)) {
            let stack = self.slots.pop(depth).unwrap_or_default();
            for one in stack {
                let now = if one == object { Slot::Reference } else { one };
                self.slots.push(now);
            }
        }
    }
}

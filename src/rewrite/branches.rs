//! The new code array: instructions copied, jumps and switches written for their new places.

use crate::classfile::code::opcode::{inverted, op};
use crate::classfile::code::{Instruction, NewPc, Switch};

use super::Method;
use super::layout::{Branch, Form, Layout};

/// All code but the handlers.
pub(super) fn emit(method: &Method<'_>, layout: &Layout) -> Vec<u8> {
    let plan = method.plan;
    let mut out =
        Vec::with_capacity(layout.behind_everything().0 as usize + plan.handler.code.len());
    out.extend(&plan.entry.code);
    let mut branches = layout.branches.iter().peekable();
    let mut constants = plan.constants.iter().peekable();
    let mut switches = layout.switches.iter().peekable();
    // What is written as it was is copied in runs: from here on nothing is copied yet.
    let mut from = 0;
    for (index, instruction) in method.instructions.iter().enumerate() {
        let (start, end) = (instruction.pc.0 as usize, instruction.end().0 as usize);
        let before = method.before(index);
        if !(before.is_empty() && layout.trampolines.all.is_empty()) {
            out.extend(&method.code.bytes[from..start]);
            from = start;
            emit_trampolines(layout, index, &mut out);
            out.extend(before);
        }
        if let Some(branch) = branches.next_if(|branch| branch.index == index) {
            out.extend(&method.code.bytes[from..start]);
            from = end;
            emit_branch(instruction.opcode, branch, layout, &mut out);
        } else if let Some((_, switch)) = switches.next_if(|(at, _)| *at == index) {
            out.extend(&method.code.bytes[from..start]);
            from = end;
            emit_switch(instruction, switch, layout, &mut out);
        } else if let Some((_, constant)) = constants.next_if(|(pc, _)| *pc == instruction.pc) {
            out.extend(&method.code.bytes[from..=start]);
            from = start + 3;
            out.extend(constant.to_be_bytes());
        }
        let behind = method.behind(index);
        if !behind.is_empty() {
            out.extend(&method.code.bytes[from..end]);
            from = end;
            out.extend(behind);
        }
    }
    out.extend(&method.code.bytes[from..]);
    emit_trampolines(layout, layout.count(), &mut out);
    out
}

fn emit_trampolines(layout: &Layout, gap: usize, out: &mut Vec<u8>) {
    for trampoline in layout.trampolines.at(gap) {
        wide_jump(op::goto_w, layout.before_index(trampoline.target), out);
    }
}

fn emit_branch(opcode: u8, branch: &Branch, layout: &Layout, out: &mut Vec<u8>) {
    let target = layout.before_index(branch.target);
    match branch.form {
        Form::Same if matches!(opcode, op::goto_w | op::jsr_w) => wide_jump(opcode, target, out),
        Form::Same => short_jump(opcode, target, out),
        Form::Wide => wide_jump(
            if opcode == op::jsr {
                op::jsr_w
            } else {
                op::goto_w
            },
            target,
            out,
        ),
        Form::Inverted => {
            let over = NewPc(position(out) + 8);
            short_jump(inverted(opcode).unwrap_or(opcode), over, out);
            wide_jump(op::goto_w, target, out);
        }
        Form::Trampoline(number) => short_jump(opcode, layout.trampolines.all[number].pc, out),
    }
}

fn emit_switch(instruction: &Instruction, switch: &Switch, layout: &Layout, out: &mut Vec<u8>) {
    let pc = position(out);
    let offset = |target| {
        let target = layout
            .before(target, "jump target")
            .map_or(0, |target| target.0);
        target.wrapping_sub(pc).to_be_bytes()
    };
    out.push(instruction.opcode);
    out.resize(out.len().next_multiple_of(4), 0); // the array starts at a multiple of four
    out.extend(offset(switch.default));
    if let Some((low, high)) = switch.range {
        out.extend(low.to_be_bytes());
        out.extend(high.to_be_bytes());
    } else {
        out.extend(
            u32::try_from(switch.cases.len())
                .unwrap_or(u32::MAX)
                .to_be_bytes(),
        );
    }
    for &(value, target) in &switch.cases {
        if switch.range.is_none() {
            out.extend(value.to_be_bytes());
        }
        out.extend(offset(target));
    }
}

fn position(out: &[u8]) -> u32 {
    u32::try_from(out.len()).unwrap_or(u32::MAX)
}

/// A branch with a 16-bit offset, which the layout has checked to fit.
fn short_jump(opcode: u8, target: NewPc, out: &mut Vec<u8>) {
    let [_, _, high, low] = target.0.wrapping_sub(position(out)).to_be_bytes();
    out.extend([opcode, high, low]);
}

fn wide_jump(opcode: u8, target: NewPc, out: &mut Vec<u8>) {
    let offset = target.0.wrapping_sub(position(out));
    out.push(opcode);
    out.extend(offset.to_be_bytes());
}

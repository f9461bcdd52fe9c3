//! The checker behind the rewriter: it accepts what was woven, and names each way in which that can be broken.

use weave::classfile::attribute::{LINE_NUMBER_TABLE, STACK_MAP_TABLE};
use weave::classfile::code::opcode::op;
use weave::classfile::code::{
    Code, ExceptionRow, Frame, FrameReader, Initial, Locals, OldPc, VerificationType,
    encode_frames, instructions, types_before,
};
use weave::classfile::{ClassFile, Mutf8, PoolBuilder, Replacement};
use weave::plan::{CallPlan, MethodPlan, Snippet};
use weave::rewrite;
use weave::rewrite::check::{Fault, Rewriting, check};

use super::{frame, plan};
use crate::support::class_writer::Method;

/// A `Code` attribute in parts that can be changed.
struct Parts {
    max_stack: u16,
    max_locals: u16,
    code: Vec<u8>,
    rows: Vec<ExceptionRow<OldPc>>,
    frames: Vec<Frame>,
    /// Positions of a `LineNumberTable`.
    lines: Vec<u16>,
}

const INITIAL: [VerificationType; 1] = [VerificationType::Integer];

impl Parts {
    fn of(code: &Code<'_>) -> Self {
        let mut tables = code.attributes.iter();
        let table = tables.find(|one| one.name.0 == STACK_MAP_TABLE);
        Self {
            max_stack: code.max_stack,
            max_locals: code.max_locals,
            code: code.bytes.to_vec(),
            rows: code.exception_table.clone(),
            frames: frames(table.unwrap().info),
            lines: vec![],
        }
    }

    fn write(&self, class: &ClassFile<'_>) -> Vec<u8> {
        let mut out = Vec::new();
        out.extend(self.max_stack.to_be_bytes());
        out.extend(self.max_locals.to_be_bytes());
        out.extend(u32::try_from(self.code.len()).unwrap().to_be_bytes());
        out.extend(&self.code);
        let short = |value: u32| u16::try_from(value).unwrap().to_be_bytes();
        out.extend(u16::try_from(self.rows.len()).unwrap().to_be_bytes());
        for row in &self.rows {
            for pc in [row.start_pc, row.end_pc, row.handler_pc] {
                out.extend(short(pc.0));
            }
            out.extend(row.catch_type.to_be_bytes());
        }
        let frames = encode_frames(&self.frames, &INITIAL).unwrap();
        let mut lines = u16::try_from(self.lines.len())
            .unwrap()
            .to_be_bytes()
            .to_vec();
        for line in &self.lines {
            lines.extend(line.to_be_bytes());
            lines.extend([0, 1]);
        }
        out.extend([0, 2]);
        for (name, info) in [(STACK_MAP_TABLE, frames), (LINE_NUMBER_TABLE, lines)] {
            let is_name = |text: &[u8]| text == name;
            let mut constants = class.pool.iter();
            let (index, _) = constants
                .find(|&(index, _)| class.pool.utf8(index).is_ok_and(|text| is_name(text.0)))
                .unwrap();
            out.extend(index.to_be_bytes());
            out.extend(u32::try_from(info.len()).unwrap().to_be_bytes());
            out.extend(info);
        }
        out
    }

    fn frame(&mut self, pc: u32) -> &mut Frame {
        self.frames.iter_mut().find(|frame| frame.pc == pc).unwrap()
    }
}

fn frames(table: &[u8]) -> Vec<Frame> {
    let mut reader = FrameReader::new(table, &INITIAL).unwrap();
    let mut frames = Vec::new();
    while reader.advance().unwrap() {
        frames.push(Frame {
            pc: reader.pc(),
            locals: reader.locals().into(),
            stack: reader.stack().into(),
        });
    }
    frames
}

/// What the checker says of a woven method after it was changed.
fn broken(
    method: &Method,
    planned: impl Fn(u16, &mut PoolBuilder<'_>) -> MethodPlan<'static>,
    change: impl Fn(&mut Parts, &mut MethodPlan<'static>),
) -> Result<(), Fault> {
    let mut pool = PoolBuilder::empty();
    pool.utf8("LineNumberTable").unwrap();
    pool.utf8("StackMapTable").unwrap();
    pool.method("T", "run", "(I)I").unwrap();
    // The plan keeps names of the class.
    let bytes: &'static [u8] = method.class_with(pool).leak();
    let class = ClassFile::read(bytes).unwrap();
    let mut pool = PoolBuilder::new(&class.pool);
    let member = &class.methods[0];
    let attribute = member.code().unwrap();
    let read = || Code::read(attribute.info, &class.pool).unwrap();
    let mut plan = planned(read().max_locals, &mut pool);
    let initial = Initial::new(Mutf8(b"T"), Mutf8(b"(I)I"), true, false).unwrap();
    for call in &mut plan.calls {
        let (code, wanted) = (read(), [1]);
        let all = instructions(code.bytes).unwrap();
        assert_eq!(all[1].pc, call.pc);
        let found = types_before(&code, &all, &class.pool, &initial, true, &wanted).unwrap();
        call.types = found.into_values().next();
    }
    let written = rewrite::method(&class, member, read(), &plan, &mut pool).unwrap();
    let woven = class.write(&pool, &[Replacement::of(attribute, written.code)]);
    let woven = ClassFile::read(&woven).unwrap();
    let code = Code::read(woven.methods[0].code().unwrap().info, &woven.pool).unwrap();
    let mut parts = Parts::of(&code);
    change(&mut parts, &mut plan);
    check(&Rewriting {
        before: &read(),
        plan: &plan,
        after: &parts.write(&woven),
        pool: &woven.pool,
        descriptor: &weave::names::MethodDescriptor::parse("(I)I").unwrap(),
        initial: &initial,
        major_version: 52,
    })
}

/// `if (n != 0) return n; return 1`, all in a `try` whose handler returns 2. Woven:
///
/// ```text
///  0 aconst_null, astore_1 | 2 iload_0, 3 ifeq 10, 6 iload_0 | 7 aload_1, pop | 9 ireturn
/// 10 iconst_1 | 11 aload_1, pop | 13 ireturn | 14 pop, iconst_2 | 16 aload_1, pop | 18 ireturn | 19 aload_1, pop, athrow
/// rows: 2..7, 9..11, 13..14 to 14; 2..7, 10..11, 14..16 to 19
/// ```
fn with_row() -> Method {
    let mut caught = frame(8);
    caught.stack.push(throwable());
    Method {
        major_version: 52,
        code: vec![
            op::iload_0,
            op::ifeq,
            0,
            5,
            op::iload_0,
            op::ireturn,
            op::iconst_1,
            op::ireturn,
            op::pop,
            op::iconst_2,
            op::ireturn,
        ],
        max_stack: 1,
        max_locals: 1,
        rows: vec![[0, 8, 8]],
        frames: vec![frame(6), caught],
    }
}

/// Any class of the pool does: the checker knows references as such.
fn throwable() -> VerificationType {
    VerificationType::Object(1)
}

fn after(change: impl Fn(&mut Parts)) -> Result<(), Fault> {
    broken(&with_row(), plan, |parts, _| change(parts))
}

#[test]
fn what_was_woven_is_accepted() {
    assert_eq!(after(|_| {}), Ok(()));
    assert_eq!(after(|parts| parts.lines = vec![0, 2, 19]), Ok(()));
    assert_eq!(broken(&with_call(), around_call, |_, _| {}), Ok(()));
}

#[test]
fn positions_that_are_no_instructions_are_named() {
    let is_none = |what, pc| Err(Fault::NotAnInstruction(what, pc));
    assert_eq!(
        after(|parts| parts.rows[0].start_pc = OldPc(4)),
        is_none("start_pc", 4)
    );
    assert_eq!(
        after(|parts| parts.rows[0].end_pc = OldPc(5)),
        is_none("end_pc", 5)
    );
    assert_eq!(
        after(|parts| parts.rows[0].handler_pc = OldPc(22)),
        is_none("handler_pc", 22)
    );
    assert_eq!(after(|parts| parts.frame(10).pc = 4), is_none("frame", 4));
    assert_eq!(after(|parts| parts.lines = vec![5]), is_none("line", 5));
}

#[test]
fn code_that_is_not_where_it_belongs_is_named() {
    let lost = |pc, what| Err(Fault::Lost(pc, what));
    for (pc, what) in [
        (0, "the entry code"),
        (6, "an old instruction"),
        (7, "the code before an instruction"),
        (15, "an old instruction"),
    ] {
        assert_eq!(
            after(|parts| parts.code[pc] = op::nop),
            lost(u32::try_from(pc).unwrap(), what)
        );
    }
    // A branch with another condition, and one that leads into what was added before its target.
    assert_eq!(
        after(|parts| parts.code[3] = op::ifne),
        lost(3, "an old instruction")
    );
    assert_eq!(after(|parts| parts.code[5] = 8), Err(Fault::WrongTarget(3)));
    // The handler is not that of the plan.
    assert_eq!(
        after(|parts| parts.code[20] = op::nop),
        Err(Fault::WrongRows(2))
    );
}

#[test]
fn monitors_in_added_code_are_named() {
    let fault = broken(&with_row(), plan, |parts, plan| {
        parts.code[1] = op::monitorexit;
        plan.entry.code[1] = op::monitorexit;
    });
    assert_eq!(fault, Err(Fault::Monitor(1)));
}

#[test]
fn frames_that_are_lost_or_have_other_types_are_named() {
    let without = |pc| after(move |parts| parts.frames.retain(|frame| frame.pc != pc));
    assert_eq!(without(10), Err(Fault::FrameLost(6)));
    assert_eq!(without(19), Err(Fault::NoFrame(19)));
    let with = |pc, locals: &'static [VerificationType]| {
        after(move |parts| parts.frame(pc).locals = Locals::from_slice(locals))
    };
    assert_eq!(
        with(10, &[VerificationType::Integer]),
        Err(Fault::FrameLost(6))
    );
    // Our handler is entered with a reference in our local, not a number.
    assert_eq!(
        with(19, &[VerificationType::Top, VerificationType::Integer]),
        Err(Fault::NotAssignable(2, 19))
    );
    // And it reads it.
    assert_eq!(with(19, &[]), Err(Fault::WrongOperand(19)));
    assert_eq!(
        after(|parts| parts.frame(19).stack.clear()),
        Err(Fault::NotAssignable(2, 19))
    );
}

#[test]
fn sizes_that_are_too_small_are_named() {
    // A returned value, and our local above it.
    assert_eq!(
        after(|parts| parts.max_stack = 1),
        Err(Fault::StackTooDeep(7))
    );
    assert_eq!(
        after(|parts| parts.max_locals = 1),
        Err(Fault::TooManyLocals(10))
    );
}

#[test]
fn rows_that_cover_too_much_or_too_little_are_named() {
    let end = |row: usize, end| after(move |parts| parts.rows[row].end_pc = OldPc(end));
    // The user's over our return code, and ours over a return.
    assert_eq!(end(0, 9), Err(Fault::WrongRows(7)));
    assert_eq!(end(4, 14), Err(Fault::WrongRows(13)));
    assert_eq!(end(0, 6), Err(Fault::WrongRows(6)));
    assert_eq!(
        after(|parts| parts.rows[0].start_pc = OldPc(0)),
        Err(Fault::WrongRows(0))
    );
    let without = |row| {
        after(move |parts| {
            parts.rows.remove(row);
        })
    };
    assert_eq!(without(1), Err(Fault::WrongRows(9)));
    assert_eq!(without(3), Err(Fault::WrongRows(2)));
    assert_eq!(
        after(|parts| parts.rows[0].catch_type = 1),
        Err(Fault::WrongRows(2))
    );
    // The handler that covers itself would catch what it throws.
    assert_eq!(end(5, 22), Err(Fault::WrongRows(18)));
}

#[test]
fn a_catch_all_in_front_of_other_rows_is_named() {
    assert_eq!(
        after(|parts| parts.rows.rotate_right(3)),
        Err(Fault::CatchAllNotLast(0))
    );
    assert_eq!(
        after(|parts| parts.rows.swap(2, 3)),
        Err(Fault::CatchAllNotLast(2))
    );
}

/// `return run(n)` in a `try` whose handler returns 2. With [`around_call`]:
///
/// ```text
///  0 iload_0 | 1 aconst_null, astore_1 | 3 invokestatic | 6 aload_1, pop | 8 ireturn
///  9 pop, iconst_2, ireturn | 12 aload_1, pop, athrow
/// rows: 3..6 to 12; 0..9 and 12..15 to 9
/// ```
fn with_call() -> Method {
    let mut caught = frame(5);
    caught.stack.push(throwable());
    Method {
        major_version: 52,
        // The constant is the method that `broken` puts in.
        code: vec![
            op::iload_0,
            op::invokestatic,
            0,
            8,
            op::ireturn,
            op::pop,
            op::iconst_2,
            op::ireturn,
        ],
        max_stack: 1,
        max_locals: 1,
        rows: vec![[0, 5, 5]],
        frames: vec![caught],
    }
}

/// A plan with something before, behind and after the failure of the call in [`with_call`].
fn around_call(max_locals: u16, pool: &mut PoolBuilder<'_>) -> MethodPlan<'static> {
    let whole = plan(max_locals, pool);
    let mut handler = Snippet::with_depth(1);
    handler.append(&whole.before_return);
    handler.athrow();
    MethodPlan {
        calls: vec![CallPlan {
            pc: OldPc(1),
            before: whole.entry,
            behind: whole.before_return,
            handler,
            more_stack: 1,
            locals: whole.locals,
            slots: 1,
            types: None, // known when there is a class
        }],
        throwable: whole.throwable,
        ..MethodPlan::default()
    }
}

#[test]
fn rows_around_calls_are_held_to_their_own_rules() {
    let after =
        |change: &dyn Fn(&mut Parts)| broken(&with_call(), around_call, |parts, _| change(parts));
    assert_eq!(
        after(&|parts| {
            parts.rows.remove(0);
        }),
        Err(Fault::WrongRows(3))
    );
    // Behind the user's row it would never be asked.
    assert_eq!(
        after(&|parts| parts.rows.rotate_left(1)),
        Err(Fault::WrongRows(3))
    );
    // The user's rows cover what is around the call, and the handler.
    assert_eq!(
        after(&|parts| parts.rows[1].end_pc = OldPc(6)),
        Err(Fault::WrongRows(6))
    );
    assert_eq!(
        after(&|parts| {
            parts.rows.remove(2);
        }),
        Err(Fault::WrongRows(12))
    );
    assert_eq!(
        after(&|parts| parts.rows[0].end_pc = OldPc(8)),
        Err(Fault::WrongRows(6))
    );
    // The user's handler needs what the caller's locals hold.
    assert_eq!(
        after(&|parts| parts.frame(12).locals[0] = VerificationType::Top),
        Err(Fault::NotAssignable(12, 9))
    );
}

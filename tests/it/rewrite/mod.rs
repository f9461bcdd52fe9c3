//! The rewriter on code that compilers rarely or never make, judged by HotSpot.

mod check;

use std::fmt::Write as _;
use std::fs;

use weave::classfile::code::opcode::op;
use weave::classfile::code::{Code, Frame, VerificationType, instructions};
use weave::classfile::{ClassFile, PoolBuilder, Replacement};
use weave::names::Kind;
use weave::plan::{MethodPlan, Snippet};
use weave::refusal::Refusal;
use weave::rewrite;

use crate::support::class_writer::Method;
use crate::support::jdk;

/// A plan with something at every point, and a local that must live from the entry to the handler.
fn plan(max_locals: u16, pool: &mut PoolBuilder<'_>) -> MethodPlan<'static> {
    let object = pool.class("java/lang/Object").unwrap();
    let mut plan = MethodPlan {
        locals: vec![VerificationType::Object(object)],
        ..MethodPlan::default()
    };
    plan.entry.null();
    plan.entry.store(Kind::Reference, max_locals);
    plan.before_return.load(Kind::Reference, max_locals);
    plan.before_return.code.push(op::pop);
    plan.handler = Snippet::with_depth(1);
    plan.handler.load(Kind::Reference, max_locals);
    plan.handler.code.push(op::pop);
    plan.handler.athrow();
    plan.throwable = pool.class("java/lang/Throwable").unwrap();
    plan
}

fn weave(bytes: &[u8]) -> Result<Vec<u8>, Refusal> {
    let class = ClassFile::read(bytes).unwrap();
    let mut pool = PoolBuilder::new(&class.pool);
    let method = &class.methods[0];
    let attribute = method.code().unwrap();
    let code = Code::read(attribute.info, &class.pool).unwrap();
    let plan = plan(code.max_locals, &mut pool);
    let written = rewrite::method(&class, method, code, &plan, &mut pool)?;
    Ok(class.write(&pool, &[Replacement::of(attribute, written.code)]))
}

/// Runs `run(n)` for small n in both classes on both JDKs and asserts the expected results.
fn assert_runs(cases: &[(&str, Vec<u8>, &str)]) {
    let folder = tempfile::tempdir().unwrap();
    let mut expected = String::new();
    for (name, class, result) in cases {
        fs::write(folder.path().join(format!("{name}.class")), class).unwrap();
        writeln!(expected, "{name}: {result}").unwrap();
    }
    let mut sorted: Vec<&str> = expected.lines().collect();
    sorted.sort_unstable();
    for jdk in jdk::jdks() {
        let output = jdk
            .java()
            .arg("-Xverify:all")
            .arg(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/tests/java/RunAll.java"
            ))
            .arg(folder.path())
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines, sorted, "{}", String::from_utf8_lossy(&output.stderr));
    }
}

fn frame(pc: usize) -> Frame {
    Frame {
        pc: u32::try_from(pc).unwrap(),
        locals: [VerificationType::Integer].into_iter().collect(),
        stack: std::iter::empty().collect(),
    }
}

fn short(offset: usize) -> [u8; 2] {
    i16::try_from(offset).unwrap().to_be_bytes()
}

/// `if (n == 0) return 7; <nops>; return 3`, the jump as long as it can be. With a frame behind the `if`, or without.
/// In the middle a `goto` to the next instruction leaves a place that nothing falls into.
fn long_if(framed: bool, version: u16) -> Method {
    let nops = 16_000;
    let mut code = vec![op::iload_0, op::ifeq];
    code.extend(short(32_767));
    code.resize(code.len() + nops, op::nop);
    code.extend([op::goto, 0, 3]);
    let middle = code.len();
    code.resize(1 + 32_767 - 2, op::nop);
    code.extend([op::iconst_3, op::ireturn]);
    let target = code.len();
    code.extend([op::bipush, 7, op::ireturn]);
    let mut frames = vec![frame(middle), frame(target)];
    if framed {
        frames.insert(0, frame(4));
    }
    let frames = if version < 50 { vec![] } else { frames };
    Method {
        major_version: version,
        code,
        max_stack: 1,
        max_locals: 1,
        frames,
        ..Method::default()
    }
}

/// How often an opcode is used.
fn instructions_of(opcodes: &[u8], opcode: u8) -> usize {
    let mut others = opcodes.to_vec();
    others.retain(|other| *other == opcode);
    others.len()
}

#[test]
fn an_if_out_of_reach_is_inverted_where_a_frame_stands_behind_it_and_else_takes_a_trampoline() {
    let mut cases = Vec::new();
    for (name, framed, version, wide) in [
        ("inverted", true, 52, op::ifne),
        ("trampoline", false, 52, op::ifeq),
        ("unframed", false, 49, op::ifne),
    ] {
        let woven = weave(&long_if(framed, version).class())
            .unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
        let class = ClassFile::read(&woven).unwrap();
        let code = Code::read(class.methods[0].code().unwrap().info, &class.pool).unwrap();
        let opcodes: Vec<u8> = instructions(code.bytes)
            .unwrap()
            .iter()
            .map(|one| one.opcode)
            .collect();
        assert!(opcodes.contains(&wide), "{name}");
        assert_eq!(instructions_of(&opcodes, op::goto_w), 1, "{name}");
        cases.push((name, woven, "7 3 3 3"));
    }
    assert_runs(&cases);
}

#[test]
fn a_goto_out_of_reach_becomes_goto_w_forwards_and_backwards() {
    // 0 goto FAR; 3: bipush 9; ireturn; nops; FAR: goto 3
    let nops = 32_755;
    let mut code = vec![op::goto];
    code.extend(short(6 + nops));
    code.extend([op::bipush, 9, op::ireturn]);
    code.resize(code.len() + nops, op::nop);
    let far = code.len();
    code.push(op::goto);
    code.extend(
        i16::try_from(3 - i32::try_from(far).unwrap())
            .unwrap()
            .to_be_bytes(),
    );
    let method = |version, frames| Method {
        major_version: version,
        code: code.clone(),
        max_stack: 1,
        max_locals: 1,
        frames,
        ..Method::default()
    };
    let framed = method(52, vec![frame(3), frame(6), frame(far)]);
    // Below version 50 the dead code between is not looked at.
    let old = method(48, vec![]);
    assert_runs(&[
        ("framed", weave(&framed.class()).unwrap(), "9 9 9 9"),
        ("old", weave(&old.class()).unwrap(), "9 9 9 9"),
    ]);
}

#[test]
fn switches_are_padded_anew_at_every_alignment() {
    let mut cases = Vec::new();
    let names: Vec<String> = (0..8).map(|index| format!("switch{index}")).collect();
    for (index, name) in names.iter().enumerate() {
        let (table, nops) = (index < 4, index % 4);
        let mut code = vec![op::nop; nops];
        code.push(op::iload_0);
        let switch = code.len();
        code.push(if table {
            op::tableswitch
        } else {
            op::lookupswitch
        });
        code.resize(code.len().next_multiple_of(4), 0);
        // Three targets, each `bipush n; ireturn` of three bytes, behind the switch.
        let words = if table { 5 } else { 6 };
        let targets: Vec<usize> = (0..3)
            .map(|case| code.len() + 4 * words + 3 * case)
            .collect();
        let offset = |target: usize| i32::try_from(target - switch).unwrap().to_be_bytes();
        code.extend(offset(targets[2]));
        if table {
            code.extend([0, 0, 0, 0, 0, 0, 0, 1]);
            code.extend(offset(targets[0]));
            code.extend(offset(targets[1]));
        } else {
            code.extend([0, 0, 0, 2, 0, 0, 0, 0]);
            code.extend(offset(targets[0]));
            code.extend([0, 0, 0, 1]);
            code.extend(offset(targets[1]));
        }
        for value in [10, 11, 12] {
            code.extend([op::bipush, value, op::ireturn]);
        }
        let frames = targets.iter().map(|&target| frame(target)).collect();
        let method = Method {
            major_version: 52,
            code,
            max_stack: 1,
            max_locals: 1,
            frames,
            ..Method::default()
        };
        cases.push((
            name.as_str(),
            weave(&method.class()).unwrap(),
            "10 11 12 12",
        ));
    }
    assert_runs(&cases);
}

#[test]
fn a_loop_to_the_first_instruction_does_not_enter_twice() {
    // 0: iinc 0 -1; iload_0; ifgt 0; iload_0; ireturn
    let code = vec![
        op::iinc,
        0,
        0xff,
        op::iload_0,
        op::ifgt,
        0xff,
        0xfc,
        op::iload_0,
        op::ireturn,
    ];
    let method = Method {
        major_version: 52,
        code,
        max_stack: 1,
        max_locals: 1,
        frames: vec![frame(0)],
        ..Method::default()
    };
    let woven = weave(&method.class()).unwrap();
    let class = ClassFile::read(&woven).unwrap();
    let code = Code::read(class.methods[0].code().unwrap().info, &class.pool).unwrap();
    // aconst_null; astore_1 stand in front, and the jump goes behind them.
    assert_eq!(
        &code.bytes[..4],
        [op::aconst_null, op::astore_1, op::iinc, 0]
    );
    assert_eq!(&code.bytes[6..9], [op::ifgt, 0xff, 0xfc]);
    assert_runs(&[("loop", woven, "-1 0 0 0")]);
}

#[test]
fn subroutines_of_old_classes_are_shifted() {
    // jsr L; iload_0; ireturn; L: astore_1; iinc 0 5; ret 1
    let code = vec![
        op::jsr,
        0,
        5,
        op::iload_0,
        op::ireturn,
        op::astore_1,
        op::iinc,
        0,
        5,
        op::ret,
        1,
    ];
    let method = Method {
        major_version: 46,
        code,
        max_stack: 1,
        max_locals: 2,
        ..Method::default()
    };
    assert_runs(&[("jsr", weave(&method.class()).unwrap(), "5 6 7 8")]);
}

#[test]
fn rows_are_cut_around_the_code_before_a_return() {
    // 0: iload_0; ifeq 6; iload_0; ireturn | 6: iconst_1; ireturn ; handler 8: pop; iconst_2; ireturn; row over 0..8
    let code = vec![
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
    ];
    let mut class = PoolBuilder::empty();
    let throwable = class.class("java/lang/Throwable").unwrap();
    let handler = Frame {
        stack: std::iter::once(VerificationType::Object(throwable)).collect(),
        ..frame(8)
    };
    let method = Method {
        major_version: 52,
        code,
        max_stack: 1,
        max_locals: 1,
        rows: vec![[0, 8, 8]],
        frames: vec![frame(6), handler],
    };
    let woven = weave(&method.class_with(class)).unwrap();
    let class = ClassFile::read(&woven).unwrap();
    let code = Code::read(class.methods[0].code().unwrap().info, &class.pool).unwrap();
    let rows: Vec<[u32; 3]> = code
        .exception_table
        .iter()
        .map(|row| [row.start_pc.0, row.end_pc.0, row.handler_pc.0])
        .collect();
    // entry 0..2; 2 iload_0, 3 ifeq, 6 iload_0 | 7..9 ours | 9 ireturn, 10 iconst_1 | 11..13 ours | 13 ireturn;
    // handler 14 pop, 15 iconst_2 | 16..18 ours | 18 ireturn; our handler 19.
    assert_eq!(
        rows,
        [
            [2, 7, 14],
            [9, 11, 14],
            [13, 14, 14],
            [2, 7, 19],
            [10, 11, 19],
            [14, 16, 19]
        ]
    );
    assert_runs(&[("rows", woven, "1 1 2 3")]);
}

/// `run` with this many bytes of code.
fn of_length(length: usize) -> Method {
    let mut code = vec![op::nop; length - 2];
    code.extend([op::iload_0, op::ireturn]);
    Method {
        major_version: 52,
        code,
        max_stack: 1,
        max_locals: 1,
        ..Method::default()
    }
}

#[test]
fn a_method_that_would_be_too_large_is_refused_with_its_size() {
    assert_eq!(
        weave(&of_length(65_535).class()),
        Err(Refusal::CodeTooLarge(65_535 + 2 + 2 + 3))
    );
    assert!(weave(&of_length(65_528).class()).is_ok());
}

#[test]
fn a_method_that_would_cross_the_compilers_limit_is_refused_and_one_above_it_is_not() {
    assert_eq!(
        weave(&of_length(7_994).class()),
        Err(Refusal::Huge {
            before: 7_994,
            after: 8_001
        })
    );
    assert!(weave(&of_length(7_993).class()).is_ok());
    assert!(weave(&of_length(8_001).class()).is_ok());
}

#[test]
fn a_full_constant_pool_is_refused() {
    let mut pool = PoolBuilder::empty();
    for value in 0..65_526 {
        pool.integer(value).unwrap();
    }
    let bytes = of_length(4).class_with(pool);
    let class = ClassFile::read(&bytes).unwrap();
    let mut pool = PoolBuilder::new(&class.pool);
    let mark = pool.mark();
    assert_eq!(
        pool.class("java/lang/Throwable"),
        Err(weave::classfile::PoolError::Full)
    );
    pool.reset(mark);
    assert_eq!(class.write(&pool, &[]), bytes);
}

#[test]
fn jumps_into_instructions_are_refused() {
    let code = vec![op::goto, 0, 4, op::bipush, 1, op::ireturn];
    let method = Method {
        major_version: 49,
        code,
        max_stack: 1,
        max_locals: 1,
        ..Method::default()
    };
    assert!(matches!(weave(&method.class()), Err(Refusal::Malformed(_))));
}

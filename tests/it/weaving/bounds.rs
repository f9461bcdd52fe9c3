//! Small classes that stand for a lot: what is made of them is bounded by their size. Each is woven by the program in an
//! address space that the first thing of the kind "as many as this, times as many as that" does not fit in.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;
use weave::classfile::PoolBuilder;

use crate::support::raw_class::{RawMethod, raw_class};

/// In KiB. A run with nothing to do needs most of it, as the allocator reserves addresses ahead.
const ADDRESS_SPACE: u32 = 2_000_000;

const EVERYTHING: &str = "";
const CALLS: &str = "at = \"call\"";

/// Weaves the class `H` and a class `T` with a method `g`; gives what is said of `H` in the report.
#[track_caller]
fn weave(class: &[u8], point: &str) -> String {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("in")).unwrap();
    fs::write(at("in/H.class"), class).unwrap();
    let target = RawMethod {
        access_flags: 0x9,
        name: "g".to_owned(),
        descriptor: "()V".to_owned(),
        code: vec![RETURN],
        ..RawMethod::default()
    };
    let target = raw_class(PoolBuilder::empty(), "T", 52, &[target]);
    fs::write(at("in/T.class"), target).unwrap();
    let class = if point == CALLS { "T" } else { "H" };
    let rules = format!(
        "[probes.p]\n[[probes.p.interceptions]]\nkind = \"payload\"\n{point}\n\
         method = {{ class = \"{class}\", name = \"*\" }}\npayload = \"x\"\nexception-payloads = true\n"
    );
    fs::write(at("rules.toml"), rules).unwrap();
    let limited = format!("ulimit -v {ADDRESS_SPACE}; exec \"$0\" \"$@\"");
    let output = Command::new("sh")
        .args(["-c", &limited, env!("CARGO_BIN_EXE_weave")])
        .args(["in", "-r", "rules.toml", "-o", "out", "--allow-huge", "-v"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    said + &manifest(&at("out"))
}

/// The report beside the output.
fn manifest(output: &Path) -> String {
    let beside = output.with_file_name("out.weave.json");
    fs::read_to_string(beside).unwrap_or_default()
}

#[track_caller]
fn is_woven(said: &str, methods: u32) {
    let count = format!("\"methods-woven\": {methods}");
    assert!(said.contains(&count), "{said}");
}

const RETURN: u8 = 0xb1;
const ATHROW: u8 = 0xbf;

fn method(max_stack: u16, max_locals: u16, code: Vec<u8>) -> RawMethod {
    RawMethod {
        access_flags: 0x9,
        name: "f".to_owned(),
        descriptor: "()V".to_owned(),
        max_stack,
        max_locals,
        code,
        ..RawMethod::default()
    }
}

fn constructor(max_locals: u16, code: Vec<u8>) -> RawMethod {
    RawMethod {
        access_flags: 0x1,
        name: "<init>".to_owned(),
        ..method(2, max_locals, code)
    }
}

fn call(pool: &mut PoolBuilder<'_>) -> Vec<u8> {
    let [high, low] = pool.method("T", "g", "()V").unwrap().to_be_bytes();
    vec![0xb8, high, low]
}

/// `aload_0; invokespecial Object.<init>`.
fn super_call(pool: &mut PoolBuilder<'_>) -> Vec<u8> {
    let constant = pool.method("java/lang/Object", "<init>", "()V").unwrap();
    let [high, low] = constant.to_be_bytes();
    vec![0x2a, 0xb7, high, low]
}

/// A full frame at `delta` with so many locals that hold nothing and these types on the stack.
fn full_frame(delta: u16, locals: u16, stack: &[u8]) -> Vec<u8> {
    let mut frame = vec![255];
    frame.extend(delta.to_be_bytes());
    frame.extend(locals.to_be_bytes());
    frame.resize(frame.len() + usize::from(locals), 0);
    frame.extend(u16::from(!stack.is_empty()).to_be_bytes());
    frame.extend(stack);
    frame
}

fn table(frames: u16, content: &[u8]) -> Vec<u8> {
    [&frames.to_be_bytes(), content].concat()
}

/// A frame at `delta` that has a `Throwable` on the stack.
fn handler_frame(pool: &mut PoolBuilder<'_>, delta: u16, locals: u16) -> Vec<u8> {
    let [high, low] = pool.class("java/lang/Throwable").unwrap().to_be_bytes();
    full_frame(delta, locals, &[7, high, low])
}

#[test]
fn frames_that_repeat_many_locals() {
    let (frames, locals) = (20_000_u16, 65_000);
    let mut content = full_frame(0, locals, &[]);
    content.resize(content.len() + usize::from(frames) - 1, 0);
    let mut code = vec![0; usize::from(frames)];
    code.push(RETURN);
    let method = RawMethod {
        frames: Some(table(frames, &content)),
        ..method(0, locals, code)
    };
    let class = raw_class(PoolBuilder::empty(), "H", 52, &[method]);
    is_woven(&weave(&class, EVERYTHING), 1);
}

#[test]
fn frames_that_would_be_written_in_full_are_refused() {
    let (frames, locals) = (20_000_u16, 65_000);
    let mut content = full_frame(0, locals, &[]);
    for number in 1..frames {
        // One local less, and one more.
        let other: &[u8] = if number % 2 == 0 {
            &[252, 0, 0, 1]
        } else {
            &[250, 0, 0]
        };
        content.extend(other);
    }
    let mut code = vec![0; usize::from(frames)];
    code.push(RETURN);
    let method = RawMethod {
        frames: Some(table(frames, &content)),
        ..method(0, locals, code)
    };
    let class = raw_class(PoolBuilder::empty(), "H", 52, &[method]);
    let said = weave(&class, EVERYTHING);
    assert!(
        said.contains("H#f(): the woven class would be over"),
        "{said}"
    );
}

#[test]
fn calls_among_many_locals() {
    let mut pool = PoolBuilder::empty();
    let mut code = call(&mut pool).repeat(2_000);
    code.push(RETURN);
    let class = raw_class(pool, "H", 52, &[method(0, 65_000, code)]);
    is_woven(&weave(&class, CALLS), 1);
}

#[test]
fn calls_in_a_try_block_between_stores() {
    let mut pool = PoolBuilder::empty();
    let call = call(&mut pool);
    let mut code = Vec::new();
    for slot in (0..60_000_u16).step_by(20) {
        let [high, low] = slot.to_be_bytes();
        code.extend([0x03, 0xc4, 0x36, high, low]); // iconst_0; wide istore
        code.extend(&call);
    }
    let end = u16::try_from(code.len()).unwrap();
    code.extend([RETURN, ATHROW]);
    let frame = handler_frame(&mut pool, end + 1, 0);
    let method = RawMethod {
        rows: vec![[0, end, end + 1, 0]],
        frames: Some(table(1, &frame)),
        ..method(1, 65_000, code)
    };
    let said = weave(&raw_class(pool, "H", 52, &[method]), CALLS);
    assert!(
        said.contains("H#f(): the woven class would be over"),
        "{said}"
    );
}

#[test]
fn many_rows_over_many_calls() {
    let mut pool = PoolBuilder::empty();
    let calls = 2_000_u16;
    let mut code = call(&mut pool).repeat(usize::from(calls));
    let end = u16::try_from(code.len()).unwrap();
    code.extend([RETURN, ATHROW]);
    let frame = handler_frame(&mut pool, end + 1, 0);
    // Each set of rows is another one.
    let rows = (0..60_000).map(|row| {
        let from = row % calls / 2 * 3;
        [from, from + end / 2, end + 1, 0]
    });
    let method = RawMethod {
        rows: rows.collect(),
        frames: Some(table(1, &frame)),
        ..method(1, 1_000, code)
    };
    let said = weave(&raw_class(pool, "H", 52, &[method]), CALLS);
    assert!(said.contains("H#f(): "), "{said}");
}

#[test]
fn a_constructor_with_many_rows_over_many_locals() {
    // Version 49: the verifier merges what the handlers find.
    let mut pool = PoolBuilder::empty();
    let mut code = vec![0; 200];
    code.extend(super_call(&mut pool));
    code.extend([RETURN, ATHROW]);
    let handler = u16::try_from(code.len() - 1).unwrap();
    let rows = (0..65_000).map(|row| [0, 100 + row % 100, handler, 0]);
    let constructor = RawMethod {
        rows: rows.collect(),
        ..constructor(65_000, code)
    };
    is_woven(
        &weave(&raw_class(pool, "H", 49, &[constructor]), EVERYTHING),
        1,
    );
}

#[test]
fn a_constructor_that_branches_often_among_many_locals() {
    let mut pool = PoolBuilder::empty();
    let (unit, count) = (6_u32, 9_000);
    let end = unit * count;
    let mut code = Vec::new();
    for pc in (0..end).step_by(usize::try_from(unit).unwrap()) {
        let target = end.min(pc + 30_000);
        let [.., high, low] = (target - (pc + 3)).to_be_bytes();
        // iconst_0; istore_1; iconst_0; ifeq
        code.extend([0x03, 0x3c, 0x03, 0x99, high, low]);
    }
    code.extend(super_call(&mut pool));
    code.push(RETURN);
    is_woven(
        &weave(
            &raw_class(pool, "H", 49, &[constructor(65_000, code)]),
            EVERYTHING,
        ),
        1,
    );
}

#[test]
fn calls_over_a_deep_stack_before_super() {
    let mut pool = PoolBuilder::empty();
    let mut code = vec![0x03; 20_000];
    code.extend(call(&mut pool).repeat(1_000));
    code.extend(super_call(&mut pool));
    code.push(RETURN);
    let constructor = RawMethod {
        max_stack: 20_002,
        ..constructor(65_000, code)
    };
    is_woven(&weave(&raw_class(pool, "H", 52, &[constructor]), CALLS), 1);
}

#[test]
fn branches_and_subroutines_without_frames() {
    let mut pool = PoolBuilder::empty();
    let call = call(&mut pool);
    let (unit, count) = (9_u32, 600);
    let end = unit * count;
    let mut code = Vec::new();
    for pc in (0..end).step_by(usize::try_from(unit).unwrap()) {
        let [.., high, low] = (end - (pc + 3)).to_be_bytes();
        code.extend([0x03, 0x3b, 0x03, 0x99, high, low]); // ifeq
        code.extend(&call);
    }
    // `jsr` onto `astore_1; ret 1` behind the return.
    code.extend([0xa8, 0, 4, RETURN, 0x4c, 0xa9, 1]);
    is_woven(
        &weave(&raw_class(pool, "H", 46, &[method(2, 65_000, code)]), CALLS),
        1,
    );
}

#[test]
fn arrays_of_a_class_with_a_long_name() {
    let mut pool = PoolBuilder::empty();
    let [high, low] = pool.class(&"c".repeat(65_000)).unwrap().to_be_bytes();
    // iconst_0; anewarray
    let mut code = [0x03, 0xbd, high, low].repeat(10_000);
    code.extend(call(&mut pool));
    code.push(RETURN);
    is_woven(
        &weave(&raw_class(pool, "H", 52, &[method(10_001, 0, code)]), CALLS),
        1,
    );
}

#[test]
fn members_whose_names_in_full_are_out_of_proportion() {
    let methods = (0..3_000_usize).map(|number| RawMethod {
        name: "n".repeat(65_000),
        descriptor: format!("({}{})V", "I".repeat(number % 60), "J".repeat(number / 60)),
        ..method(0, 300, vec![RETURN])
    });
    let methods: Vec<_> = methods.collect();
    let said = weave(
        &raw_class(PoolBuilder::empty(), "H", 52, &methods),
        EVERYTHING,
    );
    assert!(said.contains("names of its members are too long"), "{said}");
}

#[test]
fn more_argument_slots_than_a_method_has() {
    let named = |name: &str, access_flags, parameters: &str| RawMethod {
        access_flags,
        name: name.to_owned(),
        descriptor: format!("({parameters})V"),
        ..method(0, 65_535, vec![RETURN])
    };
    let methods = [
        named("most", 0x9, &"I".repeat(255)),
        named("over", 0x9, &"I".repeat(256)),
        named("far", 0x9, &"J".repeat(33_000)),
        named("mine", 0x1, &"I".repeat(254)),
        named("receiver", 0x1, &"I".repeat(255)),
    ];
    let methods = methods.map(|method| RawMethod {
        max_locals: 300,
        ..method
    });
    let said = weave(
        &raw_class(PoolBuilder::empty(), "H", 52, &methods),
        EVERYTHING,
    );
    is_woven(&said, 2);
    for slots in [256, 66_000] {
        let reason = format!("a method with {slots} argument slots, over the limit of 255");
        assert!(said.contains(&reason), "{said}");
    }
}

#[test]
fn names_are_escaped_where_they_are_shown() {
    let names = [
        "a\u{1b}[2J",
        "b\rOVER",
        "c\u{9b}2J",
        "d\u{202e}RTL",
        "e\nwarning: f",
        "g\u{200b}",
    ];
    let methods = names.map(|name| RawMethod {
        name: name.to_owned(),
        descriptor: format!("({})V", "I".repeat(256)),
        ..method(0, 300, vec![RETURN])
    });
    let said = weave(
        &raw_class(PoolBuilder::empty(), "H", 52, &methods),
        EVERYTHING,
    );
    // What is said comes first, and behind it the report, which has the names as they are.
    let (shown, report) = said.split_at(said.find('{').unwrap());
    for escaped in [
        "\\u001b[2J",
        "\\u000dOVER",
        "\\u009b2J",
        "\\u202eRTL",
        "\\u000awarning",
        "\\u200b",
    ] {
        assert!(shown.contains(escaped), "{escaped}: {shown}");
    }
    let is_plain = |one: char| one == '\n' || !one.is_control();
    assert!(shown.chars().all(is_plain), "{shown:?}");
    assert!(
        report.contains("a\\u001b[2J") && report.contains("d\u{202e}RTL"),
        "{report}"
    );
}

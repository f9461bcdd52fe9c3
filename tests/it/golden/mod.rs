//! What woven methods look like: one text for each shape of method and of interception.
//!
//! Each snapshot has the rule, the method, and the method after weaving as `weave explain --code=stack` shows it: what weaving adds
//! begins with `+`, and behind each instruction stands what is on the operand stack then. Read `payload_at_enter` first.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use weave::classfile::code::opcode::op;
use weave::classfile::code::{Frame, VerificationType};
use weave::classfile::{ClassFile, PoolBuilder};
use weave::print::{self, Extras};

use crate::classfile::class_files;
use crate::support::class_writer::Method;
use crate::support::folders::project;
use crate::support::jdk::{jdk, run};

/// The fixtures compiled for a release.
fn fixtures(release: &str) -> PathBuf {
    project("fixtures/classes").join(release)
}

/// The rule, the method, and the method as it is woven.
fn golden(input: &Path, rule: &str, class: &str, method: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let rules = folder.path().join("rules.toml");
    let mut text = String::from("[probes.p]\n");
    for one in rule.split("\n\n") {
        let _ = writeln!(
            text,
            "[[probes.p.interceptions]]\n{one}\nmethod = {{ class = \"**\", name = \"*\" }}"
        );
    }
    fs::write(&rules, text).unwrap();
    let method = format!("{class}#{method}");
    let shown = run(Command::new(env!("CARGO_BIN_EXE_weave"))
        .arg("explain")
        .arg("--code=stack")
        .arg(input)
        .arg(&method)
        .arg("-r")
        .arg(&rules));
    let (_, after) = shown
        .split_once("\n  after: ")
        .unwrap_or_else(|| panic!("{method} is not woven:\n{shown}"));
    format!("{rule}\n\n{method}\n{}", without_hashes(after))
}

/// Packages of generated classes are named after the content of what is woven.
fn without_hashes(text: &str) -> String {
    let mut parts = text.split("weave.gen.h");
    let mut clean = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        clean += "weave.gen.h00000000";
        clean += part.get(8..).unwrap_or_default();
    }
    clean
}

/// A class `T` with this method.
fn written(method: &Method) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("T.class"), method.class()).unwrap();
    folder
}

fn assert_golden(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_omit_expression(true);
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// Each kind of interception and each place, in one method with `long` and `double` arguments and a wide result.
#[test]
fn kinds_of_interceptions() {
    for (name, rule) in [
        (
            "payload_at_enter",
            "kind = \"payload\"\non = \"enter\"\npayload = \"${0}\"",
        ),
        (
            "payload_at_exit",
            "kind = \"payload\"\non = \"exit\"\npayload = \"${0}\"",
        ),
        (
            "payload_at_return",
            "kind = \"payload\"\non = \"return\"\npayload = \"${1} gives ${return}\"",
        ),
        (
            "payload_at_exception",
            "kind = \"payload\"\non = \"exception\"\npayload = \"${exception}\"",
        ),
        (
            "payload_with_exceptions",
            "kind = \"payload\"\non = \"enter\"\npayload = \"${2}\"\nexception-payloads = true",
        ),
        ("split", "kind = \"split\"\npayload = \"${0}\""),
        (
            "plain_at_enter",
            "kind = \"plain\"\non = \"enter\"\nthread-state = \"waiting\"",
        ),
        (
            "plain_at_return",
            "kind = \"plain\"\non = \"return\"\nrestart-timing = true",
        ),
        (
            "plain_at_exception",
            "kind = \"plain\"\non = \"exception\"\nrestart-timing = true",
        ),
        (
            "two_that_nest",
            "kind = \"payload\"\non = \"enter\"\npayload = \"${0}\"\n\nkind = \"plain\"\non = \"return\"\nrestart-timing = true",
        ),
    ] {
        assert_golden(
            name,
            &golden(
                &fixtures("8"),
                rule,
                "subject.Values",
                "longs(long, int, long)",
            ),
        );
    }
}

/// One kind of interception in methods of each shape.
#[test]
fn shapes_of_methods() {
    const PAYLOAD: &str = "kind = \"payload\"\non = \"enter\"\npayload = \"${method}\"";
    for (name, class, method) in [
        ("nothing_returned", "Values", "nothing()"),
        (
            "instance_method",
            "Values",
            "instance(Object, long, subject.Values)",
        ),
        ("double_result", "Values", "doubles(double, float, double)"),
        ("constructor_with_super", "Constructors", "<init>(String)"),
        (
            "constructor_with_this",
            "Constructors",
            "<init>(String, subject.Constructors$1)",
        ),
        ("synchronized_block", "Locks", "empty()"),
        ("synchronized_method", "Locks", "increment()"),
        ("try_finally", "Finally", "finallyWins(boolean)"),
        ("table_switch", "Switches", "table0(int)"),
        ("lookup_switch", "Switches", "lookup0(int)"),
        ("loop_to_the_start", "Loops", "fromTheStart(int)"),
        ("never_returns", "Loops", "untilItThrows(int[])"),
    ] {
        assert_golden(
            name,
            &golden(&fixtures("8"), PAYLOAD, &format!("subject.{class}"), method),
        );
    }
}

/// What is put around calls, and what becomes of method references.
#[test]
fn calls() {
    const CALLS: &str =
        "kind = \"payload\"\non = \"enter\"\nat = \"call\"\npayload = \"${method}\"";
    const EXIT: &str =
        "kind = \"payload\"\non = \"exit\"\nat = \"call\"\npayload = \"${0} gives ${return}\"";
    let references = |method| golden(&fixtures("11"), CALLS, "subject.References", method);
    assert_golden("call", &references("twice(String)"));
    assert_golden(
        "call_in_try",
        &references("caught(java.util.function.Supplier)"),
    );
    assert_golden(
        "call_with_arguments",
        &golden(&fixtures("11"), EXIT, "subject.References", "twice(String)"),
    );
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("Refers.java");
    let text = "class Refers { java.util.function.Supplier<String> of(String text) { return text::trim; } }";
    fs::write(&source, text).unwrap();
    let classes = folder.path().join("classes");
    run(jdk(17)
        .javac()
        .args(["--release", "11", "-d"])
        .arg(&classes)
        .arg(&source));
    assert_golden(
        "method_reference",
        &golden(&classes, CALLS, "Refers", "of(String)"),
    );
}

/// Class files that compilers of today do not write.
#[test]
fn old_and_rare_code() {
    const PAYLOAD: &str = "kind = \"payload\"\non = \"exit\"\npayload = \"${0}\"";
    // jsr L; iload_0; ireturn; L: astore_1; iinc 0 5; ret 1
    let subroutine = Method {
        major_version: 46,
        code: vec![
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
        ],
        max_stack: 1,
        max_locals: 2,
        ..Method::default()
    };
    // if (n == 0) return 7; return n
    let unframed = Method {
        major_version: 49,
        code: vec![
            op::iload_0,
            op::ifne,
            0,
            6,
            op::bipush,
            7,
            op::ireturn,
            op::iload_0,
            op::ireturn,
        ],
        max_stack: 1,
        max_locals: 1,
        ..Method::default()
    };
    let wide_locals = Method {
        major_version: 52,
        code: vec![
            op::iload_0,
            op::wide,
            op::istore,
            1,
            0,
            op::wide,
            op::iinc,
            1,
            0,
            1,
            0,
            op::wide,
            op::iload,
            1,
            0,
            op::ireturn,
        ],
        max_stack: 1,
        max_locals: 257,
        ..Method::default()
    };
    for (name, method) in [
        ("subroutine", subroutine),
        ("without_frames", unframed),
        ("wide_locals", wide_locals),
    ] {
        let folder = written(&method);
        assert_golden(name, &golden(folder.path(), PAYLOAD, "T", "run(int)"));
    }
}

/// Every method of the fixtures and of what becomes of them when bytes are changed is shown or refused; nothing panics.
#[test]
fn damaged_classes_are_shown_as_far_as_they_can_be_read() {
    let all = Extras {
        stack: true,
        positions: true,
        lines: true,
    };
    let mut shown = 0;
    let mut random = 1_u64;
    for file in class_files(&fixtures("11")) {
        let bytes = fs::read(&file).unwrap();
        for damaged in 0..40 {
            let mut bytes = bytes.clone();
            for _ in 0..damaged {
                // Knuth's MMIX generator: the same damage in every run.
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                let at = usize::try_from(random >> 33).unwrap() % bytes.len();
                bytes[at] = random.to_be_bytes()[1];
            }
            let Ok(class) = ClassFile::read(&bytes) else {
                continue;
            };
            for method in &class.methods {
                let listing = print::method(&class, method, &[], all);
                shown += listing.map_or(0, |listing| listing.rows().len());
            }
        }
    }
    assert!(shown > 10_000, "{shown}");
}

/// A constant, a frame and a list may each be as long as the class file: a line is not.
#[test]
fn lines_have_an_end() {
    let mut pool = PoolBuilder::empty();
    let long = pool.string(&"\u{1b}\n".repeat(30_000)).unwrap();
    let [high, low] = long.to_be_bytes();
    let mut code = vec![op::ldc_w, high, low, op::pop];
    code.extend([op::iconst_0; 200]);
    code.extend([op::ireturn]);
    let method = Method {
        major_version: 52,
        code,
        max_stack: 200,
        max_locals: 60_000,
        frames: vec![Frame {
            pc: 204,
            locals: (0..30_000)
                .flat_map(|_| [VerificationType::Integer, VerificationType::Float])
                .collect(),
            stack: (0..200).map(|_| VerificationType::Integer).collect(),
        }],
        ..Method::default()
    };
    let bytes = method.class_with(pool);
    let class = ClassFile::read(&bytes).unwrap();
    let stack = Extras {
        stack: true,
        ..Extras::default()
    };
    let listing = print::method(&class, &class.methods[0], &[], stack).unwrap();
    for row in listing.rows() {
        assert!(
            row.len() < 2_000 && !row.contains(['\n', '\u{1b}']),
            "{row}"
        );
    }
}

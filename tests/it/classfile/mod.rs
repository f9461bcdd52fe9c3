//! Reading and writing classes: what does not change stays as it is, and no bytes make the weaver fail.

use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use weave::classfile::code::Code;
use weave::classfile::{ClassFile, PoolBuilder};
use weave::generate::Names;
use weave::matcher::Surroundings;
use weave::plan::MethodPlan;
use weave::rewrite;
use weave::weave::Weaving;

use crate::support::folders;
use crate::support::jdk::{jdks, run};

/// All class files below a folder, sorted.
pub(crate) fn class_files(folder: &Path) -> Vec<PathBuf> {
    folders::files(folder, "class")
}

/// What is wrong with a class after it is written back, as a whole and method by method through the rewriter.
fn differences(bytes: &[u8]) -> Vec<String> {
    let class = match ClassFile::read(bytes) {
        Ok(class) => class,
        Err(error) => return vec![error.to_string()],
    };
    let mut wrong = Vec::new();
    let mut pool = PoolBuilder::new(&class.pool);
    if class.write(&pool, &[]) != bytes {
        wrong.push("the class is not the same".to_owned());
    }
    for method in &class.methods {
        let Some(code) = method.code() else { continue };
        let parsed = match Code::read(code.info, &class.pool) {
            Ok(parsed) => parsed,
            Err(error) => {
                wrong.push(format!("{:?}{:?}: {error}", method.name, method.descriptor));
                continue;
            }
        };
        let plan = MethodPlan::default();
        match rewrite::method(&class, method, parsed, &plan, &mut pool) {
            Ok(written) if written.code == code.info => {}
            Ok(_) => wrong.push(format!(
                "{:?}{:?}: the code is not the same",
                method.name, method.descriptor
            )),
            Err(refusal) => wrong.push(format!(
                "{:?}{:?}: {refusal}",
                method.name, method.descriptor
            )),
        }
    }
    if !pool.is_unchanged() {
        wrong.push("the constant pool has grown".to_owned());
    }
    wrong
}

#[test]
fn every_class_of_both_jdks_is_written_back_byte_for_byte_also_through_the_rewriter() {
    for jdk in jdks() {
        let folder = tempfile::tempdir().unwrap();
        let image = jdk.home.join("lib/modules");
        run(jdk
            .tool("jimage")
            .arg("extract")
            .arg("--dir")
            .arg(folder.path())
            .arg(image));
        let files = class_files(folder.path());
        assert!(files.len() > 20_000, "{}", files.len());
        let wrong: Vec<String> = files
            .par_iter()
            .flat_map_iter(|file| {
                let wrong = differences(&fs::read(file).unwrap());
                wrong
                    .into_iter()
                    .map(|what| format!("{}: {what}", file.display()))
                    .collect::<Vec<_>>()
            })
            .collect();
        assert!(
            wrong.is_empty(),
            "{} of JDK {}: {:#?}",
            wrong.len(),
            jdk.release,
            &wrong[..wrong.len().min(20)]
        );
    }
}

/// Rules that put something at every point of every method.
const EVERYTHING: &str = r#"
[probes.first]
[[probes.first.interceptions]]
kind = "payload"
on = "enter"
method = { class = "", name = "*" }
payload = "${class}.${method} ${this}"
exception-payloads = true
[[probes.first.interceptions]]
kind = "payload"
on = "return"
method = { class = "", name = "*" }
payload = "${this} ${return}"
"#;

#[test]
fn truncated_and_damaged_classes_are_errors_or_woven_and_never_fail() {
    let rules = weave::rules::parse("rules.toml", EVERYTHING).unwrap();
    let names = Names::new(&rules, "00000000", "weave");
    let weaving = Weaving {
        rules: &rules,
        names: &names,
        allow_huge: false,
        hierarchy: None,
        question: None,
    };
    let around = Surroundings {
        path: "T.class",
        ..Surroundings::default()
    };
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/classes/21/subject");
    let files = class_files(&fixtures);
    assert!(files.len() > 20, "{}", files.len());
    let woven: usize = files
        .par_iter()
        .map(|file| {
            let bytes = fs::read(file).unwrap();
            for end in 0..bytes.len() {
                assert!(
                    weaving.class(&bytes[..end], around).is_err(),
                    "{} cut at {end}",
                    file.display()
                );
            }
            // A fixed sequence of positions and values (xorshift), so that a failure can be had again.
            let mut state = 0x9e37_79b9_7f4a_7c15_u64;
            let mut woven = 0;
            for _ in 0..2_000 {
                let mut damaged = bytes.clone();
                for _ in 0..2 {
                    state ^= state << 13;
                    state ^= state >> 7;
                    state ^= state << 17;
                    let at = usize::try_from(state).unwrap() % damaged.len();
                    damaged[at] = state.to_le_bytes()[7];
                }
                woven += usize::from(
                    weaving
                        .class(&damaged, around)
                        .is_ok_and(|outcome| outcome.bytes.is_some()),
                );
            }
            woven
        })
        .sum();
    assert!(
        woven > 1_000,
        "most damage lies where it does not matter: {woven}"
    );
}

//! The heap sampler: what it promises, with hand-written adapters, on every JDK of [`jdks`].
//!
//! The programs lie in `tests/java/heap`. `rules/heap-sampling.md` names a method of them, or a test here, for each statement of the source.

#![allow(
    clippy::unwrap_used,
    reason = "a helper of a test may fail as the test does"
)]

mod conformance;
mod control;
mod recorded;
mod sets;
mod sizes;
mod statistics;

use crate::support::folders::{self, project};
use crate::support::jdk::{Jdk, jdk, jdks, run};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use weave::shim;

/// The folder of the programs.
pub(super) const PROGRAMS: &str = "tests/java/heap";

fn java_files(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|actual| actual == "java"))
        .collect();
    found.sort();
    found
}

/// The folder with the programs, and that with the runtime.
fn folders() -> &'static (PathBuf, PathBuf) {
    static FOLDERS: OnceLock<(PathBuf, PathBuf)> = OnceLock::new();
    FOLDERS.get_or_init(|| {
        let (runtime, programs) = (
            folders::empty("heap/runtime"),
            folders::empty("heap/programs"),
        );
        for class in shim::CLASSES {
            let file = runtime.join(class.path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, class.bytes).unwrap();
        }
        let shared = project("tests/java/shim");
        run(jdk(17)
            .javac()
            .args(["--release", "17", "-proc:none", "-encoding", "UTF-8", "-cp"])
            .arg(&runtime)
            .arg("-d")
            .arg(&programs)
            .args(["Check.java", "Tape.java"].map(|name| shared.join(name)))
            .args(java_files(&project(PROGRAMS)))
            .args(java_files(&project(PROGRAMS).join("weave/runtime"))));
        (programs, runtime)
    })
}

fn class_path() -> String {
    let (programs, runtime) = folders();
    let joined = std::env::join_paths([programs, runtime]).unwrap();
    joined.into_string().unwrap()
}

/// Runs a method of a program in a JVM of its own, with the options of the rules that the adapters hand over.
#[track_caller]
fn holds(jdk: &Jdk, jvm: &[&str], options: &str, class: &str, methods: &[&str]) {
    let output = jdk
        .java()
        .args(["-Xmx256m", &format!("-Dheap.options={options}")])
        .args(jvm)
        .arg("-cp")
        .arg(class_path())
        .args(["Check", class])
        .args(methods)
        .output()
        .unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    let place = format!(
        "JDK {}: {class} {methods:?} {jvm:?} {options}\n{stdout}{stderr}",
        jdk.release
    );
    assert!(output.status.success(), "{place}");
    let lines = stdout.lines().filter(|line| line.starts_with("ok "));
    assert_eq!(lines.count(), methods.len(), "{place}");
}

/// Each method in a JVM of its own, of each JDK.
#[track_caller]
fn each_holds(options: &str, class: &str, methods: &[&str]) {
    for jdk in jdks() {
        for method in methods {
            holds(&jdk, &[], options, class, &[method]);
        }
    }
}

//! What events hold, in a program that is woven: `tests/java/events` with its rules, run on every JDK of [`jdks`].

#![allow(
    clippy::unwrap_used,
    reason = "a helper of a test may fail as the test does"
)]

use crate::support::folders;
use crate::support::jdk::jdks;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use walkdir::WalkDir;

use super::woven::program;

/// The program and its checks, compiled and woven once.
fn events() -> &'static Path {
    static EVENTS: OnceLock<PathBuf> = OnceLock::new();
    EVENTS.get_or_init(|| program("events", "events.toml"))
}

/// What may be said, whenever a recording runs: two of the numbers that are sampled cannot be read.
const SAID: [&str; 2] = [
    "weave: the value of telemetry Plain (Shop#odd) of probe `measured` cannot be read: java.lang.IllegalStateException: no number",
    "weave: the value of telemetry Plain (Shop#endless) of probe `measured` cannot be read: java.lang.StackOverflowError",
];

/// Runs a class of checks; the runtime must have nothing else to say, and each line only once.
#[track_caller]
fn check(class: &str) {
    for jdk in jdks() {
        let output = jdk
            .java()
            .args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m"])
            .args(["-Xverify:all", "-cp"])
            .arg(events())
            .args(["Check", class])
            .output()
            .unwrap();
        let stdout = String::from_utf8_lossy(&output.stdout);
        let stderr = String::from_utf8_lossy(&output.stderr);
        let place = format!("JDK {}: {class}\n{stdout}{stderr}", jdk.release);
        assert!(output.status.success() && stdout.contains("ok "), "{place}");
        let mut said: Vec<&str> = stderr
            .lines()
            .filter(|line| line.starts_with("weave: "))
            .collect();
        said.sort_unstable();
        let lines = said.len();
        said.dedup();
        assert_eq!(said.len(), lines, "{place}");
        assert!(said.iter().all(|line| SAID.contains(line)), "{place}");
    }
}

#[test]
fn every_chunk_names_its_control_objects() {
    check("Named");
}

#[test]
fn no_more_events_are_recorded_than_the_limit_says() {
    check("Limited");
}

#[test]
fn what_is_redacted_is_in_no_text() {
    check("Blanked");
}

#[test]
fn stack_traces_have_one_frame_of_generated_code() {
    check("Framed");
}

#[test]
fn numbers_of_any_class_and_size_are_sampled() {
    check("Measured");
}

/// Of what generated code calls, nothing but itself is there: the program runs as before, and one line says what is missing.
#[test]
fn a_missing_runtime_is_said_once() {
    let bare = folders::empty("woven/no-runtime");
    for file in WalkDir::new(events()) {
        let file = file.unwrap();
        let within = file.path().strip_prefix(events()).unwrap();
        if file.file_type().is_file() && !within.starts_with("weave/runtime") {
            let to = bare.join(within);
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::copy(file.path(), to).unwrap();
        }
    }
    for jdk in jdks() {
        for (log, lines) in [("-Dweave.log=error", 1), ("-Dweave.log=off", 0)] {
            let mut java = jdk.java();
            let output = java
                .arg(log)
                .arg("-cp")
                .arg(&bare)
                .arg("NoRuntime")
                .output()
                .unwrap();
            let stderr = String::from_utf8_lossy(&output.stderr);
            let place = format!("JDK {}: {stderr}", jdk.release);
            assert!(
                output.status.success() && output.stdout == b"ran",
                "{place}"
            );
            assert_eq!(stderr.lines().count(), lines, "{place}");
            let said = "weave: the runtime cannot be used, so nothing is recorded for `blanked`, `framed`, `limited`, `measured`, `named`, `unlimited`: java.lang.NoClassDefFoundError: weave/runtime/Shim";
            assert!(lines == 0 || stderr.trim_end() == said, "{place}");
        }
    }
}

//! Many threads, and loops that run for long: programs in `tests/java`, woven, which check their recordings themselves.

#![allow(
    clippy::unwrap_used,
    reason = "a helper of a test may fail as the test does"
)]

use crate::support::folders::{self, project};
use crate::support::jdk::{Jdk, jdk, jdks, run};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The program in this folder below `tests/java`, compiled, and woven with the rules of the same name in there.
fn woven(name: &str) -> PathBuf {
    let sources = project("tests/java").join(name);
    let (classes, woven) = (
        folders::empty(&format!("{name}/classes")),
        folders::empty(&format!("{name}/woven")),
    );
    let files = sources.read_dir().unwrap();
    run(jdk(17)
        .javac()
        .args(["--release", "17", "-encoding", "UTF-8", "-d"])
        .arg(&classes)
        .args(
            files
                .map(|entry| entry.unwrap().path())
                .filter(|path| path.extension().is_some_and(|is| is == "java")),
        ));
    run(Command::new(env!("CARGO_BIN_EXE_weave"))
        .args(["-q", "--strict"])
        .arg(&classes)
        .arg("-r")
        .arg(sources.join(format!("{name}.toml")))
        .arg("-o")
        .arg(&woven));
    woven
}

/// The short form of `tests/stress.sh`.
#[track_caller]
fn stress(jdk: &Jdk, virtual_threads: &str) {
    let recording = folders::empty(&format!("stress/{}", jdk.release)).join("all.jfr");
    let output = jdk
        .java()
        .args(["-Xmx512m", "-Djdk.virtualThreadScheduler.parallelism=4"])
        .arg("-cp")
        .arg(woven("stress"))
        .arg("Stress")
        .arg(recording)
        .args(["50000", "8", virtual_threads, "100"])
        .output()
        .unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    let place = format!("JDK {}:\n{stdout}{stderr}", jdk.release);
    assert!(output.status.success(), "{place}");
    assert!(stdout.contains(" chunks as expected, none lost"), "{place}");
    assert!(!stderr.contains("weave: "), "{place}");
}

#[test]
fn every_event_of_many_threads_is_right() {
    stress(&jdk(17), "0");
    stress(&jdk(25), "500");
}

/// What the program says of two recordings. On a machine that is busy now and then a loop may end too early to say anything.
fn hot(jdk: &Jdk, woven: &Path, arguments: &[&str]) -> String {
    let mut said = String::new();
    for _ in 0..5 {
        said = run(jdk.java().arg("-cp").arg(woven).arg("Hot").args(arguments));
        if !said.contains("too short") {
            break;
        }
    }
    said
}

/// As one with a hand-written event is. Each loop has a JVM of its own, see the program.
#[test]
fn a_loop_that_is_compiled_before_a_recording_is_in_it() {
    let woven = woven("hot");
    for jdk in jdks() {
        for arguments in [&["woven"][..], &["woven", "late"], &["written"]] {
            let said = hot(&jdk, &woven, arguments);
            let place = format!("JDK {}: {said}", jdk.release);
            println!("{place}");
            assert_eq!(said.lines().count(), 2, "{place}");
            assert!(said.lines().all(|line| line.ends_with(" ms")), "{place}");
        }
    }
}

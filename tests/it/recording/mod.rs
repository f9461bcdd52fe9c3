//! `weave report`: its numbers are those of the recording, whatever it is made of, and what is missing is said.
//!
//! The recordings are of `tests/java/recording/Busy.java`, woven with the rules beside it, on each JDK.

mod files;
mod formats;
mod numbers;
mod program;
mod splits;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use serde_json::Value;
use weave::recording::model::{Report, Rows};

use crate::support::folders::{empty, files as files_in, project};
use crate::support::jdk::{Jdk, jdk, jdks, run};

/// Recordings of both JDKs, and what the programs said.
struct Recordings {
    mixed: [PathBuf; 2],
    shares: [PathBuf; 2],
    /// The processor's time in each split of `shares`.
    spent: [String; 2],
}

/// The woven program, made once.
fn woven() -> &'static Path {
    static WOVEN: OnceLock<PathBuf> = OnceLock::new();
    WOVEN.get_or_init(|| {
        let folder = empty("recording-woven");
        let classes = folder.join("classes");
        let source = project("tests/java/recording/Busy.java");
        run(jdk(17)
            .javac()
            .args(["--release", "11", "-encoding", "UTF-8", "-d"])
            .arg(&classes)
            .arg(source));
        let jar = folder.join("busy.jar");
        let all = files_in(&classes, "class");
        let mut command = jdk(17).jar();
        command.arg("cf").arg(&jar);
        for class in all {
            let name = class.file_name().unwrap();
            command.arg("-C").arg(&classes).arg(name);
        }
        run(&mut command);
        let woven = folder.join("woven.jar");
        run(Command::new(env!("CARGO_BIN_EXE_weave"))
            .arg(jar)
            .arg("-r")
            .arg(project("tests/java/recording/rules.toml"))
            .arg("-o")
            .arg(&woven));
        woven
    })
}

/// The woven program on this JDK, which records with these options.
fn busy(jdk: &Jdk, recording: &str, arguments: &[&str]) -> Command {
    let mut command = jdk.java();
    command
        .arg("-Xlog:jfr+startup=error")
        .arg(format!("-XX:StartFlightRecording={recording}"))
        .arg("-cp")
        .arg(woven())
        .arg("Busy")
        .args(arguments);
    command
}

fn recordings() -> &'static Recordings {
    static RECORDINGS: OnceLock<Recordings> = OnceLock::new();
    RECORDINGS.get_or_init(|| {
        let folder = empty("recording-recordings");
        let path = |name: &str, jdk: &Jdk| folder.join(format!("{name}-{}.jfr", jdk.release));
        let settings = |file: &Path| format!("settings=profile,filename={}", file.display());
        let mixed = jdks().map(|jdk| {
            let file = path("mixed", &jdk);
            run(&mut busy(&jdk, &settings(&file), &["mixed", "600"]));
            file
        });
        let mut spent = [String::new(), String::new()];
        let mut said = spent.iter_mut();
        let shares = jdks().map(|jdk| {
            let file = path("shares", &jdk);
            *said.next().unwrap() = run(&mut busy(
                &jdk,
                &settings(&file),
                &["shares", "6000", "100000"],
            ));
            file
        });
        Recordings {
            mixed,
            shares,
            spent,
        }
    })
}

/// `weave report` with these arguments, read on this JDK.
fn weave(jdk: &Jdk) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weave"));
    command.arg("report").arg("--jdk").arg(&jdk.home);
    command
}

/// The report of these files.
fn report(jdk: &Jdk, files: &[&Path], options: &[&str]) -> Report {
    let json = run(weave(jdk)
        .args(files)
        .args(["--format", "json"])
        .args(options));
    serde_json::from_str(&json).unwrap()
}

/// Exit code, stdout and stderr of a report that may fail.
fn answer(command: &mut Command) -> (Option<i32>, String, String) {
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// The events of these types, as the JDK prints them.
fn printed(jdk: &Jdk, file: &Path, types: &str) -> Vec<Value> {
    let text = run(jdk
        .jfr()
        .args(["print", "--json", "--stack-depth", "1", "--events", types])
        .arg(file));
    // The JDK writes half of a letter as it is, which is no JSON.
    let text = text.replace("\\ud83d surrogate", "? surrogate");
    let all: Value = serde_json::from_str(&text).unwrap();
    all["recording"]["events"].as_array().unwrap().clone()
}

/// The text of a number.
fn string(report: &Report, index: i64) -> &str {
    usize::try_from(index).map_or("", |index| &report.strings[index])
}

/// The row with this text.
#[track_caller]
fn row(report: &Report, rows: &Rows, text: &str) -> usize {
    rows.text
        .iter()
        .position(|&one| string(report, one) == text)
        .unwrap_or_else(|| panic!("no row `{text}`"))
}

/// A copy of a file in a folder of its own.
fn copy(folder: &Path, name: &str, content: &[u8]) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, content).unwrap();
    path
}

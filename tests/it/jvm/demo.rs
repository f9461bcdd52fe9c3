//! The demo in `fixtures/demo`, woven with the binary and run: its recording holds exactly the events that
//! `expected-events.txt` derives from its sources, and without a recording nobody notices that it is woven.

#![allow(
    clippy::unwrap_used,
    reason = "a helper of a test may fail as the test does"
)]

use crate::support::folders;
use crate::support::jdk::{Jdk, jdks, run};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The JVM says on standard output that a recording has started, unless told not to.
const QUIET: &str = "-Xlog:jfr+startup=error";

/// One event: what must be equal, and how long it took, or takes at least, in microseconds.
type Event = (String, u64);

/// What a run of the woven demo with a recording left behind.
struct Recorded {
    /// JDK, and when the recording started.
    name: String,
    output: String,
    events: Vec<Event>,
    /// Redefined classes and agents.
    suspicious: Vec<String>,
}

fn demo(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures/demo")
        .join(file)
}

fn folder(name: &str) -> PathBuf {
    folders::empty(&format!("demo/{name}"))
}

/// The woven demo, made once.
fn woven() -> &'static Path {
    static WOVEN: OnceLock<PathBuf> = OnceLock::new();
    WOVEN.get_or_init(|| {
        let woven = folder("woven").join("shop.jar");
        run(Command::new(env!("CARGO_BIN_EXE_weave"))
            .arg(demo("shop.jar"))
            .arg("-r")
            .arg(demo("weave.toml"))
            .arg("-o")
            .arg(&woven));
        woven
    })
}

fn self_test(jdk: &Jdk, options: &[&str], jar: &Path, folder: &Path) -> Command {
    let mut command = jdk.java();
    command
        .args(options)
        .arg("-jar")
        .arg(jar)
        .arg("--self-test")
        .current_dir(folder);
    command
}

/// Runs of the woven demo: on each JDK, one recorded from the start, and one recorded when it has run once already.
fn recorded() -> &'static [Recorded] {
    static RECORDED: OnceLock<Vec<Recorded>> = OnceLock::new();
    RECORDED.get_or_init(|| {
        jdks()
            .iter()
            .flat_map(|jdk| [record(jdk, false), record(jdk, true)])
            .collect()
    })
}

fn record(jdk: &Jdk, late: bool) -> Recorded {
    let name = format!("{}-{}", jdk.release, if late { "late" } else { "early" });
    let folder = folder(&name);
    let tools = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java");
    run(jdk
        .javac()
        .arg("-d")
        .arg(&folder)
        .arg(tools.join("ReadEvents.java"))
        .arg(tools.join("RecordSecondRun.java")));
    let output = if late {
        run(jdk
            .java()
            .arg("-cp")
            .arg(env::join_paths([woven(), &folder]).unwrap())
            .args(["RecordSecondRun", "shop.jfr"])
            .args(["com.example.shop.Main", "--self-test"])
            .current_dir(&folder))
    } else {
        let options = [QUIET, "-XX:StartFlightRecording:filename=shop.jfr"];
        run(&mut self_test(jdk, &options, woven(), &folder))
    };
    let read = run(jdk
        .java()
        .arg("-cp")
        .arg(&folder)
        .arg("ReadEvents")
        .arg(folder.join("shop.jfr")));
    let (suspicious, events) = read
        .lines()
        .map(str::to_owned)
        .partition::<Vec<_>, _>(|line| line.starts_with('!'));
    let mut events: Vec<Event> = events.iter().map(|line| event(line, 1)).collect();
    events.sort();
    Recorded {
        name,
        output,
        events,
        suspicious,
    }
}

/// A line of the expected events, or of those read, with the unit of its last column in microseconds. Which of its threads
/// the server takes is chance.
fn event(line: &str, unit: u64) -> Event {
    let (key, duration) = line.rsplit_once('\t').unwrap();
    let mut columns: Vec<&str> = key.split('\t').collect();
    if columns[4].starts_with("shop-http-") {
        columns[4] = "shop-http-*";
    }
    (columns.join("\t"), duration.parse::<u64>().unwrap() * unit)
}

fn expected() -> Vec<Event> {
    let text = fs::read_to_string(demo("expected-events.txt")).unwrap();
    let mut events: Vec<Event> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| event(line, 1000))
        .collect();
    events.sort();
    events
}

/// What is in `left` more often than in `right`; both are sorted.
fn surplus<'a>(left: &'a [Event], right: &[Event]) -> Vec<&'a str> {
    let mut rest: Vec<&str> = right.iter().map(|(key, _)| key.as_str()).collect();
    left.iter()
        .map(|(key, _)| key.as_str())
        .filter(|key| match rest.binary_search(key) {
            Ok(index) => {
                rest.remove(index);
                false
            }
            Err(_) => true,
        })
        .collect()
}

fn unwoven_output(jdk: &Jdk, for_what: &str) -> String {
    let folder = folder(&format!("unwoven-{}-{for_what}", jdk.release));
    let output = run(&mut self_test(jdk, &[QUIET], &demo("shop.jar"), &folder));
    assert!(output.ends_with("self-test done\n"), "{output}");
    output
}

#[test]
fn the_recording_holds_exactly_the_expected_events() {
    let expected = expected();
    for recorded in recorded() {
        let missing = surplus(&expected, &recorded.events);
        let unexpected = surplus(&recorded.events, &expected);
        assert!(
            missing.is_empty() && unexpected.is_empty(),
            "{}: missing:\n  {}\nunexpected:\n  {}",
            recorded.name,
            missing.join("\n  "),
            unexpected.join("\n  ")
        );
        for ((key, least), (_, took)) in expected.iter().zip(&recorded.events) {
            assert!(
                took >= least,
                "{}: {took} us, at least {least} expected: {key}",
                recorded.name
            );
        }
    }
}

#[test]
fn the_recorded_demo_prints_what_the_unwoven_one_prints() {
    for jdk in jdks() {
        let unwoven = unwoven_output(&jdk, "recorded");
        for recorded in recorded() {
            if recorded.name == format!("{}-early", jdk.release) {
                assert_eq!(recorded.output, unwoven, "{}", recorded.name);
            } else if recorded.name == format!("{}-late", jdk.release) {
                assert_eq!(recorded.output, unwoven.repeat(2), "{}", recorded.name);
            }
        }
    }
}

#[test]
fn without_a_recording_nothing_is_written() {
    for jdk in jdks() {
        let folder = folder(&format!("plain-{}", jdk.release));
        let output = self_test(&jdk, &[], woven(), &folder).output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            unwoven_output(&jdk, "plain")
        );
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    }
}

#[test]
fn no_class_of_the_program_is_redefined_and_no_agent_is_loaded() {
    for recorded in recorded() {
        let ours: Vec<&String> = recorded
            .suspicious
            .iter()
            .filter(|line| !line.starts_with("! redefined jdk."))
            .collect();
        assert!(ours.is_empty(), "{}: {ours:#?}", recorded.name);
        // A recording that starts late redefines classes of the JDK's own: so ours would be seen.
        if recorded.name.ends_with("late") {
            assert!(!recorded.suspicious.is_empty(), "{}", recorded.name);
        }
    }
}

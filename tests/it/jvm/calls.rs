//! Call sites on the JVM: what is recorded of calls of the JDK, and that old class files run as before.

#![allow(
    clippy::unwrap_used,
    reason = "a helper of a test may fail as the test does"
)]

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::folders::project;
use crate::support::jdk::{Jdk, jdk, jdks, run};

fn weave(input: &Path, rules: &Path, output: &Path) {
    run(Command::new(env!("CARGO_BIN_EXE_weave"))
        .arg("-q")
        .arg(input)
        .arg("-r")
        .arg(rules)
        .arg("-o")
        .arg(output));
}

/// Runs a main class with a recording; what it printed, and each event of type `event` as its `fields`, in order.
pub(super) fn recorded(
    jdk: &Jdk,
    classes: &Path,
    arguments: &[&str],
    event: &str,
    fields: &[&str],
) -> (String, Vec<String>) {
    let recording = classes.join(format!("{}.jfr", jdk.release));
    let printed = run(jdk
        .java()
        .args(["-Xlog:disable", "-Xlog:all=off"])
        .arg(format!(
            "-XX:StartFlightRecording:settings=none,filename={}",
            recording.display()
        ))
        .arg("-cp")
        .arg(classes)
        .args(arguments));
    let events = run(jdk
        .jfr()
        .args(["print", "--stack-depth", "64", "--events", event])
        .arg(&recording));
    let mut lines = Vec::new();
    for event in events.split("\n}").filter(|event| event.contains('{')) {
        let value = |field: &&str| {
            let start = format!("  {field} = ");
            let line = event.lines().find_map(|line| line.strip_prefix(&start));
            line.map(|value| value.trim_matches('"').to_owned())
        };
        let values: Vec<String> = fields.iter().filter_map(value).collect();
        lines.push(values.join(" | "));
    }
    (printed, lines)
}

const RULES: &str = r#"
[probes.waits]
types = ["Connect", "Sleep", "Open"]

[[probes.waits.interceptions]]
kind = "payload"
at = "call"
method = { class = "java.net.Socket", name = "connect", parameters = ["java.net.SocketAddress", ".."] }
payload = "connect"
type = "Connect"
exception-payloads = true

[[probes.waits.interceptions]]
kind = "payload"
at = "call"
on = "exit"
method = { class = "java.lang.Thread", name = "sleep", parameters = ["long"] }
payload = "${0} ms, ${class}.${method}, ${exception}"
type = "Sleep"

[[probes.waits.interceptions]]
kind = "payload"
at = "call"
method = { class = "java.io.FileInputStream", name = "<init>", parameters = ["java.lang.String"] }
payload = "open ${0} ${this}"
type = "Open"
exception-payloads = true

[probes.streams]
control-objects = true

[[probes.streams.interceptions]]
kind = "plain"
at = "call"
on = "return"
method = { class = "java.io.FileInputStream", name = "<init>" }
open-control-object = { object = "${return}", name = "stream of ${0}" }

[[probes.streams.interceptions]]
kind = "payload"
at = "call"
on = "return"
method = { class = "java.io.FileInputStream", name = "read" }
payload = "${return}"
control-object = "${this}"

[[block]]
method = { name = "notSlept" }
"#;

/// The calls of `tests/java/Calling.java`, as they are written there.
#[test]
fn calls_of_the_jdk_are_recorded_with_their_values_and_exceptions() {
    let folder = tempfile::tempdir().unwrap();
    let (classes, woven) = (folder.path().join("classes"), folder.path().join("woven"));
    run(jdk(17)
        .javac()
        .arg("-d")
        .arg(&classes)
        .arg(project("tests/java/Calling.java")));
    let rules = folder.path().join("rules.toml");
    fs::write(&rules, RULES).unwrap();
    weave(&classes, &rules, &woven);
    for jdk in jdks() {
        let file = folder.path().join("file").display().to_string();
        let fields = ["payload", "type", "exception", "method"];
        let (printed, mut events) = recorded(
            &jdk,
            &woven,
            &["Calling", &file],
            "weave.waits.Payload",
            &fields,
        );
        let printed: Vec<&str> = printed.lines().collect();
        assert!(
            printed.ends_with(&[
                "connected true",
                "refused",
                "not slept -1",
                "read 97",
                "not there"
            ]),
            "{printed:?}"
        );
        events.sort();
        let refused = "java.net.ConnectException: Connection refused";
        let negative = "java.lang.IllegalArgumentException: timeout value is negative";
        let none =
            format!("java.io.FileNotFoundException: {file}.none (No such file or directory)");
        let mut expected = vec![
            "connect | Connect | N/A | connect".to_owned(),
            format!("connect | Connect | {refused} | connect"),
            "1 ms, java.lang.Thread.sleep, null | Sleep | N/A | sleep".to_owned(),
            "2 ms, java.lang.Thread.sleep, null | Sleep | N/A | sleep".to_owned(),
            format!("-1 ms, java.lang.Thread.sleep, {negative} | Sleep | {negative} | sleep"),
            format!("open {file} null | Open | N/A | <init>"),
            format!("open {file}.none null | Open | {none} | <init>"),
        ];
        expected.sort();
        assert_eq!(events, expected, "JDK {}", jdk.release);

        let (_, opened) = recorded(
            &jdk,
            &woven,
            &["Calling", &file],
            "weave.streams.ControlObject",
            &["name", "action"],
        );
        assert!(
            opened
                .iter()
                .any(|line| line.starts_with(&format!("stream of {file}"))),
            "{opened:?}"
        );
        assert_eq!(opened.len(), 1, "the second was never made: {opened:?}");
    }
}

/// What `javac` makes for release 8 in a class file version without frames: judged by the verifier that infers types.
#[test]
fn class_files_without_frames_run_as_before_with_every_call_woven() {
    let folder = tempfile::tempdir().unwrap();
    let old = folder.path().join("old");
    fs::create_dir_all(old.join("subject")).unwrap();
    for name in [
        "Calls",
        "Calls$Base",
        "Calls$Derived",
        "Calls$Greets",
        "Calls$Guest",
        "Calls$Objects2",
    ] {
        let path = format!("subject/{name}.class");
        let mut bytes = fs::read(project("fixtures/classes/8").join(&path)).unwrap();
        if !name.starts_with("Calls$G") {
            bytes[6..8].copy_from_slice(&49_u16.to_be_bytes());
        }
        fs::write(old.join(path), bytes).unwrap();
    }
    for rules in ["tests/corpus-calls.toml", "tests/it/jvm/calls.toml"] {
        let woven = folder.path().join(rules.replace('/', "-"));
        weave(&old, &project(rules), &woven);
        for jdk in jdks() {
            let output = |classes: &Path| {
                run(jdk
                    .java()
                    .arg("-Xverify:all")
                    .arg("-cp")
                    .arg(classes)
                    .arg("subject.Calls"))
            };
            assert_eq!(
                output(&woven),
                output(&old),
                "{rules} on JDK {}",
                jdk.release
            );
        }
    }
}

#[test]
fn method_references_and_lambdas_are_woven_and_what_is_serialized_is_listed() {
    let folder = tempfile::tempdir().unwrap();
    let woven = folder.path().join("woven");
    let rules = folder.path().join("rules.toml");
    let text = "[probes.calls]\n\
        [[probes.calls.interceptions]]\nkind = \"payload\"\nat = \"call\"\n\
        method = { class = [\"java.lang.Thread\", \"java.lang.Integer\"], name = [\"sleep\", \"valueOf\"] }\npayload = \"${0}\"\n\
        [[probes.calls.interceptions]]\nkind = \"payload\"\nat = \"call\"\n\
        method = { class = \"java.lang.String\", name = [\"charAt\", \"concat\"] }\npayload = \"${0}\"\n";
    fs::write(&rules, text).unwrap();
    weave(&project("fixtures/classes/17"), &rules, &woven);
    let manifest = fs::read_to_string(folder.path().join("woven.weave.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    let skipped = |reason: &str| {
        let all = manifest["skipped"].as_array().unwrap().iter();
        let all = all.filter(|one| one["reason"] == reason && one["class"] == "subject.References");
        all.map(|one| format!("{} {}", one["method"], one["detail"]))
            .collect::<Vec<_>>()
    };
    assert_eq!(skipped("method-reference"), [""; 0]);
    // The reference, and its copy in the method that reads the object back.
    let serializable = skipped("serializable");
    assert!(
        serializable.len() == 2
            && serializable[0].contains("`java.lang.Integer#valueOf(java.lang.String)`"),
        "{serializable:?}"
    );
    let classes = manifest["classes"].as_array().unwrap().iter();
    let mut classes = classes.filter(|class| class["class"] == "subject.References");
    let lines = classes.next().unwrap()["methods"].to_string();
    for (method, calls) in [
        ("main(", "on enter, 1 call"),
        ("lambda$main$", "1 call"),
        ("twice(", "on enter, 1 call"),
    ] {
        assert!(lines.contains(method) && lines.contains(calls), "{lines}");
    }
}

/// A block rule is about the caller; the rules of other methods and of calls meet in one method.
#[test]
fn a_blocked_caller_is_not_touched_and_a_woven_one_has_both() {
    let folder = tempfile::tempdir().unwrap();
    let woven = folder.path().join("woven");
    let rules = folder.path().join("rules.toml");
    let text = "[probes.calls]\n\
        [[probes.calls.interceptions]]\nkind = \"payload\"\nat = \"call\"\n\
        method = { class = \"java.lang.Integer\", name = \"parseInt\" }\npayload = \"parse ${0}\"\nexception-payloads = true\n\
        [probes.methods]\n\
        [[probes.methods.interceptions]]\nkind = \"payload\"\n\
        method = { class = \"subject.Calls\", name = [\"caught\", \"locked\"] }\npayload = \"${method} ${0}\"\n\
        [[block]]\nclass = { name = \"subject.Calls\" }\nmethod = { name = [\"finallyWins\", \"loop*\", \"<clinit>\"] }\n\
        [[block]]\nclass = { name = [\"**\", \"!subject.Calls\"] }\n";
    fs::write(&rules, text).unwrap();
    weave(&project("fixtures/classes/17"), &rules, &woven);
    let jdk = jdk(25);
    let run = |event, field| recorded(&jdk, &woven, &["subject.Calls"], event, &[field]).1;
    assert_eq!(
        run("weave.methods.Payload", "payload"),
        [
            "caught 4",
            "caught 4",
            "caught ",
            "locked 8",
            "locked eight"
        ]
    );
    assert_eq!(
        run("weave.calls.Payload", "payload"),
        [
            "parse 4",
            "parse 5",
            "parse 4",
            "parse five",
            "parse ",
            "parse 8",
            "parse eight"
        ]
    );
    assert_eq!(run("weave.calls.Payload", "exception").len(), 7);
}

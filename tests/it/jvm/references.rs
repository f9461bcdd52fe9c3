//! Method references on the JVM: woven, they do what they did, and the calls of their targets are recorded.

#![allow(
    clippy::unwrap_used,
    reason = "a helper of a test may fail as the test does"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::calls::recorded;
use crate::support::folders::project;
use crate::support::jdk::{Jdk, jdk, jdks, run};

/// `tests/java/Referring.java`, compiled by `jdk`, for a release or for its own.
fn referring(jdk: &Jdk, release: Option<&str>, folder: &Path) -> PathBuf {
    let classes = folder.join("classes");
    let release = release.map(|release| ["-Xlint:-options", "--release", release]);
    run(jdk
        .javac()
        .args(release.iter().flatten())
        .arg("-d")
        .arg(&classes)
        .arg(project("tests/java/Referring.java")));
    classes
}

/// Weaves with the types of `jdk`; the manifest.
fn weave(jdk: &Jdk, input: &Path, rules: &Path, output: &Path) -> Value {
    run(Command::new(env!("CARGO_BIN_EXE_weave"))
        .arg("-q")
        .arg(input)
        .arg("-r")
        .arg(rules)
        .arg("-o")
        .arg(output)
        .arg("--jdk")
        .arg(&jdk.home));
    let manifest = output.with_extension("weave.json");
    serde_json::from_str(&fs::read_to_string(manifest).unwrap()).unwrap()
}

/// What compilers of each JDK write, and what the first release with method references had.
#[test]
fn a_program_full_of_references_prints_the_same_with_every_call_woven() {
    for compiler in jdks() {
        for release in [Some("9"), None] {
            let folder = tempfile::tempdir().unwrap();
            let classes = referring(&compiler, release, folder.path());
            for rules in ["tests/corpus-calls.toml", "tests/it/jvm/calls.toml"] {
                let woven = folder.path().join("woven");
                let manifest = weave(&compiler, &classes, &project(rules), &woven);
                assert_eq!(manifest["warnings"], serde_json::json!([]));
                for jdk in jdks() {
                    if release.is_none() && jdk.release < compiler.release {
                        continue;
                    }
                    let output = |classes: &Path| {
                        let mut java = jdk.java();
                        java.arg("-Xverify:all").arg("-cp").arg(classes);
                        run(java.args(["Referring", "none"]))
                    };
                    let place = format!("{rules} on JDK {} of {release:?}", jdk.release);
                    assert_eq!(output(&woven), output(&classes), "{place}");
                }
            }
        }
    }
}

const RULES: &str = r#"
[probes.lengths]

[[probes.lengths.interceptions]]
kind = "payload"
on = "exit"
at = "call"
method = { class = "java.lang.String", name = "length" }
payload = "${this} ${return}"

[probes.others]

[[probes.others.interceptions]]
kind = "payload"
at = "call"
method = { class = "java.io.FileInputStream", name = "<init>" }
payload = "open ${0}"
exception-payloads = true

[[probes.others.interceptions]]
kind = "payload"
on = "exit"
at = "call"
method = { class = ["java.lang.Integer", "java.util.List", "java.lang.Math"], name = ["parseInt", "get", "max"] }
payload = "${class}.${method} ${0} ${return}"

[[probes.others.interceptions]]
kind = "payload"
on = "return"
at = "call"
method = { class = "java.io.BufferedReader", name = "readLine" }
payload = "line ${return}"
"#;

#[test]
fn the_targets_of_references_are_recorded_as_calls() {
    for jdk in jdks() {
        let folder = tempfile::tempdir().unwrap();
        let classes = referring(&jdk, None, folder.path());
        let (rules, woven) = (
            folder.path().join("rules.toml"),
            folder.path().join("woven"),
        );
        fs::write(&rules, RULES).unwrap();
        let manifest = weave(&jdk, &classes, &rules, &woven);
        assert_eq!(manifest["skipped"], serde_json::json!([]));
        let methods = manifest["classes"][0]["methods"].as_array().unwrap().iter();
        let mut methods = methods.filter(|one| one["method"] == "unbound()");
        let unbound = methods.next().unwrap();
        assert_eq!(unbound["bytes"][0], unbound["bytes"][1]);
        let lines: Vec<&str> = unbound["rules"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one.as_str().unwrap())
            .collect();
        assert!(
            lines.len() == 2 && lines[0].ends_with(", 2 calls") && lines[1].ends_with(", 1 call"),
            "{lines:?}"
        );

        let arguments = ["Referring", "none"];
        let events = |event, fields: &[&str]| recorded(&jdk, &woven, &arguments, event, fields).1;
        let lengths = events("weave.lengths.Payload", &["payload", "exception"]);
        let lengths: Vec<&str> = lengths
            .iter()
            .map(|one| one.split(':').next().unwrap())
            .collect();
        assert_eq!(
            lengths,
            [
                "captured 8 | N/A",
                "pear 4 | N/A",
                "null null | java.lang.NullPointerException",
                "PEAR 4 | N/A",
                "FIG 3 | N/A",
                "APPLE 5 | N/A",
                "KIWI 4 | N/A",
                "NUT 3 | N/A",
            ]
        );
        assert_eq!(
            events("weave.others.Payload", &["payload"]),
            [
                "line first",
                "java.util.List.get 1 fig",
                "java.lang.Integer.parseInt 12 12",
                "java.lang.Math.max 3 4",
                "java.lang.Integer.parseInt no null",
                "open none",
                "line in",
            ]
        );
    }
}

#[test]
fn references_that_have_to_stay_are_listed_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let jdk = jdk(17);
    let classes = referring(&jdk, None, folder.path());
    let rules = project("tests/corpus-calls.toml");
    let manifest = weave(&jdk, &classes, &rules, &folder.path().join("woven"));
    let skipped = manifest["skipped"].as_array().unwrap().iter();
    let listed: BTreeSet<String> = skipped
        .map(|one| {
            let (reason, detail) = (
                one["reason"].as_str().unwrap(),
                one["detail"].as_str().unwrap(),
            );
            format!("{reason}: {detail}")
        })
        .collect();
    let listed: Vec<String> = listed.into_iter().collect();
    insta::assert_snapshot!(listed.join("\n"));
}

const LIBRARY: &str = r#"
[probes.library]
[[probes.library.interceptions]]
kind = "payload"
at = "call"
method = { class = ["Library$Log", "Library$Named", "Library$Plain", "Library$Walking", "Library$Quiet"], name = "*" }
payload = "${class}.${method}"
"#;

/// The library is an input, or it is on the class path.
#[test]
fn a_target_that_looks_at_its_caller_sees_the_same_one() {
    let folder = tempfile::tempdir().unwrap();
    let compile = |sources: &[&str], class_path: &Path, to: &Path| {
        let sources = sources
            .iter()
            .map(|name| project(&format!("tests/java/callers/{name}.java")));
        run(jdk(17)
            .javac()
            .args(["--release", "11", "-nowarn", "-cp"])
            .arg(class_path)
            .arg("-d")
            .arg(to)
            .args(sources));
    };
    let place = |name: &str| folder.path().join(name);
    compile(&["Library", "Referrer"], &place("."), &place("both"));
    compile(&["Library"], &place("."), &place("library"));
    compile(&["Referrer"], &place("library"), &place("program"));
    fs::write(place("rules.toml"), LIBRARY).unwrap();
    for jdk in jdks() {
        for (input, class_path) in [("both", None), ("program", Some("library"))] {
            let woven = place(&format!("{input}-woven"));
            let mut weave = Command::new(env!("CARGO_BIN_EXE_weave"));
            weave
                .arg("-q")
                .arg(place(input))
                .arg("-r")
                .arg(place("rules.toml"));
            weave.arg("-o").arg(&woven).arg("--jdk").arg(&jdk.home);
            if let Some(class_path) = class_path {
                weave.arg("--classpath").arg(place(class_path));
            }
            run(&mut weave);
            let manifest = fs::read_to_string(woven.with_extension("weave.json")).unwrap();
            let manifest: Value = serde_json::from_str(&manifest).unwrap();
            let output = |program: &Path| {
                let path = [program, &place("library")].map(Path::to_path_buf);
                let mut java = jdk.java();
                java.arg("-cp").arg(std::env::join_paths(path).unwrap());
                run(java.arg("Referrer"))
            };
            assert_eq!(output(&woven), output(&place("both")), "{input}");
            let skipped = manifest["skipped"].as_array().unwrap();
            let listed: BTreeSet<&str> = skipped
                .iter()
                .map(|skipped| skipped["detail"].as_str().unwrap())
                .collect();
            let seen = [
                "Log#<init>",
                "Log#deep",
                "Log#direct",
                "Log#inContext",
                "Log#inLambda",
                "Log#inThread",
                "Log#traced",
                "Named#name",
                "Walking#name",
            ];
            let expected = seen.map(|name| {
                format!(
                    "contains a method reference to `Library${name}()` that must stay as it is: the method, or what it calls, looks at the classes that call it (a lambda is woven)"
                )
            });
            assert_eq!(
                listed,
                expected.iter().map(String::as_str).collect(),
                "{input}"
            );
        }
    }
}

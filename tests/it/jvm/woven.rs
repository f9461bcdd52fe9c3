//! The probe model in programs that are woven: `tests/java/woven` with its rules, run on every JDK of [`jdks`].
//!
//! A class of checks holds when each of its methods does, see `Check` in `tests/java/shim`.

#![allow(
    clippy::unwrap_used,
    reason = "a helper of a test may fail as the test does"
)]

use crate::support::folders::{self, project};
use crate::support::jdk::{jdk, jdks, run};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use walkdir::WalkDir;

fn folder(name: &str) -> PathBuf {
    folders::empty(&format!("woven/{name}"))
}

/// The program and its checks, compiled and woven once.
fn woven() -> &'static Path {
    static WOVEN: OnceLock<PathBuf> = OnceLock::new();
    WOVEN.get_or_init(|| program("woven", "probes.toml"))
}

/// The program of this name below `tests/java`, compiled and woven with the rules in its folder.
fn program(name: &str, rules: &str) -> PathBuf {
    let (classes, woven) = (
        folder(&format!("{name}-classes")),
        folder(&format!("{name}-out")),
    );
    let sources = project("tests/java").join(name);
    let files = WalkDir::new(&sources)
        .sort_by_file_name()
        .into_iter()
        .map(|entry| entry.unwrap().into_path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "java")
        });
    let shared = ["Check.java", "Tape.java"].map(|file| project("tests/java/shim").join(file));
    run(jdk(17)
        .javac()
        .args(["--release", "17", "-proc:none", "-encoding", "UTF-8", "-d"])
        .arg(&classes)
        .args(files)
        .args(shared));
    run(Command::new(env!("CARGO_BIN_EXE_weave"))
        .args(["-q", "--strict"])
        .arg(&classes)
        .arg("-r")
        .arg(sources.join(rules))
        .arg("-o")
        .arg(&woven));
    woven
}

/// What may be said: one telemetry is asked whenever a recording runs, and always fails, and one name cannot be given.
const SAID: [&str; 2] = [
    "weave: telemetry Failing (Numbers#failing) of probe `polled` has no value: java.lang.IllegalStateException: no pool",
    "weave: a control object of probe `shop` has no name: java.lang.IllegalStateException: nameless",
];

/// Runs a class of checks; the runtime must have nothing else to say, and that only once.
#[track_caller]
fn check(class: &str) {
    check_in(woven(), class);
}

/// The same in another program.
#[track_caller]
fn check_in(woven: &Path, class: &str) {
    check_with(woven, class, &[], None);
}

/// The same in a JVM with these options; a line of the runtime must begin with `besides`.
#[track_caller]
fn check_with(woven: &Path, class: &str, options: &[&str], besides: Option<&str>) {
    for jdk in jdks() {
        let output = jdk
            .java()
            .args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m"])
            .args(options)
            .args(["-Xverify:all", "-cp"])
            .arg(woven)
            .args(["Check", class])
            .output()
            .unwrap();
        let stdout = String::from_utf8_lossy(&output.stdout);
        let stderr = String::from_utf8_lossy(&output.stderr);
        let place = format!("JDK {}: {class}\n{stdout}{stderr}", jdk.release);
        assert!(output.status.success(), "{place}");
        assert!(stdout.contains("ok "), "{place}");
        let said = stderr.lines().filter(|line| line.starts_with("weave: "));
        let is_besides = |line: &&str| besides.is_some_and(|besides| line.starts_with(besides));
        let (beside, said): (Vec<&str>, Vec<&str>) = said.partition(is_besides);
        let is_said = said.len() <= 1 && said.iter().all(|line| SAID.contains(line));
        assert!(
            is_said && beside.len() == usize::from(besides.is_some()),
            "{place}"
        );
    }
}

#[test]
fn splits_make_a_tree_and_at_most_one_payload() {
    check("Splits");
}

#[test]
fn additional_interceptions_belong_to_their_main_one() {
    check("Additional");
}

#[test]
fn around_calls_they_do_what_they_do_in_methods() {
    check("CallSites");
}

#[test]
fn totals_stand_for_single_events() {
    check("Sums");
}

#[test]
fn telemetries_are_sampled_once_a_second() {
    check("Polled");
}

#[test]
fn values_are_those_of_the_call() {
    check("Values");
}

#[test]
fn each_point_is_where_it_is_said_to_be() {
    check("Points");
}

#[test]
fn control_objects_are_told_apart_and_forgotten() {
    check("ControlObjects");
}

#[test]
fn what_is_inside_of_a_call_belongs_to_it_or_not() {
    check("Inside");
}

#[test]
fn thread_states_are_balanced_in_each_thread() {
    check("States");
}

#[test]
fn without_flight_recorder_plain_ones_alone_run() {
    check_with(woven(), "Bare", &["--limit-modules=java.base"], None);
}

/// A rules file has no code that could fail, but its event types may be missing.
#[test]
fn a_probe_that_fails_is_off_alone() {
    let off = folder("off");
    for file in WalkDir::new(woven()) {
        let file = file.unwrap();
        let name = file.file_name().to_str().unwrap();
        if file.file_type().is_file()
            && !["more_Events.class", "more_Payload.class"].contains(&name)
        {
            let to = off.join(file.path().strip_prefix(woven()).unwrap());
            std::fs::create_dir_all(to.parent().unwrap()).unwrap();
            std::fs::copy(file.path(), to).unwrap();
        }
    }
    let said = "weave: probe `more` is switched off: java.lang.ClassNotFoundException: weave.gen.";
    check_with(&off, "Off", &[], Some(said));
}

/// What telemetries ask, and what names control objects, is looked up in the class files.
#[test]
fn methods_that_cannot_be_asked_are_said() {
    let wrong = [
        ("value", "Asked#missing", "is not there"),
        ("value", "Asked#parameters", "has parameters"),
        ("value", "Asked#text", "does not return a number"),
        ("value", "Asked#hidden", "is not public and static"),
        ("value", "Asked#ofObject", "is not public and static"),
        ("value", "Callee#small", "does not return a number"),
        ("control-object-name", "Asked#missing", "is not there"),
        (
            "control-object-name",
            "Asked#hiddenName",
            "is not public and static",
        ),
        (
            "control-object-name",
            "Asked#nameOfText",
            "does not take one `java.lang.Object`",
        ),
        (
            "control-object-name",
            "Asked#noName",
            "does not return a `java.lang.String`",
        ),
    ];
    let classes = woven().with_file_name("woven-classes");
    let work = folder("asked");
    for (key, method, said) in wrong {
        let rules = work.join("rules.toml");
        let table = match key {
            "value" => "[[probes.a.telemetries]]\nname = \"x\"",
            _ => "control-objects = true",
        };
        let taken = "[[probes.a.interceptions]]\nkind = \"payload\"\nmethod = { class = \"Callee\", name = \"small\" }\npayload = \"x\"";
        let text = format!("[probes.a]\n{table}\n{key} = \"{method}\"\n{taken}\n");
        std::fs::write(&rules, text).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_weave"))
            .arg(&classes)
            .arg("-r")
            .arg(&rules)
            .arg("-o")
            .arg(work.join("out"))
            .output()
            .unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        let is_said = stderr.contains(method) && stderr.contains(said);
        assert!(!output.status.success() && is_said, "{method}: {stderr}");
    }
}

#[test]
fn paths_read_what_the_woven_class_may_read() {
    check_in(&program("paths", "paths.toml"), "Paths");
}

/// The methods in which a path leads nowhere stay as they are, and the manifest says why.
#[test]
fn paths_that_lead_nowhere_are_listed_with_the_reason() {
    let work = folder("nowhere");
    let classes = work.join("classes");
    let shop = project("tests/java/paths/shop");
    let files = WalkDir::new(shop).into_iter().map(|entry| entry.unwrap());
    let files = files.filter(|entry| entry.file_type().is_file());
    run(jdk(17)
        .javac()
        .args(["--release", "17", "-d"])
        .arg(&classes)
        .args(files.map(walkdir::DirEntry::into_path)));
    let mut rules = "[probes.p]\ncontrol-objects = true\n".to_owned();
    for (class, name, path) in [
        ("Order", "place", "${0.street}"),
        ("Order", "place", "${1.size}"),
        ("Order", "named", "${0.name.first}"),
        ("Order", "failing", "${0.getName().value}"),
        ("Order", "counted", "${this.customer.name.length().x}"),
        ("Order", "called", "${0.path.hash}"),
        ("Part", "getNext", "${this.next.next}"),
        ("Part", "<init>", "${1.next}"),
    ] {
        let written = writeln!(
            rules,
            "[[probes.p.interceptions]]\nkind = \"payload\"\nmethod = {{ class = \"shop.{class}\", name = \"{name}\" }}\npayload = \"{path}\"",
        );
        written.unwrap();
    }
    let file = work.join("rules.toml");
    std::fs::write(&file, rules).unwrap();
    run(Command::new(env!("CARGO_BIN_EXE_weave"))
        .arg("-q")
        .arg(&classes)
        .arg("-r")
        .arg(&file)
        .arg("-o")
        .arg(work.join("out")));
    let manifest = std::fs::read(work.join("out.weave.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
    let skipped = manifest["skipped"].as_array().unwrap().iter();
    let said: Vec<String> = skipped
        .map(|one| {
            let text = |key: &str| one[key].as_str().unwrap();
            format!("{} {}: {}", text("method"), text("reason"), text("detail"))
        })
        .collect();
    insta::assert_snapshot!(said.join("\n"));
    // A private field of another object is read by its getter, which the package sees.
    assert_eq!(manifest["counts"]["methods-woven"], 2);
}

//! The probe model in programs that are woven: `tests/java/woven` with its rules, run on every JDK of [`jdks`].
//!
//! A class of checks holds when each of its methods does, see `Check` in `tests/java/shim`.

#![allow(
    clippy::unwrap_used,
    reason = "a helper of a test may fail as the test does"
)]

use crate::support::folders::{self, project};
use crate::support::jdk::{Jdk, jdk, jdks, run};
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
pub(super) fn program(name: &str, rules: &str) -> PathBuf {
    let classes = folder(&format!("{name}-classes"));
    let sources = project("tests/java").join(name);
    compile("17", &[sources.clone(), checks()], &classes);
    weave(&classes, &sources.join(rules), name, &["--strict"])
}

/// What all programs with checks have.
fn checks() -> PathBuf {
    project("tests/java/shim")
}

/// Compiles what is in these folders for a release, where `classes` are there already; of [`checks`] what is shared.
fn compile(release: &str, folders: &[PathBuf], classes: &Path) {
    let files = folders.iter().flat_map(|folder| {
        let is_shared =
            |path: &PathBuf| path.ends_with("Check.java") || path.ends_with("Tape.java");
        let files = folders::files(folder, "java").into_iter();
        files.filter(move |path| *folder != checks() || is_shared(path))
    });
    run(jdk(17)
        .javac()
        .args(["--release", release, "-proc:none", "-encoding", "UTF-8"])
        .args(["-Xlint:-options", "-cp"])
        .arg(classes)
        .arg("-d")
        .arg(classes)
        .args(files));
}

/// Weaves the program of this name.
fn weave(classes: &Path, rules: &Path, name: &str, options: &[&str]) -> PathBuf {
    let woven = folder(&format!("{name}-out"));
    run(Command::new(env!("CARGO_BIN_EXE_weave"))
        .arg("-q")
        .args(options)
        .arg(classes)
        .arg("-r")
        .arg(rules)
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
fn objects_have_labels_and_payloads_may_be_outermost_only() {
    check("Labels");
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
fn what_is_lost_near_the_end_of_the_stack_is_found() {
    check_in(&program("lost", "lost.toml"), "Lost");
}

#[test]
fn without_flight_recorder_plain_ones_alone_run() {
    let said = "weave: JDK Flight Recorder cannot be used, so nothing is recorded: ";
    check_with(woven(), "Bare", &["--limit-modules=java.base"], Some(said));
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
        ("value", "Asked#missing", "does not exist"),
        ("value", "Asked#parameters", "has parameters"),
        ("value", "Asked#text", "does not return a number"),
        ("value", "Asked#hidden", "is not public and static"),
        ("value", "Asked#ofObject", "is not public and static"),
        ("value", "Callee#small", "does not return a number"),
        ("control-object-name", "Asked#missing", "does not exist"),
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

/// The program `hidden`, whose folders are named by the lowest release that their sources need.
fn hidden(name: &str, release_of: impl Fn(&'static str) -> &'static str) -> PathBuf {
    let classes = folder(&format!("{name}-classes"));
    let sources = project("tests/java/hidden");
    for level in ["7", "10", "17"] {
        compile(release_of(level), &[sources.join(level)], &classes);
    }
    let own = ["Hidden.java", "Aged.java"].map(|file| sources.join(file));
    compile("17", &[own.as_slice(), &[checks()]].concat(), &classes);
    classes
}

/// Class files from version 51 on: the JVM links the method handles with the rights of the woven class.
#[test]
fn paths_read_what_only_the_woven_class_may_read() {
    let rules = project("tests/java/hidden/hidden.toml");
    let lowest = hidden("hidden-lowest", |level| level);
    check_in(
        &weave(&lowest, &rules, "hidden-lowest", &["--strict"]),
        "Hidden",
    );
    let eight = hidden("hidden-8", |level| if level == "7" { "8" } else { level });
    check_in(&weave(&eight, &rules, "hidden-8", &["--strict"]), "Hidden");
    let newest = hidden("hidden-17", |_| "17");
    check_in(
        &weave(&newest, &rules, "hidden-17", &["--strict"]),
        "Hidden",
    );
}

/// Below version 51 fields of `this` alone are read.
#[test]
fn paths_read_no_more_than_fields_of_this_in_old_class_files() {
    let classes = hidden("hidden-old", |level| level);
    let safe = classes.join("vault/Safe.class");
    let mut bytes = std::fs::read(&safe).unwrap();
    bytes[6..8].copy_from_slice(&50_u16.to_be_bytes());
    std::fs::write(&safe, bytes).unwrap();
    let rules = rules_of(
        "hidden-old",
        &[
            (
                "vault.Safe",
                "fields",
                "${this.code} ${this.weight} ${this.mark} ${this.open} ${this.brand} ${this.inner.getClass().modifiers}",
            ),
            ("vault.Safe", "methods", "${this.secret()}"),
            ("vault.Safe", "other", "${0.code}"),
            ("vault.Safe", "small", "${0.label}"),
            ("vault.Safe", "ended", "${this.inner.code}"),
            ("call of vault.Box", "take", "${0.code}"),
        ],
    );
    let woven = weave(&classes, &rules, "hidden-old", &[]);
    insta::assert_snapshot!(skipped(&manifest(&woven)));
    check_in(&woven, "Aged");
}

/// What the class files of the program say is enough for their own members.
#[test]
fn paths_to_private_members_need_no_jdk() {
    let classes = hidden("hidden-alone", |level| level);
    let rules = rules_of(
        "hidden-alone",
        &[("vault.Safe", "fields", "${this.code} ${this.secret()}")],
    );
    let nowhere = folder("hidden-alone-jdk");
    let options = ["--strict", "--jdk", nowhere.to_str().unwrap()];
    let woven = weave(&classes, &rules, "hidden-alone", &options);
    assert_eq!(manifest(&woven)["counts"]["methods-woven"], 1);
}

/// What the JVM would not link for the woven class is refused when it is woven, and not when it runs.
#[test]
fn paths_read_nothing_that_the_woven_class_may_not_read() {
    // Below version 55 there are no nests.
    let classes = hidden(
        "hidden-closed",
        |level| if level == "17" { "16" } else { level },
    );
    compile(
        "10",
        &[project("tests/java/hidden/17/vault/Tree.java")],
        &classes,
    );
    std::fs::remove_file(classes.join("vault/Lost.class")).unwrap();
    let rules = rules_of(
        "hidden-closed",
        &[
            ("vault.Safe", "fields", "${this.lost.key}"),
            ("vault.Safe", "inherited", "${0.quiet}"),
            ("vault.Safe", "based", "${0.label}"),
            ("vault.Box", "take", "${0.code}"),
            ("vault.Box", "keep", "${0.clone()}"),
            ("vault.Tree", "pick", "${0.fallen()}"),
            ("vault.Door", "pass", "${0.clone()}"),
        ],
    );
    let woven = weave(&classes, &rules, "hidden-closed", &[]);
    insta::assert_snapshot!(skipped(&manifest(&woven)));
}

/// Compiles a program of one file; its classes.
fn compile_text(work: &Path, class: &str, text: &str) -> PathBuf {
    let source = work.join(format!("{class}.java"));
    std::fs::write(&source, text).unwrap();
    let classes = work.join("classes");
    compile("17", &[source], &classes);
    classes
}

/// The payloads of the probe `p` that a woven program records, as the JDK prints them.
fn recorded(jdk: &Jdk, woven: &Path, main: &str, work: &Path) -> String {
    let recording = work.join("recording.jfr");
    run(jdk
        .java()
        .args(["-Xverify:all", "-Xlog:disable", "-cp"])
        .arg(woven)
        .arg(format!(
            "-XX:StartFlightRecording:filename={}",
            recording.display()
        ))
        .arg(main));
    run(jdk
        .jfr()
        .args(["print", "--events", "weave.p.Payload"])
        .arg(&recording))
}

/// What a program can do without when it runs, it can do without when it is woven.
#[test]
fn paths_load_a_field_of_this_whose_type_may_be_missing() {
    let work = folder("hidden-optional");
    let text = "public class Optional { private Part part; private int size = 3;\n\
        public void one() {} public void two() {}\n\
        public static void main(String[] args) { new Optional().one(); new Optional().two(); System.out.print(\"ran\"); } }\n\
        class Part {}\n";
    let classes = compile_text(&work, "Optional", text);
    std::fs::remove_file(classes.join("Part.class")).unwrap();
    let rules = rules_of(
        "hidden-optional",
        &[
            ("Optional", "one", "${this.part}"),
            ("Optional", "two", "${this.size}"),
        ],
    );
    let woven = weave(&classes, &rules, "hidden-optional", &[]);
    assert_eq!(manifest(&woven)["counts"]["methods-woven"], 2);
    for jdk in jdks() {
        let mut java = jdk.java();
        java.args(["-Xverify:all", "-cp"]).arg(&woven);
        assert_eq!(run(java.arg("Optional")), "ran");
        let printed = recorded(&jdk, &woven, "Optional", &work);
        for payload in ["payload = \"null\"", "payload = \"3\""] {
            assert!(printed.contains(payload), "{printed}");
        }
    }
}

/// Texts without values too, and whatever their length.
#[test]
fn texts_are_blanked_and_then_cut() {
    let work = folder("said");
    let text = "public class Said { static void literal() {} static void word(String s) {}\n\
        public static void main(String[] args) { literal(); word(\"a\".repeat(70000) + \"secret\"); } }\n";
    let classes = compile_text(&work, "Said", text);
    let rules = folder("said-rules").join("rules.toml");
    let mut text = "[probes.p]\n".to_owned();
    for (name, payload, length) in [
        ("literal", "secret literal text", 6),
        ("word", "${0}", 70_001),
    ] {
        writeln!(
            text,
            "[[probes.p.interceptions]]\nkind = \"payload\"\nmethod = {{ class = \"Said\", name = \"{name}\" }}\npayload = \"{payload}\"\nmax-length = {length}\nredact = \"/secret/\"",
        )
        .unwrap();
    }
    std::fs::write(&rules, text).unwrap();
    let woven = weave(&classes, &rules, "said", &[]);
    for jdk in jdks() {
        let printed = recorded(&jdk, &woven, "Said", &work);
        assert!(printed.contains("payload = \"*** li"), "{printed}");
        assert!(printed.contains("aaaa*"), "{}", printed.len());
        assert!(!printed.contains("aas"), "{}", printed.len());
    }
}

/// A class of a multi-release archive has copies: which one runs is not known.
#[test]
fn paths_read_private_members_that_all_copies_of_a_class_have() {
    let work = folder("hidden-copies");
    let root = work.join("root");
    for (release, below, fields) in [
        ("8", "", "String gone = \"g\", kept = \"k\""),
        ("11", "META-INF/versions/11", "String kept = \"k\""),
    ] {
        let source = work.join(release).join("Copy.java");
        std::fs::create_dir_all(work.join(release)).unwrap();
        let text = format!(
            "public class Copy {{ private {fields}; public void one() {{}} public void two() {{}} }}"
        );
        std::fs::write(&source, text).unwrap();
        compile(release, &[source], &root.join(below));
    }
    let jar = work.join("copies.jar");
    std::fs::write(work.join("manifest"), "Multi-Release: true\n").unwrap();
    run(jdk(17)
        .jar()
        .args(["--create", "--file"])
        .arg(&jar)
        .arg("--manifest")
        .arg(work.join("manifest"))
        .arg("-C")
        .arg(&root)
        .arg("."));
    let rules = rules_of(
        "hidden-copies",
        &[
            ("Copy", "one", "${this.gone}"),
            ("Copy", "two", "${this.kept}"),
        ],
    );
    let out = work.join("out.jar");
    run(Command::new(env!("CARGO_BIN_EXE_weave"))
        .arg("-q")
        .arg(&jar)
        .arg("-r")
        .arg(&rules)
        .arg("-o")
        .arg(&out));
    let manifest = std::fs::read(work.join("out.jar.weave.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
    insta::assert_snapshot!(skipped(&manifest));
    assert_eq!(manifest["counts"]["methods-woven"], 2);
}

/// Rules that show a path in a method of a class, or in the calls of one.
fn rules_of(name: &str, paths: &[(&str, &str, &str)]) -> PathBuf {
    let mut text = "[probes.p]\ncontrol-objects = true\n".to_owned();
    for (class, name, path) in paths {
        let (at, class) = match class.strip_prefix("call of ") {
            Some(class) => ("call", class),
            None => ("method", *class),
        };
        let written = writeln!(
            text,
            "[[probes.p.interceptions]]\nkind = \"payload\"\nat = \"{at}\"\nmethod = {{ class = \"{class}\", name = \"{name}\" }}\npayload = \"{path}\"",
        );
        written.unwrap();
    }
    let file = folder(&format!("{name}-rules")).join("rules.toml");
    std::fs::write(&file, text).unwrap();
    file
}

/// The manifest of a woven folder.
fn manifest(woven: &Path) -> serde_json::Value {
    let manifest = std::fs::read(woven.with_extension("weave.json")).unwrap();
    serde_json::from_slice(&manifest).unwrap()
}

/// What a manifest says of the methods that were left alone.
fn skipped(manifest: &serde_json::Value) -> String {
    let skipped = manifest["skipped"].as_array().unwrap().iter();
    let said = skipped.map(|one| {
        let text = |key: &str| one[key].as_str().unwrap();
        format!("{} {}: {}", text("method"), text("reason"), text("detail"))
    });
    said.collect::<Vec<_>>().join("\n")
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
    let file = rules_of(
        "nowhere",
        &[
            ("shop.Order", "place", "${0.street}"),
            ("shop.Order", "place", "${1.size}"),
            ("shop.Order", "named", "${0.name.first}"),
            ("shop.Order", "failing", "${0.getName().value}"),
            ("shop.Order", "counted", "${this.customer.name.length().x}"),
            ("shop.Order", "called", "${0.path.hash}"),
            ("shop.Part", "getNext", "${this.next.next}"),
            ("shop.Part", "<init>", "${1.next}"),
        ],
    );
    run(Command::new(env!("CARGO_BIN_EXE_weave"))
        .arg("-q")
        .arg(&classes)
        .arg("-r")
        .arg(&file)
        .arg("-o")
        .arg(work.join("out")));
    let manifest = manifest(&work.join("out"));
    insta::assert_snapshot!(skipped(&manifest));
    // A private field of another object is read by its getter, which the package sees.
    assert_eq!(manifest["counts"]["methods-woven"], 2);
}

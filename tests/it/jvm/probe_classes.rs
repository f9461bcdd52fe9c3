//! Probe classes, woven: the programs in `tests/java/probes`, run on every JDK of [`jdks`].
//!
//! A class of checks holds when each of its methods does, see `Check` in `tests/java/shim`.

#![allow(
    clippy::unwrap_used,
    reason = "a helper of a test may fail as the test does"
)]

use crate::support::folders::{self, project};
use crate::support::jdk::{Jdk, jdk, jdks, run};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The package that probe classes of JProfiler are written against.
const VENDOR: &str = "com.jprofiler.api.probe.injected";

fn folder(name: &str) -> PathBuf {
    folders::empty(&format!("probe-classes/{name}"))
}

fn weave() -> Command {
    Command::new(env!("CARGO_BIN_EXE_weave"))
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = walkdir::WalkDir::new(folder)
        .into_iter()
        .map(|entry| entry.unwrap().into_path())
        .filter(|path| path.extension().is_some_and(|is| is == "java"))
        .collect();
    found.sort();
    assert!(!found.is_empty(), "{}", folder.display());
    found
}

fn compile(files: &[PathBuf], class_path: &[&Path], to: &Path) {
    run(jdk(17)
        .javac()
        .args(["--release", "17", "-proc:none", "-encoding", "UTF-8", "-cp"])
        .arg(std::env::join_paths(class_path).unwrap())
        .arg("-d")
        .arg(to)
        .args(files));
}

/// What probe classes are compiled against: our API, as the program writes it, and a stand-in for that of JProfiler.
fn apis() -> &'static (PathBuf, PathBuf) {
    static APIS: OnceLock<(PathBuf, PathBuf)> = OnceLock::new();
    APIS.get_or_init(|| {
        let ours = folder("api").join("weave-api.jar");
        run(weave().args(["runtime", "--api", "-o"]).arg(&ours));
        let vendor = folder("vendor");
        compile(&sources(&project("tests/java/vendor")), &[], &vendor);
        (ours, vendor)
    })
}

/// The program with its checks, and all probe classes, woven once with the rules that say some of the same.
fn woven() -> &'static Path {
    static WOVEN: OnceLock<PathBuf> = OnceLock::new();
    WOVEN.get_or_init(|| {
        let (classes, probes, written) = (folder("classes"), folder("probes"), folder("written"));
        let (ours, vendor) = apis();
        let programs = project("tests/java/probes");
        compile(&sources(&programs.join("app")), &[], &classes);

        let text = fs::read_to_string(programs.join("probes/Ours.java")).unwrap();
        let text = text
            .replace("weave.probe", VENDOR)
            .replace("Ours", "Vendor");
        let copy = written.join("Vendor.java");
        fs::write(&copy, text).unwrap();
        let mut all = sources(&programs.join("probes"));
        all.push(copy);
        compile(&all, &[&classes, ours, vendor], &probes);

        let mut checks = sources(&programs.join("checks"));
        checks
            .extend(["Check.java", "Tape.java"].map(|file| project("tests/java/shim").join(file)));
        compile(&checks, &[&classes, &probes, ours], &classes);

        let out = folder("out");
        run(weave()
            .args(["-q", "--strict"])
            .arg(&classes)
            .arg("-r")
            .arg(programs.join("same.toml"))
            .arg("--probes")
            .arg(&probes)
            .arg("-o")
            .arg(&out));
        out
    })
}

/// One telemetry is asked whenever a recording runs, and always fails.
const FAILING: &str = "weave: telemetry Numbers (probes.Measured#failing) of probe `Measured` has no value: java.lang.IllegalStateException: no number";

/// Runs a class of checks; the runtime must say just this, as beginnings of lines in any order.
#[track_caller]
fn check(class: &str, said: &[&str]) {
    check_with(class, &[], said);
}

/// The same in a JVM with these options.
#[track_caller]
fn check_with(class: &str, options: &[&str], said: &[&str]) {
    for jdk in jdks() {
        let output = jdk
            .java()
            .args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m"])
            .args(options)
            .args(["-Xverify:all", "-cp"])
            .arg(woven())
            .args(["Check", class])
            .output()
            .unwrap();
        let stdout = String::from_utf8_lossy(&output.stdout);
        let stderr = String::from_utf8_lossy(&output.stderr);
        let place = format!("JDK {}: {class}\n{stdout}{stderr}", jdk.release);
        assert!(output.status.success(), "{place}");
        assert!(stdout.contains("ok "), "{place}");
        let lines: Vec<&str> = stderr
            .lines()
            .filter(|line| line.starts_with("weave: "))
            .filter(|line| !line.starts_with(FAILING) || said.contains(&FAILING))
            .collect();
        assert_eq!(lines.len(), said.len(), "{place}");
        for expected in said {
            let times = lines.iter().filter(|line| line.starts_with(expected));
            assert_eq!(times.count(), 1, "{expected}\n{place}");
        }
    }
}

#[test]
fn without_flight_recorder_plain_ones_alone_are_called() {
    let said = "weave: JDK Flight Recorder cannot be used, so nothing is recorded: ";
    check_with("Bare", &["--limit-modules=java.base"], &[said]);
}

/// What is said of the probe classes of a folder, on standard error.
fn said(set: &str) -> String {
    let (ours, _) = apis();
    let (classes, app) = (folder(set), folder(&format!("{set}-app")));
    let programs = project("tests/java/probes");
    compile(&sources(&programs.join("app")), &[], &app);
    compile(&sources(&programs.join(set)), &[&app, ours], &classes);
    let output = weave()
        .current_dir(&app)
        .args(["check", "--probes"])
        .arg(&classes)
        .output()
        .unwrap();
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn wrong_declarations_are_said_with_class_and_method() {
    insta::assert_snapshot!(said("wrong"));
}

#[test]
fn two_probes_cannot_have_one_name() {
    insta::assert_snapshot!(said("twins"));
}

#[test]
fn what_may_not_be_meant_is_a_warning() {
    insta::assert_snapshot!(said("odd"));
}

#[test]
fn a_probe_in_three_ways_records_the_same() {
    check("Three", &[]);
}

#[test]
fn methods_are_given_the_values_of_the_call() {
    check("Values", &[]);
}

#[test]
fn the_context_makes_payloads_and_control_objects() {
    check(
        "Contexts",
        &[
            "weave: a control object of probe `Enhanced` has no name: java.lang.IllegalStateException: no name",
            "weave: probe `Enhanced`: probes.Enhanced$Foreign.NOT_OURS is no type of its payloads: they are those of probes.Enhanced$Kinds",
        ],
    );
}

#[test]
fn elements_of_annotations_change_what_they_say() {
    check("Otherwise", &[]);
}

#[test]
fn methods_of_every_kind_take_all_that_they_may() {
    check("Anywhere", &[]);
}

#[test]
fn every_thread_has_its_own_payloads() {
    check("Threads", &[]);
}

#[test]
fn what_fails_is_switched_off_and_harms_nothing() {
    let off = |probe: &str, why: &str| format!("weave: probe `{probe}` is switched off: {why}");
    let said = [
        off(
            "Throwing",
            "java.lang.IllegalStateException: broken handler at probes.Throwing.name(Throwing.java:",
        ),
        off(
            "ThrowingPlain",
            "java.lang.IllegalStateException: broken plain handler at probes.ThrowingPlain.called(",
        ),
        off(
            "ThrowingAtExit",
            "java.io.IOException: broken at exit at probes.ThrowingAtExit.name(",
        ),
        off(
            "ThrowingSplit",
            "java.lang.IllegalStateException: broken split at probes.ThrowingSplit.name(",
        ),
        off(
            "ThrowingAdditional",
            "java.lang.IllegalStateException: broken additional at probes.ThrowingAdditional.ended(",
        ),
        off("Typeless", "java.lang.IllegalStateException: no type at "),
        off("Waits", "java.lang.IllegalStateException: in a state at "),
    ];
    check("Failing", &said.each_ref().map(String::as_str));
}

#[test]
fn telemetries_are_asked_once_a_second() {
    check("Measuring", &[FAILING]);
}

/// The example of `rules/probe-classes.md` and what it is for, compiled; `edit` changes the example before.
fn example(name: &str, edit: impl Fn(&str) -> String) -> (PathBuf, PathBuf, PathBuf) {
    let reference = include_str!("../../../rules/probe-classes.md");
    let example = reference.split("```java\n").nth(1).unwrap();
    let example = example.split("```").next().unwrap();
    let (ours, vendor) = apis();
    let work = folder(name);
    let (store, probes) = (work.join("store"), work.join("probes"));
    compile(&sources(&project("tests/java/probes/example")), &[], &store);
    let source = work.join("Jdbc.java");
    fs::write(&source, edit(example)).unwrap();
    compile(&[source], &[&store, ours, vendor], &probes);
    (work, store, probes)
}

fn jar(classes: &[&Path], to: &Path) {
    let mut command = jdk(17).jar();
    command.args(["--create", "--file"]).arg(to);
    for folder in classes {
        command.arg("-C").arg(folder).arg(".");
    }
    run(&mut command);
}

/// What the probe of the example records, when the program runs with these arguments of the JVM.
fn recorded(release: &Jdk, work: &Path, arguments: &[&str]) -> String {
    let recording = work.join(format!("{}.jfr", release.release));
    let said = run(release
        .java()
        .arg(format!(
            "-XX:StartFlightRecording:filename={}",
            recording.display()
        ))
        .args(["-Xlog:jfr+startup=off"])
        .args(arguments));
    assert_eq!(said, "no statement\n");
    let printed = run(release
        .jfr()
        .args([
            "print",
            "--events",
            "weave.Jdbc.Payload,weave.Jdbc.ControlObject",
        ])
        .arg(&recording));
    let fields = [
        "payload = ",
        "type = \"",
        "action = ",
        "name = ",
        "exception = \"",
    ];
    let shown: Vec<&str> = printed
        .lines()
        .map(str::trim)
        .filter(|line| fields.iter().any(|field| line.starts_with(field)))
        .collect();
    shown.join("\n")
}

/// As its readers would use it.
#[test]
fn the_example_of_the_reference_records_what_it_says() {
    let (work, store, probes) = example("example", str::to_owned);
    let (plain, woven) = (work.join("store.jar"), work.join("store-woven.jar"));
    jar(&[&store], &plain);
    jar(&[&probes], &work.join("jdbc.jar"));
    fs::write(work.join("rules.toml"), "probe-jars = [\"jdbc.jar\"]\n").unwrap();
    run(weave()
        .args(["-q", "--strict"])
        .arg(&plain)
        .arg("-r")
        .arg(work.join("rules.toml"))
        .arg("-o")
        .arg(&woven));
    for jdk in jdks() {
        let arguments = ["-cp", woven.to_str().unwrap(), "com.acme.store.Session"];
        let shown = recorded(&jdk, &work, &arguments);
        insta::allow_duplicates! { insta::assert_snapshot!("example", shown) };
    }
}

/// The probe classes are in the jar with the runtime, which the woven jars name.
#[test]
fn several_jars_have_the_probe_classes_beside_them() {
    let (work, store, probes) = example("beside", str::to_owned);
    fs::create_dir(work.join("in")).unwrap();
    let other = folder("beside-other");
    compile(&sources(&project("tests/java/probes/app")), &[], &other);
    jar(&[&store], &work.join("in/store.jar"));
    jar(&[&other], &work.join("in/other.jar"));
    run(weave()
        .arg("-q")
        .arg(work.join("in"))
        .arg("--probes")
        .arg(&probes)
        .arg("-o")
        .arg(work.join("out")));
    let woven = work.join("out/store.jar");
    for jdk in jdks() {
        let arguments = ["-cp", woven.to_str().unwrap(), "com.acme.store.Session"];
        let shown = recorded(&jdk, &work, &arguments);
        insta::allow_duplicates! { insta::assert_snapshot!("example", shown) };
    }
}

/// A library that has its probes with it, written for the other API, which is nowhere when it runs.
#[test]
fn a_jar_may_have_its_own_probe_classes() {
    let (work, store, probes) = example("own", |text| text.replace("weave.probe", VENDOR));
    let (plain, woven) = (work.join("store.jar"), work.join("store-woven.jar"));
    jar(&[&store, &probes], &plain);
    run(weave()
        .args(["-q", "--strict"])
        .arg(&plain)
        .arg("--probes")
        .arg(&plain)
        .arg("-o")
        .arg(&woven));
    for jdk in jdks() {
        let arguments = ["-cp", woven.to_str().unwrap(), "com.acme.store.Session"];
        let shown = recorded(&jdk, &work, &arguments);
        insta::allow_duplicates! { insta::assert_snapshot!("example", shown) };
    }
}

#[test]
fn the_packages_of_probe_classes_become_those_of_the_module() {
    let (work, store, probes) = example("module", str::to_owned);
    let declaration = work.join("module-info.java");
    fs::write(&declaration, "module store { exports com.acme.store; }").unwrap();
    run(jdk(17)
        .javac()
        .args(["--release", "17", "-d"])
        .arg(&store)
        .arg(declaration)
        .args(sources(&project("tests/java/probes/example"))));
    let (plain, woven) = (work.join("store.jar"), work.join("store-woven.jar"));
    jar(&[&store], &plain);
    run(weave()
        .args(["-q", "--strict"])
        .arg(&plain)
        .arg("--probes")
        .arg(&probes)
        .arg("-o")
        .arg(&woven));
    for jdk in jdks() {
        let path = woven.to_str().unwrap();
        let arguments = ["-p", path, "-m", "store/com.acme.store.Session"];
        let shown = recorded(&jdk, &work, &arguments);
        insta::allow_duplicates! { insta::assert_snapshot!("example", shown) };
    }
}

#[test]
fn the_manifest_and_explanations_name_class_and_method() {
    let (work, store, probes) = example("named", str::to_owned);
    let (plain, woven) = (work.join("store.jar"), work.join("store-woven.jar"));
    jar(&[&store], &plain);
    jar(&[&probes], &work.join("jdbc.jar"));
    let probes = ["--probes", "jdbc.jar"];
    run(weave()
        .current_dir(&work)
        .arg("-q")
        .arg(&plain)
        .args(probes)
        .arg("-o")
        .arg(&woven));
    let manifest = fs::read_to_string(work.join("store-woven.jar.weave.json")).unwrap();
    let line = include_str!("../../../rules/probe-classes.md")
        .lines()
        .skip_while(|line| *line != "```java")
        .position(|line| line.contains("queries++"))
        .unwrap();
    let named = format!("\"jdbc.jar:{line} Jdbc.query on enter\"");
    assert!(manifest.contains(&named), "{named}\n{manifest}");
    let explained = run(weave()
        .current_dir(&work)
        .args(["explain", "store.jar", "--rule", "jdbc.jar:Jdbc.query"])
        .args(probes));
    assert!(
        explained.contains("com.acme.store.Session#query(java.lang.String)"),
        "{explained}"
    );
    let checked = run(weave().current_dir(&work).arg("check").args(probes));
    assert_eq!(
        checked,
        "1 file: 1 probe, 3 interceptions, 0 block rules, 0 allow rules\n"
    );
    // Weaving it again with the same probe classes does nothing, and with others it is refused.
    run(weave()
        .current_dir(&work)
        .arg("-q")
        .arg(&woven)
        .args(probes)
        .args(["-o", "again.jar"]));
    assert_eq!(
        fs::read(work.join("again.jar")).unwrap(),
        fs::read(&woven).unwrap()
    );
}

/// The type of `this` is in a jar that is not there when the other one is woven.
#[test]
fn a_declared_type_that_is_not_found_is_said() {
    let (work, store, probes) = example("declared", str::to_owned);
    let source = work.join("Other.java");
    fs::write(
        &source,
        "public class Other implements AutoCloseable { public void close() {} }",
    )
    .unwrap();
    let other = folder("declared-other");
    compile(&[source], &[&store], &other);
    let weave = |more: &[&str]| {
        let output = weave()
            .current_dir(&work)
            .arg(&other)
            .args(["--probes", probes.to_str().unwrap(), "-o", "out", "-v"])
            .args(more)
            .output()
            .unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    let said = "takes a `com.acme.store.Session`, and the input has no such class: if the program does not find it, the probe switches itself off";
    let stderr = weave(&[]);
    let warning = "warning: `com.acme.probes.Jdbc#query(";
    assert!(
        stderr.contains(warning) && stderr.contains(said),
        "{stderr}"
    );
    let stderr = weave(&["--classpath", store.to_str().unwrap()]);
    assert!(!stderr.contains("takes"), "{stderr}");
}

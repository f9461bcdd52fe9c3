//! The runtime that woven code calls: its classes are current, and it does in a JVM what it promises.
//!
//! The programs in `tests/java/shim` call it as generated code does, with stand-ins for generated classes, and read the
//! recordings that come out. Each runs on every JDK of [`jdks`].

#![allow(
    clippy::unwrap_used,
    reason = "a helper of a test may fail as the test does"
)]

use crate::support::folders::{self, project};
use crate::support::jdk::{Jdk, jdk, jdks, run};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use weave::shim;

/// Everything runs in one JVM.
const GROUPS: [&str; 6] = [
    "Payloads",
    "ControlObjects",
    "States",
    "Moved",
    "Texts",
    "Free",
];

/// Each needs a JVM of its own: class, method, and what it is to say on standard error, as beginnings of lines.
const ALONE: &[(&str, &str, &[&str])] = &[
    (
        "Lifecycle",
        "eventTypesAreLoadedByTheFirstRecordingAndNotRetransformed",
        &[],
    ),
    ("Lifecycle", "aRecordingOlderThanTheShimIsSeen", &[]),
    (
        "Lifecycle",
        "aProbeBoundWhileARecordingRunsRecordsAtOnce",
        &[],
    ),
    ("Lifecycle", "eagerProbesAreListedBeforeAnyRecording", &[]),
    ("Lifecycle", "theFlagFollowsSeveralRecordings", &[]),
    (
        "Lifecycle",
        "settingsByNameReachTypesThatAreLoadedLater",
        &[],
    ),
    (
        "Lifecycle",
        "aProbeWhoseTypesCannotBeLoadedIsOffAlone",
        &[
            "weave: probe `broken` is switched off: java.lang.NoClassDefFoundError: jdk/jfr/internal/event/EventWriter",
            "weave: probe `missing` is switched off: java.lang.ClassNotFoundException: gen.NoSuchEvents",
        ],
    ),
    (
        "Lifecycle",
        "aProbeThatFailsIsSwitchedOff",
        &[
            "weave: probe `failing` is switched off: java.lang.IllegalStateException: broken payload",
        ],
    ),
    (
        "Lifecycle",
        "newerCallsAreRefused",
        &["weave: probe `jdbc` needs calls 4 of the runtime"],
    ),
    ("Lifecycle", "callsOfAnEarlierNumberAreServed", &[]),
    ("Lifecycle", "bindingsGoAwayWithTheirLoader", &[]),
    (
        "Lifecycle",
        "anotherCopyInUseIsReported",
        &["weave: two copies of the runtime are in use, which do not share their state: "],
    ),
    ("Lifecycle", "onlyOneCopyIsNoNews", &[]),
    ("Lifecycle", "everythingAtOnce", &[]),
    ("Bare", "notKilled", &[]),
];

/// The same, where the JVM must be started in a special way. See the tests that name them.
const SPECIAL: &[(&str, &str)] = &[
    ("Lifecycle", "aRecordingFromTheCommandLineIsSeen"),
    (
        "Lifecycle",
        "aSecurityManagerThatForbidsPropertiesIsEndured",
    ),
    (
        "Lifecycle",
        "aSecurityManagerThatForbidsTheRecorderIsEndured",
    ),
    ("Lifecycle", "virtualThreadsHaveTheirOwnStack"),
    ("Bare", "withoutJfr"),
    ("Bare", "killed"),
    ("Bare", "someDisabled"),
];

/// Newer compilers say of the parameter of `valueOf` that it is mandated.
const ENUMS: [&str; 3] = [
    "weave/probe/ThreadState.class",
    "weave/probe/interception/InvocationType.class",
    "weave/probe/telemetry/TelemetryUnit.class",
];

/// Needed to see that a class is not loaded.
const OPEN: &str = "--add-opens=java.base/java.lang=ALL-UNNAMED";

fn folder(name: &str) -> PathBuf {
    folders::empty(&format!("shim/{name}"))
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|actual| actual == extension))
        .collect();
    found.sort();
    found
}

/// All class files below a folder by their paths in it.
fn classes(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    shim::PACKAGES
        .iter()
        .flat_map(|package| files(&folder.join(package), "class"))
        .map(|file| {
            let path = file
                .strip_prefix(folder)
                .unwrap()
                .to_string_lossy()
                .replace('\\', "/");
            (path, fs::read(file).unwrap())
        })
        .collect()
}

/// Compiles the runtime: version 52 for all, and for the part that names `jdk.jfr`, which `--release 8` hides, by `-source`
/// and `-target`. No variables, no parameter names: what is left is the same from every JDK.
fn compile_runtime(jdk: &Jdk, to: &Path) {
    let common = [
        "-proc:none",
        "-g:source,lines",
        "-Xlint:-options",
        "-encoding",
        "UTF-8",
        "-d",
    ];
    let sources = project("src/shim/java");
    let is_plain = |package: &&&str| !package.ends_with("/jfr");
    let plain = shim::PACKAGES.iter().filter(is_plain);
    run(jdk
        .javac()
        .args(["--release", "8"])
        .args(common)
        .arg(to)
        .args(plain.flat_map(|package| files(&sources.join(package), "java"))));
    run(jdk
        .javac()
        .args(["-source", "8", "-target", "8"])
        .args(common)
        .arg(to)
        .arg("-cp")
        .arg(to)
        .args(files(&sources.join("weave/runtime/jfr"), "java")));
}

/// The class path of the test programs: their classes, and the runtime as it is in the binary.
fn class_path() -> &'static str {
    static CLASS_PATH: OnceLock<String> = OnceLock::new();
    CLASS_PATH.get_or_init(|| {
        let (runtime, programs) = (folder("runtime"), folder("programs"));
        for class in shim::CLASSES {
            let file = runtime.join(class.path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, class.bytes).unwrap();
        }
        let sources = project("tests/java/shim");
        run(jdk(17)
            .javac()
            .args(["--release", "17", "-proc:none", "-encoding", "UTF-8", "-cp"])
            .arg(&runtime)
            .arg("-d")
            .arg(&programs)
            .args(files(&sources, "java"))
            .args(files(&sources.join("gen"), "java")));
        std::env::join_paths([programs, runtime])
            .unwrap()
            .into_string()
            .unwrap()
    })
}

/// Runs methods of a test program (none: all of them), and returns what the runtime says on standard error.
#[track_caller]
fn check(
    jdk: &Jdk,
    jvm: &[&str],
    env: &[(&str, &str)],
    class: &str,
    methods: &[&str],
) -> Vec<String> {
    check_on(class_path(), jdk, jvm, env, class, methods)
}

#[track_caller]
fn check_on(
    class_path: &str,
    jdk: &Jdk,
    jvm: &[&str],
    env: &[(&str, &str)],
    class: &str,
    methods: &[&str],
) -> Vec<String> {
    let mut command = jdk.java();
    command
        .args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m"])
        .args(jvm);
    command
        .arg("-cp")
        .arg(class_path)
        .args(["Check", class])
        .args(methods);
    command.envs(env.iter().copied());
    let output = command.output().unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    let place = format!("JDK {}: {class} {methods:?}\n{stdout}{stderr}", jdk.release);
    assert!(output.status.success(), "{place}");
    let ok = stdout
        .lines()
        .filter(|line| line.starts_with("ok "))
        .count();
    assert!(
        ok > 0 && (methods.is_empty() || ok == methods.len()),
        "{place}"
    );
    // The runtime itself never writes there. (The JVM does, when it is told to start a recording.)
    let other = |line: &&str| {
        !line.starts_with("ok ") && !line.ends_with(" hold") && !line.contains("[jfr,startup]")
    };
    assert_eq!(stdout.lines().find(other), None, "{place}");
    stderr
        .lines()
        .filter(|line| line.starts_with("weave: "))
        .map(str::to_owned)
        .collect()
}

#[track_caller]
fn assert_said(expected: &[&str], actual: &[String]) {
    assert_eq!(
        expected.len(),
        actual.len(),
        "expected {expected:?}, got {actual:?}"
    );
    for beginning in expected {
        let times = actual
            .iter()
            .filter(|line| line.starts_with(beginning))
            .count();
        assert_eq!(times, 1, "expected {beginning:?} once, got {actual:?}");
    }
}

#[track_caller]
fn check_group(group: &str, said: &[&str]) {
    for jdk in jdks() {
        assert_said(said, &check(&jdk, &[], &[], group, &[]));
    }
}

/// With `WEAVE_UPDATE=1` the committed classes are replaced, by those of the newest JDK.
#[test]
fn committed_classes_are_what_every_jdk_makes_of_the_sources() {
    for jdk in jdks().into_iter().rev() {
        let out = folder(&format!("fresh-{}", jdk.release));
        compile_runtime(&jdk, &out);
        let compiled = classes(&out);
        let committed = project("src/shim/classes");
        if jdk.release == 25 && std::env::var_os("WEAVE_UPDATE").is_some() {
            let _ = fs::remove_dir_all(&committed);
            for (path, bytes) in &compiled {
                let file = committed.join(path);
                fs::create_dir_all(file.parent().unwrap()).unwrap();
                fs::write(file, bytes).unwrap();
            }
        }
        let committed = classes(&committed);
        let stale: Vec<&String> = compiled
            .keys()
            .chain(committed.keys())
            .filter(|path| jdk.release == 25 || !ENUMS.contains(&path.as_str()))
            .filter(|path| compiled.get(*path) != committed.get(*path))
            .collect();
        assert!(
            stale.is_empty(),
            "not what javac {} makes: {stale:?}; run again with WEAVE_UPDATE=1",
            jdk.release
        );
        let listed: Vec<&str> = shim::CLASSES.iter().map(|class| class.path).collect();
        assert_eq!(
            listed,
            committed.keys().map(String::as_str).collect::<Vec<_>>(),
            "the table in src/shim/mod.rs"
        );
    }
}

#[test]
fn payloads_follow_their_interceptions() {
    check_group("Payloads", &[]);
}

#[test]
fn control_objects_are_weak_and_by_identity() {
    check_group("ControlObjects", &[]);
}

#[test]
fn only_the_outermost_thread_state_is_recorded() {
    check_group("States", &[]);
}

#[test]
fn a_token_of_another_thread_changes_nothing_in_this_one() {
    check_group("Moved", &[]);
}

#[test]
fn texts_have_limits_and_never_fail() {
    check_group(
        "Texts",
        &["weave: not a regular expression, so these texts are blanked: ("],
    );
}

#[test]
fn nothing_is_allocated_when_nothing_is_recorded() {
    check_group("Free", &[]);
}

#[test]
fn probes_follow_the_recordings_on_17() {
    check_alone(&jdk(17));
}

#[test]
fn probes_follow_the_recordings_on_25() {
    check_alone(&jdk(25));
}

#[track_caller]
fn check_alone(jdk: &Jdk) {
    for (class, method, said) in ALONE {
        assert_said(said, &check(jdk, &[OPEN], &[], class, &[method]));
    }
}

#[test]
fn recordings_from_the_command_line_are_seen() {
    for jdk in jdks() {
        let said = check(
            &jdk,
            &["-XX:StartFlightRecording"],
            &[],
            "Lifecycle",
            &["aRecordingFromTheCommandLineIsSeen"],
        );
        assert_said(&[], &said);
    }
}

#[test]
fn plain_interceptions_work_without_flight_recorder() {
    for jdk in jdks() {
        let without = ["--limit-modules=java.base"];
        let said = [
            "weave: JDK Flight Recorder cannot be used, so nothing is recorded: java.lang.NoClassDefFoundError",
        ];
        assert_said(&said, &check(&jdk, &without, &[], "Bare", &["withoutJfr"]));
        let off = ["--limit-modules=java.base", "-Dweave.log=off"];
        assert_said(&[], &check(&jdk, &off, &[], "Bare", &["withoutJfr"]));
    }
}

#[test]
fn the_kill_switch_stops_everything() {
    for jdk in jdks() {
        for (property, variable) in [
            (Some("-Dweave.enabled=false"), None),
            (None, Some("0")),
            (None, Some("false")),
            (Some("-Dweave.enabled=false"), Some("1")),
        ] {
            let env: Vec<_> = variable
                .map(|value| ("WEAVE_ENABLED", value))
                .into_iter()
                .collect();
            let jvm: Vec<_> = property.into_iter().collect();
            assert_said(&[], &check(&jdk, &jvm, &env, "Bare", &["killed"]));
        }
        let jvm = ["-Dweave.enabled=true"];
        assert_said(
            &[],
            &check(
                &jdk,
                &jvm,
                &[("WEAVE_ENABLED", "1")],
                "Bare",
                &["notKilled"],
            ),
        );
        assert_said(
            &[],
            &check(
                &jdk,
                &["-Dweave.disable=jdbc, http"],
                &[],
                "Bare",
                &["someDisabled"],
            ),
        );
    }
}

#[test]
fn the_log_is_off_when_it_is_told_to_be() {
    for jdk in jdks() {
        let off = ["-Dweave.log=off"];
        assert_said(
            &[],
            &check(
                &jdk,
                &off,
                &[],
                "Lifecycle",
                &["aProbeThatFailsIsSwitchedOff"],
            ),
        );
        assert_said(
            &[],
            &check(&jdk, &off, &[], "Lifecycle", &["newerCallsAreRefused"]),
        );
        assert_said(
            &[],
            &check(
                &jdk,
                &off,
                &[],
                "Lifecycle",
                &["anotherCopyInUseIsReported"],
            ),
        );
    }
}

#[test]
fn a_copy_that_is_not_used_is_said_to_those_who_debug() {
    let copy = folder("copy");
    let shim = shim::CLASSES
        .iter()
        .find(|class| class.path == "weave/runtime/Shim.class")
        .unwrap();
    fs::create_dir_all(copy.join("weave/runtime")).unwrap();
    fs::write(copy.join(shim.path), shim.bytes).unwrap();
    let separator = if cfg!(windows) { ';' } else { ':' };
    let twice = format!("{}{separator}{}", class_path(), copy.display());
    for jdk in jdks() {
        let said = check_on(
            &twice,
            &jdk,
            &["-Dweave.log=debug"],
            &[],
            "Lifecycle",
            &["onlyOneCopyIsNoNews"],
        );
        assert_said(
            &["weave: the runtime is on the class path 2 times: "],
            &said,
        );
        assert_said(
            &[],
            &check_on(
                &twice,
                &jdk,
                &[],
                &[],
                "Lifecycle",
                &["onlyOneCopyIsNoNews"],
            ),
        );
    }
}

#[test]
fn a_security_manager_is_endured() {
    // Later JDKs have none.
    let jvm = ["-Djava.security.manager=allow"];
    assert_said(
        &[],
        &check(
            &jdk(17),
            &jvm,
            &[],
            "Lifecycle",
            &["aSecurityManagerThatForbidsPropertiesIsEndured"],
        ),
    );
    assert_said(
        &[
            "weave: JDK Flight Recorder cannot be used, so nothing is recorded: java.lang.SecurityException: no recorder",
        ],
        &check(
            &jdk(17),
            &jvm,
            &[],
            "Lifecycle",
            &["aSecurityManagerThatForbidsTheRecorderIsEndured"],
        ),
    );
}

#[test]
fn virtual_threads_have_their_own_stack() {
    assert_said(
        &[],
        &check(
            &jdk(25),
            &[],
            &[],
            "Lifecycle",
            &["virtualThreadsHaveTheirOwnStack"],
        ),
    );
}

/// A method that is in no list would never run.
#[test]
fn every_method_of_the_programs_is_run() {
    let mut run: Vec<(&str, String)> = ALONE
        .iter()
        .map(|(class, method, _)| (*class, (*method).to_owned()))
        .collect();
    run.extend(
        SPECIAL
            .iter()
            .map(|(class, method)| (*class, (*method).to_owned())),
    );
    run.sort();
    let mut written = Vec::new();
    for class in ["Lifecycle", "Bare"] {
        let source =
            fs::read_to_string(project("tests/java/shim").join(format!("{class}.java"))).unwrap();
        for line in source.lines().filter(|line| line.ends_with('{')) {
            let name = line
                .strip_prefix("    static void ")
                .and_then(|rest| rest.split_once("()"))
                .map(|(name, _)| name);
            written.extend(name.map(|name| (class, name.to_owned())));
        }
    }
    written.sort();
    assert_eq!(written, run);
    for group in GROUPS {
        assert!(
            project("tests/java/shim")
                .join(format!("{group}.java"))
                .is_file(),
            "{group}"
        );
    }
}

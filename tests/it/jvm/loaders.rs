//! Class loaders of plug-ins come and go: what is woven keeps none of them alive, and a closed one harms nobody.

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

/// The program, compiled and woven once: `plugin.jar` unwoven, `own.jar` with the runtime inside, `beside` without it.
fn work() -> &'static Path {
    static WORK: OnceLock<PathBuf> = OnceLock::new();
    WORK.get_or_init(|| {
        let work = folders::empty("loaders");
        let api = work.join("api.jar");
        run(weave().args(["runtime", "--api", "-q", "-o"]).arg(&api));
        for folder in ["plugin", "host", "probes"] {
            let sources = project("tests/java/loaders").join(folder);
            run(jdk(17)
                .javac()
                .args(["--release", "17", "-proc:none", "-cp"])
                .arg(std::env::join_paths([&work.join("plugin"), &api]).unwrap())
                .arg("-d")
                .arg(work.join(folder))
                .args(folders::files(&sources, "java")));
        }
        let plugin = work.join("plugin.jar");
        run(jdk(17)
            .jar()
            .args(["--create", "--file"])
            .arg(&plugin)
            .arg("-C")
            .arg(work.join("plugin"))
            .arg("."));
        let beside = work.join("beside");
        fs::create_dir(&beside).unwrap();
        for (runtime, out) in [("embed", work.join("own.jar")), ("beside", beside)] {
            run(weave()
                .args(["-q", "--strict", "--runtime", runtime])
                .arg(&plugin)
                .arg("-r")
                .arg(project("tests/java/loaders/loaders.toml"))
                .arg("--probes")
                .arg(work.join("probes"))
                .arg("-o")
                .arg(out));
        }
        work
    })
}

fn weave() -> Command {
    Command::new(env!("CARGO_BIN_EXE_weave"))
}

/// How many class loaders each set-up leaves, see the program.
#[track_caller]
fn left(jdk: &Jdk, options: &[&str], method: &str, jars: &[&Path], class_path: &[PathBuf]) {
    let mut path = vec![work().join("host")];
    path.extend_from_slice(class_path);
    let said = run(jdk
        .java()
        .args(["-XX:TieredStopAtLevel=1", "-Xlog:disable"])
        .args(options)
        .arg("-cp")
        .arg(std::env::join_paths(path).unwrap())
        .args(["Host", method])
        .args(jars));
    assert_eq!(said.lines().count(), 12, "{said}");
    let all = said.lines().all(|line| line.ends_with(": 0"));
    assert!(all, "JDK {} {method} {jars:?}:\n{said}", jdk.release);
}

#[test]
fn hand_written_events_leave_no_class_loader() {
    for jdk in jdks() {
        let plugin = work().join("plugin.jar");
        left(&jdk, &["-XX:+UseSerialGC"], "written", &[&plugin], &[]);
    }
}

#[test]
fn a_runtime_inside_of_a_plugin_goes_with_it() {
    for jdk in jdks() {
        let own = work().join("own.jar");
        left(&jdk, &["-XX:+UseSerialGC"], "run", &[&own], &[]);
    }
}

#[test]
fn a_runtime_that_plugins_share_keeps_none_of_them() {
    let plugin = work().join("beside/plugin.jar");
    let runtime = work().join("beside/weave-runtime.jar");
    for jdk in jdks() {
        left(
            &jdk,
            &["-XX:+UseSerialGC"],
            "run",
            &[&plugin, &runtime],
            &[],
        );
        let on_class_path = [plugin.as_path(), Path::new("class-path")];
        left(
            &jdk,
            &["-XX:+UseG1GC"],
            "run",
            &on_class_path,
            std::slice::from_ref(&runtime),
        );
    }
}

/// Nothing comes out of `Recording.start` and `stop`, the program runs as before, and nothing is said but that a probe is off.
#[test]
fn a_closed_or_broken_loader_harms_nobody() {
    let own = work().join("own.jar");
    let copy = folders::empty("loaders-closed").join("plugin.jar");
    for jdk in jdks() {
        for how in [
            "used and closed",
            "recorded and closed",
            "unused and closed",
            "used and deleted",
            "recorded and deleted",
            "used and truncated",
            "recorded and truncated",
        ] {
            fs::copy(&own, &copy).unwrap();
            let output = jdk
                .java()
                .args([
                    "-XX:TieredStopAtLevel=1",
                    "-Xlog:disable",
                    "-Xlog:jfr*=warning:stdout",
                    "-cp",
                ])
                .arg(work().join("host"))
                .arg("Closed")
                .arg(&copy)
                .arg(how)
                .output()
                .unwrap();
            let stdout = String::from_utf8_lossy(&output.stdout);
            let stderr = String::from_utf8_lossy(&output.stderr);
            let place = format!("JDK {}: {how}\n{stdout}{stderr}", jdk.release);
            assert_eq!(stdout, "done\n", "{place}");
            let closed = !how.ends_with("truncated");
            let is_ours = |line: &str| line.starts_with("weave: probe `") && !closed;
            assert!(stderr.lines().all(is_ours), "{place}");
        }
    }
}

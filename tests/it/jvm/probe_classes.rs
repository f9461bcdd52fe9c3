//! Probe classes, woven: the programs in `tests/java/probes`, run on every JDK of [`jdks`].
//!
//! A class of checks holds when each of its methods does, see `Check` in `tests/java/shim`.

#![allow(
    clippy::unwrap_used,
    reason = "a helper of a test may fail as the test does"
)]

use crate::support::folders::{self, project};
use crate::support::jdk::{jdk, jdks, run};
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
        let text = text.replace("weave.probe", VENDOR).replace("Ours", "Vendor");
        let copy = written.join("Vendor.java");
        fs::write(&copy, text).unwrap();
        let mut all = sources(&programs.join("probes"));
        all.push(copy);
        compile(&all, &[&classes, ours, vendor], &probes);

        let mut checks = sources(&programs.join("checks"));
        checks.extend(["Check.java", "Tape.java"].map(|file| project("tests/java/shim").join(file)));
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

/// Runs a class of checks; the runtime must say just this, as beginnings of lines in any order.
#[track_caller]
fn check(class: &str, said: &[&str]) {
    for jdk in jdks() {
        let output = jdk
            .java()
            .args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m"])
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
            .collect();
        assert_eq!(lines.len(), said.len(), "{place}");
        for expected in said {
            let times = lines.iter().filter(|line| line.starts_with(expected));
            assert_eq!(times.count(), 1, "{expected}\n{place}");
        }
    }
}

#[test]
fn a_probe_in_three_ways_records_the_same() {
    check("Three", &[]);
}

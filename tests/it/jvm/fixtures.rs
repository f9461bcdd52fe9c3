//! The committed class files and jars are what their sources compile to, and woven with everything they still do the same.

#![allow(
    clippy::unwrap_used,
    reason = "a helper of a test may fail as the test does"
)]

use crate::support::folders;
use crate::support::jdk::{Jdk, jdk, jdks, run};
use std::collections::BTreeMap;
use std::env;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

const RELEASES: [u32; 5] = [8, 11, 17, 21, 25];

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

fn folder(name: &str) -> PathBuf {
    folders::empty(&format!("fixtures/{name}"))
}

fn subjects(release: u32) -> PathBuf {
    fixtures().join(format!("classes/{release}"))
}

/// All class files of the subjects by release and name.
fn classes(fixtures: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for release in RELEASES {
        for entry in fs::read_dir(fixtures.join(format!("classes/{release}/subject"))).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            found.insert(format!("{release}/{name}"), fs::read(path).unwrap());
        }
    }
    found
}

/// The entries of a jar, in order.
fn entries(jar: &Path) -> Vec<(String, Vec<u8>)> {
    let mut archive = zip::ZipArchive::new(File::open(jar).unwrap()).unwrap();
    (0..archive.len())
        .map(|index| {
            let mut entry = archive.by_index(index).unwrap();
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).unwrap();
            let name = entry.name().unwrap().into_owned();
            (name, bytes)
        })
        .collect()
}

#[test]
fn committed_fixtures_are_what_their_sources_compile_to() {
    let built = folder("built");
    run(Command::new("bash")
        .arg(fixtures().join("build.sh"))
        .arg(&built)
        .env("WEAVE_JDK_17", jdk(17).home)
        .env("WEAVE_JDK_25", jdk(25).home));
    let hint = "run fixtures/build.sh and commit what it changes";
    let (committed, made) = (classes(&fixtures()), classes(&built));
    let differing: Vec<&String> = committed
        .keys()
        .chain(made.keys())
        .filter(|name| committed.get(*name) != made.get(*name))
        .collect();
    assert!(differing.is_empty(), "{differing:?}: {hint}");
    let jar = Path::new("demo/shop.jar");
    assert!(
        entries(&fixtures().join(jar)) == entries(&built.join(jar)),
        "demo/shop.jar: {hint}"
    );
}

/// What the subjects of a release print when they are run from a jar.
fn output(jdk: &Jdk, release: u32, runner: &Path, jar: &Path) -> String {
    let mut mains: Vec<String> = fs::read_dir(subjects(release).join("subject"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter_map(|name| name.strip_suffix(".class").map(str::to_owned))
        .filter(|name| !name.contains('$'))
        .map(|name| format!("subject.{name}"))
        .collect();
    mains.sort();
    run(jdk
        .java()
        .arg("-cp")
        .arg(env::join_paths([runner, jar]).unwrap())
        .arg("RunMains")
        .args(mains))
}

#[test]
fn subjects_woven_with_everything_print_the_same() {
    print_the_same("everything", "tests/corpus-all.toml");
}

#[test]
fn subjects_with_every_call_woven_print_the_same() {
    print_the_same("calls", "tests/corpus-calls.toml");
}

#[test]
fn subjects_with_every_value_of_every_call_taken_print_the_same() {
    print_the_same("values", "tests/it/jvm/calls.toml");
}

/// What `weave verify` finds, which is nothing.
fn findings(jdk: &Jdk, unwoven: &Path, woven: &Path) -> String {
    run(Command::new(env!("CARGO_BIN_EXE_weave"))
        .arg("verify")
        .args([unwoven, woven])
        .arg("--jdk")
        .arg(&jdk.home))
}

fn print_the_same(name: &str, rules: &str) {
    let runner = folder(&format!("{name}-runner"));
    run(jdk(17)
        .javac()
        .arg("-d")
        .arg(&runner)
        .arg(folders::project("tests/java/RunMains.java")));
    for release in RELEASES {
        let folder = folder(&format!("{name}-{release}"));
        let (unwoven, woven) = (folder.join("subjects.jar"), folder.join("woven.jar"));
        run(jdk(25)
            .jar()
            .arg("--create")
            .arg("--file")
            .arg(&unwoven)
            .arg("-C")
            .arg(subjects(release))
            .arg("."));
        run(Command::new(env!("CARGO_BIN_EXE_weave"))
            .arg(&unwoven)
            .arg("-r")
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join(rules))
            .arg("-o")
            .arg(&woven));
        for jdk in jdks().iter().filter(|jdk| jdk.release >= release) {
            let expected = output(jdk, release, &runner, &unwoven);
            assert!(expected.matches("== subject.").count() >= 9, "{expected}");
            assert_eq!(
                findings(jdk, &unwoven, &woven),
                "",
                "release {release} on JDK {}",
                jdk.release
            );
            assert_eq!(
                output(jdk, release, &runner, &woven),
                expected,
                "release {release} on JDK {}",
                jdk.release
            );
        }
    }
}

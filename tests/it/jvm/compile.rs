//! What HotSpot compiles unwoven it compiles woven, by C1 and by C2: the lock shapes above all.

#![allow(
    clippy::unwrap_used,
    reason = "a helper of a test may fail as the test does"
)]

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::folders::project;
use crate::support::jdk::{Jdk, jdk, jdks, run};

/// The tool, compiled: the folders of the program and of the classes for the boot class path.
fn tool(folder: &Path) -> (PathBuf, PathBuf) {
    let (main, whitebox) = (folder.join("main"), folder.join("whitebox"));
    for (sources, output) in [
        (vec!["tests/java/CompileAll.java"], &main),
        (
            vec![
                "tests/java/whitebox/sun/hotspot/WhiteBox.java",
                "tests/java/whitebox/jdk/test/whitebox/WhiteBox.java",
            ],
            &whitebox,
        ),
    ] {
        let sources = sources.into_iter().map(project);
        run(jdk(17)
            .javac()
            .args(["--release", "17", "-d"])
            .arg(output)
            .args(sources));
    }
    (main, whitebox)
}

/// The lines of the tool for the application's classes.
fn compiled(jdk: &Jdk, (main, whitebox): &(PathBuf, PathBuf), jar: &Path) -> BTreeSet<String> {
    let text = run(jdk
        .java()
        .arg("-cp")
        .arg(main)
        .args(["CompileAll", "--whitebox"])
        .arg(whitebox)
        .arg(jar));
    text.lines()
        .filter(|line| !line.starts_with("weave."))
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_method_that_is_compiled_unwoven_is_compiled_woven() {
    let folder = tempfile::tempdir().unwrap();
    let tool = tool(folder.path());
    for (release, rules) in [
        (8, "tests/corpus-all.toml"),
        (25, "tests/corpus-all.toml"),
        (8, "tests/corpus-calls.toml"),
        (25, "tests/it/jvm/calls.toml"),
    ] {
        let (unwoven, woven) = (
            folder.path().join("unwoven.jar"),
            folder.path().join("woven.jar"),
        );
        let _ = fs::remove_file(&woven);
        let _ = fs::remove_file(&unwoven);
        let classes = project(&format!("fixtures/classes/{release}"));
        run(jdk(25)
            .jar()
            .args(["--create", "--file"])
            .arg(&unwoven)
            .arg("-C")
            .arg(classes)
            .arg("."));
        run(Command::new(env!("CARGO_BIN_EXE_weave"))
            .arg("-q")
            .arg(&unwoven)
            .arg("-r")
            .arg(project(rules))
            .arg("-o")
            .arg(&woven));
        for jdk in jdks().iter().filter(|jdk| jdk.release >= release) {
            let (before, after) = (compiled(jdk, &tool, &unwoven), compiled(jdk, &tool, &woven));
            let compiled = before
                .iter()
                .filter(|line| line.contains("subject.Locks") && line.ends_with("\tok"));
            assert!(compiled.count() > 20, "{before:#?}");
            let lost: Vec<&String> = before.difference(&after).collect();
            assert!(
                lost.is_empty(),
                "{rules}, release {release} on JDK {}: {lost:#?}",
                jdk.release
            );
        }
    }
}

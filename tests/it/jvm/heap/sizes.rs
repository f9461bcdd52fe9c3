//! Sizes against those of the VM, `Instrumentation.getObjectSize`.

use super::{class_path, folders};
use crate::support::folders::empty;
use crate::support::jdk::{Jdk, jdk, jdks, run};
use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;

/// So many classes are compared at least, in each JVM.
const CLASSES: &str = "4000";

fn agent() -> &'static PathBuf {
    static AGENT: OnceLock<PathBuf> = OnceLock::new();
    AGENT.get_or_init(|| {
        let folder = empty("heap/agent");
        let manifest = folder.join("manifest");
        fs::write(&manifest, "Premain-Class: HeapSizes\n").unwrap();
        let agent = folder.join("sizes.jar");
        run(jdk(17)
            .jar()
            .arg("cfm")
            .arg(&agent)
            .arg(&manifest)
            .arg("-C")
            .arg(&folders().0)
            .arg("HeapSizes.class"));
        agent
    })
}

#[track_caller]
fn equal(jdk: &Jdk, option: &str) {
    let said = run(jdk
        .java()
        .args([
            "-Xmx512m",
            "-XX:TieredStopAtLevel=1",
            "-Djava.awt.headless=true",
            option,
        ])
        .arg(format!("-javaagent:{}", agent().display()))
        .arg("-cp")
        .arg(class_path())
        .args(["HeapSizes", CLASSES]));
    assert!(
        said.contains(" compared, 0 wrong"),
        "JDK {} {option}: {said}",
        jdk.release
    );
}

#[test]
fn sizes_are_those_of_the_vm() {
    for jdk in jdks() {
        equal(&jdk, "-XX:+UseSerialGC");
    }
}

#[test]
fn sizes_are_those_of_the_vm_without_compressed_references() {
    for jdk in jdks() {
        equal(&jdk, "-XX:-UseCompressedOops");
    }
}

#[test]
fn sizes_are_those_of_the_vm_with_alignment_of_16() {
    for jdk in jdks() {
        equal(&jdk, "-XX:ObjectAlignmentInBytes=16");
    }
}

#[test]
fn sizes_are_those_of_the_vm_with_compact_headers() {
    equal(&jdk(25), "-XX:+UseCompactObjectHeaders");
}

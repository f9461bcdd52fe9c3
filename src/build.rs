//! The version that `weave --version` prints, with the commit in release builds: `0.1.0 (1a2b3c4 2026-12-01)`.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=src/build.rs");
    let version = env!("CARGO_PKG_VERSION");
    // A debug build would be compiled anew after each commit.
    let is_release = env::var("PROFILE").as_deref() == Ok("release");
    match is_release.then(commit).flatten() {
        Some(commit) => println!("cargo::rustc-env=WEAVE_VERSION={version} ({commit})"),
        None => println!("cargo::rustc-env=WEAVE_VERSION={version}"),
    }
}

/// Hash and date of the commit; `None` for sources without a repository of their own.
fn commit() -> Option<String> {
    let root = git(&["rev-parse", "--show-toplevel"])?;
    // They may lie in the repository of somebody else.
    if root != env::var("CARGO_MANIFEST_DIR").ok()? {
        return None;
    }
    for file in ["HEAD", "logs/HEAD"] {
        let path = git(&["rev-parse", "--git-path", file])?;
        println!("cargo::rerun-if-changed={path}");
    }
    git(&["log", "-1", "--format=%h %cs", "--abbrev=7"])
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let text = text.trim();
    (output.status.success() && !text.is_empty()).then(|| text.to_owned())
}

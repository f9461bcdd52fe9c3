//! The JDKs that the tests run. A missing one is a failure with a hint, never a skip.
//!
//! Order: `WEAVE_JDK_17` and the like, `JAVA_HOME`, the usual folders; the last two by their `release` file.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// An installed JDK.
#[derive(Debug, Clone)]
pub(crate) struct Jdk {
    /// Its home folder.
    pub(crate) home: PathBuf,
    /// Its feature release: 17, 25.
    pub(crate) release: u32,
}

/// The JDK of this feature release. Panics with a hint when there is none.
#[track_caller]
pub(crate) fn jdk(release: u32) -> Jdk {
    find(release).unwrap_or_else(|| {
        panic!("no JDK {release} found: set WEAVE_JDK_{release} to the home folder of one (WEAVE_JDK_17 and WEAVE_JDK_25 are needed)")
    })
}

/// The JDKs that everything is tested on, oldest first.
#[track_caller]
pub(crate) fn jdks() -> [Jdk; 2] {
    [jdk(17), jdk(25)]
}

#[allow(dead_code, reason = "not every tool is used by some test at all times")]
impl Jdk {
    /// `java` of this JDK.
    pub(crate) fn java(&self) -> Command {
        self.tool("java")
    }

    /// `javac` of this JDK.
    pub(crate) fn javac(&self) -> Command {
        self.tool("javac")
    }

    /// `jar` of this JDK.
    pub(crate) fn jar(&self) -> Command {
        self.tool("jar")
    }

    /// `jfr` of this JDK.
    pub(crate) fn jfr(&self) -> Command {
        self.tool("jfr")
    }

    /// A tool in `bin`, in an environment that the variables of the JVM and of weave do not change.
    pub(crate) fn tool(&self, name: &str) -> Command {
        let mut command = Command::new(
            self.home
                .join("bin")
                .join(format!("{name}{}", env::consts::EXE_SUFFIX)),
        );
        for variable in [
            "JAVA_TOOL_OPTIONS",
            "JDK_JAVA_OPTIONS",
            "_JAVA_OPTIONS",
            "JDK_JAVAC_OPTIONS",
            "CLASSPATH",
            "WEAVE_ENABLED",
        ] {
            command.env_remove(variable);
        }
        command
    }
}

/// Runs a command, and returns what it wrote to standard output. Panics with all output when it fails.
#[track_caller]
pub(crate) fn run(command: &mut Command) -> String {
    let output = command
        .output()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{command:?}: {}\n{stdout}{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    stdout.into_owned()
}

fn find(release: u32) -> Option<Jdk> {
    if let Some(home) = env::var_os(format!("WEAVE_JDK_{release}")) {
        let home = PathBuf::from(home);
        assert_eq!(
            release_of(&home),
            Some(release),
            "WEAVE_JDK_{release} is {}, which is no JDK {release}",
            home.display()
        );
        return Some(Jdk { home, release });
    }
    let home = candidates()
        .into_iter()
        .find(|home| release_of(home) == Some(release) && is_jdk(home))?;
    Some(Jdk { home, release })
}

fn candidates() -> Vec<PathBuf> {
    let mut homes: Vec<PathBuf> = env::var_os("JAVA_HOME")
        .map(PathBuf::from)
        .into_iter()
        .collect();
    let mut folders = vec![
        (PathBuf::from("/usr/lib/jvm"), ""),
        (PathBuf::from("/opt/java"), ""),
        (
            PathBuf::from("/opt/hostedtoolcache/Java_Temurin-Hotspot_jdk"),
            "x64",
        ),
        (
            PathBuf::from("/Library/Java/JavaVirtualMachines"),
            "Contents/Home",
        ),
        (PathBuf::from(r"C:\Program Files\Java"), ""),
        (PathBuf::from(r"C:\Program Files\Eclipse Adoptium"), ""),
    ];
    if let Some(user) = env::home_dir() {
        folders.push((user.join(".sdkman/candidates/java"), ""));
        folders.push((user.join(".jdks"), ""));
    }
    for (folder, inside) in folders {
        let mut found: Vec<PathBuf> = fs::read_dir(folder)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path().join(inside))
            .collect();
        found.sort();
        homes.extend(found);
    }
    homes
}

/// The feature release that the `release` file of a JDK names: `JAVA_VERSION="17.0.15"`, `JAVA_VERSION="25"`.
fn release_of(home: &Path) -> Option<u32> {
    let text = fs::read_to_string(home.join("release")).ok()?;
    let version = text
        .lines()
        .find_map(|line| line.strip_prefix("JAVA_VERSION="))?
        .trim()
        .trim_matches('"');
    version.split(['.', '-', '+']).next()?.parse().ok()
}

/// A runtime image without a compiler is of no use here.
fn is_jdk(home: &Path) -> bool {
    home.join("bin")
        .join(format!("javac{}", env::consts::EXE_SUFFIX))
        .is_file()
}

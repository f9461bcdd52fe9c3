//! The Java program: its classes, and a run of it.

use std::env;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;

use anyhow::{Context as _, bail};

use crate::jar::{Archive, Closed, DosTime, Method, Packer, Piece, Staged, write};

macro_rules! classes {
    ($($name:literal)*) => {
        &[$((
            concat!("weave/verify/", $name, ".class"),
            include_bytes!(concat!("classes/weave/verify/", $name, ".class")),
        )),*]
    };
}

/// Paths and bytes of all its classes, sorted by path.
const CLASSES: &[(&str, &[u8])] = classes! {
    "Application$Loaders"
    "Application$Subject"
    "Application"
    "Archive$Budget"
    "Archive$Folder$1"
    "Archive$Folder"
    "Archive$Jar"
    "Archive"
    "ClassFile$Attribute"
    "ClassFile$Member"
    "ClassFile$Reference"
    "ClassFile"
    "Comparison"
    "Json"
    "Layout$Root"
    "Layout"
    "Linker$Loader"
    "Linker$Loading"
    "Linker$Outcome"
    "Linker"
    "Notation"
    "Reach"
    "Source"
    "StandIns"
    "Verify"
};

const MAIN: &str = "weave.verify.Verify";

/// Most of the work is done inside the JVM: the best compiler would not pay, and memory is bounded by us, not by the machine.
const OPTIONS: [&str; 4] = [
    "-XX:+IgnoreUnrecognizedVMOptions",
    "-XX:TieredStopAtLevel=1",
    "-XX:+UseSerialGC",
    "-Xmx512m",
];

/// Variables through which a JVM gets options: one of them could switch verification off, or load an agent.
const VARIABLES: [&str; 5] = [
    "JAVA_TOOL_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "_JAVA_OPTIONS",
    "CLASSPATH",
    "OPENJ9_JAVA_OPTIONS",
];

/// How much is read of what a JVM says of its own failure.
const MESSAGE: u64 = 1 << 16;

/// Runs the program with `java`, and gives each line that it prints to `take`.
///
/// # Errors
/// The JVM cannot be started or fails, or `take` fails.
pub(super) fn run<'p>(
    java: &Path,
    inputs: impl Iterator<Item = &'p PathBuf>,
    class_path: &[PathBuf],
    mut take: impl FnMut(&str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let jar = jar().context("no temporary file can be written for the JVM")?;
    let mut command = Command::new(java);
    command.args(OPTIONS).arg("-cp").arg(jar.path()).arg(MAIN);
    command.args(inputs);
    for path in class_path {
        command.arg("-cp").arg(path);
    }
    for variable in VARIABLES {
        command.env_remove(variable);
    }
    // Without it a JVM reads file names in the encoding of the locale, and may speak another language.
    command.env("LC_ALL", "C.UTF-8");
    command.stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command
        .spawn()
        .with_context(|| format!("`{}` cannot be started", java.display()))?;
    let mut running = Running(child);
    let stderr = running.0.stderr.take().context("stderr is not there")?;
    let said = thread::spawn(move || {
        let mut text = Vec::new();
        let mut stderr = stderr;
        let _ = stderr.by_ref().take(MESSAGE).read_to_end(&mut text);
        let _ = std::io::copy(&mut stderr, &mut std::io::sink());
        String::from_utf8_lossy(&text).trim().to_owned()
    });
    let stdout = running.0.stdout.take().context("stdout is not there")?;
    for line in BufReader::new(stdout).lines() {
        take(&line.context("the JVM cannot be read from")?)?;
    }
    let status = running.0.wait().context("the JVM was lost")?;
    let said = said.join().unwrap_or_default();
    if !status.success() {
        bail!("the JVM failed ({status}): {said}");
    }
    Ok(())
}

/// A JVM that does not outlive its run.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // Both fail for one that has ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The classes in a temporary jar, which is removed when it goes out of scope.
fn jar() -> std::io::Result<Closed> {
    let mut staged = Staged::beside(&env::temp_dir().join("weave-verify.jar"))?;
    let mut packer = Packer::default();
    let pieces = CLASSES.iter().map(|(path, bytes)| Piece::Add {
        name: (*path).to_owned(),
        content: packer.pack(bytes, Method::Deflated),
    });
    write(&Archive::empty(), pieces, DosTime::FIRST, &mut staged).map_err(std::io::Error::other)?;
    Ok(staged.close())
}

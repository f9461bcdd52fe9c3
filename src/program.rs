//! Java programs that are part of the tool: their classes, and runs of them on the user's JVM.

use std::env;
use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;

use anyhow::{Context as _, bail};

use crate::jar::{Archive, Closed, DosTime, Method, Packer, Piece, Staged, write};

/// A Java program that is embedded in the tool.
#[derive(Debug)]
pub struct Program {
    /// The name of the temporary jar that holds it while it runs.
    pub jar: &'static str,
    /// The binary name of its main class.
    pub main: &'static str,
    /// Paths and bytes of all its classes, sorted by path.
    pub classes: &'static [(&'static str, &'static [u8])],
    /// Options for the JVM. One that a JVM does not know is ignored there.
    pub options: &'static [&'static str],
}

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
pub fn run(
    program: &Program,
    java: &Path,
    arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
    mut take: impl FnMut(&str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let jar = jar(program).context("no temporary file can be written for the JVM")?;
    let mut command = Command::new(java);
    command.arg("-XX:+IgnoreUnrecognizedVMOptions");
    command.args(program.options);
    command.arg("-cp").arg(jar.path()).arg(program.main);
    command.args(arguments);
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
fn jar(program: &Program) -> std::io::Result<Closed> {
    let mut staged = Staged::beside(&env::temp_dir().join(program.jar))?;
    let mut packer = Packer::default();
    let pieces = program.classes.iter().map(|(path, bytes)| Piece::Add {
        name: (*path).to_owned(),
        content: packer.pack(bytes, Method::Deflated),
    });
    write(&Archive::empty(), pieces, DosTime::FIRST, &mut staged).map_err(std::io::Error::other)?;
    Ok(staged.close())
}

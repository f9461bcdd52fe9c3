//! The program as its users meet it: the real binary, in a folder of its own, with exit codes and texts to the letter.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod arguments;
mod asked;
mod bad_input;
mod check;
mod completions;
mod explain;
pub(crate) mod jars;
mod messages;
mod probe_versions;
mod probes;
mod rules;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// The binary, in an environment that changes neither texts nor colours, and with no terminal.
fn weave() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weave"));
    command.stdin(Stdio::null());
    for variable in ["COLUMNS", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TERM"] {
        command.env_remove(variable);
    }
    command
}

/// What a run left behind.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

fn run(command: &mut Command) -> Run {
    let output = command.output().unwrap();
    Run {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A folder with files, in which the binary runs.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    pub(crate) fn with(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        self.put(name, content);
        self
    }

    pub(crate) fn put(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn weave(&self, arguments: &[&str]) -> Run {
        run(weave().args(arguments).current_dir(self.path()))
    }

    /// A good run; the time is taken out of its text.
    #[track_caller]
    pub(crate) fn weaves(&self, arguments: &[&str]) -> String {
        let run = self.weave(arguments);
        assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""), "{run:?}");
        without_time(&run.stderr)
    }

    /// All files with their content, by name; folders with a slash.
    pub(crate) fn content(&self) -> BTreeMap<String, Vec<u8>> {
        let mut found = BTreeMap::new();
        walk(self.path(), "", &mut found);
        found
    }

    /// The names of all files.
    pub(crate) fn names(&self) -> Vec<String> {
        self.content().into_keys().collect()
    }

    /// Runs what must fail with exit code 1, and returns what it says. It must say the same with an output of an earlier run
    /// in place, must leave every file as it was both times and no other file behind, and must say the same in JSON.
    #[track_caller]
    fn fails(&self, arguments: &[&str]) -> String {
        let run = self.fails_once(arguments);
        let json = self.fails_once(&[arguments, &["--message-format", "json"]].concat());
        let messages: Vec<serde_json::Value> = json
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert!(!messages.is_empty(), "no JSON for\n{run}");
        for message in messages {
            assert_eq!(message["schema"], 1, "{message}");
            assert_eq!(message["level"], "error", "{message}");
            let text = message["message"].as_str().unwrap();
            assert!(run.contains(&format!("error: {text}\n")), "{text}\n{run}");
        }
        if self.path().join("out.jar").exists() {
            return run;
        }
        self.put("out.jar", "an older output");
        self.put("out.jar.weave.json", "an older manifest");
        assert_eq!(self.fails_once(arguments), run);
        run
    }

    #[track_caller]
    pub(crate) fn fails_once(&self, arguments: &[&str]) -> String {
        let before = self.content();
        let run = self.weave(arguments);
        assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{run:?}");
        assert_eq!(
            before.keys().collect::<Vec<_>>(),
            self.content().keys().collect::<Vec<_>>()
        );
        assert!(before == self.content(), "a file has changed");
        run.stderr
    }
}

fn walk(folder: &Path, prefix: &str, found: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = format!("{prefix}{}", entry.file_name().to_str().unwrap());
        let kind = entry.file_type().unwrap();
        if kind.is_dir() {
            let name = format!("{name}/");
            walk(&entry.path(), &name, found);
            found.insert(name, Vec::new());
        } else if kind.is_symlink() {
            found.insert(name, b"a link".to_vec());
        } else {
            found.insert(name, fs::read(entry.path()).unwrap());
        }
    }
}

/// `0.12 s` at the end of a line becomes `T s`.
fn without_time(text: &str) -> String {
    text.lines()
        .map(|line| match line.rsplit_once(", ") {
            Some((rest, time)) if time.strip_suffix(" s").is_some_and(is_number) => {
                format!("{rest}, T s\n")
            }
            _ => format!("{line}\n"),
        })
        .collect()
}

fn is_number(text: &str) -> bool {
    text.parse::<f64>().is_ok()
}

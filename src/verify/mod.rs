//! `weave verify`: a JVM links every class of a woven application, and of the original, and compares.
//!
//! The work is done by a Java program, which is embedded here: sources in `java`, classes in `classes`, both committed, and a
//! test recompiles and compares. It runs on the user's JVM, 11 or newer, and prints JSON objects, one a line. Nothing of the application is
//! initialised, so none of its code runs.

mod classes;

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use serde::Deserialize;

use crate::hierarchy;
use crate::jdk;
use crate::program;
use crate::run::{Progress, hinted};

use classes::PROGRAM;

/// What to verify.
#[derive(Debug)]
pub struct Job {
    /// The jar or folder before weaving.
    pub original: Option<PathBuf>,
    /// The woven one.
    pub woven: PathBuf,
    /// `--classpath`: behind everything in the inputs.
    pub class_path: Vec<OsString>,
    /// `--jdk`.
    pub jdk: Option<PathBuf>,
}

/// The outcome of a verification.
#[derive(Debug)]
pub struct Verdict {
    /// The jar or folder that was compared with.
    pub original: Option<PathBuf>,
    /// The woven jar or folder.
    pub woven: PathBuf,
    /// The release of the JVM.
    pub java: String,
    /// Sorted by place.
    pub findings: Vec<Finding>,
    /// Over the woven input.
    pub counts: Counts,
}

/// Something that weaving should not have changed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub struct Finding {
    /// Where, in the woven input: `BOOT-INF/lib/h2.jar!org/h2/Driver.class`.
    pub place: String,
    /// `outcome`, `members`, `loads`, `reach`, `gone` or `unreadable`.
    #[serde(rename = "finding")]
    pub kind: String,
    /// A sentence about the class, in which it is `it`.
    pub message: String,
}

/// How many classes there are of each kind.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Counts {
    /// Classes that were looked at, those included that only the original has.
    pub classes: u64,
    /// Classes that refer to adapters.
    pub woven: u64,
    /// Classes that the original does not have: adapters, event classes, the runtime and probe classes.
    pub added: u64,
    /// Classes that link.
    pub linked: u64,
    /// Classes that link once classes that are missing are made up.
    pub incomplete: u64,
    /// Classes that do not link.
    pub failed: u64,
}

/// A line that the Java program prints.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Line {
    Total {
        classes: usize,
    },
    /// So many classes are done.
    Progress {
        classes: usize,
    },
    Finding(Finding),
    Counts(Counts),
    Error {
        input: Option<String>,
        message: String,
    },
}

/// Links and compares.
///
/// # Errors
/// An input that cannot be read or holds no classes; no JVM that is new enough, or one that fails.
pub fn verify(job: Job, progress: &dyn Progress) -> anyhow::Result<Verdict> {
    let Job {
        original,
        woven,
        class_path,
        jdk,
    } = job;
    let woven = counterpart(original.as_deref(), woven);
    for input in original.iter().chain([&woven]) {
        if !input.exists() {
            bail!("`{}` does not exist", input.display());
        }
    }
    let class_path = hierarchy::expand_class_path(&class_path)
        .map_err(|why| anyhow::anyhow!("`{}` cannot be read: {}", why.path.display(), why.error))?;
    let java = java(jdk.as_deref())?;
    let mut findings = Vec::new();
    let mut counts = None;
    let mut done = 0;
    let mut arguments: Vec<&OsStr> = Vec::new();
    arguments.extend(original.iter().chain([&woven]).map(|path| path.as_os_str()));
    for path in &class_path {
        arguments.extend([OsStr::new("-cp"), path.as_os_str()]);
    }
    program::run(&PROGRAM, &java.program, arguments, |line| {
        match serde_json::from_str(line).context("the JVM printed something else")? {
            Line::Total { classes } => progress.begin(&woven, classes),
            Line::Progress { classes } => {
                (done..classes).for_each(|_| progress.tick());
                done = classes;
            }
            Line::Finding(finding) => findings.push(finding),
            Line::Counts(all) => counts = Some(all),
            Line::Error { input, message } => match input {
                Some(input) => bail!("`{input}` cannot be read: {message}"),
                None => bail!(message),
            },
        }
        Ok(())
    })?;
    progress.end();
    let counts = counts.context("the JVM ended early")?;
    if counts.classes == 0 {
        bail!("`{}` contains no class files", woven.display());
    }
    findings.sort();
    Ok(Verdict {
        original,
        woven,
        java: java.release.unwrap_or_default(),
        findings,
        counts,
    })
}

/// The woven form of a jar where `woven` is the folder that it was written to.
fn counterpart(original: Option<&Path>, woven: PathBuf) -> PathBuf {
    let name = original
        .filter(|path| path.is_file())
        .and_then(Path::file_name);
    match name.map(|name| woven.join(name)) {
        Some(file) if file.is_file() => file,
        _ => woven,
    }
}

/// The first release on which the Java program runs.
const OLDEST: u32 = 11;

fn java(home: Option<&Path>) -> anyhow::Result<jdk::Java> {
    let hint = format!(
        "set JAVA_HOME, or use --jdk, to the home of Java {OLDEST} or newer; a JRE is enough"
    );
    let java = jdk::java(home).map_err(|why| hinted(why, hint.clone()))?;
    match java.feature() {
        Some(feature) if feature < OLDEST => Err(hinted(
            format!("`{}` is Java {feature}", java.program.display()),
            hint,
        )),
        _ => Ok(java),
    }
}

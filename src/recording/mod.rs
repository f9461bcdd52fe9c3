//! `weave report`: recordings are read, and what they say of probes is summed up.
//!
//! The recorder's own parser reads them, in a Java program that is embedded here: sources in `java`, classes in `classes`, both committed, and
//! a test recompiles and compares. It runs on the user's JDK, 17 or newer, and prints JSON objects, one a line.

mod classes;
mod csv;
mod folded;
mod inputs;
pub mod model;
mod table;
mod text;

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use serde::Deserialize;

use crate::jdk;
use crate::program;
use crate::run::{Progress, hinted};

use classes::PROGRAM;
use model::Report;

pub use csv::csv;
pub use folded::folded;
pub use text::text;

/// What to read.
#[derive(Debug, Default)]
pub struct Job {
    /// Recordings, or folders of them.
    pub inputs: Vec<PathBuf>,
    /// Keys or names of probes; all if there are none.
    pub probes: Vec<String>,
    /// Names of threads; all if there are none.
    pub threads: Vec<String>,
    /// What begins before is left out.
    pub from: Option<String>,
    /// What begins then or later is left out.
    pub to: Option<String>,
    /// How many payloads are kept as they are.
    pub events: u32,
    /// `--jdk`.
    pub jdk: Option<PathBuf>,
}

/// A line that the Java program prints.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Line {
    Progress {
        percent: usize,
    },
    Report {
        report: Box<Report>,
    },
    Error {
        file: Option<String>,
        message: String,
    },
}

/// Reads recordings.
///
/// # Errors
/// Nothing that can be read; no JDK that is new enough, or one that fails.
pub fn read(job: &Job, progress: &dyn Progress) -> anyhow::Result<Report> {
    let files = inputs::files(&job.inputs)?;
    let java = java(job.jdk.as_deref())?;
    let mut arguments: Vec<OsString> = vec!["--events".into(), job.events.to_string().into()];
    let mut option = |name: &str, value: OsString| arguments.extend([name.into(), value]);
    for probe in &job.probes {
        option("--probe", probe.into());
    }
    for thread in &job.threads {
        option("--thread", thread.into());
    }
    if let Some(from) = &job.from {
        option("--from", from.into());
    }
    if let Some(to) = &job.to {
        option("--to", to.into());
    }
    for file in &files {
        option("--file", file.into());
    }
    let mut report = None;
    let mut done = 0;
    if let Some(first) = job.inputs.first() {
        progress.begin(first, 100);
    }
    program::run(&PROGRAM, &java.program, arguments, |line| {
        match serde_json::from_str(line).context("the JVM printed something else")? {
            Line::Progress { percent } => {
                (done..percent).for_each(|_| progress.tick());
                done = percent;
            }
            Line::Report { report: all } => report = Some(all),
            Line::Error {
                file: Some(file),
                message,
            } => bail!("`{file}`: {message}"),
            Line::Error { message, .. } => bail!(message),
        }
        Ok(())
    })
    .map_err(without_recorder)?;
    progress.end();
    let report = report.context("the JVM ended early")?;
    known(&report, &job.probes)?;
    Ok(*report)
}

/// A probe that is asked for has to be there.
fn known(report: &Report, probes: &[String]) -> anyhow::Result<()> {
    for wanted in probes {
        let is_it = |probe: &model::Probe| {
            *wanted == probe.key
                || *wanted == probe.label
                || *wanted == format!("{}.{}", probe.prefix, probe.key)
        };
        if !report.probes.iter().any(is_it) {
            bail!("no probe `{wanted}` is in the recording");
        }
    }
    Ok(())
}

/// The first release on which the Java program runs.
const OLDEST: u32 = 17;

fn java(home: Option<&std::path::Path>) -> anyhow::Result<jdk::Java> {
    let hint = hint();
    let java = jdk::java(home).map_err(|why| hinted(why, hint.clone()))?;
    match java.feature() {
        Some(feature) if feature < OLDEST => Err(hinted(
            format!("`{}` is Java {feature}", java.program.display()),
            hint,
        )),
        _ => Ok(java),
    }
}

fn hint() -> String {
    format!(
        "set JAVA_HOME, or use --jdk, to the home of Java {OLDEST} or newer with the module jdk.jfr; a JRE is enough"
    )
}

/// A JVM that was put together without the recorder has no parser either.
fn without_recorder(error: anyhow::Error) -> anyhow::Error {
    let text = format!("{error:#}");
    if text.contains("NoClassDefFoundError: jdk/jfr/") {
        return hinted("the JVM has no module jdk.jfr", hint());
    }
    error
}

//! `weave report REC...`: what recordings say of probes.

use std::ffi::OsStr;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use super::args::{ReportArgs, ReportFormat};
use super::exit::ExitStatus;
use super::messages::{self, Failure, Messages};
use super::progress::Bar;
use super::weave::failure;
use crate::jar::Staged;
use crate::recording::model::Report;
use crate::recording::{self, Job};
use crate::visible::visible;

/// Prints the report to stdout, or writes it to a file.
pub(crate) fn run(args: &ReportArgs) -> ExitStatus {
    let messages = Messages::new(&args.messages);
    if args.all {
        return match all(args, messages) {
            Ok(status) => status,
            Err(failure) => messages.fail(&[failure]),
        };
    }
    let format = match format(args) {
        Ok(format) => format,
        Err(failure) => return messages.fail(&[failure]),
    };
    if let Some(same) = overwritten(args) {
        let text = format!("`{}` is read and cannot be the output", same.display());
        return messages.fail(&[Failure { text, help: None }]);
    }
    let report = match read(args, messages) {
        Ok(report) => report,
        Err(failure) => return messages.fail(&[failure]),
    };
    let text = match format {
        ReportFormat::Text => {
            let text = recording::text(&report, args.rows);
            let lines = text.lines().map(|line| format!("{}\n", visible(line)));
            lines.collect()
        }
        ReportFormat::Json => match serde_json::to_string(&report) {
            Ok(text) => text + "\n",
            Err(error) => return messages.fail(&[failure(&error.into())]),
        },
        ReportFormat::Csv => recording::csv(&report),
        ReportFormat::Folded => {
            if report.cpu.is_none() {
                messages.text("warning: the recording has no samples of the processor\n");
            }
            recording::folded(&report)
        }
    };
    match &args.output {
        None => messages::to_stdout(text.as_bytes()),
        Some(path) => match write(path, text.as_bytes()) {
            Ok(()) => ExitStatus::Success,
            Err(error) => messages.fail(&[failure(&error)]),
        },
    }
}

/// The input that the output would replace.
fn overwritten(args: &ReportArgs) -> Option<&PathBuf> {
    let output = args.output.as_ref()?.canonicalize().ok()?;
    let mut inputs = args.recordings.iter().chain(&args.compare);
    inputs.find(|input| input.canonicalize().is_ok_and(|input| input == output))
}

/// What is asked for, or what the extension of the output says.
fn format(args: &ReportArgs) -> Result<ReportFormat, Failure> {
    let Some(path) = args.output.as_ref().filter(|_| args.format.is_none()) else {
        return Ok(args.format.unwrap_or(ReportFormat::Text));
    };
    match path.extension().and_then(OsStr::to_str) {
        Some("json") => Ok(ReportFormat::Json),
        Some("csv") => Ok(ReportFormat::Csv),
        Some("folded") => Ok(ReportFormat::Folded),
        Some("txt") => Ok(ReportFormat::Text),
        _ => Err(Failure {
            text: format!("`{}` has no extension of a format", path.display()),
            help: Some(
                "use .json, .csv, .folded or .txt, or say the format with --format".to_owned(),
            ),
        }),
    }
}

/// The whole file, or none.
fn write(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    let cannot = || format!("`{}` cannot be written", path.display());
    let mut staged = Staged::beside(path).with_context(cannot)?;
    staged.write_all(content).with_context(cannot)?;
    staged.commit().with_context(cannot)
}

/// The report, with the older one in it.
fn read(args: &ReportArgs, messages: Messages) -> Result<Report, Failure> {
    let read = |inputs: &[PathBuf], events| {
        let bar = Bar::new(messages.talks());
        recording::read(&job(args, inputs, events), &bar).map_err(|error| failure(&error))
    };
    let mut report = read(&args.recordings, args.events)?;
    if !args.compare.is_empty() {
        report.old = Some(Box::new(read(&args.compare, 0)?));
    }
    Ok(report)
}

/// What is printed at once.
const BLOCK: usize = 1 << 16;

/// Prints all payloads, in the order of the recording.
fn all(args: &ReportArgs, messages: Messages) -> Result<ExitStatus, Failure> {
    let bar = Bar::new(messages.talks());
    let mut block = Vec::new();
    recording::payloads(&job(args, &args.recordings, 0), &bar, |payload| {
        serde_json::to_writer(&mut block, payload)?;
        block.push(b'\n');
        if block.len() >= BLOCK {
            messages::to_stdout(&block);
            block.clear();
        }
        Ok(())
    })
    .map_err(|error| failure(&error))?;
    Ok(messages::to_stdout(&block))
}

fn job(args: &ReportArgs, inputs: &[PathBuf], events: u32) -> Job {
    Job {
        inputs: inputs.to_vec(),
        probes: args.probes.clone(),
        threads: args.threads.clone(),
        from: args.from.clone(),
        to: args.to.clone(),
        events,
        jdk: args.jdk.clone(),
    }
}

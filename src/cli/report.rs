//! `weave report REC...`: what recordings say of probes.

use super::args::{ReportArgs, ReportFormat};
use super::exit::ExitStatus;
use super::messages::{self, Failure, Messages};
use super::progress::Bar;
use super::weave::failure;
use crate::recording::model::Report;
use crate::recording::{self, Job};
use crate::visible::visible;

/// Prints the report to stdout.
pub(crate) fn run(args: &ReportArgs) -> ExitStatus {
    let messages = Messages::new(&args.messages);
    let report = match read(args, messages) {
        Ok(report) => report,
        Err(failure) => return messages.fail(&[failure]),
    };
    let text = match args.format {
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
    messages::to_stdout(text.as_bytes())
}

/// The report, with the older one in it.
fn read(args: &ReportArgs, messages: Messages) -> Result<Report, Failure> {
    let read = |inputs: &[std::path::PathBuf], events| {
        let job = Job {
            inputs: inputs.to_vec(),
            probes: args.probes.clone(),
            threads: args.threads.clone(),
            from: args.from.clone(),
            to: args.to.clone(),
            events,
            jdk: args.jdk.clone(),
        };
        let bar = Bar::new(messages.talks());
        recording::read(&job, &bar).map_err(|error| failure(&error))
    };
    let mut report = read(&args.recordings, args.events)?;
    if !args.compare.is_empty() {
        report.old = Some(Box::new(read(&args.compare, 0)?));
    }
    Ok(report)
}

//! The command line: turns arguments into a job for a run, and its outcome into text and an exit status.
//! The only module that prints.

mod args;
mod check;
mod command;
mod completions;
mod exit;
mod explain;
mod json;
mod messages;
mod packs;
mod progress;
mod report;
mod rules;
mod runtime;
#[cfg(unix)]
mod signals;
mod summary;
mod verify;
mod weave;

use std::ffi::OsString;

use clap::Parser;

use self::args::{Args, Command};
pub use self::exit::ExitStatus;

/// Runs the program with these arguments, the name of the program first.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitStatus {
    #[cfg(unix)]
    signals::watch();
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let parsed = match command::misspelt(&arguments) {
        Some(error) => Err(error),
        None => Args::try_parse_from(arguments),
    };
    match parsed {
        Ok(Args {
            command: Some(Command::Completions { shell }),
            ..
        }) => messages::to_stdout(&completions::script(shell)),
        Ok(Args {
            command: Some(Command::Check(args)),
            ..
        }) => check::run(&args),
        Ok(Args {
            command: Some(Command::Explain(args)),
            ..
        }) => explain::run(&args),
        Ok(Args {
            command: Some(Command::Runtime(args)),
            ..
        }) => runtime::run(&args),
        Ok(Args {
            command: Some(Command::Rules(args)),
            ..
        }) => packs::run(&args),
        Ok(Args {
            command: Some(Command::Verify(args)),
            ..
        }) => verify::run(args),
        Ok(Args {
            command: Some(Command::Report(args)),
            ..
        }) => report::run(&args),
        Ok(Args {
            weave: Some(args),
            choice,
            messages,
            ..
        }) => weave::run(&args, &choice, &messages),
        // clap demands one of the two.
        Ok(_) => ExitStatus::Usage,
        Err(answer) => {
            // A pipe that nobody reads is no reason to fail: there is nobody to tell.
            let _ = answer.print();
            if answer.use_stderr() {
                ExitStatus::Usage
            } else {
                ExitStatus::Success
            }
        }
    }
}

//! `weave rules [NAME]`: the packs that are built in.

use std::path::Path;

use super::args::RulesArgs;
use super::exit::ExitStatus;
use super::messages::{self, Failure, Messages};
use crate::rules::{self, PACKS};

/// Prints the list of the packs, one of them, or the JSON Schema of rules files.
pub(crate) fn run(args: &RulesArgs) -> ExitStatus {
    if args.schema {
        return messages::to_stdout(rules::schema().as_bytes());
    }
    let Some(name) = &args.name else {
        return messages::to_stdout(list().as_bytes());
    };
    match rules::find(None, Path::new(name)) {
        Ok(pack) => messages::to_stdout(pack.text.as_bytes()),
        Err(error) => Messages::plain().fail(&[Failure {
            text: error.text,
            help: error.help,
        }]),
    }
}

/// A line for each pack: its name, and what it is for.
fn list() -> String {
    let width = PACKS.iter().map(|pack| pack.name.len()).max().unwrap_or(0);
    let lines: Vec<String> = PACKS
        .iter()
        .map(|pack| format!("{:width$}  {}\n", pack.name, pack.summary()))
        .collect();
    lines.concat()
}

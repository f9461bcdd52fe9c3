//! `weave runtime -o FILE`: the runtime, or the API of probe classes, as a jar.

use super::args::RuntimeArgs;
use super::exit::ExitStatus;
use super::messages::Messages;
use super::weave::failure;
use crate::run::{self, RuntimeJar};

/// Writes the jar.
pub(crate) fn run(args: &RuntimeArgs) -> ExitStatus {
    let messages = Messages::new(&args.messages);
    let jar = if args.api {
        RuntimeJar::Api
    } else {
        RuntimeJar::Whole
    };
    match run::write_runtime(jar, &args.output) {
        Ok(()) => ExitStatus::Success,
        Err(error) => messages.fail(&[failure(&error)]),
    }
}

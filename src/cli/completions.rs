//! `weave completions SHELL`: the completion scripts, made from the clap types. The committed ones under `completions/` are
//! its output.

use clap::CommandFactory;
use clap_complete::Shell;

use super::args::Args;

/// The completion script of a shell.
pub(crate) fn script(shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "weave", &mut script);
    script
}

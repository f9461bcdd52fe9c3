//! The exit status of the program: three values, and nothing else leaves it, unless a signal ends it.

use std::process::ExitCode;

/// How a run ended, as the system sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExitStatus {
    /// Done, or nothing to do.
    Success,
    /// Something is wrong with an input, the rules or the output, or `--strict` or `verify` found something.
    Failure,
    /// The command line itself is wrong.
    Usage,
}

impl ExitStatus {
    /// The number that the system gets.
    pub fn code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Failure => 1,
            Self::Usage => 2,
        }
    }
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        Self::from(status.code())
    }
}

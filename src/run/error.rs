//! What goes with an error.

use std::fmt;
use std::path::PathBuf;

/// What to do about an error: the `help:` line below it. Attached as context, so that it can be found in the chain.
#[derive(Debug, Clone)]
pub struct Hint(pub String);

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Hint {}

/// The output that could not be written: an error of the output, not of the input.
#[derive(Debug, Clone)]
pub struct CannotWrite(pub PathBuf);

impl fmt::Display for CannotWrite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` cannot be written", self.0.display())
    }
}

/// An error with a hint.
pub fn hinted(error: impl fmt::Display, hint: impl Into<String>) -> anyhow::Error {
    anyhow::anyhow!("{error}").context(Hint(hint.into()))
}

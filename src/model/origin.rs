//! Where a rule stands.

use std::fmt;
use std::ops::Range;

/// Where a rule stands.
#[derive(Debug, Clone)]
pub struct Origin {
    /// The file's name.
    pub file: String,
    /// The line, from 1; 0 where that is not known.
    pub line: u32,
    /// The path of keys: `probes.jdbc.interceptions[0]`.
    pub key: String,
    /// The bytes of the text that messages about it show; empty where there is no text.
    pub span: Range<usize>,
    /// The built-in pack that the file is.
    pub pack: Option<String>,
}

impl fmt::Display for Origin {
    /// `weave.toml:12 probes.jdbc.interceptions[0]`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{} {}", self.file, self.key),
            line => write!(f, "{}:{line} {}", self.file, self.key),
        }
    }
}

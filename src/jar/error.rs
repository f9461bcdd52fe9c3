//! What can be wrong with an archive.

use std::fmt;

/// Why an archive, or an entry of it, cannot be read.
#[derive(Debug)]
pub enum JarError {
    /// The file cannot be read at all.
    Io(std::io::Error),
    /// There is no central directory: no archive, or one that is cut off.
    NotAnArchive(String),
    /// A header reaches out of the archive or into another entry.
    BadHeader {
        /// The entry, as far as its name is known.
        entry: String,
        /// What is wrong.
        what: &'static str,
    },
    /// The entry is encrypted.
    Encrypted(String),
    /// The entry is compressed by a method other than deflate.
    UnsupportedMethod {
        /// The entry.
        entry: String,
        /// The number of the method (APPNOTE 4.4.5).
        method: u16,
    },
    /// What is inflated is not what the directory says.
    Corrupt {
        /// The entry.
        entry: String,
        /// What differs.
        what: &'static str,
    },
}

impl fmt::Display for JarError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "{error}"),
            Self::NotAnArchive(why) => {
                write!(f, "not a jar or zip archive, or a truncated one ({why})")
            }
            Self::BadHeader { entry, what } => {
                write!(f, "damaged archive: entry `{entry}`: {what}")
            }
            Self::Encrypted(entry) => write!(f, "entry `{entry}` is encrypted"),
            Self::UnsupportedMethod { entry, method } => {
                write!(
                    f,
                    "entry `{entry}` is compressed by method {method}: only stored and deflated entries can be read"
                )
            }
            Self::Corrupt { entry, what } => write!(f, "entry `{entry}` is damaged: {what}"),
        }
    }
}

impl std::error::Error for JarError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<std::io::Error> for JarError {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

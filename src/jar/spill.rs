//! Compressed content on its way to the output: a run keeps little of it in memory.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write};
use std::sync::{Arc, Mutex, PoisonError};

use tempfile::SpooledTempFile;

use super::deflate::Packed;

/// Up to this many bytes stay in memory.
const IN_MEMORY: usize = 4 << 20;

/// The compressed data of an entry.
#[derive(Clone)]
pub enum Data {
    /// In memory.
    Memory(Vec<u8>),
    /// In a spill: offset and length.
    Spilled(Spill, u64, u64),
}

impl Data {
    /// Its length in bytes.
    pub fn len(&self) -> u64 {
        match self {
            Self::Memory(bytes) => bytes.len() as u64,
            Self::Spilled(_, _, length) => *length,
        }
    }

    /// True for no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes.
    ///
    /// # Errors
    /// The temporary file cannot be read.
    pub fn bytes(&self) -> io::Result<Cow<'_, [u8]>> {
        match self {
            Self::Memory(bytes) => Ok(Cow::Borrowed(bytes)),
            Self::Spilled(spill, offset, length) => spill.read(*offset, *length).map(Cow::Owned),
        }
    }
}

impl fmt::Debug for Data {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.len())
    }
}

/// A place for compressed data until it is written: memory first, then a temporary file without a name.
#[derive(Clone)]
pub struct Spill(Arc<Mutex<SpooledTempFile>>);

impl Default for Spill {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(SpooledTempFile::new(IN_MEMORY))))
    }
}

impl Spill {
    /// Takes the data of `packed`; what comes back knows where it is.
    ///
    /// # Errors
    /// The temporary file cannot be written.
    pub fn hold(&self, packed: Packed) -> io::Result<Packed> {
        let Data::Memory(bytes) = &packed.data else {
            return Ok(packed);
        };
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let offset = file.seek(SeekFrom::End(0))?;
        file.write_all(bytes)?;
        let length = bytes.len() as u64;
        Ok(Packed {
            data: Data::Spilled(self.clone(), offset, length),
            ..packed
        })
    }

    fn read(&self, offset: u64, length: u64) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; usize::try_from(length).map_err(io::Error::other)?];
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}

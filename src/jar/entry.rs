//! An entry as the central directory describes it (APPNOTE 4.3.12).

use std::ops::Range;

/// How the data of an entry is compressed (APPNOTE 4.4.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Not at all.
    Stored,
    /// By deflate.
    Deflated,
    /// By something else, which can be copied and not read.
    Other(u16),
}

impl Method {
    /// From its number.
    pub fn from_number(number: u16) -> Self {
        match number {
            0 => Self::Stored,
            8 => Self::Deflated,
            other => Self::Other(other),
        }
    }

    /// Its number.
    pub fn number(self) -> u16 {
        match self {
            Self::Stored => 0,
            Self::Deflated => 8,
            Self::Other(other) => other,
        }
    }
}

/// An entry of an archive. Spans are offsets into the bytes of the archive.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The name; bytes that are no UTF-8 are replaced, the raw ones are kept in the headers.
    pub name: String,
    /// The compression.
    pub method: Method,
    /// CRC-32 of the content.
    pub crc32: u32,
    /// Bytes of compressed data.
    pub compressed_size: u64,
    /// Bytes of content.
    pub size: u64,
    /// The general purpose flags.
    pub flags: u16,
    /// The central header.
    pub(super) central: Range<usize>,
    /// From the local header to the next entry: header, data, descriptor and padding.
    pub(super) record: Range<usize>,
    /// The compressed data.
    pub(super) data: Range<usize>,
}

impl Entry {
    /// True for a folder.
    pub fn is_directory(&self) -> bool {
        self.name.ends_with('/')
    }
}

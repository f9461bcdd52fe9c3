//! The end of an archive: which record ends it, and where its central directory is (APPNOTE 4.3.14 to 4.3.16).
//!
//! `java.util.zip.ZipFile` decides. It looks backwards for an end record whose comment ends with the file, so an end
//! record inside a comment is text, whatever it says. Where bytes follow the comment it takes a record only if headers
//! are where the record says.

use std::ops::Range;

use super::error::JarError;
use super::read::{CENTRAL_HEADER, LOCAL_HEADER, u2, u4, u64_at};

/// `PK\x05\x06`.
const END: [u8; 4] = *b"PK\x05\x06";
/// Bytes of an end record without its comment.
const END_LENGTH: usize = 22;
/// How many bytes from the end Java searches for an end record: the longest one, and what its blocks reach beyond that.
const SEARCHED: usize = 65_636;
/// `PK\x06\x06`.
const ZIP64_END: [u8; 4] = *b"PK\x06\x06";
/// Bytes of a zip64 end record without its extensible data.
const ZIP64_END_LENGTH: usize = 56;
/// `PK\x06\x07`.
const ZIP64_LOCATOR: [u8; 4] = *b"PK\x06\x07";
/// Bytes of the locator, which stands right before the end record.
const ZIP64_LOCATOR_LENGTH: usize = 20;

/// What the end records say. Spans are offsets into the bytes of the archive.
#[derive(Debug)]
pub(super) struct End {
    /// The central directory.
    pub(super) directory: Range<usize>,
    /// What the offsets in the directory count from: not 0 where a script was put before an archive that did not know.
    pub(super) base: usize,
    /// The comment of the archive.
    pub(super) comment: Range<usize>,
    count: u64,
    is_zip64: bool,
}

impl End {
    /// Finds the end of the archive `bytes`.
    ///
    /// # Errors
    /// No end record, one that is cut off, a directory that reaches out of the archive.
    pub(super) fn find(bytes: &[u8]) -> Result<Self, JarError> {
        let first = bytes.len().saturating_sub(SEARCHED);
        (first..bytes.len())
            .rev()
            .find(|&at| is_end(bytes, at))
            .ok_or("it has no end record")
            .and_then(|at| Self::at(bytes, at))
            .map_err(|why| JarError::NotAnArchive(why.to_owned()))
    }

    /// The end whose record is at `at`.
    fn at(bytes: &[u8], at: usize) -> Result<Self, &'static str> {
        let record = bytes.get(at..).unwrap_or_default();
        let comment = at + END_LENGTH..comment_end(bytes, at);
        if comment.end > bytes.len() {
            return Err("its comment is cut off");
        }
        let zip64 = zip64_end(bytes, at);
        let (end, count, size, offset) = match zip64 {
            Some(at) => {
                let record = bytes.get(at..).unwrap_or_default();
                (
                    at,
                    u64_at(record, 32),
                    u64_at(record, 40),
                    u64_at(record, 48),
                )
            }
            None => (
                at,
                u64::from(u2(record, 10)),
                u64::from(u4(record, 12)),
                u64::from(u4(record, 16)),
            ),
        };
        let before = |end: usize, length: u64| end.checked_sub(usize::try_from(length).ok()?);
        let start = before(end, size).ok_or("its central directory would start before it")?;
        let base = before(start, offset).ok_or("its entries would start before it")?;
        Ok(Self {
            directory: start..end,
            base,
            comment,
            count,
            is_zip64: zip64.is_some(),
        })
    }

    /// True if the end record declares this many entries. Old tools let the count run over instead of writing
    /// zip64 records.
    pub(super) fn counts(&self, entries: usize) -> bool {
        let entries = entries as u64;
        self.count
            == if self.is_zip64 {
                entries
            } else {
                entries & 0xffff
            }
    }
}

/// Where the comment of an end record at `at` ends by its own word.
fn comment_end(bytes: &[u8], at: usize) -> usize {
    at + END_LENGTH + usize::from(u2(bytes, at + 20))
}

/// True for the record that ends the archive, if none behind it does.
fn is_end(bytes: &[u8], at: usize) -> bool {
    at + END_LENGTH <= bytes.len()
        && starts_with(bytes, at, END)
        && (comment_end(bytes, at) == bytes.len() || has_headers(bytes, at).unwrap_or_default())
}

/// True if a central and a local header are where an end record at `at` says.
fn has_headers(bytes: &[u8], at: usize) -> Option<bool> {
    let before = |end: usize, length: u32| end.checked_sub(usize::try_from(length).ok()?);
    let central = before(at, u4(bytes, at + 12))?;
    let local = before(central, u4(bytes, at + 16))?;
    Some(starts_with(bytes, central, CENTRAL_HEADER) && starts_with(bytes, local, LOCAL_HEADER))
}

/// Where the zip64 end record is that stands in for the one at `at`: each number is the same in both, or says in the
/// old one that it is in the new one. Its offset counts from the first byte, also behind a script.
fn zip64_end(bytes: &[u8], at: usize) -> Option<usize> {
    let locator = at.checked_sub(ZIP64_LOCATOR_LENGTH)?;
    if !starts_with(bytes, locator, ZIP64_LOCATOR) {
        return None;
    }
    let start = usize::try_from(u64_at(bytes, locator + 8)).ok()?;
    let record = bytes.get(start..start.checked_add(ZIP64_END_LENGTH)?)?;
    let agrees =
        |old: u64, beyond: u64, field: usize| old == beyond || old == u64_at(record, field);
    let agree = agrees(u2(bytes, at + 10).into(), u16::MAX.into(), 32)
        && agrees(u4(bytes, at + 12).into(), u32::MAX.into(), 40)
        && agrees(u4(bytes, at + 16).into(), u32::MAX.into(), 48);
    (record.starts_with(&ZIP64_END) && agree).then_some(start)
}

fn starts_with(bytes: &[u8], at: usize, signature: [u8; 4]) -> bool {
    bytes
        .get(at..)
        .is_some_and(|rest| rest.starts_with(&signature))
}

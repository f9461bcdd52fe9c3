//! Finding the entries of an archive.

use std::ops::Range;
use std::path::Path;

use bytes::Bytes;

use super::deflate::Inflater;
use super::end::End;
use super::entry::{Entry, Method};
use super::error::JarError;
use super::index::Index;
use super::{MANIFEST_MF, is_signature_file};

/// An archive in memory, with its entries in the order of the central directory. One that is stored in another shares its bytes.
#[derive(Debug)]
pub struct Archive {
    bytes: Bytes,
    entries: Vec<Entry>,
    index: Index,
    /// What the offsets in the directory count from: not 0 where a script was put before an archive that did not know.
    base: usize,
    /// Where the first local header is; before it can be a script that starts the archive.
    pub(super) first_record: usize,
    pub(super) comment: Vec<u8>,
}

/// `PK\x01\x02`.
pub(super) const CENTRAL_HEADER: [u8; 4] = *b"PK\x01\x02";
/// `PK\x03\x04`.
pub(super) const LOCAL_HEADER: [u8; 4] = *b"PK\x03\x04";
/// A value that stands in the zip64 extra field instead (APPNOTE 4.5.3).
pub(super) const IN_ZIP64: u32 = u32::MAX;

impl Archive {
    /// An archive without entries, to write one from nothing.
    pub fn empty() -> Self {
        Self {
            bytes: Bytes::new(),
            entries: Vec::new(),
            index: Index::default(),
            base: 0,
            first_record: 0,
            comment: Vec::new(),
        }
    }

    /// Reads the archive at `path` into memory and finds its entries.
    ///
    /// # Errors
    /// A file that cannot be read or is no archive.
    pub fn open(path: &Path) -> Result<Self, JarError> {
        Self::from_bytes(std::fs::read(path)?)
    }

    /// Finds the entries of the archive `bytes`.
    ///
    /// # Errors
    /// No central directory, headers that reach out of the archive, entries that overlap.
    pub fn from_bytes(bytes: impl Into<Bytes>) -> Result<Self, JarError> {
        let bytes = bytes.into();
        let end = End::find(&bytes)?;
        let mut archive = Self {
            entries: Vec::new(),
            index: Index::default(),
            base: end.base,
            first_record: end.directory.start,
            comment: bytes.get(end.comment.clone()).unwrap_or_default().to_vec(),
            bytes,
        };
        let mut at = end.directory.start;
        while archive
            .bytes
            .get(at..)
            .is_some_and(|rest| rest.starts_with(&CENTRAL_HEADER))
        {
            let entry = archive.central(at)?;
            at = entry.central.end;
            archive.entries.push(entry);
        }
        archive.check_end(&end, at)?;
        archive.find_records(end.directory.start)?;
        archive.index = Index::of(&archive.entries);
        Ok(archive)
    }

    /// The whole archive.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The entries in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The first entry with this name.
    pub fn find(&self, name: &str) -> Option<&Entry> {
        self.entries.get(self.position(name)?)
    }

    /// The index of the first entry with this name.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.index.find(name, &self.entries)
    }

    /// The index of the manifest that `java.util.jar.JarFile` reads: of several the last, in upper case or not.
    pub fn manifest(&self) -> Option<usize> {
        self.entries
            .iter()
            .rposition(|entry| entry.name.eq_ignore_ascii_case(MANIFEST_MF))
    }

    /// The names of the files that sign the archive.
    pub fn signature_files(&self) -> impl Iterator<Item = &str> {
        self.entries
            .iter()
            .map(|entry| entry.name.as_str())
            .filter(|name| is_signature_file(name))
    }

    /// The content of an entry, its size and CRC checked.
    ///
    /// # Errors
    /// Encrypted entries, unknown compression, damaged data.
    pub fn content(&self, entry: &Entry, inflater: &mut Inflater) -> Result<Vec<u8>, JarError> {
        self.shared(entry, inflater).map(Vec::from)
    }

    /// The same; of a stored entry it is a part of the archive's own bytes, not a copy.
    ///
    /// # Errors
    /// As [`Archive::content`].
    pub fn shared(&self, entry: &Entry, inflater: &mut Inflater) -> Result<Bytes, JarError> {
        if entry.flags & 1 != 0 {
            return Err(JarError::Encrypted(entry.name.clone()));
        }
        let corrupt = |what| JarError::Corrupt {
            entry: entry.name.clone(),
            what,
        };
        let content = match entry.method {
            Method::Stored if entry.size == entry.compressed_size => {
                self.bytes.slice(entry.data.clone())
            }
            Method::Stored => return Err(corrupt("stored with two different sizes")),
            Method::Deflated => {
                let data = self.bytes.get(entry.data.clone()).unwrap_or_default();
                inflater.inflate(data, entry.size).map_err(corrupt)?.into()
            }
            Method::Other(method) => {
                return Err(JarError::UnsupportedMethod {
                    entry: entry.name.clone(),
                    method,
                });
            }
        };
        if crc32fast::hash(&content) == entry.crc32 {
            Ok(content)
        } else {
            Err(corrupt("its CRC-32 is wrong"))
        }
    }

    /// The first eight bytes of the content of an entry, which tell what it is; fewer, or none, where it has no more or cannot be
    /// read. Nothing else is checked.
    pub fn magic(&self, entry: &Entry, inflater: &mut Inflater) -> Vec<u8> {
        let data = self.bytes.get(entry.data.clone()).unwrap_or_default();
        let mut first = match entry.method {
            _ if entry.flags & 1 != 0 => Vec::new(),
            Method::Stored => data.get(..8).unwrap_or(data).to_vec(),
            Method::Deflated => inflater
                .beginning(data, entry.size, |beginning| beginning.len() >= 8)
                .unwrap_or_default(),
            Method::Other(_) => Vec::new(),
        };
        first.truncate(8);
        first
    }

    /// The beginning of the content of an entry: as much as `is_enough` wants, which is asked with ever longer beginnings, or
    /// all of it. Its CRC is not checked.
    ///
    /// # Errors
    /// As [`Archive::content`], as far as it was looked at.
    pub fn beginning(
        &self,
        entry: &Entry,
        inflater: &mut Inflater,
        is_enough: impl FnMut(&[u8]) -> bool,
    ) -> Result<Vec<u8>, JarError> {
        if entry.method != Method::Deflated || entry.flags & 1 != 0 {
            return self.content(entry, inflater);
        }
        let data = self.bytes.get(entry.data.clone()).unwrap_or_default();
        inflater
            .beginning(data, entry.size, is_enough)
            .map_err(|what| JarError::Corrupt {
                entry: entry.name.clone(),
                what,
            })
    }

    /// The directory, read up to `at`, must end where the end records begin, and have the number of entries that they
    /// say: the JVM goes by the size, others by the number, and where these differ each sees another archive.
    fn check_end(&self, end: &End, at: usize) -> Result<(), JarError> {
        let count = self.entries.len();
        if at == end.directory.end && end.counts(count) {
            return Ok(());
        }
        let why = format!(
            "its central directory does not end as declared: {count} entries up to offset {at}"
        );
        Err(JarError::NotAnArchive(why))
    }

    /// The central header at `at`; `record` and `data` are still those of the directory's word alone.
    fn central(&self, at: usize) -> Result<Entry, JarError> {
        let bad = |what| JarError::BadHeader {
            entry: format!("number {}", self.entries.len()),
            what,
        };
        let header = self
            .bytes
            .get(at..at + 46)
            .ok_or_else(|| bad("its central header is cut off"))?;
        let [name_length, extra_length, comment_length] =
            [28, 30, 32].map(|at| usize::from(u2(header, at)));
        let end = at + 46 + name_length + extra_length + comment_length;
        let rest = self
            .bytes
            .get(at + 46..end)
            .ok_or_else(|| bad("its central header is cut off"))?;
        let (name, rest) = rest.split_at(name_length);
        let extra = rest.get(..extra_length).unwrap_or_default();
        let name = String::from_utf8_lossy(name).into_owned();
        let mut zip64 = zip64_values(extra);
        let mut wide = |value: u32| {
            if value == IN_ZIP64 {
                zip64.next().unwrap_or(u64::from(value))
            } else {
                u64::from(value)
            }
        };
        // In this order in the extra field: size, compressed size, offset.
        let size = wide(u4(header, 24));
        let compressed_size = wide(u4(header, 20));
        let offset = wide(u4(header, 42));
        let start = usize::try_from(offset)
            .ok()
            .and_then(|offset| offset.checked_add(self.base))
            .filter(|&start| start < self.bytes.len())
            .ok_or_else(|| {
                let what = "its offset lies outside of the archive";
                JarError::BadHeader {
                    entry: name.clone(),
                    what,
                }
            })?;
        Ok(Entry {
            name,
            method: Method::from_number(u2(header, 10)),
            crc32: u4(header, 16),
            compressed_size,
            size,
            flags: u2(header, 8),
            central: at..end,
            record: start..start,
            data: 0..0,
        })
    }

    /// Finds where each record ends, and its data. `end` is the start of the directory.
    fn find_records(&mut self, end: usize) -> Result<(), JarError> {
        let mut starts: Vec<usize> = self
            .entries
            .iter()
            .map(|entry| entry.record.start)
            .collect();
        starts.sort_unstable();
        let shared = starts
            .windows(2)
            .find(|pair| pair[0] == pair[1])
            .map(|pair| pair[0]);
        if let Some(entry) = self
            .entries
            .iter()
            .rfind(|entry| Some(entry.record.start) == shared)
        {
            let what = "it shares its local header with another entry";
            return Err(JarError::BadHeader {
                entry: entry.name.clone(),
                what,
            });
        }
        starts.push(end);
        self.first_record = starts[0].min(end);
        for entry in &mut self.entries {
            let bad = |what| JarError::BadHeader {
                entry: entry.name.clone(),
                what,
            };
            let start = entry.record.start;
            let next = starts[starts
                .partition_point(|&other| other <= start)
                .min(starts.len() - 1)];
            let header = self.bytes.get(start..start + 30).unwrap_or_default();
            if !header.starts_with(&LOCAL_HEADER) {
                return Err(bad("there is no local header where the directory says"));
            }
            let data = start + 30 + usize::from(u2(header, 26)) + usize::from(u2(header, 28));
            let data_end = usize::try_from(entry.compressed_size)
                .ok()
                .and_then(|size| data.checked_add(size))
                .filter(|&data_end| data_end <= next)
                .ok_or_else(|| bad("its data reaches into the next entry or out of the archive"))?;
            entry.record = start..next;
            entry.data = data..data_end;
        }
        Ok(())
    }

    /// The name and the extra field of an entry's local header.
    pub(super) fn local_name_and_extra(&self, entry: &Entry) -> (&[u8], &[u8]) {
        let start = entry.record.start;
        let header = self.bytes.get(start..start + 30).unwrap_or_default();
        let name_end = start + 30 + usize::from(u2(header, 26));
        let slice = |range: Range<usize>| self.bytes.get(range).unwrap_or_default();
        (
            slice(start + 30..name_end),
            slice(name_end..entry.data.start),
        )
    }
}

/// A little-endian 16-bit value; 0 beyond the end.
pub(super) fn u2(bytes: &[u8], at: usize) -> u16 {
    bytes
        .get(at..at + 2)
        .map_or(0, |two| u16::from_le_bytes([two[0], two[1]]))
}

/// A little-endian 32-bit value; 0 beyond the end.
pub(super) fn u4(bytes: &[u8], at: usize) -> u32 {
    u32::from(u2(bytes, at)) | u32::from(u2(bytes, at + 2)) << 16
}

/// A little-endian 64-bit value; 0 beyond the end.
pub(super) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from(u4(bytes, at)) | u64::from(u4(bytes, at + 4)) << 32
}

/// The blocks of an extra field: header id, and the block with its header. What is cut off ends it.
pub(super) fn extra_blocks(mut extra: &[u8]) -> impl Iterator<Item = (u16, &[u8])> {
    std::iter::from_fn(move || {
        let length = usize::from(u2(extra, 2)) + 4;
        let (block, rest) = extra
            .split_at_checked(length)
            .filter(|_| extra.len() >= 4)?;
        extra = rest;
        Some((u2(block, 0), block))
    })
}

/// The values of the zip64 extra field, in order.
fn zip64_values(extra: &[u8]) -> impl Iterator<Item = u64> {
    let block = extra_blocks(extra)
        .find(|&(id, _)| id == 1)
        .map_or(&[][..], |(_, block)| &block[4..]);
    block.chunks_exact(8).map(|eight| u64_at(eight, 0))
}

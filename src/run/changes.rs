//! How an output differs from its input.

use std::collections::{BTreeMap, BTreeSet};

use crate::input::{Input, is_archive_name};
use crate::jar::{Archive, DosTime, Inflater, MANIFEST_MF, Method, Packed, Packer, Piece, write};

use super::unit::Unit;

use super::error::hinted;

/// A file to be added: its path from the top of the output, and its content.
pub(super) type Added = (String, Vec<u8>);

/// The time that added entries take: `SOURCE_DATE_EPOCH` where it is set, else the earliest.
///
/// # Errors
/// Something else than a number of seconds.
pub(super) fn added_time() -> anyhow::Result<DosTime> {
    let text = std::env::var_os("SOURCE_DATE_EPOCH").unwrap_or_default();
    let text = text.to_string_lossy();
    if text.is_empty() {
        return Ok(DosTime::FIRST);
    }
    let seconds = text.parse().map_err(|_| {
        hinted(
            format!("`SOURCE_DATE_EPOCH` is `{text}`, which is not a number of seconds since 1970"),
            "correct or unset it: added entries take this time",
        )
    })?;
    Ok(DosTime::from_epoch(seconds))
}

/// The files that are replaced, left out and added. What is in neither list is copied.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// By the index of the file.
    pub(super) replaced: BTreeMap<usize, Packed>,
    pub(super) dropped: BTreeSet<usize>,
    /// By path.
    pub(super) added: BTreeMap<String, Vec<u8>>,
}

impl Changes {
    /// True when the output is the input.
    pub(super) fn is_empty(&self) -> bool {
        self.replaced.is_empty() && self.dropped.is_empty() && self.added.is_empty()
    }

    /// Writes `content` to `path`: it replaces a file that is there, unless that has this content already.
    pub(super) fn put(&mut self, input: &Input, (path, content): Added) {
        match input.find(&path) {
            Some(file) => self.replace(input, file, &content),
            None => _ = self.added.insert(path, content),
        }
    }

    /// As [`Changes::put`], but a file that is replaced already stays so: a class that is added may have been woven.
    pub(super) fn put_beside_woven(&mut self, input: &Input, added: Added) {
        let file = input.find(&added.0);
        if file.is_none_or(|file| !self.replaced.contains_key(&file)) {
            self.put(input, added);
        }
    }

    /// Gives a file new content.
    pub(super) fn replace(&mut self, input: &Input, file: usize, content: &[u8]) {
        self.dropped.remove(&file);
        let size = content.len() as u64;
        let may_equal = input
            .checksum(file)
            .is_ok_and(|known| known == (crc32fast::hash(content), size));
        let old = may_equal.then(|| input.content(file, &mut Inflater::default()).ok());
        if old.flatten().is_some_and(|old| old == content) {
            self.replaced.remove(&file);
        } else {
            let packed = Packer::default().pack(content, input.method(file));
            self.replaced.insert(file, packed);
        }
    }

    /// Leaves a file out.
    pub(super) fn drop(&mut self, file: usize) {
        self.replaced.remove(&file);
        self.dropped.insert(file);
    }

    /// The archive of a unit with these changes, to be an entry that is packed by `method`; `None` where nothing changes.
    ///
    /// # Errors
    /// What is packed cannot be read back; as [`added_time`].
    pub(super) fn packed(self, unit: &Unit, method: Method) -> anyhow::Result<Option<Packed>> {
        let Some(archive) = unit.input.as_archive().filter(|_| !self.is_empty()) else {
            return Ok(None);
        };
        let mut bytes = Vec::with_capacity(archive.bytes().len());
        write(archive, self.pieces(archive), added_time()?, &mut bytes)?;
        Ok(Some(Packer::default().pack(&bytes, method)))
    }

    /// The entries of the output, in order: those of the input, then what is added; an added manifest is the first.
    pub(super) fn pieces(self, archive: &Archive) -> Vec<Piece> {
        let mut packer = Packer::default();
        let mut add = |name: String, content: Vec<u8>| {
            // A class loader reads a jar in a jar in place: Spring Boot refuses one that is compressed.
            let is_archive = is_archive_name(name.as_ref());
            let method = if is_archive {
                Method::Stored
            } else {
                Method::Deflated
            };
            let content = packer.pack(&content, method);
            Piece::Add { name, content }
        };
        let Self {
            mut replaced,
            dropped,
            mut added,
        } = self;
        let mut pieces = Vec::with_capacity(archive.entries().len() + added.len());
        if let Some((name, content)) = added.remove_entry(MANIFEST_MF) {
            pieces.push(add(name, content));
        }
        for entry in 0..archive.entries().len() {
            match replaced.remove(&entry) {
                _ if dropped.contains(&entry) => {}
                Some(content) => pieces.push(Piece::Replace { entry, content }),
                None => pieces.push(Piece::Copy(entry)),
            }
        }
        pieces.extend(added.into_iter().map(|(name, content)| add(name, content)));
        pieces
    }
}

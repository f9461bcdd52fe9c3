//! How an output differs from its input.

use std::collections::{BTreeMap, BTreeSet};

use crate::input::Input;
use crate::jar::{DosTime, Inflater, Packed, Packer};

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
}

//! Entries by name.

use std::hash::BuildHasher as _;

use hashbrown::{DefaultHashBuilder, HashTable};

use super::entry::Entry;

/// Finds the first entry with a name without a walk over all of them.
#[derive(Debug, Default)]
pub(super) struct Index {
    hasher: DefaultHashBuilder,
    /// Indices of entries, by the hash of the name.
    table: HashTable<usize>,
}

impl Index {
    /// Over all `entries`.
    pub(super) fn of(entries: &[Entry]) -> Self {
        let hasher = DefaultHashBuilder::default();
        let mut table = HashTable::with_capacity(entries.len());
        for (index, entry) in entries.iter().enumerate() {
            let is_known = |&known: &usize| named(entries, known, &entry.name);
            let hash = |&known: &usize| {
                hasher.hash_one(entries.get(known).map(|entry| entry.name.as_str()))
            };
            table
                .entry(hasher.hash_one(Some(entry.name.as_str())), is_known, hash)
                .or_insert(index);
        }
        Self { hasher, table }
    }

    /// The index of the first of the `entries` with this name.
    pub(super) fn find(&self, name: &str, entries: &[Entry]) -> Option<usize> {
        self.table
            .find(self.hasher.hash_one(Some(name)), |&known| {
                named(entries, known, name)
            })
            .copied()
    }
}

fn named(entries: &[Entry], index: usize, name: &str) -> bool {
    entries.get(index).is_some_and(|entry| entry.name == name)
}

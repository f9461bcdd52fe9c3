//! Answers that are kept: each question is answered once, whoever asks it from whichever thread.

use std::borrow::Borrow;
use std::hash::Hash;
use std::sync::{PoisonError, RwLock};

use hashbrown::HashMap;

/// Answers by what was asked.
#[derive(Debug)]
pub(super) struct Cached<K, V>(RwLock<HashMap<K, V>>);

impl<K, V> Default for Cached<K, V> {
    fn default() -> Self {
        Self(RwLock::default())
    }
}

impl<K: Eq + Hash, V: Clone> Cached<K, V> {
    /// The answer to `key`, which `find` finds where it is not known. No lock is held meanwhile: two threads may find the same.
    pub(super) fn get<Q>(&self, key: &Q, find: impl FnOnce() -> V) -> V
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ToOwned<Owned = K> + ?Sized,
    {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = known.get(key) {
            return value.clone();
        }
        drop(known);
        let value = find();
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        known.insert(key.to_owned(), value.clone());
        value
    }
}

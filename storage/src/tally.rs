//! How many of something are held at the same time, by whom.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Counts what is held per key, and frees it when the [`Slot`] is dropped. Keys that hold nothing are forgotten. A
/// clone counts the same.
#[derive(Debug, Clone)]
pub struct Tally<K: Eq + Hash + Clone>(Arc<Mutex<HashMap<K, usize>>>);

/// A place taken; dropping it gives it back.
#[derive(Debug)]
pub struct Slot<K: Eq + Hash + Clone> {
    tally: Tally<K>,
    key: K,
}

impl<K: Eq + Hash + Clone> Default for Tally<K> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<K: Eq + Hash + Clone> Tally<K> {
    /// A place for `key`, unless it holds `most` of them already.
    #[must_use]
    pub fn enter(&self, key: K, most: usize) -> Option<Slot<K>> {
        let mut counts = self.lock();
        if counts.get(&key).copied().unwrap_or(0) >= most {
            return None;
        }
        *counts.entry(key.clone()).or_default() += 1;
        Some(Slot {
            tally: self.clone(),
            key,
        })
    }

    /// How many places `key` holds.
    #[must_use]
    pub fn held_by(&self, key: &K) -> usize {
        self.lock().get(key).copied().unwrap_or(0)
    }

    /// How many places are taken, of all keys.
    #[must_use]
    pub fn in_use(&self) -> usize {
        self.lock().values().sum()
    }

    /// The counts are plain numbers and stay sound even if a holder of the lock panicked.
    fn lock(&self) -> MutexGuard<'_, HashMap<K, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Eq + Hash + Clone> Drop for Slot<K> {
    fn drop(&mut self) {
        let mut counts = self.tally.lock();
        if let Some(count) = counts.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_bounded_per_key_and_come_back() {
        let tally = Tally::default();
        let first = tally.enter("a", 2);
        let second = tally.enter("a", 2);
        assert!(first.is_some() && second.is_some());
        assert!(tally.enter("a", 2).is_none());
        assert!(tally.enter("b", 0).is_none());
        let other = tally.enter("b", 1);
        assert_eq!(tally.in_use(), 3);
        drop((first, other));
        assert!(tally.enter("a", 2).is_some());
        assert_eq!(tally.in_use(), 1);
    }
}

//! What each of many may use of something at the same time: whoever asks for more stands in line behind himself.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::Semaphore;

/// Shares that are remembered before those are forgotten that nobody holds.
const MANY: usize = 1000;

/// As many permits for each owner.
#[derive(Debug)]
pub(crate) struct Shares<K> {
    each: usize,
    known: Mutex<HashMap<K, Weak<Semaphore>>>,
}

impl<K: Eq + Hash> Shares<K> {
    pub(crate) fn new(each: usize) -> Self {
        Self {
            each,
            known: Mutex::default(),
        }
    }

    /// The owner's. It is remembered as long as somebody holds it or a permit of it.
    pub(crate) fn share_of(&self, owner: K) -> Arc<Semaphore> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() > MANY {
            known.retain(|_, share| share.strong_count() > 0);
        }
        let share = known.get(&owner).and_then(Weak::upgrade);
        share.unwrap_or_else(|| {
            let share = Arc::new(Semaphore::new(self.each));
            known.insert(owner, Arc::downgrade(&share));
            share
        })
    }
}

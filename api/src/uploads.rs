//! Slots for uploads: each takes some megabytes of memory while its file arrives.

use std::hash::Hash;
use std::time::Duration;

use storage::tally::{Slot, Tally};
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::body::arrivals::too_many;
use crate::problem::Problem;

/// Longest wait for a slot.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// A bounded number of slots, with a lower bound for each owner.
#[derive(Debug)]
pub struct UploadSlots<K: Eq + Hash + Clone> {
    permits: Semaphore,
    owners: Tally<K>,
    most_per_owner: usize,
}

/// A slot in use; dropping it frees the slot.
#[derive(Debug)]
pub struct UploadSlot<'a, K: Eq + Hash + Clone> {
    _permit: SemaphorePermit<'a>,
    _own: Slot<K>,
}

impl<K: Eq + Hash + Clone> UploadSlots<K> {
    /// `most` slots in all, `most_per_owner` for one owner.
    #[must_use]
    pub fn new(most: usize, most_per_owner: usize) -> Self {
        Self {
            permits: Semaphore::new(most),
            owners: Tally::default(),
            most_per_owner,
        }
    }

    /// A slot; 503 `too_many_uploads` where the owner has enough of them, or none comes free for a while.
    pub async fn enter(&self, owner: K) -> Result<UploadSlot<'_, K>, Problem> {
        let own = self
            .owners
            .enter(owner, self.most_per_owner)
            .ok_or_else(too_many)?;
        match tokio::time::timeout(LONGEST_WAIT, self.permits.acquire()).await {
            Ok(Ok(permit)) => Ok(UploadSlot {
                _permit: permit,
                _own: own,
            }),
            _ => Err(too_many()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_owner_gets_some_and_all_together_no_more() {
        let places = UploadSlots::new(3, 2);
        let one = (
            places.enter("a").await.unwrap(),
            places.enter("a").await.unwrap(),
        );
        let refused = places.enter("a").await.unwrap_err();
        assert_eq!(refused.code(), "too_many_uploads");
        let _other = places.enter("b").await.unwrap();
        let mut waiting = std::pin::pin!(places.enter("b"));
        assert!(
            futures::poll!(waiting.as_mut()).is_pending(),
            "three in all"
        );
        drop(one);
        assert!(waiting.await.is_ok());
    }
}

//! The connections that searches may hold at the same time. Searches come from anybody and may take seconds; whatever is
//! searched for, signing in and ordering find a connection.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::Duration;

use sqlx::PgPool;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::handles::{self, Connection, Transaction};
use super::scenes;
use crate::StorageError;

/// Of a pool's connections, two in three are for searches; one, where there are no three.
fn share(connections: u32) -> usize {
    usize::try_from(connections / 3 * 2).unwrap_or(1).max(1)
}

/// Bounds what searches take of a pool.
#[derive(Debug, Clone)]
pub struct SearchLane {
    pool: PgPool,
    slots: Arc<Semaphore>,
    patience: Duration,
}

impl SearchLane {
    /// Searches over the connections of `pool`.
    #[must_use]
    pub fn over(pool: PgPool) -> Self {
        let options = pool.options();
        Self {
            slots: Arc::new(Semaphore::new(share(options.get_max_connections()))),
            patience: options.get_acquire_timeout(),
            pool,
        }
    }

    /// A connection for a search. Waits as long as for any other; then it is the same error.
    pub async fn connection(&self) -> Result<SearchHandle<Connection>, StorageError> {
        let slot = self.slot().await?;
        let connection = handles::connection(&self.pool).await?;
        Ok(SearchHandle {
            handle: connection,
            _slot: slot,
        })
    }

    /// A transaction for a search, of limited time.
    pub async fn begin(&self) -> Result<SearchHandle<Transaction>, StorageError> {
        let slot = self.slot().await?;
        let mut transaction = handles::begin(&self.pool).await?;
        scenes::limit_time(&mut transaction).await?;
        Ok(SearchHandle {
            handle: transaction,
            _slot: slot,
        })
    }

    async fn slot(&self) -> Result<OwnedSemaphorePermit, StorageError> {
        let slot = Arc::clone(&self.slots).acquire_owned();
        match tokio::time::timeout(self.patience, slot).await {
            Ok(Ok(slot)) => Ok(slot),
            _ => Err(sqlx::Error::PoolTimedOut.into()),
        }
    }
}

/// What a search holds. Dropped, it goes back, and so does its place among the searches.
#[derive(Debug)]
pub struct SearchHandle<T> {
    handle: T,
    _slot: OwnedSemaphorePermit,
}

impl SearchHandle<Transaction> {
    /// Ends it.
    pub async fn commit(self) -> Result<(), StorageError> {
        handles::commit(self.handle).await
    }
}

impl<T> Deref for SearchHandle<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.handle
    }
}

impl<T> DerefMut for SearchHandle<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.handle
    }
}

#[cfg(test)]
mod tests {
    use super::share;

    #[test]
    fn some_connections_are_left_to_others() {
        let shares = [1, 2, 3, 10, 30].map(|connections| (connections, share(connections)));
        assert_eq!(shares, [(1, 1), (2, 1), (3, 2), (10, 6), (30, 20)]);
    }
}

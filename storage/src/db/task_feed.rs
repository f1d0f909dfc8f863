//! Word of tasks that came to wait, as the ledger's trigger sends it when they are committed.

use std::time::Duration;

use sqlx::PgPool;
use sqlx::postgres::PgListener;
use tokio::time::timeout;

use crate::StorageError;

/// After so long without a word the database is asked whether it is there.
const QUIET: Duration = Duration::from_secs(20);

/// Hears when tasks come to wait, in whichever process. Holds one connection of the pool.
pub struct TaskFeed(PgListener);

impl TaskFeed {
    /// Begins to listen.
    pub async fn open(pool: &PgPool) -> Result<Self, StorageError> {
        let mut listener = PgListener::connect_with(pool).await?;
        listener.listen("task_waiting").await?;
        Ok(Self(listener))
    }

    /// Waits until tasks have, or may have, come to wait. After an error the feed is over: open another.
    pub async fn next(&mut self) -> Result<(), StorageError> {
        loop {
            if let Ok(word) = timeout(QUIET, self.0.try_recv()).await {
                word?;
                return Ok(());
            }
            // Whoever only hears does not notice that nobody speaks any more.
            sqlx::query!("SELECT").execute(&mut self.0).await?;
        }
    }
}

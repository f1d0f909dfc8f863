//! How fast a file goes to its target: no faster than all that goes there may, and all that the installation sends. Whoever waits
//! here is dropped with its job when the process stops or the claim is lost.

use std::time::Duration;

use domain::ids::PushTargetId;
use storage::PgPool;
use storage::db::push_pace;
use tokio::time::Instant;

use super::storage_fault;
use crate::fault::Fault;

/// How soon a bound that is set while a file is sent without one is noticed.
const LOOK_AGAIN: Duration = Duration::from_secs(5);

/// The pace of one file.
pub(super) struct Pace<'a> {
    pool: &'a PgPool,
    target: PushTargetId,
    /// Bytes that were granted and have not gone.
    granted: u64,
    /// Until when nobody is asked, for there was no bound.
    unbounded_until: Option<Instant>,
}

impl<'a> Pace<'a> {
    pub(super) const fn new(pool: &'a PgPool, target: PushTargetId) -> Self {
        Self {
            pool,
            target,
            granted: 0,
            unbounded_until: None,
        }
    }

    /// Waits until some of so many bytes may go, and answers how many: one at least, where there are any.
    pub(super) async fn admit(&mut self, bytes: usize) -> Result<usize, Fault> {
        if self.granted == 0 {
            if self
                .unbounded_until
                .is_some_and(|until| Instant::now() < until)
            {
                return Ok(bytes);
            }
            let Some(grant) = self.take().await? else {
                self.unbounded_until = Some(Instant::now() + LOOK_AGAIN);
                return Ok(bytes);
            };
            tokio::time::sleep(grant.wait).await;
            self.granted = grant.bytes;
        }
        let granted = usize::try_from(self.granted).unwrap_or(usize::MAX);
        let admitted = bytes.min(granted);
        self.granted -= admitted as u64;
        Ok(admitted)
    }

    async fn take(&self) -> Result<Option<push_pace::PaceGrant>, Fault> {
        let taken = async {
            let mut db = self.pool.acquire().await?;
            push_pace::take(&mut db, self.target).await
        };
        taken.await.map_err(|error| storage_fault(&error))
    }
}

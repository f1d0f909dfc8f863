//! How fast a file goes to its target: no faster than all that goes there may, and all that the installation sends. Whoever waits
//! here is dropped with its job when the process stops or the claim is lost.

use std::borrow::Cow;
use std::time::Duration;

use domain::ids::PushTargetId;
use storage::PgPool;
use storage::db::push_pace::{self, PaceGrant};
use tokio::time::Instant;

use super::storage_fault;
use crate::fault::Fault;

/// How soon a bound that is set while a file is sent without one is noticed.
const LOOK_AGAIN: Duration = Duration::from_secs(5);

/// How soon a database that is away is asked again.
const ASK_AGAIN: Duration = Duration::from_secs(1);

/// The pace of one file.
pub(super) struct Pace<'a> {
    pool: Cow<'a, PgPool>,
    target: PushTargetId,
    /// Bytes of the file that have not gone.
    left: u64,
    /// Bytes that were granted and have not gone.
    granted: u64,
    /// Until when nobody is asked, for there was no bound.
    unbounded_until: Option<Instant>,
}

impl Pace<'static> {
    /// The pace of a stream that outlives whoever made it.
    pub(super) const fn owning(pool: PgPool, target: PushTargetId, left: u64) -> Self {
        Self::over(Cow::Owned(pool), target, left)
    }
}

impl<'a> Pace<'a> {
    pub(super) const fn new(pool: &'a PgPool, target: PushTargetId, left: u64) -> Self {
        Self::over(Cow::Borrowed(pool), target, left)
    }

    const fn over(pool: Cow<'a, PgPool>, target: PushTargetId, left: u64) -> Self {
        Self {
            pool,
            target,
            left,
            granted: 0,
            unbounded_until: None,
        }
    }

    /// Waits until some of so many bytes may go, and answers how many: one at least, where there are any.
    pub(super) async fn admit(&mut self, bytes: usize) -> Result<usize, Fault> {
        let admitted = self.admitted(bytes).await?;
        self.left = self.left.saturating_sub(admitted as u64);
        Ok(admitted)
    }

    async fn admitted(&mut self, bytes: usize) -> Result<usize, Fault> {
        if self.granted == 0 {
            if self
                .unbounded_until
                .is_some_and(|until| Instant::now() < until)
            {
                return Ok(bytes);
            }
            let Some(grant) = self.take_patiently().await? else {
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

    /// A database that is away for a moment costs time and not what was sent: it may be back before the lease runs out.
    async fn take_patiently(&self) -> Result<Option<PaceGrant>, Fault> {
        loop {
            match self.take().await {
                Err(Fault::DependencyAway(why)) => {
                    tracing::warn!(%why, "how fast a file may go cannot be asked");
                    tokio::time::sleep(ASK_AGAIN).await;
                }
                taken => return taken,
            }
        }
    }

    async fn take(&self) -> Result<Option<PaceGrant>, Fault> {
        let taken = async {
            let mut db = self.pool.acquire().await?;
            push_pace::take(&mut db, self.target, self.left).await
        };
        taken.await.map_err(|error| storage_fault(&error))
    }
}

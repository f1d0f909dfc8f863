//! How fast a file goes to its target: no faster than all that goes there may, and all that the installation sends; and how fast one
//! comes from its source: no faster than all that is read there may. Whoever waits here is dropped with its job when the process
//! stops or the claim is lost.

use std::borrow::Cow;
use std::time::Duration;

use domain::ids::PushTargetId;
use futures::FutureExt as _;
use futures::future::BoxFuture;
use storage::db::push_pace::{self, PaceGrant};
use storage::db::source_pace;
use storage::{PgPool, StorageError};
use tokio::time::Instant;

use super::outcome::storage_fault;
use crate::archive::{ReadPace, Throttle};
use crate::crew::{Crew, FreeSources};
use crate::fault::Fault;

/// How soon a bound that is set while a file is sent without one is noticed.
const LOOK_AGAIN: Duration = Duration::from_secs(5);

/// How soon a database that is away is asked again.
const ASK_AGAIN: Duration = Duration::from_secs(1);

/// Whose line is taken of.
enum PaceLine {
    Target(PushTargetId),
    /// The source in which this address lies, where any source has a line.
    Source(String, FreeSources),
}

impl PaceLine {
    /// Takes the next bytes of it, no more than are `left` of the file.
    async fn take(&self, pool: &PgPool, left: u64) -> Result<Option<PaceGrant>, StorageError> {
        match self {
            Self::Target(target) => {
                let mut db = pool.acquire().await?;
                push_pace::take(&mut db, *target, left).await
            }
            Self::Source(_, free) if free.are_all_free() => Ok(None),
            Self::Source(address, free) => {
                let mut db = pool.acquire().await?;
                if source_pace::is_any_bounded(&mut db).await? {
                    return source_pace::take(&mut db, address, left).await;
                }
                free.note_all_free(LOOK_AGAIN);
                Ok(None)
            }
        }
    }
}

/// The pace of one file.
pub(super) struct Pace<'a> {
    pool: Cow<'a, PgPool>,
    line: PaceLine,
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
        Self::over(Cow::Owned(pool), PaceLine::Target(target), left)
    }
}

impl<'a> Pace<'a> {
    pub(super) const fn new(pool: &'a PgPool, target: PushTargetId, left: u64) -> Self {
        Self::over(Cow::Borrowed(pool), PaceLine::Target(target), left)
    }

    const fn over(pool: Cow<'a, PgPool>, line: PaceLine, left: u64) -> Self {
        Self {
            pool,
            line,
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
        let taken = self.line.take(&self.pool, self.left).await;
        taken.map_err(|error| storage_fault(&error))
    }
}

impl ReadPace for Pace<'static> {
    fn begin(&mut self, bytes: u64) {
        self.left = bytes;
    }

    fn admit(&mut self, bytes: usize) -> BoxFuture<'_, Result<usize, Fault>> {
        Self::admit(self, bytes).boxed()
    }
}

impl Throttle for Crew {
    fn pace(&self, address: &str) -> Box<dyn ReadPace> {
        let line = PaceLine::Source(address.to_owned(), self.free_sources.clone());
        Box::new(Pace::over(Cow::Owned(self.pool.clone()), line, 0))
    }
}

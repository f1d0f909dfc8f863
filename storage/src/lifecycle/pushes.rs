//! How scenes that come in reach the targets of subscriptions: matched, released, delivered or given up. Locks are taken in
//! one order: the target's row, the match's, the task's, the registry's, the source's.

use chrono::{DateTime, Utc};
use domain::task::ErrorClass;
use sqlx::{Connection as _, PgConnection, PgPool};
use texts::{FailureText, Message};

pub use super::matching::{MatchReport, match_arrivals};
use super::push_ends::{self, Errand};
pub use super::push_release::release_due;
use super::push_scope::may_see;
pub use super::subscribers::SubscriptionShelf;
pub use super::target_failures::TargetFailure;
use crate::StorageError;
use crate::db::subscriptions::{self, PushJob};
use crate::db::tasks::{self, Failure, PushTask};
use crate::db::{push_sources, push_uploads, transfers};

/// What a claim is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BegunPush {
    /// A file to send.
    Send(Box<PushJob>),
    /// It was given up: its subscriber may not see it any more.
    GivenUp,
    /// It waits again: the archive that it lies in is left alone for a while.
    PutOff,
    /// It is no longer the worker's, the scene is gone, or the file goes elsewhere by now.
    NotOurs,
}

/// What a worker has to know to send a file, after it was asked once more whether its subscriber may see it.
pub async fn begin(
    pool: &PgPool,
    task: PushTask,
    now: DateTime<Utc>,
) -> Result<BegunPush, StorageError> {
    let mut db = pool.acquire().await?;
    let Some(job) = subscriptions::begin_push(&mut db, (task.matched, task.claim)).await? else {
        return Ok(BegunPush::NotOurs);
    };
    if !job.is_released {
        // The file waits again, and is let go when its subscription's new target may take it.
        tasks::end_push(&mut db, task.claim).await?;
        return Ok(BegunPush::NotOurs);
    }
    let is_seen = match job.scene {
        Some(scene) => may_see(&mut db, scene, now).await?,
        None => true,
    };
    if is_seen {
        // What lies at the target whole needs nothing of the archive.
        if job.whole.is_none() && put_off(&mut db, task, now).await? {
            return Ok(BegunPush::PutOff);
        }
        subscriptions::note_target(&mut db, task.matched, &job.to).await?;
        return Ok(BegunPush::Send(Box::new(job)));
    }
    drop(db);
    let mut tx = pool.begin().await?;
    if push_ends::lock(&mut tx, (Errand::Send, task))
        .await?
        .is_none()
        || !tasks::end_push(&mut tx, task.claim).await?
    {
        return Ok(BegunPush::NotOurs);
    }
    let why = Message::from(FailureText::ScopeTakenBack);
    let reason = (ErrorClass::OutOfScope, &why);
    subscriptions::mark_missed(&mut tx, task.matched, reason, now).await?;
    tx.commit().await?;
    Ok(BegunPush::GivenUp)
}

/// Lets a file wait where its archive rests: nothing is asked of one that failed again and again, and no place at the target is held
/// for it. False: it may be read.
async fn put_off(
    db: &mut PgConnection,
    task: PushTask,
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let Some((until, time)) = push_sources::rest(db, task.matched).await? else {
        return Ok(false);
    };
    let mut tx = db.begin().await?;
    let locked = push_ends::lock(&mut tx, (Errand::Send, task)).await?;
    if locked.is_some() && tasks::end_push(&mut tx, task.claim).await? {
        let why = Message::from(FailureText::ArchiveRests);
        let reason = (ErrorClass::TransientIo, &why);
        let retry = now + (until - time);
        subscriptions::put_off(&mut tx, task.matched, reason, retry).await?;
    }
    tx.commit().await?;
    Ok(true)
}

/// Notes that the whole file lies at the target under the name of a part, with this checksum; false when the claim is no
/// longer the worker's.
pub async fn note_whole(
    pool: &PgPool,
    task: PushTask,
    size: u64,
    sha256: &[u8],
) -> Result<bool, StorageError> {
    let mut tx = pool.begin().await?;
    let size = i64::try_from(size).unwrap_or(i64::MAX);
    let subject = (task.matched, task.claim);
    let stands = subscriptions::mark_whole(&mut tx, subject, (size, sha256)).await?;
    if stands {
        push_uploads::end(&mut tx, task).await?;
    }
    tx.commit().await?;
    Ok(stands)
}

/// Writes that the file lies at the target under its own name, and of a file of an order that its applicant has it; false when the
/// claim is no longer the worker's.
pub async fn publish(
    pool: &PgPool,
    task: PushTask,
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let mut tx = pool.begin().await?;
    let Some(locked) = push_ends::lock(&mut tx, (Errand::Send, task)).await? else {
        return Ok(false);
    };
    let began = tasks::claimed_at(&mut tx, task.claim).await?;
    if !tasks::end_push(&mut tx, task.claim).await? {
        return Ok(false);
    }
    subscriptions::mark_delivered(&mut tx, task.matched, now).await?;
    transfers::note_push(&mut tx, task.matched, began).await?;
    push_sources::note_success(&mut tx, task.matched).await?;
    push_ends::note_success(&mut tx, locked.target).await?;
    tx.commit().await?;
    Ok(true)
}

/// Ends a claim because the target failed. The file waits; the target counts it, and rests when it has failed often enough.
pub async fn fail_target(
    pool: &PgPool,
    task: PushTask,
    failure: TargetFailure<'_>,
    now: DateTime<Utc>,
) -> Result<Failure, StorageError> {
    push_ends::fail_target(pool, (Errand::Send, task), failure, now).await
}

/// Ends a claim because of the file itself: it is tried again as long as its class has patience, and given up then. What its archive
/// refuses is held against that, too.
pub async fn fail(
    pool: &PgPool,
    task: PushTask,
    reason: (ErrorClass, &Message),
    now: DateTime<Utc>,
) -> Result<Failure, StorageError> {
    push_ends::fail(pool, (Errand::Send, task), reason, now).await
}

/// Gives up files over which a worker died at every attempt.
pub async fn settle_used_up(pool: &PgPool, now: DateTime<Utc>) -> Result<(), StorageError> {
    push_ends::settle_used_up(pool, Errand::Send, now).await
}

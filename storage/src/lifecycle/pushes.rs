//! How scenes that come in reach the targets of subscriptions: matched, released, delivered or given up. Locks are taken in
//! one order: the target's row, the match's, the task's, the registry's.

use chrono::{DateTime, TimeDelta, Utc};
use domain::ids::MatchId;
use domain::push_target::Breaker;
use domain::task::{ErrorClass, TaskKind};
use sqlx::{Connection as _, PgConnection, PgPool};
use texts::{FailureText, Message};

pub use super::matching::{MatchReport, match_arrivals};
pub use super::push_release::release_due;
use super::push_scope::may_see;
pub use super::subscribers::SubscriptionShelf;
use super::target_failures::FailureVerdict;
pub use super::target_failures::TargetFailure;
use crate::StorageError;
use crate::db::push_targets::{self, LockedTarget};
use crate::db::push_uploads;
use crate::db::subscriptions::{self, PushJob};
use crate::db::tasks::{self, Failure, PushTask};
use crate::db::transfers;

/// What a claim is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BegunPush {
    /// This is sent.
    Send(Box<PushJob>),
    /// It was given up: its subscriber may not see it any more.
    GivenUp,
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
        subscriptions::note_target(&mut db, task.matched, &job.to).await?;
        return Ok(BegunPush::Send(Box::new(job)));
    }
    drop(db);
    let mut tx = pool.begin().await?;
    if lock(&mut tx, task).await?.is_none() || !tasks::end_push(&mut tx, task.claim).await? {
        return Ok(BegunPush::NotOurs);
    }
    let why = Message::from(FailureText::ScopeTakenBack);
    let reason = (ErrorClass::OutOfScope, &why);
    subscriptions::mark_missed(&mut tx, task.matched, reason, now).await?;
    tx.commit().await?;
    Ok(BegunPush::GivenUp)
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
    let Some(locked) = lock(&mut tx, task).await? else {
        return Ok(false);
    };
    let began = tasks::claimed_at(&mut tx, task.claim).await?;
    if !tasks::end_push(&mut tx, task.claim).await? {
        return Ok(false);
    }
    subscriptions::mark_delivered(&mut tx, task.matched, now).await?;
    transfers::note_push(&mut tx, task.matched, began).await?;
    if let Some(target) = locked.target
        && target.breaker != Breaker::default()
    {
        push_targets::set_breaker(&mut tx, target.id, Breaker::default(), None).await?;
    }
    tx.commit().await?;
    Ok(true)
}

struct LockedMatch {
    /// `None`: it was removed.
    target: Option<LockedTarget>,
    /// How often the file failed by itself.
    failures: u32,
    /// Whether it has failed before, for whatever reason.
    has_failed: bool,
}

/// The target first, then the match; `None`: the match is over.
async fn lock(db: &mut PgConnection, task: PushTask) -> Result<Option<LockedMatch>, StorageError> {
    let target = subscriptions::target_of_match(db, task.matched).await?;
    let target = match target {
        Some(target) => push_targets::lock(db, target).await?,
        None => None,
    };
    let locked = subscriptions::lock_match(db, task.matched).await?;
    Ok(locked.map(|(failures, has_failed)| LockedMatch {
        target,
        failures,
        has_failed,
    }))
}

/// Ends a claim because the target failed. The file waits; the target counts it, and rests when it has failed often enough.
pub async fn fail_target(
    pool: &PgPool,
    task: PushTask,
    failure: TargetFailure<'_>,
    now: DateTime<Utc>,
) -> Result<Failure, StorageError> {
    let mut tx = pool.begin().await?;
    let Some(locked) = lock(&mut tx, task).await? else {
        return Ok(Failure::NotOurs);
    };
    if !tasks::end_push(&mut tx, task.claim).await? {
        return Ok(Failure::NotOurs);
    }
    let Some(target) = locked.target else {
        tx.commit().await?;
        return Ok(Failure::NotOurs);
    };
    let before = (locked.failures, locked.has_failed);
    let verdict = FailureVerdict::new(&target, before, &failure, now);
    if let Some(breaker) = verdict.breaker {
        push_targets::set_breaker(&mut tx, target.id, breaker, Some(failure.why)).await?;
    }
    let (subject, reason) = ((task.matched, verdict.is_own), (failure.class, failure.why));
    subscriptions::mark_failed(&mut tx, subject, reason, verdict.retry).await?;
    tx.commit().await?;
    Ok(Failure::Retried(
        (verdict.retry - now).to_std().unwrap_or_default(),
    ))
}

/// Ends a claim because of the file itself: it is tried again as long as its class has patience, and given up then.
pub async fn fail(
    pool: &PgPool,
    task: PushTask,
    (class, why): (ErrorClass, &Message),
    now: DateTime<Utc>,
) -> Result<Failure, StorageError> {
    let mut tx = pool.begin().await?;
    let Some(locked) = lock(&mut tx, task).await? else {
        return Ok(Failure::NotOurs);
    };
    if !tasks::end_push(&mut tx, task.claim).await? {
        return Ok(Failure::NotOurs);
    }
    let outcome = settle(&mut tx, task.matched, locked.failures, (class, why), now).await?;
    tx.commit().await?;
    Ok(outcome)
}

async fn settle(
    db: &mut PgConnection,
    matched: MatchId,
    failures: u32,
    (class, why): (ErrorClass, &Message),
    now: DateTime<Utc>,
) -> Result<Failure, StorageError> {
    // Cancelled: nothing was wrong with it.
    if class == ErrorClass::Cancelled {
        return Ok(Failure::Retried(std::time::Duration::ZERO));
    }
    let Some(wait) = class.retry_after(TaskKind::PushScene, failures + 1) else {
        subscriptions::mark_missed(db, matched, (class, why), now).await?;
        return Ok(Failure::Final);
    };
    let retry = now + TimeDelta::from_std(wait).unwrap_or(TimeDelta::MAX);
    subscriptions::mark_failed(db, (matched, true), (class, why), retry).await?;
    Ok(Failure::Retried(wait))
}

/// Gives up files over which a worker died at every attempt.
pub async fn settle_used_up(pool: &PgPool, now: DateTime<Utc>) -> Result<(), StorageError> {
    let died = Message::from(FailureText::WorkersDied);
    let mut db = pool.acquire().await?;
    for task in tasks::pushes_with_used_up(&mut db, TaskKind::PushScene).await? {
        let mut tx = db.begin().await?;
        if lock(&mut tx, task).await?.is_some() && tasks::end_push(&mut tx, task.claim).await? {
            subscriptions::mark_missed(&mut tx, task.matched, (ErrorClass::Bug, &died), now)
                .await?;
        }
        tx.commit().await?;
    }
    Ok(())
}

//! How an attempt at a target ends, of a file that is sent and of one that is withdrawn. Locks are taken in one order: the target's
//! row, the match's, the task's, the source's.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use domain::ids::{MatchId, PushTargetId};
use domain::push_target::Breaker;
use domain::task::{ErrorClass, TaskKind};
use sqlx::{Connection as _, PgConnection, PgPool};
use texts::{FailureText, Message};

use super::target_failures::{FailureVerdict, TargetFailure};
use crate::StorageError;
use crate::db::push_targets::{self, LockedTarget};
use crate::db::tasks::{self, Failure, PushTask};
use crate::db::{push_sources, subscriptions};

/// What a target is spoken to for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Errand {
    /// A file is sent.
    Send,
    /// It is told that a file was withdrawn.
    Withdraw,
}

/// An errand whose claim is settled.
pub(super) struct LockedErrand {
    /// `None`: it was removed.
    pub(super) target: Option<LockedTarget>,
    /// How often it failed for the sake of the file, and whether it failed at all.
    pub(super) before: (u32, bool),
}

impl Errand {
    pub(super) const fn kind(self) -> TaskKind {
        match self {
            Self::Send => TaskKind::PushScene,
            Self::Withdraw => TaskKind::WithdrawScene,
        }
    }

    async fn target(
        self,
        db: &mut PgConnection,
        id: MatchId,
    ) -> Result<Option<PushTargetId>, StorageError> {
        match self {
            Self::Send => subscriptions::target_of_match(db, id).await,
            Self::Withdraw => subscriptions::target_of_withdrawal(db, id).await,
        }
    }

    async fn lock_subject(
        self,
        db: &mut PgConnection,
        id: MatchId,
    ) -> Result<Option<(u32, bool)>, StorageError> {
        match self {
            Self::Send => subscriptions::lock_match(db, id).await,
            Self::Withdraw => subscriptions::lock_withdrawal(db, id).await,
        }
    }

    async fn mark_failed(
        self,
        db: &mut PgConnection,
        subject: (MatchId, bool),
        reason: (ErrorClass, &Message),
        retry: DateTime<Utc>,
    ) -> Result<(), StorageError> {
        match self {
            Self::Send => subscriptions::mark_failed(db, subject, reason, retry).await,
            Self::Withdraw => {
                subscriptions::mark_withdrawal_failed(db, subject, reason, retry).await
            }
        }
    }

    pub(super) async fn mark_missed(
        self,
        db: &mut PgConnection,
        id: MatchId,
        reason: (ErrorClass, &Message),
        now: DateTime<Utc>,
    ) -> Result<(), StorageError> {
        match self {
            Self::Send => subscriptions::mark_missed(db, id, reason, now).await,
            Self::Withdraw => subscriptions::mark_withdrawal_missed(db, id, reason, now).await,
        }
    }
}

/// The target first, then what is done there; `None`: that is over.
pub(super) async fn lock(
    db: &mut PgConnection,
    (errand, task): (Errand, PushTask),
) -> Result<Option<LockedErrand>, StorageError> {
    let target = match errand.target(db, task.matched).await? {
        Some(target) => push_targets::lock(db, target).await?,
        None => None,
    };
    let before = errand.lock_subject(db, task.matched).await?;
    Ok(before.map(|before| LockedErrand { target, before }))
}

/// Notes that a target works.
pub(super) async fn note_success(
    db: &mut PgConnection,
    target: Option<LockedTarget>,
) -> Result<(), StorageError> {
    match target {
        Some(target) if target.breaker != Breaker::default() => {
            push_targets::set_breaker(db, target.id, Breaker::default(), None).await
        }
        _ => Ok(()),
    }
}

/// Ends a claim because the target failed: what it is about waits. The target counts it, and rests when it has failed often enough.
pub(super) async fn fail_target(
    pool: &PgPool,
    (errand, task): (Errand, PushTask),
    failure: TargetFailure<'_>,
    now: DateTime<Utc>,
) -> Result<Failure, StorageError> {
    let mut tx = pool.begin().await?;
    let Some(locked) = lock(&mut tx, (errand, task)).await? else {
        return Ok(Failure::NotOurs);
    };
    if !tasks::end_push(&mut tx, task.claim).await? {
        return Ok(Failure::NotOurs);
    }
    let Some(target) = locked.target else {
        tx.commit().await?;
        return Ok(Failure::NotOurs);
    };
    let verdict = FailureVerdict::new(&target, locked.before, &failure, now);
    if let Some(breaker) = verdict.breaker {
        push_targets::set_breaker(&mut tx, target.id, breaker, Some(failure.why)).await?;
    }
    let subject = (task.matched, verdict.is_own);
    let reason = (failure.class, failure.why);
    errand
        .mark_failed(&mut tx, subject, reason, verdict.retry)
        .await?;
    tx.commit().await?;
    Ok(Failure::Retried(
        (verdict.retry - now).to_std().unwrap_or_default(),
    ))
}

/// Ends a claim because of something here or in the archive: it is tried again as long as its class has patience, and given up then.
pub(super) async fn fail(
    pool: &PgPool,
    (errand, task): (Errand, PushTask),
    (class, why): (ErrorClass, &Message),
    now: DateTime<Utc>,
) -> Result<Failure, StorageError> {
    let mut tx = pool.begin().await?;
    let Some(locked) = lock(&mut tx, (errand, task)).await? else {
        return Ok(Failure::NotOurs);
    };
    if !tasks::end_push(&mut tx, task.claim).await? {
        return Ok(Failure::NotOurs);
    }
    let failures = locked.before.0 + 1;
    if errand == Errand::Send && class.counts_for_source(failures) {
        push_sources::note_failure(&mut tx, task.matched, why).await?;
    }
    let outcome = settle(&mut tx, (errand, task.matched), failures, (class, why), now).await?;
    tx.commit().await?;
    Ok(outcome)
}

async fn settle(
    db: &mut PgConnection,
    (errand, matched): (Errand, MatchId),
    failures: u32,
    (class, why): (ErrorClass, &Message),
    now: DateTime<Utc>,
) -> Result<Failure, StorageError> {
    // Cancelled: nothing was wrong with it.
    if class == ErrorClass::Cancelled {
        return Ok(Failure::Retried(Duration::ZERO));
    }
    let Some(wait) = class.retry_after(errand.kind(), failures) else {
        errand.mark_missed(db, matched, (class, why), now).await?;
        return Ok(Failure::Final);
    };
    let retry = now + TimeDelta::from_std(wait).unwrap_or(TimeDelta::MAX);
    errand
        .mark_failed(db, (matched, true), (class, why), retry)
        .await?;
    Ok(Failure::Retried(wait))
}

/// Gives up what a worker died over at every attempt.
pub(super) async fn settle_used_up(
    pool: &PgPool,
    errand: Errand,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let died = Message::from(FailureText::WorkersDied);
    let mut db = pool.acquire().await?;
    for task in tasks::pushes_with_used_up(&mut db, errand.kind()).await? {
        let mut tx = db.begin().await?;
        let is_live = lock(&mut tx, (errand, task)).await?.is_some();
        if is_live && tasks::end_push(&mut tx, task.claim).await? {
            let reason = (ErrorClass::Bug, &died);
            errand
                .mark_missed(&mut tx, task.matched, reason, now)
                .await?;
        }
        tx.commit().await?;
    }
    Ok(())
}

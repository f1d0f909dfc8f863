//! How scenes leave the catalogue, and how the targets that have their files learn of it: once for each file, and again until the
//! target was told. Locks are taken as in [`super::pushes`].

use chrono::{DateTime, TimeDelta, Utc};
use domain::audit_log::{AuditAction, AuditOutcome};
use domain::catalogue::CatalogueAction;
use domain::ids::PushTargetId;
use domain::push_target::Breaker;
use domain::subscription::PRIORITY;
use domain::task::{ErrorClass, TaskKind};
use sha2::{Digest as _, Sha256};
use sqlx::{Connection as _, PgConnection, PgPool};
use texts::{FailureText, Message};

use super::scopes::changes;
use super::target_failures::{FailureVerdict, TargetFailure};
use crate::StorageError;
use crate::db::account_events::FieldChange;
use crate::db::audit_log::{self, NewAuditEntry};
use crate::db::push_targets::{self, LockedTarget};
use crate::db::subscriptions::{self, WithdrawalJob, WithdrawnScenes};
use crate::db::tasks::{self, Failure, PushTask};

/// Most bytes of ids that the log keeps of one withdrawal: as many as of the longest article, which it keeps whole.
const LONGEST_LIST: usize = 256 * 1024;

/// Takes scenes out of the catalogue, except those that orders have. In the same transaction it is written which targets are to
/// be told, with the reason.
pub async fn withdraw(
    pool: &PgPool,
    dataids: &[String],
    reason: &str,
    now: DateTime<Utc>,
) -> Result<WithdrawnScenes, StorageError> {
    let mut tx = pool.begin().await?;
    let done = subscriptions::delete_scenes(&mut tx, dataids, reason).await?;
    let mut names = done.withdrawn.clone();
    names.sort();
    if let (Some(first), Some(last)) = (names.first(), names.last()) {
        let entry = NewAuditEntry {
            at: now,
            by: None,
            action: AuditAction::Catalogue(CatalogueAction::WithdrawScenes),
            subject_id: "",
            subject_name: &format!("{first} – {last}: {}", names.len()),
            outcome: AuditOutcome::Done,
            reason,
            changes: &entries_of(&names),
            client_ip: "",
            agent: "",
        };
        audit_log::insert(&mut tx, &entry).await?;
    }
    tx.commit().await?;
    Ok(done)
}

/// What went, and a digest of all of it: of the sorted ids with a line end behind each, as `sha256sum` reads a file of them.
fn entries_of(names: &[String]) -> Vec<FieldChange> {
    let lines: String = names.iter().flat_map(|name| [&**name, "\n"]).collect();
    let digest = hex::encode(Sha256::digest(lines.as_bytes()));
    changes([
        ("dataIds", listed(names), String::new()),
        ("sha256", digest, String::new()),
    ])
}

fn listed(names: &[String]) -> String {
    let mut text = String::new();
    for name in names {
        let separator = if text.is_empty() { "" } else { ", " };
        text.push_str(separator);
        if text.len() + name.len() > LONGEST_LIST {
            text.push('…');
            break;
        }
        text.push_str(name);
    }
    text
}

/// Writes tasks for files that a target is to be told of, this many at most. They count towards no volume. Answers how many.
pub(super) async fn release(
    db: &mut PgConnection,
    (target, turns): (PushTargetId, bool),
    now: DateTime<Utc>,
    most: i64,
) -> Result<i64, StorageError> {
    let due = subscriptions::due_withdrawals(db, (target, turns), now, most).await?;
    for one in &due {
        let subject = (TaskKind::WithdrawScene, one.id);
        tasks::insert_for_match(db, subject, (one.owner, PRIORITY), one.size).await?;
    }
    Ok(i64::try_from(due.len()).unwrap_or(i64::MAX))
}

/// What a worker has to know to tell a target; `None`: the claim is no longer the worker's, or the target is gone.
pub async fn begin(pool: &PgPool, task: PushTask) -> Result<Option<WithdrawalJob>, StorageError> {
    let mut db = pool.acquire().await?;
    subscriptions::begin_withdrawal(&mut db, (task.matched, task.claim)).await
}

/// Writes that the target was told, and why the file lies there still, where it does; false when the claim is no longer the
/// worker's.
pub async fn publish(
    pool: &PgPool,
    task: PushTask,
    refusal: Option<&Message>,
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let mut tx = pool.begin().await?;
    let Some(locked) = lock(&mut tx, task).await? else {
        return Ok(false);
    };
    if !tasks::end_push(&mut tx, task.claim).await? {
        return Ok(false);
    }
    subscriptions::mark_withdrawn(&mut tx, task.matched, refusal, now).await?;
    if let Some(target) = locked.target
        && target.breaker != Breaker::default()
    {
        push_targets::set_breaker(&mut tx, target.id, Breaker::default(), None).await?;
    }
    tx.commit().await?;
    Ok(true)
}

struct LockedWithdrawal {
    /// `None`: it was removed.
    target: Option<LockedTarget>,
    /// How often it failed for the sake of the file, and whether it failed at all.
    before: (u32, bool),
}

/// The target first, then what it is told; `None`: that is over.
async fn lock(
    db: &mut PgConnection,
    task: PushTask,
) -> Result<Option<LockedWithdrawal>, StorageError> {
    let target = match subscriptions::target_of_withdrawal(db, task.matched).await? {
        Some(target) => push_targets::lock(db, target).await?,
        None => None,
    };
    let before = subscriptions::lock_withdrawal(db, task.matched).await?;
    Ok(before.map(|before| LockedWithdrawal { target, before }))
}

/// Ends a claim because the target failed: it is told later, and counts it ([`super::pushes::fail_target`]).
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
    let verdict = FailureVerdict::new(&target, locked.before, &failure, now);
    if let Some(breaker) = verdict.breaker {
        push_targets::set_breaker(&mut tx, target.id, breaker, Some(failure.why)).await?;
    }
    let subject = (task.matched, verdict.is_own);
    let reason = (failure.class, failure.why);
    subscriptions::mark_withdrawal_failed(&mut tx, subject, reason, verdict.retry).await?;
    tx.commit().await?;
    Ok(Failure::Retried(
        (verdict.retry - now).to_std().unwrap_or_default(),
    ))
}

/// Ends a claim because of something here: it is tried again as long as its class has patience, and given up then.
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
    let outcome = settle(&mut tx, (task, locked.before.0), (class, why), now).await?;
    tx.commit().await?;
    Ok(outcome)
}

async fn settle(
    db: &mut PgConnection,
    (task, failures): (PushTask, u32),
    (class, why): (ErrorClass, &Message),
    now: DateTime<Utc>,
) -> Result<Failure, StorageError> {
    // Cancelled: nothing was wrong with it.
    if class == ErrorClass::Cancelled {
        return Ok(Failure::Retried(std::time::Duration::ZERO));
    }
    let Some(wait) = class.retry_after(TaskKind::WithdrawScene, failures + 1) else {
        subscriptions::mark_withdrawal_missed(db, task.matched, (class, why), now).await?;
        return Ok(Failure::Final);
    };
    let retry = now + TimeDelta::from_std(wait).unwrap_or(TimeDelta::MAX);
    subscriptions::mark_withdrawal_failed(db, (task.matched, true), (class, why), retry).await?;
    Ok(Failure::Retried(wait))
}

/// Gives up what a worker died over at every attempt.
pub async fn settle_used_up(pool: &PgPool, now: DateTime<Utc>) -> Result<(), StorageError> {
    let died = Message::from(FailureText::WorkersDied);
    let mut db = pool.acquire().await?;
    for task in tasks::pushes_with_used_up(&mut db, TaskKind::WithdrawScene).await? {
        let mut tx = db.begin().await?;
        if lock(&mut tx, task).await?.is_some() && tasks::end_push(&mut tx, task.claim).await? {
            subscriptions::mark_withdrawal_missed(
                &mut tx,
                task.matched,
                (ErrorClass::Bug, &died),
                now,
            )
            .await?;
        }
        tx.commit().await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_very_many_ids_the_log_keeps_the_first_and_tells_all_by_their_digest() {
        let names: Vec<String> = (0..100_000).map(|at| format!("GF1_PMS_{at:06}")).collect();
        let entries = entries_of(&names);
        let [ids, digest] = &entries[..] else {
            panic!("{} entries", entries.len());
        };
        assert!(ids.before.len() < LONGEST_LIST + 10, "{}", ids.before.len());
        assert!(ids.before.starts_with("GF1_PMS_000000, GF1_PMS_000001, "));
        assert!(ids.before.ends_with(", …"));
        let others = entries_of(&names[..99_999]);
        assert_eq!(others[0].before, ids.before);
        assert_ne!(others[1].before, digest.before);
        assert_eq!(listed(&names[..2]), "GF1_PMS_000000, GF1_PMS_000001");
    }
}

//! How scenes leave the catalogue, and how the targets that have their files learn of it: once for each file, and again until the
//! target was told. Locks are taken as in [`super::pushes`].

use chrono::{DateTime, Utc};
use domain::audit_log::{AuditAction, AuditOutcome};
use domain::catalogue::CatalogueAction;
use domain::ids::PushTargetId;
use domain::subscription::PRIORITY;
use domain::task::{ErrorClass, TaskKind};
use sha2::{Digest as _, Sha256};
use sqlx::{PgConnection, PgPool};
use texts::Message;

use super::By;
use super::push_ends::{self, Errand};
use super::scopes::changes;
use super::target_failures::TargetFailure;
use crate::StorageError;
use crate::db::account_events::FieldChange;
use crate::db::audit_log::{self, NewAuditEntry};
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
    let done = withdraw_by(&mut tx, (By::System, now), dataids, reason).await?;
    tx.commit().await?;
    Ok(done)
}

/// The same by somebody, in the transaction of whoever asked whether they may.
pub(super) async fn withdraw_by(
    db: &mut PgConnection,
    (by, now): (By<'_>, DateTime<Utc>),
    dataids: &[String],
    reason: &str,
) -> Result<WithdrawnScenes, StorageError> {
    let done = subscriptions::delete_scenes(db, dataids, reason).await?;
    let mut names = done.withdrawn.clone();
    names.sort();
    if let (Some(first), Some(last)) = (names.first(), names.last()) {
        let entry = NewAuditEntry {
            at: now,
            by: by.user(),
            action: AuditAction::Catalogue(CatalogueAction::WithdrawScenes),
            subject_id: "",
            subject_name: &format!("{first} – {last}: {}", names.len()),
            outcome: AuditOutcome::Done,
            reason,
            changes: &entries_of(&names),
            client_ip: by.client_ip(),
            agent: by.agent(),
        };
        audit_log::insert(db, &entry).await?;
    }
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
    let Some(locked) = push_ends::lock(&mut tx, (Errand::Withdraw, task)).await? else {
        return Ok(false);
    };
    if !tasks::end_push(&mut tx, task.claim).await? {
        return Ok(false);
    }
    subscriptions::mark_withdrawn(&mut tx, task.matched, refusal, now).await?;
    push_ends::note_success(&mut tx, locked.target).await?;
    tx.commit().await?;
    Ok(true)
}

/// Ends a claim because the target failed: it is told later, and counts it ([`super::pushes::fail_target`]).
pub async fn fail_target(
    pool: &PgPool,
    task: PushTask,
    failure: TargetFailure<'_>,
    now: DateTime<Utc>,
) -> Result<Failure, StorageError> {
    push_ends::fail_target(pool, (Errand::Withdraw, task), failure, now).await
}

/// Ends a claim because of something here: it is tried again as long as its class has patience, and given up then.
pub async fn fail(
    pool: &PgPool,
    task: PushTask,
    reason: (ErrorClass, &Message),
    now: DateTime<Utc>,
) -> Result<Failure, StorageError> {
    push_ends::fail(pool, (Errand::Withdraw, task), reason, now).await
}

/// Gives up what a worker died over at every attempt.
pub async fn settle_used_up(pool: &PgPool, now: DateTime<Utc>) -> Result<(), StorageError> {
    push_ends::settle_used_up(pool, Errand::Withdraw, now).await
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

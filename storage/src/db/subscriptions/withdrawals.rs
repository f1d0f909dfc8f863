//! What targets are to learn of files whose scene was taken out of the catalogue. A trigger writes it when a match loses its scene.

use chrono::{DateTime, Utc};
use domain::ids::{MatchId, PushTargetId, UserId};
use domain::subscription::WithdrawalNote;
use domain::task::ErrorClass;
use sqlx::PgConnection;
use sqlx::types::Json;
use texts::{FailureText, Message};

use super::DueMatch;
use crate::StorageError;
use crate::db::push_targets::{self, TargetLogin};
use crate::db::scene_withdrawals;
use crate::objects::Claim;

/// Gives up what nobody can be told any more, and has no task: the subscription has ended, or the target is gone. Answers how many.
pub(crate) async fn miss_withdrawals(
    db: &mut PgConnection,
    now: DateTime<Utc>,
) -> Result<u64, StorageError> {
    let ended = Message::from(FailureText::SubscriptionEnded);
    let removed = Message::from(FailureText::TargetRemoved);
    let done = sqlx::query!(
        "UPDATE subscription_withdrawal w SET state = 'missed', ended_at = $1, error_class = $2, \
         error_detail = CASE WHEN s.state = 'ended' THEN $3::jsonb ELSE $4 END \
         FROM subscription_match m JOIN subscription s ON s.id = m.subscription_id \
         LEFT JOIN push_target t ON t.id = coalesce(m.sent_to, s.target_id) \
         WHERE m.id = w.match_id AND w.state = 'waiting' AND (s.state = 'ended' OR t.id IS NULL) \
         AND NOT EXISTS (SELECT FROM task k WHERE k.match_id = m.id)",
        now,
        ErrorClass::Cancelled.as_str(),
        Json(&ended) as _,
        Json(&removed) as _
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}

/// Files that a target is told of next, in the order in which they were withdrawn: of subscriptions that run, of people whose
/// account is on. `turns`: see [`super::due_matches`].
pub(crate) async fn due_withdrawals(
    db: &mut PgConnection,
    (target, turns): (PushTargetId, bool),
    now: DateTime<Utc>,
    most: i64,
) -> Result<Vec<DueMatch>, StorageError> {
    let rows = sqlx::query!(
        "SELECT m.id, s.user_id FROM subscription_withdrawal w JOIN subscription_match m ON m.id = w.match_id \
         JOIN subscription s ON s.id = m.subscription_id JOIN app_user u ON u.id = s.user_id \
         WHERE w.state = 'waiting' AND coalesce(m.sent_to, s.target_id) = $1 AND s.state = 'running' AND u.disabled_at IS NULL \
         AND (w.retry_at IS NULL OR w.retry_at <= $2) AND NOT EXISTS (SELECT FROM task k WHERE k.match_id = m.id) \
         ORDER BY CASE WHEN $4 THEN w.retry_at END NULLS FIRST, w.withdrawn_at, w.match_id LIMIT greatest($3::bigint, 0)",
        target.0,
        now,
        most,
        turns
    )
    .fetch_all(db)
    .await?;
    let due = rows.into_iter().map(|row| DueMatch {
        id: MatchId(row.id),
        owner: UserId(row.user_id),
        subscription: None,
        did: None,
        size: 0,
    });
    Ok(due.collect())
}

/// What a worker has to know to withdraw a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WithdrawalJob {
    /// What the target is told.
    pub note: WithdrawalNote,
    /// The target.
    pub to: TargetLogin,
}

/// What the claim is about; `None` when it is no longer the worker's, or the target is gone.
pub(crate) async fn begin_withdrawal(
    db: &mut PgConnection,
    (id, claim): (MatchId, Claim),
) -> Result<Option<WithdrawalJob>, StorageError> {
    let row = sqlx::query!(
        "SELECT s.number, m.dataname, m.path, m.round, m.size, m.sha256, w.withdrawn_at, w.reason, \
         coalesce(m.sent_to, s.target_id) AS target FROM task k JOIN subscription_withdrawal w ON w.match_id = k.match_id \
         JOIN subscription_match m ON m.id = w.match_id JOIN subscription s ON s.id = m.subscription_id \
         WHERE k.id = $1 AND k.attempt = $2 AND k.state = 'running' AND m.id = $3 AND w.state = 'waiting'",
        claim.task.0,
        claim.attempt,
        id.0
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let Some(target) = row.target else {
        return Ok(None);
    };
    let to = push_targets::login(db, PushTargetId(target)).await?;
    Ok(to.map(|to| WithdrawalJob {
        note: WithdrawalNote {
            subscription: format!("S{:06}", row.number),
            dataname: row.dataname,
            path: row.path,
            version: row.round,
            size: row.size,
            sha256: row.sha256.map(hex::encode).unwrap_or_default(),
            withdrawn_at: row.withdrawn_at,
            reason: row.reason,
        },
        to,
    }))
}

/// The target that is told of a withdrawn file.
pub(crate) async fn target_of_withdrawal(
    db: &mut PgConnection,
    id: MatchId,
) -> Result<Option<PushTargetId>, StorageError> {
    let target = sqlx::query_scalar!(
        "SELECT coalesce(m.sent_to, s.target_id) AS target FROM subscription_match m \
         JOIN subscription s ON s.id = m.subscription_id WHERE m.id = $1",
        id.0
    )
    .fetch_optional(db)
    .await?;
    Ok(target.flatten().map(PushTargetId))
}

/// Locks what waits to be told, and answers how often it failed by itself, and whether it failed at all; `None`: it is over. The
/// target's row is locked before.
pub(crate) async fn lock_withdrawal(
    db: &mut PgConnection,
    id: MatchId,
) -> Result<Option<(u32, bool)>, StorageError> {
    let row = sqlx::query!(
        "SELECT failures, error_class IS NOT NULL AS \"has_failed!\" FROM subscription_withdrawal \
         WHERE match_id = $1 AND state = 'waiting' FOR UPDATE",
        id.0
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| (row.failures.unsigned_abs(), row.has_failed)))
}

/// Writes that the target was told, and why the file lies there still, where it does.
pub(crate) async fn mark_withdrawn(
    db: &mut PgConnection,
    id: MatchId,
    refusal: Option<&Message>,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE subscription_withdrawal SET state = 'done', ended_at = $2, error_class = NULL, error_detail = $3 \
         WHERE match_id = $1 AND state = 'waiting'",
        id.0,
        now,
        refusal.map(Json) as _
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Writes why telling failed, and when it is tried again. `own`: for the sake of this file alone.
pub(crate) async fn mark_withdrawal_failed(
    db: &mut PgConnection,
    (id, own): (MatchId, bool),
    (class, why): (ErrorClass, &Message),
    retry: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE subscription_withdrawal SET retry_at = $5, error_class = $3, error_detail = $4, \
         failures = failures + CASE WHEN $2 THEN 1 ELSE 0 END WHERE match_id = $1 AND state = 'waiting'",
        id.0,
        own,
        class.as_str(),
        Json(why) as _,
        retry
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Gives up telling a target.
pub(crate) async fn mark_withdrawal_missed(
    db: &mut PgConnection,
    id: MatchId,
    (class, why): (ErrorClass, &Message),
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE subscription_withdrawal SET state = 'missed', ended_at = $4, error_class = $2, error_detail = $3, \
         failures = failures + 1 WHERE match_id = $1 AND state = 'waiting'",
        id.0,
        class.as_str(),
        Json(why) as _,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// What became of taking scenes out of the catalogue.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WithdrawnScenes {
    /// Public ids of those that are out of it.
    pub withdrawn: Vec<String>,
    /// Those that stay, because orders have them.
    pub ordered: Vec<String>,
    /// Files of subscriptions that lie at targets, and whose targets are told.
    pub to_tell: i64,
}

/// Takes scenes out of the catalogue, with this reason, except those that orders have. Call inside a transaction.
pub(crate) async fn delete_scenes(
    db: &mut PgConnection,
    dataids: &[String],
    reason: &str,
) -> Result<WithdrawnScenes, StorageError> {
    let ordered = sqlx::query_scalar!(
        "SELECT dataid FROM scene s WHERE dataid = ANY($1) AND EXISTS (SELECT FROM order_scene o WHERE o.did = s.did) \
         ORDER BY dataid",
        dataids
    )
    .fetch_all(&mut *db)
    .await?;
    let to_tell = sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM subscription_match m JOIN scene s ON s.did = m.did \
         WHERE s.dataid = ANY($1) AND NOT s.dataid = ANY($2) AND m.state = 'delivered'",
        dataids,
        &ordered[..]
    )
    .fetch_one(&mut *db)
    .await?;
    sqlx::query_scalar!(
        "SELECT set_config('scenedock.withdrawn_because', $1, true) AS reason",
        reason
    )
    .fetch_one(&mut *db)
    .await?;
    let withdrawn = sqlx::query_scalar!(
        "DELETE FROM scene WHERE dataid = ANY($1) AND NOT dataid = ANY($2) RETURNING dataid",
        dataids,
        &ordered[..]
    )
    .fetch_all(&mut *db)
    .await?;
    scene_withdrawals::note(db, &withdrawn, reason).await?;
    Ok(WithdrawnScenes {
        withdrawn,
        ordered,
        to_tell,
    })
}

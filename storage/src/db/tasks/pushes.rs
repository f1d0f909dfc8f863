//! Tasks that send scenes to where subscriptions want them. They go when they are over; what became of them stands with the
//! match.

use chrono::{DateTime, Utc};
use domain::ids::{MatchId, UserId};
use domain::task::TaskKind;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StorageError;
use crate::objects::Claim;

/// A claimed task that sends a scene, or withdraws it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PushTask {
    /// This claim; its attempt is the fencing token.
    pub claim: Claim,
    /// What is sent, or withdrawn.
    pub matched: MatchId,
}

/// Writes the task of a match, unless it has one: that its file is sent, or withdrawn.
pub async fn insert_for_match(
    db: &mut PgConnection,
    (kind, matched): (TaskKind, MatchId),
    (owner, priority): (UserId, i32),
    bytes: i64,
) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO task (id, kind, match_id, user_id, priority, max_attempts, bytes_all) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
        // One after the other: tasks of one moment stand in line by their ids.
        Uuid::now_v7(),
        kind.as_str(),
        matched.0,
        owner.0,
        priority,
        kind.max_attempts(),
        bytes
    )
    .execute(db)
    .await?;
    Ok(())
}

/// When the attempt of this claim was taken; `None`: it is not the worker's any more.
pub(crate) async fn claimed_at(
    db: &mut PgConnection,
    claim: Claim,
) -> Result<Option<DateTime<Utc>>, StorageError> {
    let found = sqlx::query_scalar!(
        "SELECT claimed_at FROM task WHERE id = $1 AND attempt = $2 AND state = 'running'",
        claim.task.0,
        claim.attempt
    )
    .fetch_optional(db)
    .await?;
    Ok(found.flatten())
}

/// Removes a task whose claim is the worker's; false when it is not, and then nothing may be published.
pub async fn end_push(db: &mut PgConnection, claim: Claim) -> Result<bool, StorageError> {
    let done = sqlx::query!(
        "DELETE FROM task WHERE id = $1 AND attempt = $2 AND state = 'running'",
        claim.task.0,
        claim.attempt
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Tasks of this kind whose lease ran out at their last attempt.
pub async fn pushes_with_used_up(
    db: &mut PgConnection,
    kind: TaskKind,
) -> Result<Vec<PushTask>, StorageError> {
    let rows = sqlx::query!(
        "SELECT id, attempt, match_id AS \"match_id!\" FROM task WHERE kind = $1 AND match_id IS NOT NULL \
         AND state = 'running' AND lease_until < now() AND attempt - handed_back - failures >= max_attempts",
        kind.as_str()
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| PushTask {
            claim: super::rows::claim_of(row.id, row.attempt),
            matched: MatchId(row.match_id),
        })
        .collect())
}

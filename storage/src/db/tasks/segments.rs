//! The task that builds the segments of the scene index. It belongs to nobody, and goes when it is done.

use domain::segments::PRIORITY;
use domain::task::TaskKind;
use sqlx::PgConnection;
use sqlx::types::Json;
use texts::{FailureText, Message};

use crate::StorageError;
use crate::objects::Claim;

/// A claimed task that builds segments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuildTask {
    /// This claim; its attempt is the fencing token.
    pub claim: Claim,
}

/// Writes the task, unless there is one, or one failed for good within the last ten minutes. Answers whether it did.
pub(crate) async fn insert_build(db: &mut PgConnection) -> Result<bool, StorageError> {
    sqlx::query!(
        "DELETE FROM task WHERE kind = $1 AND state NOT IN ('waiting', 'released', 'running') \
         AND finished_at <= now() - interval '10 minutes'",
        TaskKind::BuildSegments.as_str()
    )
    .execute(&mut *db)
    .await?;
    let done = sqlx::query!(
        "INSERT INTO task (id, kind, priority, max_attempts) SELECT gen_random_uuid(), $1, $2, $3 \
         WHERE NOT EXISTS (SELECT FROM task WHERE kind = $1) ON CONFLICT DO NOTHING",
        TaskKind::BuildSegments.as_str(),
        PRIORITY,
        TaskKind::BuildSegments.max_attempts()
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Removes the task if the claim still is the worker's; else nothing may be published.
pub(crate) async fn end_build(db: &mut PgConnection, claim: Claim) -> Result<bool, StorageError> {
    let done = sqlx::query!(
        "DELETE FROM task WHERE id = $1 AND attempt = $2 AND state = 'running'",
        claim.task.0,
        claim.attempt
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Ends as failed a task whose lease ran out at its last attempt.
pub(crate) async fn end_used_up_build(db: &mut PgConnection) -> Result<(), StorageError> {
    let died = Message::from(FailureText::WorkersDied);
    sqlx::query!(
        "UPDATE task SET state = 'failed', error_class = 'bug', finished_at = now(), \
         error_text = $2, error_detail = $3, worker = NULL, lease_until = NULL \
         WHERE kind = $1 AND state = 'running' AND lease_until < now() \
         AND attempt - handed_back - failures >= max_attempts",
        TaskKind::BuildSegments.as_str(),
        died.chinese(),
        Json(&died) as _
    )
    .execute(db)
    .await?;
    Ok(())
}

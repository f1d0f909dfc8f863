//! Tasks that look at sources of scenes. They go when they are over; what became of them stands in the run.

use domain::ids::{ReceiveRunId, TaskId};
use domain::receive::PRIORITY;
use domain::task::TaskKind;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StorageError;
use crate::objects::Claim;

/// A claimed task that looks at a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReceiveJob {
    /// This claim; its attempt is the fencing token.
    pub claim: Claim,
    pub run: ReceiveRunId,
}

/// Writes the task of a run. One that is released at once is claimed by who wrote it; whoever dispatches leaves it alone
/// unless that one dies.
pub async fn insert_for_run(
    db: &mut PgConnection,
    run: ReceiveRunId,
    is_released: bool,
) -> Result<TaskId, StorageError> {
    let id = Uuid::now_v7();
    let state = if is_released { "released" } else { "waiting" };
    sqlx::query!(
        "INSERT INTO task (id, kind, receive_run_id, priority, max_attempts, state, released_at) \
         VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $6 = 'released' THEN now() END)",
        id,
        TaskKind::ReceiveRun.as_str(),
        run.0,
        PRIORITY,
        TaskKind::ReceiveRun.max_attempts(),
        state
    )
    .execute(db)
    .await?;
    Ok(TaskId(id))
}

/// Whether a claim still stands, and goes on standing until the transaction ends.
pub async fn stands(db: &mut PgConnection, claim: Claim) -> Result<bool, StorageError> {
    let row = sqlx::query!(
        "SELECT id FROM task WHERE id = $1 AND attempt = $2 AND state = 'running' FOR SHARE",
        claim.task.0,
        claim.attempt
    )
    .fetch_optional(db)
    .await?;
    Ok(row.is_some())
}

/// Removes the task of a run that is over for good, whose claim may have ended as failed.
pub(crate) async fn drop_of_run(
    db: &mut PgConnection,
    run: ReceiveRunId,
) -> Result<(), StorageError> {
    sqlx::query!("DELETE FROM task WHERE receive_run_id = $1", run.0)
        .execute(db)
        .await?;
    Ok(())
}

/// Runs whose task's lease ran out at its last attempt.
pub async fn receives_with_used_up(db: &mut PgConnection) -> Result<Vec<ReceiveJob>, StorageError> {
    let rows = sqlx::query!(
        "SELECT id, attempt, receive_run_id AS \"receive_run_id!\" FROM task WHERE kind = 'receive_run' AND receive_run_id IS NOT NULL \
         AND state = 'running' AND lease_until < now() AND attempt - handed_back - failures >= max_attempts"
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| ReceiveJob {
            claim: super::rows::claim_of(row.id, row.attempt),
            run: ReceiveRunId(row.receive_run_id),
        })
        .collect())
}

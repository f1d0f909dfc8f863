//! What people do to tasks of an order one by one. The order is locked.

use domain::ids::{OrderId, TaskId, UserId};
use domain::order::state::OrderState;
use domain::steering::TaskStanding;
use domain::task::TaskKind;
use sqlx::PgConnection;

use super::known;
use super::tasks::kind;
use super::waits::state;
use crate::StorageError;

/// A task with the facts that decide which acts it allows.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SteeredTask {
    pub(crate) id: TaskId,
    pub(crate) attempt: i32,
    pub(crate) did: Option<i64>,
    pub(crate) standing: TaskStanding,
}

/// Locks these tasks of the order and reads them; those of kinds that only a newer version knows are left alone.
pub(crate) async fn lock(
    db: &mut PgConnection,
    order: OrderId,
    ids: &[TaskId],
) -> Result<Vec<SteeredTask>, StorageError> {
    let ids: Vec<_> = ids.iter().map(|id| id.0).collect();
    sqlx::query!(
        "SELECT FROM task WHERE order_id = $1 AND id = ANY($2) ORDER BY id FOR UPDATE",
        order.0,
        &ids[..]
    )
    .execute(&mut *db)
    .await?;
    let rows = sqlx::query!(
        "SELECT t.id AS \"id!\", t.kind AS \"kind!\", t.state AS \"state!\", t.attempt AS \"attempt!\", t.did, \
         t.order_state AS \"order_state!\", t.paused_at IS NOT NULL AS \"paused!\", t.run_after > now() AS \"early!\", \
         t.unresolved AS \"unresolved!\" FROM task_listing t WHERE t.order_id = $1 AND t.id = ANY($2) \
         AND t.kind = ANY($3) ORDER BY t.id",
        order.0,
        &ids[..],
        &TaskKind::words()[..]
    )
    .fetch_all(db)
    .await?;
    let task = |id, attempt, did, standing| SteeredTask {
        id: TaskId(id),
        attempt,
        did,
        standing,
    };
    rows.into_iter()
        .map(|row| {
            let standing = TaskStanding {
                kind: kind(&row.kind)?,
                state: state(row.state)?,
                order: known::<i16, OrderState>("orders.state", row.order_state)?,
                paused: row.paused,
                early: row.early,
                unresolved: row.unresolved,
            };
            Ok(task(row.id, row.attempt, row.did, standing))
        })
        .collect()
}

/// Marks them as paused. What is released comes back: its job finds nothing to take.
pub(crate) async fn pause(
    db: &mut PgConnection,
    ids: &[TaskId],
    by: UserId,
) -> Result<(), StorageError> {
    let ids: Vec<_> = ids.iter().map(|id| id.0).collect();
    sqlx::query!(
        "UPDATE task SET paused_at = now(), paused_by = $2, \
         released_at = CASE WHEN state = 'released' THEN NULL ELSE released_at END, \
         state = CASE WHEN state = 'released' THEN 'waiting' ELSE state END WHERE id = ANY($1)",
        &ids[..],
        by.0
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Lets them go on.
pub(crate) async fn resume(db: &mut PgConnection, ids: &[TaskId]) -> Result<(), StorageError> {
    let ids: Vec<_> = ids.iter().map(|id| id.0).collect();
    sqlx::query!(
        "UPDATE task SET paused_at = NULL, paused_by = NULL WHERE id = ANY($1)",
        &ids[..]
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Lets them begin at once.
pub(crate) async fn hurry(db: &mut PgConnection, ids: &[TaskId]) -> Result<(), StorageError> {
    let ids: Vec<_> = ids.iter().map(|id| id.0).collect();
    sqlx::query!(
        "UPDATE task SET run_after = now() WHERE id = ANY($1) AND state = 'waiting'",
        &ids[..]
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Ends them without a result. A worker that runs one notices at its next renewal.
pub(crate) async fn cancel(db: &mut PgConnection, ids: &[TaskId]) -> Result<(), StorageError> {
    let ids: Vec<_> = ids.iter().map(|id| id.0).collect();
    sqlx::query!(
        "UPDATE task SET state = 'cancelled', error_class = 'cancelled', finished_at = now(), \
         worker = NULL, lease_until = NULL, paused_at = NULL, paused_by = NULL WHERE id = ANY($1)",
        &ids[..]
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Moves them in the queue.
pub(crate) async fn set_priority(
    db: &mut PgConnection,
    ids: &[TaskId],
    priority: i32,
) -> Result<(), StorageError> {
    let ids: Vec<_> = ids.iter().map(|id| id.0).collect();
    sqlx::query!(
        "UPDATE task SET priority = $2 WHERE id = ANY($1)",
        &ids[..],
        priority
    )
    .execute(db)
    .await?;
    Ok(())
}

impl SteeredTask {
    /// Whether it is about the whole order.
    pub(crate) const fn is_of_whole_order(&self) -> bool {
        !matches!(self.standing.kind, TaskKind::ExtractScene)
    }
}

//! Which waiting tasks go to the queue, and which come back.

use std::time::Duration;

use chrono::{DateTime, Utc};
use domain::ids::{ExportId, OrderId, TaskId};
use domain::task::TaskKind;
use sqlx::PgConnection;
use sqlx::types::Json;
use texts::{FailureText, Message};

use crate::StorageError;

use super::{ExportTask, Task, TaskRow, claim_of};

/// Advisory lock of the one dispatcher that releases at a time.
const DISPATCHER_LOCK: i64 = 0x5343_4e44_0001;

/// Releases waiting tasks until `room` are released or running, and returns the newly released.
/// Chooses by priority, then by the person with the least live work, then by age, so that an order of
/// thousands of scenes does not hold back an order of one; of one person by the order with the least live work, so that it
/// does not hold back the same person's, either. What is nobody's is ranked kind by kind, as if each kind were a person.
/// Pictures of scenes have the least priority, and an eighth of the room at most, one at least: an order that comes finds the
/// slots free. Copies for other systems have half of it, and so has receiving. The work of people whose account is switched
/// off, what somebody paused, and kinds that only a newer version knows, wait. Call inside a transaction: of two dispatchers the second gets nothing.
pub async fn release(db: &mut PgConnection, room: i64) -> Result<Vec<TaskId>, StorageError> {
    let leads: bool = sqlx::query_scalar!(
        "SELECT pg_try_advisory_xact_lock($1) AS \"leads!\"",
        DISPATCHER_LOCK
    )
    .fetch_one(&mut *db)
    .await?;
    if !leads {
        return Ok(Vec::new());
    }
    let rows = sqlx::query!(
        // Rows that somebody holds are left for the next time: whoever waits for nobody deadlocks with nobody.
        // Of an order, and of a person, no more than there is room for is ranked: whatever stands behind that many of its own
        // kind stands behind them among all.
        "WITH live AS (SELECT user_id, order_id, kind, count(*) AS held FROM task \
             WHERE state IN ('released', 'running') GROUP BY user_id, order_id, kind), \
         owners AS (SELECT user_id, CASE WHEN user_id IS NULL THEN kind END AS kind, sum(held)::bigint AS held \
             FROM live GROUP BY 1, 2), \
         room AS (SELECT greatest($1::bigint - coalesce(sum(held), 0), 0)::bigint AS free FROM owners), \
         heads AS (SELECT * FROM (SELECT t.id, t.priority, t.created_at, t.kind, t.user_id, t.order_id, row_number() OVER \
                 (PARTITION BY t.user_id, t.order_id, t.kind ORDER BY t.priority DESC, t.created_at, t.id) AS place \
             FROM task t WHERE t.state = 'waiting' AND t.run_after <= now() AND t.paused_at IS NULL AND t.kind = ANY($2)) AS w WHERE place <= $1), \
         lots AS (SELECT h.*, coalesce(l.held, 0) + h.place AS lot_turn FROM heads h LEFT JOIN live l ON l.kind = h.kind \
                 AND l.user_id IS NOT DISTINCT FROM h.user_id AND l.order_id IS NOT DISTINCT FROM h.order_id \
             WHERE NOT EXISTS (SELECT FROM app_user u WHERE u.id = h.user_id AND u.disabled_at IS NOT NULL)), \
         ranked AS (SELECT lots.*, coalesce(o.held, 0) + row_number() OVER (PARTITION BY lots.user_id, \
                 CASE WHEN lots.user_id IS NULL THEN lots.kind END \
                 ORDER BY lots.priority DESC, lots.lot_turn, lots.created_at, lots.id) AS turn \
             FROM lots LEFT JOIN owners o ON o.user_id = lots.user_id OR o.user_id IS NULL AND lots.user_id IS NULL AND o.kind = lots.kind), \
         chosen AS (SELECT id, priority, turn, created_at FROM ranked \
             WHERE CASE kind WHEN 'make_preview' THEN turn <= greatest($1 / 8, 1) \
                 WHEN 'copy_scene' THEN turn <= greatest($1 / 2, 1) WHEN 'receive_run' THEN turn <= greatest($1 / 2, 1) \
                 ELSE true END \
             ORDER BY priority DESC, turn, created_at, id LIMIT (SELECT free FROM room)), \
         done AS (UPDATE task SET state = 'released', released_at = now() \
             WHERE id IN (SELECT id FROM task WHERE state = 'waiting' AND id IN (SELECT id FROM chosen) \
                 FOR UPDATE SKIP LOCKED) RETURNING id) \
         SELECT id FROM done JOIN chosen USING (id) ORDER BY priority DESC, turn, created_at, id",
        room,
        &TaskKind::words()[..]
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| TaskId(row.id)).collect())
}

/// Takes back releases that never reached the queue.
pub async fn requeue(db: &mut PgConnection, ids: &[TaskId]) -> Result<(), StorageError> {
    let ids: Vec<_> = ids.iter().map(|id| id.0).collect();
    sqlx::query!(
        "UPDATE task SET state = 'waiting', released_at = NULL \
         WHERE id = ANY($1) AND state = 'released'",
        &ids[..]
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Takes back releases that nobody claimed within `patience` although slots are free: their job is
/// lost. Should it turn up after all, it finds the task taken and does nothing.
pub async fn requeue_stale(
    db: &mut PgConnection,
    slots: i64,
    patience: Duration,
) -> Result<u64, StorageError> {
    let done = sqlx::query!(
        "UPDATE task SET state = 'waiting', released_at = NULL \
         WHERE id IN (SELECT id FROM task WHERE state = 'released' \
             AND released_at < now() - make_interval(secs => $1) FOR UPDATE SKIP LOCKED) \
         AND (SELECT count(*) FROM task WHERE state = 'running') < $2",
        patience.as_secs_f64(),
        slots
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}

/// Puts every released or running task back to wait. Only for a process that knows that it is the
/// only one on this database and has just started: whatever was live died with its predecessor.
pub async fn free_all(db: &mut PgConnection) -> Result<u64, StorageError> {
    let done = sqlx::query!(
        "UPDATE task SET state = 'waiting', released_at = NULL, worker = NULL, lease_until = NULL \
         WHERE state IN ('released', 'running') AND attempt - handed_back - failures < max_attempts"
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}

/// Ends leases that ran out: tasks with attempts left wait again. Claims that were given back, or
/// failed with a reason, have not killed their worker and do not count.
pub async fn expire_leases(db: &mut PgConnection) -> Result<u64, StorageError> {
    let done = sqlx::query!(
        "UPDATE task SET state = 'waiting', released_at = NULL, worker = NULL, lease_until = NULL \
         WHERE id IN (SELECT id FROM task WHERE state = 'running' AND lease_until < now() \
             AND attempt - handed_back - failures < max_attempts FOR UPDATE SKIP LOCKED)"
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}

/// Orders with tasks, of a kind that this version knows, whose lease ran out at their last attempt.
pub async fn orders_with_used_up(db: &mut PgConnection) -> Result<Vec<OrderId>, StorageError> {
    let ids: Vec<uuid::Uuid> = sqlx::query_scalar!(
        "SELECT DISTINCT order_id AS \"order_id!\" FROM task WHERE order_id IS NOT NULL \
         AND state = 'running' AND lease_until < now() AND attempt - handed_back - failures >= max_attempts \
         AND kind = ANY($1)",
        &TaskKind::words()[..]
    )
    .fetch_all(db)
    .await?;
    Ok(ids.into_iter().map(OrderId).collect())
}

/// Ends as failed the order's tasks whose lease ran out at their last attempt, and returns them, for
/// the caller to settle within the same transaction. The order must be locked.
pub(crate) async fn end_used_up(
    db: &mut PgConnection,
    order: OrderId,
) -> Result<Vec<Task>, StorageError> {
    let died = Message::from(FailureText::WorkersDied);
    let rows = sqlx::query_as!(
        TaskRow,
        "UPDATE task SET state = 'failed', error_class = 'bug', finished_at = now(), \
         error_text = $2, error_detail = $3, worker = NULL, lease_until = NULL \
         WHERE order_id = $1 AND state = 'running' AND lease_until < now() \
         AND attempt - handed_back - failures >= max_attempts AND kind = ANY($4) \
         RETURNING id, attempt, kind, order_id AS \"order_id!\", did",
        order.0,
        died.chinese(),
        Json(&died) as _,
        &TaskKind::words()[..]
    )
    .fetch_all(db)
    .await?;
    rows.into_iter().map(Task::try_from).collect()
}

/// Exports whose task's lease ran out at its last attempt.
pub async fn exports_with_used_up(db: &mut PgConnection) -> Result<Vec<ExportId>, StorageError> {
    let ids: Vec<uuid::Uuid> = sqlx::query_scalar!(
        "SELECT export_id AS \"export_id!\" FROM task WHERE kind = 'export' AND export_id IS NOT NULL \
         AND state = 'running' AND lease_until < now() \
         AND attempt - handed_back - failures >= max_attempts"
    )
    .fetch_all(db)
    .await?;
    Ok(ids.into_iter().map(ExportId).collect())
}

/// Ends as failed the export's task if its lease ran out at its last attempt, and returns it, for the caller
/// to settle within the same transaction. The export must be locked.
pub async fn end_used_up_export(
    db: &mut PgConnection,
    export: ExportId,
) -> Result<Option<ExportTask>, StorageError> {
    let died = Message::from(FailureText::WorkersDied);
    let row = sqlx::query!(
        "UPDATE task SET state = 'failed', error_class = 'bug', finished_at = now(), \
         error_text = $2, error_detail = $3, worker = NULL, lease_until = NULL \
         WHERE kind = 'export' AND export_id = $1 AND state = 'running' AND lease_until < now() \
         AND attempt - handed_back - failures >= max_attempts RETURNING id, attempt",
        export.0,
        died.chinese(),
        Json(&died) as _
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| ExportTask {
        claim: claim_of(row.id, row.attempt),
        export,
    }))
}

/// Keeps every dispatcher from releasing until the transaction ends.
pub async fn pause_releases(db: &mut PgConnection) -> Result<(), StorageError> {
    sqlx::query!("SELECT pg_advisory_xact_lock($1)", DISPATCHER_LOCK)
        .execute(db)
        .await?;
    Ok(())
}

/// Makes the order's waiting tasks wait until `until`.
pub async fn postpone(
    db: &mut PgConnection,
    order: OrderId,
    until: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE task SET run_after = $2 WHERE order_id = $1 AND state = 'waiting'",
        order.0,
        until
    )
    .execute(db)
    .await?;
    Ok(())
}

/// How many of the order's tasks wait to be released.
pub async fn waiting(db: &mut PgConnection, order: OrderId) -> Result<i64, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM task WHERE order_id = $1 AND state = 'waiting'",
        order.0
    )
    .fetch_one(db)
    .await?)
}

//! Which waiting tasks go to the queue, and which come back.

use std::time::Duration;

use chrono::{DateTime, Utc};
use domain::ids::{OrderId, TaskId};
use domain::task::TaskKind;
use sqlx::{PgConnection, Row};

use crate::StorageError;
use crate::objects::Claim;

use super::{Task, kind};

/// Advisory lock of the one dispatcher that releases at a time.
const DISPATCHER_LOCK: i64 = 0x5343_4e44_0001;

/// Releases waiting tasks until `room` are released or running, and returns the newly released.
/// Chooses by priority, then by the person with the least live work, then by age, so that an order of
/// thousands of scenes does not hold back an order of one. Call inside a transaction: of two
/// dispatchers the second gets nothing.
pub async fn release(db: &mut PgConnection, room: i64) -> Result<Vec<TaskId>, StorageError> {
    let leads: bool = sqlx::query_scalar("SELECT pg_try_advisory_xact_lock($1)")
        .bind(DISPATCHER_LOCK)
        .fetch_one(&mut *db)
        .await?;
    if !leads {
        return Ok(Vec::new());
    }
    let rows = sqlx::query(
        "WITH live AS (SELECT user_id, count(*) AS held FROM task \
             WHERE state IN ('released', 'running') GROUP BY user_id), \
         room AS (SELECT greatest($1 - coalesce(sum(held), 0), 0)::bigint AS free FROM live), \
         ranked AS (SELECT t.id, t.priority, t.created_at, \
             coalesce(l.held, 0) + row_number() OVER \
                 (PARTITION BY t.user_id ORDER BY t.priority DESC, t.created_at, t.id) AS turn \
             FROM task t LEFT JOIN live l USING (user_id) \
             WHERE t.state = 'waiting' AND t.run_after <= now()) \
         UPDATE task SET state = 'released', released_at = now() \
         WHERE state = 'waiting' AND id IN (SELECT id FROM ranked \
             ORDER BY priority DESC, turn, created_at, id LIMIT (SELECT free FROM room)) \
         RETURNING id",
    )
    .bind(room)
    .fetch_all(db)
    .await?;
    rows.iter()
        .map(|row| Ok(TaskId(row.try_get("id")?)))
        .collect()
}

/// Takes back releases that never reached the queue.
pub async fn requeue(db: &mut PgConnection, ids: &[TaskId]) -> Result<(), StorageError> {
    let ids: Vec<_> = ids.iter().map(|id| id.0).collect();
    sqlx::query(
        "UPDATE task SET state = 'waiting', released_at = NULL \
         WHERE id = ANY($1) AND state = 'released'",
    )
    .bind(ids)
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
    let done = sqlx::query(
        "UPDATE task SET state = 'waiting', released_at = NULL \
         WHERE state = 'released' AND released_at < now() - make_interval(secs => $1) \
         AND (SELECT count(*) FROM task WHERE state = 'running') < $2",
    )
    .bind(patience.as_secs_f64())
    .bind(slots)
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}

/// Puts every released or running task back to wait. Only for a process that knows that it is the
/// only one on this database and has just started: whatever was live died with its predecessor.
pub async fn free_all(db: &mut PgConnection) -> Result<u64, StorageError> {
    let done = sqlx::query(
        "UPDATE task SET state = 'waiting', released_at = NULL, worker = NULL, lease_until = NULL \
         WHERE state IN ('released', 'running') AND attempt - handed_back < max_attempts",
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}

/// Ends leases that ran out. Tasks with attempts left wait again; the others are returned as they
/// become failed, for the caller to settle within the same transaction.
pub async fn expire_leases(db: &mut PgConnection) -> Result<Vec<Task>, StorageError> {
    sqlx::query(
        "UPDATE task SET state = 'waiting', released_at = NULL, worker = NULL, lease_until = NULL \
         WHERE state = 'running' AND lease_until < now() AND attempt - handed_back < max_attempts",
    )
    .execute(&mut *db)
    .await?;
    let rows = sqlx::query(
        "UPDATE task SET state = 'failed', error_class = 'bug', finished_at = now(), \
         error_text = 'the worker died at every attempt', worker = NULL, lease_until = NULL \
         WHERE state = 'running' AND lease_until < now() \
         RETURNING id, attempt, kind, order_id, did",
    )
    .fetch_all(db)
    .await?;
    rows.iter()
        .map(|row| {
            let kind: TaskKind = kind(row.try_get("kind")?)?;
            Ok(Task {
                claim: Claim {
                    task: TaskId(row.try_get("id")?),
                    attempt: row.try_get("attempt")?,
                },
                kind,
                order: OrderId(row.try_get("order_id")?),
                did: row.try_get("did")?,
            })
        })
        .collect()
}

/// Keeps every dispatcher from releasing until the transaction ends.
pub async fn pause_releases(db: &mut PgConnection) -> Result<(), StorageError> {
    sqlx::query("SELECT pg_advisory_xact_lock($1)")
        .bind(DISPATCHER_LOCK)
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
    sqlx::query("UPDATE task SET run_after = $2 WHERE order_id = $1 AND state = 'waiting'")
        .bind(order.0)
        .bind(until)
        .execute(db)
        .await?;
    Ok(())
}

/// How many of the order's tasks wait to be released.
pub async fn waiting(db: &mut PgConnection, order: OrderId) -> Result<i64, StorageError> {
    let sql = "SELECT count(*) FROM task WHERE order_id = $1 AND state = 'waiting'";
    Ok(sqlx::query_scalar(sql).bind(order.0).fetch_one(db).await?)
}

//! Which waiting tasks go to the queue, and which come back.

use std::collections::HashSet;
use std::time::Duration;

use chrono::{DateTime, Utc};
use domain::emergency::{Room, SlotKind, Slots};
use domain::ids::{ExportId, OrderId, TaskId};
use domain::task::TaskKind;
use domain::turns::{ChosenTask, choose};
use sqlx::PgConnection;
use sqlx::types::Json;
use texts::{FailureText, Message};

use crate::StorageError;
use crate::db::{archive_sources, emergencies};

use super::lots;
use super::rows::{ExportTask, Task, TaskRow, claim_of};

/// Advisory lock of the one dispatcher that releases at a time.
const DISPATCHER_LOCK: i64 = 0x5343_4e44_0001;

/// Whether there may be something to release: most looks find nothing, and this one is cheap.
pub async fn may_wait(db: &mut PgConnection) -> Result<bool, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT EXISTS (SELECT FROM task WHERE state = 'waiting' AND paused_at IS NULL AND run_after <= now()) AS \"waits!\""
    )
    .fetch_one(db)
    .await?)
}

/// Tasks that were released, those of each queue the first to go first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReleasedTasks {
    pub ordinary: Vec<TaskId>,
    /// Tasks for emergency slots.
    pub emergency: Vec<TaskId>,
}

impl ReleasedTasks {
    /// The released tasks of all queues.
    #[must_use]
    pub fn all(self) -> Vec<TaskId> {
        [self.ordinary, self.emergency].concat()
    }
}

/// Releases waiting tasks until `room` are released or running, and returns the newly released.
/// Whose turn it is [`domain::turns`] says: emergencies, then by priority, then by the person with the least live work, of one
/// person by the order with the least, then by age, so that an order of thousands of scenes holds back nobody's order of one.
/// Only as many of each order are looked at as there is room for. The work of people whose account is switched off, what somebody
/// paused, and kinds that only a newer version knows, wait, as does what lies at a source that rests or uses its share. Call
/// inside a transaction: of two dispatchers the second gets nothing.
pub async fn release(db: &mut PgConnection, room: Room) -> Result<ReleasedTasks, StorageError> {
    let none = ReleasedTasks::default;
    let leads: bool = sqlx::query_scalar!(
        "SELECT pg_try_advisory_xact_lock($1) AS \"leads!\"",
        DISPATCHER_LOCK
    )
    .fetch_one(&mut *db)
    .await?;
    if !leads {
        return Ok(none());
    }
    let live = lots::live(db).await?;
    let free = live.free(room);
    if free.total() == 0 {
        return Ok(none());
    }
    // Where only emergency slots are free, which is most of the time where there is much to do, the lots of others need no look.
    if free.ordinary == 0 && !emergencies::may_wait(db).await? {
        return Ok(none());
    }
    let lots = lots::heads(db, free.total()).await?;
    let caps = archive_sources::caps(db, room.slots()).await?;
    release_these(db, &choose(&lots, &live, &caps, room)).await
}

/// Releases what still waits, in this order.
async fn release_these(
    db: &mut PgConnection,
    chosen: &[ChosenTask],
) -> Result<ReleasedTasks, StorageError> {
    let mut released = ReleasedTasks::default();
    if chosen.is_empty() {
        return Ok(released);
    }
    let ids: Vec<_> = chosen.iter().map(|chosen| chosen.task.0).collect();
    let urgent = chosen.iter().filter(|chosen| chosen.slot.is_emergency());
    let urgent: Vec<_> = urgent.map(|chosen| chosen.task.0).collect();
    let rows = sqlx::query_scalar!(
        // Rows that somebody holds are left for the next time: whoever waits for nobody deadlocks with nobody.
        "UPDATE task SET state = 'released', released_at = now(), emergency_slot = id = ANY($2) \
         WHERE id IN (SELECT id FROM task WHERE id = ANY($1) AND state = 'waiting' AND paused_at IS NULL \
             FOR UPDATE SKIP LOCKED) RETURNING id",
        &ids[..],
        &urgent[..]
    )
    .fetch_all(db)
    .await?;
    let done: HashSet<_> = rows.into_iter().map(TaskId).collect();
    for ChosenTask { task, slot } in chosen {
        if done.contains(task) {
            match slot {
                SlotKind::Ordinary => released.ordinary.push(*task),
                SlotKind::Emergency => released.emergency.push(*task),
            }
        }
    }
    Ok(released)
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

/// Takes back releases that nobody claimed within `patience` although slots are free, or although there are no emergency slots
/// any more that they were released for, or that stand in the ordinary queue although their order is an emergency and there are slots
/// for it: their job is lost, or stands behind what may take hours. Should it turn up after all, it finds the task taken and does nothing.
pub async fn requeue_stale(
    db: &mut PgConnection,
    slots: Slots,
    patience: Duration,
) -> Result<u64, StorageError> {
    let number = |slots: u64| i64::try_from(slots).unwrap_or(i64::MAX);
    let done = sqlx::query!(
        "UPDATE task SET state = 'waiting', released_at = NULL \
         WHERE id IN (SELECT t.id FROM task t CROSS JOIN (SELECT count(*) FILTER (WHERE NOT emergency_slot) AS ordinary, \
                 count(*) FILTER (WHERE emergency_slot) AS emergency FROM task WHERE state = 'running') AS running \
             WHERE t.state = 'released' AND t.released_at < now() - make_interval(secs => $1) \
                 AND CASE WHEN t.emergency_slot THEN running.emergency < $3 OR $3 = 0 \
                     ELSE running.ordinary < $2 \
                         OR $3 > 0 AND EXISTS (SELECT FROM order_emergency e WHERE e.order_id = t.order_id) END \
             FOR UPDATE OF t SKIP LOCKED)",
        patience.as_secs_f64(),
        number(slots.ordinary),
        number(slots.emergency)
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}

/// Takes back what was released of the order and not taken by a worker: in which queue it belongs may be another one by now. Call behind
/// [`pause_releases`]: a release that is not committed is not seen.
pub(crate) async fn take_back_released(
    db: &mut PgConnection,
    order: OrderId,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE task SET state = 'waiting', released_at = NULL WHERE order_id = $1 AND state = 'released'",
        order.0
    )
    .execute(db)
    .await?;
    Ok(())
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

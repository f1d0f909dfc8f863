//! The task ledger: the truth about work. Leases use the database's clock, so that workers whose
//! clocks differ agree.

use std::time::Duration;

use domain::archive_source::SourceId;
use domain::ids::{ExportId, OrderId, TaskId, UserId};
use domain::task::{ErrorClass, TaskKind};
use sqlx::PgConnection;
use sqlx::types::Json;
use texts::Message;

use super::archive_sources;
use crate::StorageError;
use crate::objects::Claim;

mod claims;
mod copies;
mod dispatch;
pub(super) mod lots;
mod previews;
mod pushes;
mod receives;
mod rows;
mod segments;

pub use claims::{Claimer, claim};
pub use copies::{CopyTask, begin_copy, copies_with_used_up};
pub(crate) use copies::{end_copy, insert_for_copies};
pub use dispatch::{
    ReleasedTasks, end_used_up_export, expire_leases, exports_with_used_up, free_all, may_wait,
    orders_with_used_up, pause_releases, postpone, release, requeue, requeue_stale, waiting,
};
pub(crate) use dispatch::{end_used_up, take_back_released};
pub use previews::{
    PreviewTask, begin_preview, end_preview, expect_previews, hurry_preview, previews_with_used_up,
};
pub(crate) use pushes::claimed_at;
pub use pushes::{PushTask, end_push, insert_for_match, pushes_with_used_up};
pub(crate) use receives::drop_of_run;
pub use receives::{ReceiveJob, insert_for_run, receives_with_used_up, stands};
pub(super) use rows::kind;
pub use rows::{ExportTask, Task};
pub use segments::BuildTask;
pub(crate) use segments::{end_build, end_used_up_build, insert_build};

/// A claimed task, by the thing it works for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claimed {
    /// An order, or one of its scenes.
    Order(Task),
    Export(ExportTask),
    /// The pictures of a scene.
    Preview(PreviewTask),
    /// A scene that a subscription matched.
    Push(PushTask),
    /// A scene that was delivered, and is in the catalogue no more.
    Withdrawal(PushTask),
    /// The segments of the scene index.
    Build(BuildTask),
    /// A look at a source of scenes.
    Receive(ReceiveJob),
    /// The copy of a scene's file.
    Copy(CopyTask),
}

impl Claimed {
    #[must_use]
    pub const fn claim(self) -> Claim {
        match self {
            Self::Order(task) => task.claim,
            Self::Export(task) => task.claim,
            Self::Preview(task) => task.claim,
            Self::Push(task) | Self::Withdrawal(task) => task.claim,
            Self::Build(task) => task.claim,
            Self::Receive(task) => task.claim,
            Self::Copy(task) => task.claim,
        }
    }

    /// Kind of the task that was claimed.
    #[must_use]
    pub const fn kind(self) -> TaskKind {
        match self {
            Self::Order(task) => task.kind,
            Self::Export(_) => TaskKind::Export,
            Self::Preview(_) => TaskKind::MakePreview,
            Self::Push(_) => TaskKind::PushScene,
            Self::Withdrawal(_) => TaskKind::WithdrawScene,
            Self::Build(_) => TaskKind::BuildSegments,
            Self::Receive(_) => TaskKind::ReceiveRun,
            Self::Copy(_) => TaskKind::CopyScene,
        }
    }

    /// The task, when it is about an order.
    #[must_use]
    pub const fn order(self) -> Option<Task> {
        match self {
            Self::Order(task) => Some(task),
            Self::Export(_)
            | Self::Preview(_)
            | Self::Push(_)
            | Self::Withdrawal(_)
            | Self::Build(_)
            | Self::Receive(_)
            | Self::Copy(_) => None,
        }
    }
}

/// Work that becomes necessary.
#[derive(Debug, Clone, Copy)]
pub struct NewTasks {
    pub kind: TaskKind,
    pub order: OrderId,
    /// Whose order it is: fairness goes by person.
    pub owner: UserId,
    /// More is sooner.
    pub priority: i32,
}

/// Writes one task a scene.
pub async fn insert_for_scenes(
    db: &mut PgConnection,
    new: NewTasks,
    dids: &[i64],
) -> Result<(), StorageError> {
    archive_sources::name_those_of(db, dids).await?;
    let ids: Vec<_> = dids.iter().map(|_| TaskId::fresh().0).collect();
    sqlx::query!(
        "INSERT INTO task (id, kind, order_id, did, user_id, priority, max_attempts, bytes_all, source_id) \
         SELECT chosen.id, $1, $2, chosen.did, $3, $4, $5, s.size, a.id \
         FROM unnest($6::uuid[], $7::bigint[]) AS chosen (id, did) JOIN scene s ON s.did = chosen.did \
         LEFT JOIN archive_source a ON a.name = archive_source_of(s.archive_url)", new.kind.as_str(), new.order.0, new.owner.0, new.priority, new.kind.max_attempts(), &ids[..], dids)
    .execute(db)
    .await?;
    Ok(())
}

/// Writes one task for the whole order; nothing when one of this kind is already alive.
pub async fn insert_for_order(db: &mut PgConnection, new: NewTasks) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO task (id, kind, order_id, user_id, priority, max_attempts, bytes_all) \
         SELECT $1, $2, $3, $4, $5, $6, data_size FROM orders WHERE id = $3 \
         ON CONFLICT (order_id, kind, coalesce(did, 0)) WHERE state IN ('waiting', 'released', 'running') \
         DO NOTHING", TaskId::fresh().0, new.kind.as_str(), new.order.0, new.owner.0, new.priority, new.kind.max_attempts())
    .execute(db)
    .await?;
    Ok(())
}

/// Writes the task of an export that was just written.
pub async fn insert_for_export(
    db: &mut PgConnection,
    export: ExportId,
    owner: UserId,
    priority: i32,
) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO task (id, kind, export_id, user_id, priority, max_attempts) \
         VALUES ($1, $2, $3, $4, $5, $6)",
        TaskId::fresh().0,
        TaskKind::Export.as_str(),
        export.0,
        owner.0,
        priority,
        TaskKind::Export.max_attempts()
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Prolongs the lease and says how far the work is; false when the claim is no longer ours.
pub async fn renew(
    db: &mut PgConnection,
    claim: Claim,
    lease: Duration,
    bytes_done: u64,
) -> Result<bool, StorageError> {
    let order: Option<Option<uuid::Uuid>> = sqlx::query_scalar!(
        "UPDATE task SET lease_until = now() + make_interval(secs => $3), bytes_done = $4 \
         WHERE id = $1 AND attempt = $2 AND state = 'running' RETURNING order_id",
        claim.task.0,
        claim.attempt,
        lease.as_secs_f64(),
        i64::try_from(bytes_done).unwrap_or(i64::MAX)
    )
    .fetch_optional(&mut *db)
    .await?;
    match order {
        Some(Some(order)) => {
            super::orders::notify(db, OrderId(order)).await?;
            Ok(true)
        }
        Some(None) => Ok(true),
        None => Ok(false),
    }
}

/// Ends a task as done; false when the claim is no longer ours, and then nothing may be published.
pub(crate) async fn finish(db: &mut PgConnection, claim: Claim) -> Result<bool, StorageError> {
    // A source that was read from works again.
    let done = sqlx::query_scalar!(
        "WITH done AS (UPDATE task SET state = 'done', finished_at = now(), bytes_done = bytes_all, \
             worker = NULL, lease_until = NULL, error_class = NULL, error_text = NULL, error_detail = NULL \
             WHERE id = $1 AND attempt = $2 AND state = 'running' RETURNING source_id), \
         works AS (UPDATE archive_source a SET failures = 0, rests_until = NULL, failure_detail = NULL FROM done \
             WHERE a.id = done.source_id AND a.failures > 0) \
         SELECT count(*) AS \"done!\" FROM done",
        claim.task.0,
        claim.attempt
    )
    .fetch_one(db)
    .await?;
    Ok(done == 1)
}

/// Whether a failed task is tried again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// The claim was no longer ours: nothing changed.
    NotOurs,
    /// It will be tried again after this wait.
    Retried(Duration),
    /// The task failed for good.
    Final,
}

/// Ends a claim as failed, and puts the task back to wait when its class has patience left. Each class counts its own: a
/// database that is away for a while uses up nothing of what a corrupt source has.
pub(crate) async fn fail(
    db: &mut PgConnection,
    claim: Claim,
    class: ErrorClass,
    failure: &Message,
) -> Result<Failure, StorageError> {
    let row = sqlx::query!(
        "UPDATE task SET failures = failures + 1, \
         failures_of_class = failures_of_class || \
             jsonb_build_object($3::text, coalesce((failures_of_class ->> $3)::integer, 0) + 1), \
         error_class = $3, error_text = $4, error_detail = $5, \
         worker = NULL, lease_until = NULL, state = 'failed', finished_at = now() \
         WHERE id = $1 AND attempt = $2 AND state = 'running' RETURNING (failures_of_class ->> $3)::integer AS \"failures!\", kind, source_id",
        claim.task.0,
        claim.attempt,
        class.as_str(),
        failure.chinese(),
        Json(failure) as _
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(row) = row else {
        return Ok(Failure::NotOurs);
    };
    if let Some(source) = row.source_id.filter(|_| class.blames_source()) {
        archive_sources::note_failure(db, SourceId(source), failure).await?;
    }
    let failures: i32 = row.failures;
    let Some(wait) = class.retry_after(kind(&row.kind)?, failures.unsigned_abs()) else {
        return Ok(Failure::Final);
    };
    sqlx::query!(
        "UPDATE task SET state = 'waiting', finished_at = NULL, released_at = NULL, \
         run_after = now() + make_interval(secs => $2) WHERE id = $1",
        claim.task.0,
        wait.as_secs_f64()
    )
    .execute(db)
    .await?;
    Ok(Failure::Retried(wait))
}

/// Gives a claim back unharmed: the worker stops. It does not count against the task's limit.
pub async fn hand_back(db: &mut PgConnection, claim: Claim) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE task SET state = 'waiting', handed_back = handed_back + 1, worker = NULL, \
         lease_until = NULL, released_at = NULL, run_after = now() \
         WHERE id = $1 AND attempt = $2 AND state = 'running'",
        claim.task.0,
        claim.attempt
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Cancels live tasks of the order: of one kind and these scenes, or (`None`) all of them. A worker
/// that runs one notices at its next renewal.
pub(crate) async fn cancel(
    db: &mut PgConnection,
    order: OrderId,
    dids: Option<&[i64]>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE task SET state = 'cancelled', error_class = 'cancelled', finished_at = now(), \
         worker = NULL, lease_until = NULL \
         WHERE order_id = $1 AND state IN ('waiting', 'released', 'running') \
         AND ($2::bigint[] IS NULL OR did = ANY($2))",
        order.0,
        dids
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Whether anything is done for the order, or waits to be.
pub(crate) async fn any_live(db: &mut PgConnection, order: OrderId) -> Result<bool, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT EXISTS (SELECT FROM task WHERE order_id = $1 \
         AND state IN ('waiting', 'released', 'running')) AS \"holds!\"",
        order.0
    )
    .fetch_one(db)
    .await?)
}

/// Changes the priority of the order's live tasks: also of one that runs, which may yet have to wait again.
pub(crate) async fn set_priority(
    db: &mut PgConnection,
    order: OrderId,
    priority: i32,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE task SET priority = $2 WHERE order_id = $1 AND state IN ('waiting', 'released', 'running')", order.0, priority)
    .execute(db)
    .await?;
    Ok(())
}

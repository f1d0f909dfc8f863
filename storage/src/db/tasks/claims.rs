//! How a worker takes a released task.

use std::time::Duration;

use domain::emergency::SlotKind;
use domain::ids::{ExportId, MatchId, ReceiveRunId, TaskId};
use domain::task::TaskKind;
use sqlx::PgConnection;

use super::rows::{ExportTask, TaskRow, claim_of, kind};
use super::{BuildTask, Claimed, CopyTask, PreviewTask, PushTask, ReceiveJob};
use crate::StorageError;

/// A worker that claims a task, and the slot that it claims for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claimer<'a> {
    /// A worker process, by its name.
    pub worker: &'a str,
    /// In which of its slots.
    pub slot: SlotKind,
}

/// Claims for an ordinary slot.
impl<'a> From<&'a str> for Claimer<'a> {
    fn from(worker: &'a str) -> Self {
        Self {
            worker,
            slot: SlotKind::Ordinary,
        }
    }
}

/// Takes a released task; `None` when there is nothing to take (done, taken, cancelled), and where only a newer version knows
/// what it is: that one takes it, and no attempt of it is used up here. An emergency slot takes what was released for one. An
/// ordinary one takes whatever it comes upon: the job of a task that was released for it before its order became an emergency
/// may still be in its queue.
pub async fn claim<'w>(
    db: &mut PgConnection,
    id: TaskId,
    claimer: impl Into<Claimer<'w>>,
    lease: Duration,
) -> Result<Option<Claimed>, StorageError> {
    let Claimer { worker, slot } = claimer.into();
    let row = sqlx::query!(
        "UPDATE task SET state = 'running', attempt = attempt + 1, worker = $2, \
         lease_until = now() + make_interval(secs => $3), bytes_done = 0, \
         claimed_at = now(), started_at = coalesce(started_at, now()), emergency_slot = $5 \
         WHERE id = $1 AND state = 'released' AND kind = ANY($4) AND (emergency_slot OR NOT $5) \
         RETURNING id, attempt, kind, order_id, did, export_id, preview_did, match_id, receive_run_id, copy_did",
        id.0,
        worker,
        lease.as_secs_f64(),
        &TaskKind::words()[..],
        slot.is_emergency()
    )
    .fetch_optional(db)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let claim = claim_of(row.id, row.attempt);
    if let Some(did) = row.preview_did {
        return Ok(Some(Claimed::Preview(PreviewTask { claim, did })));
    }
    if let Some(did) = row.copy_did {
        return Ok(Some(Claimed::Copy(CopyTask { claim, did })));
    }
    if let Some(matched) = row.match_id {
        let matched = MatchId(matched);
        let task = PushTask { claim, matched };
        return Ok(Some(match kind(&row.kind)? {
            TaskKind::WithdrawScene => Claimed::Withdrawal(task),
            _ => Claimed::Push(task),
        }));
    }
    if let Some(run) = row.receive_run_id {
        let run = ReceiveRunId(run);
        return Ok(Some(Claimed::Receive(ReceiveJob { claim, run })));
    }
    if let Some(export) = row.export_id {
        let export = ExportId(export);
        return Ok(Some(Claimed::Export(ExportTask { claim, export })));
    }
    if kind(&row.kind)? == TaskKind::BuildSegments {
        return Ok(Some(Claimed::Build(BuildTask { claim })));
    }
    let order_id = row.order_id.ok_or(sqlx::Error::RowNotFound)?;
    let task = TaskRow {
        id: row.id,
        attempt: row.attempt,
        kind: row.kind,
        order_id,
        did: row.did,
    };
    Ok(Some(Claimed::Order(task.try_into()?)))
}

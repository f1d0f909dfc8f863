//! Tasks of orders and exports as they are read.

use domain::ids::{ExportId, OrderId, TaskId};
use domain::task::TaskKind;

use crate::StorageError;
use crate::objects::Claim;

/// A claimed task of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExportTask {
    /// This claim; its attempt is the fencing token.
    pub claim: Claim,
    pub export: ExportId,
}

/// A claimed task of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Task {
    /// This claim; its attempt is the fencing token.
    pub claim: Claim,
    pub kind: TaskKind,
    pub order: OrderId,
    /// Which scene, when it is about one.
    pub did: Option<i64>,
}

pub(in crate::db) fn kind(word: &str) -> Result<TaskKind, StorageError> {
    TaskKind::parse(word).ok_or_else(|| StorageError::UnknownValue {
        column: "task.kind",
        value: word.to_owned(),
    })
}

pub(super) fn claim_of(id: uuid::Uuid, attempt: i32) -> Claim {
    Claim {
        task: TaskId(id),
        attempt,
    }
}

/// A task of an order as it is read.
pub(super) struct TaskRow {
    pub(super) id: uuid::Uuid,
    pub(super) attempt: i32,
    pub(super) kind: String,
    pub(super) order_id: uuid::Uuid,
    pub(super) did: Option<i64>,
}

impl TryFrom<TaskRow> for Task {
    type Error = StorageError;
    fn try_from(row: TaskRow) -> Result<Self, StorageError> {
        Ok(Self {
            claim: claim_of(row.id, row.attempt),
            kind: kind(&row.kind)?,
            order: OrderId(row.order_id),
            did: row.did,
        })
    }
}

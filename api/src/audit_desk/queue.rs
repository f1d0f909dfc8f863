//! `GET /api/audit-desk`

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::order::decision::Decision;
use serde::Serialize;
use storage::db::audit_desk::{self, QueuedDecision, QueuedOrder};
use storage::db::pending_decisions::{self, DroppedDecision};
use texts::Message;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::caller::Caller;
use crate::context::Context;
use crate::json::Json;
use crate::message::MessageBody;
use crate::orders::codes;
use crate::problem::Problem;

/// Most orders that the queue shows: more than anybody audits in a day.
const MOST: i64 = 300;

/// Counts and head of the audit desk's queue.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AuditDesk {
    /// The orders that have waited longest, at most 300.
    items: Vec<QueuedOrderView>,
    /// Orders that wait in all.
    total: i64,
    /// When this was, by the clock that decisions are due by.
    now: DateTime<Utc>,
    /// The caller's decisions that were not carried out and that they have not put away.
    dropped: Vec<DroppedDecisionView>,
}

/// An order that waits for its audit.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = QueuedOrder)]
#[serde(rename_all = "camelCase")]
struct QueuedOrderView {
    id: Uuid,
    ordername: String,
    applyuser: String,
    apply_user_unit: String,
    product_name: String,
    /// Priority, 0 to 100.
    sorder: i32,
    data_count: i32,
    /// Volume in bytes, as far as sizes are known.
    data_size: u64,
    /// Scenes whose size nobody knows.
    unsized_count: i32,
    /// Since when it waits.
    since: DateTime<Utc>,
    /// Whether it was rejected before.
    returned: bool,
    /// Whether it is the caller's own, which somebody else has to decide about.
    own: bool,
    /// What somebody has just decided about it; null: nothing.
    #[schema(required)]
    decision: Option<QueuedDecisionView>,
}

/// A decision within its grace period, not carried out yet.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = QueuedDecision)]
#[serde(rename_all = "camelCase")]
struct QueuedDecisionView {
    #[schema(value_type = codes::Decision)]
    decision: Decision,
    /// Reason for a rejection; empty for an approval.
    cause: String,
    /// Name of the person who decided.
    by_name: String,
    /// Whether that is the caller, who can take it back.
    mine: bool,
    /// From when on it is carried out.
    due_at: DateTime<Utc>,
}

/// A decision that was not carried out.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DroppedDecision)]
#[serde(rename_all = "camelCase")]
struct DroppedDecisionView {
    id: i64,
    order_id: Uuid,
    ordername: String,
    #[schema(value_type = codes::Decision)]
    decision: Decision,
    /// Why it was not carried out, in Chinese.
    text: String,
    /// The same as a code.
    #[schema(required)]
    message: Option<MessageBody>,
    at: DateTime<Utc>,
}

impl QueuedOrderView {
    fn new(order: QueuedOrder, caller: &Caller) -> Self {
        let seen_by = |held: QueuedDecision| QueuedDecisionView {
            decision: held.decision,
            cause: held.cause,
            by_name: held.user_name,
            mine: held.user == caller.id,
            due_at: held.due,
        };
        Self {
            id: order.id.0,
            ordername: order.number,
            applyuser: order.applicant,
            apply_user_unit: order.unit,
            product_name: order.project,
            sorder: order.priority,
            data_count: order.scenes,
            data_size: order.volume.0,
            unsized_count: order.unsized_scenes,
            since: order.since,
            returned: order.returned,
            own: order.owner == caller.id,
            decision: order.decision.map(seen_by),
        }
    }
}

impl From<DroppedDecision> for DroppedDecisionView {
    fn from(dropped: DroppedDecision) -> Self {
        let message = dropped.reason.map(|reason| Message::from(reason.text()));
        Self {
            id: dropped.id,
            order_id: dropped.order.0,
            ordername: dropped.number,
            decision: dropped.decision,
            text: message.as_ref().map(Message::chinese).unwrap_or_default(),
            message: message.map(Into::into),
            at: dropped.at,
        }
    }
}

/// What waits for its audit, what was decided about it, and what came of one's own decisions.
#[utoipa::path(get, path = "/api/audit-desk", tag = "audit-desk", operation_id = "getAuditDesk",
    responses((status = 200, body = AuditDesk)))]
pub(super) async fn queue(
    State(context): State<Context>,
    caller: Caller,
) -> Result<Json<AuditDesk>, Problem> {
    let mut db = context.connection().await?;
    let queue = audit_desk::queue(&mut db, MOST).await?;
    let dropped = pending_decisions::dropped(&mut db, caller.id).await?;
    let orders = queue.orders.into_iter();
    Ok(Json(AuditDesk {
        items: orders
            .map(|order| QueuedOrderView::new(order, &caller))
            .collect(),
        total: queue.total,
        now: queue.now,
        dropped: dropped.into_iter().map(Into::into).collect(),
    }))
}

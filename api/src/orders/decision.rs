//! `POST` and `DELETE /api/orders/{id}/decision`: what is decided at the audit desk, and taken back.

use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use domain::ids::OrderId;
use domain::order::decision::{Decision, UNDO_TIME};
use serde::{Deserialize, Serialize};
use storage::lifecycle::audit::OrderAsRead;
use storage::lifecycle::decisions::{self, DeskDecision};
use utoipa::ToSchema;

use super::codes;
use super::payload::CatalogueOnlyPayload;
use super::reject::checked_cause;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// A decision about an order that waits for its audit.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewDecision {
    #[schema(value_type = codes::Decision)]
    decision: Decision,
    /// Reason for a rejection; empty for an approval.
    #[serde(default)]
    cause: String,
    /// Of an approval: what becomes of scenes that are only in the catalogue; `ask` when left out.
    #[schema(nullable = false)]
    catalogue_only: Option<CatalogueOnlyPayload>,
    /// `since` of the queue, or `submittedAt` of the order, as it was read. An order that was taken back and handed in anew after
    /// that is not decided about (`changed_meanwhile`). Left out: that is not asked.
    #[schema(nullable = false)]
    submitted_at: Option<DateTime<Utc>>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct HeldDecision {
    /// From when on it is carried out, by the database's clock.
    due_at: DateTime<Utc>,
    /// For how long it can be taken back, in milliseconds.
    undo_ms: i64,
}

/// Decides about an order. The decision is carried out 8 s later, unless it is taken back.
#[utoipa::path(post, path = "/api/orders/{id}/decision", tag = "audit-desk", operation_id = "decideOrder",
    params(("id" = Uuid, Path)), request_body = NewDecision,
    responses((status = 202, body = HeldDecision), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
pub(super) async fn decide(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<OrderId>,
    Json(new): Json<NewDecision>,
) -> Result<(StatusCode, Json<HeldDecision>), Problem> {
    let decision = match new.decision {
        Decision::Approve => DeskDecision::Approve {
            leave_out: matches!(new.catalogue_only, Some(CatalogueOnlyPayload::LeaveOut)),
        },
        Decision::Reject => DeskDecision::Reject {
            cause: checked_cause(&new.cause)?,
        },
    };
    let (by, now) = (caller.by(&client), context.now());
    let read = OrderAsRead {
        id,
        submitted: new.submitted_at,
    };
    let due_at = decisions::hold(&context.pool, read, decision, by, now).await?;
    let undo_ms = UNDO_TIME.num_milliseconds();
    Ok((StatusCode::ACCEPTED, Json(HeldDecision { due_at, undo_ms })))
}

/// Takes one's own decision back, as long as it is not carried out.
#[utoipa::path(delete, path = "/api/orders/{id}/decision", tag = "audit-desk", operation_id = "undoDecision",
    params(("id" = Uuid, Path)),
    responses((status = 204), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn undo(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<OrderId>,
) -> Result<StatusCode, Problem> {
    let (by, now) = (caller.by(&client), context.now());
    decisions::undo(&context.pool, id, by, now).await?;
    Ok(StatusCode::NO_CONTENT)
}

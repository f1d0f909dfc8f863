//! `POST /api/orders/{id}/approve`

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::ids::OrderId;
use serde::Deserialize;
use storage::lifecycle::audit::{self, OrderAsRead};
use utoipa::IntoParams;

use super::payload::CatalogueOnlyPayload;
use super::view::{self, OrderView};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path, Query};
use crate::problem::{Problem, ProblemBody};

/// How the order is approved.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct Approval {
    /// What becomes of scenes that are only in the catalogue; `ask` when left out.
    #[param(inline, nullable = false)]
    catalogue_only: Option<CatalogueOnlyPayload>,
    /// `submittedAt` of the order as it was read. One that was taken back and handed in anew after that is not approved
    /// (`changed_meanwhile`). Left out: that is not asked.
    #[param(nullable = false)]
    submitted_at: Option<DateTime<Utc>>,
}

/// Approves an order; its preparation begins.
#[utoipa::path(post, path = "/api/orders/{id}/approve", tag = "orders", operation_id = "auditOrder",
    params(("id" = Uuid, Path), Approval),
    responses((status = 200, body = OrderView), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
pub(super) async fn approve(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<OrderId>,
    Query(approval): Query<Approval>,
) -> Result<Json<OrderView>, Problem> {
    let (by, now) = (caller.by(&client), context.now());
    let read = OrderAsRead {
        id,
        submitted: approval.submitted_at,
    };
    let order = match approval.catalogue_only {
        None | Some(CatalogueOnlyPayload::Ask) => {
            audit::approve(&context.pool, read, by, now).await?
        }
        Some(CatalogueOnlyPayload::LeaveOut) => {
            audit::approve_without_catalogued(&context.pool, read, by, now).await?
        }
    };
    view::answer(&context, &caller, &order).await
}

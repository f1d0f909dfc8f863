//! `POST /api/orders/{id}/approve`

use axum::extract::State;
use domain::ids::OrderId;
use serde::Deserialize;
use storage::lifecycle::{Deed, audit};
use utoipa::{IntoParams, ToSchema};

use super::access::by;
use super::deed::done;
use super::view::{self, OrderView};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path, Query};
use crate::problem::{Problem, ProblemBody};

/// What becomes of scenes that are only in the catalogue.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[schema(as = CatalogueOnlyScenes)]
#[serde(rename_all = "snake_case")]
pub(super) enum CatalogueOnly {
    /// They stay. Their extraction fails until the archive has them; then they are extracted again.
    #[default]
    Ask,
    /// They leave the order, and the time line names them.
    LeaveOut,
}

/// How the order is approved.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct Approval {
    /// What becomes of scenes that are only in the catalogue; `ask` when left out.
    #[serde(default)]
    #[param(inline)]
    catalogue_only: CatalogueOnly,
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
    match approval.catalogue_only {
        CatalogueOnly::Ask => done(&context, &caller, &client, id, Deed::Approve).await,
        CatalogueOnly::LeaveOut => {
            let (by, now) = (by(&caller, &client), context.now());
            let order = audit::approve_without_catalogued(&context.pool, id, by, now).await?;
            let mut db = context.connection().await?;
            Ok(Json(
                view::detail(&context, &mut db, &caller, &order).await?,
            ))
        }
    }
}

//! `POST /api/orders/{id}/submit`

use axum::extract::State;
use domain::ids::OrderId;
use serde::Deserialize;
use storage::lifecycle::application;
use utoipa::IntoParams;

use super::payload::CatalogueOnlyPayload;
use super::view::{self, OrderView};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path, Query};
use crate::problem::{Problem, ProblemBody};

/// How the order is handed in.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct Submission {
    /// What becomes of scenes that are only in the catalogue; needed when the order holds any.
    #[param(inline, nullable = false)]
    catalogue_only: Option<CatalogueOnlyPayload>,
}

/// Hands an order in as it is stored.
#[utoipa::path(post, path = "/api/orders/{id}/submit", tag = "orders", operation_id = "submitOrder",
    params(("id" = Uuid, Path), Submission),
    responses((status = 200, body = OrderView), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
pub(super) async fn submit(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<OrderId>,
    Query(submission): Query<Submission>,
) -> Result<Json<OrderView>, Problem> {
    let by = caller.by(&client);
    let choice = submission.catalogue_only.map(Into::into);
    let order = application::submit(
        (&context.pool, &context.server_key),
        id,
        choice,
        by,
        context.now(),
    )
    .await?;
    view::answer(&context, &caller, &order).await
}

//! `POST /api/orders/{id}/submit`

use axum::extract::State;
use domain::ids::OrderId;
use storage::lifecycle::application;

use super::access::by;
use super::view::{self, OrderView};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// Hands an order in as it is stored.
#[utoipa::path(post, path = "/api/orders/{id}/submit", tag = "orders", operation_id = "submitOrder",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = OrderView), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
pub(super) async fn submit(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<OrderId>,
) -> Result<Json<OrderView>, Problem> {
    let by = by(&caller, &client);
    let order = application::submit(&context.pool, id, by, context.now()).await?;
    let mut db = context.connection().await?;
    Ok(Json(
        view::detail(&context, &mut db, &caller, &order).await?,
    ))
}

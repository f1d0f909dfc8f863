//! `POST /api/orders/{id}/retry`

use axum::extract::State;
use domain::ids::OrderId;
use storage::lifecycle::intervention;

use super::view::{self, OrderView};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// Makes package and delivery of an order anew, where that failed for good. The order stays in state 3.
#[utoipa::path(post, path = "/api/orders/{id}/retry", tag = "orders", operation_id = "retryPreparation",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = OrderView), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
pub(super) async fn retry(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<OrderId>,
) -> Result<Json<OrderView>, Problem> {
    let (by, now) = (caller.by(&client), context.now());
    let order = intervention::retry_preparation(&context.pool, id, by, now).await?;
    view::answer(&context, &caller, &order).await
}

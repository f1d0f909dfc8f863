//! `POST /api/orders/{id}/continue`

use axum::extract::State;
use domain::ids::OrderId;
use storage::lifecycle::intervention;

use super::view::{self, OrderView};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// Packages an order without the scenes whose extraction failed.
#[utoipa::path(post, path = "/api/orders/{id}/continue", tag = "orders", operation_id = "continueWithoutFailed",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = OrderView), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
pub(super) async fn proceed(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<OrderId>,
) -> Result<Json<OrderView>, Problem> {
    let (by, now) = (caller.by(&client), context.now());
    let order = intervention::continue_without_failed(&context.pool, id, by, now).await?;
    view::answer(&context, &caller, &order).await
}

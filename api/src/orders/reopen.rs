//! `POST /api/orders/{id}/reopen`

use axum::extract::State;
use domain::ids::OrderId;
use storage::lifecycle::completion;

use super::view::{self, OrderView};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// Makes a fresh delivery for an overdue order.
#[utoipa::path(post, path = "/api/orders/{id}/reopen", tag = "orders", operation_id = "reopenOrder",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = OrderView), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
pub(super) async fn reopen(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<OrderId>,
) -> Result<Json<OrderView>, Problem> {
    let (by, now) = (caller.by(&client), context.now());
    let order = completion::reopen(&context.pool, id, by, now).await?;
    view::answer(&context, &caller, &order).await
}

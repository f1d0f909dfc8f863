//! `POST /api/orders/{id}/overdue`

use axum::extract::State;
use domain::ids::OrderId;
use storage::lifecycle::completion;

use super::view::{self, OrderView};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// Marks a prepared order as overdue; its delivery closes.
#[utoipa::path(post, path = "/api/orders/{id}/overdue", tag = "orders", operation_id = "markOverdue",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = OrderView), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
pub(super) async fn overdue(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<OrderId>,
) -> Result<Json<OrderView>, Problem> {
    let (by, now) = (caller.by(&client), context.now());
    let order = completion::mark_overdue(&context.pool, id, by, now).await?;
    view::answer(&context, &caller, &order).await
}

//! `POST /api/orders/{id}/withdraw`

use axum::extract::State;
use domain::ids::OrderId;
use storage::lifecycle::audit;

use super::view::{self, OrderView};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// Takes a handed-in order back: it is a draft again.
#[utoipa::path(post, path = "/api/orders/{id}/withdraw", tag = "orders", operation_id = "withdrawOrder",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = OrderView), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
pub(super) async fn withdraw(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<OrderId>,
) -> Result<Json<OrderView>, Problem> {
    let (by, now) = (caller.by(&client), context.now());
    let order = audit::withdraw(&context.pool, id, by, now).await?;
    view::answer(&context, &caller, &order).await
}

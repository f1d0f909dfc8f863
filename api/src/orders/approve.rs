//! `POST /api/orders/{id}/approve`

use axum::extract::State;
use domain::ids::OrderId;
use storage::lifecycle::Deed;

use super::deed::done;
use super::view::OrderView;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// Approves an order; its preparation begins.
#[utoipa::path(post, path = "/api/orders/{id}/approve", tag = "orders", operation_id = "auditOrder",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = OrderView), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
pub(super) async fn approve(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<OrderId>,
) -> Result<Json<OrderView>, Problem> {
    done(&context, &caller, &client, id, Deed::Approve).await
}

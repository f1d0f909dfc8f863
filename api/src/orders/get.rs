//! `GET /api/orders/{id}`

use axum::extract::State;
use domain::ids::OrderId;

use super::access::visible;
use super::view::{self, OrderView};
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// An order by its id.
#[utoipa::path(get, path = "/api/orders/{id}", tag = "orders", operation_id = "getOrder",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = OrderView), (status = 404, body = ProblemBody)))]
pub(super) async fn get(
    State(context): State<Context>,
    caller: Caller,
    Path(id): Path<OrderId>,
) -> Result<Json<OrderView>, Problem> {
    let mut db = context.connection().await?;
    let order = visible(&mut db, &caller, id).await?;
    Ok(Json(
        view::detail(&context, &mut db, &caller, &order).await?,
    ))
}

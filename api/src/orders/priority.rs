//! `POST /api/orders/{id}/priority`

use axum::extract::State;
use domain::ids::OrderId;
use serde::Deserialize;
use storage::lifecycle::intervention;
use texts::FieldText;
use utoipa::ToSchema;

use super::view::{self, OrderView};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// Largest priority.
const TOP: i32 = 100;

/// Priority of the order's tasks.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = OrderPriority)]
pub(super) struct Priority {
    /// 0 to 100, more is sooner.
    #[schema(minimum = 0, maximum = 100)]
    sorder: i64,
}

/// Moves an order's work forward or back among that of other orders.
#[utoipa::path(post, path = "/api/orders/{id}/priority", tag = "orders", operation_id = "orderSetPriority",
    params(("id" = Uuid, Path)), request_body = Priority,
    responses((status = 200, body = OrderView), (status = 400, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn priority(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<OrderId>,
    Json(request): Json<Priority>,
) -> Result<Json<OrderView>, Problem> {
    let priority = checked("sorder", request.sorder)?;
    let (by, now) = (caller.by(&client), context.now());
    let order = intervention::set_priority(&context.pool, id, priority, by, now).await?;
    view::answer(&context, &caller, &order).await
}

/// A priority that exists.
pub(crate) fn checked(field: &'static str, priority: i64) -> Result<i32, Problem> {
    i32::try_from(priority)
        .ok()
        .filter(|priority| (0..=TOP).contains(priority))
        .ok_or_else(|| Problem::invalid_field(field, FieldText::PriorityWrong))
}

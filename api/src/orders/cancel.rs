//! `POST /api/orders/{id}/cancel`

use axum::extract::State;
use domain::ids::OrderId;
use domain::order::rules::Unmet;
use storage::lifecycle::{LifecycleError, intervention};
use texts::ProblemText;

use super::refusal::cause_missing;
use super::reject::Cause;
use super::view::{self, OrderView};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// Stops the preparation of an order, with a cause: its owner, or an administrator.
#[utoipa::path(post, path = "/api/orders/{id}/cancel", tag = "orders", operation_id = "cancelPreparation",
    params(("id" = Uuid, Path)), request_body = Cause,
    responses((status = 200, body = OrderView), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
pub(super) async fn cancel(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<OrderId>,
    Json(cause): Json<Cause>,
) -> Result<Json<OrderView>, Problem> {
    let (by, now) = (caller.by(&client), context.now());
    let order = intervention::cancel_preparation(&context.pool, id, cause.text()?, by, now)
        .await
        .map_err(|error| match error {
            LifecycleError::Unmet(Unmet::CauseMissing) => {
                cause_missing(ProblemText::CancelCauseMissing)
            }
            other => other.into(),
        })?;
    view::answer(&context, &caller, &order).await
}

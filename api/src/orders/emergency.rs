//! `POST /api/orders/{id}/emergency`

use axum::extract::State;
use domain::ids::OrderId;
use domain::order::rules::Unmet;
use serde::Deserialize;
use storage::lifecycle::{LifecycleError, intervention};
use texts::ProblemText;
use utoipa::ToSchema;

use super::refusal::cause_missing;
use super::reject::checked_cause;
use super::view::{self, OrderView};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// Whether an order is an emergency, and why.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct EmergencyChange {
    /// False: no longer.
    emergency: bool,
    /// Needed where it becomes one.
    #[serde(default)]
    cause: String,
}

/// Lets an order's work go before all other, into slots that are kept for emergencies where the others are taken; or no longer.
#[utoipa::path(post, path = "/api/orders/{id}/emergency", tag = "orders", operation_id = "orderSetEmergency",
    params(("id" = Uuid, Path)), request_body = EmergencyChange,
    responses((status = 200, body = OrderView), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
pub(super) async fn emergency(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<OrderId>,
    Json(change): Json<EmergencyChange>,
) -> Result<Json<OrderView>, Problem> {
    let cause = checked_cause(&change.cause)?;
    let (by, now) = (caller.by(&client), context.now());
    let order = intervention::set_emergency(
        &context.pool,
        id,
        change.emergency.then_some(cause),
        by,
        now,
    )
    .await
    .map_err(|error| match error {
        LifecycleError::Unmet(Unmet::CauseMissing) => {
            cause_missing(ProblemText::EmergencyCauseMissing)
        }
        other => other.into(),
    })?;
    view::answer(&context, &caller, &order).await
}

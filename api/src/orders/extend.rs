//! `POST /api/orders/{id}/extend` and `/extension`: more time for a delivery, asked for and given.

use axum::extract::State;
use axum::http::StatusCode;
use domain::ids::OrderId;
use domain::order::application::MAX_TEXT;
use domain::order::rules::{MAX_EXTENSION_DAYS, Unmet};
use serde::Deserialize;
use storage::lifecycle::expiry;
use texts::{FieldText, ProblemText};
use utoipa::ToSchema;

use super::payload;
use super::view::{self, OrderView};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{FieldError, Problem, ProblemBody};

/// Why more time is needed.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct ExtensionReason {
    #[serde(default)]
    reason: String,
}

/// Number of days to extend by.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct ExtensionDays {
    /// 1 to 90, added to what is left.
    #[schema(minimum = 1, maximum = 90)]
    days: i64,
}

/// Asks the administrators for more time to download; at most once a day.
#[utoipa::path(post, path = "/api/orders/{id}/extend", tag = "orders", operation_id = "requestExtension",
    params(("id" = Uuid, Path)), request_body = ExtensionReason,
    responses((status = 200, body = OrderView), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
pub(super) async fn request(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<OrderId>,
    Json(body): Json<ExtensionReason>,
) -> Result<Json<OrderView>, Problem> {
    let reason = body.reason.trim();
    if reason.chars().count() > MAX_TEXT {
        let most = MAX_TEXT as u64;
        return Err(Problem::invalid_field(
            "reason",
            FieldText::ReasonTooLong { most },
        ));
    }
    let reason = payload::several_lines("reason", reason)?;
    let by = caller.by(&client);
    let order = expiry::request_extension(&context.pool, id, reason, by, context.now())
        .await
        .map_err(|error| match error {
            storage::lifecycle::LifecycleError::Unmet(Unmet::CauseMissing) => reason_missing(),
            other => other.into(),
        })?;
    view::answer(&context, &caller, &order).await
}

fn reason_missing() -> Problem {
    let error = FieldError::new("reason", ProblemText::ReasonMissing);
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, ProblemText::ReasonMissing)
        .with_errors(vec![error])
}

/// Keeps the order's delivery open for longer.
#[utoipa::path(post, path = "/api/orders/{id}/extension", tag = "orders", operation_id = "extendDelivery",
    params(("id" = Uuid, Path)), request_body = ExtensionDays,
    responses((status = 200, body = OrderView), (status = 400, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn extend(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<OrderId>,
    Json(given): Json<ExtensionDays>,
) -> Result<Json<OrderView>, Problem> {
    let days = u16::try_from(given.days)
        .ok()
        .filter(|days| (1..=MAX_EXTENSION_DAYS).contains(days))
        .ok_or_else(|| Problem::invalid_field("days", FieldText::DaysWrong))?;
    let by = caller.by(&client);
    let order = expiry::extend(&context.pool, id, days, by, context.now()).await?;
    view::answer(&context, &caller, &order).await
}

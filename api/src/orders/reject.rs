//! `POST /api/orders/{id}/reject`

use axum::extract::State;
use domain::ids::OrderId;
use domain::order::application::MAX_TEXT;
use serde::Deserialize;
use storage::lifecycle::audit;
use texts::FieldText;
use utoipa::ToSchema;

use super::payload;
use super::view::{self, OrderView};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// Why.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct Cause {
    #[serde(default)]
    cause: String,
}

impl Cause {
    /// The cause without blanks around it; empty when none is given.
    pub(super) fn text(&self) -> Result<&str, Problem> {
        checked_cause(&self.cause)
    }
}

/// A cause without blanks around it, if it can be kept.
pub(super) fn checked_cause(cause: &str) -> Result<&str, Problem> {
    let text = cause.trim();
    if text.chars().count() > MAX_TEXT {
        return Err(Problem::invalid_field(
            "cause",
            FieldText::CauseTooLong {
                most: MAX_TEXT as u64,
            },
        ));
    }
    payload::several_lines("cause", text)
}

/// Rejects an order, with a cause.
#[utoipa::path(post, path = "/api/orders/{id}/reject", tag = "orders", operation_id = "rejectOrder",
    params(("id" = Uuid, Path)), request_body = Cause,
    responses((status = 200, body = OrderView), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
pub(super) async fn reject(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<OrderId>,
    Json(cause): Json<Cause>,
) -> Result<Json<OrderView>, Problem> {
    let (by, now) = (caller.by(&client), context.now());
    let order = audit::reject(&context.pool, id, cause.text()?, by, now).await?;
    view::answer(&context, &caller, &order).await
}

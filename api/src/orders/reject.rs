//! `POST /api/orders/{id}/reject`

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::ids::OrderId;
use domain::order::application::MAX_TEXT;
use serde::Deserialize;
use storage::lifecycle::audit::{self, OrderAsRead};
use texts::FieldText;
use utoipa::ToSchema;

use super::payload;
use super::view::{self, OrderView};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// The reason for a rejection.
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

/// Why, and what was read.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Rejection {
    #[serde(default)]
    cause: String,
    /// `submittedAt` of the order as it was read. One that was taken back and handed in anew after that is not rejected
    /// (`changed_meanwhile`). Left out: that is not asked.
    #[schema(nullable = false)]
    submitted_at: Option<DateTime<Utc>>,
}

/// Rejects an order, with a cause.
#[utoipa::path(post, path = "/api/orders/{id}/reject", tag = "orders", operation_id = "rejectOrder",
    params(("id" = Uuid, Path)), request_body = Rejection,
    responses((status = 200, body = OrderView), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
pub(super) async fn reject(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<OrderId>,
    Json(rejection): Json<Rejection>,
) -> Result<Json<OrderView>, Problem> {
    let (by, now) = (caller.by(&client), context.now());
    let read = OrderAsRead {
        id,
        submitted: rejection.submitted_at,
    };
    let cause = checked_cause(&rejection.cause)?;
    let order = audit::reject(&context.pool, read, cause, by, now).await?;
    view::answer(&context, &caller, &order).await
}

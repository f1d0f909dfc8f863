//! `POST /api/set-up/link`

use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use storage::lifecycle::first_start;
use storage::link_token::LinkToken;
use utoipa::ToSchema;

use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};

/// What stands behind the `#` of the link.
#[derive(Deserialize, ToSchema)]
pub(super) struct SetUpLink {
    token: String,
}

/// Whether the link can be used, before anybody fills in a form.
#[utoipa::path(post, path = "/api/set-up/link", tag = "auth", operation_id = "checkSetUpLink", request_body = SetUpLink,
    responses((status = 204), (status = 409, body = ProblemBody)))]
pub(super) async fn check(
    State(context): State<Context>,
    Json(link): Json<SetUpLink>,
) -> Result<StatusCode, Problem> {
    let mut db = context.connection().await?;
    let token = LinkToken::presented(&link.token);
    first_start::check(&mut db, &token, context.now()).await?;
    Ok(StatusCode::NO_CONTENT)
}

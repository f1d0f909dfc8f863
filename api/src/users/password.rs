//! `POST /api/users/{id}/password`

use axum::extract::State;
use axum::http::StatusCode;
use domain::ids::UserId;
use domain::password;
use serde::Deserialize;
use storage::lifecycle::administration::{self, AccountChange, ByMail};
use utoipa::ToSchema;

use super::scope_check;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// A password that an administrator chooses.
#[derive(Deserialize, ToSchema)]
pub(super) struct PasswordReset {
    #[serde(default)]
    #[schema(required)]
    password: String,
}

/// Sets a password for somebody who has lost it. Everything that the old one opened ends, and the person is asked to
/// change it on signing in.
#[utoipa::path(post, path = "/api/users/{id}/password", tag = "users", operation_id = "resetUserPassword",
    params(("id" = Uuid, Path)), request_body = PasswordReset, responses((status = 204),
        (status = 400, body = ProblemBody), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn reset(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<UserId>,
    Json(reset): Json<PasswordReset>,
) -> Result<StatusCode, Problem> {
    password::check(&reset.password)
        .map_err(|flaw| Problem::invalid_field("password", flaw.text()))?;
    scope_check::check(&context, &caller, &client, id).await?;
    let hash = context.passwords.hash(reset.password).await?;
    let (by, now) = (caller.by(&client), context.now());
    let by_mail = ByMail::of_installation(context.settings.mail);
    let changes = [AccountChange::ResetPassword(&hash, by_mail)];
    administration::change(&context.pool, &context.server_key, id, &changes, by, now).await?;
    Ok(StatusCode::NO_CONTENT)
}

//! `POST /api/auth/password/reset-link`

use axum::extract::State;
use serde::{Deserialize, Serialize};
use storage::lifecycle::password_reset;
use storage::link_token::LinkToken;
use utoipa::ToSchema;

use crate::caller::Client;
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};

/// What stands behind the `#` of the link.
#[derive(Deserialize, ToSchema)]
pub(super) struct PasswordResetLink {
    token: String,
}

/// Whose password the link sets.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PasswordResetAccount {
    /// What the person signs in with.
    login_name: String,
}

/// Whether the link can be used, before anybody chooses a password. It stays as it is.
#[utoipa::path(post, path = "/api/auth/password/reset-link", tag = "auth", operation_id = "checkPasswordResetLink",
    request_body = PasswordResetLink, responses((status = 200, body = PasswordResetAccount), (status = 400, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 429, body = ProblemBody)))]
pub(super) async fn check(
    State(context): State<Context>,
    client: Client,
    Json(link): Json<PasswordResetLink>,
) -> Result<Json<PasswordResetAccount>, Problem> {
    let (pace, now) = (&context.paces.sign_in, context.now());
    pace.step(client.network, now)?;
    let token = LinkToken::presented(&link.token);
    let mut db = context.connection().await?;
    let account = password_reset::check(&mut db, &token, now).await?;
    pace.give_back(client.network);
    let login_name = account.login_name;
    Ok(Json(PasswordResetAccount { login_name }))
}

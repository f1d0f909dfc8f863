//! `POST /api/auth/password/reset`

use axum::extract::State;
use axum::http::StatusCode;
use domain::password;
use serde::Deserialize;
use storage::db::{sign_in, users};
use storage::lifecycle::{By, password_reset};
use storage::link_token::LinkToken;
use texts::FieldText;
use utoipa::ToSchema;

use crate::auth::former;
use crate::caller::Client;
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};

/// A reset link's code and the new password.
#[derive(Deserialize, ToSchema)]
pub(super) struct NewPasswordByLink {
    /// What stands behind the `#` of the link.
    #[serde(default)]
    #[schema(required)]
    token: String,
    /// See `/api/auth/rules`.
    #[serde(default)]
    #[schema(required)]
    password: String,
}

/// Sets another password with the link that was mailed, and uses the link up. Every session of the person ends, open FTP
/// accounts of one's orders get new passwords, and the person is told by mail. Nobody is signed in by it: one signs in with
/// the new password, and with the second factor where there is one.
#[utoipa::path(post, path = "/api/auth/password/reset", tag = "auth", operation_id = "resetPassword",
    request_body = NewPasswordByLink, responses((status = 204), (status = 400, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 429, body = ProblemBody)))]
pub(super) async fn reset(
    State(context): State<Context>,
    client: Client,
    Json(form): Json<NewPasswordByLink>,
) -> Result<StatusCode, Problem> {
    let (pace, now) = (&context.paces.sign_in, context.now());
    pace.step(client.network, now)?;
    let token = LinkToken::presented(&form.token);
    // Nobody has a password hashed here without the link, or learns whether it would do.
    let account = password_reset::check(&mut *context.connection().await?, &token, now).await?;
    pace.give_back(client.network);
    if let Err(flaw) = password::check(&form.password) {
        return Err(Problem::invalid_field("password", flaw.text()));
    }
    let stored = {
        let mut db = context.connection().await?;
        users::with_password_hash(&mut db, &account.login_name).await?
    };
    let present = stored.map(|(_, hash)| hash);
    let passwords = &context.passwords;
    if passwords.verify(form.password.clone(), present).await? {
        return Err(Problem::invalid_field("password", FieldText::SamePassword));
    }
    former::check(&context, account.id, &form.password).await?;
    let hash = passwords.hash(form.password).await?;
    let by = By::Registrant {
        client_ip: &client.ip,
        agent: &client.agent,
    };
    let (pool, key) = (&context.pool, &context.server_key);
    password_reset::reset(pool, key, (&token, &hash), by, now).await?;
    // Whoever has shown the mailbox waits for no door that wrong passwords have closed.
    let mut db = context.connection().await?;
    sign_in::succeed(&mut db, &account.login_name, client.network).await?;
    Ok(StatusCode::NO_CONTENT)
}

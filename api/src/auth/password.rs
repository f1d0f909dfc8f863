//! `PUT /api/auth/password`

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use domain::account::AccountAction;
use domain::password;
use serde::Deserialize;
use storage::lifecycle::administration::{self, AccountChange, ByMail};
use texts::FieldText;
use utoipa::ToSchema;

use super::former;
use super::login::session_cookie;
use super::own_password::{self, TypedPassword};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};

/// The present password and the new one.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PasswordChange {
    #[serde(default)]
    #[schema(required)]
    old_password: String,
    #[serde(default)]
    #[schema(required)]
    password: String,
}

/// Changes one's own password. Every session ends, this one too, and open FTP accounts of one's orders get new passwords.
#[utoipa::path(put, path = "/api/auth/password", tag = "auth", operation_id = "updatePassword",
    request_body = PasswordChange, responses((status = 204), (status = 400, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 429, body = ProblemBody)))]
pub(super) async fn change(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(change): Json<PasswordChange>,
) -> Result<impl IntoResponse, Problem> {
    if let Err(flaw) = password::check(&change.password) {
        return Err(Problem::invalid_field("password", flaw.text()));
    }
    let is_same = change.old_password == change.password;
    let typed = TypedPassword {
        field: "oldPassword",
        password: change.old_password,
        action: AccountAction::ChangePassword,
    };
    own_password::check(&context, &caller, &client, typed).await?;
    if is_same {
        return Err(Problem::invalid_field("password", FieldText::SamePassword));
    }
    former::check(&context, caller.id, &change.password).await?;
    let hash = context.passwords.hash(change.password).await?;
    let by_mail = ByMail::of_installation(context.settings.mail);
    let changes = [AccountChange::OwnPassword(&hash, by_mail)];
    let (by, now) = (caller.by(&client), context.now());
    let (pool, key) = (&context.pool, &context.server_key);
    administration::change(pool, key, caller.id, &changes, by, now).await?;
    let cookie = session_cookie(&context, "", 0)?;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]))
}

#[cfg(test)]
mod tests;

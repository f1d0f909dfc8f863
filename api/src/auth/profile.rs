//! `GET` and `PUT /api/auth/profile`

use axum::extract::State;
use domain::account::AccountAction;
use serde::Deserialize;
use storage::db::users;
use storage::lifecycle::administration::{self, AccountChange, ByMail};
use utoipa::ToSchema;

use super::own_password::{self, TypedPassword};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::Json;
use crate::person_form::PersonForm;
use crate::problem::{Problem, ProblemBody};

/// What one has told of oneself.
#[utoipa::path(get, path = "/api/auth/profile", tag = "auth", operation_id = "getProfile",
    responses((status = 200, body = PersonForm)))]
pub(super) async fn get(
    State(context): State<Context>,
    caller: Caller,
) -> Result<Json<PersonForm>, Problem> {
    let mut db = context.connection().await?;
    let found = users::profile(&mut db, &context.server_key, caller.id).await?;
    Ok(Json(found.ok_or_else(Problem::not_found)?.into()))
}

/// What one tells of oneself anew.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ProfileChange {
    #[serde(flatten)]
    person: PersonForm,
    /// One's password, where the e-mail address becomes another: links to set another password are sent there. Whoever signs
    /// in at the identity provider alone has none.
    #[serde(default)]
    password: String,
}

/// Changes what one has told of oneself. Another e-mail address needs the password, and the former one is told of it where mails
/// are sent.
#[utoipa::path(put, path = "/api/auth/profile", tag = "auth", operation_id = "saveProfile", request_body = ProfileChange,
    responses((status = 200, body = PersonForm), (status = 400, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 429, body = ProblemBody)))]
pub(super) async fn put(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(form): Json<ProfileChange>,
) -> Result<Json<PersonForm>, Problem> {
    let errors = form.person.errors(caller.permissions.into());
    if !errors.is_empty() {
        return Err(Problem::invalid(errors));
    }
    let profile = form.person.profile();
    if profile.email != caller.email {
        let typed = TypedPassword::again(form.password, AccountAction::ChangeProfile);
        own_password::check_if_any(&context, &caller, &client, typed).await?;
    }
    let by_mail = ByMail::of_installation(context.settings.mail);
    let changes = [AccountChange::Profile(&profile, None, by_mail)];
    let (by, now) = (caller.by(&client), context.now());
    let (pool, key) = (&context.pool, &context.server_key);
    administration::change(pool, key, caller.id, &changes, by, now).await?;
    Ok(Json(profile.into()))
}

#[cfg(test)]
mod tests;

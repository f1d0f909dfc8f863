//! `GET` and `PUT /api/auth/profile`

use axum::extract::State;
use storage::db::users;
use storage::lifecycle::administration::{self, AccountChange};

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

/// Changes what one has told of oneself.
#[utoipa::path(put, path = "/api/auth/profile", tag = "auth", operation_id = "saveProfile", request_body = PersonForm,
    responses((status = 200, body = PersonForm), (status = 400, body = ProblemBody)))]
pub(super) async fn put(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(form): Json<PersonForm>,
) -> Result<Json<PersonForm>, Problem> {
    let errors = form.errors(caller.permissions.into());
    if !errors.is_empty() {
        return Err(Problem::invalid(errors));
    }
    let profile = form.profile();
    let changes = [AccountChange::Profile(&profile)];
    let (by, now) = (caller.by(&client), context.now());
    let (pool, key) = (&context.pool, &context.server_key);
    administration::change(pool, key, caller.id, &changes, by, now).await?;
    Ok(Json(profile.into()))
}

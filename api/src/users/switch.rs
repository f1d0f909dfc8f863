//! `POST /api/users/{id}/disable` and `/enable`

use axum::extract::State;
use domain::ids::UserId;
use storage::lifecycle::administration::{self, AccountChange};

use super::view::{UserView, find};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// Switches an account off: sessions, downloads and FTP accounts end at once, and nothing is removed.
#[utoipa::path(post, path = "/api/users/{id}/disable", tag = "users", operation_id = "disableUser",
    params(("id" = Uuid, Path)), responses((status = 200, body = UserView), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
pub(super) async fn disable(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<UserId>,
) -> Result<Json<UserView>, Problem> {
    switch(&context, &caller, &client, id, AccountChange::Disable).await
}

/// Switches an account on again.
#[utoipa::path(post, path = "/api/users/{id}/enable", tag = "users", operation_id = "enableUser",
    params(("id" = Uuid, Path)), responses((status = 200, body = UserView), (status = 404, body = ProblemBody)))]
pub(super) async fn enable(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<UserId>,
) -> Result<Json<UserView>, Problem> {
    switch(&context, &caller, &client, id, AccountChange::Enable).await
}

async fn switch(
    context: &Context,
    caller: &Caller,
    client: &Client,
    id: UserId,
    change: AccountChange<'_>,
) -> Result<Json<UserView>, Problem> {
    let (by, now) = (caller.by(client), context.now());
    administration::change(&context.pool, &context.server_key, id, &[change], by, now).await?;
    find(context, &mut *context.connection().await?, id).await
}

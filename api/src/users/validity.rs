//! `POST /api/users/{id}/extend`

use axum::extract::State;
use domain::ids::UserId;
use storage::lifecycle::administration::{self, AccountChange};

use super::view::{UserView, find};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// Lets the period begin anew for which an account is valid (`accountValPer`). The person may do no more than the caller.
#[utoipa::path(post, path = "/api/users/{id}/extend", tag = "users", operation_id = "extendUser",
    params(("id" = Uuid, Path)), responses((status = 200, body = UserView), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
pub(super) async fn extend(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<UserId>,
) -> Result<Json<UserView>, Problem> {
    let changes = [AccountChange::ExtendValidity];
    let (by, now) = (caller.by(&client), context.now());
    administration::change(&context.pool, &context.server_key, id, &changes, by, now).await?;
    find(&context, &mut *context.connection().await?, id).await
}

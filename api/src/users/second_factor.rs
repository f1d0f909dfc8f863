//! `DELETE /api/users/{id}/second-factor`

use axum::extract::State;
use domain::ids::UserId;
use storage::lifecycle::administration::{self, AccountChange, ByMail};

use super::scope_check;
use super::view::{UserView, find};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// Takes the second factor from somebody who has lost it, and ends every session of the person, who may do no more than
/// the caller. Where a role asks for one, the person sets up another on signing in.
#[utoipa::path(delete, path = "/api/users/{id}/second-factor", tag = "users", operation_id = "removeSecondFactor",
    params(("id" = Uuid, Path)), responses((status = 200, body = UserView), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
pub(super) async fn remove(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<UserId>,
) -> Result<Json<UserView>, Problem> {
    scope_check::check(&context, &caller, &client, id).await?;
    let by_mail = ByMail::of_installation(context.settings.mail);
    let changes = [AccountChange::RemoveSecondFactor(by_mail)];
    let (by, now) = (caller.by(&client), context.now());
    administration::change(&context.pool, &context.server_key, id, &changes, by, now).await?;
    find(&context, &mut *context.connection().await?, id).await
}

//! `PUT /api/users/{id}/roles`

use axum::extract::State;
use domain::ids::UserId;
use domain::role::RoleId;
use serde::Deserialize;
use storage::lifecycle::administration::{self, AccountChange};
use texts::FieldText;
use utoipa::ToSchema;

use super::view::{UserView, find};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// The complete set of roles that the account gets.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[schema(as = UserRoles)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct UserRoles {
    #[schema(required, value_type = Vec<String>)]
    role_ids: Vec<RoleId>,
    /// Roles as last read; if they changed since, 409 `changed_meanwhile`. Null skips the check.
    #[schema(value_type = Option<Vec<String>>)]
    role_ids_before: Option<Vec<RoleId>>,
}

/// Gives somebody these roles and no others, and ends every session of the person. Nobody changes the own roles, gives or
/// takes a right that one has not, or takes the last administrator's.
#[utoipa::path(put, path = "/api/users/{id}/roles", tag = "users", operation_id = "grantRoles", params(("id" = Uuid, Path)),
    request_body = UserRoles, responses((status = 200, body = UserView), (status = 400, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn grant(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<UserId>,
    Json(mut form): Json<UserRoles>,
) -> Result<Json<UserView>, Problem> {
    form.role_ids.sort();
    form.role_ids.dedup();
    if form.role_ids.is_empty() {
        return Err(Problem::invalid_field("roleIds", FieldText::RoleWrong));
    }
    let before = form.role_ids_before.as_deref();
    let changes = [AccountChange::Roles(&form.role_ids, before)];
    let (by, now) = (caller.by(&client), context.now());
    administration::change(&context.pool, &context.server_key, id, &changes, by, now).await?;
    find(&context, &mut *context.connection().await?, id).await
}

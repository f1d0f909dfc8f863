//! `DELETE /api/roles/{id}`

use axum::extract::State;
use axum::http::StatusCode;
use domain::role::RoleId;
use storage::lifecycle::roles;

use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::Path;
use crate::problem::{Problem, ProblemBody};

/// Removes a role that nobody has. Those that every installation has stay.
#[utoipa::path(delete, path = "/api/roles/{id}", tag = "roles", operation_id = "removeRole", params(("id" = String, Path)),
    responses((status = 204), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn remove(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<RoleId>,
) -> Result<StatusCode, Problem> {
    roles::remove(&context.pool, &id, caller.by(&client), context.now()).await?;
    Ok(StatusCode::NO_CONTENT)
}

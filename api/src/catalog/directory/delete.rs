//! `DELETE /api/catalog/nodes/{id}`

use axum::extract::State;
use axum::http::StatusCode;

use super::{ReadVersion, desk};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Path, Query};
use crate::problem::{Problem, ProblemBody};

/// Removes a node that nothing needs. Otherwise `errors` says what needs it, how much of each there is,
/// and who the first are.
#[utoipa::path(delete, path = "/api/catalog/nodes/{id}", tag = "catalogue", operation_id = "deleteCatalogNode",
    params(("id" = i64, Path), ReadVersion),
    responses((status = 204), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn delete(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<i64>,
    Query(read): Query<ReadVersion>,
) -> Result<StatusCode, Problem> {
    let desk = desk(&context, &caller, &client);
    desk.delete((id, read.version)).await?;
    Ok(StatusCode::NO_CONTENT)
}

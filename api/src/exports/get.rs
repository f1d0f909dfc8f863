//! `GET /api/exports/{uuid}`

use axum::extract::State;
use domain::ids::ExportId;
use storage::db::exports;

use super::ExportView;
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// How far an export of the caller's is.
#[utoipa::path(get, path = "/api/exports/{id}", tag = "exports", operation_id = "getLuotuStatus",
    params(("id" = Uuid, Path, description = "Its `uuid`")),
    responses((status = 200, body = ExportView), (status = 404, body = ProblemBody)))]
pub(super) async fn get(
    State(context): State<Context>,
    caller: Caller,
    Path(id): Path<ExportId>,
) -> Result<Json<ExportView>, Problem> {
    let mut db = context.connection().await?;
    let found = exports::find(&mut db, id, caller.id).await?;
    Ok(Json(found.ok_or_else(Problem::not_found)?.into()))
}

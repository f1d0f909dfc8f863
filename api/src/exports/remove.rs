//! `DELETE /api/exports/{uuid}`

use axum::extract::State;
use axum::http::StatusCode;
use domain::ids::ExportId;
use storage::db::exports;

use crate::caller::Caller;
use crate::context::Context;
use crate::json::Path;
use crate::problem::{Problem, ProblemBody};

/// Removes an export of the caller's with its file. One that is being made cannot be removed.
#[utoipa::path(delete, path = "/api/exports/{id}", tag = "exports", operation_id = "deleteExport",
    params(("id" = Uuid, Path, description = "The export's `uuid`")),
    responses((status = 204), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn remove(
    State(context): State<Context>,
    caller: Caller,
    Path(id): Path<ExportId>,
) -> Result<StatusCode, Problem> {
    let mut db = context.connection().await?;
    if exports::remove(&mut db, id, caller.id).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    match exports::find(&mut db, id, caller.id).await? {
        None => Err(Problem::not_found()),
        Some(_) => Err(Problem::conflict(
            "export_working",
            "导出正在进行，完成后才能删除！",
        )),
    }
}

//! `DELETE /api/searches/{id}`

use axum::extract::State;
use axum::http::StatusCode;
use domain::ids::SavedSearchId;
use storage::db::saved_searches;

use crate::caller::Caller;
use crate::context::Context;
use crate::json::Path;
use crate::problem::{Problem, ProblemBody};

/// Removes a search of one's own.
#[utoipa::path(delete, path = "/api/searches/{id}", tag = "bookmarks", operation_id = "deleteSearch",
    params(("id" = Uuid, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
pub(super) async fn remove(
    State(context): State<Context>,
    caller: Caller,
    Path(id): Path<SavedSearchId>,
) -> Result<StatusCode, Problem> {
    let mut db = context.connection().await?;
    if saved_searches::delete(&mut db, caller.id, id).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(Problem::not_found())
    }
}

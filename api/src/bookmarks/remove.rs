//! `DELETE /api/bookmarks/{id}`

use axum::extract::State;
use axum::http::StatusCode;
use domain::ids::BookmarkId;
use storage::db::bookmarks;

use crate::caller::Caller;
use crate::context::Context;
use crate::json::Path;
use crate::problem::{Problem, ProblemBody};

/// Removes a bookmark of one's own.
#[utoipa::path(delete, path = "/api/bookmarks/{id}", tag = "bookmarks", operation_id = "removeBookMark",
    params(("id" = Uuid, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
pub(super) async fn remove(
    State(context): State<Context>,
    caller: Caller,
    Path(id): Path<BookmarkId>,
) -> Result<StatusCode, Problem> {
    let mut db = context.connection().await?;
    if bookmarks::delete(&mut db, caller.id, id).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(Problem::not_found())
    }
}

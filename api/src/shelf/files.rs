//! `GET /api/shelf/files`

use axum::extract::State;
use storage::db::shelves;

use super::{ShelfFileView, own};
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, List, PageQuery, Query};
use crate::problem::{Problem, ProblemBody};

/// What lies on one's own shelf, the newest first.
#[utoipa::path(get, path = "/api/shelf/files", tag = "subscriptions", operation_id = "listShelfFiles",
    params(PageQuery),
    responses((status = 200, body = List<ShelfFileView>), (status = 404, body = ProblemBody)))]
pub(super) async fn list(
    State(context): State<Context>,
    caller: Caller,
    Query(query): Query<PageQuery>,
) -> Result<Json<List<ShelfFileView>>, Problem> {
    let mut db = context.connection().await?;
    own(&context, &mut db, caller.id).await?;
    let rows = shelves::list(&mut db, caller.id, context.now(), query.page()).await?;
    Ok(Json(List::from_rows(rows, Into::into)))
}

//! `GET /api/searches`

use axum::extract::State;
use storage::db::saved_searches;

use super::SavedSearch;
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, List};
use crate::problem::Problem;

/// One's own searches, newest first, all of them.
#[utoipa::path(get, path = "/api/searches", tag = "bookmarks", operation_id = "getSearches",
    responses((status = 200, body = List<SavedSearch>)))]
pub(super) async fn list(
    State(context): State<Context>,
    caller: Caller,
) -> Result<Json<List<SavedSearch>>, Problem> {
    let mut db = context.connection().await?;
    let rows = saved_searches::of_user(&mut db, caller.id).await?;
    let items: Vec<SavedSearch> = rows.into_iter().map(SavedSearch::from).collect();
    let total = i64::try_from(items.len()).unwrap_or(i64::MAX);
    Ok(Json(List { items, total }))
}

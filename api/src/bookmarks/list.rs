//! `GET /api/bookmarks`

use axum::extract::State;
use storage::db::bookmarks;

use super::Bookmark;
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, List};
use crate::problem::Problem;

/// One's own bookmarks, oldest first, all of them.
#[utoipa::path(get, path = "/api/bookmarks", tag = "bookmarks", operation_id = "listBookmark",
    responses((status = 200, body = List<Bookmark>)))]
pub(super) async fn list(
    State(context): State<Context>,
    caller: Caller,
) -> Result<Json<List<Bookmark>>, Problem> {
    let mut db = context.connection().await?;
    let rows = bookmarks::of_user(&mut db, caller.id).await?;
    let items: Vec<Bookmark> = rows.into_iter().map(Bookmark::from).collect();
    let total = i64::try_from(items.len()).unwrap_or(i64::MAX);
    Ok(Json(List { items, total }))
}

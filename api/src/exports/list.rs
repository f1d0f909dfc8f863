//! `GET /api/exports`

use axum::extract::State;
use storage::db::exports;

use super::ExportView;
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, List, PageQuery, Query};
use crate::problem::Problem;

/// The caller's exports, newest first. What is done or has failed is kept for a day.
#[utoipa::path(get, path = "/api/exports", tag = "exports", operation_id = "getExports", params(PageQuery),
    responses((status = 200, body = List<ExportView>)))]
pub(super) async fn list(
    State(context): State<Context>,
    caller: Caller,
    Query(page): Query<PageQuery>,
) -> Result<Json<List<ExportView>>, Problem> {
    let mut db = context.connection().await?;
    let found = exports::list(&mut db, caller.id, page.page()).await?;
    Ok(Json(List::from_rows(found, Into::into)))
}

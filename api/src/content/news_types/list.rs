//! `GET /api/content/news-types`

use axum::extract::State;
use storage::db::content::news_types;

use super::NewsTypeView;
use crate::context::Context;
use crate::json::{Json, List};
use crate::problem::Problem;

/// Every type of news, in order.
#[utoipa::path(get, path = "/api/content/news-types", tag = "content", operation_id = "getNewsTypes",
    responses((status = 200, body = List<NewsTypeView>)))]
pub(super) async fn list(
    State(context): State<Context>,
) -> Result<Json<List<NewsTypeView>>, Problem> {
    let mut db = context.connection().await?;
    let types = news_types::list(&mut db).await?;
    let types = types.into_iter().map(NewsTypeView::from);
    Ok(Json(List::whole(types.collect())))
}

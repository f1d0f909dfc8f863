//! `GET /api/news`

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use domain::ids::NewsTypeId;
use serde::Deserialize;
use storage::db::Page;
use storage::db::content::news::{self, NewsFilter};
use utoipa::IntoParams;
use uuid::Uuid;

use super::HeadlineView;
use crate::context::Context;
use crate::json::{List, Query};
use crate::problem::{Problem, ProblemBody};
use crate::public_answer;

/// Most articles of an answer: anybody may ask.
const LARGEST_PAGE: i64 = 100;

/// Filters of the articles.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(super) struct NewsQuery {
    /// Only articles of this type.
    #[serde(rename = "type")]
    #[param(rename = "type")]
    type_id: Option<Uuid>,
    /// Part of the title.
    q: Option<String>,
    /// 1-based.
    page: Option<i64>,
    /// Rows per page, at most 100.
    page_size: Option<i64>,
}

/// What can be read now: pinned articles first, then the newest.
#[utoipa::path(get, path = "/api/news", tag = "news", operation_id = "getNewsList", params(NewsQuery),
    responses((status = 200, body = List<HeadlineView>), (status = 304), (status = 400, body = ProblemBody)))]
pub(super) async fn list(
    State(context): State<Context>,
    Query(query): Query<NewsQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let part = query.q.map(|part| part.trim().to_owned());
    let filter = NewsFilter {
        type_id: query.type_id.map(NewsTypeId),
        state: None,
        part: part.filter(|part| !part.is_empty()),
    };
    let size = query.page_size.map(|size| size.min(LARGEST_PAGE));
    let mut db = context.connection().await?;
    let rows = news::visible(&mut db, &filter, Page::new(query.page, size)).await?;
    public_answer::json(&headers, &List::from_rows(rows, HeadlineView::from))
}

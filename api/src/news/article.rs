//! `GET /api/news/{id}`

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use domain::ids::NewsId;
use serde::Serialize;
use storage::db::content::news;
use utoipa::ToSchema;

use super::HeadlineView;
use crate::context::Context;
use crate::json::Path;
use crate::problem::{Problem, ProblemBody};
use crate::public_answer;

/// An article with its text.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Article {
    #[serde(flatten)]
    headline: HeadlineView,
    /// Markdown.
    body: String,
}

/// An article that can be read now.
#[utoipa::path(get, path = "/api/news/{id}", tag = "news", operation_id = "getNews",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = Article), (status = 304), (status = 404, body = ProblemBody)))]
pub(super) async fn article(
    State(context): State<Context>,
    Path(id): Path<NewsId>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let mut db = context.connection().await?;
    let found = news::visible_article(&mut db, id).await?;
    let (headline, body) = found.ok_or_else(Problem::not_found)?;
    let headline = headline.into();
    public_answer::json(&headers, &Article { headline, body })
}

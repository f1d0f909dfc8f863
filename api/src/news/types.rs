//! `GET /api/news/types`

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Serialize;
use storage::db::content::news_types;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::context::Context;
use crate::json::List;
use crate::problem::Problem;
use crate::public_answer;

/// A type of news.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct NewsKind {
    id: Uuid,
    name: String,
    /// Articles of it that can be read now.
    articles: i64,
}

/// The types of which there is something to read, in their order.
#[utoipa::path(get, path = "/api/news/types", tag = "news", operation_id = "getNewsKinds",
    responses((status = 200, body = List<NewsKind>), (status = 304)))]
pub(super) async fn types(
    State(context): State<Context>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let mut db = context.connection().await?;
    let types = news_types::list(&mut db).await?;
    let kinds = types.into_iter().filter(|one| one.visible > 0);
    let kinds = kinds.map(|one| NewsKind {
        id: one.id.0,
        name: one.name,
        articles: one.visible,
    });
    public_answer::json(&headers, &List::whole(kinds.collect()))
}

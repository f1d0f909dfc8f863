//! `GET /api/content/news/{id}`

use axum::extract::State;
use domain::ids::NewsId;
use storage::db::content::news;

use super::NewsView;
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// An article in whatever state, with its text.
#[utoipa::path(get, path = "/api/content/news/{id}", tag = "content", operation_id = "getWrittenArticle",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = NewsView), (status = 404, body = ProblemBody)))]
pub(super) async fn get(
    State(context): State<Context>,
    Path(id): Path<NewsId>,
) -> Result<Json<NewsView>, Problem> {
    let mut db = context.connection().await?;
    let found = news::find(&mut db, id).await?;
    Ok(Json(found.ok_or_else(Problem::not_found)?.into()))
}

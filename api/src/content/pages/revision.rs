//! `GET /api/content/pages/{page}/revisions/{revision}`

use axum::extract::State;
use domain::content::KEPT_REVISIONS;
use serde::Serialize;
use storage::db::content::pages;
use utoipa::ToSchema;

use crate::context::Context;
use crate::guide::page_named;
use crate::json::{Json, Path};
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};

/// What was saved of a page.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RevisionTexts {
    /// Markdown, in Chinese; null: the page's own text.
    #[schema(required)]
    zh: Option<String>,
    /// The same in English; null: as in Chinese.
    #[schema(required)]
    en: Option<String>,
}

/// The texts of a revision.
#[utoipa::path(get, path = "/api/content/pages/{page}/revisions/{revision}", tag = "content",
    operation_id = "getContentRevision",
    params(("page" = codes::ContentPage, Path), ("revision" = i64, Path)),
    responses((status = 200, body = RevisionTexts), (status = 404, body = ProblemBody)))]
pub(super) async fn revision(
    State(context): State<Context>,
    Path((name, revision)): Path<(String, i64)>,
) -> Result<Json<RevisionTexts>, Problem> {
    let page = page_named(&name)?;
    let mut db = context.connection().await?;
    let kept = pages::revisions(&mut db, page, KEPT_REVISIONS).await?;
    let found = kept.into_iter().find(|one| one.id == revision);
    let texts = found.ok_or_else(Problem::not_found)?.texts;
    let (zh, en) = texts.map_or((None, None), |texts| (Some(texts.zh), texts.en));
    Ok(Json(RevisionTexts { zh, en }))
}

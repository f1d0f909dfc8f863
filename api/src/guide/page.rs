//! `GET /api/guide/pages/{page}`

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Serialize;
use storage::db::content::pages;
use utoipa::ToSchema;

use super::page_named;
use crate::context::Context;
use crate::json::Path;
use crate::problem::{Problem, ProblemBody};
use crate::public_answer;

/// What stands in place of a page's own text.
#[derive(Debug, Serialize, ToSchema)]
struct GuidePageTexts {
    /// Markdown, in Chinese; null: the page's own text.
    #[schema(required)]
    zh: Option<String>,
    /// The same in English; null: as in Chinese.
    #[schema(required)]
    en: Option<String>,
}

/// What stands in place of a page's own text: userGuide, productIntro, offLineDisk, maintenance, contactUs.
#[utoipa::path(get, path = "/api/guide/pages/{page}", tag = "guide", operation_id = "getGuidePage",
    params(("page" = crate::orders::codes::ContentPage, Path)),
    responses((status = 200, body = GuidePageTexts), (status = 304), (status = 404, body = ProblemBody)))]
pub(super) async fn page(
    State(context): State<Context>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let page = page_named(&name)?;
    let mut db = context.connection().await?;
    let texts = pages::current(&mut db, page)
        .await?
        .and_then(|held| held.texts);
    let (zh, en) = texts.map_or((None, None), |texts| (Some(texts.zh), texts.en));
    public_answer::json(&headers, &GuidePageTexts { zh, en })
}

//! `GET /api/guide/video/captions/{language}`

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use domain::content::ContentLanguage;
use storage::db::content::video;

use crate::context::Context;
use crate::delivery::serve::no_file;
use crate::json::Path;
use crate::problem::{Problem, ProblemBody};
use crate::public_answer;

/// Captions of the guide's video, as `WebVTT`.
#[utoipa::path(get, path = "/api/guide/video/captions/{language}", tag = "guide", operation_id = "getGuideVideoCaptions",
    params(("language" = crate::orders::codes::ContentLanguage, Path)),
    responses((status = 200, content_type = "text/vtt"), (status = 304), (status = 404, body = ProblemBody)))]
pub(super) async fn captions(
    State(context): State<Context>,
    Path(language): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let language = ContentLanguage::parse(&language).ok_or_else(no_file)?;
    let mut db = context.connection().await?;
    let captions = video::captions(&mut db, language).await?;
    let captions = captions.ok_or_else(no_file)?;
    Ok(public_answer::text(
        &headers,
        "text/vtt; charset=utf-8",
        captions,
    ))
}

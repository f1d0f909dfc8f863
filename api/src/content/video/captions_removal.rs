//! `DELETE /api/content/video/captions/{language}`

use axum::extract::State;
use domain::content::ContentLanguage;

use super::super::editing::Editor;
use super::captions::set;
use super::view::GuideVideoState;
use crate::context::Context;
use crate::delivery::serve::no_file;
use crate::json::{Json, Path};
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};

/// Takes the captions in a language away from the video of the guide.
#[utoipa::path(delete, path = "/api/content/video/captions/{language}", tag = "content",
    operation_id = "deleteGuideVideoCaptions", params(("language" = codes::ContentLanguage, Path)),
    responses((status = 200, body = GuideVideoState), (status = 404, body = ProblemBody)))]
pub(super) async fn remove(
    State(context): State<Context>,
    editor: Editor,
    Path(language): Path<String>,
) -> Result<Json<GuideVideoState>, Problem> {
    let language = ContentLanguage::parse(&language).ok_or_else(no_file)?;
    let state = set(&context, &editor, language, None).await?;
    Ok(Json(state))
}

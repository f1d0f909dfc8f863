//! `DELETE /api/content/video`

use axum::extract::State;
use axum::http::StatusCode;
use domain::audit_log::{Publication, PublishingAction};
use storage::db::content::video;
use storage::db::handles;

use super::super::editing::{Changes, Editor};
use crate::context::Context;
use crate::delivery::serve::no_file;
use crate::problem::{Problem, ProblemBody};

/// Shows no video.
#[utoipa::path(delete, path = "/api/content/video", tag = "content", operation_id = "deleteGuideVideo",
    responses((status = 204), (status = 404, body = ProblemBody)))]
pub(super) async fn remove(
    State(context): State<Context>,
    editor: Editor,
) -> Result<StatusCode, Problem> {
    let mut tx = context.begin().await?;
    let name = video::remove(&mut tx).await?.ok_or_else(no_file)?;
    let done = (Publication::Video, PublishingAction::Remove);
    let changes = Changes::default().field("fileName", &name, "");
    editor
        .record((&context, &mut tx), done, ("", &name), &changes)
        .await?;
    handles::commit(tx).await?;
    Ok(StatusCode::NO_CONTENT)
}

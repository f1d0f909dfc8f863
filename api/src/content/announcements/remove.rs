//! `DELETE /api/content/announcements/{id}`

use axum::extract::State;
use axum::http::StatusCode;
use domain::audit_log::{Publication, PublishingAction};
use domain::ids::AnnouncementId;
use storage::db::content::announcements;
use storage::db::handles;

use super::super::editing::Editor;
use crate::context::Context;
use crate::json::Path;
use crate::problem::{Problem, ProblemBody};

/// Removes an announcement.
#[utoipa::path(delete, path = "/api/content/announcements/{id}", tag = "content", operation_id = "deleteAnnouncement",
    params(("id" = Uuid, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
pub(super) async fn remove(
    State(context): State<Context>,
    editor: Editor,
    Path(id): Path<AnnouncementId>,
) -> Result<StatusCode, Problem> {
    let mut tx = context.begin().await?;
    let found = announcements::find_locked(&mut tx, id).await?;
    let draft = found.ok_or_else(Problem::not_found)?.draft;
    let listed = announcements::list(&mut tx, false).await?;
    let at = listed.iter().position(|one| one.id == id);
    let at = at.map_or_else(String::new, |at| (at + 1).to_string());
    announcements::remove(&mut tx, id).await?;
    let done = (Publication::Announcement, PublishingAction::Remove);
    let changes = super::changes(None, &draft)
        .field("place", "", &at)
        .reversed();
    let subject = (&*id.to_string(), &*draft.title);
    editor
        .record((&context, &mut tx), done, subject, &changes)
        .await?;
    handles::commit(tx).await?;
    Ok(StatusCode::NO_CONTENT)
}

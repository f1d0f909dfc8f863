//! `DELETE /api/content/announcements/{id}`

use axum::extract::State;
use axum::http::StatusCode;
use domain::audit_log::{Publication, PublishingAction};
use domain::ids::AnnouncementId;
use storage::db::content::announcements;
use storage::db::handles;

use super::super::editing::{Changes, Editor};
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
    let removed = announcements::remove(&mut tx, id).await?;
    let (title, body) = removed.ok_or_else(Problem::not_found)?;
    let done = (Publication::Announcement, PublishingAction::Remove);
    let changes = Changes::default()
        .field("title", &title, "")
        .field("body", &body, "");
    let subject = (&*id.to_string(), &*title);
    editor
        .record((&context, &mut tx), done, subject, &changes)
        .await?;
    handles::commit(tx).await?;
    Ok(StatusCode::NO_CONTENT)
}

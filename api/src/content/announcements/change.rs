//! `PUT /api/content/announcements/{id}`

use axum::extract::State;
use domain::audit_log::{Publication, PublishingAction};
use domain::ids::AnnouncementId;
use serde::Deserialize;
use storage::db::content::announcements;
use storage::db::handles;
use texts::ProblemText;
use utoipa::ToSchema;

use super::super::editing::Editor;
use super::{AnnouncementForm, AnnouncementView};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// All fields of an announcement that the form changes.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct AnnouncementChange {
    #[serde(flatten)]
    form: AnnouncementForm,
    /// That was read: who writes over what somebody else has changed is told.
    version: i32,
}

/// Changes an announcement; who closed it sees it again.
#[utoipa::path(put, path = "/api/content/announcements/{id}", tag = "content", operation_id = "changeAnnouncement",
    params(("id" = Uuid, Path)), request_body = AnnouncementChange,
    responses((status = 200, body = AnnouncementView), (status = 400, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn change(
    State(context): State<Context>,
    editor: Editor,
    Path(id): Path<AnnouncementId>,
    Json(change): Json<AnnouncementChange>,
) -> Result<Json<AnnouncementView>, Problem> {
    let now = context.now();
    let (draft, pictures) = change.form.checked(now)?;
    let mut tx = context.begin().await?;
    let before = announcements::find_locked(&mut tx, id).await?;
    let before = before.ok_or_else(Problem::not_found)?;
    let (version, by) = (change.version, editor.caller.id);
    if !announcements::update(&mut tx, (id, version), &draft, by, now).await? {
        return Err(Problem::conflict(ProblemText::ContentChanged));
    }
    super::use_pictures(&mut tx, id, &pictures).await?;
    let after = announcements::find_locked(&mut tx, id).await?;
    let after = after.ok_or_else(Problem::internal)?;
    let done = (Publication::Announcement, PublishingAction::Change);
    let subject = (&*id.to_string(), &*after.draft.title);
    let changes = super::changes(Some(&before.draft), &after.draft);
    editor
        .record((&context, &mut tx), done, subject, &changes)
        .await?;
    handles::commit(tx).await?;
    Ok(Json(after.into()))
}

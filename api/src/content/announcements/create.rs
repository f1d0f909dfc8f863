//! `POST /api/content/announcements`

use axum::extract::State;
use axum::http::StatusCode;
use domain::audit_log::{Publication, PublishingAction};
use domain::content::MAX_ANNOUNCEMENTS;
use domain::ids::AnnouncementId;
use storage::db::content::announcements;
use storage::db::handles;
use texts::ProblemText;

use super::super::editing::Editor;
use super::{AnnouncementForm, AnnouncementView};
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};

/// Makes an announcement, the first in order.
#[utoipa::path(post, path = "/api/content/announcements", tag = "content", operation_id = "createAnnouncement",
    request_body = AnnouncementForm,
    responses((status = 201, body = AnnouncementView), (status = 400, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
pub(super) async fn create(
    State(context): State<Context>,
    editor: Editor,
    Json(form): Json<AnnouncementForm>,
) -> Result<(StatusCode, Json<AnnouncementView>), Problem> {
    let now = context.now();
    let (draft, pictures) = form.checked(now)?;
    let id = AnnouncementId::fresh();
    let mut tx = context.begin().await?;
    if !announcements::insert(&mut tx, id, &draft, editor.caller.id, now).await? {
        let most = MAX_ANNOUNCEMENTS;
        return Err(Problem::conflict(ProblemText::TooManyAnnouncements {
            most,
        }));
    }
    super::use_pictures(&mut tx, id, &pictures).await?;
    let made = announcements::find_locked(&mut tx, id).await?;
    let made = made.ok_or_else(Problem::internal)?;
    let done = (Publication::Announcement, PublishingAction::Create);
    let subject = (&*id.to_string(), &*made.draft.title);
    let changes = super::changes(None, &made.draft);
    editor
        .record((&context, &mut tx), done, subject, &changes)
        .await?;
    handles::commit(tx).await?;
    Ok((StatusCode::CREATED, Json(made.into())))
}

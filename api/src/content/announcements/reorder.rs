//! `PUT /api/content/announcements`

use axum::extract::State;
use axum::http::StatusCode;
use domain::audit_log::{Publication, PublishingAction};
use domain::ids::AnnouncementId;
use serde::Deserialize;
use storage::db::content::announcements;
use storage::db::handles;
use texts::ProblemText;
use utoipa::ToSchema;

use super::super::editing::{Changes, Editor};
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};

/// Every announcement, in the order wanted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AnnouncementOrder {
    #[schema(value_type = Vec<uuid::Uuid>)]
    ids: Vec<AnnouncementId>,
    /// The order that they had when whoever moves them read it. Where somebody else has moved one meanwhile, nothing is written
    /// (`content_changed`).
    #[schema(value_type = Vec<uuid::Uuid>)]
    ids_before: Vec<AnnouncementId>,
}

/// Puts the announcements into another order; 409 where these are not all of them, or somebody else has moved one
/// since they were read.
#[utoipa::path(put, path = "/api/content/announcements", tag = "content", operation_id = "reorderAnnouncements",
    request_body = AnnouncementOrder,
    responses((status = 204), (status = 400, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn reorder(
    State(context): State<Context>,
    editor: Editor,
    Json(order): Json<AnnouncementOrder>,
) -> Result<StatusCode, Problem> {
    let mut tx = context.begin().await?;
    let before = announcements::reorder(&mut tx, &order.ids, &order.ids_before).await?;
    let before = before.ok_or_else(|| Problem::conflict(ProblemText::ContentChanged))?;
    let after = announcements::list(&mut tx, false).await?;
    let after: Vec<_> = after.into_iter().map(|one| one.draft.title).collect();
    let done = (Publication::Announcement, PublishingAction::Reorder);
    let changes = Changes::default().field("order", &before.join(", "), &after.join(", "));
    editor
        .record((&context, &mut tx), done, ("", ""), &changes)
        .await?;
    handles::commit(tx).await?;
    Ok(StatusCode::NO_CONTENT)
}

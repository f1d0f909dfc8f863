//! `GET /api/content/announcements`

use axum::extract::State;
use storage::db::content::announcements;

use super::AnnouncementView;
use crate::context::Context;
use crate::json::{Json, List};
use crate::problem::Problem;

/// Every announcement, in order, those that are over too.
#[utoipa::path(get, path = "/api/content/announcements", tag = "content", operation_id = "getWrittenAnnouncements",
    responses((status = 200, body = List<AnnouncementView>)))]
pub(super) async fn list(
    State(context): State<Context>,
) -> Result<Json<List<AnnouncementView>>, Problem> {
    let mut db = context.connection().await?;
    let all = announcements::list(&mut db, false).await?;
    let all = all.into_iter().map(AnnouncementView::from);
    Ok(Json(List::whole(all.collect())))
}

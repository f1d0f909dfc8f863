//! `GET /api/announcements`: what passes in the header of the portal.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use chrono::{DateTime, Utc};
use domain::content::AnnouncementLevel;
use serde::Serialize;
use storage::db::content::announcements;
use utoipa::ToSchema;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::context::Context;
use crate::json::List;
use crate::orders::codes;
use crate::problem::Problem;
use crate::public_answer;
use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(RouteAccess::Public, routes!(current));
}

/// An announcement within its period.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CurrentAnnouncement {
    id: Uuid,
    /// Another one after each change: who closed it sees it again then.
    version: i32,
    title: String,
    /// Markdown.
    body: String,
    #[schema(value_type = codes::AnnouncementLevel)]
    level: AnnouncementLevel,
    /// Time from which it is shown; null: no start was set.
    #[schema(required)]
    from: Option<DateTime<Utc>>,
}

/// The announcements that are shown now, in their order.
#[utoipa::path(get, path = "/api/announcements", tag = "news", operation_id = "getAnnouncements",
    responses((status = 200, body = List<CurrentAnnouncement>), (status = 304)))]
async fn current(State(context): State<Context>, headers: HeaderMap) -> Result<Response, Problem> {
    let mut db = context.connection().await?;
    let current = announcements::list(&mut db, true).await?;
    let items = current.into_iter().map(|one| CurrentAnnouncement {
        id: one.id.0,
        version: one.version,
        title: one.draft.title,
        body: one.draft.body,
        level: one.draft.level,
        from: one.draft.from,
    });
    public_answer::json(&headers, &List::whole(items.collect()))
}

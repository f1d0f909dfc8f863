//! `GET /api/roles/{id}/events`

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::role::{RoleAction, RoleId};
use serde::Serialize;
use storage::db::role_events::{self, RoleEvent};
use utoipa::ToSchema;

use crate::context::Context;
use crate::json::{Json, List, PageQuery, Path, Query};
use crate::orders::codes;
use crate::problem::Problem;
use crate::users::FieldChangeView;

/// Something that happened to a role.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RoleEvent)]
#[serde(rename_all = "camelCase")]
pub(super) struct RoleEventView {
    /// One that a newer version has written is answered as it stands.
    #[schema(value_type = codes::RoleAction)]
    action: String,
    at: DateTime<Utc>,
    /// Login name of who did it; empty: the command line.
    by_login_name: String,
    /// Name of who did it, or empty.
    by_name: String,
    client_ip: String,
    changes: Vec<FieldChangeView>,
}

impl From<RoleEvent> for RoleEventView {
    fn from(event: RoleEvent) -> Self {
        Self {
            action: event.action.text(RoleAction::as_str).to_owned(),
            at: event.at,
            by_login_name: event.by_login_name,
            by_name: event.by_name,
            client_ip: event.client_ip,
            changes: event.changes.into_iter().map(Into::into).collect(),
        }
    }
}

/// What happened to a role, the newest first; of one that is gone too.
#[utoipa::path(get, path = "/api/roles/{id}/events", tag = "roles", operation_id = "getRoleEvents",
    params(("id" = String, Path), PageQuery), responses((status = 200, body = List<RoleEventView>)))]
pub(super) async fn list(
    State(context): State<Context>,
    Path(id): Path<RoleId>,
    Query(query): Query<PageQuery>,
) -> Result<Json<List<RoleEventView>>, Problem> {
    let mut db = context.connection().await?;
    let events = role_events::of_role(&mut db, &id, query.page()).await?;
    Ok(Json(List::from_rows(events, Into::into)))
}

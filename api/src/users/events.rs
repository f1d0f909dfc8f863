//! `GET /api/users/{id}/events`

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::account::AccountAction;
use domain::ids::UserId;
use serde::Serialize;
use storage::db::account_events::{self, AccountEvent, FieldChange};
use storage::db::users;
use utoipa::ToSchema;

use crate::context::Context;
use crate::json::{Json, List, PageQuery, Path, Query};
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};

/// A field that got another value.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = UserFieldChange)]
pub(crate) struct FieldChangeView {
    field: String,
    before: String,
    after: String,
}

impl From<FieldChange> for FieldChangeView {
    fn from(change: FieldChange) -> Self {
        Self {
            field: change.field,
            before: change.before,
            after: change.after,
        }
    }
}

/// Something that happened to an account.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = UserEvent)]
#[serde(rename_all = "camelCase")]
pub(super) struct UserEventView {
    /// One that a newer version has written is answered as it stands.
    #[schema(value_type = codes::AccountAction)]
    action: String,
    at: DateTime<Utc>,
    /// Login name of who did it; empty: the command line.
    by_login_name: String,
    /// Name of who did it, or empty.
    by_name: String,
    client_ip: String,
    /// Why, or empty.
    reason: String,
    changes: Vec<FieldChangeView>,
}

impl From<AccountEvent> for UserEventView {
    fn from(event: AccountEvent) -> Self {
        Self {
            action: event.action.text(AccountAction::as_str).to_owned(),
            at: event.at,
            by_login_name: event.by_login_name,
            by_name: event.by_name,
            client_ip: event.client_ip,
            reason: event.reason,
            changes: event.changes.into_iter().map(Into::into).collect(),
        }
    }
}

/// What happened to an account, the newest first.
#[utoipa::path(get, path = "/api/users/{id}/events", tag = "users", operation_id = "getUserEvents",
    params(("id" = Uuid, Path), PageQuery),
    responses((status = 200, body = List<UserEventView>), (status = 404, body = ProblemBody)))]
pub(super) async fn list(
    State(context): State<Context>,
    Path(id): Path<UserId>,
    Query(query): Query<PageQuery>,
) -> Result<Json<List<UserEventView>>, Problem> {
    let mut db = context.connection().await?;
    users::by_id(&mut db, id)
        .await?
        .ok_or_else(Problem::not_found)?;
    let events = account_events::of_user(&mut db, id, query.page()).await?;
    Ok(Json(List::from_rows(events, Into::into)))
}

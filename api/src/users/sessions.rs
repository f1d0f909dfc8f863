//! `GET` and `DELETE /api/users/{id}/sessions`, `DELETE /api/users/{id}/sessions/{session}`

use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use domain::ids::{SessionId, UserId};
use serde::Serialize;
use storage::db::sessions::{self, LiveSession};
use storage::db::users;
use storage::lifecycle::administration::{self, AccountChange};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, List, Path};
use crate::problem::{Problem, ProblemBody};

/// A session that lives.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Session)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SessionView {
    id: Uuid,
    begun_at: DateTime<Utc>,
    /// Time of the last request, to the minute.
    last_seen_at: DateTime<Utc>,
    /// When it ends however much it is used.
    expires_at: DateTime<Utc>,
    client_ip: String,
    /// The browser's name for itself.
    agent: String,
    /// Whether it is the one that asks.
    current: bool,
}

impl SessionView {
    pub(crate) fn new(session: LiveSession, current: Option<SessionId>) -> Self {
        Self {
            id: session.id.0,
            begun_at: session.begun,
            last_seen_at: session.last_seen,
            expires_at: session.expires,
            client_ip: session.client_ip,
            agent: session.agent,
            current: current == Some(session.id),
        }
    }
}

/// Sessions of a person that live, the last used first.
#[utoipa::path(get, path = "/api/users/{id}/sessions", tag = "users", operation_id = "getUserSessions",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = List<SessionView>), (status = 404, body = ProblemBody)))]
pub(super) async fn list(
    State(context): State<Context>,
    Path(id): Path<UserId>,
) -> Result<Json<List<SessionView>>, Problem> {
    let mut db = context.connection().await?;
    users::by_id(&mut db, id)
        .await?
        .ok_or_else(Problem::not_found)?;
    let live = sessions::of_user(&mut db, id, context.now()).await?;
    let show = |session| SessionView::new(session, None);
    Ok(Json(List::whole(live.into_iter().map(show).collect())))
}

/// Signs a person out everywhere: sessions, downloads and FTP sessions end.
#[utoipa::path(delete, path = "/api/users/{id}/sessions", tag = "users", operation_id = "endUserSessions",
    params(("id" = Uuid, Path)), responses((status = 204), (status = 404, body = ProblemBody)))]
pub(super) async fn end(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<UserId>,
) -> Result<StatusCode, Problem> {
    let (by, now) = (caller.by(&client), context.now());
    let changes = [AccountChange::EndSessions(None)];
    administration::change(&context.pool, &context.server_key, id, &changes, by, now).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends one session of a person; one that has ended already, or is another person's, stays as it is.
#[utoipa::path(delete, path = "/api/users/{id}/sessions/{session}", tag = "users", operation_id = "endUserSession",
    params(("id" = Uuid, Path), ("session" = Uuid, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
pub(super) async fn end_one(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path((id, session)): Path<(UserId, SessionId)>,
) -> Result<StatusCode, Problem> {
    let (by, now) = (caller.by(&client), context.now());
    let changes = [AccountChange::EndSessions(Some(session))];
    administration::change(&context.pool, &context.server_key, id, &changes, by, now).await?;
    Ok(StatusCode::NO_CONTENT)
}

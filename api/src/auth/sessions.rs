//! `GET /api/auth/sessions`, `DELETE /api/auth/sessions/{id}`

use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode};
use domain::ids::SessionId;
use storage::db::sessions;
use storage::lifecycle::administration::{self, AccountChange};

use crate::caller::{Caller, Client, presented_token};
use crate::context::Context;
use crate::json::{Json, List, Path};
use crate::problem::Problem;
use crate::users::SessionView;

/// One's own sessions that live, the last used first.
#[utoipa::path(get, path = "/api/auth/sessions", tag = "auth", operation_id = "getSessions",
    responses((status = 200, body = List<SessionView>)))]
pub(super) async fn list(
    State(context): State<Context>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Json<List<SessionView>>, Problem> {
    let token = presented_token(&Method::GET, &headers, context.settings.https);
    let current = token.map(|token| token.session());
    let mut db = context.connection().await?;
    let live = sessions::of_user(&mut db, caller.id, context.now()).await?;
    let show = |session| SessionView::new(session, current);
    Ok(Json(List::whole(live.into_iter().map(show).collect())))
}

/// Ends one of one's own sessions; one that has ended already, or is somebody else's, stays as it is.
#[utoipa::path(delete, path = "/api/auth/sessions/{id}", tag = "auth", operation_id = "endSession",
    params(("id" = Uuid, Path)), responses((status = 204)))]
pub(super) async fn end(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<SessionId>,
) -> Result<StatusCode, Problem> {
    let changes = [AccountChange::EndSessions(Some(id))];
    let (by, now) = (caller.by(&client), context.now());
    let (pool, key) = (&context.pool, &context.server_key);
    administration::change(pool, key, caller.id, &changes, by, now).await?;
    Ok(StatusCode::NO_CONTENT)
}

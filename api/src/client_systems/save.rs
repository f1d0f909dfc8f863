//! `GET /api/client-systems`, `POST`, and one of them

use axum::extract::State;
use axum::http::StatusCode;
use domain::calendar::china_day;
use domain::ids::UserId;
use storage::db::client_systems;
use storage::lifecycle::client_systems::ClientDesk;

use super::form::{NewSystemBody, SystemBody};
use super::view::SystemView;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, List, PageQuery, Path, Query};
use crate::problem::{Problem, ProblemBody};
use crate::system::configured;

pub(super) fn desk<'a>(
    context: &'a Context,
    caller: &Caller,
    client: &'a Client,
) -> ClientDesk<'a> {
    ClientDesk {
        pool: &context.pool,
        by: caller.by(client),
        now: context.now(),
    }
}

/// Client systems by name, with what they took today.
#[utoipa::path(get, path = "/api/client-systems", tag = "clientSystems", operation_id = "dataSyncDb", params(PageQuery),
    responses((status = 200, body = List<SystemView>)))]
pub(super) async fn list(
    State(context): State<Context>,
    Query(query): Query<PageQuery>,
) -> Result<Json<List<SystemView>>, Problem> {
    let mut db = context.connection().await?;
    let today = china_day(context.now());
    let rows = client_systems::list(&mut db, None, today, query.page()).await?;
    let policy = configured::current(&context).await.sign_in_policy();
    Ok(Json(List::from_rows(rows, |system| {
        SystemView::new(system, policy)
    })))
}

/// Makes a client system of an account, which then may have tokens.
#[utoipa::path(post, path = "/api/client-systems", tag = "clientSystems", operation_id = "createClientSystem",
    request_body = NewSystemBody,
    responses((status = 201, body = SystemView), (status = 400, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn create(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(body): Json<NewSystemBody>,
) -> Result<(StatusCode, Json<SystemView>), Problem> {
    let form = body.system.check()?;
    let desk = desk(&context, &caller, &client);
    let made = desk.create(body.login_name.trim(), &form).await?;
    let policy = configured::current(&context).await.sign_in_policy();
    Ok((StatusCode::CREATED, Json(SystemView::new(made, policy))))
}

/// Changes what a client system may take, and what is said about it.
#[utoipa::path(put, path = "/api/client-systems/{id}", tag = "clientSystems", operation_id = "changeClientSystem",
    params(("id" = Uuid, Path)), request_body = SystemBody,
    responses((status = 200, body = SystemView), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody)))]
pub(super) async fn change(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<UserId>,
    Json(body): Json<SystemBody>,
) -> Result<Json<SystemView>, Problem> {
    let form = body.check()?;
    let changed = desk(&context, &caller, &client).change(id, &form).await?;
    let policy = configured::current(&context).await.sign_in_policy();
    Ok(Json(SystemView::new(changed, policy)))
}

/// Removes a client system: its tokens are over at once. The account stays.
#[utoipa::path(delete, path = "/api/client-systems/{id}", tag = "clientSystems", operation_id = "removeClientSystem",
    params(("id" = Uuid, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
pub(super) async fn remove(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<UserId>,
) -> Result<StatusCode, Problem> {
    desk(&context, &caller, &client).remove(id).await?;
    Ok(StatusCode::NO_CONTENT)
}

//! `GET /api/receive-tasks`, `POST`, and one of them

use axum::extract::State;
use axum::http::StatusCode;
use domain::ids::ReceiveTaskId;
use domain::receive::ReceiveDefinition;
use serde::Deserialize;
use storage::db::Page;
use storage::db::receive_tasks::{self, TaskFilter};
use storage::lifecycle::receive_desk::ReceiveDesk;

use super::form::TaskBody;
use super::view::TaskView;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, List, Path, Query};
use crate::problem::{Problem, ProblemBody};
use utoipa::IntoParams;

pub(super) fn desk<'a>(
    context: &'a Context,
    caller: &Caller,
    client: &'a Client,
) -> ReceiveDesk<'a> {
    ReceiveDesk {
        pool: &context.pool,
        key: &context.server_key,
        by: caller.by(client),
        now: context.now(),
    }
}

/// What a task is now.
pub(super) async fn known(
    context: &Context,
    id: ReceiveTaskId,
) -> Result<ReceiveDefinition, Problem> {
    let mut db = context.connection().await?;
    let found = receive_tasks::find(&mut db, id).await?;
    Ok(found.ok_or_else(Problem::not_found)?.definition)
}

/// Filters of the tasks.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub(super) struct TasksQuery {
    /// Only those that copy from another installation, or only the others.
    synchronises: Option<bool>,
    /// 1-based.
    page: Option<i64>,
    /// Rows per page.
    page_size: Option<i64>,
}

/// Receive tasks, by name.
#[utoipa::path(get, path = "/api/receive-tasks", tag = "receiving", operation_id = "dataTask", params(TasksQuery),
    responses((status = 200, body = List<TaskView>)))]
pub(super) async fn list(
    State(context): State<Context>,
    Query(query): Query<TasksQuery>,
) -> Result<Json<List<TaskView>>, Problem> {
    let mut db = context.connection().await?;
    let filter = TaskFilter {
        id: None,
        is_peer: query.synchronises,
    };
    let page = Page::new(query.page, query.page_size);
    let rows = receive_tasks::list(&mut db, filter, page).await?;
    let now = context.now();
    Ok(Json(List::from_rows(rows, |task| TaskView::new(task, now))))
}

/// A receive task.
#[utoipa::path(get, path = "/api/receive-tasks/{id}", tag = "receiving", operation_id = "getReceiveTask",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = TaskView), (status = 404, body = ProblemBody)))]
pub(super) async fn get(
    State(context): State<Context>,
    Path(id): Path<ReceiveTaskId>,
) -> Result<Json<TaskView>, Problem> {
    let mut db = context.connection().await?;
    let found = receive_tasks::find(&mut db, id).await?;
    let task = found.ok_or_else(Problem::not_found)?;
    Ok(Json(TaskView::new(task, context.now())))
}

/// Makes a receive task, which runs at once. As all that is done to receive tasks, that is for who could grant everything.
#[utoipa::path(post, path = "/api/receive-tasks", tag = "receiving", operation_id = "createReceiveTask",
    request_body = TaskBody,
    responses((status = 201, body = TaskView), (status = 400, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn create(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(form): Json<TaskBody>,
) -> Result<(StatusCode, Json<TaskView>), Problem> {
    let form = form.check(None)?;
    let made = desk(&context, &caller, &client).create(&form).await?;
    let view = TaskView::new(made, context.now());
    Ok((StatusCode::CREATED, Json(view)))
}

/// Changes a receive task of which no run is under way. Another source begins from nothing.
#[utoipa::path(put, path = "/api/receive-tasks/{id}", tag = "receiving", operation_id = "changeReceiveTask",
    params(("id" = Uuid, Path)), request_body = TaskBody,
    responses((status = 200, body = TaskView), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
pub(super) async fn change(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<ReceiveTaskId>,
    Json(form): Json<TaskBody>,
) -> Result<Json<TaskView>, Problem> {
    let known = known(&context, id).await?;
    let form = form.check(Some(&known))?;
    let changed = desk(&context, &caller, &client).change(id, &form).await?;
    Ok(Json(TaskView::new(changed, context.now())))
}

/// Removes a receive task with its history. What it received stays.
#[utoipa::path(delete, path = "/api/receive-tasks/{id}", tag = "receiving", operation_id = "removeReceiveTask",
    params(("id" = Uuid, Path)),
    responses((status = 204), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn remove(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<ReceiveTaskId>,
) -> Result<StatusCode, Problem> {
    desk(&context, &caller, &client).remove(id).await?;
    Ok(StatusCode::NO_CONTENT)
}

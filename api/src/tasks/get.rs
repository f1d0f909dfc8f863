//! `GET /api/tasks/{id}`

use axum::extract::State;
use domain::ids::TaskId;
use domain::order::state::OrderState;
use domain::wait::task_waits;
use serde::Serialize;
use storage::db::task_listing;
use storage::db::waits::{self, WaitSubject};
use utoipa::ToSchema;

use super::answer::{ListedTaskView, hide};
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, Path};
use crate::orders::waits::{Reading, WaitView, are_objects_away};
use crate::problem::{Problem, ProblemBody};
use crate::task_sight::TaskSight;

/// A task, and why it waits.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TaskDetail {
    task: ListedTaskView,
    /// All reasons together; empty: it does not wait.
    waits: Vec<WaitView>,
}

/// A task with every reason for which it waits.
#[utoipa::path(get, path = "/api/tasks/{id}", tag = "operations", operation_id = "getTask",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = TaskDetail), (status = 404, body = ProblemBody)))]
pub(super) async fn get(
    State(context): State<Context>,
    caller: Caller,
    Path(id): Path<TaskId>,
) -> Result<Json<TaskDetail>, Problem> {
    // Before a connection is held: it takes one of its own.
    let objects_away = are_objects_away(&context).await;
    let mut db = context.connection().await?;
    let found = task_listing::find(&mut db, id).await?;
    let mut task = found.ok_or_else(Problem::not_found)?;
    let sight = TaskSight::for_tasks((&context, &caller), &mut db, &[id]).await?;
    hide(std::slice::from_mut(&mut task), &sight);
    let mut facts = waits::facts(&mut db, WaitSubject::Task(id)).await?;
    facts.crew.objects_away = objects_away;
    let owner = task.person.as_ref().map(|(owner, ..)| *owner);
    let state = task
        .order_state
        .and_then(|code| OrderState::try_from(code).ok());
    let order = task.order.as_ref().map(|(id, _)| *id).zip(state);
    let reading = Reading::new(&mut db, &caller, owner, order).await?;
    let groups = facts.groups.iter();
    let waits: Vec<_> = groups.flat_map(|it| task_waits(it, &facts.crew)).collect();
    Ok(Json(TaskDetail {
        waits: waits.iter().map(|wait| reading.view(wait)).collect(),
        task: task.into(),
    }))
}

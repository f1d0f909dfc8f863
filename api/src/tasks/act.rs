//! `POST /api/tasks/act`

use axum::extract::State;
use domain::steering::TaskAct;
use serde::{Deserialize, Serialize};
use storage::lifecycle::steering::{self, TaskSteering};
use utoipa::ToSchema;

use super::filter::TaskFilterQuery;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::Json;
use crate::orders::{codes, priority};
use crate::problem::{Problem, ProblemBody};

/// An act, and the tasks that it is for.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct TaskActRequest {
    #[schema(value_type = codes::TaskActWord)]
    act: TaskAct,
    /// 0 to 100, of `set_priority`.
    #[schema(minimum = 0, maximum = 100)]
    #[serde(default)]
    priority: i64,
    filter: TaskFilterQuery,
}

/// How many tasks the act changed.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TaskActResult {
    /// Tasks that were touched.
    tasks: u64,
    /// Number of orders that the tasks belong to.
    orders: u64,
    /// Orders that refused: they changed meanwhile, are the caller's own, or hold what their applicant may not see any more and
    /// is to be tried again.
    refused: u64,
    /// Whether tasks of more orders match than one act touches: it may be done again.
    more: bool,
}

/// Pauses, resumes, tries again, cancels or moves every task that matches, as far as that can be done to it. Cancelling
/// cannot be undone: the task's scene has failed then.
#[utoipa::path(post, path = "/api/tasks/act", tag = "operations", operation_id = "actOnTasks",
    request_body = TaskActRequest,
    responses((status = 200, body = TaskActResult), (status = 400, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn act(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(request): Json<TaskActRequest>,
) -> Result<Json<TaskActResult>, Problem> {
    let steering = TaskSteering {
        act: request.act,
        priority: priority::checked("priority", request.priority)?,
    };
    let (by, now) = (caller.by(&client), context.now());
    let filter = request.filter.into();
    let steered = steering::steer(&context.pool, &filter, steering, by, now).await?;
    Ok(Json(TaskActResult {
        tasks: steered.tasks,
        orders: steered.orders,
        refused: steered.refused,
        more: steered.more,
    }))
}

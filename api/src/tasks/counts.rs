//! `GET /api/tasks/counts`

use axum::extract::State;
use serde::Serialize;
use storage::db::task_listing::{self, TaskCounts};
use utoipa::ToSchema;

use super::filter::TaskFilterQuery;
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, Query};
use crate::problem::{Problem, ProblemBody};

/// How many tasks match, and how many of them each act would touch.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TaskCounts)]
#[serde(rename_all = "camelCase")]
pub(super) struct TaskCountsView {
    total: i64,
    pause: i64,
    resume: i64,
    retry: i64,
    cancel: i64,
    set_priority: i64,
}

impl From<TaskCounts> for TaskCountsView {
    fn from(counts: TaskCounts) -> Self {
        Self {
            total: counts.total,
            pause: counts.pause,
            resume: counts.resume,
            retry: counts.retry,
            cancel: counts.cancel,
            set_priority: counts.set_priority,
        }
    }
}

/// How many tasks match, and how many of them the caller could pause, resume, try again, cancel or move in the queue: what
/// `POST /api/tasks/act` would touch at this moment.
#[utoipa::path(get, path = "/api/tasks/counts", tag = "operations", operation_id = "countTasks",
    params(TaskFilterQuery),
    responses((status = 200, body = TaskCountsView), (status = 400, body = ProblemBody)))]
pub(super) async fn counts(
    State(context): State<Context>,
    caller: Caller,
    Query(filter): Query<TaskFilterQuery>,
) -> Result<Json<TaskCountsView>, Problem> {
    let mut db = context.connection().await?;
    let counts = task_listing::counts(&mut db, &filter.into(), caller.id).await?;
    Ok(Json(counts.into()))
}

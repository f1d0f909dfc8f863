//! `GET /api/tasks`

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::ids::TaskId;
use serde::{Deserialize, Serialize};
use storage::db::task_listing;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::answer::{ListedTaskView, hide};
use super::filter::TaskFilterQuery;
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, Query};
use crate::problem::{Problem, ProblemBody};
use crate::task_sight::TaskSight;

/// Tasks on a page.
const PAGE: usize = 50;

/// Cursor and size of the page.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(super) struct TaskPageQuery {
    /// `at` of `next` of the page before.
    before: Option<DateTime<Utc>>,
    /// `id` of `next` of the page before.
    #[param(value_type = Option<Uuid>)]
    before_id: Option<TaskId>,
}

/// The last task of a page: the next page begins behind it.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TaskCursor {
    at: DateTime<Utc>,
    id: Uuid,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TaskPage {
    items: Vec<ListedTaskView>,
    /// Where older ones begin; null: there are none.
    #[schema(required)]
    next: Option<TaskCursor>,
}

/// Tasks of the workers, the newest first.
#[utoipa::path(get, path = "/api/tasks", tag = "operations", operation_id = "listTasks",
    params(TaskFilterQuery, TaskPageQuery),
    responses((status = 200, body = TaskPage), (status = 400, body = ProblemBody)))]
pub(super) async fn list(
    State(context): State<Context>,
    caller: Caller,
    Query(filter): Query<TaskFilterQuery>,
    Query(page): Query<TaskPageQuery>,
) -> Result<Json<TaskPage>, Problem> {
    let mut db = context.connection().await?;
    let after = page.before.zip(page.before_id);
    // One more than is answered: whether there are older ones.
    let limit = i64::try_from(PAGE + 1).unwrap_or(i64::MAX);
    let mut tasks = task_listing::page(&mut db, &filter.into(), after, limit).await?;
    let has_older = tasks.len() > PAGE;
    tasks.truncate(PAGE);
    let ids: Vec<TaskId> = tasks.iter().map(|task| task.id).collect();
    let sight = TaskSight::for_tasks((&context, &caller), &mut db, &ids).await?;
    hide(&mut tasks, &sight);
    let last = tasks.last().filter(|_| has_older);
    let next = last.map(|task| TaskCursor {
        at: task.created_at,
        id: task.id.0,
    });
    Ok(Json(TaskPage {
        items: tasks.into_iter().map(Into::into).collect(),
        next,
    }))
}

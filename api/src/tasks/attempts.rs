//! `GET /api/orders/{id}/attempts`: one order as a chart of its tasks over time.

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::attempt::AttemptOutcome;
use domain::ids::{OrderId, TaskId};
use domain::task::{ListedKind, TaskKind};
use serde::{Deserialize, Serialize};
use storage::db::orders;
use storage::db::task_attempts::{self, KindAttempts, LaneFilter, TaskAttempt, TaskLane};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, PageQuery, Path, Query};
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};
use crate::task_sight::TaskSight;

/// Which tasks of the order.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(super) struct LaneQuery {
    /// Only tasks of this kind.
    #[param(value_type = Option<codes::TaskKindWord>, inline)]
    kind: Option<TaskKind>,
    /// Only those of which an attempt ended without a result.
    troubled: bool,
}

/// Every attempt at the tasks of an order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OrderAttempts {
    /// The moment.
    at: DateTime<Utc>,
    ordername: String,
    /// All attempts by kind, in the order in which they began.
    kinds: Vec<KindAttemptsView>,
    /// A page of the tasks that match, the one first that might begin first.
    items: Vec<TaskLaneView>,
    /// Tasks on all pages.
    total: i64,
}

/// The attempts at tasks of one kind.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct KindAttemptsView {
    #[schema(value_type = codes::ListedKindWord)]
    kind: ListedKind,
    tasks: i64,
    /// Attempts that have begun.
    attempts: i64,
    /// Attempts that ended without a result.
    without_result: i64,
    /// When the first of them might begin.
    ready_at: DateTime<Utc>,
    /// When a worker took the first; null: none did.
    #[schema(required)]
    started_at: Option<DateTime<Utc>>,
    /// When the last was over; null: one is not.
    #[schema(required)]
    ended_at: Option<DateTime<Utc>>,
    /// Seconds that attempts waited to be taken, together.
    waited_seconds: i64,
    /// Seconds that workers were at them, together.
    worked_seconds: i64,
    /// Bytes that the attempts moved.
    bytes: i64,
}

/// The attempts at one task.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TaskLaneView {
    task: Uuid,
    #[schema(value_type = codes::ListedKindWord)]
    kind: ListedKind,
    /// Name of its scene, when it is about one that whoever asks may see.
    #[schema(required)]
    scene: Option<String>,
    /// How often it was tried, or is about to be.
    tries: i64,
    /// The fifty newest of them, the oldest first; the last may be to come.
    attempts: Vec<AttemptView>,
}

/// An attempt at a task. From `readyAt` it waits for its turn, from `releasedAt` for a slot, from `startedAt` it is at work; what lies
/// between its end and `readyAt` of the next is the pause before it is tried again.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TaskAttempt)]
#[serde(rename_all = "camelCase")]
struct AttemptView {
    attempt: i32,
    /// Name of the worker process; empty: nobody took it yet.
    worker: String,
    ready_at: DateTime<Utc>,
    #[schema(required)]
    released_at: Option<DateTime<Utc>>,
    #[schema(required)]
    started_at: Option<DateTime<Utc>>,
    #[schema(required)]
    ended_at: Option<DateTime<Utc>>,
    /// Null: it is not over.
    #[schema(required, value_type = Option<codes::AttemptOutcomeWord>)]
    outcome: Option<AttemptOutcome>,
    /// Class of the failure.
    #[schema(required, value_type = Option<codes::ErrorClassWord>)]
    error_class: Option<String>,
    /// Bytes that the attempt moved.
    bytes: i64,
}

impl From<KindAttempts> for KindAttemptsView {
    fn from(all: KindAttempts) -> Self {
        Self {
            kind: all.kind,
            tasks: all.tasks,
            attempts: all.attempts,
            without_result: all.without_result,
            ready_at: all.ready_at,
            started_at: all.started_at,
            ended_at: all.ended_at,
            waited_seconds: all.waited_seconds,
            worked_seconds: all.worked_seconds,
            bytes: all.bytes,
        }
    }
}

impl From<TaskLane> for TaskLaneView {
    fn from(lane: TaskLane) -> Self {
        Self {
            task: lane.task.0,
            kind: lane.kind,
            scene: lane.scene,
            tries: lane.tries,
            attempts: lane.attempts.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<TaskAttempt> for AttemptView {
    fn from(one: TaskAttempt) -> Self {
        Self {
            attempt: one.attempt,
            worker: one.worker,
            ready_at: one.ready_at,
            released_at: one.released_at,
            started_at: one.started_at,
            ended_at: one.ended_at,
            outcome: one.outcome,
            error_class: one.error_class,
            bytes: one.bytes,
        }
    }
}

/// Every attempt at the tasks of an order: when each waited, was at work and ended, and how. Attempts are kept for a year.
#[utoipa::path(get, path = "/api/orders/{id}/attempts", tag = "operations", operation_id = "getOrderAttempts",
    params(("id" = Uuid, Path), LaneQuery, PageQuery),
    responses((status = 200, body = OrderAttempts), (status = 404, body = ProblemBody)))]
pub(super) async fn attempts(
    State(context): State<Context>,
    caller: Caller,
    Path(id): Path<OrderId>,
    Query(lanes): Query<LaneQuery>,
    Query(page): Query<PageQuery>,
) -> Result<Json<OrderAttempts>, Problem> {
    let filter = LaneFilter {
        kind: lanes.kind,
        troubled: lanes.troubled,
    };
    let mut db = context.connection().await?;
    let order = orders::find(&mut db, id).await?;
    let order = order.ok_or_else(Problem::not_found)?;
    let kinds = task_attempts::by_kind(&mut db, id).await?;
    let (mut items, total) = task_attempts::lanes(&mut db, id, filter, page.page()).await?;
    let ids: Vec<TaskId> = items.iter().map(|lane| lane.task).collect();
    let sight = TaskSight::for_tasks((&context, &caller), &mut db, &ids).await?;
    for lane in items.iter_mut().filter(|lane| !sight.shows(lane.task)) {
        lane.scene = None;
    }
    Ok(Json(OrderAttempts {
        at: context.now(),
        ordername: order.number.to_string(),
        kinds: kinds.into_iter().map(Into::into).collect(),
        items: items.into_iter().map(Into::into).collect(),
        total,
    }))
}

//! What is answered.

use chrono::{DateTime, Utc};
use domain::ids::{OrderId, UserId};
use domain::task::ListedKind;
use domain::task_state::TaskState;
use serde::Serialize;
use storage::db::task_listing::ListedTask;
use texts::Detail;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::message::MessageBody;
use crate::monitor::OrderName;
use crate::orders::codes;
use crate::task_sight::TaskSight;

/// The person whose order or export the task belongs to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TaskPerson {
    id: Uuid,
    login_name: String,
    user_name: String,
}

/// What a task failed of last.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TaskError {
    /// Class of the error.
    #[schema(value_type = codes::ErrorClassWord)]
    class: String,
    /// What it says, in Chinese; empty: nothing but its class, or whoever asks may not see what it may name.
    text: String,
    /// The same as a code with parameters; null: words of a system.
    #[schema(required)]
    message: Option<MessageBody>,
}

impl TaskError {
    pub(super) fn new(class: String, error: Option<Detail>) -> Self {
        Self {
            class,
            text: error.as_ref().map(Detail::chinese).unwrap_or_default(),
            message: error.and_then(MessageBody::from_detail),
        }
    }
}

/// Who keeps a task from being begun.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TaskPause {
    by: String,
    at: DateTime<Utc>,
}

/// A task of the workers.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ListedTask)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListedTaskView {
    id: Uuid,
    #[schema(value_type = codes::ListedKindWord)]
    kind: ListedKind,
    #[schema(value_type = codes::TaskStateWord)]
    state: TaskState,
    /// Its order; exports and pictures have none.
    #[schema(required)]
    order: Option<OrderName>,
    /// Name of its scene, when it is about one that whoever asks may see.
    #[schema(required)]
    scene: Option<String>,
    /// Whose it is; pictures are nobody's.
    #[schema(required)]
    person: Option<TaskPerson>,
    /// More is sooner.
    priority: i32,
    /// How often it was claimed.
    attempt: i32,
    /// How often it failed with a reason.
    failures: i32,
    /// How often a worker that stopped gave it back.
    handed_back: i32,
    /// Name of the worker that runs the task.
    #[schema(required)]
    worker: Option<String>,
    created_at: DateTime<Utc>,
    /// Start of the first attempt.
    #[schema(required)]
    started_at: Option<DateTime<Utc>>,
    /// When the task entered its state.
    state_since: DateTime<Utc>,
    /// It does not begin before.
    run_after: DateTime<Utc>,
    #[schema(required)]
    paused: Option<TaskPause>,
    #[schema(required)]
    error: Option<TaskError>,
    /// On which host its scene lies.
    #[schema(required)]
    source: Option<String>,
    /// Whether it ended for good and waits for somebody to decide.
    unresolved: bool,
    bytes_done: i64,
    /// 0: unknown.
    bytes_all: i64,
}

/// Removes scene and error text from tasks of scenes the caller may not see; the error class stays, as it names no file.
pub(super) fn hide(tasks: &mut [ListedTask], sight: &TaskSight) {
    for task in tasks.iter_mut().filter(|task| !sight.shows(task.id)) {
        task.scene = None;
        task.error = None;
    }
}

impl From<ListedTask> for ListedTaskView {
    fn from(task: ListedTask) -> Self {
        let error = task.error;
        Self {
            id: task.id.0,
            kind: task.kind,
            state: task.state,
            order: task.order.map(order_name),
            scene: task.scene,
            person: task.person.map(person),
            priority: task.priority,
            attempt: task.attempt,
            failures: task.failures,
            handed_back: task.handed_back,
            worker: task.worker,
            created_at: task.created_at,
            started_at: task.started_at,
            state_since: task.state_since,
            run_after: task.run_after,
            paused: task.pause.map(|(by, at)| TaskPause { by, at }),
            error: task.class.map(|class| TaskError::new(class, error)),
            source: task.source,
            unresolved: task.unresolved,
            bytes_done: task.bytes_done,
            bytes_all: task.bytes_all,
        }
    }
}

pub(super) fn order_name((id, number): (OrderId, String)) -> OrderName {
    OrderName {
        id: id.0,
        ordername: number,
    }
}

fn person((id, login_name, user_name): (UserId, String, String)) -> TaskPerson {
    TaskPerson {
        id: id.0,
        login_name,
        user_name,
    }
}

//! Tasks as operators see them: any filter, page after page, and what failed by what it failed of.

use chrono::{DateTime, Utc};
use domain::ids::{ExportId, OrderId, TaskId, UserId};
use domain::task::{ListedKind, TaskKind};
use domain::task_state::TaskState;
use sqlx::PgConnection;
use sqlx::types::Json;
use texts::Detail;

use super::containing;
use super::detail::detail_of;
use super::waits::state;
use crate::StorageError;

mod counts;
mod failures;

pub use counts::{MAX_ORDERS, OrderTasks, TaskCounts, counts, counts_by_order};
pub use failures::{FailureExample, FailureGroup, MAX_GROUPS, failures};

/// Which tasks; `None` and empty filter nothing.
#[derive(Debug, Clone, Default)]
pub struct TaskFilter {
    /// Only tasks with these ids.
    pub ids: Vec<TaskId>,
    /// Only tasks in these states.
    pub states: Vec<TaskState>,
    /// Only tasks of this kind.
    pub kind: Option<TaskKind>,
    /// Only tasks of this order.
    pub order: Option<OrderId>,
    /// Part of the order number.
    pub number: Option<String>,
    /// Part of the login name or the name of the person whose they are.
    pub person: Option<String>,
    /// Only with this class of their last error: its word.
    pub class: Option<String>,
    /// Only with this code of their last error.
    pub code: Option<String>,
    /// Only tasks that this worker runs.
    pub worker: Option<String>,
    /// Only of scenes of this source.
    pub source: Option<String>,
    /// Only paused ones, or only those that are not.
    pub paused: Option<bool>,
    /// Only those that ended for good and wait for somebody to decide, or only the others.
    pub unresolved: Option<bool>,
}

impl TaskFilter {
    fn ids(&self) -> Vec<uuid::Uuid> {
        self.ids.iter().map(|id| id.0).collect()
    }

    fn states(&self) -> Vec<String> {
        let words = self.states.iter().map(|state| state.as_str().to_owned());
        words.collect()
    }
}

/// Where a page begins: behind this task.
pub type TaskPosition = (DateTime<Utc>, TaskId);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedTask {
    pub id: TaskId,
    pub kind: ListedKind,
    pub state: TaskState,
    /// For which order, and its number.
    pub order: Option<(OrderId, String)>,
    /// The code of its order's state.
    pub order_state: Option<i16>,
    pub export: Option<ExportId>,
    /// Name of the scene.
    pub scene: Option<String>,
    /// Whose it is: id, login name and name.
    pub person: Option<(UserId, String, String)>,
    /// More is sooner.
    pub priority: i32,
    /// How often it was claimed.
    pub attempt: i32,
    /// How often it failed with a reason.
    pub failures: i32,
    /// How often a stopping worker gave it back.
    pub handed_back: i32,
    /// Name of the worker process that runs it.
    pub worker: Option<String>,
    /// When the task was created.
    pub created_at: DateTime<Utc>,
    /// When it was claimed first.
    pub started_at: Option<DateTime<Utc>>,
    /// When the task entered its state.
    pub state_since: DateTime<Utc>,
    /// Before when it may not begin.
    pub run_after: DateTime<Utc>,
    /// Who paused it, and when.
    pub pause: Option<(String, DateTime<Utc>)>,
    /// Class of its last error.
    pub class: Option<String>,
    /// Error of the last attempt.
    pub error: Option<Detail>,
    /// On which host its scene lies.
    pub source: Option<String>,
    /// Whether it ended for good and waits for somebody to decide.
    pub unresolved: bool,
    /// Bytes moved so far.
    pub bytes_done: i64,
    /// Bytes there are to do; 0: unknown.
    pub bytes_all: i64,
}

/// The newest tasks that match, behind `after`.
pub async fn page(
    db: &mut PgConnection,
    filter: &TaskFilter,
    after: Option<TaskPosition>,
    limit: i64,
) -> Result<Vec<ListedTask>, StorageError> {
    let (after_at, after_id) = after.unzip();
    let rows = sqlx::query!(
        "SELECT t.id AS \"id!\", t.kind AS \"kind!\", t.state AS \"state!\", t.order_id, t.ordername AS \"ordername?\", \
         t.order_state AS \"order_state?\", t.export_id, t.scene AS \"scene?\", t.user_id, t.login_name AS \"login_name?\", \
         t.user_name AS \"user_name?\", t.priority AS \"priority!\", t.attempt AS \"attempt!\", t.failures AS \"failures!\", \
         t.handed_back AS \"handed_back!\", t.worker, t.created_at AS \"created_at!\", t.started_at, \
         t.state_since AS \"state_since!\", t.run_after AS \"run_after!\", t.paused_at, t.paused_by AS \"paused_by?\", \
         t.error_class, t.error_text, t.error_detail AS \"error_detail?: Json<Detail>\", t.source AS \"source?\", \
         t.unresolved AS \"unresolved!\", t.bytes_done AS \"bytes_done!\", t.bytes_all AS \"bytes_all!\" \
         FROM task_listing t \
         WHERE (cardinality($1::uuid[]) = 0 OR t.id = ANY($1)) AND (cardinality($2::text[]) = 0 OR t.state = ANY($2)) \
         AND ($3::text IS NULL OR t.kind = $3) AND ($4::uuid IS NULL OR t.order_id = $4) \
         AND ($5::text IS NULL OR t.ordername ILIKE $5) \
         AND ($6::text IS NULL OR t.login_name ILIKE $6 OR t.user_name ILIKE $6) \
         AND ($7::text IS NULL OR t.error_class = $7) AND ($8::text IS NULL OR t.error_code = $8) \
         AND ($9::text IS NULL OR t.worker = $9) AND ($10::text IS NULL OR t.source = $10) \
         AND ($11::bool IS NULL OR $11 = (t.paused_at IS NOT NULL)) AND ($12::bool IS NULL OR $12 = t.unresolved) \
         AND ($13::timestamptz IS NULL OR (t.created_at, t.id) < ($13, $14::uuid)) \
         ORDER BY t.created_at DESC, t.id DESC LIMIT $15",
        &filter.ids()[..],
        &filter.states()[..],
        filter.kind.map(TaskKind::as_str),
        filter.order.map(|order| order.0),
        filter.number.as_deref().map(containing),
        filter.person.as_deref().map(containing),
        filter.class,
        filter.code,
        filter.worker,
        filter.source,
        filter.paused,
        filter.unresolved,
        after_at,
        after_id.map(|id| id.0),
        limit
    )
    .fetch_all(db)
    .await?;
    rows.into_iter()
        .map(|row| {
            let names = row.login_name.zip(row.user_name);
            let person = row.user_id.map(UserId).zip(names);
            let error = row.error_text.zip(row.error_detail);
            Ok(ListedTask {
                id: TaskId(row.id),
                kind: ListedKind::parse(&row.kind),
                state: state(row.state)?,
                order: row.order_id.map(OrderId).zip(row.ordername),
                order_state: row.order_state,
                export: row.export_id.map(ExportId),
                scene: row.scene,
                person: person.map(|(id, (login, name))| (id, login, name)),
                priority: row.priority,
                attempt: row.attempt,
                failures: row.failures,
                handed_back: row.handed_back,
                worker: row.worker,
                created_at: row.created_at,
                started_at: row.started_at,
                state_since: row.state_since,
                run_after: row.run_after,
                pause: row.paused_by.zip(row.paused_at),
                class: row.error_class,
                error: error.map(|(text, detail)| detail_of(text, Some(detail))),
                source: row.source,
                unresolved: row.unresolved,
                bytes_done: row.bytes_done,
                bytes_all: row.bytes_all,
            })
        })
        .collect()
}

/// A task by its id.
pub async fn find(db: &mut PgConnection, id: TaskId) -> Result<Option<ListedTask>, StorageError> {
    let filter = TaskFilter {
        ids: vec![id],
        ..TaskFilter::default()
    };
    Ok(page(db, &filter, None, 1).await?.pop())
}

//! Receive tasks: sources that scenes come in from by themselves.

use chrono::{DateTime, Utc};
use domain::ids::{ReceiveRunId, ReceiveTaskId};
use domain::push_target::Breaker;
use domain::receive::{
    ReceiveDefinition, ReceiveStanding, ReceiveState, RunState, Schedule, SourceKind,
};
use domain::task::ErrorClass;
use serde_json::Value;
use sqlx::PgConnection;
use sqlx::types::Json;
use texts::{Detail, Message};
use uuid::Uuid;

use super::{Listing, Page};
use crate::StorageError;

mod secret;
mod writing;

pub use secret::{seal_secret, sealed_secret, secret};
pub use writing::{TaskChange, delete, insert, set_state, start_over, update};

/// A receive task as it is read.
#[derive(Debug, Clone, PartialEq)]
pub struct ReceiveTask {
    pub id: ReceiveTaskId,
    pub name: String,
    /// Source, and how scenes are read from it.
    pub definition: ReceiveDefinition,
    /// Schedule of its runs.
    pub schedule: Schedule,
    /// The schedule's five fields, where it is one of cron.
    pub cron: Option<String>,
    /// Whether it is to run.
    pub state: ReceiveState,
    /// When it runs next, unless it is paused.
    pub next_run: DateTime<Utc>,
    /// Whether its source works.
    pub breaker: Breaker,
    /// Why its source last failed; `None`: it works.
    pub failure: Option<(String, Detail)>,
    /// Of an API: the moment of change up to which everything was received.
    pub updated_until: Option<DateTime<Utc>>,
    /// Name of who made it; empty: the command line.
    pub created_by: String,
    pub created: DateTime<Utc>,
    /// Its run that is under way.
    pub live_run: Option<ReceiveRunId>,
    /// Its last run that is over: which, how it ended, and when.
    pub last_run: Option<(ReceiveRunId, RunState, DateTime<Utc>)>,
    /// Scenes that were new or changed in the runs that are kept.
    pub received: i64,
}

impl ReceiveTask {
    /// How it stands, as people see it.
    #[must_use]
    pub fn standing(&self, now: DateTime<Utc>) -> ReceiveStanding {
        ReceiveStanding::from_facts(self.state, self.breaker, self.live_run.is_some(), now)
    }
}

/// Fields of a receive task that a form writes.
#[derive(Clone, PartialEq)]
pub struct ReceiveTaskForm {
    pub name: String,
    /// Source, and how scenes are read from it.
    pub definition: ReceiveDefinition,
    /// Schedule of its runs.
    pub schedule: Schedule,
    /// The schedule's five fields, where it is one of cron.
    pub cron: Option<String>,
    /// What one signs in with; `None`: as it is.
    pub secret: Option<String>,
}

impl std::fmt::Debug for ReceiveTaskForm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ReceiveTaskForm({}, {:?})", self.name, self.definition)
    }
}

struct ReceiveTaskRow {
    id: Uuid,
    name: String,
    definition: Json<ReceiveDefinition>,
    every_minutes: Option<i32>,
    cron: Option<String>,
    state: String,
    next_run_at: DateTime<Utc>,
    failures: i32,
    rests_until: Option<DateTime<Utc>>,
    failure_class: Option<String>,
    failure_detail: Option<Json<Detail>>,
    updated_until: Option<DateTime<Utc>>,
    created_by: String,
    created_at: DateTime<Utc>,
    live_run: Option<Uuid>,
    last_run: Option<Uuid>,
    last_state: Option<String>,
    last_ended: Option<DateTime<Utc>>,
    received: i64,
}

fn unknown(column: &'static str, value: &str) -> StorageError {
    StorageError::UnknownValue {
        column,
        value: value.to_owned(),
    }
}

impl TryFrom<ReceiveTaskRow> for ReceiveTask {
    type Error = StorageError;
    fn try_from(row: ReceiveTaskRow) -> Result<Self, StorageError> {
        let last_state = row
            .last_state
            .as_deref()
            .map(|word| RunState::parse(word).ok_or_else(|| unknown("receive_run.state", word)));
        let last = row
            .last_run
            .zip(last_state.transpose()?)
            .zip(row.last_ended);
        Ok(Self {
            id: ReceiveTaskId(row.id),
            name: row.name,
            definition: row.definition.0,
            schedule: read_schedule(row.every_minutes, row.cron.as_deref())?,
            cron: row.cron,
            state: ReceiveState::parse(&row.state)
                .ok_or_else(|| unknown("receive_task.state", &row.state))?,
            next_run: row.next_run_at,
            breaker: Breaker {
                failures: row.failures,
                rests_until: row.rests_until,
            },
            failure: row
                .failure_class
                .zip(row.failure_detail.map(|detail| detail.0)),
            updated_until: row.updated_until,
            created_by: row.created_by,
            created: row.created_at,
            live_run: row.live_run.map(ReceiveRunId),
            last_run: last.map(|((id, state), ended)| (ReceiveRunId(id), state, ended)),
            received: row.received,
        })
    }
}

fn read_schedule(minutes: Option<i32>, cron: Option<&str>) -> Result<Schedule, StorageError> {
    Schedule::parse(minutes, cron)
        .map_err(|_| unknown("receive_task.cron", cron.unwrap_or_default()))
}

/// Which tasks; `None` filters nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct TaskFilter {
    /// Only the task with this id.
    pub id: Option<ReceiveTaskId>,
    /// Only those that copy from another installation, or only the others.
    pub is_peer: Option<bool>,
}

/// Tasks by name.
pub async fn list(
    db: &mut PgConnection,
    filter: TaskFilter,
    page: Page,
) -> Result<Listing<ReceiveTask>, StorageError> {
    let id = filter.id.map(|id| id.0);
    let peer = SourceKind::Scenedock.as_str();
    let total = sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM receive_task WHERE ($1::uuid IS NULL OR id = $1) \
         AND ($2::boolean IS NULL OR (definition ->> 'kind' = $3) = $2)",
        id,
        filter.is_peer,
        peer
    )
    .fetch_one(&mut *db)
    .await?;
    let rows = sqlx::query_as!(
        ReceiveTaskRow,
        "SELECT t.id, t.name, t.definition AS \"definition: Json<ReceiveDefinition>\", t.every_minutes, t.cron, t.state, \
         t.next_run_at, t.failures, t.rests_until, t.failure_class, t.failure_detail AS \"failure_detail: Json<Detail>\", \
         t.updated_until, coalesce(u.user_name, '') AS \"created_by!\", t.created_at, v.id AS \"live_run?\", \
         l.id AS \"last_run?\", l.state AS \"last_state?\", l.ended_at AS \"last_ended?\", \
         (SELECT coalesce(sum(r.added + r.updated), 0)::bigint FROM receive_run r \
             WHERE r.receive_task_id = t.id) AS \"received!\" \
         FROM receive_task t LEFT JOIN app_user u ON u.id = t.created_by \
         LEFT JOIN receive_run v ON v.receive_task_id = t.id AND v.state = 'live' \
         LEFT JOIN LATERAL (SELECT id, state, ended_at FROM receive_run r WHERE r.receive_task_id = t.id \
             AND r.state <> 'live' ORDER BY r.created_at DESC, r.id DESC LIMIT 1) l ON true \
         WHERE ($1::uuid IS NULL OR t.id = $1) AND ($4::boolean IS NULL OR (t.definition ->> 'kind' = $5) = $4) \
         ORDER BY t.name, t.id LIMIT $2 OFFSET $3",
        id,
        page.limit(),
        page.offset(),
        filter.is_peer,
        peer
    )
    .fetch_all(db)
    .await?;
    let items: Result<_, _> = rows.into_iter().map(ReceiveTask::try_from).collect();
    Ok(Listing {
        items: items?,
        total,
    })
}

/// A task by its id.
pub async fn find(
    db: &mut PgConnection,
    id: ReceiveTaskId,
) -> Result<Option<ReceiveTask>, StorageError> {
    let one = Page::new(Some(1), Some(1));
    let filter = TaskFilter {
        id: Some(id),
        is_peer: None,
    };
    Ok(list(db, filter, one).await?.items.pop())
}

/// The ids of tasks that are not paused, by name; of the one with this name, paused or not.
pub async fn ids(
    db: &mut PgConnection,
    name: Option<&str>,
) -> Result<Vec<ReceiveTaskId>, StorageError> {
    let rows: Vec<Uuid> = sqlx::query_scalar!(
        "SELECT id FROM receive_task WHERE CASE WHEN $1::text IS NULL THEN state = 'running' ELSE name = $1 END \
         ORDER BY name",
        name
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(ReceiveTaskId).collect())
}

/// The names of all but this one. Whoever gives another name waits until the transaction has ended.
pub async fn names_of_others(
    db: &mut PgConnection,
    id: ReceiveTaskId,
) -> Result<Vec<String>, StorageError> {
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtextextended('receive_task', 0))")
        .execute(&mut *db)
        .await?;
    Ok(
        sqlx::query_scalar!("SELECT name FROM receive_task WHERE id <> $1", id.0)
            .fetch_all(db)
            .await?,
    )
}

/// Locks a task's row; false: there is none.
pub async fn lock(db: &mut PgConnection, id: ReceiveTaskId) -> Result<bool, StorageError> {
    let row = sqlx::query!("SELECT id FROM receive_task WHERE id = $1 FOR UPDATE", id.0)
        .fetch_optional(db)
        .await?;
    Ok(row.is_some())
}

/// Tasks whose time has come and of which no run is under way, locked; those that somebody holds are left for the next look.
pub async fn lock_due(
    db: &mut PgConnection,
    now: DateTime<Utc>,
    most: i64,
) -> Result<Vec<ReceiveTaskId>, StorageError> {
    let rows: Vec<Uuid> = sqlx::query_scalar!(
        "SELECT id FROM receive_task t WHERE state = 'running' AND next_run_at <= $1 \
         AND (rests_until IS NULL OR rests_until <= $1) \
         AND NOT EXISTS (SELECT FROM receive_run r WHERE r.receive_task_id = t.id AND r.state = 'live') \
         ORDER BY next_run_at, id LIMIT $2 FOR UPDATE SKIP LOCKED",
        now,
        most
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(ReceiveTaskId).collect())
}

/// What the end of a run leaves with its task.
#[derive(Debug, Clone, Copy)]
pub struct RunAftermath<'a> {
    /// Start of the next run.
    pub next_run: DateTime<Utc>,
    /// Whether its source works.
    pub breaker: Breaker,
    /// Why it failed; `None`: it did not.
    pub failure: Option<(ErrorClass, &'a Message)>,
}

/// Writes it.
pub async fn settle(
    db: &mut PgConnection,
    id: ReceiveTaskId,
    after: RunAftermath<'_>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE receive_task SET next_run_at = $2, failures = $3, rests_until = $4, failure_class = $5, \
         failure_detail = $6 WHERE id = $1",
        id.0,
        after.next_run,
        after.breaker.failures,
        after.breaker.rests_until,
        after.failure.map(|(class, _)| class.as_str()),
        after.failure.map(|(_, why)| Json(why)) as _
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Writes where a walk stands; `None`: it is through.
pub async fn set_walk(
    db: &mut PgConnection,
    id: ReceiveTaskId,
    walk: Option<&Value>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE receive_task SET walk = $2 WHERE id = $1",
        id.0,
        walk
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Writes up to which withdrawal of the other side was followed.
pub async fn set_followed_until(
    db: &mut PgConnection,
    id: ReceiveTaskId,
    number: i64,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE receive_task SET followed_until = greatest(followed_until, $2) WHERE id = $1",
        id.0,
        number
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Writes the moment of change up to which everything was received.
pub async fn set_updated_until(
    db: &mut PgConnection,
    id: ReceiveTaskId,
    mark: Option<DateTime<Utc>>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE receive_task SET updated_until = $2 WHERE id = $1",
        id.0,
        mark
    )
    .execute(db)
    .await?;
    Ok(())
}

//! Runs of receive tasks: looks at their sources, and dry runs of what need not be saved.

use chrono::{DateTime, Utc};
use domain::ids::{ReceiveRunId, ReceiveTaskId, UserId};
use domain::receive::{ReceiveDefinition, RunState, RunTrigger};
use domain::task::ErrorClass;
use serde_json::Value;
use sqlx::PgConnection;
use sqlx::types::Json;
use texts::{Detail, Message};
use uuid::Uuid;

use super::{Listing, Page};
use crate::StorageError;
use crate::sealed::ServerKey;

/// How many items came to what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RunFigures {
    /// Scenes that the catalogue did not have.
    pub added: i64,
    /// Scenes that were another before.
    pub updated: i64,
    /// Scenes that the catalogue had as they are.
    pub same: i64,
    /// Items that were refused.
    pub refused: i64,
    /// Items that are looked at again.
    pub waiting: i64,
    /// Bytes of the scenes that are new or changed.
    pub bytes: i64,
    /// Files that were as they were taken in before, and not looked into.
    pub known: i64,
}

/// A run as it is read.
#[derive(Debug, Clone, PartialEq)]
pub struct ReceiveRun {
    pub id: ReceiveRunId,
    /// Of which task; `None`: a dry run.
    pub task: Option<ReceiveTaskId>,
    pub definition: ReceiveDefinition,
    /// Why it began.
    pub trigger: RunTrigger,
    /// Name of who asked for it, or empty.
    pub requested_by: String,
    pub state: RunState,
    /// When the run was requested.
    pub created: DateTime<Utc>,
    /// When a worker first began it.
    pub begun: Option<DateTime<Utc>>,
    /// When the run ended; `None`: it has not.
    pub ended: Option<DateTime<Utc>>,
    /// What it came to; of a live one, so far.
    pub figures: RunFigures,
    /// Whether the next run goes on with what this one left.
    pub more: bool,
    /// Why it failed.
    pub failure: Option<(String, Detail)>,
}

struct RunRow {
    id: Uuid,
    receive_task_id: Option<Uuid>,
    definition: Json<ReceiveDefinition>,
    cause: String,
    requested_by: String,
    state: String,
    created_at: DateTime<Utc>,
    begun_at: Option<DateTime<Utc>>,
    ended_at: Option<DateTime<Utc>>,
    added: i64,
    updated: i64,
    same: i64,
    refused: i64,
    waiting: i64,
    bytes: i64,
    known: i64,
    more: bool,
    error_class: Option<String>,
    error_detail: Option<Json<Detail>>,
}

fn parsed<T>(
    column: &'static str,
    word: &str,
    parse: fn(&str) -> Option<T>,
) -> Result<T, StorageError> {
    parse(word).ok_or_else(|| StorageError::UnknownValue {
        column,
        value: word.to_owned(),
    })
}

impl TryFrom<RunRow> for ReceiveRun {
    type Error = StorageError;
    fn try_from(row: RunRow) -> Result<Self, StorageError> {
        Ok(Self {
            id: ReceiveRunId(row.id),
            task: row.receive_task_id.map(ReceiveTaskId),
            definition: row.definition.0,
            trigger: parsed("receive_run.cause", &row.cause, RunTrigger::parse)?,
            requested_by: row.requested_by,
            state: parsed("receive_run.state", &row.state, RunState::parse)?,
            created: row.created_at,
            begun: row.begun_at,
            ended: row.ended_at,
            figures: RunFigures {
                added: row.added,
                updated: row.updated,
                same: row.same,
                refused: row.refused,
                waiting: row.waiting,
                bytes: row.bytes,
                known: row.known,
            },
            more: row.more,
            failure: row.error_class.zip(row.error_detail.map(|detail| detail.0)),
        })
    }
}

/// Filters of the runs.
#[derive(Debug, Clone, Copy, Default)]
pub struct RunQuery<'a> {
    /// Only the run with this id.
    pub id: Option<ReceiveRunId>,
    /// Only runs of this task.
    pub task: Option<ReceiveTaskId>,
    /// Only those that failed with this class of error.
    pub class: Option<&'a str>,
    /// Only runs in this state.
    pub state: Option<RunState>,
}

/// Runs, the newest first.
pub async fn list(
    db: &mut PgConnection,
    query: RunQuery<'_>,
    page: Page,
) -> Result<Listing<ReceiveRun>, StorageError> {
    let (id, task) = (query.id.map(|id| id.0), query.task.map(|task| task.0));
    let state = query.state.map(RunState::as_str);
    let total = sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM receive_run WHERE ($1::uuid IS NULL OR id = $1) \
         AND ($2::uuid IS NULL OR receive_task_id = $2) AND ($3::text IS NULL OR error_class = $3) \
         AND ($4::text IS NULL OR state = $4)",
        id,
        task,
        query.class,
        state
    )
    .fetch_one(&mut *db)
    .await?;
    let rows = sqlx::query_as!(
        RunRow,
        // Of a run that is over the figures stand in its row; of a live one they are counted here.
        "SELECT r.id, receive_task_id, definition AS \"definition: Json<ReceiveDefinition>\", cause, \
         coalesce(u.user_name, '') AS \"requested_by!\", r.state, r.created_at, begun_at, ended_at, \
         coalesce(f.added, r.added) AS \"added!\", coalesce(f.updated, r.updated) AS \"updated!\", \
         coalesce(f.same, r.same) AS \"same!\", coalesce(f.refused, r.refused) AS \"refused!\", \
         coalesce(f.waiting, r.waiting) AS \"waiting!\", coalesce(f.bytes, r.bytes) AS \"bytes!\", known, more, \
         error_class, error_detail AS \"error_detail: Json<Detail>\" \
         FROM receive_run r LEFT JOIN app_user u ON u.id = r.requested_by \
         LEFT JOIN LATERAL (SELECT count(*) FILTER (WHERE outcome = 'new') AS added, \
             count(*) FILTER (WHERE outcome = 'updated') AS updated, count(*) FILTER (WHERE outcome = 'same') AS same, \
             count(*) FILTER (WHERE outcome = 'refused') AS refused, \
             count(*) FILTER (WHERE outcome = 'waiting') AS waiting, \
             coalesce(sum(size) FILTER (WHERE outcome IN ('new', 'updated')), 0)::bigint AS bytes \
             FROM receive_file WHERE run_id = r.id) f ON r.state = 'live' \
         WHERE ($1::uuid IS NULL OR r.id = $1) AND ($2::uuid IS NULL OR receive_task_id = $2) \
         AND ($3::text IS NULL OR error_class = $3) AND ($4::text IS NULL OR r.state = $4) \
         ORDER BY r.created_at DESC, r.id DESC LIMIT $5 OFFSET $6",
        id,
        task,
        query.class,
        state,
        page.limit(),
        page.offset()
    )
    .fetch_all(db)
    .await?;
    let items: Result<_, _> = rows.into_iter().map(ReceiveRun::try_from).collect();
    Ok(Listing {
        items: items?,
        total,
    })
}

/// A run by its id.
pub async fn find(
    db: &mut PgConnection,
    id: ReceiveRunId,
) -> Result<Option<ReceiveRun>, StorageError> {
    let query = RunQuery {
        id: Some(id),
        ..RunQuery::default()
    };
    let one = Page::new(Some(1), Some(1));
    Ok(list(db, query, one).await?.items.pop())
}

/// How many runs of a task ended with which class of error.
pub async fn error_classes(
    db: &mut PgConnection,
    task: ReceiveTaskId,
) -> Result<Vec<(String, i64)>, StorageError> {
    let rows = sqlx::query!(
        "SELECT error_class AS \"class!\", count(*) AS \"count!\" FROM receive_run \
         WHERE receive_task_id = $1 AND error_class IS NOT NULL GROUP BY error_class ORDER BY count(*) DESC, error_class",
        task.0
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.class, row.count)).collect())
}

/// A run to be written.
#[derive(Debug, Clone, Copy)]
pub struct NewRun<'a> {
    pub id: ReceiveRunId,
    /// Of which task; `None`: a dry run.
    pub task: Option<ReceiveTaskId>,
    pub definition: &'a ReceiveDefinition,
    /// Why it begins.
    pub trigger: RunTrigger,
    /// The person who started it; `None`: the schedule did.
    pub by: Option<UserId>,
    /// Of a dry run: what it signs in with, sealed under its id.
    pub sealed: Option<&'a [u8]>,
}

/// Writes a run.
pub async fn insert(
    db: &mut PgConnection,
    new: NewRun<'_>,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO receive_run (id, receive_task_id, definition, cause, requested_by, created_at, secret_sealed) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        new.id.0,
        new.task.map(|task| task.0),
        Json(new.definition) as _,
        new.trigger.as_str(),
        new.by.map(|by| by.0),
        now,
        new.sealed
    )
    .execute(db)
    .await?;
    Ok(())
}

/// How many runs are live, dry runs left out or they alone.
pub async fn count_live(db: &mut PgConnection, dry: bool) -> Result<i64, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM receive_run WHERE state = 'live' AND (cause = 'dry_run') = $1",
        dry
    )
    .fetch_one(db)
    .await?)
}

/// What a worker needs to know of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct RunOrder {
    /// Of which task; `None`: a dry run.
    pub task: Option<ReceiveTaskId>,
    pub definition: ReceiveDefinition,
    /// Why it began.
    pub trigger: RunTrigger,
    /// Of an API: the moment of change up to which everything was received.
    pub updated_until: Option<DateTime<Utc>>,
    /// Where a walk goes on that is not through.
    pub walk: Option<Value>,
    /// Of another installation: up to which of its withdrawals was followed.
    pub followed_until: i64,
    secret_sealed: Option<Vec<u8>>,
}

impl RunOrder {
    /// What the run signs in with; empty: nothing.
    pub fn secret(&self, run: ReceiveRunId, key: &ServerKey) -> Result<String, StorageError> {
        let Some(sealed) = &self.secret_sealed else {
            return Ok(String::new());
        };
        let owner = self.task.map_or(run.0, |task| task.0);
        let bytes = key.open(sealed, owner.as_bytes())?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// Begins a run, or goes on with it; `None`: it is over.
pub async fn begin(
    db: &mut PgConnection,
    id: ReceiveRunId,
    now: DateTime<Utc>,
) -> Result<Option<RunOrder>, StorageError> {
    let row = sqlx::query!(
        "UPDATE receive_run r SET begun_at = coalesce(r.begun_at, $2) FROM receive_run o \
         LEFT JOIN receive_task t ON t.id = o.receive_task_id WHERE r.id = $1 AND o.id = r.id AND r.state = 'live' \
         RETURNING r.receive_task_id, r.definition AS \"definition: Json<ReceiveDefinition>\", r.cause, \
         t.updated_until AS \"updated_until?\", t.walk AS \"walk?\", coalesce(t.followed_until, 0) AS \"followed_until!\", \
         coalesce(t.secret_sealed, r.secret_sealed) AS \"secret_sealed?\"",
        id.0,
        now
    )
    .fetch_optional(db)
    .await?;
    row.map(|row| {
        Ok(RunOrder {
            task: row.receive_task_id.map(ReceiveTaskId),
            definition: row.definition.0,
            trigger: parsed("receive_run.cause", &row.cause, RunTrigger::parse)?,
            updated_until: row.updated_until,
            walk: row.walk,
            followed_until: row.followed_until,
            secret_sealed: row.secret_sealed,
        })
    })
    .transpose()
}

/// Outcome of a run.
#[derive(Debug, Clone, Copy)]
pub struct RunEnd<'a> {
    /// Files that were as before.
    pub known: i64,
    /// Whether the next run goes on with what this one left.
    pub more: bool,
    /// Why it failed; `None`: it did not.
    pub failure: Option<(ErrorClass, &'a Message)>,
}

/// Ends a live run and counts what it came to; false: it is over already.
pub async fn end(
    db: &mut PgConnection,
    id: ReceiveRunId,
    end: RunEnd<'_>,
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let done = sqlx::query!(
        "UPDATE receive_run r SET state = CASE WHEN $2::text IS NULL THEN 'done' ELSE 'failed' END, error_class = $2, \
         error_detail = $3, known = $4, more = $5, ended_at = $6, secret_sealed = NULL, added = f.added, updated = f.updated, same = f.same, \
         refused = f.refused, waiting = f.waiting, bytes = f.bytes \
         FROM (SELECT count(*) FILTER (WHERE outcome = 'new') AS added, \
             count(*) FILTER (WHERE outcome = 'updated') AS updated, count(*) FILTER (WHERE outcome = 'same') AS same, \
             count(*) FILTER (WHERE outcome = 'refused') AS refused, \
             count(*) FILTER (WHERE outcome = 'waiting') AS waiting, \
             coalesce(sum(size) FILTER (WHERE outcome IN ('new', 'updated')), 0)::bigint AS bytes \
             FROM receive_file WHERE run_id = $1) f WHERE r.id = $1 AND r.state = 'live'",
        id.0,
        end.failure.map(|(class, _)| class.as_str()),
        end.failure.map(|(_, why)| Json(why)) as _,
        end.known,
        end.more,
        now
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

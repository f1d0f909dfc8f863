//! What became of every attempt at the tasks of an order, those under way and those to come included. Attempts that ended are
//! written by a trigger of the ledger, and kept for a year.

use chrono::{DateTime, Utc};
use domain::attempt::AttemptOutcome;
use domain::ids::{OrderId, TaskId};
use domain::task::{ListedKind, TaskKind};
use sqlx::PgConnection;

use super::Page;
use crate::StorageError;

/// Attempts of one task that are named, the newest: a task may be tried for days while something is away.
const MAX_ATTEMPTS: i64 = 50;

/// An attempt, or the one to come of a task that waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskAttempt {
    /// Number of the attempt.
    pub attempt: i32,
    /// Who was at it; empty: nobody yet.
    pub worker: String,
    /// From when on it might begin.
    pub ready_at: DateTime<Utc>,
    /// When it was put into the queue.
    pub released_at: Option<DateTime<Utc>>,
    /// When a worker took it.
    pub started_at: Option<DateTime<Utc>>,
    /// When the attempt ended; `None`: it has not.
    pub ended_at: Option<DateTime<Utc>>,
    /// How it ended; `None`: it is not over.
    pub outcome: Option<AttemptOutcome>,
    /// Class of the failure.
    pub error_class: Option<String>,
    /// Bytes that the attempt moved.
    pub bytes: i64,
}

/// The attempts of one task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskLane {
    pub task: TaskId,
    pub kind: ListedKind,
    /// Name of its scene.
    pub scene: Option<String>,
    /// How often it was tried, or is about to be.
    pub tries: i64,
    /// The newest of them, the oldest first.
    pub attempts: Vec<TaskAttempt>,
}

/// The attempts at tasks of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KindAttempts {
    pub kind: ListedKind,
    pub tasks: i64,
    /// Attempts that have begun.
    pub attempts: i64,
    /// Attempts that ended without a result.
    pub without_result: i64,
    /// When the first of them might begin.
    pub ready_at: DateTime<Utc>,
    /// When a worker took the first.
    pub started_at: Option<DateTime<Utc>>,
    /// When the last was over; `None`: one is not.
    pub ended_at: Option<DateTime<Utc>>,
    /// Seconds that attempts waited to be taken, together.
    pub waited_seconds: i64,
    /// Seconds that workers were at them, together.
    pub worked_seconds: i64,
    /// Bytes that the attempts moved.
    pub bytes: i64,
}

/// Filters of the tasks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LaneFilter {
    /// Only tasks of this kind.
    pub kind: Option<TaskKind>,
    /// Only those of which an attempt ended without a result.
    pub troubled: bool,
}

/// The attempts of an order's tasks by kind, in the order in which they began.
pub async fn by_kind(
    db: &mut PgConnection,
    order: OrderId,
) -> Result<Vec<KindAttempts>, StorageError> {
    let rows = sqlx::query!(
        "WITH every AS ( \
             SELECT task_id, kind, ready_at, started_at, ended_at, outcome, bytes FROM task_attempt WHERE order_id = $1 \
             UNION ALL SELECT id, kind, run_after, CASE WHEN state = 'running' THEN claimed_at END, NULL, NULL, \
                 CASE WHEN state = 'running' THEN bytes_done ELSE 0 END \
             FROM task WHERE order_id = $1 AND state IN ('waiting', 'released', 'running')) \
         SELECT kind AS \"kind!\", count(DISTINCT task_id) AS \"tasks!\", count(started_at) AS \"attempts!\", \
         count(*) FILTER (WHERE outcome <> 'done') AS \"without_result!\", min(ready_at) AS \"ready_at!\", \
         min(started_at) AS started_at, CASE WHEN count(*) = count(ended_at) THEN max(ended_at) END AS ended_at, \
         coalesce(sum(extract(epoch FROM coalesce(started_at, now()) - least(ready_at, coalesce(started_at, now())))), 0)::bigint AS \"waited!\", \
         coalesce(sum(extract(epoch FROM coalesce(ended_at, now()) - started_at)), 0)::bigint AS \"worked!\", \
         coalesce(sum(bytes), 0)::bigint AS \"bytes!\" FROM every GROUP BY kind ORDER BY min(ready_at), kind",
        order.0
    )
    .fetch_all(db)
    .await?;
    let kinds = rows.into_iter().map(|row| KindAttempts {
        kind: ListedKind::parse(&row.kind),
        tasks: row.tasks,
        attempts: row.attempts,
        without_result: row.without_result,
        ready_at: row.ready_at,
        started_at: row.started_at,
        ended_at: row.ended_at,
        waited_seconds: row.waited,
        worked_seconds: row.worked,
        bytes: row.bytes,
    });
    Ok(kinds.collect())
}

/// How long the attempts of one minute had waited to be taken.
#[derive(Debug, Clone, PartialEq)]
pub struct MinuteOfWaits {
    /// When the minute began.
    pub at: DateTime<Utc>,
    /// Seconds that half of those had waited at most that ended in it; `None`: none ended.
    pub median_seconds: Option<f64>,
    /// Seconds that 95 of 100 had waited at most.
    pub p95_seconds: Option<f64>,
}

/// For each of the last [`MINUTES`](super::monitor::MINUTES), the running one last: how long the attempts at tasks of orders that ended in it had waited, from
/// when they might begin to when a worker took them.
pub async fn waits_by_minute(db: &mut PgConnection) -> Result<Vec<MinuteOfWaits>, StorageError> {
    Ok(sqlx::query_as!(
        MinuteOfWaits,
        "WITH ended AS (SELECT date_trunc('minute', ended_at) AS at, \
             percentile_cont(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY extract(epoch FROM started_at - ready_at)::double precision) AS waits \
             FROM task_attempt WHERE ended_at >= date_trunc('minute', now()) - make_interval(mins => $1 - 1) GROUP BY 1) \
         SELECT minute.at AS \"at!\", waits[1] AS median_seconds, waits[2] AS p95_seconds \
         FROM generate_series(date_trunc('minute', now()) - make_interval(mins => $1 - 1), \
             date_trunc('minute', now()), interval '1 minute') AS minute (at) LEFT JOIN ended USING (at) ORDER BY 1",
        super::monitor::MINUTES
    )
    .fetch_all(db)
    .await?)
}

fn outcome(word: String) -> Result<AttemptOutcome, StorageError> {
    AttemptOutcome::parse(&word).ok_or(StorageError::UnknownValue {
        column: "task_attempt.outcome",
        value: word,
    })
}

/// A page of an order's tasks with their attempts, the one first that might begin first; and how many there are.
pub async fn lanes(
    db: &mut PgConnection,
    order: OrderId,
    filter: LaneFilter,
    page: Page,
) -> Result<(Vec<TaskLane>, i64), StorageError> {
    let rows = sqlx::query!(
        "WITH every AS ( \
             SELECT task_id, attempt, kind, did, worker, ready_at, released_at, started_at, ended_at, outcome, error_class, bytes \
             FROM task_attempt WHERE order_id = $1 \
             UNION ALL SELECT id, attempt + CASE WHEN state = 'running' THEN 0 ELSE 1 END, kind, did, \
                 CASE WHEN state = 'running' THEN coalesce(worker, '') ELSE '' END, run_after, \
                 CASE WHEN state <> 'waiting' THEN released_at END, CASE WHEN state = 'running' THEN claimed_at END, NULL, NULL, \
                 NULL, CASE WHEN state = 'running' THEN bytes_done ELSE 0 END \
             FROM task WHERE order_id = $1 AND state IN ('waiting', 'released', 'running')), \
         named AS (SELECT task_id, min(ready_at) AS begins, count(*) AS tries, count(*) OVER () AS total FROM every \
             WHERE $2::text IS NULL OR kind = $2 GROUP BY task_id HAVING NOT $3::boolean OR coalesce(bool_or(outcome <> 'done'), false) \
             ORDER BY begins, task_id LIMIT $4 OFFSET $5), \
         placed AS (SELECT every.*, named.begins, named.tries, named.total, \
                 lag(every.ended_at) OVER tries AS former_end, row_number() OVER (PARTITION BY every.task_id ORDER BY every.attempt DESC) AS newest \
             FROM named JOIN every USING (task_id) WINDOW tries AS (PARTITION BY every.task_id ORDER BY every.attempt)) \
         SELECT p.task_id AS \"task_id!\", p.attempt AS \"attempt!\", p.kind AS \"kind!\", s.dataname AS \"scene?\", p.worker AS \"worker!\", \
         greatest(p.ready_at, p.former_end) AS \"ready_at!\", p.released_at, p.started_at, p.ended_at, p.outcome, p.error_class, \
         p.bytes AS \"bytes!\", p.tries AS \"tries!\", p.total AS \"total!\" \
         FROM placed p LEFT JOIN scene s ON s.did = p.did WHERE p.newest <= $6 ORDER BY p.begins, p.task_id, p.attempt",
        order.0,
        filter.kind.map(TaskKind::as_str),
        filter.troubled,
        page.limit(),
        page.offset(),
        MAX_ATTEMPTS
    )
    .fetch_all(db)
    .await?;
    let total = rows.first().map_or(0, |row| row.total);
    let mut lanes: Vec<TaskLane> = Vec::new();
    for row in rows {
        let task = TaskId(row.task_id);
        if lanes.last().is_none_or(|lane| lane.task != task) {
            lanes.push(TaskLane {
                task,
                kind: ListedKind::parse(&row.kind),
                scene: row.scene,
                tries: row.tries,
                attempts: Vec::new(),
            });
        }
        let attempt = TaskAttempt {
            attempt: row.attempt,
            worker: row.worker,
            ready_at: row.ready_at,
            released_at: row.released_at,
            started_at: row.started_at,
            ended_at: row.ended_at,
            outcome: row.outcome.map(outcome).transpose()?,
            error_class: row.error_class,
            bytes: row.bytes,
        };
        if let Some(lane) = lanes.last_mut() {
            lane.attempts.push(attempt);
        }
    }
    Ok((lanes, total))
}

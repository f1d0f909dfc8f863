//! What goes on at this moment, for those who run the system. Every answer is bounded, however much waits.

use chrono::{DateTime, Utc};
use domain::ids::{OrderId, TaskId};
use domain::task::{ListedKind, TaskKind};
use sqlx::PgConnection;

use super::worker_registry::SILENCE;
use crate::StorageError;

/// Tasks and transfers that are named one by one at most.
const MAX_NAMED: i64 = 200;
/// Minutes of which the ended tasks are counted.
pub const MINUTES: i32 = 60;
/// A transfer that began longer ago was broken off with its process.
const LONGEST_TRANSFER_HOURS: i32 = 24;
/// Whoever did something within this is online.
const ONLINE_MINUTES: i32 = 5;
/// Deliveries that close within this are about to.
const SOON_DAYS: i32 = 7;

/// A worker process that is alive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkerProcess {
    /// Its name: host, process and a random part.
    pub name: String,
    /// Tasks it takes at once.
    pub slots: i32,
    /// Tasks of emergencies that it takes beside them.
    pub emergency_slots: i32,
    /// Time of its last heartbeat.
    pub seen_at: DateTime<Utc>,
}

/// A task that a worker is at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunningTask {
    pub id: TaskId,
    pub kind: ListedKind,
    /// For which order, and its number; exports and pictures have none.
    pub order: Option<(OrderId, String)>,
    /// Name of the scene, when it is about one.
    pub scene: Option<String>,
    /// Name of the worker process that runs it.
    pub worker: String,
    /// Whether in a slot for emergencies.
    pub in_emergency_slot: bool,
    /// How often it was claimed, this time included.
    pub attempt: i32,
    /// Since when, from the first claim on.
    pub started_at: DateTime<Utc>,
    /// Bytes moved so far.
    pub bytes_done: i64,
    /// Bytes there are to do; 0: unknown.
    pub bytes_all: i64,
}

/// Tasks of one kind that are not over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KindQueue {
    pub kind: ListedKind,
    /// Waiting for their turn.
    pub waiting: i64,
    /// In the queue, for the next free slot.
    pub released: i64,
    /// Tasks that run now.
    pub running: i64,
    /// Since when the one waits that waits longest.
    pub oldest: Option<DateTime<Utc>>,
}

/// Tasks that ended in one minute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MinuteOfTasks {
    /// When the minute began.
    pub at: DateTime<Utc>,
    /// Tasks that succeeded.
    pub done: i64,
    /// How many failed for good.
    pub failed: i64,
}

/// A transfer in progress.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenTransfer {
    /// `ftp`, `ftps` or `https`.
    pub protocol: String,
    /// Of which order, and its number.
    pub order: Option<(OrderId, String)>,
    /// Path of the file.
    pub path: String,
    /// From where it is fetched.
    pub client_ip: String,
    /// When the transfer began.
    pub started_at: DateTime<Utc>,
}

/// How much is stored, and who is here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holdings {
    pub database_bytes: i64,
    /// Bytes that deliveries hold in the object store.
    pub delivered_bytes: i64,
    /// Deliveries that are open.
    pub deliveries: i64,
    /// Of these, deliveries that close within a week.
    pub closing: i64,
    /// Bytes of the deliveries that close soon.
    pub closing_bytes: i64,
    /// Files on shelves, those included whose time is over and that have not been removed.
    pub shelf_files: i64,
    /// Bytes of them in the object store.
    pub shelf_bytes: i64,
    /// People with a session.
    pub signed_in: i64,
    /// Of these, people who did something within five minutes.
    pub online: i64,
}

/// The processes that are alive, by name.
pub async fn workers(db: &mut PgConnection) -> Result<Vec<WorkerProcess>, StorageError> {
    Ok(sqlx::query_as!(
        WorkerProcess,
        "SELECT name, slots, emergency_slots, seen_at FROM worker WHERE seen_at >= now() - make_interval(secs => $1) \
         ORDER BY name LIMIT $2",
        SILENCE.as_secs_f64(),
        MAX_NAMED
    )
    .fetch_all(db)
    .await?)
}

/// What workers are at, longest first.
pub async fn running(db: &mut PgConnection) -> Result<Vec<RunningTask>, StorageError> {
    let rows = sqlx::query!(
        "SELECT t.id, t.kind, t.order_id, o.ordername AS \"ordername?\", s.dataname AS \"scene?\", t.worker, t.attempt, \
         t.started_at, t.bytes_done, t.bytes_all, t.emergency_slot FROM task t LEFT JOIN orders o ON o.id = t.order_id \
         LEFT JOIN scene s ON s.did = coalesce(t.did, t.preview_did) \
         WHERE t.state = 'running' ORDER BY t.started_at, t.id LIMIT $1",
        MAX_NAMED
    )
    .fetch_all(db)
    .await?;
    let tasks = rows.into_iter().map(|row| RunningTask {
        id: TaskId(row.id),
        kind: ListedKind::parse(&row.kind),
        order: row.order_id.map(OrderId).zip(row.ordername),
        scene: row.scene,
        worker: row.worker.unwrap_or_default(),
        in_emergency_slot: row.emergency_slot,
        attempt: row.attempt,
        started_at: row.started_at.unwrap_or_default(),
        bytes_done: row.bytes_done,
        bytes_all: row.bytes_all,
    });
    Ok(tasks.collect())
}

/// What is not over, a row for each kind, as they follow one another in an order, and one for all that only a newer version
/// knows, where there is any.
pub async fn queues(db: &mut PgConnection) -> Result<Vec<KindQueue>, StorageError> {
    let rows = sqlx::query!(
        "SELECT kind, count(*) FILTER (WHERE state = 'waiting') AS \"waiting!\", \
         count(*) FILTER (WHERE state = 'released') AS \"released!\", \
         count(*) FILTER (WHERE state = 'running') AS \"running!\", \
         min(created_at) FILTER (WHERE state IN ('waiting', 'released')) AS oldest \
         FROM task WHERE state IN ('waiting', 'released', 'running') GROUP BY kind"
    )
    .fetch_all(db)
    .await?;
    let none = |kind| KindQueue {
        kind,
        waiting: 0,
        released: 0,
        running: 0,
        oldest: None,
    };
    let mut queues: Vec<KindQueue> = TaskKind::ALL.map(|kind| none(kind.into())).into();
    for row in rows {
        let kind = ListedKind::parse(&row.kind);
        let at = queues.iter().position(|queue| queue.kind == kind);
        let at = at.unwrap_or_else(|| {
            queues.push(none(kind));
            queues.len() - 1
        });
        // Several kinds of a newer version are one row.
        let queue = &mut queues[at];
        queue.waiting += row.waiting;
        queue.released += row.released;
        queue.running += row.running;
        queue.oldest = queue.oldest.into_iter().chain(row.oldest).min();
    }
    Ok(queues)
}

/// What ended in each of the last [`MINUTES`], the running one last; minutes without are there too. Pictures leave no
/// task behind and are not counted.
pub async fn throughput(db: &mut PgConnection) -> Result<Vec<MinuteOfTasks>, StorageError> {
    Ok(sqlx::query_as!(
        MinuteOfTasks,
        "WITH ended AS (SELECT date_trunc('minute', finished_at) AS at, \
             count(*) FILTER (WHERE state = 'done') AS done, count(*) FILTER (WHERE state = 'failed') AS failed \
             FROM task WHERE finished_at >= date_trunc('minute', now()) - make_interval(mins => $1 - 1) GROUP BY 1) \
         SELECT minute.at AS \"at!\", coalesce(done, 0) AS \"done!\", coalesce(failed, 0) AS \"failed!\" \
         FROM generate_series(date_trunc('minute', now()) - make_interval(mins => $1 - 1), \
             date_trunc('minute', now()), interval '1 minute') AS minute (at) LEFT JOIN ended USING (at) ORDER BY 1",
        MINUTES
    )
    .fetch_all(db)
    .await?)
}

/// What is being fetched, longest first.
pub async fn transfers(db: &mut PgConnection) -> Result<Vec<OpenTransfer>, StorageError> {
    let rows = sqlx::query!(
        "SELECT t.protocol, o.id AS \"order_id?\", o.ordername AS \"ordername?\", t.path, t.client_ip, t.started_at \
         FROM transfer t LEFT JOIN delivery d ON d.id = t.delivery_id \
         LEFT JOIN orders o ON o.id = coalesce(d.order_id, t.order_id) \
         WHERE t.ended_at IS NULL AND t.started_at >= now() - make_interval(hours => $1) \
         ORDER BY t.started_at, t.id LIMIT $2",
        LONGEST_TRANSFER_HOURS,
        MAX_NAMED
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| OpenTransfer {
            protocol: row.protocol,
            order: row.order_id.map(OrderId).zip(row.ordername),
            path: row.path,
            client_ip: row.client_ip,
            started_at: row.started_at,
        })
        .collect())
}

/// How much is stored, and who is here.
pub async fn holdings(db: &mut PgConnection, now: DateTime<Utc>) -> Result<Holdings, StorageError> {
    Ok(sqlx::query_as!(
        Holdings,
        "WITH held AS (SELECT d.expires_at, coalesce(sum(f.size), 0)::bigint AS bytes FROM delivery d \
             LEFT JOIN delivery_file f ON f.delivery_id = d.id WHERE d.removed_at IS NULL GROUP BY d.id), \
         deliveries AS (SELECT count(*) AS held, coalesce(sum(bytes), 0)::bigint AS bytes, \
             count(*) FILTER (WHERE expires_at < $1::timestamptz + make_interval(days => $2)) AS closing, \
             coalesce(sum(bytes) FILTER (WHERE expires_at < $1::timestamptz + make_interval(days => $2)), 0)::bigint AS closing_bytes \
             FROM held), \
         shelves AS (SELECT count(*) AS files, coalesce(sum(size), 0)::bigint AS bytes FROM shelf_file), \
         people AS (SELECT count(DISTINCT user_id) AS signed_in, \
             count(DISTINCT user_id) FILTER (WHERE last_seen_at > $1::timestamptz - make_interval(mins => $3)) AS online \
             FROM session WHERE expires_at > $1 AND last_seen_at > $1::timestamptz - make_interval(secs => $4)) \
         SELECT pg_database_size(current_database()) AS \"database_bytes!\", deliveries.bytes AS \"delivered_bytes!\", \
         held AS \"deliveries!\", closing AS \"closing!\", closing_bytes AS \"closing_bytes!\", \
         files AS \"shelf_files!\", shelves.bytes AS \"shelf_bytes!\", \
         signed_in AS \"signed_in!\", online AS \"online!\" FROM deliveries, shelves, people",
        now,
        SOON_DAYS,
        ONLINE_MINUTES,
        super::sessions::IDLE.as_seconds_f64()
    )
    .fetch_one(db)
    .await?)
}

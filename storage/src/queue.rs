//! The queue that carries task ids to workers; the only place that knows apalis.
//!
//! A job is a task id and nothing else. A lost job is released again by the dispatcher, a doubled one
//! finds its task taken; so the queue may be emptied at any time. What emergency slots take is a queue of its own.

use std::sync::Arc;
use std::time::Duration;

use apalis::prelude::{
    BackendExt, BoxDynError, Data, Monitor, TaskBuilder, WorkerBuilder, WorkerBuilderExt,
};
use apalis_core::backend::Vacuum;
use apalis_postgres::PostgresStorage;
use apalis_redis::RedisStorage;
use domain::ids::TaskId;
use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};
use sqlx::PgPool;

use crate::StorageError;

use self::poll_timer::PollTimer;

mod poll_timer;

const NAME: &str = "scenedock:tasks";
const EMERGENCY_NAME: &str = "scenedock:emergency_tasks";
/// How often a worker looks into the queue in the database though nobody woke it.
const POLL: Duration = Duration::from_millis(250);
/// The same of Redis, which wakes nobody: what is pushed into an idle system is taken after this. A look is one short script.
const REDIS_POLL: Duration = Duration::from_millis(20);
const HEARTBEAT: Duration = Duration::from_secs(5);
/// A worker silent for this many heartbeats has lost its jobs.
const MISSED_HEARTBEATS: usize = 4;
/// How long the queue remembers a finished job.
const FINISHED_KEPT: Duration = Duration::from_mins(1);
/// How long jobs that run may take to notice that the process stops.
const GRACE: Duration = Duration::from_secs(10);

/// What travels through the queue.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Job {
    task: TaskId,
}

/// What a worker does with a task id.
pub type Handler = Arc<dyn Fn(TaskId) -> BoxFuture<'static, ()> + Send + Sync>;

/// An open queue: of what any slot takes, or of what emergency slots take.
#[derive(Debug, Clone)]
pub struct Queue {
    server: QueueServer,
    name: &'static str,
}

/// Where the jobs of a queue are stored.
#[derive(Clone)]
enum QueueServer {
    /// In the database.
    Postgres(PgPool),
    Redis(apalis_redis::ConnectionManager),
}

impl std::fmt::Debug for QueueServer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Postgres(_) => "Postgres",
            Self::Redis(_) => "Redis",
        })
    }
}

fn trouble(error: impl std::fmt::Display) -> StorageError {
    StorageError::Queue(error.to_string())
}

/// Runs one apalis worker to its end; the two backends differ only in how they are made.
macro_rules! run_worker {
    ($backend:expr, $name:expr, $slots:expr, $handler:expr, $stop:expr) => {{
        let (name, slots, handler) = ($name.to_owned(), $slots, $handler);
        let backend = $backend;
        Monitor::new()
            .shutdown_timeout(GRACE)
            .should_restart(|_, error| {
                tracing::error!(%error, "queue worker restarts");
                true
            })
            .register(move |restarts| {
                // The name is the lease key in both backends: a new one at every start.
                WorkerBuilder::new(format!("{name}-{restarts}"))
                    .backend(backend())
                    .data(handler.clone())
                    .concurrency(slots)
                    .catch_panic()
                    .build(handle)
            })
            .run_with_signal(async move {
                $stop.await;
                Ok(())
            })
            .await
            .map_err(trouble)
    }};
}

async fn handle(job: Job, handler: Data<Handler>) -> Result<(), BoxDynError> {
    (*handler)(job.task).await;
    Ok(())
}

impl Queue {
    /// Opens the queue at `redis://...`, or in the database when no URL is given, and prepares it.
    pub async fn open(url: Option<&str>, pool: &PgPool) -> Result<Self, StorageError> {
        let server = match url {
            Some(url) if url.starts_with("redis://") || url.starts_with("rediss://") => {
                QueueServer::Redis(apalis_redis::connect(url).await.map_err(trouble)?)
            }
            Some(url) if !url.starts_with("postgres") => {
                return Err(StorageError::Setting(
                    "QUEUE_URL must be redis://host:port/db, or absent".to_owned(),
                ));
            }
            _ => {
                PostgresStorage::setup(pool).await.map_err(trouble)?;
                QueueServer::Postgres(pool.clone())
            }
        };
        Ok(Self { server, name: NAME })
    }

    /// The queue beside it of what emergency slots take, and no other.
    #[must_use]
    pub fn emergency(&self) -> Self {
        Self {
            server: self.server.clone(),
            name: EMERGENCY_NAME,
        }
    }

    /// Sends tasks to whichever worker is free.
    pub async fn push(&self, tasks: &[TaskId]) -> Result<(), StorageError> {
        if tasks.is_empty() {
            return Ok(());
        }
        let jobs = tasks
            .iter()
            .map(|task| TaskBuilder::new(Job { task: *task }).build())
            .map(|job| job.try_map_args(|job| serde_json::to_vec(&job)))
            .collect::<Result<Vec<_>, _>>()
            .map_err(trouble)?;
        match &self.server {
            QueueServer::Postgres(pool) => {
                let mut db = pool.acquire().await?;
                apalis_postgres::queries::push_tasks(&mut *db, self.name, jobs)
                    .await
                    .map_err(trouble)?;
            }
            QueueServer::Redis(connection) => {
                let (mut connection, config) = (connection.clone(), redis_config(self.name));
                apalis_redis::queries::push_tasks(&mut connection, &config, &jobs)
                    .await
                    .map_err(trouble)?;
            }
        }
        Ok(())
    }

    /// Works until `stop` ends: at most `slots` tasks at once, each given to `handler`.
    pub async fn run(
        &self,
        name: &str,
        slots: usize,
        handler: Handler,
        stop: BoxFuture<'static, ()>,
    ) -> Result<(), StorageError> {
        let queue = self.name;
        match &self.server {
            QueueServer::Postgres(pool) => {
                let pool = pool.clone();
                let backend = move || {
                    let config = apalis_postgres::Config::default()
                        .queue(queue)
                        .batch_size(slots)
                        .heartbeat_interval(HEARTBEAT)
                        .missed_heartbeats(MISSED_HEARTBEATS);
                    PostgresStorage::<Job>::new(&pool)
                        .with_config(config)
                        .with_pubsub()
                        .poll_with_strategy(PollTimer::every(POLL))
                };
                run_worker!(backend, name, slots, handler, stop)
            }
            QueueServer::Redis(connection) => {
                let connection = connection.clone();
                let backend = move || {
                    RedisStorage::<Job>::new(connection.clone())
                        .with_config(redis_config(queue).batch_size(slots))
                        .poll_with_strategy(PollTimer::every(REDIS_POLL))
                };
                run_worker!(backend, name, slots, handler, stop)
            }
        }
    }

    /// Removes the record of finished jobs and of workers that are gone, of both queues; the ledger keeps what matters.
    pub async fn forget_finished(&self) -> Result<(), StorageError> {
        let names = [NAME, EMERGENCY_NAME];
        match &self.server {
            QueueServer::Postgres(pool) => {
                sqlx::query(
                    "DELETE FROM apalis.jobs WHERE job_type = ANY($1) AND \
                     (status IN ('Done', 'Failed', 'Killed') AND done_at < now() - interval '1 minute' \
                      OR status <> 'Pending' AND lock_at < now() - interval '1 day')",
                )
                .bind(&names[..])
                .execute(pool)
                .await?;
                // A worker has another name at every start.
                sqlx::query(
                    "DELETE FROM apalis.workers w WHERE worker_type = ANY($1) AND last_seen < now() - interval '1 day' \
                     AND NOT EXISTS (SELECT FROM apalis.jobs j WHERE j.lock_by = w.id)",
                )
                .bind(&names[..])
                .execute(pool)
                .await?;
            }
            QueueServer::Redis(connection) => {
                for name in names {
                    RedisStorage::<Job>::new(connection.clone())
                        .with_config(redis_config(name))
                        .vacuum_before(FINISHED_KEPT)
                        .await
                        .map_err(trouble)?;
                }
            }
        }
        Ok(())
    }

    /// Whether the queue answers.
    pub async fn ping(&self) -> Result<(), StorageError> {
        match &self.server {
            QueueServer::Postgres(pool) => {
                sqlx::query!("SELECT").execute(pool).await?;
            }
            QueueServer::Redis(connection) => {
                redis::cmd("PING")
                    .query_async::<String>(&mut connection.clone())
                    .await
                    .map_err(trouble)?;
            }
        }
        Ok(())
    }
}

fn redis_config(name: &str) -> apalis_redis::Config {
    apalis_redis::Config::default()
        .queue(name)
        .heartbeat_interval(HEARTBEAT)
        .missed_heartbeats(MISSED_HEARTBEATS)
}

//! The workers of one process: what they share, and their run from start to stop.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use domain::ids::TaskId;
use futures::FutureExt;
use storage::PgPool;
use storage::StorageError;
use storage::db::worker_registry;
use storage::objects::Objects;
use storage::queue::Queue;
use storage::sealed::ServerKey;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::archive::ArchiveConfig;
use crate::jobs;
use crate::jobs::verify::Gateway;

/// How long a claim stands without a word from its worker. A killed worker's tasks go on after this.
pub const LEASE: Duration = Duration::from_secs(6);
/// How often a running job renews its lease and says how far it is.
pub const RENEWAL: Duration = Duration::from_secs(1);
/// How often a worker process says that it is alive.
const BEAT: Duration = Duration::from_secs(3);

/// How long jobs may take to end once the process stops.
const END: Duration = Duration::from_secs(10);

/// Settings of the workers.
#[derive(Debug, Clone)]
pub struct CrewSettings {
    /// Name of this process, never used twice.
    pub name: String,
    /// Tasks at once.
    pub slots: usize,
    /// Archives that may be opened.
    pub archive: ArchiveConfig,
    /// Bytes above which an order is split into several zips.
    pub package_max_bytes: u64,
    /// Bytes of the largest raster that pictures are made of.
    pub preview_max_bytes: u64,
    /// How long a delivery stays open.
    pub delivery_days: u32,
    /// Where offline copies are staged; absolute, the same folder for every worker.
    pub staging: PathBuf,
    /// Where deliveries are checked.
    pub gateway: Gateway,
}

/// What every job of this process shares.
#[derive(Debug)]
pub struct Crew {
    /// The database.
    pub pool: PgPool,
    /// The object store.
    pub objects: Objects,
    /// Seals the passwords of deliveries.
    pub key: ServerKey,
    /// The settings.
    pub settings: CrewSettings,
    /// Told whenever a job ends: the queue has room for another.
    pub freed: Arc<Notify>,
    /// Set when the process stops: running jobs give their tasks back.
    pub stopping: CancellationToken,
}

impl Crew {
    /// Works until `stopping` is set, and returns when every job has ended or given its task back.
    pub async fn run(self: Arc<Self>, queue: &Queue) -> Result<(), StorageError> {
        let beat = tokio::spawn(Arc::clone(&self).beat());
        let (crew, running) = (Arc::clone(&self), TaskTracker::new());
        let jobs = running.clone();
        let handler: storage::queue::Handler = Arc::new(move |task| {
            // Apart from the queue: when its connection breaks it drops what it waits for, and the work goes on.
            let job = jobs.spawn(Arc::clone(&crew).work(task));
            async move { drop(job.await) }.boxed()
        });
        let stopping = self.stopping.clone();
        let stop = async move { stopping.cancelled().await }.boxed();
        let settings = &self.settings;
        let result = queue
            .run(&settings.name, settings.slots, handler, stop)
            .await;
        running.close();
        if tokio::time::timeout(END, running.wait()).await.is_err() {
            tracing::warn!(
                jobs = running.len(),
                "jobs do not end; their leases will run out"
            );
        }
        beat.abort();
        if let Ok(mut db) = self.pool.acquire().await {
            worker_registry::leave(&mut db, &settings.name).await.ok();
        }
        result
    }

    async fn work(self: Arc<Self>, task: TaskId) {
        jobs::work(Arc::clone(&self), task).await;
        self.freed.notify_one();
    }

    async fn beat(self: Arc<Self>) {
        let slots = i32::try_from(self.settings.slots).unwrap_or(i32::MAX);
        let mut ticks = tokio::time::interval(BEAT);
        loop {
            ticks.tick().await;
            let beat = async {
                let mut db = self.pool.acquire().await?;
                worker_registry::beat(&mut db, &self.settings.name, slots).await
            };
            if let Err(error) = beat.await {
                tracing::warn!(%error, "the worker cannot report itself");
            }
        }
    }
}

//! The run of a process's workers from start to stop.

use std::sync::Arc;
use std::time::Duration;

use domain::emergency::SlotKind;
use domain::ids::TaskId;
use futures::FutureExt;
use storage::StorageError;
use storage::clock::MAX_DRIFT;
use storage::db::{archive_sources, database_time, worker_registry};
use storage::queue::{Handler, Queue};
use tokio::time::timeout;
use tokio_util::task::TaskTracker;

use crate::crew::Crew;
use crate::jobs;

/// How often a worker process says that it is alive.
const BEAT: Duration = Duration::from_secs(3);

/// How long jobs may take to end once the process stops.
const END: Duration = Duration::from_secs(10);
/// How long the database is waited for at the end.
const FAREWELL: Duration = Duration::from_secs(1);

impl Crew {
    /// Works until `stopping` is set, and returns when every job has ended or given its task back.
    pub async fn run(self: Arc<Self>, queue: &Queue) -> Result<(), StorageError> {
        if let Err(error) = self.correct_clock(&mut false).await {
            tracing::warn!(%error, "the clock is not compared with the database's yet");
        }
        let beat = tokio::spawn(Arc::clone(&self).beat());
        let running = TaskTracker::new();
        let settings = &self.settings;
        let emergency = queue.emergency();
        let all_slots = async {
            tokio::try_join!(
                self.take_from(queue, SlotKind::Ordinary, &running),
                self.take_from(&emergency, SlotKind::Emergency, &running)
            )
        };
        // One time limit for all of it: a queue and jobs that wait for the same dead database wait together.
        let overdue = async {
            self.stopping.cancelled().await;
            tokio::time::sleep(END).await;
        };
        tokio::pin!(overdue);
        let result = tokio::select! {
            result = all_slots => result.map(|_| ()),
            () = &mut overdue => Ok(()),
        };
        running.close();
        let ended = tokio::select! {
            ended = timeout(END, running.wait()) => ended.is_ok(),
            () = overdue => running.is_empty(),
        };
        if !ended {
            tracing::warn!(
                jobs = running.len(),
                "jobs do not end; their leases will run out"
            );
        }
        beat.abort();
        let leave = async {
            let mut db = self.pool.acquire().await?;
            worker_registry::leave(&mut db, &settings.name).await
        };
        // A worker that does not say good-bye counts as gone a little later.
        timeout(FAREWELL, leave).await.ok();
        result
    }

    /// Works on what lies in the queue in slots of this kind, where there are any.
    async fn take_from(
        self: &Arc<Self>,
        queue: &Queue,
        slot: SlotKind,
        running: &TaskTracker,
    ) -> Result<(), StorageError> {
        let settings = &self.settings;
        let (name, slots) = match slot {
            SlotKind::Ordinary => (settings.name.clone(), settings.slots),
            // A name is never used twice.
            SlotKind::Emergency => (
                format!("{}-emergency", settings.name),
                settings.emergency_slots,
            ),
        };
        if slots == 0 {
            return Ok(());
        }
        let (crew, jobs) = (Arc::clone(self), running.clone());
        let handler: Handler = Arc::new(move |task| {
            // Apart from the queue: when its connection breaks it drops what it waits for, and the work goes on.
            let job = jobs.spawn(Arc::clone(&crew).work(task, slot));
            async move { drop(job.await) }.boxed()
        });
        let stopping = self.stopping.clone();
        let stop = async move { stopping.cancelled().await }.boxed();
        queue.run(&name, slots, handler, stop).await
    }

    async fn work(self: Arc<Self>, task: TaskId, slot: SlotKind) {
        jobs::work(Arc::clone(&self), task, slot).await;
        self.freed.notify_one();
    }

    async fn beat(self: Arc<Self>) {
        let number = |slots: usize| i32::try_from(slots).unwrap_or(i32::MAX);
        let slots = (
            number(self.settings.slots),
            number(self.settings.emergency_slots),
        );
        let mut ticks = tokio::time::interval(BEAT);
        let mut is_off = false;
        let mut folders = self.settings.archive.folder_addresses();
        loop {
            ticks.tick().await;
            let beat = async {
                self.correct_clock(&mut is_off).await?;
                let mut db = self.pool.acquire().await?;
                if !folders.is_empty() {
                    archive_sources::name_folders(&mut db, &folders).await?;
                    folders.clear();
                }
                worker_registry::beat(&mut db, &self.settings.name, slots).await
            };
            if let Err(error) = beat.await {
                tracing::warn!(%error, "the worker cannot report itself");
            }
        }
    }

    /// Compares this process's clock with the database's, and says once that they differ.
    async fn correct_clock(&self, is_off: &mut bool) -> Result<(), StorageError> {
        let compared = database_time::compare(&self.pool, || self.clock.uncorrected());
        let (_, ahead) = compared.await?;
        self.clock.correct(ahead);
        let was_off = std::mem::replace(is_off, ahead.abs() > MAX_DRIFT);
        if *is_off && !was_off {
            let seconds = ahead.num_seconds();
            tracing::error!(
                seconds,
                "this machine's clock is ahead of the database's, whose time holds"
            );
        }
        Ok(())
    }
}

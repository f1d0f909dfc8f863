//! What the terminal's monitor shows, as it is at one moment.

use chrono::{DateTime, Utc};
use storage::db::archive_sources::{self, WatchedSource};
use storage::db::ftp_sessions::{self, FtpSession};
use storage::db::handles;
use storage::db::monitor::{self, Holdings, KindQueue, MinuteOfTasks, RunningTask, WorkerProcess};
use storage::db::resting_places::{self, RestingPlace};
use storage::db::task_attempts::{self, MinuteOfWaits};
use storage::{PgPool, StorageError, clock};

/// The same as `GET /api/monitor` answers, but what belongs to the process that answers.
pub struct Figures {
    /// When the figures were read.
    pub at: DateTime<Utc>,
    /// Workers that are alive.
    pub workers: Vec<WorkerProcess>,
    /// Tasks that workers run now.
    pub running: Vec<RunningTask>,
    /// What is not over, by kind.
    pub queues: Vec<KindQueue>,
    /// What ended in each minute of the last hour.
    pub throughput: Vec<MinuteOfTasks>,
    /// How long those tasks had waited, by minute.
    pub waits: Vec<MinuteOfWaits>,
    /// FTP sessions.
    pub sessions: Vec<FtpSession>,
    /// Where files of scenes lie.
    pub sources: Vec<WatchedSource>,
    /// Sources and targets that are left alone for a while.
    pub resting: Vec<RestingPlace>,
    /// What is stored, and who is there.
    pub holdings: Holdings,
}

impl Figures {
    /// Reads the figures of one moment.
    pub async fn read(pool: &PgPool) -> Result<Self, StorageError> {
        let mut db = handles::connection(pool).await?;
        let at = clock::now();
        Ok(Self {
            at,
            workers: monitor::workers(&mut db).await?,
            running: monitor::running(&mut db).await?,
            queues: monitor::queues(&mut db).await?,
            throughput: monitor::throughput(&mut db).await?,
            waits: task_attempts::waits_by_minute(&mut db).await?,
            sessions: ftp_sessions::served(&mut db).await?,
            sources: archive_sources::watched(&mut db).await?,
            resting: resting_places::resting(&mut db, at).await?,
            holdings: monitor::holdings(&mut db, at).await?,
        })
    }

    /// The longest of the times that half, and that 95 of 100 of a minute's tasks had waited at most, in seconds.
    pub fn longest_waits(&self) -> (Option<f64>, Option<f64>) {
        let longest = |seconds: fn(&MinuteOfWaits) -> Option<f64>| {
            self.waits.iter().filter_map(seconds).reduce(f64::max)
        };
        (
            longest(|minute| minute.median_seconds),
            longest(|minute| minute.p95_seconds),
        )
    }
}

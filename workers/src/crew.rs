//! The workers of one process: their settings and what they share.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use domain::shelf::ShelfLimits;
use push::PushConfig;
use storage::PgPool;
use storage::clock::CorrectedClock;
use storage::objects::Objects;
use storage::sealed::ServerKey;
use storage::segment_shelf::SegmentShelf;
use storage::task_metrics::TaskMetrics;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::archive::ArchiveConfig;

/// How long a claim stands without a word from its worker. A killed worker's tasks go on after this.
pub const LEASE: Duration = Duration::from_secs(6);
/// How often a running job renews its lease and says how far it is.
pub const RENEWAL: Duration = Duration::from_secs(1);
/// Where the FTP gateway is reached, and how.
#[derive(Clone)]
pub struct Gateway {
    /// Host name or address.
    pub host: String,
    pub port: u16,
    /// TLS, when the gateway demands it.
    pub tls: Option<Arc<rustls::ClientConfig>>,
}

impl std::fmt::Debug for Gateway {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "Gateway({}:{}, tls: {})",
            self.host,
            self.port,
            self.tls.is_some()
        )
    }
}

/// Settings of the workers.
#[derive(Debug, Clone)]
pub struct CrewSettings {
    /// Name of this process, never used twice.
    pub name: String,
    /// Tasks at once.
    pub slots: usize,
    /// Tasks of emergency orders beside them.
    pub emergency_slots: usize,
    /// Archives that may be opened.
    pub archive: ArchiveConfig,
    /// Where scenes of subscriptions may be sent.
    pub push: PushConfig,
    /// What one person's shelf may hold.
    pub shelf: ShelfLimits,
    /// Bytes above which an order is split into several zips.
    pub package_max_bytes: u64,
    /// Bytes of the largest raster that pictures are made of.
    pub preview_max_bytes: u64,
    /// How long a delivery stays open.
    pub delivery_days: u32,
    /// Where offline copies are staged; absolute, the same folder for every worker.
    pub staging: PathBuf,
    /// Where segments of the scene index are built; `None`: nowhere.
    pub segments: Option<SegmentShelf>,
    /// Gateway that deliveries are checked at.
    pub gateway: Gateway,
}

/// That no source has a bandwidth, as this process has last seen it: most installations set none, and then no file costs a look.
#[derive(Debug, Clone, Default)]
pub struct FreeSources(Arc<Mutex<Option<Instant>>>);

impl FreeSources {
    /// Whether nobody need look.
    #[must_use]
    pub fn are_all_free(&self) -> bool {
        let until = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        until.is_some_and(|until| Instant::now() < until)
    }

    /// Nobody need look for so long.
    pub fn note_all_free(&self, time: Duration) {
        let mut until = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *until = Some(Instant::now() + time);
    }
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
    pub settings: CrewSettings,
    /// Whether sources are read as fast as they give.
    pub free_sources: FreeSources,
    /// What it has done, for operators.
    pub metrics: TaskMetrics,
    /// The database's time: what a job makes ends by it, whatever this machine's clock says.
    pub clock: CorrectedClock,
    /// Told whenever a job ends: the queue has room for another.
    pub freed: Arc<Notify>,
    /// Set when the process stops: running jobs give their tasks back.
    pub stopping: CancellationToken,
}

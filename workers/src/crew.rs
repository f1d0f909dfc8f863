//! The workers of one process: their settings and what they share.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

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
    pub settings: CrewSettings,
    /// What it has done, for operators.
    pub metrics: TaskMetrics,
    /// The database's time: what a job makes ends by it, whatever this machine's clock says.
    pub clock: CorrectedClock,
    /// Told whenever a job ends: the queue has room for another.
    pub freed: Arc<Notify>,
    /// Set when the process stops: running jobs give their tasks back.
    pub stopping: CancellationToken,
}

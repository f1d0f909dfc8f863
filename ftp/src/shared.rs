//! What the sessions and transfers of one server share.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize};

use object_store::ObjectStore;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::bandwidth::AccountBandwidth;
use crate::config::Config;
use crate::gateway::Gateway;
use crate::limits::{Failures, Limits};
use crate::liveness::Liveness;
use crate::roster::Roster;
use crate::tls::Tls;

/// Numbers for operators.
#[derive(Debug, Default)]
pub struct Stats {
    /// Open sessions.
    pub sessions: AtomicUsize,
    /// Open transfers.
    pub transfers: AtomicUsize,
    /// Bytes of ended transfers.
    pub bytes: AtomicU64,
    /// Connections turned away because of a limit.
    pub turned_away: AtomicU64,
    /// Refused sign-ins.
    pub refused: AtomicU64,
    /// Data connections that never came; if this grows, a firewall closes the passive ports.
    pub unreached: AtomicU64,
}

/// Parts of a gateway that all of its sessions share.
pub(crate) struct Shared {
    pub(crate) config: Config,
    pub(crate) gateway: Arc<dyn Gateway>,
    pub(crate) objects: Arc<dyn ObjectStore>,
    pub(crate) tls: Option<Tls>,
    pub(crate) limits: Limits,
    pub(crate) failures: Failures,
    pub(crate) bandwidth: AccountBandwidth,
    pub(crate) liveness: Arc<Liveness>,
    pub(crate) roster: Arc<Roster>,
    pub(crate) stats: Arc<Stats>,
    /// No new work: sessions end once they have no transfer.
    pub(crate) draining: CancellationToken,
    /// Time is up: transfers are cut.
    pub(crate) cut: CancellationToken,
    /// Sessions, transfers, and ends still to be recorded.
    pub(crate) tasks: TaskTracker,
    pub(crate) runtime: Handle,
}

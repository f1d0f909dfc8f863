//! How a transfer goes on, and why it ends before its last byte.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::bandwidth::Bandwidth;
use crate::gateway::{GatewayError, TransferOutcome};
use crate::source::SourceError;

/// How fast, how far, and whether still.
#[derive(Clone)]
pub(crate) struct TransferPace {
    pub(crate) stall: Duration,
    pub(crate) sent: Arc<AtomicU64>,
    pub(crate) cancel: CancellationToken,
    /// What the account may take, when that is limited.
    pub(crate) bandwidth: Option<Arc<Bandwidth>>,
}

/// Why a transfer did not finish.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error("no data connection in time")]
    NoDataConnection,
    #[error("TLS on the data connection failed")]
    Handshake(#[source] io::Error),
    #[error("cancelled")]
    Cancelled,
    #[error("the client took no byte for too long")]
    Stalled,
    #[error("the client closed the data connection")]
    Client(#[source] io::Error),
    #[error(transparent)]
    Source(#[from] SourceError),
    #[error("the transfer could not be recorded")]
    Record(#[from] GatewayError),
}

impl Failure {
    pub(crate) const fn reply(&self) -> (u16, &'static str) {
        match self {
            Self::NoDataConnection => (
                425,
                "No data connection in time; is the passive port range reachable?",
            ),
            Self::Handshake(_) => (425, "TLS negotiation on the data connection failed"),
            Self::Cancelled => (426, "Transfer aborted"),
            Self::Stalled => (426, "Transfer stalled"),
            Self::Client(_) => (426, "Data connection closed, transfer aborted"),
            Self::Source(SourceError::Missing | SourceError::Misplaced) => {
                (550, "The file is not available")
            }
            Self::Source(_) => (451, "The file cannot be read"),
            Self::Record(_) => (451, "The transfer cannot be recorded, try again later"),
        }
    }

    pub(crate) const fn outcome(&self) -> TransferOutcome {
        match self {
            Self::Source(_) | Self::Record(_) => TransferOutcome::Failed,
            _ => TransferOutcome::Aborted,
        }
    }
}

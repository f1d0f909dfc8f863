//! What an ingest tells while it runs, and why it ends early.

use std::path::PathBuf;

use storage::StorageError;

/// Whoever looks on while files are ingested.
pub trait IngestProgress: Send + Sync {
    /// An item, a file or a scene could not be taken.
    fn refused(&self, reason: &str);
    /// So many more scenes were read.
    fn advance(&self, scenes: u64);
}

/// Why an ingest ends before its end.
#[derive(Debug, thiserror::Error)]
pub enum IngestError {
    /// A folder that was named cannot be read.
    #[error("{}: {error}", path.display())]
    Folder {
        path: PathBuf,
        error: std::io::Error,
    },
    /// The thread that reads, or one that writes, ended in a panic.
    #[error("reading or writing failed: {0}")]
    Panicked(#[from] tokio::task::JoinError),
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

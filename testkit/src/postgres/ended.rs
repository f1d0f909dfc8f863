//! Databases of tests that have ended are dropped while others run. A process makes some hundreds of them, which in a folder
//! in memory would take more than there is.

use std::cell::RefCell;
use std::sync::mpsc::{Receiver, Sender, channel};

use anyhow::Context as _;
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, PgPool};

/// Where names of databases go whose tests have ended.
pub struct Dropper(Sender<String>);

/// What the test of this thread has made.
struct OwnDatabases(Vec<(Sender<String>, String)>);

/// Whether the server's files are in memory: `TMPFS_MAGIC` of `linux/magic.h`.
pub async fn are_in_memory(pool: &PgPool) -> anyhow::Result<bool> {
    let folder: String = sqlx::query_scalar("SHOW data_directory")
        .fetch_one(pool)
        .await?;
    Ok(rustix::fs::statfs(folder)?.f_type == 0x0102_1994)
}

thread_local! {
    static OWN_DATABASES: RefCell<OwnDatabases> = const { RefCell::new(OwnDatabases(Vec::new())) };
}

impl Dropper {
    /// `maintenance` is the address of a database that nobody drops.
    pub fn start(maintenance: PgConnectOptions) -> anyhow::Result<Self> {
        let (sender, ended) = channel();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        std::thread::Builder::new()
            .name("ended databases".to_owned())
            .spawn(move || runtime.block_on(drop_all(&maintenance, &ended)))
            .context("starting a thread")?;
        Ok(Self(sender))
    }

    /// The database is dropped when this thread ends: each test has one of its own.
    pub fn drop_with_test(&self, database: &str) {
        OWN_DATABASES.with_borrow_mut(|own| own.0.push((self.0.clone(), database.to_owned())));
    }
}

impl Drop for OwnDatabases {
    fn drop(&mut self) {
        for (dropper, database) in self.0.drain(..) {
            // Nobody hears it when the process ends, and the server goes with that.
            let _ = dropper.send(database);
        }
    }
}

/// Whatever fails here is told by nobody: what is left behind goes with the server.
async fn drop_all(maintenance: &PgConnectOptions, ended: &Receiver<String>) {
    let Ok(mut connection) = PgConnection::connect_with(maintenance).await else {
        return;
    };
    for database in ended {
        let statement = format!("DROP DATABASE IF EXISTS {database} WITH (FORCE)");
        let _ = sqlx::query(AssertSqlSafe(statement))
            .execute(&mut connection)
            .await;
    }
}

//! The list of a database in this process's memory, brought up to date at every call.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError, RwLock};

use futures::TryStreamExt as _;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};
use tokio::sync::Mutex as Turn;

use super::rows::{OrderRecord, Rows};
use crate::StorageError;

const TOLD: &str = "id, state, kind, user_id, apply_user_unit, applyuser, ordername, created_at, \
    priority, cancelled_by IS NOT NULL AS cancelled";
/// A process serves one database. Tests have one each, and do not come back to it.
const MOST_MIRRORS: usize = 8;
/// Orders that are taken over one by one; when more were written at once, all are read anew, which is quicker and
/// holds no second copy of them.
const MOST_CHANGES: usize = 20_000;

static MIRRORS: LazyLock<Mutex<HashMap<Identity, Arc<OrderMirror>>>> =
    LazyLock::new(Mutex::default);

/// A database, for as long as what was read from it counts: a server that was started anew may be another one, or one
/// that lost its last transactions.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Identity {
    server_started: String,
    database: i64,
    table: i64,
}

/// Every order of one database, as of one snapshot.
#[derive(Debug, Default)]
pub(super) struct OrderMirror {
    content: RwLock<MirrorContent>,
    /// Who looks at the database. One at a time, so that what is seen later is also applied later.
    turn: Arc<Turn<()>>,
}

#[derive(Debug, Default)]
pub(super) struct MirrorContent {
    /// `pg_snapshot`; `None`: nothing was read yet.
    pub(super) snapshot: Option<String>,
    pub(super) rows: Rows,
}

/// What was written since.
struct Changes {
    snapshot: String,
    /// There is more to it than these orders.
    reset: bool,
    orders: Vec<OrderRecord>,
}

/// The mirror of the database that `db` leads to. `None` in a transaction that sees what others do not: its own
/// changes, or an old snapshot.
pub(super) async fn for_database(
    db: &mut PgConnection,
) -> Result<Option<Arc<OrderMirror>>, StorageError> {
    let row = sqlx::query!(
        "SELECT pg_postmaster_start_time()::text AS \"server_started!\", \
         (SELECT oid::int8 FROM pg_database WHERE datname = current_database()) AS \"database!\", \
         'orders'::regclass::oid::int8 AS \"relation!\", \
         (pg_current_xact_id_if_assigned() IS NULL \
         AND current_setting('transaction_isolation') = 'read committed') AS \"shared!\""
    )
    .fetch_one(db)
    .await?;
    if !row.shared {
        return Ok(None);
    }
    let identity = Identity {
        server_started: row.server_started,
        database: row.database,
        table: row.relation,
    };
    let mut mirrors = MIRRORS.lock().unwrap_or_else(PoisonError::into_inner);
    if mirrors.len() >= MOST_MIRRORS && !mirrors.contains_key(&identity) {
        mirrors.clear();
    }
    Ok(Some(Arc::clone(mirrors.entry(identity).or_default())))
}

impl OrderMirror {
    /// Reads what was written since the last time.
    pub(super) async fn refresh(
        self: &Arc<Self>,
        db: &mut PgConnection,
    ) -> Result<(), StorageError> {
        let turn = Arc::clone(&self.turn).lock_owned().await;
        let mut known = self.read(|content| content.snapshot.clone());
        let changes = loop {
            let snapshot = match known {
                Some(snapshot) => snapshot,
                None => self.load(db).await?,
            };
            let changes = changes_since(db, &snapshot).await?;
            if !changes.reset {
                break changes;
            }
            known = None;
        };
        if changes.orders.is_empty() {
            self.write(|content| content.snapshot = Some(changes.snapshot));
            return Ok(());
        }
        let mirror = Arc::clone(self);
        blocking(move || {
            mirror.write(|content| {
                content.rows.apply(changes.orders);
                content.snapshot = Some(changes.snapshot);
            });
            // Held by the work, not by the caller, who may go away.
            drop(turn);
        })
        .await
    }

    /// Reads everything; the snapshot since which changes must be read, too: it is older than what was read.
    async fn load(&self, db: &mut PgConnection) -> Result<String, StorageError> {
        disown_other_servers(db).await?;
        let snapshot: String =
            sqlx::query_scalar!("SELECT pg_current_snapshot()::text AS \"snapshot!\"")
                .fetch_one(&mut *db)
                .await?;
        let mut rows = Rows::default();
        let sql = format!("SELECT {TOLD} FROM orders");
        let mut reading = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch(db);
        while let Some(row) = reading.try_next().await? {
            rows.push(read_record(&row)?);
        }
        let rows = blocking(move || {
            rows.sort();
            rows
        })
        .await?;
        self.write(|content| {
            content.rows = rows;
            content.snapshot = Some(snapshot.clone());
        });
        Ok(snapshot)
    }

    pub(super) fn read<T>(&self, look: impl FnOnce(&MirrorContent) -> T) -> T {
        look(&self.content.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn write(&self, change: impl FnOnce(&mut MirrorContent)) {
        change(&mut self.content.write().unwrap_or_else(PoisonError::into_inner));
    }
}

/// Runs what takes milliseconds where it holds up nobody.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, StorageError> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| StorageError::Setting(error.to_string()))
}

async fn changes_since(db: &mut PgConnection, snapshot: &str) -> Result<Changes, StorageError> {
    // One statement, so one snapshot. What is beyond its end was written on another server.
    const SINCE: &str = "version >= pg_snapshot_xmin($1::pg_snapshot) \
        AND version < pg_snapshot_xmax(pg_current_snapshot()) \
        AND NOT pg_visible_in_snapshot(version, $1::pg_snapshot)";
    let sql = format!(
        "SELECT pg_current_snapshot()::text AS snapshot, \
         EXISTS (SELECT FROM order_list_reset WHERE {SINCE}) AS reset, written.* \
         FROM (VALUES (1)) AS one LEFT JOIN (SELECT {TOLD} FROM orders WHERE {SINCE} LIMIT {MOST_CHANGES} + 1) \
         AS written ON true"
    );
    let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(snapshot)
        .fetch_all(db)
        .await?;
    let first = rows.first().ok_or(sqlx::Error::RowNotFound)?;
    let nothing = first.try_get::<Option<uuid::Uuid>, _>("id")?.is_none();
    Ok(Changes {
        snapshot: first.try_get("snapshot")?,
        reset: first.try_get("reset")? || rows.len() > MOST_CHANGES,
        orders: if nothing {
            Vec::new()
        } else {
            rows.iter().map(read_record).collect::<Result<_, _>>()?
        },
    })
}

fn read_record(row: &PgRow) -> Result<OrderRecord, StorageError> {
    let created: chrono::DateTime<chrono::Utc> = row.try_get("created_at")?;
    Ok(OrderRecord {
        id: row.try_get("id")?,
        state: row.try_get("state")?,
        kind: row.try_get("kind")?,
        owner: row.try_get("user_id")?,
        unit: row.try_get("apply_user_unit")?,
        applicant: row.try_get("applyuser")?,
        number: row.try_get("ordername")?,
        created: created.timestamp_micros(),
        priority: row.try_get("priority")?,
        cancelled: row.try_get("cancelled")?,
    })
}

/// Rows that came from another server, with a dump, carry its transaction numbers. They get one of this server, lest
/// one day a number is reached and taken for news.
async fn disown_other_servers(db: &mut PgConnection) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE orders SET version = pg_current_xact_id() \
         WHERE version >= pg_snapshot_xmax(pg_current_snapshot())"
    )
    .execute(db)
    .await?;
    Ok(())
}

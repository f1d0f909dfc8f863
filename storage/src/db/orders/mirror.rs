//! Every order in this process's memory, for the lists.

use std::sync::{Arc, PoisonError, RwLock};

use futures::TryStreamExt as _;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};

use super::rows::{OrderRecord, Rows};
use crate::StorageError;
use crate::blocking::blocking;
use crate::db::feed::{Changes, FeedPace, Mirror, SnapshotFeed};

/// Orders that are taken over one by one; when more were written at once, all are read anew, which is quicker and
/// holds no second copy of them. A list waits for that.
const PACE: FeedPace = FeedPace {
    most_changes: 20_000,
    most_rows: i64::MAX,
    patience: None,
};

/// What the lists of a process are answered from. Cheap to clone.
#[derive(Debug, Clone)]
pub struct OrderList(Arc<SnapshotFeed<OrderMirror>>);

impl Default for OrderList {
    fn default() -> Self {
        Self(Arc::new(SnapshotFeed::new(())))
    }
}

impl OrderList {
    /// The orders as `db` sees them. `None` in a transaction that sees what others do not.
    pub(super) async fn now(
        &self,
        db: &mut PgConnection,
    ) -> Result<Option<Arc<OrderMirror>>, StorageError> {
        self.0.now(db, PACE).await
    }

    /// Reads all orders, so that the first list need not: a second or two for a million.
    pub async fn warm_up(&self, db: &mut PgConnection) -> Result<(), StorageError> {
        self.now(db).await.map(drop)
    }
}

/// Every order of one database. It changes in its place: a copy would take as much memory again.
#[derive(Debug)]
pub(super) struct OrderMirror(RwLock<MirrorContent>);

#[derive(Debug)]
pub(super) struct MirrorContent {
    /// `pg_snapshot`.
    pub(super) snapshot: String,
    pub(super) rows: Rows,
}

impl OrderMirror {
    pub(super) fn read<T>(&self, look: impl FnOnce(&MirrorContent) -> T) -> T {
        look(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn write(&self, change: impl FnOnce(&mut MirrorContent)) {
        change(&mut self.0.write().unwrap_or_else(PoisonError::into_inner));
    }
}

impl Mirror for OrderMirror {
    const TABLE: &'static str = "orders";
    const RESETS: &'static str = "order_list_reset";
    const COLUMNS: &'static str = "id, state, kind, user_id, apply_user_unit, applyuser, ordername, created_at, \
         priority, cancelled_by IS NOT NULL AS cancelled";
    const KEY: &'static str = "id";
    const GONE: Option<&'static str> = None;
    type Record = OrderRecord;
    type Source = ();

    fn record(row: &PgRow) -> Result<OrderRecord, StorageError> {
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

    /// Orders are always read: there is no other list of them.
    async fn count(_: &mut PgConnection) -> Result<i64, StorageError> {
        Ok(0)
    }

    async fn load(db: &mut PgConnection, (): &()) -> Result<Self, StorageError> {
        disown_other_servers(db).await?;
        let snapshot = sqlx::query_scalar!("SELECT pg_current_snapshot()::text AS \"snapshot!\"")
            .fetch_one(&mut *db)
            .await?;
        let mut rows = Rows::default();
        let sql = format!("SELECT {} FROM orders", Self::COLUMNS);
        let mut reading = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch(db);
        while let Some(row) = reading.try_next().await? {
            rows.push(Self::record(&row)?);
        }
        let rows = blocking(move || {
            rows.sort();
            rows
        });
        let rows = rows.await?;
        Ok(Self(RwLock::new(MirrorContent { snapshot, rows })))
    }

    fn snapshot(&self) -> String {
        self.read(|content| content.snapshot.clone())
    }

    fn as_of(self: &Arc<Self>, known: &str, now: String) -> Arc<Self> {
        self.write(|content| {
            if content.snapshot == known {
                content.snapshot = now;
            }
        });
        Arc::clone(self)
    }

    fn with(self: &Arc<Self>, changes: Changes<OrderRecord>) -> Result<Arc<Self>, StorageError> {
        self.write(|content| {
            content.rows.apply(changes.written);
            content.snapshot = changes.snapshot;
        });
        Ok(Arc::clone(self))
    }
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

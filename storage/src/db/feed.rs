//! What a table holds, in this process's memory, brought up to date whenever somebody looks.
//!
//! Every row of a mirrored table carries the transaction that wrote it last (`version`), so one question answers what was
//! written since a snapshot. Scenes and orders are served by one feed each.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row as _};
use tokio::sync::{Mutex as Turn, Notify, OwnedMutexGuard};

use crate::StorageError;
use crate::blocking::blocking;

/// What was written since a snapshot and can be seen. What is beyond its end was written on another server.
pub(super) const SINCE: &str = "version >= pg_snapshot_xmin($1::pg_snapshot) \
    AND version < pg_snapshot_xmax(pg_current_snapshot()) \
    AND NOT pg_visible_in_snapshot(version, $1::pg_snapshot)";

/// What a table holds, as of one snapshot.
pub(super) trait Mirror: Sized + Send + Sync + 'static {
    /// Name of the table.
    const TABLE: &'static str;
    /// Name of the table whose rows say that more was written than can be told one by one.
    const RESETS: &'static str;
    /// What is read of each row; the first of them is never null.
    const COLUMNS: &'static str;
    /// The first column.
    const KEY: &'static str;
    /// The table that numbers what was deleted, if rows are.
    const GONE: Option<&'static str>;
    /// A row as the database tells it.
    type Record: Send + 'static;
    /// What is loaded from besides the database.
    type Source: Send + Sync + 'static;

    /// Reads a row of [`Self::COLUMNS`].
    fn record(row: &PgRow) -> Result<Self::Record, StorageError>;

    /// How many rows there are, by the kept counts, where reading them all may take longer than anybody should wait.
    fn count(db: &mut PgConnection) -> impl Future<Output = Result<i64, StorageError>> + Send;

    /// Reads everything, as of a snapshot that is not younger than any of it.
    fn load(
        db: &mut PgConnection,
        source: &Self::Source,
    ) -> impl Future<Output = Result<Self, StorageError>> + Send;

    /// Loads a copy that another process left, as of a snapshot that is not younger than any of it. `None`: there is none.
    fn load_kept(
        _db: &mut PgConnection,
        _source: &Self::Source,
    ) -> impl Future<Output = Result<Option<Self>, StorageError>> + Send {
        std::future::ready(Ok(None))
    }

    /// The snapshot, as `pg_snapshot` is written.
    fn snapshot(&self) -> String;

    /// The same at a later moment; nothing was written since `known`.
    fn as_of(self: &Arc<Self>, known: &str, now: String) -> Arc<Self>;

    /// The same with what was written since. Takes milliseconds.
    fn with(self: &Arc<Self>, changes: Changes<Self::Record>) -> Result<Arc<Self>, StorageError>;
}

/// What was written, and until when.
pub(super) struct Changes<R> {
    pub(super) snapshot: String,
    /// Numbers of what was deleted.
    pub(super) gone: Vec<i64>,
    pub(super) written: Vec<R>,
}

/// How much somebody does or waits for to see the latest.
#[derive(Debug, Clone, Copy)]
pub(super) struct FeedPace {
    /// Changes that are taken over; when there are more, everything is read.
    pub(super) most_changes: i64,
    /// Rows that are read, all of them.
    pub(super) most_rows: i64,
    /// How long somebody else may be at it; for ever, if that is left out.
    pub(super) patience: Option<Duration>,
}

/// A database, for as long as what was read from it counts: a server that was started anew may be another one, or one
/// that lost its last transactions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DatabaseIdentity {
    server_started: String,
    database: i64,
    table: i64,
}

/// Serves the mirror of a table of one database.
#[derive(Debug)]
pub(super) struct SnapshotFeed<T: Mirror> {
    source: T::Source,
    known: RwLock<Option<Known<T>>>,
    /// Who takes over changes, or reads everything: one at a time.
    turn: Arc<Turn<()>>,
    /// Told when there is more to do than whoever asked would wait for.
    pub(super) overdue: Notify,
}

#[derive(Debug)]
struct Known<T> {
    identity: Arc<DatabaseIdentity>,
    mirror: Arc<T>,
}

impl<T> Clone for Known<T> {
    fn clone(&self) -> Self {
        Self {
            identity: Arc::clone(&self.identity),
            mirror: Arc::clone(&self.mirror),
        }
    }
}

impl<T: Mirror> SnapshotFeed<T> {
    /// Knows nothing yet.
    pub(super) fn new(source: T::Source) -> Self {
        Self {
            source,
            known: RwLock::new(None),
            turn: Arc::default(),
            overdue: Notify::new(),
        }
    }

    pub(super) const fn source(&self) -> &T::Source {
        &self.source
    }
}

/// Changes since a snapshot, and the database they were read from.
struct Since<R> {
    /// `None`: this transaction sees what others do not.
    identity: Option<DatabaseIdentity>,
    /// Whether the changes are incomplete, so that everything must be loaded anew.
    reset: bool,
    changes: Changes<R>,
}

impl<T: Mirror> SnapshotFeed<T> {
    /// The rows as `db` sees them at this moment. `None` in a transaction that sees what others do not (its own changes,
    /// or an old snapshot), and where it would take longer than `pace` allows.
    pub(super) async fn now(
        self: &Arc<Self>,
        db: &mut PgConnection,
        pace: FeedPace,
    ) -> Result<Option<Arc<T>>, StorageError> {
        if let Some(known) = self.known() {
            let before = known.mirror.snapshot();
            let since = changes_since::<T>(db, &before, 1).await?;
            let Some(identity) = since.identity else {
                return Ok(None);
            };
            let is_same = identity == *known.identity && !since.reset;
            if is_same && since.changes.gone.is_empty() && since.changes.written.is_empty() {
                return Ok(Some(self.confirm(&known, &before, since.changes.snapshot)));
            }
        } else if identity::<T>(db).await?.is_none() {
            return Ok(None);
        } else if T::count(db).await? > pace.most_rows {
            self.overdue.notify_one();
            return Ok(None);
        }
        self.now_in_turn(db, pace).await
    }

    async fn now_in_turn(
        self: &Arc<Self>,
        db: &mut PgConnection,
        pace: FeedPace,
    ) -> Result<Option<Arc<T>>, StorageError> {
        let turn = Arc::clone(&self.turn).lock_owned();
        let turn = match pace.patience {
            None => turn.await,
            Some(patience) => match tokio::time::timeout(patience, turn).await {
                Ok(turn) => turn,
                Err(_) => return Ok(None),
            },
        };
        let mut base = self.known();
        // What was kept, and turned out to be too old, is as old the second time.
        let mut may_be_kept = true;
        loop {
            let known = match base.take() {
                Some(known) => known,
                None if T::count(db).await? > pace.most_rows => {
                    self.overdue.notify_one();
                    return Ok(None);
                }
                None => match self.load(db, std::mem::take(&mut may_be_kept)).await? {
                    Some(known) => known,
                    None => return Ok(None),
                },
            };
            let since = changes_since::<T>(db, &known.mirror.snapshot(), pace.most_changes).await?;
            let Some(identity) = since.identity else {
                return Ok(None);
            };
            if since.reset || identity != *known.identity {
                continue;
            }
            return self.take_over(known, since.changes, turn).await.map(Some);
        }
    }

    async fn take_over(
        self: &Arc<Self>,
        known: Known<T>,
        changes: Changes<T::Record>,
        turn: OwnedMutexGuard<()>,
    ) -> Result<Arc<T>, StorageError> {
        let feed = Arc::clone(self);
        let applied = blocking(move || {
            let mirror = known.mirror.with(changes);
            if let Ok(mirror) = &mirror {
                feed.set(Known {
                    mirror: Arc::clone(mirror),
                    ..known
                });
            }
            // Held by the work, not by the caller, who may go away.
            drop(turn);
            mirror
        });
        applied.await?
    }

    /// Begins with what others have kept in place of what is known, beside those who look at that. Nothing changes where
    /// there is nothing, or more was written since than `pace` allows.
    pub(super) async fn renew(
        self: &Arc<Self>,
        db: &mut PgConnection,
        pace: FeedPace,
    ) -> Result<(), StorageError> {
        let turn = Arc::clone(&self.turn).lock_owned().await;
        let Some(identity) = identity::<T>(db).await? else {
            return Ok(());
        };
        let Some(mirror) = T::load_kept(db, &self.source).await? else {
            return Ok(());
        };
        let since = changes_since::<T>(db, &mirror.snapshot(), pace.most_changes).await?;
        if since.reset || since.identity.as_ref() != Some(&identity) {
            return Ok(());
        }
        let known = Known {
            identity: Arc::new(identity),
            mirror: Arc::new(mirror),
        };
        self.take_over(known, since.changes, turn).await?;
        Ok(())
    }

    async fn load(
        &self,
        db: &mut PgConnection,
        may_be_kept: bool,
    ) -> Result<Option<Known<T>>, StorageError> {
        let Some(identity) = identity::<T>(db).await? else {
            return Ok(None);
        };
        let kept = if may_be_kept {
            T::load_kept(db, &self.source).await?
        } else {
            None
        };
        let mirror = match kept {
            Some(kept) => kept,
            None => T::load(db, &self.source).await?,
        };
        Ok(Some(Known {
            identity: Arc::new(identity),
            mirror: Arc::new(mirror),
        }))
    }

    /// What is known at this moment, right or no longer.
    pub(super) fn current(&self) -> Option<Arc<T>> {
        self.known().map(|known| known.mirror)
    }

    /// Puts the same rows in another form in their place, where that can be.
    pub(super) async fn reform(&self, reform: impl FnOnce(&T) -> Option<T>) {
        let _turn = self.turn.lock().await;
        let mut current = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = &mut *current
            && let Some(mirror) = reform(&known.mirror)
        {
            known.mirror = Arc::new(mirror);
        }
    }

    fn known(&self) -> Option<Known<T>> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known.clone()
    }

    fn set(&self, known: Known<T>) {
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = Some(known);
    }

    /// Nothing was written between `before` and `now`.
    fn confirm(&self, known: &Known<T>, before: &str, now: String) -> Arc<T> {
        if before == now {
            return Arc::clone(&known.mirror);
        }
        let confirmed = known.mirror.as_of(before, now);
        let mut current = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(current) = &mut *current
            && Arc::ptr_eq(&current.mirror, &known.mirror)
        {
            current.mirror = Arc::clone(&confirmed);
        }
        confirmed
    }
}

/// Answers which database this is, and whether it shows what everybody sees.
fn identity_columns<T: Mirror>() -> String {
    format!(
        "pg_postmaster_start_time()::text AS server_started, \
         (SELECT oid::int8 FROM pg_database WHERE datname = current_database()) AS database, \
         '{}'::regclass::oid::int8 AS relation, \
         pg_current_xact_id_if_assigned() IS NULL \
         AND current_setting('transaction_isolation') = 'read committed' AS shared",
        T::TABLE
    )
}

/// Which database `db` leads to. `None`: this transaction sees what others do not.
pub(super) async fn identity<T: Mirror>(
    db: &mut PgConnection,
) -> Result<Option<DatabaseIdentity>, StorageError> {
    let sql = format!("SELECT {}", identity_columns::<T>());
    let row = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_one(db).await?;
    read_identity(&row)
}

fn read_identity(row: &PgRow) -> Result<Option<DatabaseIdentity>, StorageError> {
    let identity = DatabaseIdentity {
        server_started: row.try_get("server_started")?,
        database: row.try_get("database")?,
        table: row.try_get("relation")?,
    };
    let shared: bool = row.try_get("shared")?;
    Ok(shared.then_some(identity))
}

/// With more than `most` rows written there is more to it than it tells.
async fn changes_since<T: Mirror>(
    db: &mut PgConnection,
    snapshot: &str,
    most: i64,
) -> Result<Since<T::Record>, StorageError> {
    let (identity, columns, table, resets) =
        (identity_columns::<T>(), T::COLUMNS, T::TABLE, T::RESETS);
    let gone = match T::GONE {
        Some(table) => format!("ARRAY(SELECT did FROM {table} WHERE {SINCE})"),
        None => "ARRAY[]::int8[]".to_owned(),
    };
    // One statement, so one snapshot.
    let sql = format!(
        "SELECT {identity}, pg_current_snapshot()::text AS snapshot, \
         EXISTS (SELECT FROM {resets} WHERE {SINCE}) AS reset, {gone} AS gone, written.* \
         FROM (VALUES (1)) AS one LEFT JOIN (SELECT {columns} FROM {table} WHERE {SINCE} LIMIT $2 + 1) \
         AS written ON true"
    );
    let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(snapshot)
        .bind(most)
        .fetch_all(db)
        .await?;
    let first = rows.first().ok_or(sqlx::Error::RowNotFound)?;
    let more = i64::try_from(rows.len()).unwrap_or(i64::MAX) > most;
    let nothing = first
        .try_get_raw(T::KEY)
        .map(|key| sqlx::ValueRef::is_null(&key))?;
    let written = if nothing {
        Vec::new()
    } else {
        rows.iter().map(T::record).collect::<Result<_, _>>()?
    };
    Ok(Since {
        identity: read_identity(first)?,
        reset: more || first.try_get("reset")?,
        changes: Changes {
            snapshot: first.try_get("snapshot")?,
            gone: first.try_get("gone")?,
            written,
        },
    })
}

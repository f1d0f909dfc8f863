//! The index of a database in this process's memory, as new as whoever asks.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError, RwLock};
use std::time::Duration;

use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row as _};
use tokio::sync::{Mutex as Turn, Notify};

use super::content::IndexContent;
use super::load::{self, SceneRecord, TOLD, read_record};
use crate::StorageError;

/// A process serves one database. Tests have one each, and do not come back to it.
const MOST_MIRRORS: usize = 8;
/// Changes that are taken over while somebody waits for them; with more, searches are SQL until the keeper is done.
const MOST_CHANGES: i64 = 20_000;
/// Changes that the keeper takes over; when there are more, reading everything is quicker and needs less memory.
const MOST_CHANGES_KEPT: i64 = 300_000;
/// How long a search waits for others to take over changes before it is SQL.
const PATIENCE: Duration = Duration::from_millis(300);
/// So many scenes are read while somebody waits.
const FEW: i64 = 50_000;

static MIRRORS: LazyLock<Mutex<HashMap<Identity, Arc<IndexMirror>>>> =
    LazyLock::new(Mutex::default);

/// A database, for as long as what was read from it counts: a server that was started anew may be another one, or one
/// that lost its last transactions.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Identity {
    server_started: String,
    database: i64,
    table: i64,
}

/// The index of one database, once it was read.
#[derive(Debug, Default)]
pub(super) struct IndexMirror {
    content: RwLock<Option<Arc<IndexContent>>>,
    /// Who takes over changes, or reads everything: one at a time.
    turn: Arc<Turn<()>>,
    /// Wakes the keeper.
    pub(super) work: Notify,
}

/// What was written since a snapshot.
struct Changes {
    snapshot: String,
    /// There is more to it than these scenes.
    reset: bool,
    gone: Vec<i64>,
    scenes: Vec<SceneRecord>,
}

impl Changes {
    fn is_empty(&self) -> bool {
        !self.reset && self.gone.is_empty() && self.scenes.is_empty()
    }
}

/// Answers which database this is, and whether it shows what everybody sees.
const IDENTITY: &str = "pg_postmaster_start_time()::text AS server_started, \
     (SELECT oid::int8 FROM pg_database WHERE datname = current_database()) AS database, \
     'scene'::regclass::oid::int8 AS relation, \
     pg_current_xact_id_if_assigned() IS NULL \
     AND current_setting('transaction_isolation') = 'read committed' AS shared";

/// The mirror that was asked last: mostly it is asked again.
static LAST: RwLock<Option<(Arc<Identity>, Arc<IndexMirror>)>> = RwLock::new(None);

/// What was written since a snapshot and can be seen. What is beyond its end was written on another server.
pub(super) const SINCE: &str = "version >= pg_snapshot_xmin($1::pg_snapshot) \
    AND version < pg_snapshot_xmax(pg_current_snapshot()) \
    AND NOT pg_visible_in_snapshot(version, $1::pg_snapshot)";

/// The mirror of the database that `db` leads to, and its scenes as `db` sees them at this moment, as [`for_database`] and
/// [`IndexMirror::now`] answer them: by one question instead of two, when it is the mirror that was asked last.
pub(super) async fn now(db: &mut PgConnection) -> Result<Option<Arc<IndexContent>>, StorageError> {
    let last = LAST.read().unwrap_or_else(PoisonError::into_inner).clone();
    if let Some((identity, mirror)) = last
        && let Some(known) = mirror.known()
    {
        let (now, changes) = changes_since(db, &known.snapshot, 1).await?;
        if now.as_ref() == Some(&*identity) && changes.is_empty() {
            return Ok(Some(mirror.confirm(&known, changes.snapshot)));
        }
    }
    match for_database(db).await? {
        Some(mirror) => mirror.now(db).await,
        None => Ok(None),
    }
}

/// The mirror of the database that `db` leads to. `None` in a transaction that sees what others do not: its own
/// changes, or an old snapshot.
pub(super) async fn for_database(
    db: &mut PgConnection,
) -> Result<Option<Arc<IndexMirror>>, StorageError> {
    let sql = format!("SELECT {IDENTITY}");
    let row = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_one(db).await?;
    let Some(identity) = identity(&row)? else {
        return Ok(None);
    };
    let mut mirrors = MIRRORS.lock().unwrap_or_else(PoisonError::into_inner);
    if mirrors.len() >= MOST_MIRRORS && !mirrors.contains_key(&identity) {
        mirrors.clear();
    }
    let mirror = Arc::clone(mirrors.entry(identity.clone()).or_default());
    let last = Some((Arc::new(identity), Arc::clone(&mirror)));
    *LAST.write().unwrap_or_else(PoisonError::into_inner) = last;
    Ok(Some(mirror))
}

/// `None`: this transaction sees what others do not.
fn identity(row: &PgRow) -> Result<Option<Identity>, StorageError> {
    let identity = Identity {
        server_started: row.try_get("server_started")?,
        database: row.try_get("database")?,
        table: row.try_get("relation")?,
    };
    let shared: bool = row.try_get("shared")?;
    Ok(shared.then_some(identity))
}

impl IndexMirror {
    /// The scenes as `db` sees them at this moment. `None`: they are still to be read, which takes longer than anybody
    /// should wait.
    pub(super) async fn now(
        self: &Arc<Self>,
        db: &mut PgConnection,
    ) -> Result<Option<Arc<IndexContent>>, StorageError> {
        if let Some(known) = self.known() {
            let (_, changes) = changes_since(db, &known.snapshot, 1).await?;
            if changes.is_empty() {
                return Ok(Some(self.confirm(&known, changes.snapshot)));
            }
        } else if count(db).await? > FEW {
            self.work.notify_one();
            return Ok(None);
        }
        self.now_in_turn(db, false).await
    }

    /// Reads whatever there is to be read, however long it takes.
    pub(super) async fn catch_up(
        self: &Arc<Self>,
        db: &mut PgConnection,
    ) -> Result<Option<Arc<IndexContent>>, StorageError> {
        if let Some(known) = self.known().filter(|known| !known.is_mostly_past()) {
            let (_, changes) = changes_since(db, &known.snapshot, 1).await?;
            if changes.is_empty() {
                return Ok(Some(self.confirm(&known, changes.snapshot)));
            }
        }
        self.now_in_turn(db, true).await
    }

    async fn now_in_turn(
        self: &Arc<Self>,
        db: &mut PgConnection,
        patient: bool,
    ) -> Result<Option<Arc<IndexContent>>, StorageError> {
        let turn = if patient {
            Arc::clone(&self.turn).lock_owned().await
        } else {
            match tokio::time::timeout(PATIENCE, Arc::clone(&self.turn).lock_owned()).await {
                Ok(turn) => turn,
                // The keeper is at it, and has more to do than others should wait for.
                Err(_) => return Ok(None),
            }
        };
        let most = if patient {
            MOST_CHANGES_KEPT
        } else {
            MOST_CHANGES
        };
        let mut known = self
            .known()
            .filter(|known| !(patient && known.is_mostly_past()));
        loop {
            let base = match known.take() {
                Some(base) => base,
                None if patient || count(db).await? <= FEW => Arc::new(load::all(db).await?),
                None => {
                    self.work.notify_one();
                    return Ok(None);
                }
            };
            let (_, changes) = changes_since(db, &base.snapshot, most).await?;
            if changes.reset {
                continue;
            }
            let mirror = Arc::clone(self);
            let applied = blocking(move || {
                let content = Arc::new(take_over(&base, changes));
                mirror.set(Arc::clone(&content));
                // Held by the work, not by the caller, who may go away.
                drop(turn);
                content
            });
            return applied.await.map(Some);
        }
    }

    fn known(&self) -> Option<Arc<IndexContent>> {
        let content = self.content.read().unwrap_or_else(PoisonError::into_inner);
        content.clone()
    }

    fn set(&self, content: Arc<IndexContent>) {
        *self.content.write().unwrap_or_else(PoisonError::into_inner) = Some(content);
    }

    /// Nothing was written between `known` and a later snapshot: the same content is that of the later one.
    fn confirm(&self, known: &Arc<IndexContent>, snapshot: String) -> Arc<IndexContent> {
        if known.snapshot == snapshot {
            return Arc::clone(known);
        }
        let confirmed = Arc::new(known.as_of(snapshot));
        let mut content = self.content.write().unwrap_or_else(PoisonError::into_inner);
        if content.as_ref().is_some_and(|now| Arc::ptr_eq(now, known)) {
            *content = Some(Arc::clone(&confirmed));
        }
        confirmed
    }
}

fn take_over(base: &Arc<IndexContent>, changes: Changes) -> IndexContent {
    let mut content = base.as_of(changes.snapshot);
    if !changes.gone.is_empty() || !changes.scenes.is_empty() {
        let classes = Arc::make_mut(&mut content.classes);
        let rows = load::rows(changes.scenes, classes, &base.cards);
        content.apply(&changes.gone, rows);
    }
    content
}

/// Runs what takes milliseconds where it holds up nobody.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, StorageError> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| StorageError::Setting(error.to_string()))
}

/// How many scenes there are, by the kept counts.
async fn count(db: &mut PgConnection) -> Result<i64, StorageError> {
    let sum = "SELECT coalesce(sum(count), 0)::int8 FROM scene_tally";
    Ok(sqlx::query_scalar(sum).fetch_one(db).await?)
}

/// What was written, and where that was asked. With more than `most` scenes written there is more to it than it tells.
async fn changes_since(
    db: &mut PgConnection,
    snapshot: &str,
    most: i64,
) -> Result<(Option<Identity>, Changes), StorageError> {
    // One statement, so one snapshot.
    let sql = format!(
        "SELECT {IDENTITY}, pg_current_snapshot()::text AS snapshot, \
         EXISTS (SELECT FROM scene_index_reset WHERE {SINCE}) AS reset, \
         ARRAY(SELECT did FROM scene_gone WHERE {SINCE}) AS gone, written.* \
         FROM (VALUES (1)) AS one LEFT JOIN (SELECT {TOLD} FROM scene WHERE {SINCE} LIMIT $2 + 1) \
         AS written ON true"
    );
    let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(snapshot)
        .bind(most)
        .fetch_all(db)
        .await?;
    let first = rows.first().ok_or(sqlx::Error::RowNotFound)?;
    let nothing = first.try_get::<Option<i64>, _>("did")?.is_none();
    let more = i64::try_from(rows.len()).unwrap_or(i64::MAX) > most;
    let changes = Changes {
        snapshot: first.try_get("snapshot")?,
        reset: first.try_get("reset")? || more && !nothing,
        gone: first.try_get("gone")?,
        scenes: if nothing {
            Vec::new()
        } else {
            rows.iter().map(read_record).collect::<Result<_, _>>()?
        },
    };
    Ok((identity(first)?, changes))
}

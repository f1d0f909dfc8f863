//! Keeps the index of one database as new as it may be told without being asked.
//!
//! Whoever looks at what the keeper has confirmed asks the database nothing. Every transaction that writes scenes says so
//! when it commits; from the moment that is heard, until the keeper has taken the change over, nothing is confirmed and
//! searches ask for themselves. Should it go unheard, what is confirmed ends after [`FRESH_FOR`].

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use sqlx::postgres::{PgListener, PgPoolOptions};
use sqlx::{PgConnection, PgPool};
use tokio::sync::{Notify, watch};

use super::looks::{LookCounts, Looks};
use super::replica::{OF_A_SEARCH, OF_THE_KEEPER, Replica, ReplicaSource};
use crate::StorageError;
use crate::blocking::blocking;
use crate::db::catalogue::Tree;
use crate::db::feed::SnapshotFeed;
use crate::db::scopes::{ScopeBook, ScopeShelf};
use crate::db::{handles, patient};
use crate::segment_shelf::SegmentShelf;

mod adoption;

/// How long a search may be answered without asking the database whether it still is right.
const FRESH_FOR: Duration = Duration::from_secs(1);
/// How often the keeper looks for what was written, when it hears of nothing.
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// After so long without a word the database is asked whether it is there.
const QUIET: Duration = Duration::from_secs(20);
/// After an error of the database.
const TRY_AGAIN_AFTER: Duration = Duration::from_secs(5);
/// How long a search waits for the first reading: two million scenes take ten seconds.
const LONGEST_FIRST_READING: Duration = Duration::from_secs(30);
/// How often small segments are looked for, to be built anew as one.
const COMPACT_EVERY: Duration = Duration::from_secs(2);
/// What transactions that write scenes notify (migration 0019).
const WRITTEN: &str = "scene_written";

/// The scenes of a database, for searches in this process.
#[derive(Debug, Clone)]
pub struct SceneIndex(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    pool: PgPool,
    feed: Arc<SnapshotFeed<Replica>>,
    looks: Arc<Looks>,
    /// Grants and units, for scopes.
    scopes: ScopeShelf,
    /// Notifications of written scenes since the start of the process.
    write_notices: AtomicU64,
    news: Notify,
    confirmed: RwLock<Option<Confirmed>>,
    /// Whether all scenes are being read for the first time.
    reading: watch::Sender<bool>,
}

/// What the database held at a moment within the last second, or later where a write was heard of.
#[derive(Debug, Clone)]
pub struct Confirmed {
    tree: Arc<Tree>,
    scopes: Arc<ScopeBook>,
    replica: Arc<Replica>,
    index: SceneIndex,
    /// When the database was read.
    at: Instant,
    /// [`Inner::write_notices`] at that time.
    write_notices: u64,
}

/// What searches of a process are answered from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexFacts {
    pub scenes: usize,
    /// Segments, parts of what was written since included.
    pub segments: usize,
    /// Bytes of them, most of them mapped.
    pub bytes: usize,
    /// The manifest whose segments it began with; `None`: it has read all scenes itself.
    pub manifest: Option<i64>,
    /// For how long it has not been confirmed; `None`: it never was.
    pub age: Option<Duration>,
}

/// All scenes are being read for the first time until this is dropped, also by a keeper that is stopped.
struct FirstReading<'a>(&'a watch::Sender<bool>);

impl<'a> FirstReading<'a> {
    fn begin(index: &'a SceneIndex) -> Self {
        index.0.reading.send_replace(true);
        Self(&index.0.reading)
    }
}

impl Drop for FirstReading<'_> {
    fn drop(&mut self) {
        self.0.send_replace(false);
    }
}

impl SceneIndex {
    /// Knows nothing until somebody keeps it, and shares nothing with other processes.
    #[must_use]
    pub fn new(pool: PgPool) -> Self {
        Self::sharing(pool, None)
    }

    /// Knows nothing until somebody keeps it; then it maps the segments that workers build, if there is a shelf for them.
    #[must_use]
    pub fn sharing(pool: PgPool, shelf: Option<SegmentShelf>) -> Self {
        Self(Arc::new(Inner {
            pool,
            feed: Arc::new(SnapshotFeed::new(ReplicaSource::new(shelf))),
            looks: Arc::default(),
            scopes: ScopeShelf::default(),
            write_notices: AtomicU64::new(0),
            news: Notify::new(),
            confirmed: RwLock::new(None),
            reading: watch::Sender::new(false),
        }))
    }

    /// Waits while all scenes are read for the first time. A search by SQL over millions of scenes takes longer than
    /// that, and many of them hold the reading up. Without a keeper, and after half a minute, there is nothing to wait for.
    pub async fn once_read(&self) {
        let mut reading = self.0.reading.subscribe();
        let read = reading.wait_for(|is_reading| !is_reading);
        if tokio::time::timeout(LONGEST_FIRST_READING, read)
            .await
            .is_err()
        {
            tracing::warn!("the scenes are still being read; a search asks the database");
        }
    }

    /// What the database holds, if that is known without asking.
    #[must_use]
    pub fn confirmed(&self) -> Option<Confirmed> {
        let confirmed = self.0.confirmed.read();
        let confirmed = confirmed.unwrap_or_else(PoisonError::into_inner).clone()?;
        let holds = confirmed.at.elapsed() < FRESH_FOR && confirmed.write_notices == self.signals();
        holds.then_some(confirmed)
    }

    /// Reads all scenes, or takes what workers have built of them, however long that takes: for whoever searches without a
    /// keeper. `db` is in no transaction.
    pub async fn read_now(&self, db: &mut PgConnection) -> Result<(), StorageError> {
        self.0.feed.now(db, OF_THE_KEEPER).await.map(|_| ())
    }

    /// The scenes as `db` sees them at this moment. `None`: they are still to be read, which takes longer than anybody
    /// should wait, or this transaction sees what others do not.
    pub(super) async fn now(
        &self,
        db: &mut PgConnection,
    ) -> Result<Option<Arc<Replica>>, StorageError> {
        self.0.feed.now(db, OF_A_SEARCH).await
    }

    pub(super) fn looks(&self) -> &Arc<Looks> {
        &self.0.looks
    }

    /// Whether searches on this connection are answered by the index at this moment.
    pub async fn is_ready(&self, db: &mut PgConnection) -> Result<bool, StorageError> {
        Ok(self.now(db).await?.is_some())
    }

    /// How looks on threads of their own are doing.
    #[must_use]
    pub fn look_counts(&self) -> LookCounts {
        self.0.looks.counts()
    }

    /// What people may see, as `db` knows it at this moment.
    pub async fn scopes(&self, db: &mut PgConnection) -> Result<Arc<ScopeBook>, StorageError> {
        self.0.scopes.now(db).await
    }

    /// What searches in this process are answered from at this moment; `None`: nothing was read yet.
    #[must_use]
    pub fn facts(&self) -> Option<IndexFacts> {
        let replica = self.0.feed.current()?;
        let confirmed = self.0.confirmed.read();
        let confirmed = confirmed.unwrap_or_else(PoisonError::into_inner).clone();
        Some(IndexFacts {
            scenes: replica.scenes.len(),
            segments: replica.scenes.segments().len(),
            bytes: replica.bytes(),
            manifest: replica.manifest,
            age: confirmed.map(|confirmed| confirmed.at.elapsed()),
        })
    }

    fn signals(&self) -> u64 {
        self.0.write_notices.load(Ordering::SeqCst)
    }

    /// Reads all scenes and then, for ever, what was written. Until everything was read searches wait (see
    /// [`Self::once_read`]); without a keeper, when there are many scenes, they are SQL.
    pub async fn keep(&self) {
        let adopting = adoption::adopt(&self.0.pool, &self.0.feed);
        tokio::join!(self.listen(), self.look(), self.compact(), adopting);
    }

    async fn listen(&self) {
        // Once for each outage.
        let mut is_logged = false;
        loop {
            if let Err(error) = self.listen_once(&mut is_logged).await
                && !is_logged
            {
                tracing::warn!(%error, "writes of scenes are not heard of; they are found when looked for");
                is_logged = true;
            }
            tokio::time::sleep(TRY_AGAIN_AFTER).await;
        }
    }

    async fn listen_once(&self, is_logged: &mut bool) -> Result<(), StorageError> {
        let own = PgPoolOptions::new().max_connections(1);
        let own = own.connect_lazy_with((*self.0.pool.connect_options()).clone());
        let mut listener = PgListener::connect_with(&own).await?;
        listener.listen(WRITTEN).await?;
        *is_logged = false;
        loop {
            // A lost connection is news, too: what was said meanwhile was not heard.
            let Ok(word) = tokio::time::timeout(QUIET, listener.try_recv()).await else {
                sqlx::query!("SELECT").execute(&mut listener).await?;
                continue;
            };
            word?;
            self.0.write_notices.fetch_add(1, Ordering::SeqCst);
            self.0.news.notify_one();
        }
    }

    async fn look(&self) {
        let mut first = Some(FirstReading::begin(self));
        let mut begun = Instant::now();
        // What was said last: whether it is up to date.
        let mut logged = None;
        loop {
            let looked = self.look_once(logged != Some(true)).await;
            drop(first.take());
            match looked {
                Ok(Some(replica)) if logged != Some(true) => {
                    let (scenes, mib) = (replica.scenes.len(), replica.bytes() >> 20);
                    let seconds = begun.elapsed().as_secs_f32();
                    tracing::info!(scenes, seconds, mib, "the scenes are indexed");
                    logged = Some(true);
                }
                Ok(_) => {}
                Err(error) => {
                    if logged != Some(false) {
                        tracing::warn!(%error, "the index of scenes is not up to date; searches may be slower");
                    }
                    logged = Some(false);
                    tokio::time::sleep(TRY_AGAIN_AFTER).await;
                    begun = Instant::now();
                }
            }
            self.news().await;
        }
    }

    /// Until there is something to look for.
    async fn news(&self) {
        tokio::select! {
            () = tokio::time::sleep(LOOK_EVERY) => {}
            () = self.0.news.notified() => {}
            () = self.0.feed.overdue.notified() => {}
        }
    }

    async fn look_once(&self, is_first: bool) -> Result<Option<Arc<Replica>>, StorageError> {
        let (at, write_notices) = (Instant::now(), self.signals());
        // The first time all scenes are read, which may take long.
        let mut db = if is_first {
            patient(&self.0.pool).await?
        } else {
            handles::connection(&self.0.pool).await?
        };
        let tree = Arc::new(Tree::read(&mut db).await?);
        let scopes = self.scopes(&mut db).await?;
        let replica = self.0.feed.now(&mut db, OF_THE_KEEPER).await?;
        if let Some(replica) = &replica {
            replica.cards.follow(replica.edition);
            replica.cards.look_for_pictures(&mut db).await?;
        }
        let confirmed = replica.clone().map(|replica| Confirmed {
            tree,
            scopes,
            replica,
            index: self.clone(),
            at,
            write_notices,
        });
        *self
            .0
            .confirmed
            .write()
            .unwrap_or_else(PoisonError::into_inner) = confirmed;
        Ok(replica)
    }

    /// Builds small segments anew as one, while searches and changes go on.
    async fn compact(&self) {
        loop {
            tokio::time::sleep(COMPACT_EVERY).await;
            let Some(replica) = self.0.feed.current() else {
                continue;
            };
            let compacted = blocking(move || replica.compacted()).await;
            if let Ok(Some(compacted)) = compacted {
                let in_place = |replica: &Replica| replica.with_compacted(compacted);
                self.0.feed.reform(in_place).await;
            }
        }
    }
}

impl Confirmed {
    /// The catalogue's nodes.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Grants and units, for scopes.
    #[must_use]
    pub fn scopes(&self) -> &ScopeBook {
        &self.scopes
    }

    /// The scenes.
    pub(super) const fn replica(&self) -> &Arc<Replica> {
        &self.replica
    }

    /// The index that the scenes are from.
    pub(super) const fn index(&self) -> &SceneIndex {
        &self.index
    }
}

//! Keeps the index of one database as new as it may be told without being asked.
//!
//! Whoever looks at what the keeper has confirmed asks the database nothing. Every transaction that writes scenes says so
//! when it commits; from the moment that is heard, until the keeper has taken the change over, nothing is confirmed and
//! searches ask for themselves. Should it go unheard, what is confirmed ends after [`FRESH_FOR`].

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use roaring::RoaringTreemap;
use sqlx::postgres::{PgListener, PgPoolOptions};
use sqlx::{PgConnection, PgPool};
use tokio::sync::{Notify, watch};

use super::collectors::Order;
use super::content::IndexContent;
use super::find;
use super::hit::ScenePosition;
use super::looks::{LookCounts, Looks};
use super::mirror::{OF_A_SEARCH, OF_THE_KEEPER};
use super::pictures::Pictures;
use crate::StorageError;
use crate::db::catalogue::Tree;
use crate::db::feed::{self, DatabaseIdentity, SnapshotFeed};
use crate::db::scenes::{Card, Filter, FoundScenes, Sort};
use crate::db::scopes::{ScopeBook, ScopeShelf};
use crate::db::{Page, handles, patient};

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
/// What transactions that write scenes notify (migration 0019).
const WRITTEN: &str = "scene_written";

/// The scenes of a database, for searches in this process.
#[derive(Debug, Clone)]
pub struct SceneIndex(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    pool: PgPool,
    feed: Arc<SnapshotFeed<IndexContent>>,
    looks: Arc<Looks>,
    /// What people may see.
    scopes: ScopeShelf,
    /// How often scenes were said to be written.
    heard: AtomicU64,
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
    content: Arc<IndexContent>,
    pictured: Arc<RoaringTreemap>,
    looks: Arc<Looks>,
    /// When it was asked.
    at: Instant,
    /// What had been heard by then.
    heard: u64,
}

/// What the keeper goes on from.
#[derive(Default)]
struct KeeperState {
    database: Option<DatabaseIdentity>,
    pictures: Option<Pictures>,
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
    /// Knows nothing until somebody keeps it.
    #[must_use]
    pub fn new(pool: PgPool) -> Self {
        Self(Arc::new(Inner {
            pool,
            feed: Arc::default(),
            looks: Arc::default(),
            scopes: ScopeShelf::default(),
            heard: AtomicU64::new(0),
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
        let holds = confirmed.at.elapsed() < FRESH_FOR && confirmed.heard == self.signals();
        holds.then_some(confirmed)
    }

    /// The scenes as `db` sees them at this moment. `None`: they are still to be read, which takes longer than anybody
    /// should wait, or this transaction sees what others do not.
    pub(super) async fn now(
        &self,
        db: &mut PgConnection,
    ) -> Result<Option<Arc<IndexContent>>, StorageError> {
        self.0.feed.now(db, OF_A_SEARCH).await
    }

    pub(super) fn looks(&self) -> &Arc<Looks> {
        &self.0.looks
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

    fn signals(&self) -> u64 {
        self.0.heard.load(Ordering::SeqCst)
    }

    /// Reads all scenes and then, for ever, what was written. Until everything was read searches wait (see
    /// [`Self::once_read`]); without a keeper, when there are many scenes, they are SQL.
    pub async fn keep(&self) {
        tokio::join!(self.listen(), self.look());
    }

    async fn listen(&self) {
        // Once for each outage.
        let mut told = false;
        loop {
            if let Err(error) = self.listen_once(&mut told).await
                && !told
            {
                tracing::warn!(%error, "writes of scenes are not heard of; they are found when looked for");
                told = true;
            }
            tokio::time::sleep(TRY_AGAIN_AFTER).await;
        }
    }

    async fn listen_once(&self, told: &mut bool) -> Result<(), StorageError> {
        let own = PgPoolOptions::new().max_connections(1);
        let own = own.connect_lazy_with((*self.0.pool.connect_options()).clone());
        let mut listener = PgListener::connect_with(&own).await?;
        listener.listen(WRITTEN).await?;
        *told = false;
        loop {
            // A lost connection is news, too: what was said meanwhile was not heard.
            let Ok(word) = tokio::time::timeout(QUIET, listener.try_recv()).await else {
                sqlx::query!("SELECT").execute(&mut listener).await?;
                continue;
            };
            word?;
            self.0.heard.fetch_add(1, Ordering::SeqCst);
            self.0.news.notify_one();
        }
    }

    async fn look(&self) {
        let mut first = Some(FirstReading::begin(self));
        let mut kept = KeeperState::default();
        let mut begun = Instant::now();
        // What was said last: whether it is up to date.
        let mut told = None;
        loop {
            let looked = self.look_once(&mut kept).await;
            drop(first.take());
            match looked {
                Ok(Some(content)) if told != Some(true) => {
                    let (scenes, mib) = (content.len(), content.bytes() >> 20);
                    let seconds = begun.elapsed().as_secs_f32();
                    tracing::info!(scenes, seconds, mib, "the index of scenes is in memory");
                    told = Some(true);
                }
                Ok(_) => {}
                Err(error) => {
                    if told != Some(false) {
                        tracing::warn!(%error, "the index of scenes is not up to date; searches may be slower");
                    }
                    told = Some(false);
                    kept = KeeperState::default();
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

    async fn look_once(
        &self,
        kept: &mut KeeperState,
    ) -> Result<Option<Arc<IndexContent>>, StorageError> {
        let (at, heard) = (Instant::now(), self.signals());
        // The first time all scenes are read, which may take long.
        let mut db = match kept.database {
            Some(_) => handles::connection(&self.0.pool).await?,
            None => patient(&self.0.pool).await?,
        };
        let database = feed::identity::<IndexContent>(&mut db).await?;
        let database = database.ok_or_else(|| {
            StorageError::Setting("a fresh connection is in a transaction".into())
        })?;
        let same = kept.database.as_ref() == Some(&database);
        let mut pictures = match kept.pictures.take().filter(|_| same) {
            Some(pictures) => pictures,
            None => Pictures::read(&mut db).await?,
        };
        pictures.catch_up(&mut db).await?;
        let tree = Arc::new(Tree::read(&mut db).await?);
        let scopes = self.scopes(&mut db).await?;
        let content = self.0.feed.now(&mut db, OF_THE_KEEPER).await?;
        let confirmed = content.clone().map(|content| Confirmed {
            tree,
            scopes,
            content,
            pictured: Arc::clone(&pictures.dids),
            looks: Arc::clone(&self.0.looks),
            at,
            heard,
        });
        *kept = KeeperState {
            database: Some(database),
            pictures: Some(pictures),
        };
        *self
            .0
            .confirmed
            .write()
            .unwrap_or_else(PoisonError::into_inner) = confirmed;
        Ok(content)
    }
}

impl Confirmed {
    /// The catalogue's nodes.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// What people may see.
    #[must_use]
    pub fn scopes(&self) -> &ScopeBook {
        &self.scopes
    }

    /// A page of what the filter finds, with what all of it is when `with_summary`. `None`: only the database can say.
    pub async fn search(
        &self,
        filter: &Filter,
        sort: Sort,
        page: Page,
        with_summary: bool,
    ) -> Result<Option<FoundScenes>, StorageError> {
        let Some(order) = Order::of_sort(sort).filter(|_| filter.is_for_index()) else {
            return Ok(None);
        };
        let content = Arc::clone(&self.content);
        let Some(found) = find(&self.looks, content, filter, (order, page), with_summary).await?
        else {
            return Ok(None);
        };
        let cards = found.page.iter().map(|(_, spot)| self.card(*spot));
        let cards: Option<Vec<Card>> = cards.collect();
        Ok(cards.map(|cards| found.with(cards)))
    }

    fn card(&self, spot: ScenePosition) -> Option<Card> {
        let (hit, text) = spot.resolve(&self.content)?;
        let class = self.content.classes.all.get(hit.class as usize)?;
        let has_preview = self.pictured.contains(hit.did.unsigned_abs());
        let footprint = spot.footprint(&self.content)?.to_owned();
        self.content
            .cards
            .card(&hit, text, class, footprint, has_preview)
    }
}

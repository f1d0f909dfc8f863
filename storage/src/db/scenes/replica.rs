//! The scenes of a database as searches in this process see them: segments of `scene_index`, and what was written since.

use std::sync::Arc;
use std::time::Duration;

use scene_index::{Memo, Snapshot};
use sqlx::PgConnection;
use sqlx::postgres::PgRow;

use super::card_shelf::{CardShelf, Edition};
use crate::StorageError;
use crate::db::feed::{Changes, FeedPace, Mirror};
use crate::segment_shelf::SegmentShelf;

mod building;
mod compaction;
mod load;
mod row;
mod segments;
mod shared;

pub use building::build_manifest;
use row::SceneRow;
use segments::SegmentPlace;

/// For a search: with more changes, with more scenes to read, or when others are at it for longer, it is SQL until the
/// keeper is done.
pub(super) const OF_A_SEARCH: FeedPace = FeedPace {
    most_changes: 20_000,
    most_rows: 50_000,
    patience: Some(Duration::from_millis(300)),
};
/// For the keeper: with more changes, reading everything is quicker and needs less memory.
pub(super) const OF_THE_KEEPER: FeedPace = FeedPace {
    most_changes: 300_000,
    most_rows: i64::MAX,
    patience: None,
};
/// What is remembered of searched areas.
const MEMO_BYTES: usize = 64 << 20;

/// All scenes, and as of when.
#[derive(Debug, Clone)]
pub(super) struct Replica {
    /// `pg_snapshot`.
    pub(super) position: String,
    pub(super) scenes: Arc<Snapshot>,
    pub(super) memo: Arc<Memo>,
    /// Cards of its scenes that were shown lately.
    pub(super) cards: Arc<CardShelf>,
    /// Which edition of the scenes the cards are of.
    pub(super) edition: Edition,
    /// The manifest whose segments it began with.
    pub(super) manifest: Option<i64>,
}

/// Where a replica comes from, besides the database.
#[derive(Debug, Clone)]
pub(super) struct ReplicaSource {
    /// Where segments lie that workers have built.
    pub(super) shelf: Option<SegmentShelf>,
    /// Outlasts the replica: what it knows of a segment holds for ever.
    memo: Arc<Memo>,
    cards: Arc<CardShelf>,
}

impl ReplicaSource {
    pub(super) fn new(shelf: Option<SegmentShelf>) -> Self {
        Self {
            shelf,
            memo: Arc::new(Memo::new(MEMO_BYTES, Memo::LEAST_ROWS)),
            cards: Arc::default(),
        }
    }
}

impl Replica {
    /// The same with some of its segments built anew as one: some milliseconds for each thousand of their scenes. `None`:
    /// none is worth it.
    pub(super) fn compacted(&self) -> Option<compaction::Compacted> {
        compaction::compacted(
            &self.scenes,
            compaction::OF_A_REPLICA,
            &SegmentPlace::Unnamed,
        )
    }

    /// This replica, which may be a later one, with what was compacted; `None`: its segments are others by now.
    pub(super) fn with_compacted(&self, compacted: compaction::Compacted) -> Option<Self> {
        Some(Self {
            scenes: Arc::new(compacted.in_place(&self.scenes)?),
            ..self.clone()
        })
    }

    /// Bytes of its segments, most of them mapped.
    pub(super) fn bytes(&self) -> usize {
        let parts = self.scenes.segments().iter();
        parts.map(|part| part.segment().bytes()).sum()
    }
}

impl Mirror for Replica {
    const TABLE: &'static str = "scene";
    const RESETS: &'static str = "scene_index_reset";
    const COLUMNS: &'static str = row::COLUMNS;
    const KEY: &'static str = "did";
    const GONE: Option<&'static str> = Some("scene_gone");
    type Record = SceneRow;
    type Source = ReplicaSource;

    fn record(read: &PgRow) -> Result<SceneRow, StorageError> {
        row::read_row(read)
    }

    async fn count(db: &mut PgConnection) -> Result<i64, StorageError> {
        let sum = sqlx::query_scalar!(
            "SELECT coalesce(sum(count), 0)::int8 AS \"sum!\" FROM scene_tally"
        );
        Ok(sum.fetch_one(db).await?)
    }

    async fn load(db: &mut PgConnection, source: &ReplicaSource) -> Result<Self, StorageError> {
        let (position, segments) = load::all(db, SegmentPlace::Unnamed).await?;
        Ok(Self {
            position,
            scenes: Arc::new(Snapshot::new(segments)),
            memo: Arc::clone(&source.memo),
            cards: Arc::clone(&source.cards),
            edition: source.cards.begin(),
            manifest: None,
        })
    }

    async fn load_kept(
        db: &mut PgConnection,
        source: &ReplicaSource,
    ) -> Result<Option<Self>, StorageError> {
        let Some(shelf) = &source.shelf else {
            return Ok(None);
        };
        load::disown_other_servers(db).await?;
        let shared = shared::scenes(db, shelf).await?;
        Ok(shared.map(|shared| Self {
            position: shared.position,
            scenes: Arc::new(shared.scenes),
            memo: Arc::clone(&source.memo),
            cards: Arc::clone(&source.cards),
            edition: source.cards.begin(),
            manifest: Some(shared.number),
        }))
    }

    fn snapshot(&self) -> String {
        self.position.clone()
    }

    fn as_of(self: &Arc<Self>, _: &str, now: String) -> Arc<Self> {
        Arc::new(Self {
            position: now,
            ..Self::clone(self)
        })
    }

    fn with(self: &Arc<Self>, changes: Changes<SceneRow>) -> Result<Arc<Self>, StorageError> {
        if changes.gone.is_empty() && changes.written.is_empty() {
            return Ok(self.as_of("", changes.snapshot));
        }
        let written = changes.written.iter().map(|scene| scene.did);
        let others: Vec<i64> = changes.gone.iter().copied().chain(written).collect();
        let written = segments::built(changes.written).map_err(segments::refused)?;
        let gone: Vec<u64> = changes.gone.iter().map(|did| did.unsigned_abs()).collect();
        let scenes = self.scenes.with_changes(written, &gone);
        Ok(Arc::new(Self {
            position: changes.snapshot,
            scenes: Arc::new(scenes.map_err(segments::refused)?),
            edition: self.cards.forget(self.edition, others),
            ..Self::clone(self)
        }))
    }
}

/// The scenes of the manifest, so that its segments are there when a replica is loaded of them. `None`: there is none, or a
/// segment of it cannot be had.
pub(super) async fn prefetched(
    db: &mut PgConnection,
    shelf: &SegmentShelf,
) -> Result<Option<Snapshot>, StorageError> {
    let shared = shared::scenes(db, shelf).await?;
    Ok(shared.map(|shared| shared.scenes))
}

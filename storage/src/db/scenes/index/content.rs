//! Every scene of one database, as of one snapshot: chunks that never change, which of their scenes are no more, and
//! a few scenes that are in no chunk yet. A changed scene is struck out in its chunk and comes anew, so taking over a
//! change copies next to nothing, and whoever is looking goes on looking at what was.

use std::collections::HashSet;
use std::sync::Arc;

use super::area_memo::AreaMemo;
use super::cards::Cards;
use super::chunk::{self, Chunk, IndexedScene};
use super::classes::Classes;
use super::names;
use super::row_set::RowSet;

/// Scenes in no chunk; when there are more, they become one.
const MOST_LOOSE: usize = if cfg!(test) { 16 } else { 4096 };
/// A chunk with fewer scenes than this is put together with others.
const SMALL: usize = chunk::MOST / 2;
/// That many small chunks are worth the work.
const MANY_SMALL: usize = if cfg!(test) { 3 } else { 8 };

/// So much that nobody reads is never worth reading everything anew.
const PAST_BYTES: u64 = if cfg!(test) { 4096 } else { 256 << 20 };

/// A chunk and what of it counts.
#[derive(Debug, Clone)]
pub(super) struct LiveChunk {
    pub(super) chunk: Arc<Chunk>,
    /// Places that are no more.
    pub(super) struck: Option<Arc<RowSet>>,
    live: usize,
}

impl LiveChunk {
    pub(super) fn new(rows: Vec<IndexedScene>, cards: &Cards) -> Self {
        let chunk = Chunk::build(rows, cards);
        Self {
            live: chunk.len(),
            chunk: Arc::new(chunk),
            struck: None,
        }
    }

    pub(super) fn live(&self) -> usize {
        self.live
    }

    pub(super) fn is_struck(&self, place: usize) -> bool {
        self.struck.as_ref().is_some_and(|struck| struck.has(place))
    }

    fn strike(&mut self, dids: &HashSet<i64>) {
        for did in dids {
            let Some(place) = self.chunk.row_of(*did).map(usize::from) else {
                continue;
            };
            if self.is_struck(place) {
                continue;
            }
            let none = || Arc::new(RowSet::none(self.chunk.len()));
            Arc::make_mut(self.struck.get_or_insert_with(none)).insert(place);
            self.live -= 1;
        }
    }

    fn rows(&self, cards: &Cards) -> impl Iterator<Item = IndexedScene> {
        let names = self.chunk.names(cards).unwrap_or_default();
        let names: Vec<_> = names::parted(&names).collect();
        (0..self.chunk.len())
            .filter(|place| !self.is_struck(*place))
            .map(move |place| self.chunk.row(place, names.get(place).cloned()))
    }
}

/// What is known, and as of when.
#[derive(Debug, Clone, Default)]
pub(super) struct IndexContent {
    /// `pg_snapshot`.
    pub(super) snapshot: String,
    /// By their newest scene, oldest first.
    pub(super) chunks: Arc<Vec<LiveChunk>>,
    pub(super) loose: Arc<Vec<IndexedScene>>,
    pub(super) classes: Arc<Classes>,
    pub(super) cards: Arc<Cards>,
    pub(super) memo: Arc<AreaMemo>,
    /// No scene has a larger number.
    largest_did: i64,
    /// Bytes of the cards when all scenes had been read.
    read: u64,
}

impl IndexContent {
    pub(super) fn new(
        snapshot: String,
        mut chunks: Vec<LiveChunk>,
        classes: Classes,
        cards: Arc<Cards>,
    ) -> Self {
        chunks.sort_by_key(|held| held.chunk.newest());
        let dids = chunks.iter().flat_map(|held| &held.chunk.dids);
        Self {
            snapshot,
            largest_did: dids.max().copied().unwrap_or(0),
            chunks: Arc::new(chunks),
            loose: Arc::default(),
            classes: Arc::new(classes),
            read: cards.bytes(),
            cards,
            memo: Arc::default(),
        }
    }

    /// The same scenes, at another moment.
    pub(super) fn at(&self, snapshot: String) -> Self {
        Self {
            snapshot,
            ..self.clone()
        }
    }

    /// Takes over what became of some scenes: `gone` are no more, `rows` are new or changed.
    pub(super) fn apply(&mut self, gone: &[i64], rows: Vec<IndexedScene>) {
        let changed: HashSet<i64> = gone
            .iter()
            .copied()
            .chain(rows.iter().map(|row| row.did))
            .collect();
        let known: HashSet<i64> = changed
            .iter()
            .copied()
            .filter(|did| *did <= self.largest_did)
            .collect();
        if !known.is_empty() {
            for held in Arc::make_mut(&mut self.chunks) {
                held.strike(&known);
            }
            Arc::make_mut(&mut self.loose).retain(|row| !known.contains(&row.did));
        }
        self.largest_did = changed.into_iter().fold(self.largest_did, i64::max);
        Arc::make_mut(&mut self.loose).extend(rows);
        if self.loose.len() > MOST_LOOSE {
            self.make_chunks();
        }
    }

    fn make_chunks(&mut self) {
        let mut loose = std::mem::take(Arc::make_mut(&mut self.loose));
        let chunks = Arc::make_mut(&mut self.chunks);
        let small = chunks.iter().filter(|held| held.live() < SMALL).count();
        if small >= MANY_SMALL {
            for held in chunks.extract_if(.., |held| held.live() < SMALL) {
                loose.extend(held.rows(&self.cards));
            }
        }
        loose.sort_unstable_by_key(|row| (row.acquired, row.did));
        while !loose.is_empty() {
            let rest = loose.split_off(loose.len().min(chunk::MOST));
            chunks.push(LiveChunk::new(loose, &self.cards));
            loose = rest;
        }
        chunks.sort_by_key(|held| held.chunk.newest());
    }

    /// Scenes.
    pub(super) fn len(&self) -> usize {
        self.chunks.iter().map(LiveChunk::live).sum::<usize>() + self.loose.len()
    }

    /// Whether far more was written of scenes than when all were read: reading everything anew makes it less.
    pub(super) fn is_mostly_past(&self) -> bool {
        self.cards.bytes() > self.read.saturating_mul(3).saturating_add(PAST_BYTES)
    }

    /// Bytes on the heap, all but a few.
    pub(super) fn bytes(&self) -> usize {
        self.chunks.iter().map(|held| held.chunk.bytes()).sum()
    }
}

#[cfg(test)]
mod tests;

//! What searched areas hold of chunks, remembered: a chunk never changes, and people ask about the same area again, for
//! the next page, with other filters, or because it is a region that many ask about.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use geometry::SearchArea;

use super::chunk::Chunk;
use super::row_set::RowSet;

/// Bytes that are kept of all areas together; a chunk takes up to 8 KiB of each.
const MOST_BYTES: usize = 64 << 20;
/// Areas that are kept at most.
const MOST_AREAS: usize = 256;

/// Of the areas that were asked about last.
#[derive(Debug, Default)]
pub(super) struct AreaMemo(Mutex<VecDeque<Arc<AreaEntry>>>);

/// Of one area: by the address of the chunk, which stays taken as long as the entry is there.
#[derive(Debug)]
pub(super) struct AreaEntry {
    area: Weak<SearchArea>,
    chunks: Mutex<HashMap<usize, ChunkEntry>>,
}

/// A chunk, and all its places whose footprints meet the area.
type ChunkEntry = (Weak<Chunk>, Arc<RowSet>);

impl AreaMemo {
    /// The entry of an area, from now on the one that was used last.
    pub(super) fn entry_of(&self, area: &Arc<SearchArea>) -> Arc<AreaEntry> {
        let mut areas = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_this = |known: &Arc<AreaEntry>| std::ptr::eq(known.area.as_ptr(), Arc::as_ptr(area));
        let known = areas.iter().position(is_this);
        let entry = known.and_then(|at| areas.remove(at)).unwrap_or_else(|| {
            // Nobody can ask about an area that only this list knows.
            areas.retain(|known| known.area.strong_count() > 0);
            Arc::new(AreaEntry {
                area: Arc::downgrade(area),
                chunks: Mutex::default(),
            })
        });
        areas.push_front(Arc::clone(&entry));
        if known.is_none() {
            let mut bytes = 0;
            let fitting = areas.iter().take(MOST_AREAS).take_while(|known| {
                bytes += known.bytes();
                bytes <= MOST_BYTES
            });
            let fitting = fitting.count();
            areas.truncate(fitting.max(1));
        }
        entry
    }
}

impl AreaEntry {
    /// Every place of the chunk whose footprint meets the area, struck ones included.
    pub(super) fn known(&self, chunk: &Arc<Chunk>) -> Option<Arc<RowSet>> {
        let chunks = self.chunks.lock().unwrap_or_else(PoisonError::into_inner);
        let known = chunks.get(&address(chunk));
        known.map(|(_, places)| Arc::clone(places))
    }

    pub(super) fn remember(&self, chunk: &Arc<Chunk>, places: &RowSet) {
        let mut chunks = self.chunks.lock().unwrap_or_else(PoisonError::into_inner);
        chunks.retain(|_, (chunk, _)| chunk.strong_count() > 0);
        let entry = (Arc::downgrade(chunk), Arc::new(places.clone()));
        chunks.insert(address(chunk), entry);
    }

    fn bytes(&self) -> usize {
        let chunks = self.chunks.lock().unwrap_or_else(PoisonError::into_inner);
        chunks.values().map(|(_, places)| places.bytes()).sum()
    }
}

fn address(chunk: &Arc<Chunk>) -> usize {
    Arc::as_ptr(chunk).addr()
}

#[cfg(test)]
mod tests {
    use geo::Rect;

    use super::super::cards::Cards;
    use super::*;

    fn area(west: f64) -> Arc<SearchArea> {
        let rect = Rect::new((west, 30.0), (west + 1.0, 31.0));
        Arc::new(SearchArea::new(rect.into()))
    }

    fn chunk() -> Arc<Chunk> {
        Arc::new(Chunk::build(Vec::new(), &Cards::default()))
    }

    #[test]
    fn an_area_is_known_by_itself_and_not_by_its_looks() {
        let (memo, one, other, chunk) = (AreaMemo::default(), area(100.0), area(100.0), chunk());
        memo.entry_of(&one)
            .remember(&chunk, &RowSet::range(&(0..7), 10));
        assert_eq!(
            memo.entry_of(&one).known(&chunk).map(|it| it.count()),
            Some(7)
        );
        assert!(memo.entry_of(&other).known(&chunk).is_none());
        assert!(memo.entry_of(&one).known(&super::tests::chunk()).is_none());
    }

    #[test]
    fn what_nobody_can_ask_about_is_forgotten() {
        let (memo, chunk) = (AreaMemo::default(), chunk());
        let gone = area(100.0);
        memo.entry_of(&gone).remember(&chunk, &RowSet::none(10));
        drop(gone);
        let here = area(110.0);
        let entry = memo.entry_of(&here);
        assert_eq!(memo.0.lock().unwrap().len(), 1);
        entry.remember(&chunk, &RowSet::none(10));
        drop(chunk);
        entry.remember(&super::tests::chunk(), &RowSet::none(10));
        assert_eq!(entry.chunks.lock().unwrap().len(), 1);
    }

    #[test]
    fn the_last_used_stay_within_their_number_and_bytes() {
        let (memo, chunk) = (AreaMemo::default(), chunk());
        let many: Vec<_> = (0..MOST_AREAS + 10).map(|_| area(100.0)).collect();
        for area in &many {
            memo.entry_of(area).remember(&chunk, &RowSet::none(10));
        }
        assert_eq!(memo.0.lock().unwrap().len(), MOST_AREAS);
        assert!(memo.entry_of(&many[0]).known(&chunk).is_none());
        assert!(memo.entry_of(&many[MOST_AREAS]).known(&chunk).is_some());
        let large = RowSet::none(8 * MOST_BYTES);
        memo.entry_of(&many[1]).remember(&chunk, &large);
        memo.entry_of(&many[2]).remember(&chunk, &large);
        memo.entry_of(&area(100.0));
        assert!(memo.0.lock().unwrap().len() <= 2);
    }
}

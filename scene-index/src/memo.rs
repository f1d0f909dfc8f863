//! What areas and scopes hold that are asked for again.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use geometry::AreaDigest;

use crate::cloud::CLASSES;
use crate::row_set::RowSet;
use crate::segment::SegmentDigest;

/// How many rows of each source of a segment, by its number, are in each class of cloud cover.
pub(crate) type SourceCounts = Arc<[[u32; CLASSES]]>;

/// Segment, partition, and area with what may be seen of it: what is counted there never changes.
pub(crate) type MemoKey = (SegmentDigest, usize, AreaDigest);

/// What is remembered of one partition and area.
#[derive(Clone, Default)]
pub(crate) struct Remembered {
    pub(crate) counts: Option<RememberedCounts>,
    pub(crate) rows: RememberedRows,
}

/// Which rows of a partition meet the area, those included that are no longer.
#[derive(Clone, Default)]
pub(crate) enum RememberedRows {
    /// Nobody needed them yet.
    #[default]
    NeverNeeded,
    /// They were needed once; most searches are asked once.
    NeededOnce,
    Known(RowSet),
}

/// How many rows of a partition meet the area.
#[derive(Clone)]
pub(crate) struct RememberedCounts {
    /// Of all rows, those included that are no longer.
    pub(crate) all: SourceCounts,
    /// Of those that still are, and which are not.
    pub(crate) settled: Option<(Arc<[u32]>, SourceCounts)>,
}

/// Remembers what partitions hold of an area, up to a number of bytes; what was asked
/// for longest ago goes first. One is shared by all searches of a process.
pub struct Memo {
    most_bytes: usize,
    least_rows: usize,
    entries: Mutex<Entries>,
}

#[derive(Default)]
struct Entries {
    by_key: HashMap<MemoKey, (u64, Remembered)>,
    bytes: usize,
    /// Grows with each lookup: the entry with the smallest is the one least recently used.
    clock: u64,
}

impl Memo {
    /// Scenes from which on a segment is worth remembering. Smaller ones are quickly looked at, and soon gone; those that workers
    /// build of what was ingested begin at about 40,000.
    pub const LEAST_ROWS: usize = 10_000;

    /// Holds at most so many bytes, of segments of at least so many scenes: of each area and month some 100 bytes for each source
    /// of a segment, and a bit for each scene where pages begin.
    #[must_use]
    pub fn new(most_bytes: usize, least_rows: usize) -> Self {
        Self {
            most_bytes,
            least_rows,
            entries: Mutex::default(),
        }
    }

    pub(crate) const fn is_for(&self, rows: usize) -> bool {
        rows >= self.least_rows
    }

    pub(crate) fn get(&self, key: &MemoKey) -> Option<Remembered> {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        entries.clock += 1;
        let now = entries.clock;
        let (used, remembered) = entries.by_key.get_mut(key)?;
        *used = now;
        Some(remembered.clone())
    }

    pub(crate) fn put(&self, key: MemoKey, remembered: Remembered) {
        let bytes = remembered.bytes();
        if bytes > self.most_bytes {
            return;
        }
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        entries.clock += 1;
        let now = entries.clock;
        entries.bytes += bytes;
        if let Some((_, before)) = entries.by_key.insert(key, (now, remembered)) {
            entries.bytes -= before.bytes();
        }
        if entries.bytes > self.most_bytes {
            entries.forget_half(self.most_bytes / 2);
        }
    }

    /// Bytes of all that it remembers.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        entries.bytes
    }
}

impl Entries {
    /// Down to so many bytes, in one go: seldom, and then for long.
    fn forget_half(&mut self, most: usize) {
        let mut by_use: Vec<(u64, MemoKey)> = self
            .by_key
            .iter()
            .map(|(key, (used, _))| (*used, *key))
            .collect();
        by_use.sort_unstable();
        for (_, key) in by_use {
            if self.bytes <= most {
                return;
            }
            if let Some((_, remembered)) = self.by_key.remove(&key) {
                self.bytes -= remembered.bytes();
            }
        }
    }
}

impl Remembered {
    fn bytes(&self) -> usize {
        let rows = match &self.rows {
            RememberedRows::NeverNeeded | RememberedRows::NeededOnce => 0,
            RememberedRows::Known(rows) => rows.bytes(),
        };
        let counts = self.counts.as_ref().map_or(0, RememberedCounts::bytes);
        size_of::<MemoKey>() + counts + rows
    }
}

impl RememberedCounts {
    fn bytes(&self) -> usize {
        let settled = self.settled.as_ref();
        let settled = settled.map_or(0, |(dead, counts)| {
            size_of_val::<[u32]>(dead) + size_of_val::<[[u32; CLASSES]]>(counts)
        });
        size_of_val::<[[u32; CLASSES]]>(&self.all) + settled
    }
}

impl fmt::Debug for Memo {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Memo")
            .field("bytes", &self.bytes())
            .finish_non_exhaustive()
    }
}

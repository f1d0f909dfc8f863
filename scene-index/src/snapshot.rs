//! All scenes at one moment: segments, what was written since, and what is no longer.

use std::collections::HashMap;
use std::sync::Arc;

use geometry::{Footprint, FootprintRef};

use crate::builder::{BuildError, SegmentBuilder};
use crate::scene::{SceneFacts, SceneRecord, SceneSource};
use crate::segment::{OpenError, Segment};
use crate::tombstones::Tombstones;

/// A part of the delta that holds so many scenes is merged with no other: building it anew would hold up whoever waits
/// for what was written.
pub const LARGE_DELTA: usize = 1 << 16;

/// All scenes at one moment; it never changes, and a clone is the same.
#[derive(Debug, Clone, Default)]
pub struct Snapshot {
    live: Vec<LiveSegment>,
    /// Of all segments, each once.
    sources: Arc<[SceneSource]>,
}

/// A segment, and which of its rows are no longer.
#[derive(Debug, Clone)]
pub struct LiveSegment {
    pub(crate) segment: Arc<Segment>,
    pub(crate) dead: Tombstones,
    /// The snapshot's number of each source of the segment.
    pub(crate) sources: Arc<[usize]>,
    origin: SegmentOrigin,
}

/// Where a segment of a snapshot comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SegmentOrigin {
    /// A manifest names it: other processes have the same.
    Shared,
    /// This process built it of all scenes, or of other segments.
    Built,
    /// It holds what was written since.
    Delta,
}

/// Where a scene is in a snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ScenePosition {
    pub(crate) segment: u32,
    pub(crate) row: u32,
}

/// Why a snapshot cannot take in what was written.
#[derive(Debug, thiserror::Error)]
pub enum ChangeError {
    /// The scenes are none that a segment can hold.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// What was built cannot be read.
    #[error(transparent)]
    Open(#[from] OpenError),
}

impl Snapshot {
    /// Of segments that have no scene in common.
    #[must_use]
    pub fn new(segments: impl IntoIterator<Item = Arc<Segment>>) -> Self {
        let whole = |segment| (segment, Tombstones::default(), SegmentOrigin::Built);
        Self::composed(segments.into_iter().map(whole))
    }

    /// Of segments that have no living scene in common, as a manifest names them.
    #[must_use]
    pub fn shared(parts: impl IntoIterator<Item = (Arc<Segment>, Tombstones)>) -> Self {
        let parts = parts.into_iter();
        Self::composed(parts.map(|(segment, dead)| (segment, dead, SegmentOrigin::Shared)))
    }

    fn composed(parts: impl Iterator<Item = (Arc<Segment>, Tombstones, SegmentOrigin)>) -> Self {
        let mut sources: Vec<SceneSource> = Vec::new();
        let mut known: HashMap<SceneSource, usize> = HashMap::new();
        let mut live = Vec::new();
        for (segment, dead, origin) in parts {
            let numbers = segment.sources().iter().map(|source| {
                *known.entry(source.clone()).or_insert_with(|| {
                    sources.push(source.clone());
                    sources.len() - 1
                })
            });
            live.push(LiveSegment {
                sources: numbers.collect(),
                segment,
                dead,
                origin,
            });
        }
        Self {
            live,
            sources: sources.into(),
        }
    }

    /// The same with what was written and removed since. A scene that is written anew takes the place of the one that had
    /// its number; one that is written and removed is removed before.
    pub fn with_changes(&self, written: SegmentBuilder, gone: &[u64]) -> Result<Self, ChangeError> {
        let written = if written.is_empty() {
            None
        } else {
            Some(Arc::new(Segment::just_built(written.build()?)?))
        };
        self.with_written(written, gone)
    }

    /// The same with a segment of what was written, wherever its bytes are.
    pub fn with_written(
        &self,
        written: Option<Arc<Segment>>,
        gone: &[u64],
    ) -> Result<Self, ChangeError> {
        let mut replaced = gone.to_vec();
        if let Some(segment) = &written {
            replaced.extend((0..segment.len()).map(|row| segment.columns().number(row)));
        }
        let mut parts: Vec<LiveSegment> = Vec::with_capacity(self.live.len() + 1);
        for part in &self.live {
            let rows = replaced.iter().filter_map(|it| part.segment.row_of(*it));
            let part = LiveSegment {
                dead: part.dead.with(rows),
                ..part.clone()
            };
            if !part.is_empty() {
                parts.push(part);
            }
        }
        if let Some(segment) = written {
            parts.push(LiveSegment {
                segment,
                dead: Tombstones::default(),
                sources: [].into(),
                origin: SegmentOrigin::Delta,
            });
        }
        merge_delta(&mut parts)?;
        let parts = parts.into_iter().map(|it| (it.segment, it.dead, it.origin));
        Ok(Self::composed(parts))
    }

    /// The same with a segment in the place of others, built of what these held in an earlier snapshot: what was written or
    /// removed since is no longer. `None`: one of them was merged since.
    #[must_use]
    pub fn with_rebuilt(&self, before: &[LiveSegment], rebuilt: Arc<Segment>) -> Option<Self> {
        let mut gone = Vec::new();
        for earlier in before {
            let now = self.live.iter().find(|part| part.is_same(earlier))?;
            let columns = now.segment.columns();
            let died = now.dead.besides(&earlier.dead);
            gone.extend(died.map(|row| columns.number(row as usize)));
        }
        let gone = gone.iter().filter_map(|number| rebuilt.row_of(*number));
        let dead = Tombstones::default().with(gone);
        let others = self.live.iter();
        let others = others.filter(|part| !before.iter().any(|it| it.is_same(part)));
        let others = others.map(|it| (Arc::clone(&it.segment), it.dead.clone(), it.origin));
        // The delta comes last, as its parts are merged from the end.
        let (delta, whole): (Vec<_>, Vec<_>) =
            others.partition(|part| part.2 == SegmentOrigin::Delta);
        let parts = whole
            .into_iter()
            .chain([(rebuilt, dead, SegmentOrigin::Built)]);
        Some(Self::composed(parts.chain(delta)))
    }

    /// How many scenes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.live.iter().map(LiveSegment::len).sum()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[must_use]
    pub fn segments(&self) -> &[LiveSegment] {
        &self.live
    }

    /// What scenes have in common with others, by the snapshot's numbers.
    #[must_use]
    pub fn sources(&self) -> &[SceneSource] {
        &self.sources
    }

    /// Where a scene that was found is.
    #[must_use]
    pub fn footprint(&self, position: ScenePosition) -> Footprint {
        let part = &self.live[position.segment as usize];
        part.segment.footprint(position.row as usize)
    }

    /// Reads where a scene that was found is.
    pub fn with_footprint<T>(
        &self,
        position: ScenePosition,
        read: impl FnOnce(FootprintRef<'_>) -> T,
    ) -> T {
        let columns = self.live[position.segment as usize].segment.columns();
        columns.with_footprint(position.row as usize, read)
    }

    /// What is known of a scene that was found without reading its footprint.
    #[must_use]
    pub fn facts(&self, position: ScenePosition) -> SceneFacts<'_> {
        let part = &self.live[position.segment as usize];
        let row = position.row as usize;
        let source = part.segment.columns().sources[row];
        let source = &self.sources[part.sources[usize::from(source)]];
        part.segment.facts(row, source)
    }

    /// A scene that was found, and its source.
    #[must_use]
    pub fn scene(&self, position: ScenePosition) -> (SceneRecord, &SceneSource) {
        let part = &self.live[position.segment as usize];
        let scene = part.segment.record(position.row as usize);
        let source = &self.sources[part.sources[usize::from(scene.source)]];
        (scene, source)
    }

    /// Where the scene of a number is.
    #[must_use]
    pub fn position_of(&self, number: u64) -> Option<ScenePosition> {
        (0..).zip(&self.live).find_map(|(segment, part)| {
            let row = part.segment.row_of(number)?;
            (!part.dead.has(row as usize)).then_some(ScenePosition { segment, row })
        })
    }
}

impl LiveSegment {
    /// How many of its scenes still are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.segment.len() - self.dead.count()
    }

    /// Whether none of its scenes still is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How the segment came about.
    #[must_use]
    pub const fn origin(&self) -> SegmentOrigin {
        self.origin
    }

    /// Its rows that are no longer.
    #[must_use]
    pub const fn dead(&self) -> &Tombstones {
        &self.dead
    }

    /// Whether it is of the same segment.
    fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.segment, &other.segment)
    }

    /// The segment, with the rows that are no longer.
    #[must_use]
    pub const fn segment(&self) -> &Arc<Segment> {
        &self.segment
    }

    /// The same with all rows, those included that are no longer.
    pub(crate) fn with_every_row(&self) -> Self {
        Self {
            dead: Tombstones::default(),
            ..self.clone()
        }
    }

    /// Gives a builder all of its scenes that still are.
    pub fn put_into(&self, builder: &mut SegmentBuilder) -> Result<(), BuildError> {
        let sources = self.segment.sources().iter();
        let sources: Result<Vec<_>, _> = sources.map(|source| builder.source(source)).collect();
        let sources = sources?;
        for row in (0..self.segment.len()).filter(|row| !self.dead.has(*row)) {
            let scene = self.segment.record(row);
            builder.add(SceneRecord {
                source: sources[usize::from(scene.source)],
                ..scene
            })?;
        }
        Ok(())
    }
}

/// Each part of the delta holds more than twice as many scenes as the one after it, so that a scene is built anew few times
/// and there are few parts.
fn merge_delta(parts: &mut Vec<LiveSegment>) -> Result<(), ChangeError> {
    while let [.., before, last] = parts.as_slice() {
        if before.origin != SegmentOrigin::Delta
            || last.origin != SegmentOrigin::Delta
            || before.len() > 2 * last.len()
            || before.len() >= LARGE_DELTA
        {
            return Ok(());
        }
        let mut builder = SegmentBuilder::new();
        let merged = before
            .put_into(&mut builder)
            .and_then(|()| last.put_into(&mut builder));
        match merged {
            // They stay apart.
            Err(BuildError::TooManySources) => return Ok(()),
            other => other?,
        }
        let segment = Segment::just_built(builder.build()?)?;
        parts.truncate(parts.len() - 2);
        parts.push(LiveSegment {
            segment: Arc::new(segment),
            dead: Tombstones::default(),
            sources: [].into(),
            origin: SegmentOrigin::Delta,
        });
    }
    Ok(())
}

//! Segments that are small, or of which little still is, are built anew as one while searches go on.

use std::sync::Arc;

use scene_index::Snapshot;
use scene_index::{
    BuildError, ChangeError, LARGE_DELTA, LiveSegment, Segment, SegmentBuilder, SegmentOrigin,
};

use super::load::OF_A_SEGMENT;
use super::segments::{SegmentPlace, segment};

/// How many sources one segment surely can have.
const MAX_SOURCES: usize = 60_000;

/// When segments are worth being built anew.
#[derive(Debug, Clone, Copy)]
pub(super) struct CompactionLimits {
    /// A part of the delta with so many scenes.
    large_delta: usize,
    /// Scenes that one segment gets.
    most: usize,
    /// How many small segments are worth it.
    many: usize,
    /// Whether segments of a manifest are built anew. Other processes map them, too, and the next manifest replaces them.
    with_shared: bool,
}

/// Of a replica, which takes over what workers build.
pub(super) const OF_A_REPLICA: CompactionLimits = CompactionLimits {
    large_delta: LARGE_DELTA,
    most: OF_A_SEGMENT,
    many: 4,
    with_shared: false,
};
pub(super) const OF_A_MANIFEST: CompactionLimits = CompactionLimits {
    large_delta: 0,
    with_shared: true,
    ..OF_A_REPLICA
};

/// A segment, and what it was built of.
#[derive(Debug)]
pub(in crate::db::scenes) struct Compacted {
    before: Vec<LiveSegment>,
    rebuilt: Arc<Segment>,
}

impl Compacted {
    /// A snapshot with the segment in its place; `None`: the snapshot has not what it was built of.
    pub(super) fn in_place(self, scenes: &Snapshot) -> Option<Snapshot> {
        scenes.with_rebuilt(&self.before, self.rebuilt)
    }
}

/// Builds some segments anew as one, if that is worth it.
pub(super) fn compacted(
    scenes: &Snapshot,
    limits: CompactionLimits,
    target: &SegmentPlace,
) -> Option<Compacted> {
    let before = chosen(scenes, limits);
    if before.is_empty() {
        return None;
    }
    match rebuilt(&before, target) {
        Ok(rebuilt) => Some(Compacted { before, rebuilt }),
        Err(error) => {
            tracing::warn!(%error, "segments of scenes stay apart");
            None
        }
    }
}

fn rebuilt(before: &[LiveSegment], target: &SegmentPlace) -> Result<Arc<Segment>, ChangeError> {
    let mut builder = SegmentBuilder::new();
    let put: Result<(), BuildError> = before
        .iter()
        .try_for_each(|part| part.put_into(&mut builder));
    put?;
    segment(builder, target)
}

/// One of which more than half is no longer, or many small ones.
fn chosen(scenes: &Snapshot, limits: CompactionLimits) -> Vec<LiveSegment> {
    let settled = |part: &&LiveSegment| match part.origin() {
        SegmentOrigin::Shared => limits.with_shared,
        SegmentOrigin::Built => true,
        SegmentOrigin::Delta => part.len() >= limits.large_delta,
    };
    let is_worn = |part: &&LiveSegment| 2 * part.len() < part.segment().len();
    let parts = || scenes.segments().iter().filter(settled);
    if let Some(worn) = parts().find(is_worn) {
        return vec![worn.clone()];
    }
    let small = parts().filter(|part| {
        let is_delta = part.origin() == SegmentOrigin::Delta;
        (is_delta && !limits.with_shared) || part.len() < limits.most / 2
    });
    let mut small: Vec<&LiveSegment> = small.collect();
    if small.len() < limits.many {
        return Vec::new();
    }
    small.sort_by_key(|part| part.len());
    let (mut scenes, mut sources) = (0, 0);
    let fitting = small.into_iter().take_while(|part| {
        scenes += part.len();
        sources += part.segment().sources().len();
        scenes <= limits.most && sources <= MAX_SOURCES
    });
    let fitting: Vec<LiveSegment> = fitting.cloned().collect();
    // A single one would be itself again.
    if fitting.len() < 2 {
        return Vec::new();
    }
    fitting
}

#[cfg(test)]
mod tests {
    use scene_index::{PageWindow, Query, SceneRecord, SceneSource, Scope, Tombstones};

    use super::*;

    const FEW: CompactionLimits = CompactionLimits {
        large_delta: 4,
        most: 40,
        many: 3,
        with_shared: false,
    };

    fn segment(builder: SegmentBuilder) -> Result<Arc<Segment>, ChangeError> {
        super::segment(builder, &SegmentPlace::Unnamed)
    }

    fn compacted(scenes: &Snapshot, limits: CompactionLimits) -> Option<Compacted> {
        super::compacted(scenes, limits, &SegmentPlace::Unnamed)
    }

    fn written(numbers: impl IntoIterator<Item = u64>, size: u64) -> SegmentBuilder {
        let mut builder = SegmentBuilder::new();
        let source = builder.source(&SceneSource::default()).unwrap();
        for number in numbers {
            let scene = SceneRecord {
                number,
                source,
                time: Some(0),
                cloud: None,
                size,
                footprint: geometry::Footprint::default(),
                names: Box::default(),
            };
            builder.add(scene).unwrap();
        }
        builder
    }

    /// Numbers and sizes of all scenes.
    fn all(scenes: &Snapshot) -> Vec<(u64, u64)> {
        let mut found = Vec::new();
        let query = Query::new(Scope::everything());
        let take = |position| {
            let facts = scenes.facts(position);
            found.push((facts.number, facts.size));
        };
        scenes.each(&query, take).unwrap();
        found.sort_unstable();
        let window = PageWindow::default();
        let answer = scenes.search(&query, window, None).unwrap();
        assert_eq!(answer.total, found.len() as u64);
        found
    }

    #[test]
    fn small_segments_become_one_and_what_was_written_meanwhile_stays() {
        let segments = (0..4).map(|part| segment(written(part * 10..part * 10 + 5, 1)).unwrap());
        let scenes = Snapshot::new(segments);
        let compacted = compacted(&scenes, FEW).unwrap();
        let later = scenes.with_changes(written([2, 11, 99], 2), &[30]).unwrap();
        let expected = all(&later);
        let after = compacted.in_place(&later).unwrap();
        assert_eq!(all(&after), expected);
        assert_eq!(after.segments().len(), 2);
        // And what is written after it.
        let last = after.with_changes(written([2, 33], 3), &[99]).unwrap();
        let expected = all(&later.with_changes(written([2, 33], 3), &[99]).unwrap());
        assert_eq!(all(&last), expected);
    }

    #[test]
    fn what_is_mostly_gone_is_built_anew_and_the_rest_is_left_alone() {
        let scenes = Snapshot::new([segment(written(0..20, 1)).unwrap()]);
        assert!(compacted(&scenes, FEW).is_none());
        let gone: Vec<u64> = (0..12).collect();
        let scenes = scenes.with_changes(SegmentBuilder::new(), &gone).unwrap();
        let expected = all(&scenes);
        let after = compacted(&scenes, FEW).unwrap().in_place(&scenes).unwrap();
        assert_eq!(all(&after), expected);
        assert_eq!(after.segments()[0].segment().len(), 8);
        assert!(compacted(&after, FEW).is_none());
    }

    #[test]
    fn segments_of_a_manifest_are_left_to_whoever_makes_the_next_one() {
        let segments = (0..4).map(|part| segment(written(part * 10..part * 10 + 5, 1)).unwrap());
        let scenes = Snapshot::shared(segments.map(|it| (it, Tombstones::default())));
        assert!(compacted(&scenes, FEW).is_none());
        let next = CompactionLimits {
            with_shared: true,
            ..FEW
        };
        let after = compacted(&scenes, next).unwrap().in_place(&scenes).unwrap();
        assert_eq!(all(&after), all(&scenes));
        assert_eq!(after.segments().len(), 1);
    }

    /// What was merged since is not there any more.
    #[test]
    fn it_comes_too_late_for_other_segments() {
        let parts = || (0..3).map(|part| segment(written(part * 10..part * 10 + 5, 1)).unwrap());
        let compacted = compacted(&Snapshot::new(parts()), FEW).unwrap();
        assert!(compacted.in_place(&Snapshot::new(parts())).is_none());
    }
}

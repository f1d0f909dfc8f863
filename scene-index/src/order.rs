//! In which order scenes are found, and how early scenes below a node may come in it.

use std::collections::{BTreeSet, HashMap};

use crate::cloud::{self, CLASSES};
use crate::format::NO_TIME;
use crate::node::NodeRecord;
use crate::scene::{SceneSource, day_in_china};

/// How found scenes are ordered. Scenes without a time come last where it is about time; ties are broken by the number, so
/// that pages do not overlap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum Order {
    /// Last taken first; of one time the greatest number.
    #[default]
    NewestFirst,
    /// Scenes with a picture before those without one. Of each, the last day in China first, and on a day files that are
    /// online before scenes that are only in the catalogue; then the last taken.
    PicturesFirst,
    /// First taken first; of one time the least number.
    OldestFirst,
    /// Clearest first, unknown last; of one cover the least number.
    Clearest,
    /// Cloudiest first, unknown last; of one cover the greatest number.
    Cloudiest,
    /// By the letters of the satellite; of one the last taken first, then the least number.
    Satellite,
    /// Backwards by the letters of the satellite; of one the last taken first, then the greatest number.
    SatelliteBackwards,
    /// Largest file first; of one size the greatest number.
    Largest,
    /// Smallest file first; of one size the least number.
    Smallest,
}

/// A place in an order: smaller is earlier.
pub type Key = (i64, i64, i64);

/// How much later what has no picture comes in [`Order::PicturesFirst`]: later than any day.
const NO_PICTURE: i64 = 1 << 41;
/// How much later what has no time comes in it: later than any day, and earlier than what has no picture.
const NO_DAY: i64 = 1 << 40;

/// The values of a scene that orders compare.
#[derive(Debug, Clone, Copy)]
pub struct OrderedScene {
    /// As it is in the column.
    pub time: i64,
    /// Percent; not a number: unknown.
    pub cloud: f32,
    /// Bytes.
    pub size: i64,
    /// Number of the scene.
    pub number: i64,
    /// What [`Order::ranks`] says of its source.
    pub rank: i64,
}

impl Order {
    /// What each source adds to the order; zeros where it adds nothing.
    #[must_use]
    pub fn ranks(self, sources: &[SceneSource]) -> Vec<i64> {
        match self {
            Self::Satellite | Self::SatelliteBackwards => {
                let satellites = sources.iter().map(|source| source.satellite.as_str());
                let names: BTreeSet<&str> = satellites.clone().collect();
                let ranks: HashMap<&str, i64> = names.into_iter().zip(0..).collect();
                satellites.map(|name| ranks[name]).collect()
            }
            Self::PicturesFirst => sources.iter().map(picture_rank).collect(),
            _ => vec![0; sources.len()],
        }
    }

    /// The first number of a scene's key.
    #[must_use]
    #[inline]
    pub fn primary(self, scene: &OrderedScene) -> i64 {
        match self {
            Self::NewestFirst => newest(scene.time),
            Self::PicturesFirst => scene.rank + day(scene.time),
            Self::OldestFirst => oldest(scene.time),
            Self::Clearest => cover(scene.cloud, 1),
            Self::Cloudiest => cover(scene.cloud, -1),
            Self::Satellite => scene.rank,
            Self::SatelliteBackwards => -scene.rank,
            Self::Largest => -scene.size,
            Self::Smallest => scene.size,
        }
    }

    /// Sorting key of a scene.
    #[must_use]
    pub fn key(self, scene: &OrderedScene) -> Key {
        let primary = self.primary(scene);
        match self {
            Self::NewestFirst | Self::Cloudiest | Self::Largest => (primary, -scene.number, 0),
            Self::OldestFirst | Self::Clearest | Self::Smallest => (primary, scene.number, 0),
            Self::Satellite => (primary, newest(scene.time), scene.number),
            Self::PicturesFirst | Self::SatelliteBackwards => {
                (primary, newest(scene.time), -scene.number)
            }
        }
    }

    /// No scene below a node comes earlier. `kinds`: the rank, and the counts by class of cloud cover, of each of its sources.
    #[must_use]
    pub fn earliest(
        self,
        node: &NodeRecord,
        kinds: impl Iterator<Item = (i64, [u32; CLASSES])>,
    ) -> Key {
        let latest = newest(node.times.1);
        match self {
            Self::NewestFirst => (latest, i64::MIN, i64::MIN),
            Self::OldestFirst => (oldest(node.times.0), i64::MIN, i64::MIN),
            Self::Largest => (-node.sizes.1, i64::MIN, i64::MIN),
            Self::Smallest => (node.sizes.0, i64::MIN, i64::MIN),
            Self::Clearest | Self::Cloudiest => {
                let ends = kinds
                    .flat_map(|(_, counts)| (0..CLASSES).filter(move |class| counts[*class] > 0));
                let first = ends.map(|class| self.cover_of_class(class)).min();
                (first.unwrap_or(i64::MIN), i64::MIN, i64::MIN)
            }
            Self::Satellite => (first_rank(kinds, 1), latest, i64::MIN),
            Self::SatelliteBackwards => (first_rank(kinds, -1), latest, i64::MIN),
            Self::PicturesFirst => {
                let first = first_rank(kinds, 1).saturating_add(day(node.times.1));
                (first, latest, i64::MIN)
            }
        }
    }

    fn cover_of_class(self, class: usize) -> i64 {
        match (cloud::range(class), self) {
            (None, _) => i64::MAX,
            (Some((_, greatest)), Self::Cloudiest) => cover(greatest, -1),
            (Some((least, _)), _) => cover(least, 1),
        }
    }
}

fn first_rank(kinds: impl Iterator<Item = (i64, [u32; CLASSES])>, direction: i64) -> i64 {
    let ranks = kinds.map(|(rank, _)| direction * rank);
    ranks.min().unwrap_or(i64::MIN)
}

fn picture_rank(source: &SceneSource) -> i64 {
    let without = if source.has_picture { 0 } else { NO_PICTURE };
    without + i64::from(!source.is_online)
}

fn newest(time: i64) -> i64 {
    if time == NO_TIME { i64::MAX } else { -time }
}

fn oldest(time: i64) -> i64 {
    if time == NO_TIME { i64::MAX } else { time }
}

/// Two steps a day: online, and only in the catalogue.
fn day(time: i64) -> i64 {
    if time == NO_TIME {
        NO_DAY
    } else {
        -2 * day_in_china(time)
    }
}

/// A whole number in the order of the cloud covers.
fn cover(percent: f32, direction: i64) -> i64 {
    if percent.is_nan() {
        return i64::MAX;
    }
    // The bits of positive floats are in their order; negative zero is zero.
    let percent = percent + 0.0;
    let bits = i64::from(percent.abs().to_bits());
    direction * if percent < 0.0 { -bits } else { bits }
}

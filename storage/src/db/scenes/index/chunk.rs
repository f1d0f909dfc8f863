//! Up to 65,536 scenes by time, in columns, with a tree over their boxes. Built once, never changed.

use std::collections::HashMap;
use std::sync::OnceLock;

use geometry::{Extent, Footprint, FootprintRef};

use super::buckets::Buckets;
use super::cards::{Cards, TextOffset};
use super::names;
use super::row_set::RowSet;
use super::tree::Tree;

/// Most scenes of a chunk: a place in it is a `u16`.
pub(super) const MOST: usize = 1 << 16;
/// The offset of empty footprints.
const NO_SHAPE: u32 = u32::MAX;

/// A scene as the index knows it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct IndexedScene {
    pub(super) did: i64,
    /// Microseconds since 1970.
    pub(super) acquired: i64,
    /// Percent; unknown: not a number.
    pub(super) cloud: f32,
    /// Node, satellite and sensor: a place in [`super::classes::Classes`].
    pub(super) class: u32,
    pub(super) footprint: Footprint,
    /// Bytes of its file.
    pub(super) size: i64,
    pub(super) text: TextOffset,
    /// Its name and id (see [`names::names`]); `None`: unknown.
    pub(super) names: Option<Box<str>>,
}

#[derive(Debug)]
pub(super) struct Chunk {
    pub(super) acquired: Vec<i64>,
    pub(super) dids: Vec<i64>,
    pub(super) clouds: Vec<f32>,
    pub(super) classes: Vec<u32>,
    /// Where in `words` the footprint is; equal ones are there once.
    shapes: Vec<u32>,
    /// The same by the tree's leaves, so that neighbours are compared without going back and forth in memory.
    leaf_shapes: Vec<u32>,
    words: Vec<i32>,
    pub(super) sizes: Vec<i64>,
    texts: Vec<TextOffset>,
    /// Names of all scenes (see [`names::joined`]), in the same file as their texts.
    names: TextOffset,
    pub(super) tree: Tree,
    pub(super) buckets: Buckets,
    /// Places by number of the scene.
    by_did: Vec<u16>,
    /// Places of scenes with a picture, once somebody has asked.
    pictured: OnceLock<RowSet>,
}

impl Chunk {
    /// At most [`MOST`] rows, in any order.
    pub(super) fn build(mut rows: Vec<IndexedScene>, cards: &Cards) -> Self {
        rows.sort_unstable_by_key(|row| (row.acquired, row.did));
        let extents = rows
            .iter()
            .zip(0..=u16::MAX)
            .map(|(row, place)| (row.footprint.view().extent(), place));
        let boxes: Vec<_> = extents
            .filter(|(extent, _)| *extent != Extent::EMPTY)
            .collect();
        let tree = Tree::build(&boxes);
        let (shapes, words) = laid_out(&rows, &tree);
        let leaf_shapes = tree.rows.iter().map(|row| shapes[usize::from(*row)]);
        let leaf_shapes = leaf_shapes.collect();
        let counted = rows.iter().map(|row| (row.acquired, row.class, row.cloud));
        let buckets = Buckets::build(counted);
        let dids: Vec<i64> = rows.iter().map(|row| row.did).collect();
        let mut by_did: Vec<u16> = (0..=u16::MAX).take(rows.len()).collect();
        by_did.sort_unstable_by_key(|place| dids[usize::from(*place)]);
        Self {
            acquired: rows.iter().map(|row| row.acquired).collect(),
            clouds: rows.iter().map(|row| row.cloud).collect(),
            classes: rows.iter().map(|row| row.class).collect(),
            dids,
            sizes: rows.iter().map(|row| row.size).collect(),
            texts: rows.iter().map(|row| row.text).collect(),
            names: write_names(&rows, cards),
            shapes,
            leaf_shapes,
            words,
            tree,
            buckets,
            by_did,
            pictured: OnceLock::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.dids.len()
    }

    /// Places of scenes with a picture; which classes have one is asked the first time alone, for that never changes.
    pub(super) fn pictured(&self, has_picture: impl Fn(u32) -> bool) -> &RowSet {
        self.pictured.get_or_init(|| {
            let mut places = RowSet::range(&(0..self.len()), self.len());
            places.retain(self.len(), |place| has_picture(self.classes[place]));
            places
        })
    }

    pub(super) fn newest(&self) -> i64 {
        self.acquired.last().copied().unwrap_or(i64::MIN)
    }

    /// Where the scene is.
    pub(super) fn row_of(&self, did: i64) -> Option<u16> {
        let found = self
            .by_did
            .binary_search_by_key(&did, |place| self.dids[usize::from(*place)]);
        found.ok().map(|at| self.by_did[at])
    }

    pub(super) fn footprint(&self, place: usize) -> FootprintRef<'_> {
        self.shape(self.shapes[place])
    }

    /// What tells the footprint of a leaf of the tree from others: equal ones are the same.
    pub(super) fn leaf_shape(&self, leaf: usize) -> u32 {
        self.leaf_shapes[leaf]
    }

    /// The footprint of [`Self::leaf_shape`].
    pub(super) fn shape(&self, shape: u32) -> FootprintRef<'_> {
        let words = self.words.get(shape as usize..);
        FootprintRef::first_of(words.unwrap_or_default())
    }

    /// The row as it was given.
    pub(super) fn row(&self, place: usize, names: Option<Box<str>>) -> IndexedScene {
        IndexedScene {
            did: self.dids[place],
            acquired: self.acquired[place],
            cloud: self.clouds[place],
            class: self.classes[place],
            footprint: self.footprint(place).to_owned(),
            size: self.sizes[place],
            text: self.texts[place],
            names,
        }
    }

    pub(super) fn text(&self, place: usize) -> TextOffset {
        self.texts.get(place).copied().unwrap_or(TextOffset::NONE)
    }

    /// The names of all scenes, by place (see [`names::joined`]).
    pub(super) fn names(&self, cards: &Cards) -> Option<Vec<u8>> {
        cards.read_bytes(self.names)
    }

    /// Bytes on the heap.
    pub(super) fn bytes(&self) -> usize {
        let columns = size_of_val(self.acquired.as_slice())
            + size_of_val(self.dids.as_slice())
            + size_of_val(self.clouds.as_slice())
            + size_of_val(self.classes.as_slice())
            + size_of_val(self.shapes.as_slice())
            + size_of_val(self.leaf_shapes.as_slice())
            + size_of_val(self.sizes.as_slice())
            + size_of_val(self.texts.as_slice())
            + size_of_val(self.by_did.as_slice());
        columns + size_of_val(self.words.as_slice()) + self.tree.bytes() + self.buckets.bytes()
    }
}

/// Where the footprint of each row is, and all footprints: equal ones once, and those that are near one another in the
/// tree near one another here.
fn laid_out(rows: &[IndexedScene], tree: &Tree) -> (Vec<u32>, Vec<i32>) {
    let mut shapes = vec![NO_SHAPE; rows.len()];
    let mut known: HashMap<&Footprint, u32> = HashMap::new();
    let mut words = Vec::new();
    for place in tree.rows.iter().map(|row| usize::from(*row)) {
        let footprint = &rows[place].footprint;
        let next = u32::try_from(words.len()).unwrap_or(NO_SHAPE);
        shapes[place] = *known.entry(footprint).or_insert_with(|| {
            words.extend_from_slice(footprint.view().words());
            next
        });
    }
    words.shrink_to_fit();
    (shapes, words)
}

fn write_names(rows: &[IndexedScene], cards: &Cards) -> TextOffset {
    let each: Option<Vec<&str>> = rows.iter().map(|row| row.names.as_deref()).collect();
    each.map_or(TextOffset::NONE, |each| {
        cards.write_bytes(&names::joined(each.into_iter()))
    })
}

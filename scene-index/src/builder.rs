//! Scenes become the bytes of a segment.

use std::collections::HashMap;

use geometry::Extent;
use sha2::{Digest as _, Sha256};

use crate::format::{
    ALIGNMENT, BLOCK, DIGEST, HEAD_WORDS, HEADER, MAGIC, NO_TIME, Partition, SECTIONS, Sort,
    VERSION, aligned,
};
use crate::hilbert;
use crate::map::AlignedBytes;
use crate::scene::{Month, NUMBER_LIMIT, SIZE_LIMIT, SceneRecord, SceneSource, SourceId};

mod build_error;
mod columns;
mod tree;

pub use build_error::BuildError;
use columns::{Columns, RowKey};
use tree::Tree;

/// Takes scenes in, in any order.
#[derive(Debug, Default)]
pub struct SegmentBuilder {
    sources: Vec<SceneSource>,
    by_source: HashMap<SceneSource, SourceId>,
    scenes: Vec<SceneRecord>,
}

/// No month has this number in a key.
const LATEST: u64 = (1 << 24) - 1;

impl SegmentBuilder {
    /// Without scenes.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of a source, which it keeps.
    pub fn source(&mut self, source: &SceneSource) -> Result<SourceId, BuildError> {
        if let Some(known) = self.by_source.get(source) {
            return Ok(*known);
        }
        let is_short = |name: &str| u16::try_from(name.len()).is_ok();
        if !is_short(&source.satellite) || !is_short(&source.sensor) {
            return Err(BuildError::LongName);
        }
        let next = SourceId::try_from(self.sources.len())
            .ok()
            .filter(|next| *next < SourceId::MAX)
            .ok_or(BuildError::TooManySources)?;
        self.sources.push(source.clone());
        self.by_source.insert(source.clone(), next);
        Ok(next)
    }

    /// Takes in a scene.
    pub fn add(&mut self, scene: SceneRecord) -> Result<(), BuildError> {
        if usize::from(scene.source) >= self.sources.len() {
            return Err(BuildError::UnknownSource(scene.number));
        }
        if self.scenes.len() >= u32::MAX as usize {
            return Err(BuildError::TooManyScenes);
        }
        let has_room = scene.number < NUMBER_LIMIT
            && scene.size < SIZE_LIMIT
            && scene.time.is_none_or(|time| Month::of_time(time).is_some());
        if !has_room {
            return Err(BuildError::OutOfRange(scene.number));
        }
        self.scenes.push(scene);
        Ok(())
    }

    /// How many scenes it holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.scenes.len()
    }

    /// Whether it holds none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.scenes.is_empty()
    }

    /// The bytes of the segment (see [`crate::format`]).
    pub fn build(self) -> Result<AlignedBytes, BuildError> {
        let mut keys: Vec<RowKey> = (0..).zip(&self.scenes).map(row_key).collect();
        keys.sort_unstable();
        let partitions = partitions(&keys);
        let columns = Columns::new(&self.scenes, &keys)?;
        let mut tree = Tree::default();
        for partition in &partitions {
            let rows = &keys[partition.rows.0..partition.rows.1];
            tree.add_partition(rows.iter().map(|key| &self.scenes[key.2 as usize]));
        }
        let parts: Vec<[i64; 8]> = partitions.iter().map(Partition::words).collect();
        let sources = source_bytes(&self.sources);
        let sections = sections(&parts, &sources, &tree, &columns);
        let begin = |sort: Sort| keys.partition_point(|key| key.0 >> 56 < sort as u64) as u64;
        let head = [
            keys.len() as u64,
            begin(Sort::Shapes),
            begin(Sort::Nowhere),
            partitions.len() as u64,
        ];
        Ok(written(head, &sections))
    }
}

fn sort_of(scene: &SceneRecord) -> Sort {
    match scene.footprint.view().words() {
        [] => Sort::Nowhere,
        [4, ..] => Sort::Quadrangles,
        _ => Sort::Shapes,
    }
}

/// Eight bits of the sort, 24 of the month, 32 of the place; then the number, so that the order is that of the scenes
/// alone; then where the scene is.
fn row_key((at, scene): (u32, &SceneRecord)) -> RowKey {
    let month = scene.time.and_then(Month::of_time);
    // Years of the calendar are within 2^18.
    let month = month.map_or(LATEST, |month| {
        u64::try_from(i64::from(month.0) + (1 << 23)).unwrap_or(0)
    });
    let extent = scene.footprint.view().extent();
    let middle = |one: i32, other: i32| i32::midpoint(one, other);
    let position = if extent == Extent::EMPTY {
        0
    } else {
        hilbert::of_place(
            middle(extent.west, extent.east),
            middle(extent.south, extent.north),
        )
    };
    let key = (sort_of(scene) as u64) << 56 | month << 32 | u64::from(position);
    (key, scene.number, at)
}

/// Rows of one sort and month each, and where their nodes will be.
fn partitions(keys: &[RowKey]) -> Vec<Partition> {
    let mut partitions: Vec<Partition> = Vec::new();
    let mut from = 0;
    let mut node = 0;
    while let Some(first) = keys.get(from) {
        let whole = first.0 >> 32;
        let to = from + keys[from..].partition_point(|key| key.0 >> 32 == whole);
        let month = whole & LATEST;
        let blocks = (to - from).div_ceil(BLOCK);
        let nodes: usize = crate::format::level_lengths(blocks).sum();
        partitions.push(Partition {
            month: if month == LATEST {
                NO_TIME
            } else {
                i64::try_from(month).unwrap_or(0) - (1 << 23)
            },
            sort: match first.0 >> 56 {
                0 => Sort::Quadrangles,
                1 => Sort::Shapes,
                _ => Sort::Nowhere,
            },
            rows: (from, to),
            nodes: (node, node + nodes),
            blocks,
        });
        (from, node) = (to, node + nodes);
    }
    partitions
}

fn source_bytes(sources: &[SceneSource]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for source in sources {
        bytes.extend(source.node.to_le_bytes());
        bytes.push(u8::from(source.is_online) | u8::from(source.has_picture) << 1);
        for name in [&source.satellite, &source.sensor] {
            let length = u16::try_from(name.len()).unwrap_or(u16::MAX);
            bytes.extend(length.to_le_bytes());
            bytes.extend(name.as_bytes());
        }
    }
    bytes
}

/// In the order of [`crate::format::Section`].
fn sections<'a>(
    partitions: &'a [[i64; 8]],
    sources: &'a [u8],
    tree: &'a Tree,
    columns: &'a Columns,
) -> [&'a [u8]; SECTIONS] {
    [
        bytemuck::cast_slice(partitions),
        sources,
        bytemuck::cast_slice(&tree.boxes),
        bytemuck::cast_slice(&tree.spans),
        bytemuck::cast_slice(&tree.leaf_counts),
        bytemuck::cast_slice(&tree.upper_counts),
        bytemuck::cast_slice(&columns.times),
        bytemuck::cast_slice(&columns.sources),
        bytemuck::cast_slice(&columns.clouds),
        columns.sizes.as_flattened(),
        columns.numbers.as_flattened(),
        bytemuck::cast_slice(&columns.longitudes),
        bytemuck::cast_slice(&columns.latitudes),
        bytemuck::cast_slice(&columns.other_corners),
        bytemuck::cast_slice(&columns.shape_begins),
        bytemuck::cast_slice(&columns.shape_words),
        bytemuck::cast_slice(&columns.by_number),
        bytemuck::cast_slice(&columns.name_begins),
        &columns.names,
    ]
}

fn written(head: [u64; 4], sections: &[&[u8]; SECTIONS]) -> AlignedBytes {
    let mut table = Vec::with_capacity(2 * SECTIONS);
    let mut end = HEADER;
    for section in sections {
        let begin = aligned(end);
        table.extend([begin as u64, section.len() as u64]);
        end = begin + section.len();
    }
    let digest_at = aligned(end);
    let length = digest_at + DIGEST;
    let mut whole = AlignedBytes::zeros(length);
    let bytes = whole.bytes_mut();
    let mut words = vec![u64::from_le_bytes(MAGIC), VERSION, length as u64];
    words.extend(head);
    words.resize(HEAD_WORDS, 0);
    words.extend(&table);
    for (chunk, word) in bytes.chunks_exact_mut(8).zip(&words) {
        chunk.copy_from_slice(&word.to_le_bytes());
    }
    let mut end = HEADER;
    for section in sections {
        let begin = end.next_multiple_of(ALIGNMENT);
        end = begin + section.len();
        bytes[begin..end].copy_from_slice(section);
    }
    let digest = Sha256::digest(&bytes[..digest_at]);
    bytes[digest_at..].copy_from_slice(&digest);
    whole
}

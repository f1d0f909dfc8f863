//! Nodes over blocks of rows, with counts.

use std::collections::BTreeMap;

use crate::cloud::{self, CLASSES};
use crate::format::{BLOCK, COUNTS, FAN, NO_TIME};
use crate::node::NodeRecord;
use crate::scene::{SceneRecord, SourceId};

/// How many rows of each source are in each class of cloud cover.
type Counts = BTreeMap<SourceId, [u32; CLASSES]>;

/// The nodes of all partitions, one behind the other.
#[derive(Debug, Default)]
pub struct Tree {
    pub boxes: Vec<[i32; 16]>,
    pub spans: Vec<[i64; 6]>,
    pub leaf_counts: Vec<[u16; COUNTS]>,
    pub upper_counts: Vec<[u32; COUNTS]>,
}

impl Tree {
    /// Takes in the rows of a partition, in order.
    pub fn add_partition<'a>(&mut self, mut rows: impl ExactSizeIterator<Item = &'a SceneRecord>) {
        let mut level: Vec<(NodeRecord, Counts)> = Vec::new();
        while rows.len() > 0 {
            level.push(leaf(rows.by_ref().take(BLOCK)));
        }
        for (node, counts) in &mut level {
            node.counts = (self.leaf_counts.len(), counts.len());
            self.leaf_counts.extend(counts.iter().map(leaf_entry));
        }
        self.write_nodes(&level);
        while level.len() > 1 {
            level = level.chunks(FAN).map(joined).collect();
            for (node, counts) in &mut level {
                node.counts = (self.upper_counts.len(), counts.len());
                self.upper_counts.extend(counts.iter().map(upper_entry));
            }
            self.write_nodes(&level);
        }
    }

    fn write_nodes(&mut self, level: &[(NodeRecord, Counts)]) {
        self.boxes
            .extend(level.iter().map(|(node, _)| node.box_words()));
        self.spans
            .extend(level.iter().map(|(node, _)| node.span_words()));
    }
}

fn leaf<'a>(rows: impl Iterator<Item = &'a SceneRecord>) -> (NodeRecord, Counts) {
    let (mut node, mut counts) = (NodeRecord::NOTHING, Counts::new());
    for scene in rows {
        let size = i64::try_from(scene.size).unwrap_or(i64::MAX);
        let time = scene.time.unwrap_or(NO_TIME);
        node.add(scene.footprint.view(), time, size);
        let class = cloud::class(scene.cloud.unwrap_or(f32::NAN));
        counts.entry(scene.source).or_insert([0; CLASSES])[class] += 1;
    }
    (node, counts)
}

fn joined(below: &[(NodeRecord, Counts)]) -> (NodeRecord, Counts) {
    let (mut node, mut counts) = (NodeRecord::NOTHING, Counts::new());
    for (other, theirs) in below {
        node.join(other);
        for (source, classes) in theirs {
            let sums = counts.entry(*source).or_insert([0; CLASSES]);
            sums.iter_mut()
                .zip(classes)
                .for_each(|(sum, count)| *sum += count);
        }
    }
    (node, counts)
}

/// A block has fewer rows than a `u16` counts.
fn leaf_entry((source, classes): (&SourceId, &[u32; CLASSES])) -> [u16; COUNTS] {
    let mut entry = [*source; COUNTS];
    for (target, count) in entry[1..].iter_mut().zip(classes) {
        *target = u16::try_from(*count).unwrap_or(u16::MAX);
    }
    entry
}

fn upper_entry((source, classes): (&SourceId, &[u32; CLASSES])) -> [u32; COUNTS] {
    let mut entry = [u32::from(*source); COUNTS];
    entry[1..].copy_from_slice(classes);
    entry
}

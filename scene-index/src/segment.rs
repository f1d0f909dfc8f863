//! A segment: scenes that were written once, and are read where they lie.

use std::path::Path;

use geometry::{Corner, Footprint, FootprintRef};

use crate::format::{
    BLOCK, COUNTS, FAN, NAMED_TOGETHER, NO_TIME, Partition, SECTIONS, Section, read_number,
};
use crate::map::{AlignedBytes, SegmentBytes};
use crate::names;
use crate::node::NodeRecord;
use crate::scene::{SceneFacts, SceneRecord, SceneSource, SourceId};

mod check;
mod digest;
mod head;
mod open_error;

pub use digest::SegmentDigest;
use head::Head;
pub use open_error::OpenError;

/// Scenes that never change.
#[derive(Debug)]
pub struct Segment {
    bytes: SegmentBytes,
    /// Where each section is, in bytes.
    sections: [(usize, usize); SECTIONS],
    rows: usize,
    shapes_begin: usize,
    nowhere_begins: usize,
    partitions: Vec<Partition>,
    sources: Vec<SceneSource>,
    digest: SegmentDigest,
}

impl Segment {
    /// Maps a file that has just arrived, and checks every byte of it: digest, offsets, numbers of sources, corners and
    /// words of footprints, the order by number. It takes as long as reading the file.
    pub fn open(path: &Path) -> Result<Self, OpenError> {
        let bytes = SegmentBytes::map(path)?;
        bytes.will_be_read_whole();
        let segment = Self::of_bytes(bytes)?;
        digest::check(segment.bytes.bytes())?;
        segment.check_rows()?;
        segment.bytes.will_be_searched();
        Ok(segment)
    }

    /// Maps a file that was checked when it arrived on this very machine: reads the header, the partitions, the sources
    /// and the tree, and checks these alone. Milliseconds, however long the file.
    pub fn open_again(path: &Path) -> Result<Self, OpenError> {
        Self::of_bytes(SegmentBytes::map(path)?)
    }

    /// Of bytes in memory, all checked.
    pub fn from_bytes(bytes: AlignedBytes) -> Result<Self, OpenError> {
        let segment = Self::of_bytes(SegmentBytes::Memory(bytes))?;
        digest::check(segment.bytes.bytes())?;
        segment.check_rows()?;
        Ok(segment)
    }

    /// Of bytes that a builder of this process has just written, in a file of the folder that has no name and is gone with
    /// the process.
    pub fn in_unnamed_file(folder: &Path, bytes: &AlignedBytes) -> Result<Self, OpenError> {
        Self::of_bytes(SegmentBytes::in_unnamed_file(folder, bytes)?)
    }

    /// Of bytes that a builder of this process has just written, in memory.
    pub fn just_built(bytes: AlignedBytes) -> Result<Self, OpenError> {
        Self::of_bytes(SegmentBytes::Memory(bytes))
    }

    /// Whether all its bytes still are those that were written: reads the whole file.
    pub fn check_digest(&self) -> Result<(), OpenError> {
        digest::check(self.bytes.bytes())
    }

    /// All bytes of the file, the digest included.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.bytes()
    }

    fn of_bytes(bytes: SegmentBytes) -> Result<Self, OpenError> {
        let Head {
            sections,
            rows,
            shapes_begin,
            nowhere_begins,
            digest,
            partitions,
            sources,
        } = Head::read(bytes.bytes())?;
        let segment = Self {
            bytes,
            sections,
            rows,
            shapes_begin,
            nowhere_begins,
            partitions,
            sources,
            digest,
        };
        segment.check_tree()?;
        Ok(segment)
    }

    /// How many scenes it holds.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.rows
    }

    /// Whether it holds none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Bytes of the file.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.as_bytes().len()
    }

    /// What tells it from every other: the name that it is kept under.
    #[must_use]
    pub const fn digest(&self) -> &SegmentDigest {
        &self.digest
    }

    /// What its scenes have in common with others.
    #[must_use]
    pub fn sources(&self) -> &[SceneSource] {
        &self.sources
    }

    pub(crate) fn partitions(&self) -> &[Partition] {
        &self.partitions
    }

    /// The partition that holds a row.
    pub(crate) fn partition_of(&self, row: usize) -> usize {
        self.partitions
            .partition_point(|partition| partition.rows.1 <= row)
    }

    fn section<T: bytemuck::AnyBitPattern>(&self, section: Section) -> &[T] {
        let (begin, length) = self.sections[section as usize];
        bytemuck::cast_slice(&self.bytes.bytes()[begin..begin + length])
    }

    /// Slices of the columns, resolved once for many rows.
    pub(crate) fn columns(&self) -> Columns<'_> {
        Columns {
            boxes: self.section::<i32>(Section::Boxes).as_chunks().0,
            spans: self.section::<i64>(Section::Spans).as_chunks().0,
            leaf_counts: self.section::<u16>(Section::LeafCounts).as_chunks().0,
            upper_counts: self.section::<u32>(Section::UpperCounts).as_chunks().0,
            times: self.section(Section::Times),
            sources: self.section(Section::RowSources),
            clouds: self.section(Section::Clouds),
            sizes: self.section::<u8>(Section::Sizes).as_chunks().0,
            numbers: self.section::<u8>(Section::Numbers).as_chunks().0,
            longitudes: self.section(Section::Longitudes),
            latitudes: self.section(Section::Latitudes),
            other_corners: self.section::<i32>(Section::OtherCorners).as_chunks().0,
            shape_begins: self.section(Section::ShapeBegins),
            shape_words: self.section(Section::ShapeWords),
            by_number: self.section(Section::ByNumber),
            name_begins: self.section(Section::NameBegins),
            names: self.section(Section::Names),
            shapes_begin: self.shapes_begin,
            nowhere_begins: self.nowhere_begins,
        }
    }

    /// The row of a scene.
    #[must_use]
    pub fn row_of(&self, number: u64) -> Option<u32> {
        let columns = self.columns();
        let (first, last) = (columns.by_number.first()?, columns.by_number.last()?);
        if !(columns.number(*first as usize)..=columns.number(*last as usize)).contains(&number) {
            return None;
        }
        let found = columns
            .by_number
            .binary_search_by_key(&number, |row| columns.number(*row as usize));
        found.ok().map(|at| columns.by_number[at])
    }

    /// The scene of a row, its source by the segment's number.
    #[must_use]
    pub fn record(&self, row: usize) -> SceneRecord {
        let columns = self.columns();
        let time = columns.times[row];
        let cloud = columns.clouds[row];
        SceneRecord {
            number: columns.number(row),
            source: columns.sources[row],
            time: (time != NO_TIME).then_some(time),
            cloud: (!cloud.is_nan()).then_some(cloud),
            size: columns.size(row),
            footprint: self.footprint(row),
            names: String::from_utf8_lossy(columns.names_of(row)).into(),
        }
    }

    /// What is known of the scene of a row without reading its footprint, its source apart.
    pub(crate) fn facts<'a>(&self, row: usize, source: &'a SceneSource) -> SceneFacts<'a> {
        let columns = self.columns();
        let (time, cloud) = (columns.times[row], columns.clouds[row]);
        SceneFacts {
            number: columns.number(row),
            source,
            time: (time != NO_TIME).then_some(time),
            cloud: (!cloud.is_nan()).then_some(cloud),
            size: columns.size(row),
        }
    }

    /// Where the scene of a row is.
    #[must_use]
    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "the method is not general enough over lifetimes"
    )]
    pub fn footprint(&self, row: usize) -> Footprint {
        self.columns()
            .with_footprint(row, |footprint| footprint.to_owned())
    }
}

/// The columns of a segment.
#[derive(Clone, Copy)]
pub(crate) struct Columns<'a> {
    boxes: &'a [[i32; 16]],
    spans: &'a [[i64; 6]],
    pub(crate) leaf_counts: &'a [[u16; COUNTS]],
    pub(crate) upper_counts: &'a [[u32; COUNTS]],
    pub(crate) times: &'a [i64],
    pub(crate) sources: &'a [SourceId],
    pub(crate) clouds: &'a [f32],
    sizes: &'a [[u8; 6]],
    numbers: &'a [[u8; 5]],
    pub(crate) longitudes: &'a [i32],
    pub(crate) latitudes: &'a [i32],
    other_corners: &'a [[i32; 6]],
    shape_begins: &'a [u64],
    shape_words: &'a [i32],
    by_number: &'a [u32],
    name_begins: &'a [u64],
    names: &'a [u8],
    shapes_begin: usize,
    nowhere_begins: usize,
}

impl<'a> Columns<'a> {
    #[inline]
    pub(crate) fn node(&self, node: usize) -> NodeRecord {
        NodeRecord::from_words(&self.boxes[node], &self.spans[node])
    }

    #[inline]
    pub(crate) fn number(&self, row: usize) -> u64 {
        read_number(&self.numbers[row])
    }

    #[inline]
    pub(crate) fn size(&self, row: usize) -> u64 {
        read_number(&self.sizes[row])
    }

    /// The names of the rows from one on and before another, each ended.
    pub(crate) fn names_within(&self, (from, to): (usize, usize)) -> &'a [u8] {
        &self.names[self.name_of(from)..self.name_of(to)]
    }

    /// The names of a row.
    fn names_of(&self, row: usize) -> &'a [u8] {
        let names = self.names_within((row, row + 1));
        &names[..names.len().saturating_sub(1)]
    }

    /// Where the names of a row begin, or all end.
    fn name_of(&self, row: usize) -> usize {
        let begin = |at: usize| usize::try_from(self.name_begins[at]).unwrap_or(usize::MAX);
        let (group, before) = (row / NAMED_TOGETHER, row % NAMED_TOGETHER);
        let begin = begin(group);
        match before.checked_sub(1) {
            None => begin,
            Some(last) => {
                let mut ends = memchr::memchr_iter(names::END, &self.names[begin..]);
                begin + ends.nth(last).map_or(0, |end| end + 1)
            }
        }
    }

    /// The first corner of a row's footprint; for those without one it says nothing.
    #[inline]
    pub(crate) fn first_corner(&self, row: usize) -> Corner {
        [self.longitudes[row], self.latitudes[row]]
    }

    /// Whether the row has a footprint.
    pub(crate) const fn is_somewhere(&self, row: usize) -> bool {
        row < self.nowhere_begins
    }

    /// Reads the footprint of a row.
    #[inline]
    pub(crate) fn with_footprint<T>(
        &self,
        row: usize,
        read: impl FnOnce(FootprintRef<'_>) -> T,
    ) -> T {
        if row < self.shapes_begin {
            let [x1, y1, x2, y2, x3, y3] = self.other_corners[row];
            let (x, y) = (self.longitudes[row], self.latitudes[row]);
            let words = [4, x, y, x1, y1, x2, y2, x3, y3];
            return read(FootprintRef::first_of(&words));
        }
        if row >= self.nowhere_begins {
            return read(FootprintRef::first_of(&[]));
        }
        let shape = row - self.shapes_begin;
        let word = |at: usize| usize::try_from(self.shape_begins[at]).unwrap_or(usize::MAX);
        read(FootprintRef::first_of(
            &self.shape_words[word(shape)..word(shape + 1)],
        ))
    }
}

/// Where a node stands in its partition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct NodePosition {
    /// Number of the node in the segment.
    pub(crate) node: usize,
    /// 0: a leaf.
    pub(crate) level: usize,
    /// The place of the node in its level.
    pub(crate) at: usize,
}

impl Partition {
    /// The single node of the highest level.
    pub(crate) fn top(&self) -> NodePosition {
        NodePosition {
            node: self.nodes.1 - 1,
            level: crate::format::level_lengths(self.blocks).count() - 1,
            at: 0,
        }
    }

    /// The nodes right below one that is no leaf.
    pub(crate) fn below(&self, position: NodePosition) -> impl Iterator<Item = NodePosition> {
        let level = position.level - 1;
        let mut lengths = crate::format::level_lengths(self.blocks);
        let begin = self.nodes.0 + lengths.by_ref().take(level).sum::<usize>();
        let length = lengths.next().unwrap_or(0);
        let first = position.at * FAN;
        (first..(first + FAN).min(length)).map(move |at| NodePosition {
            node: begin + at,
            level,
            at,
        })
    }

    /// The rows below a node: the first, and the one behind the last.
    pub(crate) fn rows_below(&self, position: NodePosition) -> (usize, usize) {
        let span = BLOCK * FAN.pow(u32::try_from(position.level).unwrap_or(0));
        let begin = self.rows.0 + position.at * span;
        (begin, (begin + span).min(self.rows.1))
    }
}

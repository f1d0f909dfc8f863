//! The file format of a segment, version 1.
//!
//! # Format
//!
//! All numbers are little-endian. A file is a header, sections, and a digest:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `SCENEIDX` |
//! | 8 | version, 1 |
//! | 8 | length of the file in bytes, the digest included |
//! | 8 | rows |
//! | 8 | the first row that is no quadrangle |
//! | 8 | the first row without a footprint |
//! | 8 | partitions |
//! | 8 | zero |
//! | 19 × 16 | of each [`Section`] in order: where it begins, and its length, both in bytes |
//! | | sections, each at the next multiple of 64, zeros between |
//! | 32 | SHA-256 of all bytes before it, at a multiple of 64 |
//!
//! **Rows** are scenes. Those whose footprint is one ring of four corners come first, then those of any other footprint, then
//! those of none; within each by month in China, those without a time last; within a month along the Hilbert curve over the
//! middles of their boxes; then by number. A **partition** is the rows of one sort and month. It is divided into
//! **blocks** of 512 rows, the last one shorter, and over its blocks stands a tree of nodes: one for each block, one for each
//! 16 nodes of the level below, up to a single one. Nodes are written level by level, leaves first.
//!
//! Corners are longitude and latitude in parts of 1e-7 degree (`geometry::Corner`). Times are microseconds since 1970 UTC,
//! -2^63 where nobody knows. Cloud covers are percent, not a number where nobody knows, in the classes of [`crate::cloud`].
//!
//! | section | an entry | of each |
//! |---|---|---|
//! | partitions | 8 × i64: month (12 × year + month from 0; -2^63: no time), sort (0 quadrangles, 1 shapes, 2 nowhere), first row, row behind the last, first node, node behind the last, blocks, zero | partition |
//! | sources | i64 node; u8 bits (1: online, 2: has a picture); u16 length and UTF-8 of the satellite; the same of the sensor | source, up to 65,535 |
//! | boxes | 16 × i32: west, south, east, north of all rings whose middle has a longitude of at least 0; the same of the other rings; the same of the first corners; how far footprints reach west, south, east and north of their first corner, 2^31-1 standing for any distance. A box of nothing: 2^31-1, 2^31-1, -2^31, -2^31 | node |
//! | spans | 6 × i64: least and greatest time; least and greatest size; first entry and number of entries in the counts of its level | node |
//! | leaf counts | 25 × u16: a source, and how many of the node's rows of that source are in each class of cloud cover | source of a leaf |
//! | upper counts | 25 × u32: the same | source of another node |
//! | times | i64 | row |
//! | sources of rows | u16 | row |
//! | clouds | f32 | row |
//! | sizes | 6 bytes: bytes of the scene's file | row |
//! | numbers | 5 bytes | row |
//! | longitudes | i32: of the first corner of the first ring; 0 without a footprint | row |
//! | latitudes | i32 | row |
//! | other corners | 3 × 2 × i32: the second, third and fourth corner | quadrangle |
//! | begins of shapes | u64: first word of its footprint; one more entry behind the last | shape |
//! | words of shapes | i32: `geometry::Footprint` as words | |
//! | rows by number | u32: rows, the least number first | row |
//! | begins of names | u64: first byte of the names of the row; one more entry behind the last | 16 rows |
//! | names | UTF-8: name and public id, folded, a zero between, ended by a line feed | row |
//!
//! The file is determined by the scenes: the same scenes in any order give the same bytes, provided that sources were
//! named to the builder in the same order.

use crate::cloud::CLASSES;

/// What a file begins with.
pub const MAGIC: [u8; 8] = *b"SCENEIDX";
/// The version that is written and read.
pub const VERSION: u64 = 1;
/// Rows of a block.
pub const BLOCK: usize = 512;
/// Nodes below a node.
pub const FAN: usize = 16;
/// Rows whose names have one begin.
pub const NAMED_TOGETHER: usize = 16;
/// Bytes of the digest at the end.
pub const DIGEST: usize = 32;
/// Sections and the digest begin at multiples of so many bytes.
pub const ALIGNMENT: usize = 64;
/// Words of eight bytes before the table of sections.
pub const HEAD_WORDS: usize = 8;
pub const SECTIONS: usize = 19;
/// Bytes of the header.
pub const HEADER: usize = (HEAD_WORDS + 2 * SECTIONS) * 8;
/// Numbers of an entry of counts.
pub const COUNTS: usize = 1 + CLASSES;
/// The time of scenes of which nobody knows it.
pub const NO_TIME: i64 = i64::MIN;

/// A section, by its place in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    Partitions,
    Sources,
    Boxes,
    Spans,
    LeafCounts,
    UpperCounts,
    Times,
    RowSources,
    Clouds,
    Sizes,
    Numbers,
    Longitudes,
    Latitudes,
    OtherCorners,
    ShapeBegins,
    ShapeWords,
    ByNumber,
    NameBegins,
    Names,
}

/// What footprints the rows of a partition have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// One ring of four corners.
    Quadrangles = 0,
    /// Any other outline.
    Shapes = 1,
    /// Scenes without footprint.
    Nowhere = 2,
}

/// Rows of one sort and month, and their tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Partition {
    /// Twelve times the year, and the month from 0; [`NO_TIME`] where there is none.
    pub month: i64,
    /// Sort of the footprints.
    pub sort: Sort,
    /// The first row, and the one behind the last.
    pub rows: (usize, usize),
    /// The first node, and the one behind the last, which is the topmost.
    pub nodes: (usize, usize),
    /// How many blocks, and so leaves, there are.
    pub blocks: usize,
}

impl Partition {
    /// The entry as words of the file; see [`Self::from_words`].
    #[must_use]
    pub fn words(&self) -> [i64; 8] {
        let number = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        [
            self.month,
            self.sort as i64,
            number(self.rows.0),
            number(self.rows.1),
            number(self.nodes.0),
            number(self.nodes.1),
            number(self.blocks),
            0,
        ]
    }

    /// The entry that [`Self::words`] wrote; `None` if no writer makes these words.
    #[must_use]
    pub fn from_words(words: &[i64; 8]) -> Option<Self> {
        let number = |at: usize| usize::try_from(words[at]).ok();
        let sort = match words[1] {
            0 => Sort::Quadrangles,
            1 => Sort::Shapes,
            2 => Sort::Nowhere,
            _ => return None,
        };
        let partition = Self {
            month: words[0],
            sort,
            rows: (number(2)?, number(3)?),
            nodes: (number(4)?, number(5)?),
            blocks: number(6)?,
        };
        let count = partition.rows.1.checked_sub(partition.rows.0)?;
        let nodes = partition.nodes.1.checked_sub(partition.nodes.0)?;
        let is_whole = count > 0
            && partition.blocks == count.div_ceil(BLOCK)
            && nodes == level_lengths(partition.blocks).sum::<usize>();
        is_whole.then_some(partition)
    }
}

/// How many nodes each level of a tree over so many blocks has, leaves first.
pub fn level_lengths(blocks: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(blocks), |below| {
        (*below > 1).then(|| below.div_ceil(FAN))
    })
}

/// The next multiple of [`ALIGNMENT`].
#[must_use]
pub const fn aligned(bytes: usize) -> usize {
    bytes.next_multiple_of(ALIGNMENT)
}

/// A number of five bytes or six.
#[must_use]
#[inline]
pub fn read_number<const BYTES: usize>(bytes: &[u8; BYTES]) -> u64 {
    let mut whole = [0; 8];
    whole[..BYTES].copy_from_slice(bytes);
    u64::from_le_bytes(whole)
}

/// The same, to be written.
#[must_use]
pub fn number_bytes<const BYTES: usize>(number: u64) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    bytes.copy_from_slice(&number.to_le_bytes()[..BYTES]);
    bytes
}

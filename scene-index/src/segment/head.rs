//! What stands before the columns.

use super::digest::SegmentDigest;
use super::open_error::OpenError;
use crate::format::{
    ALIGNMENT, COUNTS, DIGEST, HEAD_WORDS, HEADER, MAGIC, NAMED_TOGETHER, Partition, SECTIONS,
    Section, VERSION, aligned,
};
use crate::scene::SceneSource;

/// Header, partitions and sources, checked.
pub struct Head {
    pub sections: [(usize, usize); SECTIONS],
    pub rows: usize,
    pub shapes_begin: usize,
    pub nowhere_begins: usize,
    pub digest: SegmentDigest,
    pub partitions: Vec<Partition>,
    pub sources: Vec<SceneSource>,
}

impl Head {
    pub fn read(bytes: &[u8]) -> Result<Self, OpenError> {
        let words: Vec<u64> = bytes
            .as_chunks::<8>()
            .0
            .iter()
            .take(HEADER / 8)
            .map(|word| u64::from_le_bytes(*word))
            .collect();
        if words.first() != Some(&u64::from_le_bytes(MAGIC)) {
            return Err(OpenError::NoSegment);
        }
        match words.get(1) {
            Some(&VERSION) => {}
            Some(other) => return Err(OpenError::Version(*other)),
            None => return Err(OpenError::Length),
        }
        if words.len() < HEADER / 8 || words[2] != bytes.len() as u64 {
            return Err(OpenError::Length);
        }
        let mut numbers = [0; 4];
        for (number, word) in numbers.iter_mut().zip(&words[3..7]) {
            *number = to_usize(*word)?;
        }
        let [rows, shapes_begin, nowhere_begins, partitions] = numbers;
        if words[7] != 0 || shapes_begin > nowhere_begins || nowhere_begins > rows {
            return Err(OpenError::Malformed("rows"));
        }
        let sections = read_sections(bytes, &words[HEAD_WORDS..])?;
        let head = Self {
            partitions: read_partitions(section(bytes, &sections, Section::Partitions))?,
            sources: read_sources(section(bytes, &sections, Section::Sources))?,
            digest: bytes.last_chunk().copied().unwrap_or_default(),
            sections,
            rows,
            shapes_begin,
            nowhere_begins,
        };
        if head.partitions.len() != partitions {
            return Err(OpenError::Malformed("number of partitions"));
        }
        head.check_lengths()?;
        Ok(head)
    }

    /// Whether each section is as long as its entries are.
    fn check_lengths(&self) -> Result<(), OpenError> {
        let nodes = self.partitions.last().map_or(0, |last| last.nodes.1);
        let shapes = self.nowhere_begins - self.shapes_begin;
        let expected = [
            (Section::Boxes, nodes, 64),
            (Section::Spans, nodes, 48),
            (Section::Times, self.rows, 8),
            (Section::RowSources, self.rows, 2),
            (Section::Clouds, self.rows, 4),
            (Section::Sizes, self.rows, 6),
            (Section::Numbers, self.rows, 5),
            (Section::Longitudes, self.rows, 4),
            (Section::Latitudes, self.rows, 4),
            (Section::OtherCorners, self.shapes_begin, 24),
            (Section::ShapeBegins, shapes + 1, 8),
            (Section::ByNumber, self.rows, 4),
            (
                Section::NameBegins,
                self.rows.div_ceil(NAMED_TOGETHER) + 1,
                8,
            ),
        ];
        for (section, entries, bytes) in expected {
            if Some(self.sections[section as usize].1) != entries.checked_mul(bytes) {
                return Err(OpenError::Malformed("length of a section"));
            }
        }
        let multiples = [
            (Section::LeafCounts, 2 * COUNTS),
            (Section::UpperCounts, 4 * COUNTS),
            (Section::ShapeWords, 4),
        ];
        let is_multiple = |(section, bytes): &(Section, usize)| {
            self.sections[*section as usize].1.is_multiple_of(*bytes)
        };
        if !multiples.iter().all(is_multiple) {
            return Err(OpenError::Malformed("length of a section"));
        }
        Ok(())
    }
}

fn to_usize(word: u64) -> Result<usize, OpenError> {
    usize::try_from(word).map_err(|_| OpenError::Malformed("a number"))
}

fn section<'a>(
    bytes: &'a [u8],
    sections: &[(usize, usize); SECTIONS],
    section: Section,
) -> &'a [u8] {
    let (begin, length) = sections[section as usize];
    &bytes[begin..begin + length]
}

/// Each begins where the one before it ends, at the next multiple of [`ALIGNMENT`], and the digest behind the last.
fn read_sections(bytes: &[u8], table: &[u64]) -> Result<[(usize, usize); SECTIONS], OpenError> {
    let mut sections = [(0, 0); SECTIONS];
    let mut end = HEADER;
    for (section, entry) in sections.iter_mut().zip(table.chunks_exact(2)) {
        let (begin, length) = (to_usize(entry[0])?, to_usize(entry[1])?);
        if begin != end.next_multiple_of(ALIGNMENT) || length > bytes.len() {
            return Err(OpenError::Malformed("offset of a section"));
        }
        end = begin + length;
        if end > bytes.len() {
            return Err(OpenError::Length);
        }
        *section = (begin, length);
    }
    if aligned(end) + DIGEST != bytes.len() {
        return Err(OpenError::Length);
    }
    Ok(sections)
}

/// Reads the table of partitions, in order.
fn read_partitions(bytes: &[u8]) -> Result<Vec<Partition>, OpenError> {
    let (words, rest) = bytes.as_chunks::<8>();
    let words: Vec<i64> = words.iter().map(|word| i64::from_le_bytes(*word)).collect();
    let (entries, others) = words.as_chunks::<8>();
    let partitions: Option<Vec<Partition>> = entries.iter().map(Partition::from_words).collect();
    let partitions = partitions.filter(|_| rest.is_empty() && others.is_empty());
    let partitions = partitions.ok_or(OpenError::Malformed("a partition"))?;
    let (mut row, mut node) = (0, 0);
    for partition in &partitions {
        if partition.rows.0 != row || partition.nodes.0 != node {
            return Err(OpenError::Malformed("order of the partitions"));
        }
        (row, node) = (partition.rows.1, partition.nodes.1);
    }
    Ok(partitions)
}

fn read_sources(mut bytes: &[u8]) -> Result<Vec<SceneSource>, OpenError> {
    let mut sources = Vec::new();
    while !bytes.is_empty() {
        let source = read_source(&mut bytes).ok_or(OpenError::Malformed("a source"))?;
        sources.push(source);
    }
    Ok(sources)
}

fn read_source(bytes: &mut &[u8]) -> Option<SceneSource> {
    let node = i64::from_le_bytes(*take(bytes, 8)?.first_chunk()?);
    let bits = take(bytes, 1)?[0];
    Some(SceneSource {
        node,
        is_online: bits & 1 != 0,
        has_picture: bits & 2 != 0,
        satellite: read_name(bytes)?,
        sensor: read_name(bytes)?,
    })
}

fn read_name(bytes: &mut &[u8]) -> Option<String> {
    let length = u16::from_le_bytes(*take(bytes, 2)?.first_chunk()?);
    let name = take(bytes, usize::from(length))?;
    String::from_utf8(name.to_vec()).ok()
}

fn take<'a>(bytes: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (taken, rest) = bytes.split_at_checked(count)?;
    *bytes = rest;
    Some(taken)
}

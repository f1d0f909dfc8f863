//! What is asked of the bytes of a segment before anything else is: searches rely on it and ask nothing again.

use geometry::Footprint;

use super::Segment;
use super::open_error::OpenError;
use crate::format::{NAMED_TOGETHER, NO_TIME, Section, Sort};
use crate::names;

impl Segment {
    /// Whether the partitions are all rows, counts are where nodes say, and names end where they should.
    pub(super) fn check_tree(&self) -> Result<(), OpenError> {
        let last = self.partitions.last().map_or(0, |last| last.rows.1);
        let begin_of = |sort: Sort| {
            let earlier = self.partitions.iter().filter(|it| it.sort < sort);
            earlier.map(|it| it.rows.1).max().unwrap_or(0)
        };
        let is_in_order = self.partitions.is_sorted_by_key(|it| it.sort);
        if !is_in_order
            || last != self.rows
            || begin_of(Sort::Shapes) != self.shapes_begin
            || begin_of(Sort::Nowhere) != self.nowhere_begins
        {
            return Err(OpenError::Malformed("rows of the partitions"));
        }
        let names = self.section::<u8>(Section::Names).len() as u64;
        if self.section::<u64>(Section::NameBegins).last() != Some(&names) {
            return Err(OpenError::Malformed("names"));
        }
        let columns = self.columns();
        let sources = self.sources.len();
        let leaves = columns.leaf_counts.iter().map(|it| usize::from(it[0]));
        let uppers = columns.upper_counts.iter().map(|it| it[0] as usize);
        if leaves.chain(uppers).any(|source| source >= sources) {
            return Err(OpenError::Malformed("source of a count"));
        }
        for partition in &self.partitions {
            for node in partition.nodes.0..partition.nodes.1 {
                let is_leaf = node < partition.nodes.0 + partition.blocks;
                let (begin, count) = columns.node(node).counts;
                let counts = if is_leaf {
                    columns.leaf_counts.len()
                } else {
                    columns.upper_counts.len()
                };
                if begin.checked_add(count).is_none_or(|end| end > counts) {
                    return Err(OpenError::Malformed("counts of a node"));
                }
            }
        }
        Ok(())
    }

    /// Whether every row has a source and a footprint that can be, and the order by number is one.
    pub(super) fn check_rows(&self) -> Result<(), OpenError> {
        let columns = self.columns();
        let sources = self.sources.len();
        if columns
            .sources
            .iter()
            .any(|source| usize::from(*source) >= sources)
        {
            return Err(OpenError::Malformed("source of a row"));
        }
        let on_globe =
            |x: i32, y: i32| x.unsigned_abs() <= 1_800_000_000 && y.unsigned_abs() <= 900_000_000;
        let mut firsts = columns.longitudes.iter().zip(columns.latitudes);
        let mut others = columns.other_corners.as_flattened().chunks_exact(2);
        if !firsts.all(|(x, y)| on_globe(*x, *y)) || !others.all(|it| on_globe(it[0], it[1])) {
            return Err(OpenError::Malformed("a corner"));
        }
        check_shapes(self)?;
        check_names(self)?;
        let mut numbers = columns.by_number.iter().map(|row| {
            let is_row = (*row as usize) < self.rows;
            is_row.then(|| columns.number(*row as usize))
        });
        let mut last = None;
        // Strictly rising numbers, as many as there are rows: each row is there once.
        let is_order = numbers.all(|number| {
            let rises = number.is_some() && number > last;
            last = number;
            rises
        });
        if !is_order {
            return Err(OpenError::Malformed("order by number"));
        }
        let is_dated = self.partitions.iter().all(|it| {
            let mut times = columns.times[it.rows.0..it.rows.1].iter();
            times.all(|time| (*time == NO_TIME) == (it.month == NO_TIME))
        });
        if is_dated {
            Ok(())
        } else {
            Err(OpenError::Malformed("time of a row"))
        }
    }
}

/// Whether every row has names, which begin where that is said.
fn check_names(segment: &Segment) -> Result<(), OpenError> {
    let begins = segment.section::<u64>(Section::NameBegins);
    let text = segment.section::<u8>(Section::Names);
    let malformed = OpenError::Malformed("names");
    if begins.first() != Some(&0) || begins.last() != Some(&(text.len() as u64)) {
        return Err(malformed);
    }
    let mut left = segment.rows;
    for pair in begins.windows(2) {
        let range = (usize::try_from(pair[0]), usize::try_from(pair[1]));
        let (Ok(from), Ok(to)) = range else {
            return Err(malformed);
        };
        let rows = left.min(NAMED_TOGETHER);
        left -= rows;
        let is_named = text.get(from..to).is_some_and(|text| {
            text.last() == Some(&names::END)
                && memchr::memchr_iter(names::END, text).count() == rows
                && std::str::from_utf8(text).is_ok()
        });
        if !is_named {
            return Err(malformed);
        }
    }
    Ok(())
}

fn check_shapes(segment: &Segment) -> Result<(), OpenError> {
    let begins = segment.section::<u64>(Section::ShapeBegins);
    let words = segment.section::<i32>(Section::ShapeWords);
    let malformed = OpenError::Malformed("a footprint");
    if begins.first() != Some(&0) || begins.last() != Some(&(words.len() as u64)) {
        return Err(malformed);
    }
    for pair in begins.windows(2) {
        let range = (usize::try_from(pair[0]), usize::try_from(pair[1]));
        let (Ok(from), Ok(to)) = range else {
            return Err(malformed);
        };
        let shape = words.get(from..to).filter(|shape| !shape.is_empty());
        let is_footprint = shape.is_some_and(|shape| {
            Footprint::try_from(bytemuck::cast_slice::<i32, u8>(shape)).is_ok()
        });
        if !is_footprint {
            return Err(malformed);
        }
    }
    Ok(())
}

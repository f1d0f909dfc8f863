//! What a node of the tree says of the rows below it.

use geometry::{Corner, Extent, FootprintRef};

/// What a node says, all but its counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NodeRecord {
    /// Around the rings whose middle has a longitude of at least 0, and around the others: what was cut at the antimeridian
    /// has one of each.
    pub halves: [Extent; 2],
    /// Around the first corners. Each is a place of its footprint, so if all of this box is in an area, all meet it.
    pub first_corners: Extent,
    /// How far footprints reach from their first corner.
    pub reach: Reach,
    /// Least and greatest.
    pub times: (i64, i64),
    /// Least and greatest.
    pub sizes: (i64, i64),
    /// First entry in the counts of its level, and how many.
    pub counts: (usize, usize),
}

/// How far footprints reach from their first corner, in parts of 1e-7 degree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reach {
    pub west: i32,
    pub south: i32,
    pub east: i32,
    pub north: i32,
}

impl NodeRecord {
    /// A node of no rows.
    pub const NOTHING: Self = Self {
        halves: [Extent::EMPTY; 2],
        first_corners: Extent::EMPTY,
        reach: Reach {
            west: 0,
            south: 0,
            east: 0,
            north: 0,
        },
        times: (i64::MAX, i64::MIN),
        sizes: (i64::MAX, i64::MIN),
        counts: (0, 0),
    };

    /// Takes in a row.
    pub fn add(&mut self, footprint: FootprintRef<'_>, time: i64, size: i64) {
        self.times = (self.times.0.min(time), self.times.1.max(time));
        self.sizes = (self.sizes.0.min(size), self.sizes.1.max(size));
        let Some(first) = first_corner(footprint) else {
            return;
        };
        self.first_corners = self.first_corners.joined(Extent::around(&[first]));
        for ring in footprint.rings().filter(|ring| !ring.is_hole) {
            let extent = Extent::around(ring.corners);
            let is_west = i64::from(extent.west) + i64::from(extent.east) < 0;
            let half = &mut self.halves[usize::from(is_west)];
            *half = half.joined(extent);
        }
        self.reach.add(first, footprint.extent());
    }

    /// Takes in the rows of another one.
    pub fn join(&mut self, other: &Self) {
        self.times = (
            self.times.0.min(other.times.0),
            self.times.1.max(other.times.1),
        );
        self.sizes = (
            self.sizes.0.min(other.sizes.0),
            self.sizes.1.max(other.sizes.1),
        );
        self.first_corners = self.first_corners.joined(other.first_corners);
        for (half, other) in self.halves.iter_mut().zip(other.halves) {
            *half = half.joined(other);
        }
        let (reach, others) = (&mut self.reach, other.reach);
        reach.west = reach.west.max(others.west);
        reach.south = reach.south.max(others.south);
        reach.east = reach.east.max(others.east);
        reach.north = reach.north.max(others.north);
    }

    /// Its boxes as they are written.
    #[must_use]
    pub fn box_words(&self) -> [i32; 16] {
        let [east, west] = self.halves.map(extent_words);
        let first = extent_words(self.first_corners);
        let Reach {
            west: w,
            south: s,
            east: e,
            north: n,
        } = self.reach;
        let mut words = [0; 16];
        for (part, four) in words
            .chunks_exact_mut(4)
            .zip([east, west, first, [w, s, e, n]])
        {
            part.copy_from_slice(&four);
        }
        words
    }

    /// Its spans as they are written.
    #[must_use]
    pub fn span_words(&self) -> [i64; 6] {
        let number = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        [
            self.times.0,
            self.times.1,
            self.sizes.0,
            self.sizes.1,
            number(self.counts.0),
            number(self.counts.1),
        ]
    }

    /// The node that [`Self::box_words`] and [`Self::span_words`] wrote.
    #[must_use]
    #[inline]
    pub fn from_words(boxes: &[i32; 16], spans: &[i64; 6]) -> Self {
        let number = |at: usize| usize::try_from(spans[at]).unwrap_or(usize::MAX);
        Self {
            halves: [extent(boxes, 0), extent(boxes, 4)],
            first_corners: extent(boxes, 8),
            reach: Reach {
                west: boxes[12],
                south: boxes[13],
                east: boxes[14],
                north: boxes[15],
            },
            times: (spans[0], spans[1]),
            sizes: (spans[2], spans[3]),
            counts: (number(4), number(5)),
        }
    }
}

impl Reach {
    fn add(&mut self, [x, y]: Corner, extent: Extent) {
        self.west = self.west.max(x.saturating_sub(extent.west));
        self.south = self.south.max(y.saturating_sub(extent.south));
        self.east = self.east.max(extent.east.saturating_sub(x));
        self.north = self.north.max(extent.north.saturating_sub(y));
    }
}

/// The corner that a footprint names first; `None` for an empty one.
#[must_use]
pub fn first_corner(footprint: FootprintRef<'_>) -> Option<Corner> {
    footprint.rings().next()?.corners.first().copied()
}

fn extent_words(extent: Extent) -> [i32; 4] {
    [extent.west, extent.south, extent.east, extent.north]
}

fn extent(words: &[i32; 16], at: usize) -> Extent {
    Extent {
        west: words[at],
        south: words[at + 1],
        east: words[at + 2],
        north: words[at + 3],
    }
}

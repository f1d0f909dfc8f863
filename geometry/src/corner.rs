//! Corners as whole numbers, the boxes around them, and the exact predicates of the plane.

use std::cmp::Ordering;

/// Longitude and latitude in parts of 1e-7 degree: a centimetre, and what catalogues write at most.
pub type Corner = [i32; 2];

/// Parts to a degree.
const PARTS: f64 = 1e7;

/// The nearest corner; what is not on the globe is drawn to its edge.
pub(crate) fn corner(longitude: f64, latitude: f64) -> Corner {
    let parts = |degrees: f64, most: f64| {
        #[expect(clippy::cast_possible_truncation, reason = "clamped to 1.8e9")]
        let parts = (degrees.clamp(-most, most) * PARTS).round() as i32;
        parts
    };
    [parts(longitude, 180.0), parts(latitude, 90.0)]
}

/// Degrees: the very number that the decimal text of seven digits is read as.
pub(crate) fn degrees(parts: i32) -> f64 {
    f64::from(parts) / PARTS
}

/// A rectangle of degrees that does not cross the antimeridian.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// Western edge.
    pub west: f64,
    /// Southern edge.
    pub south: f64,
    /// Eastern edge.
    pub east: f64,
    /// Northern edge.
    pub north: f64,
}

/// The closed box around corners.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// Western edge.
    pub west: i32,
    /// Southern edge.
    pub south: i32,
    /// Eastern edge.
    pub east: i32,
    /// Northern edge.
    pub north: i32,
}

impl Extent {
    /// The extent that contains no point.
    pub const EMPTY: Self = Self {
        west: i32::MAX,
        south: i32::MAX,
        east: i32::MIN,
        north: i32::MIN,
    };

    /// The box around these corners; [`Self::EMPTY`] for none.
    #[must_use]
    pub fn around(corners: &[Corner]) -> Self {
        let mut extent = Self::EMPTY;
        for [x, y] in corners {
            extent.west = extent.west.min(*x);
            extent.south = extent.south.min(*y);
            extent.east = extent.east.max(*x);
            extent.north = extent.north.max(*y);
        }
        extent
    }

    /// The box around both.
    #[must_use]
    pub fn joined(self, other: Self) -> Self {
        Self {
            west: self.west.min(other.west),
            south: self.south.min(other.south),
            east: self.east.max(other.east),
            north: self.north.max(other.north),
        }
    }

    /// Whether they have a place in common; touching counts.
    #[must_use]
    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        self.west <= other.east
            && self.east >= other.west
            && self.south <= other.north
            && self.north >= other.south
    }

    /// Whether all of the other one lies within.
    #[must_use]
    #[inline]
    pub fn holds(&self, other: &Self) -> bool {
        self.west <= other.west
            && self.south <= other.south
            && self.east >= other.east
            && self.north >= other.north
    }

    pub(crate) fn holds_corner(&self, [x, y]: Corner) -> bool {
        (self.west..=self.east).contains(&x) && (self.south..=self.north).contains(&y)
    }

    /// In degrees; `None` for [`Self::EMPTY`].
    #[must_use]
    pub fn bounds(self) -> Option<Bounds> {
        (self.west <= self.east).then(|| Bounds {
            west: degrees(self.west),
            south: degrees(self.south),
            east: degrees(self.east),
            north: degrees(self.north),
        })
    }
}

/// On which side of the way from `a` to `b` is `c`? `Greater`: on the left; `Equal`: on the line through both.
///
/// Differences are at most 3.6e9 and 1.8e9, so each product fits; their difference might not, hence the comparison.
pub(crate) fn side(a: Corner, b: Corner, c: Corner) -> Ordering {
    let difference = |one: i32, other: i32| i64::from(one) - i64::from(other);
    let left = difference(b[0], a[0]) * difference(c[1], a[1]);
    let right = difference(b[1], a[1]) * difference(c[0], a[0]);
    left.cmp(&right)
}

/// Whether a place on the line through `a` and `b` is between them.
fn is_between(a: Corner, b: Corner, point: Corner) -> bool {
    Extent::around(&[a, b]).holds_corner(point)
}

/// Whether two segments have a place in common; touching counts, and a segment may be a single place.
pub(crate) fn segments_meet(a: Corner, b: Corner, c: Corner, d: Corner) -> bool {
    let (c_side, d_side) = (side(a, b, c), side(a, b, d));
    let (a_side, b_side) = (side(c, d, a), side(c, d, b));
    let across = |one: Ordering, other: Ordering| one != other && one.is_ne() && other.is_ne();
    across(c_side, d_side) && across(a_side, b_side)
        || c_side.is_eq() && is_between(a, b, c)
        || d_side.is_eq() && is_between(a, b, d)
        || a_side.is_eq() && is_between(c, d, a)
        || b_side.is_eq() && is_between(c, d, b)
}

/// How often a ring goes around a place that is on none of its edges (nonzero: inside). Rings need not say their first
/// corner twice.
pub(crate) fn winding(ring: &[Corner], point: Corner) -> i32 {
    let mut turns = 0;
    let mut from = ring.last().copied().unwrap_or(point);
    for &to in ring {
        // An edge holds its lower end, not its upper one, so that a corner between two edges counts once.
        if from[1] <= point[1] && point[1] < to[1] {
            turns += i32::from(side(from, to, point).is_gt());
        } else if to[1] <= point[1] && point[1] < from[1] {
            turns -= i32::from(side(from, to, point).is_lt());
        }
        from = to;
    }
    turns
}

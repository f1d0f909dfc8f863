//! The one place that a footprint is said to lie at.

use crate::corner::{Corner, Extent};

use super::FootprintRef;

impl FootprintRef<'_> {
    /// The centre of gravity of its largest part, rounded to a corner; `None` for an empty one.
    ///
    /// Holes are not taken out. Of a part without surface, and of one that crosses itself so that its centre would lie beyond
    /// its box, it is the middle of the box. Parts on both sides of the antimeridian are never averaged.
    #[must_use]
    pub fn middle(self) -> Option<Corner> {
        let parts = self.rings().filter(|ring| !ring.is_hole);
        let parts = parts.map(|ring| Gravity::over(ring.corners));
        // Of equally large ones the first.
        let largest = parts.reduce(|one, next| if next.area() > one.area() { next } else { one });
        largest?.centre()
    }
}

/// Sums over the triangles that a corner spans with each edge, which are exact.
struct Gravity {
    from: Corner,
    extent: Extent,
    /// Twice the surface, with the sign of the turn.
    doubled: i128,
    /// Six times the moments, beside `from`.
    moments: [i128; 2],
}

impl Gravity {
    fn over(ring: &[Corner]) -> Self {
        let from = ring.first().copied().unwrap_or_default();
        let beside = |corner: Corner| {
            [0, 1].map(|axis: usize| i128::from(corner[axis]) - i128::from(from[axis]))
        };
        let (mut doubled, mut moments) = (0, [0; 2]);
        let next = ring.iter().cycle().skip(1);
        for (one, other) in ring.iter().zip(next) {
            let (one, other) = (beside(*one), beside(*other));
            let turn = one[0] * other[1] - other[0] * one[1];
            doubled += turn;
            for axis in [0, 1] {
                moments[axis] += (one[axis] + other[axis]) * turn;
            }
        }
        Self {
            from,
            extent: Extent::around(ring),
            doubled,
            moments,
        }
    }

    const fn area(&self) -> u128 {
        self.doubled.unsigned_abs()
    }

    fn centre(&self) -> Option<Corner> {
        let Extent {
            west,
            south,
            east,
            north,
        } = self.extent;
        (west <= east).then(|| {
            let middle = [i32::midpoint(west, east), i32::midpoint(south, north)];
            self.of_surface()
                .filter(|point| self.extent.holds_corner(*point))
                .unwrap_or(middle)
        })
    }

    fn of_surface(&self) -> Option<Corner> {
        let turn = self.doubled.signum();
        let of_axis = |axis: usize| {
            let beside = (turn * self.moments[axis]).checked_div_euclid(3 * self.doubled.abs())?;
            i32::try_from(i128::from(self.from[axis]) + beside).ok()
        };
        Some([of_axis(0)?, of_axis(1)?])
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::Footprint;

    fn middle(wkt: &str) -> Option<[f64; 2]> {
        let footprint = Footprint::from_wkt(wkt).unwrap_or_default();
        let point = footprint.view().middle()?;
        Some(point.map(|parts| f64::from(parts) / 1e7))
    }

    #[test]
    fn a_footprint_lies_at_the_centre_of_its_largest_part() {
        for (wkt, expected) in [
            ("POLYGON((0 0,4 0,4 2,0 2,0 0))", Some([2.0, 1.0])),
            ("POLYGON((0 0,0 2,4 2,4 0,0 0))", Some([2.0, 1.0])),
            ("POLYGON((0 0,3 0,0 3,0 0))", Some([1.0, 1.0])),
            // An angle: 3 by 1 below 1 by 2.
            ("POLYGON((0 0,3 0,3 1,1 1,1 3,0 3,0 0))", Some([1.1, 1.1])),
            // The hole is not taken out.
            (
                "POLYGON((0 0,4 0,4 2,0 2,0 0),(0.5 0.5,1 0.5,1 1,0.5 1,0.5 0.5))",
                Some([2.0, 1.0]),
            ),
            (
                "MULTIPOLYGON(((0 0,1 0,1 1,0 1,0 0)),((10 10,14 10,14 12,10 12,10 10)))",
                Some([12.0, 11.0]),
            ),
            // More of it lies east of the antimeridian.
            (
                "POLYGON((179 0,183 0,183 2,179 2,179 0))",
                Some([-178.5, 1.0]),
            ),
            ("POLYGON EMPTY", None),
        ] {
            assert_eq!(middle(wkt), expected, "{wkt}");
        }
    }

    proptest! {
        #[test]
        fn the_middle_lies_in_the_box_and_moves_with_the_footprint(
            corners in prop::collection::vec((-300_000_000_i32..300_000_000, -300_000_000_i32..300_000_000), 3..9),
            (east, north) in (-300_000_000_i32..300_000_000, -300_000_000_i32..300_000_000),
        ) {
            let drawn = |east: i32, north: i32| {
                let points = corners.iter().map(|(x, y)| (f64::from(x + east) / 1e7, f64::from(y + north) / 1e7));
                Footprint::from_ring(points.collect())
            };
            let (Some(here), Some(there)) = (drawn(0, 0), drawn(east, north)) else { return Ok(()) };
            let (Some(from), Some(to)) = (here.view().middle(), there.view().middle()) else {
                return Err(TestCaseError::fail("a footprint without a middle"));
            };
            prop_assert!(here.view().extent().holds_corner(from));
            // Halves of a corner are rounded.
            prop_assert!((from[0] + east - to[0]).abs() <= 1 && (from[1] + north - to[1]).abs() <= 1);
        }
    }
}

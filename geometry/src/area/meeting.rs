//! Whether a footprint meets an area, exactly.

use super::SearchArea;
use super::edges::Edge;
use crate::corner::{Corner, Extent, segments_meet, side, winding};
use crate::footprint::FootprintRef;

/// A convex quadrangle that is no line, counterclockwise.
type Quad = [Corner; 4];

impl SearchArea {
    /// The same as [`SearchArea::meets`]; adds to `work` how many edges of the area were looked at, some nanoseconds each.
    #[must_use]
    #[inline]
    pub fn meets_counting(&self, footprint: FootprintRef<'_>, work: &mut u64) -> bool {
        meets(self, footprint, work)
    }
}

fn meets(area: &SearchArea, footprint: FootprintRef<'_>, work: &mut u64) -> bool {
    let mut rings = footprint.rings().peekable();
    while let Some(exterior) = rings.next() {
        let mut holes = Vec::new();
        while let Some(hole) = rings.next_if(|ring| ring.is_hole) {
            holes.push(hole.corners);
        }
        let meets = match as_quad(exterior.corners).filter(|_| holes.is_empty()) {
            Some(quad) => meets_quad(area, &quad, work),
            None => meets_polygon(area, exterior.corners, &holes, work),
        };
        if meets {
            return true;
        }
    }
    false
}

/// Most footprints are such.
fn as_quad(ring: &[Corner]) -> Option<Quad> {
    let mut quad: Quad = ring.try_into().ok()?;
    let turn = side(quad[0], quad[1], quad[2]);
    let convex = turn.is_ne()
        && side(quad[1], quad[2], quad[3]) == turn
        && side(quad[2], quad[3], quad[0]) == turn
        && side(quad[3], quad[0], quad[1]) == turn;
    if turn.is_lt() {
        quad.swap(1, 3);
    }
    convex.then_some(quad)
}

fn meets_quad(area: &SearchArea, quad: &Quad, work: &mut u64) -> bool {
    let extent = Extent::around(quad);
    if area.misses(&extent) {
        return false;
    }
    if area.is_rectangle {
        if quad.iter().any(|corner| area.extent.holds_corner(*corner)) {
            return true;
        }
        return !is_beyond_a_side(quad, &corners_of(&area.extent));
    }
    if area.holds(&extent) || quad.iter().any(|corner| area.surely_holds(*corner)) {
        return true;
    }
    // Most that meet do so with a place that is quickly known to be in both.
    let middles = middles(quad);
    if middles
        .iter()
        .any(|point| area.surely_holds(*point) && is_in_quad(quad, *point))
    {
        return true;
    }
    area.raster
        .any_edge(&extent, work, |edge| edge_meets_quad(edge, quad))
        || area.contains(quad[0], work)
}

fn corners_of(extent: &Extent) -> Quad {
    let Extent {
        west,
        south,
        east,
        north,
    } = *extent;
    [[west, south], [east, south], [east, north], [west, north]]
}

/// Whether all of `points` are strictly beyond one of the sides. If they are the corners of something convex, then they
/// are apart; see [`edge_meets_quad`].
fn is_beyond_a_side(quad: &Quad, points: &[Corner]) -> bool {
    (0..4).any(|at| {
        let (from, to) = (quad[at], quad[(at + 1) % 4]);
        points.iter().all(|point| side(from, to, *point).is_lt())
    })
}

fn is_in_quad(quad: &Quad, point: Corner) -> bool {
    (0..4).all(|at| side(quad[at], quad[(at + 1) % 4], point).is_ge())
}

/// Places in the middle of a quadrangle and between there and the middles of its sides; rounding may put them outside of
/// a very narrow one.
fn middles(quad: &Quad) -> [Corner; 5] {
    let middle = |one: Corner, other: Corner| {
        [
            i32::midpoint(one[0], other[0]),
            i32::midpoint(one[1], other[1]),
        ]
    };
    let sides = [0, 1, 2, 3].map(|at| middle(quad[at], quad[(at + 1) % 4]));
    let centre = middle(sides[0], sides[2]);
    // A little inwards: on the side itself rounding would be outside half of the time.
    let inwards = |point: Corner| {
        let towards =
            |from: i32, to: i32| from + (i64::from(to) - i64::from(from)).signum() as i32 * 8;
        [towards(point[0], centre[0]), towards(point[1], centre[1])]
    };
    let [a, b, c, d] = sides.map(inwards);
    [centre, a, b, c, d]
}

/// Two convex shapes are apart if and only if all of one is strictly beyond a side of the other (separating axes, here of
/// a quadrangle and a segment).
fn edge_meets_quad(edge: &Edge, quad: &Quad) -> bool {
    if is_beyond_a_side(quad, &[edge.low, edge.high]) {
        return false;
    }
    let first = side(edge.low, edge.high, quad[0]);
    first.is_eq()
        || quad[1..]
            .iter()
            .any(|corner| side(edge.low, edge.high, *corner) != first)
}

fn meets_polygon(
    area: &SearchArea,
    exterior: &[Corner],
    holes: &[&[Corner]],
    work: &mut u64,
) -> bool {
    let extent = Extent::around(exterior);
    if area.misses(&extent) {
        return false;
    }
    if area.holds(&extent) || exterior.iter().any(|corner| area.surely_holds(*corner)) {
        return true;
    }
    let mut compared = 0;
    let corners = exterior.len() + holes.iter().map(|hole| hole.len()).sum::<usize>();
    let meets = area.raster.any_edge(&extent, work, |edge| {
        compared += corners as u64;
        let crosses = |ring: &[Corner]| {
            let next = ring.iter().skip(1).chain(ring.first());
            ring.iter()
                .zip(next)
                .any(|(from, to)| segments_meet(edge.low, edge.high, *from, *to))
        };
        crosses(exterior)
            || holes.iter().any(|hole| crosses(hole))
            || winding(exterior, edge.low) != 0
                && holes.iter().all(|hole| winding(hole, edge.low) == 0)
    });
    *work += compared;
    meets || area.contains(exterior[0], work)
}

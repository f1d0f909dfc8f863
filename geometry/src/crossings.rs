//! How often the edges of an area cross one another. What is drawn crosses itself a few times at most; cutting, joining
//! and measuring take time for every crossing, and twenty thousand edges can cross a hundred million times.

use geo::{Coord, Geometry, Line, LineString, LinesIter as _, Polygon};
use rstar::{AABB, RTree, RTreeObject};

/// Most crossings of an area: its pieces are joined in some hundredths of a second.
const MOST: usize = 2000;
/// Most pairs of edges that are compared: some hundredths of a second.
const MAX_PAIRS: usize = 1_000_000;
/// Geometries of fewer edges cross too seldom to count.
const PLAIN_EDGES: usize = 64;

/// An edge, and its number among all of them.
pub(crate) struct NumberedEdge(pub(crate) usize, pub(crate) Line);

impl RTreeObject for NumberedEdge {
    type Envelope = AABB<[f64; 2]>;
    fn envelope(&self) -> Self::Envelope {
        let Line { start, end } = self.1;
        AABB::from_corners([start.x, start.y], [end.x, end.y])
    }
}

/// Whether there are so many that nobody should wait for what they enclose.
#[must_use]
pub fn are_too_many(geometry: &Geometry) -> bool {
    let mut edges = Vec::new();
    take(geometry, &mut edges);
    if edges.len() < PLAIN_EDGES {
        return false;
    }
    sweep(&edges).unwrap_or_else(|| by_tree(&edges))
}

/// The first place where a ring of the polygons crosses itself, in the order of its edges, as the browser finds it of what
/// is drawn. Rings that touch themselves or one another do not cross. For geometries of which there are not too many.
#[must_use]
pub fn first(geometry: &Geometry) -> Option<Coord> {
    let polygons = match geometry {
        Geometry::Polygon(polygon) => std::slice::from_ref(polygon),
        Geometry::MultiPolygon(parts) => parts.0.as_slice(),
        _ => &[],
    };
    let rings = |polygon: &'_ Polygon| {
        let all = std::iter::once(polygon.exterior()).chain(polygon.interiors());
        all.cloned().collect::<Vec<_>>()
    };
    polygons
        .iter()
        .flat_map(rings)
        .find_map(|ring| first_of_ring(&ring))
}

fn first_of_ring(ring: &LineString) -> Option<Coord> {
    let edges: Vec<Line> = ring.lines().collect();
    let tree = numbered(&edges);
    edges.iter().enumerate().find_map(|(number, edge)| {
        let near = tree.locate_in_envelope_intersecting(&NumberedEdge(number, *edge).envelope());
        let crossed = near.filter(|other| other.0 > number && cross(edge, &other.1));
        let other = crossed.min_by_key(|other| other.0)?;
        Some(meeting(edge, &other.1))
    })
}

/// Where two edges cross that do.
fn meeting(one: &Line, other: &Line) -> Coord {
    let (before, after) = (side(other, one.start), side(other, one.end));
    one.start + (one.end - one.start) * (before / (before - after))
}

/// Along the longer side of the whole: quick where few edges lie above one another. `None`: many do.
fn sweep(edges: &[Line]) -> Option<bool> {
    let along = |lengthwise: fn(Coord) -> f64| {
        let span = |edge: &Line| {
            let (one, other) = (lengthwise(edge.start), lengthwise(edge.end));
            (one.min(other), one.max(other))
        };
        let spans: Vec<(f64, f64)> = edges.iter().map(span).collect();
        let whole = spans
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |whole, span| {
                (whole.0.min(span.0), whole.1.max(span.1))
            });
        (whole.1 - whole.0, spans)
    };
    let (wide, xs) = along(|point| point.x);
    let (high, ys) = along(|point| point.y);
    let (spans, others) = if wide >= high { (xs, ys) } else { (ys, xs) };
    let mut order: Vec<usize> = (0..edges.len()).collect();
    order.sort_unstable_by(|one, other| spans[*one].0.total_cmp(&spans[*other].0));
    let most = PLAIN_EDGES * edges.len();
    let (mut crossings, mut pairs) = (0, 0);
    for (index, one) in order.iter().enumerate() {
        for other in &order[index + 1..] {
            if spans[*other].0 > spans[*one].1 {
                break;
            }
            pairs += 1;
            if pairs > most {
                return None;
            }
            let ((south, north), (low, high)) = (others[*one], others[*other]);
            let near = south <= high && low <= north;
            crossings += usize::from(near && cross(&edges[*one], &edges[*other]));
        }
    }
    Some(crossings > MOST)
}

/// The edges, to be found by the boxes around them.
pub(crate) fn numbered(edges: &[Line]) -> RTree<NumberedEdge> {
    let all = edges.iter().enumerate();
    RTree::bulk_load(
        all.map(|(number, edge)| NumberedEdge(number, *edge))
            .collect(),
    )
}

fn by_tree(edges: &[Line]) -> bool {
    let tree = numbered(edges);
    let (mut crossings, mut pairs) = (0, 0);
    for (number, edge) in edges.iter().enumerate() {
        for other in tree.locate_in_envelope_intersecting(&NumberedEdge(number, *edge).envelope()) {
            pairs += 1;
            crossings += usize::from(other.0 > number && cross(edge, &other.1));
            if crossings > MOST || pairs > MAX_PAIRS {
                return true;
            }
        }
    }
    false
}

fn take(geometry: &Geometry, edges: &mut Vec<Line>) {
    match geometry {
        Geometry::Polygon(polygon) => edges.extend(polygon.lines_iter()),
        Geometry::MultiPolygon(parts) => edges.extend(parts.lines_iter()),
        Geometry::GeometryCollection(parts) => parts.iter().for_each(|part| take(part, edges)),
        // Lines and points enclose nothing.
        _ => {}
    }
}

/// Whether each has its ends on both sides of the other. Rounding may miss one; they are only counted.
fn cross(one: &Line, other: &Line) -> bool {
    side(one, other.start) * side(one, other.end) < 0.0
        && side(other, one.start) * side(other, one.end) < 0.0
}

/// Positive on the left of the line, negative on its right.
fn side(line: &Line, point: Coord) -> f64 {
    let along = line.end - line.start;
    let there = point - line.start;
    along.x * there.y - along.y * there.x
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wkt::MAX_VERTICES;

    fn polygon(corners: impl Iterator<Item = (f64, f64)>) -> Geometry {
        geo::Polygon::new(corners.collect(), Vec::new()).into()
    }

    fn steps(count: usize) -> impl Iterator<Item = f64> {
        (0..count).map(|step| f64::from(u32::try_from(step).unwrap()))
    }

    #[test]
    fn coasts_and_bow_ties_are_few_and_stars_are_many() {
        let count = MAX_VERTICES - 1;
        let turn = |step: f64, by: f64| (step * by).sin_cos();
        let small = std::f64::consts::TAU / f64::from(u32::try_from(count).unwrap());
        let coast = polygon(steps(count).map(|step| {
            let (sin, cos) = turn(step, small);
            let far = 10.0 + 0.01 * (step * 1.7).sin();
            (100.0 + far * cos, 30.0 + far * sin)
        }));
        assert!(!are_too_many(&coast), "a circle with a rough edge");
        // Each edge spans nearly the whole of it.
        let star = polygon(steps(count).map(|step| {
            let (sin, cos) = turn(step, 2.5);
            (100.0 + 10.0 * cos, 30.0 + 10.0 * sin)
        }));
        assert!(are_too_many(&star));
        // None crosses another, and all boxes meet.
        let combs = polygon(steps(count).map(|step| {
            let along = step / 1e5;
            if step % 2.0 == 0.0 {
                (100.0 + along, 30.0)
            } else {
                (105.0 + along, 35.0)
            }
        }));
        assert!(are_too_many(&combs));
        let bow = polygon([(0.0, 0.0), (4.0, 4.0), (4.0, 0.0), (0.0, 4.0)].into_iter());
        assert!(!are_too_many(&bow));
        let squares = steps(600).map(|step| {
            let (west, south) = (step / 1e3, (step * 7.0) % 1.0);
            geo::Rect::new((west, south), (west + 1.0, south + 1.0)).to_polygon()
        });
        let squares: Vec<geo::Polygon> = squares.collect();
        assert!(are_too_many(&Geometry::MultiPolygon(squares.into())));
    }

    #[test]
    fn the_first_crossing_of_a_ring_is_found() {
        let at = |corners: &[(f64, f64)]| first(&polygon(corners.iter().copied()));
        let bow = [(0.0, 0.0), (4.0, 4.0), (4.0, 0.0), (0.0, 4.0)];
        assert_eq!(at(&bow), Some(Coord { x: 2.0, y: 2.0 }));
        let square = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)];
        assert_eq!(at(&square), None);
        // It touches itself in a corner, and goes there and back.
        let touching = [
            (0.0, 0.0),
            (4.0, 0.0),
            (2.0, 2.0),
            (4.0, 4.0),
            (0.0, 4.0),
            (2.0, 2.0),
        ];
        assert_eq!(at(&touching), None);
        let spike = [
            (0.0, 0.0),
            (4.0, 0.0),
            (8.0, 0.0),
            (4.0, 0.0),
            (4.0, 4.0),
            (0.0, 4.0),
        ];
        assert_eq!(at(&spike), None);
        let hole: LineString = bow.iter().map(|(x, y)| (x + 1.0, y + 1.0)).collect();
        let outer: LineString = [(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)]
            .into_iter()
            .collect();
        let with_hole = geo::Polygon::new(outer, vec![hole]);
        assert_eq!(first(&with_hole.into()), Some(Coord { x: 3.0, y: 3.0 }));
    }
}

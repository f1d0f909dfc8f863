//! Whether surfaces hold a place, by the edges east of it alone: what is asked of every scene must not walk along a
//! boundary of thousands of corners. The answer is that of `geo`'s point in polygon, which walks.

use geo::kernels::{Orientation, RobustKernel};
use geo::{Coord, Kernel as _, Line, Polygon};
use rstar::{AABB, RTree, RTreeObject};

/// With fewer edges walking along all of them is as quick.
const FEW_EDGES: usize = if cfg!(test) { 8 } else { 64 };

/// An edge, and the number of its ring.
struct Edge(Line, u32);

impl RTreeObject for Edge {
    type Envelope = AABB<[f64; 2]>;
    fn envelope(&self) -> Self::Envelope {
        let (start, end) = (self.0.start, self.0.end);
        AABB::from_corners([start.x, start.y], [end.x, end.y])
    }
}

/// The rings of surfaces.
pub struct Rings {
    edges: RTree<Edge>,
    /// The exterior of each ring; rings of a surface follow its exterior.
    exteriors: Vec<u32>,
}

impl Rings {
    /// `None` where it is not worth it.
    pub fn of<'a>(surfaces: impl Iterator<Item = &'a Polygon>) -> Option<Self> {
        let (mut edges, mut exteriors) = (Vec::new(), Vec::new());
        for surface in surfaces {
            let exterior = u32::try_from(exteriors.len()).ok()?;
            for ring in std::iter::once(surface.exterior()).chain(surface.interiors()) {
                let number = u32::try_from(exteriors.len()).ok()?;
                exteriors.push(exterior);
                edges.extend(ring.lines().map(|line| Edge(line, number)));
            }
        }
        (edges.len() >= FEW_EDGES).then(|| Self {
            edges: RTree::bulk_load(edges),
            exteriors,
        })
    }

    /// Whether a surface holds the place.
    pub fn hold(&self, place: Coord) -> bool {
        let eastwards = AABB::from_corners([place.x, place.y], [f64::MAX, place.y]);
        let east = self.edges.locate_in_envelope_intersecting(&eastwards);
        let turns = east.filter_map(|edge| Some((edge.1, turn(&edge.0, place)?)));
        is_held(turns.collect(), &self.exteriors)
    }
}

/// How a ring goes around a place, as far as one edge tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// Once more, counterclockwise or clockwise.
    Around(i32),
    /// The place lies on the edge.
    On,
}

/// What an edge tells of a place; edges that lie wholly west of it, or above, or below, tell nothing.
fn turn(edge: &Line, place: Coord) -> Option<Turn> {
    let (start, end) = (edge.start, edge.end);
    let upwards = start.y <= place.y && end.y >= place.y;
    let downwards = start.y > place.y && end.y <= place.y;
    if !upwards && !downwards {
        return None;
    }
    match RobustKernel::orient2d(start, end, place) {
        Orientation::Collinear => {
            let between = start.x.min(end.x) <= place.x && place.x <= start.x.max(end.x);
            between.then_some(Turn::On)
        }
        // An edge holds its lower end, not its upper one.
        Orientation::CounterClockwise if upwards && end.y > place.y => Some(Turn::Around(1)),
        Orientation::Clockwise if downwards => Some(Turn::Around(-1)),
        _ => None,
    }
}

/// Whether a surface holds the place, given the turns of its rings and those of others.
fn is_held(mut turns: Vec<(u32, Turn)>, exteriors: &[u32]) -> bool {
    turns.sort_unstable_by_key(|(ring, _)| *ring);
    // The exterior whose inside the place is in, unless in a hole of it.
    let mut inside: Option<u32> = None;
    for ring in turns.chunk_by(|(one, _), (other, _)| one == other) {
        let Some(&(number, _)) = ring.first() else {
            continue;
        };
        let exterior = exteriors[number as usize];
        if number == exterior && inside.is_some() {
            return true;
        }
        if number != exterior && inside != Some(exterior) {
            continue;
        }
        let on = ring.iter().any(|(_, turn)| *turn == Turn::On);
        let around: i32 = ring
            .iter()
            .map(|(_, turn)| match turn {
                Turn::Around(turn) => *turn,
                Turn::On => 0,
            })
            .sum();
        if on {
            return true;
        }
        if around != 0 {
            inside = (number == exterior).then_some(exterior);
        }
    }
    inside.is_some()
}

#[cfg(test)]
mod tests {
    use geo::{Geometry, Intersects as _, LineString, MultiPolygon, Point, Polygon};
    use proptest::prelude::*;
    use storage::db::scenes::SearchedArea as _;

    use crate::geometry::area::Area;

    fn ring() -> impl Strategy<Value = LineString> {
        let place = (0_i8..8, 0_i8..8).prop_map(|(x, y)| (f64::from(x), f64::from(y)));
        proptest::collection::vec(place, 3..8).prop_map(|places| {
            let mut ring = LineString::from(places);
            ring.close();
            ring
        })
    }

    fn surfaces() -> impl Strategy<Value = MultiPolygon> {
        let polygon = (ring(), proptest::collection::vec(ring(), 0..3))
            .prop_map(|(exterior, interiors)| Polygon::new(exterior, interiors));
        proptest::collection::vec(polygon, 1..4).prop_map(MultiPolygon)
    }

    proptest! {
        /// Rings that cross and overlap in every way, asked at their corners, on their edges and beside them.
        #[test]
        fn agrees_with_geo(surfaces in surfaces()) {
            prop_assume!(surfaces.iter().all(|it| it.exterior().0.len() > 3));
            let area = Area::of(surfaces.clone().into());
            prop_assume!(area.is_ok());
            let area = area.unwrap();
            for (x, y) in (0..17).flat_map(|x| (0..17).map(move |y| (x, y))) {
                let place = Point::new(f64::from(x) / 2.0, f64::from(y) / 2.0);
                let wanted = surfaces.iter().any(|surface| surface.intersects(&place));
                prop_assert_eq!(area.meets(&Geometry::Point(place)), wanted, "{:?}", place);
            }
        }
    }
}

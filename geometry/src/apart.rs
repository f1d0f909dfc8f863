//! Polygons that may overlap, cut so that nothing is counted twice.

use crate::{Footprint, SearchArea};
use domain::budget::{Budget, Exhausted};
use geo::{
    BooleanOps as _, BoundingRect as _, CoordsIter as _, Geometry, Intersects as _, MultiPolygon,
    Polygon, Rect,
};

/// A polygon of more corners is prepared before it is compared with others: a coast and its islands share a rectangle,
/// and cutting each of a thousand islands by the whole coast takes seconds.
const MANY_CORNERS: usize = 64;

/// The same surface, in polygons of which no two share any: from each is taken what those before it hold.
///
/// They are not joined, because a union of slivers that share edges takes `i_overlay` hours (4.5 and 9.1 alike). A cut
/// costs the budget its corners.
pub fn apart(polygons: &[Polygon], budget: &Budget) -> Result<MultiPolygon, Exhausted> {
    let nothing = MultiPolygon(Vec::new());
    let mut cut: Vec<CutPolygon> = Vec::with_capacity(polygons.len());
    let mut disjoint = Vec::with_capacity(polygons.len());
    for polygon in polygons {
        budget.spend(polygon.coords_count())?;
        // First each by itself, so that no line crosses itself and all go the same way round.
        for sound in polygon.union(&nothing) {
            let known = CutPolygon::new(sound);
            disjoint.extend(known.without(&cut, budget)?);
            cut.push(known);
        }
    }
    Ok(MultiPolygon(disjoint))
}

/// A polygon that others are compared with.
struct CutPolygon {
    polygon: Polygon,
    rim: Option<Rect>,
    footprint: Option<Footprint>,
    /// Of those with many corners.
    prepared: Option<SearchArea>,
}

impl CutPolygon {
    fn new(polygon: Polygon) -> Self {
        let geometry = || Geometry::Polygon(polygon.clone());
        let prepared = (polygon.coords_count() > MANY_CORNERS).then(|| SearchArea::new(geometry()));
        Self {
            rim: polygon.bounding_rect(),
            footprint: Footprint::from_geometry(&geometry()),
            prepared,
            polygon,
        }
    }

    /// What of it none of the others hold.
    fn without(&self, others: &[Self], budget: &Budget) -> Result<MultiPolygon, Exhausted> {
        let mut own = MultiPolygon(vec![self.polygon.clone()]);
        for other in others {
            if own.0.is_empty() {
                break;
            }
            if !self.is_near(other) {
                continue;
            }
            budget.spend(1 + self.corners().min(other.corners()))?;
            if self.is_clear_of(other) {
                continue;
            }
            budget.spend(own.coords_count() + other.corners())?;
            own = own.difference(&other.polygon);
        }
        Ok(own)
    }

    fn corners(&self) -> usize {
        self.polygon.coords_count()
    }

    fn is_near(&self, other: &Self) -> bool {
        let rims = self.rim.zip(other.rim);
        rims.is_some_and(|(one, other)| one.intersects(&other))
    }

    /// `false` where nobody knows without cutting.
    fn is_clear_of(&self, other: &Self) -> bool {
        let misses = |one: &Self, other: &Self| {
            let both = one.prepared.as_ref().zip(other.footprint.as_ref());
            both.is_some_and(|(area, footprint)| !area.meets(footprint.view()))
        };
        if self.corners() > other.corners() {
            misses(self, other)
        } else {
            misses(other, self)
        }
    }
}

#[cfg(test)]
mod tests {
    use geo::{Area as _, LineString, unary_union};
    use proptest::prelude::*;

    use super::*;

    fn square(x: f64, y: f64, side: f64) -> Polygon {
        Rect::new((x, y), (x + side, y + side)).to_polygon()
    }

    fn wheel(x: f64, y: f64, corners: u32) -> Polygon {
        let turn = |at: u32| std::f64::consts::TAU * f64::from(at) / f64::from(corners);
        let ring = (0..corners).map(|at| (x + turn(at).cos(), y + turn(at).sin()));
        Polygon::new(ring.collect::<Vec<_>>().into(), Vec::new())
    }

    fn surface(polygons: &[Polygon]) -> f64 {
        let disjoint = apart(polygons, &Budget::default()).expect("enough steps");
        disjoint.unsigned_area()
    }

    fn close(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-6
    }

    #[test]
    fn what_is_covered_twice_counts_once() {
        assert!(close(
            surface(&[square(0.0, 0.0, 2.0), square(1.0, 0.0, 2.0)]),
            6.0
        ));
        let same = vec![square(0.0, 0.0, 2.0); 5];
        assert!(close(surface(&same), 4.0));
        let inside = [wheel(0.0, 0.0, 400), square(-0.1, -0.1, 0.2)];
        assert!(close(surface(&inside), inside[0].unsigned_area()));
        let inside = [square(-0.1, -0.1, 0.2), wheel(0.0, 0.0, 400)];
        assert!(close(surface(&inside), inside[1].unsigned_area()));
        let crossed = Polygon::new(
            LineString::from(vec![(0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 2.0)]),
            Vec::new(),
        );
        assert!(close(surface(&[crossed]), 2.0));
    }

    /// A coast of many corners with islands in the same rectangle: each is looked at, none is cut by the coast.
    #[test]
    fn islands_beside_a_coast_cost_little() {
        let coast = wheel(0.0, 0.0, 16_000);
        let corner = |at: u32| {
            let step = f64::from(at) * 0.000_1;
            square(0.75 + step, 0.75 + step, 0.000_05)
        };
        let polygons: Vec<Polygon> = std::iter::once(coast).chain((0..800).map(corner)).collect();
        let budget = Budget::of_steps(100_000);
        let disjoint = apart(&polygons, &budget).expect("enough steps");
        assert_eq!(disjoint.0.len(), 801);
    }

    /// Thousands of polygons upon one another are refused, not computed.
    #[test]
    fn heaps_end_with_the_budget() {
        let leaning = |at: u32| {
            let step = f64::from(at) * 0.000_1;
            Polygon::new(
                LineString::from(vec![(step, 0.0), (2.0, step), (1.0 - step, 2.0)]),
                Vec::new(),
            )
        };
        let polygons: Vec<Polygon> = (0..5000).map(leaning).collect();
        let budget = Budget::of_steps(20_000);
        assert_eq!(apart(&polygons, &budget), Err(Exhausted::Steps));
    }

    proptest! {
        #[test]
        fn surfaces_are_those_of_the_union(
            places in proptest::collection::vec((0_u8..8, 0_u8..8, 1_u8..5, any::<bool>()), 1..8)
        ) {
            let polygons: Vec<Polygon> = places
                .into_iter()
                .map(|(x, y, side, round)| {
                    let (x, y) = (f64::from(x), f64::from(y));
                    if round { wheel(x, y, 90) } else { square(x, y, f64::from(side)) }
                })
                .collect();
            let union = unary_union(&polygons).unsigned_area();
            prop_assert!((surface(&polygons) - union).abs() < 1e-6);
        }
    }
}

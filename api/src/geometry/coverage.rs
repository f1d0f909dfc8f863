//! How much of an area footprints cover.

use geo::{
    BooleanOps as _, CoordsIter as _, Geometry, LineString, MultiPolygon, Polygon, unary_union,
};

/// Shares smaller than this are the rounding of cuts, not surface.
pub const NEGLIGIBLE: f64 = 1e-6;

/// A drawn surface, of which parts are covered.
pub struct Surface {
    place: MultiPolygon,
    size: f64,
}

impl Surface {
    /// `None` for what has no surface: points and lines.
    #[must_use]
    pub fn new(polygons: &[Polygon]) -> Option<Self> {
        let nothing = MultiPolygon(Vec::new());
        // First each by itself: a union of many takes for granted that no line crosses itself and all go the same way
        // round. One after the other joined to all before takes minutes for thousands.
        let sound: Vec<Polygon> = polygons
            .iter()
            .flat_map(|polygon| polygon.union(&nothing))
            .collect();
        let place = unary_union(&sound);
        let size = size(&place);
        (size > 0.0).then_some(Self { place, size })
    }

    /// The part of it that a footprint covers.
    #[must_use]
    pub fn covered_by(&self, footprint: &Geometry) -> MultiPolygon {
        match footprint {
            Geometry::Polygon(polygon) => polygon.intersection(&self.place),
            Geometry::MultiPolygon(polygons) => polygons.intersection(&self.place),
            Geometry::GeometryCollection(parts) => {
                together(parts.iter().map(|part| self.covered_by(part)))
            }
            _ => MultiPolygon(Vec::new()),
        }
    }

    /// Corners of its rings: what cutting it costs, in steps of a budget.
    #[must_use]
    pub fn corners(&self) -> usize {
        self.place.coords_count()
    }

    /// How large it is, in square radians.
    #[must_use]
    pub fn size(&self) -> f64 {
        self.size
    }

    /// All of it.
    #[must_use]
    pub fn whole(&self) -> MultiPolygon {
        self.place.clone()
    }

    /// What share of it a part is, 0 to 1.
    #[must_use]
    pub fn share(&self, part: &MultiPolygon) -> f64 {
        (size(part) / self.size).clamp(0.0, 1.0)
    }

    /// The same in percent, to four decimals.
    #[must_use]
    pub fn percent(&self, part: &MultiPolygon) -> f64 {
        (self.share(part) * 1e6).round() / 1e4
    }
}

/// Whatever way round their rings go: `unary_union` wants all to go the same way.
fn together(parts: impl Iterator<Item = MultiPolygon>) -> MultiPolygon {
    let nothing = MultiPolygon(Vec::new());
    parts.fold(nothing, |whole, part| whole.union(&part))
}

/// The surface of a footprint; points and lines have none.
#[must_use]
pub fn surface_of(footprint: &Geometry) -> MultiPolygon {
    match footprint {
        Geometry::Polygon(polygon) => MultiPolygon(vec![polygon.clone()]),
        Geometry::MultiPolygon(polygons) => polygons.clone(),
        Geometry::GeometryCollection(parts) => together(parts.iter().map(surface_of)),
        _ => MultiPolygon(Vec::new()),
    }
}

/// Surface on the unit sphere, edges being straight in longitude and latitude as they are on the map. Exact, so parts
/// add up to the whole.
#[must_use]
pub fn size(place: &MultiPolygon) -> f64 {
    let rings = |polygon: &Polygon| {
        let holes: f64 = polygon.interiors().iter().map(ring_size).sum();
        ring_size(polygon.exterior()) - holes
    };
    place.iter().map(rings).sum()
}

/// The integral of the sine of latitude over longitude, around the ring (Green's theorem).
fn ring_size(ring: &LineString) -> f64 {
    let edges = ring.lines().map(|edge| {
        let (from, to) = (edge.start.y.to_radians(), edge.end.y.to_radians());
        let sine = if (to - from).abs() < 1e-7 {
            from.midpoint(to).sin()
        } else {
            (from.cos() - to.cos()) / (to - from)
        };
        edge.dx().to_radians() * sine
    });
    edges.sum::<f64>().abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use geo::Rect;
    use proptest::prelude::*;

    fn rect(west: f64, south: f64, east: f64, north: f64) -> Polygon {
        Rect::new((west, south), (east, north)).to_polygon()
    }

    fn surface(polygon: Polygon) -> Surface {
        Surface::new(&[polygon]).expect("a surface")
    }

    #[test]
    fn northern_halves_are_smaller_than_southern_ones() {
        let area = surface(rect(100.0, 0.0, 110.0, 60.0));
        let north = area.covered_by(&rect(90.0, 30.0, 120.0, 70.0).into());
        // sin 60 - sin 30 of sin 60.
        let expected = 1.0 - 0.5 / 60_f64.to_radians().sin();
        assert!((area.share(&north) - expected).abs() < 1e-9);
    }

    #[test]
    fn all_half_and_nothing() {
        let area = surface(rect(100.0, 30.0, 102.0, 31.0));
        for (footprint, percent) in [
            (rect(99.0, 29.0, 103.0, 32.0), 100.0),
            (rect(101.0, 29.0, 103.0, 32.0), 50.0),
            (rect(102.0, 30.0, 103.0, 31.0), 0.0),
        ] {
            let covered = area.covered_by(&footprint.into());
            assert!((area.percent(&covered) - percent).abs() < 1e-9);
        }
        assert!(Surface::new(&[]).is_none());
    }

    #[test]
    fn a_self_crossing_footprint_covers_what_its_edges_enclose() {
        let area = surface(rect(0.0, 0.0, 4.0, 4.0));
        let bow = Polygon::new(
            vec![(0.0, 0.0), (4.0, 4.0), (4.0, 0.0), (0.0, 4.0)].into(),
            Vec::new(),
        );
        assert!((area.share(&area.covered_by(&bow.into())) - 0.5).abs() < 0.01);
    }

    proptest! {
        /// What is covered and what is left are the whole.
        #[test]
        fn parts_add_up(corners in proptest::collection::vec((99_u8..105, 29_u8..35), 4)) {
            let ring: Vec<(f64, f64)> = corners.into_iter().map(|(x, y)| (x.into(), y.into())).collect();
            let footprint = Polygon::new(ring.into(), Vec::new());
            let area = surface(rect(100.0, 30.0, 103.5, 33.5));
            let covered = area.covered_by(&footprint.into());
            let left = area.whole().difference(&covered);
            prop_assert!((area.share(&covered) + area.share(&left) - 1.0).abs() < NEGLIGIBLE);
        }
    }
}

//! How much of an area footprints cover.

use geo::{BooleanOps as _, CoordsIter as _, Geometry, LineString, MultiPolygon, Polygon};

use crate::apart::apart;
use domain::budget::{Budget, Exhausted};

/// Shares smaller than this are the rounding of cuts, not surface.
pub const NEGLIGIBLE: f64 = 1e-6;

/// A drawn surface, of which parts are covered.
pub struct Surface {
    polygons: MultiPolygon,
    size: f64,
}

impl Surface {
    /// `None` for what has no surface: points and lines.
    pub fn new(polygons: &[Polygon], budget: &Budget) -> Result<Option<Self>, Exhausted> {
        let polygons = apart(polygons, budget)?;
        let size = size(&polygons);
        Ok((size > 0.0).then_some(Self { polygons, size }))
    }

    /// The part of it that a footprint covers.
    #[must_use]
    pub fn covered_by(&self, footprint: &Geometry) -> MultiPolygon {
        match footprint {
            Geometry::Polygon(polygon) => polygon.intersection(&self.polygons),
            Geometry::MultiPolygon(polygons) => polygons.intersection(&self.polygons),
            Geometry::GeometryCollection(parts) => {
                together(parts.iter().map(|part| self.covered_by(part)))
            }
            _ => MultiPolygon(Vec::new()),
        }
    }

    /// Corners of its rings: what cutting it costs, in steps of a budget.
    #[must_use]
    pub fn corners(&self) -> usize {
        self.polygons.coords_count()
    }

    /// How large it is, in square radians.
    #[must_use]
    pub fn size(&self) -> f64 {
        self.size
    }

    /// The whole surface.
    #[must_use]
    pub fn whole(&self) -> MultiPolygon {
        self.polygons.clone()
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

    /// What share of it is there without a part, in percent, to four decimals.
    #[must_use]
    pub fn percent_without(&self, left: &MultiPolygon) -> f64 {
        ((1.0 - self.share(left)) * 1e6).round() / 1e4
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
pub fn size(polygons: &MultiPolygon) -> f64 {
    let rings = |polygon: &Polygon| {
        let holes: f64 = polygon.interiors().iter().map(ring_size).sum();
        ring_size(polygon.exterior()) - holes
    };
    polygons.iter().map(rings).sum()
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
        Surface::new(&[polygon], &Budget::default())
            .ok()
            .flatten()
            .expect("a surface")
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
        assert!(matches!(Surface::new(&[], &Budget::default()), Ok(None)));
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

    /// Teeth from west to east, cut by leaning footprints: slivers that share parts of their edges.
    fn slivers() -> (Polygon, Vec<Polygon>, Vec<Polygon>) {
        let teeth = (0..4_000).map(|number| {
            let x = 100.0 + f64::from(number) / 1e3;
            (x, if number / 2 % 2 == 0 { 30.1 } else { 31.9 })
        });
        let outline: Vec<(f64, f64)> = teeth.chain([(104.0, 30.0), (100.0, 30.0)]).collect();
        let comb = Polygon::new(LineString::from(outline), Vec::new());
        // Steps of irrational length spread them without a pattern.
        let spread = |number: u32, step: f64| (f64::from(number) * step).fract();
        let footprints: Vec<Polygon> = (1..=20)
            .map(|number| {
                let x = 99.0 + 4.0 * spread(number, 0.618_034);
                let y = 29.5 + 2.0 * spread(number, 0.414_214);
                let wide = 0.3 + 1.5 * spread(number, 0.732_051);
                let high = 0.3 + 1.5 * spread(number, 0.236_068);
                let lean = 0.3 * spread(number, 0.645_751);
                let (east, north) = (x + wide + lean, y + high + lean);
                let ring = vec![
                    (x, y),
                    (x + wide, y - lean),
                    (east, y + high),
                    (x + lean, north),
                ];
                Polygon::new(LineString::from(ring), Vec::new())
            })
            .collect();
        let parts = footprints
            .iter()
            .flat_map(|footprint| footprint.intersection(&comb));
        let parts = parts.collect();
        (comb, footprints, parts)
    }

    /// A union of them takes a processor for minutes, of finer ones for hours.
    #[test]
    fn slivers_that_share_edges_come_to_an_end() {
        let (comb, footprints, parts) = slivers();
        let (done, wait) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let surface = Surface::new(&parts, &Budget::default()).ok().flatten();
            done.send(surface.expect("a surface").size())
        });
        let together = wait
            .recv_timeout(std::time::Duration::from_mins(3))
            .expect("an end");
        let mut left = MultiPolygon(vec![comb.clone()]);
        for footprint in &footprints {
            left = left.difference(footprint);
        }
        let covered = size(&MultiPolygon(vec![comb.clone()])) - size(&left);
        assert!(
            (together / covered - 1.0).abs() < 1e-4,
            "{together} {covered}"
        );
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

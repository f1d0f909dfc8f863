//! Areas with names that divide the ground among them: which of them holds a place.

use std::cmp::Ordering;

use geo::Geometry;
use sha2::{Digest as _, Sha256};

use crate::antimeridian::cut_search;
use crate::corner::{Corner, Extent, corner, segments_meet, side};
use crate::footprint::FootprintRef;
use crate::wkt;

/// Areas by their names, each asked by going along its edges: it takes microseconds, and no memory but the corners.
#[derive(Debug, Default)]
pub struct NamedAreas {
    areas: Vec<NamedArea>,
    digest: [u8; 32],
}

#[derive(Debug)]
struct NamedArea {
    name: String,
    extent: Extent,
    rings: Vec<Vec<Corner>>,
}

impl NamedAreas {
    /// Of names and outlines (WKT); one that cannot be read holds nothing. Where areas overlap the one whose name sorts first
    /// holds the place.
    #[must_use]
    pub fn new<'a>(outlines: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let mut outlines: Vec<_> = outlines.into_iter().collect();
        outlines.sort_unstable();
        let mut digest = Sha256::new();
        let mut areas = Vec::with_capacity(outlines.len());
        for (name, outline) in outlines {
            digest.update(format!("{name} {outline}\n"));
            let mut rings = Vec::new();
            if let Ok(geometry) = wkt::read(outline) {
                take_rings(&cut_search(geometry), &mut rings);
            }
            let extents = rings.iter().map(|ring| Extent::around(ring));
            areas.push(NamedArea {
                name: name.to_owned(),
                extent: extents.fold(Extent::EMPTY, Extent::joined),
                rings,
            });
        }
        Self {
            areas,
            digest: digest.finalize().into(),
        }
    }

    /// What tells these areas from any others, by their names and outlines.
    #[must_use]
    pub const fn digest(&self) -> &[u8; 32] {
        &self.digest
    }

    /// The one in which a footprint lies: that which holds its middle ([`FootprintRef::middle`]), edges included.
    #[must_use]
    pub fn holding(&self, footprint: FootprintRef<'_>) -> Option<&str> {
        let middle = footprint.middle()?;
        let mut holding = self.areas.iter().filter(|area| area.holds(middle));
        holding.next().map(|area| &*area.name)
    }
}

impl NamedArea {
    fn holds(&self, point: Corner) -> bool {
        if !self.extent.holds_corner(point) {
            return false;
        }
        let mut is_inside = false;
        for ring in &self.rings {
            let mut from = ring.last().copied().unwrap_or(point);
            for &to in ring {
                // Most edges are wholly north or south of it.
                if (from[1].min(to[1])..=from[1].max(to[1])).contains(&point[1]) {
                    if segments_meet(from, to, point, point) {
                        return true;
                    }
                    is_inside ^= is_left_of(from, to, point);
                }
                from = to;
            }
        }
        is_inside
    }
}

/// Whether an edge passes east of a place at its latitude. An edge holds its lower end, not its upper one, so that a corner
/// between two edges counts once.
fn is_left_of(from: Corner, to: Corner, point: Corner) -> bool {
    if from[1] <= point[1] && point[1] < to[1] {
        side(from, to, point) == Ordering::Greater
    } else if to[1] <= point[1] && point[1] < from[1] {
        side(from, to, point) == Ordering::Less
    } else {
        false
    }
}

fn take_rings(geometry: &Geometry, rings: &mut Vec<Vec<Corner>>) {
    match geometry {
        Geometry::Polygon(polygon) => {
            let lines = std::iter::once(polygon.exterior()).chain(polygon.interiors());
            rings.extend(lines.map(|line| line.coords().map(|at| corner(at.x, at.y)).collect()));
        }
        Geometry::MultiPolygon(parts) => {
            for part in parts {
                take_rings(&Geometry::Polygon(part.clone()), rings);
            }
        }
        Geometry::GeometryCollection(parts) => {
            for part in parts {
                take_rings(part, rings);
            }
        }
        // Lines and points hold nothing.
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use geo::{Intersects as _, Point};
    use proptest::prelude::*;

    use super::*;
    use crate::Footprint;

    fn square(x: f64, y: f64, half: f64) -> Footprint {
        let (west, east, south, north) = (x - half, x + half, y - half, y + half);
        let ring = vec![(west, south), (east, south), (east, north), (west, north)];
        Footprint::from_ring(ring).expect("a square")
    }

    const HOLED: &str = "POLYGON((0 0,10 0,10 10,0 10,0 0),(4 4,6 4,6 6,4 6,4 4))";
    const BESIDE: &str = "MULTIPOLYGON(((10 0,20 0,20 10,10 10,10 0)),((4 4,5 4,5 5,4 5,4 4)))";

    #[test]
    fn a_footprint_lies_where_its_middle_lies() {
        let areas = NamedAreas::new([("2", BESIDE), ("1", HOLED), ("0", "nothing")]);
        for (x, y, half, name) in [
            (2.0, 2.0, 1.0, Some("1")),
            (15.0, 5.0, 1.0, Some("2")),
            // Most of it is elsewhere, its middle is not.
            (19.9, 5.0, 3.0, Some("2")),
            (20.1, 5.0, 3.0, None),
            // On the line between two: the one that sorts first.
            (10.0, 5.0, 1.0, Some("1")),
            (10.0, 0.0, 1.0, Some("1")),
            // In the hole, which the other one fills in part.
            (5.5, 5.5, 0.1, None),
            (4.5, 4.5, 0.1, Some("2")),
            // On the edge of the hole.
            (6.0, 5.0, 0.1, Some("1")),
            (-1.0, 10.0, 0.1, None),
        ] {
            let found = areas.holding(square(x, y, half).view());
            assert_eq!(found, name, "{x} {y}");
        }
        assert_eq!(areas.holding(Footprint::default().view()), None);
    }

    #[test]
    fn areas_are_told_apart_by_names_and_outlines_in_any_order() {
        let digest = |outlines: [(&str, &str); 2]| *NamedAreas::new(outlines).digest();
        let these = digest([("1", HOLED), ("2", BESIDE)]);
        assert_eq!(these, digest([("2", BESIDE), ("1", HOLED)]));
        assert_ne!(these, digest([("3", BESIDE), ("1", HOLED)]));
        assert_ne!(these, digest([("2", HOLED), ("1", HOLED)]));
    }

    proptest! {
        /// As geo finds it, with predicates of its own.
        #[test]
        fn an_area_holds_what_another_program_finds_in_it(
            corners in prop::collection::vec((-40_i32..40, -40_i32..40), 3..12),
            (x, y) in (-41_i32..41, -41_i32..41),
        ) {
            // Turns around the middle, so that nothing crosses itself.
            let mut corners = corners;
            corners.sort_by(|(ax, ay), (bx, by)| f64::from(*ay).atan2(f64::from(*ax)).total_cmp(&f64::from(*by).atan2(f64::from(*bx))));
            corners.dedup_by(|(ax, ay), (bx, by)| *ax * *by == *ay * *bx);
            prop_assume!(corners.len() >= 3);
            let first = corners[0];
            let ring: Vec<String> = corners.iter().chain([&first]).map(|(x, y)| format!("{x} {y}")).collect();
            let outline = format!("POLYGON(({}))", ring.join(","));
            let areas = NamedAreas::new([("1", outline.as_str())]);
            let Ok(shape) = wkt::read(&outline) else { return Ok(()) };
            let (x, y) = (f64::from(x) + 0.25, f64::from(y) + 0.5);
            let found = areas.holding(square(x, y, 1e-6).view()).is_some();
            prop_assert_eq!(found, shape.intersects(&Point::new(x, y)));
        }
    }
}

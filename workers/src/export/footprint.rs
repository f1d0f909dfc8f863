//! Footprints as they are stored, read for maps.

use geo::{CoordsIter as _, Geometry, MultiPolygon};
use wkt::TryFromWkt as _;

/// The geometry, if the text is one that has a place.
#[must_use]
pub fn exact(wkt: &str) -> Option<Geometry> {
    let geometry = Geometry::<f64>::try_from_wkt_str(wkt).ok()?;
    (geometry.coords_count() > 0).then_some(geometry)
}

/// The areas, if there are any. A footprint across the antimeridian is stored cut there, and stays so.
#[must_use]
pub fn polygons(wkt: &str) -> Option<MultiPolygon> {
    match exact(wkt)? {
        Geometry::Polygon(polygon) => Some(MultiPolygon::new(vec![polygon])),
        Geometry::MultiPolygon(polygons) => Some(polygons),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_has_a_place_is_read() {
        let table = [
            ("POLYGON((0 0,0 1,1 1,0 0))", true, Some(1)),
            (
                "MULTIPOLYGON(((0 0,0 1,1 1,0 0)),((5 5,5 6,6 6,5 5)))",
                true,
                Some(2),
            ),
            ("POINT(1 2)", true, None),
            ("GEOMETRYCOLLECTION EMPTY", false, None),
            ("MULTIPOLYGON EMPTY", false, None),
            ("nowhere", false, None),
            ("", false, None),
        ];
        for (wkt, place, areas) in table {
            assert_eq!(exact(wkt).is_some(), place, "{wkt}");
            assert_eq!(polygons(wkt).map(|found| found.0.len()), areas, "{wkt}");
        }
    }
}

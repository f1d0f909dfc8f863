//! Whether one area lies within another.

use geo::{Geometry, Relate as _};

use crate::antimeridian::cut_search;
use crate::wkt;

/// Whether the area that `given` says (WKT) lies within the one that `held` says, edges included. What cannot be read lies
/// nowhere, and nothing lies within it.
#[must_use]
pub fn lies_within(held: &str, given: &str) -> bool {
    let read = |text| wkt::read(text).ok().map(cut_search);
    let Some((held, given)) = read(held).zip(read(given)) else {
        return false;
    };
    is_area(&held) && given.relate(&held).is_coveredby()
}

const fn is_area(geometry: &Geometry) -> bool {
    matches!(
        geometry,
        Geometry::Polygon(_) | Geometry::MultiPolygon(_) | Geometry::GeometryCollection(_)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_area_lies_within_what_covers_it() {
        let square = "POLYGON((0 0,10 0,10 10,0 10,0 0))";
        let holed = "POLYGON((0 0,10 0,10 10,0 10,0 0),(4 4,6 4,6 6,4 6,4 4))";
        let parts = "MULTIPOLYGON(((0 0,5 0,5 5,0 5,0 0)),((6 6,9 6,9 9,6 9,6 6)))";
        let across = "POLYGON((170 0,190 0,190 10,170 10,170 0))";
        for (held, given, within) in [
            (square, square, true),
            (square, "POLYGON((1 1,2 1,2 2,1 1))", true),
            (square, "POLYGON((0 0,5 0,5 5,0 0))", true),
            (square, "POLYGON((5 5,11 5,11 6,5 5))", false),
            (square, holed, true),
            (holed, square, false),
            (holed, "POLYGON((3 3,7 3,7 7,3 3))", false),
            (square, parts, true),
            (parts, square, false),
            (parts, "POLYGON((1 1,8 8,8 7,1 1))", false),
            (across, "POLYGON((179 1,181 1,181 2,179 2,179 1))", true),
            (across, "POLYGON((-175 1,-174 1,-174 2,-175 1))", true),
            (across, "POLYGON((160 1,175 1,175 2,160 1))", false),
            (square, "nothing", false),
            ("nothing", square, false),
            (square, "POINT(5 5)", true),
            ("LINESTRING(0 0,1 1)", "POINT(0 0)", false),
        ] {
            assert_eq!(lies_within(held, given), within, "{held} {given}");
        }
    }
}

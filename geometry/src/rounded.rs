//! Geometries with four decimals (portal specification section 9), a hundredth of a pixel of most scenes.

use geo::{Coord, Geometry, LineString, MapCoords as _, MultiPolygon, Polygon};

/// Rounds; rings and parts that vanish in it are left out. What would vanish wholly stays as it is.
#[must_use]
pub fn rounded(geometry: &Geometry) -> Geometry {
    rounded_unless_gone(geometry).unwrap_or_else(|| geometry.clone())
}

/// Rounds in the same way. `None`: it vanishes wholly.
#[must_use]
pub fn rounded_unless_gone(geometry: &Geometry) -> Option<Geometry> {
    let rounded = geometry.map_coords(|point| Coord {
        x: round(point.x),
        y: round(point.y),
    });
    match rounded {
        Geometry::Polygon(polygon) => rounded_polygon(polygon).map(Geometry::Polygon),
        Geometry::MultiPolygon(parts) => {
            let parts: Vec<Polygon> = parts.0.into_iter().filter_map(rounded_polygon).collect();
            (!parts.is_empty()).then_some(Geometry::MultiPolygon(MultiPolygon(parts)))
        }
        other => Some(other),
    }
}

fn round(degrees: f64) -> f64 {
    let rounded = (degrees * 1e4).round() / 1e4;
    // No negative zero.
    if rounded == 0.0 { 0.0 } else { rounded }
}

fn rounded_polygon(polygon: Polygon) -> Option<Polygon> {
    let (exterior, interiors) = polygon.into_inner();
    let interiors = interiors.into_iter().filter_map(ring).collect();
    Some(Polygon::new(ring(exterior)?, interiors))
}

fn ring(mut ring: LineString) -> Option<LineString> {
    ring.0.dedup();
    (ring.0.len() >= 4).then_some(ring)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wkt::parse;
    use ::wkt::ToWkt as _;

    #[test]
    fn four_decimals_are_kept() {
        for (given, kept) in [
            (
                "POLYGON((100.123449 30,101 30.00001,101 31.55555,100.123449 30))",
                "POLYGON((100.1234 30,101 30,101 31.5556,100.1234 30))",
            ),
            (
                "POLYGON((0 0,4 0,4 4,0 0),(1 1,1.00001 1,1 1.00001,1 1))",
                "POLYGON((0 0,4 0,4 4,0 0))",
            ),
            (
                "POLYGON((1 1,1.00001 1,1 1.00001,1 1))",
                "POLYGON((1 1,1.00001 1,1 1.00001,1 1))",
            ),
            ("POINT(-0.00001 1.23456)", "POINT(0 1.2346)"),
        ] {
            assert_eq!(rounded(&parse(given).unwrap()).wkt_string(), kept);
        }
    }
}

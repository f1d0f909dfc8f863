//! How large areas are.

use geo::{BoundingRect as _, CoordsIter as _, Geometry, LineString, MultiPolygon, Polygon};

use crate::antimeridian::cut_search;
use crate::apart::apart;
use crate::corner::Bounds;
use domain::budget::{Budget, Exhausted};

/// Land area of China, square metres: about 9.6 million square kilometres (<https://www.gov.cn/guoqing/>). The
/// boundaries shipped for the whole nation hold 9.51 million.
pub const NATIONAL_AREA: f64 = 9.6e12;

/// WGS 84 (EPSG:7030): semi-major axis in metres, and flattening.
const SEMI_MAJOR: f64 = 6_378_137.0;
const FLATTENING: f64 = 1.0 / 298.257_223_563;

/// The bounding box; `None` for a geometry without points.
#[must_use]
pub fn bounds(geometry: &Geometry) -> Option<Bounds> {
    let rect = geometry.bounding_rect()?;
    Some(Bounds {
        west: rect.min().x,
        south: rect.min().y,
        east: rect.max().x,
        north: rect.max().y,
    })
}

/// Points of all rings and lines.
#[must_use]
pub fn vertices(geometry: &Geometry) -> usize {
    geometry.coords_count()
}

/// Square metres on the ellipsoid, whose edges are straight on a map of degrees as they were drawn. What is covered
/// twice counts once.
pub fn square_metres(geometry: &Geometry, budget: &Budget) -> Result<f64, Exhausted> {
    let mut polygons = Vec::new();
    take(cut_search(geometry.clone()), &mut polygons);
    covered(&polygons, budget)
}

/// Whether it is larger than the nation.
pub fn exceeds_nation(geometry: &Geometry, budget: &Budget) -> Result<bool, Exhausted> {
    let mut polygons = Vec::new();
    take(cut_search(geometry.clone()), &mut polygons);
    // Most areas fit into small boxes, which are quickly measured.
    let boxes = polygons.iter().filter_map(geo::BoundingRect::bounding_rect);
    let at_most: f64 = boxes.map(|part| polygon(&part.to_polygon())).sum();
    Ok(at_most > NATIONAL_AREA && covered(&polygons, budget)? > NATIONAL_AREA)
}

fn covered(polygons: &[Polygon], budget: &Budget) -> Result<f64, Exhausted> {
    Ok(apart(polygons, budget)?.iter().map(polygon).sum())
}

fn take(geometry: Geometry, into: &mut Vec<Polygon>) {
    match geometry {
        Geometry::Polygon(polygon) => into.push(polygon),
        Geometry::MultiPolygon(MultiPolygon(polygons)) => into.extend(polygons),
        Geometry::GeometryCollection(parts) => {
            parts.0.into_iter().for_each(|part| take(part, into));
        }
        _ => {}
    }
}

fn polygon(polygon: &Polygon) -> f64 {
    let holes: f64 = polygon.interiors().iter().map(ring).sum();
    ring(polygon.exterior()) - holes
}

/// Along each edge, the strip between it and the equator.
fn ring(ring: &LineString) -> f64 {
    let strips = ring.lines().map(|edge| {
        let turn = (edge.end.x - edge.start.x).to_radians();
        let (low, high) = (edge.start.y.to_radians(), edge.end.y.to_radians());
        let mean: f64 = GAUSS
            .iter()
            .map(|(node, weight)| weight * to_equator(low + (high - low) * node))
            .sum();
        turn * mean
    });
    strips.sum::<f64>().abs()
}

/// Gauss-Legendre quadrature of order five on 0 to 1: places and weights.
const GAUSS: [(f64, f64); 5] = [
    (0.046_910_077_030_668, 0.118_463_442_528_095),
    (0.230_765_344_947_158, 0.239_314_335_249_683),
    (0.5, 0.284_444_444_444_444),
    (0.769_234_655_052_842, 0.239_314_335_249_683),
    (0.953_089_922_969_332, 0.118_463_442_528_095),
];

/// Square metres between the equator and a latitude, for each radian of longitude (Snyder, "Map Projections: A
/// Working Manual", equation 3-12).
fn to_equator(latitude: f64) -> f64 {
    let e2 = FLATTENING * (2.0 - FLATTENING);
    let e = e2.sqrt();
    let sin = latitude.sin();
    let q = (1.0 - e2)
        * (sin / (1.0 - e2 * sin * sin) - ((1.0 - e * sin) / (1.0 + e * sin)).ln() / (2.0 * e));
    SEMI_MAJOR * SEMI_MAJOR / 2.0 * q
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wkt::parse;

    fn square_kilometres(text: &str) -> f64 {
        square_metres(&parse(text).unwrap(), &Budget::default()).unwrap() / 1e6
    }

    fn is(text: &str, expected: f64) {
        let found = square_kilometres(text);
        assert!((found / expected - 1.0).abs() < 1e-6, "{text}: {found}");
    }

    /// Expected values: PROJ 9 (pyproj `Geod(ellps="WGS84")`) with edges cut into steps of 0.01 degrees.
    #[test]
    fn areas_agree_with_proj() {
        is(
            "POLYGON((100 30,101 30,101 31,100 31,100 30))",
            10_642.393_445,
        );
        is("POLYGON((73 18,135 18,135 54,73 54,73 18))", 21_960_972.936);
        is("POLYGON((100 20,110 40,90 35,100 20))", 1_835_069.078);
        is(
            "POLYGON((-180 -90,180 -90,180 90,-180 90,-180 -90))",
            510_065_621.7,
        );
    }

    #[test]
    fn holes_and_overlaps_and_crossings_count_as_they_cover() {
        let square = square_kilometres("POLYGON((0 0,4 0,4 4,0 4,0 0))");
        let holed = square_kilometres("POLYGON((0 0,4 0,4 4,0 4,0 0),(1 1,2 1,2 2,1 2,1 1))");
        assert!((square - holed - square_kilometres("POLYGON((1 1,2 1,2 2,1 2,1 1))")).abs() < 1.0);
        let twice =
            square_kilometres("MULTIPOLYGON(((0 0,4 0,4 4,0 4,0 0)),((0 0,4 0,4 4,0 4,0 0)))");
        assert!((twice - square).abs() < 1.0);
        // A bow tie is two triangles, not nothing.
        assert!(square_kilometres("POLYGON((0 0,4 4,4 0,0 4,0 0))") > square / 3.0);
        let across = square_kilometres("POLYGON((178 0,182 0,182 4,178 4,178 0))");
        assert!((across - square).abs() < 1.0);
        assert!(square_kilometres("LINESTRING(0 0,4 4)").abs() < f64::EPSILON);
    }

    #[test]
    fn the_nation_is_the_limit() {
        let exceeds =
            |text: &str| exceeds_nation(&parse(text).unwrap(), &Budget::default()).unwrap();
        assert!(!exceeds("POLYGON((100 20,130 20,130 45,100 45,100 20))"));
        assert!(exceeds("POLYGON((73 18,135 18,135 54,73 54,73 18))"));
        assert!(exceeds(
            "POLYGON((-180 -90,180 90,180 -90,-180 90,-180 -90))"
        ));
        // A ring around the box whose inside is left out.
        assert!(!exceeds(
            "POLYGON((73 18,135 18,135 54,73 54,73 18),(74 19,134 19,134 53,74 53,74 19))"
        ));
    }
}

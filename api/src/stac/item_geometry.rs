//! Places in GeoJSON (RFC 7946).

use geo::orient::{Direction, Orient as _};
use geo::{Geometry, MultiPolygon, Rect};
use geometry::extent::bounds;
use geometry::geojson;
use serde_json::{Value, json};
use storage::db::scenes::Footprint;
use texts::FilterText;

use crate::geometry::area::Area;
use crate::problem::Problem;

/// `geometry` and `bbox` of an item. A footprint across longitude 180 is cut there (section 3.1.9), and its box then
/// begins in the east and ends in the west (section 5.2).
pub fn of_footprint(stored: &Footprint) -> Option<(Value, Value)> {
    let geometry = stored.known_geometry()?;
    let bbox = bbox(&geometry)?;
    let geometry = match geometry {
        Geometry::Polygon(polygon) => Geometry::Polygon(polygon.orient(Direction::Default)),
        Geometry::MultiPolygon(parts) => Geometry::MultiPolygon(parts.orient(Direction::Default)),
        other => other,
    };
    Some((geojson::write(&geometry), bbox))
}

fn bbox(geometry: &Geometry) -> Option<Value> {
    let whole = bounds(geometry)?;
    let (west, east) = match geometry {
        Geometry::MultiPolygon(parts) if crosses(parts) => across(parts)?,
        _ => (whole.west, whole.east),
    };
    Some(json!([west, whole.south, east, whole.north]))
}

/// Parts touch longitude 180 from both sides, and none lies on both.
#[expect(clippy::float_cmp, reason = "the cut puts its edges at exactly 180")]
fn crosses(parts: &MultiPolygon) -> bool {
    let boxes = || parts.iter().filter_map(geo::BoundingRect::bounding_rect);
    boxes().any(|part: Rect| part.max().x == 180.0)
        && boxes().any(|part: Rect| part.min().x == -180.0)
        && boxes().all(|part: Rect| part.min().x >= 0.0 || part.max().x <= 0.0)
}

fn across(parts: &MultiPolygon) -> Option<(f64, f64)> {
    let boxes = || parts.iter().filter_map(geo::BoundingRect::bounding_rect);
    let west = boxes()
        .filter(|part: &Rect| part.min().x >= 0.0)
        .map(|part| part.min().x)
        .reduce(f64::min)?;
    let east = boxes()
        .filter(|part: &Rect| part.min().x < 0.0)
        .map(|part| part.max().x)
        .reduce(f64::max)?;
    Some((west, east))
}

/// The area of a GeoJSON geometry.
pub fn area_of(geometry: &Value) -> Result<Area, Problem> {
    let geometry = geojson::read(&geometry.to_string())
        .map_err(|error| FilterText::NotGeoJson {
            error: error.to_string(),
        })
        .map_err(|text| Problem::invalid_field("intersects", text))?;
    Area::from_geometry(geometry).map_err(|reason| Problem::invalid_field("intersects", reason))
}

/// The area of a `bbox` of four or six numbers; its west may lie east of its east.
pub fn area_of_bbox(numbers: &[f64]) -> Result<Area, Problem> {
    let wrong = |reason: FilterText| Problem::invalid_field("bbox", reason);
    let ([west, south, east, north] | [west, south, _, east, north, _]) = *numbers else {
        return Err(wrong(FilterText::BboxCountWrong));
    };
    if south > north {
        return Err(wrong(FilterText::BboxTurned));
    }
    let east = if west > east { east + 360.0 } else { east };
    let rect = Rect::new((west, south), (east, north));
    Area::from_geometry(Geometry::Polygon(rect.to_polygon()))
        .map_err(|reason| Problem::invalid_field("bbox", reason))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_footprint_across_180_has_two_parts_and_one_box() {
        let stored = "POLYGON((179 10,-179 10,-179 12,179 12,179 10))"
            .parse()
            .unwrap();
        let (geometry, bbox) = of_footprint(&stored).unwrap();
        assert_eq!(geometry["type"], "MultiPolygon");
        assert_eq!(bbox, json!([179.0, 10.0, -179.0, 12.0]));
        let (geometry, bbox) =
            of_footprint(&"POLYGON((1 0,0 0,0 1,1 0))".parse().unwrap()).unwrap();
        assert_eq!(bbox, json!([0.0, 0.0, 1.0, 1.0]));
        // Counter-clockwise (section 3.1.6).
        assert_eq!(
            geometry["coordinates"],
            json!([[[1.0, 0.0], [0.0, 1.0], [0.0, 0.0], [1.0, 0.0]]])
        );
    }

    #[test]
    fn boxes_may_cross_180() {
        let area = area_of_bbox(&[170.0, -10.0, 0.0, -170.0, 10.0, 5.0]).unwrap();
        assert_eq!(area.boxes().len(), 2);
        for wrong in [
            &[0.0; 5][..],
            &[0.0, 2.0, 1.0, 1.0],
            &[0.0, 0.0, 1.0, 91.0],
            &[f64::NAN; 4],
        ] {
            assert!(area_of_bbox(wrong).is_err(), "{wrong:?}");
        }
    }
}

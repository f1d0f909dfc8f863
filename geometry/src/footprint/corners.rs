//! The four corners and the middle of a footprint, as metadata of scenes name them.

use geo::{Centroid as _, Coord, CoordsIter as _, Geometry, MapCoords as _};

/// Longitude and latitude of each.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Corners {
    /// Upper left.
    pub left_top: Coord,
    /// Upper right.
    pub right_top: Coord,
    /// Lower right.
    pub right_bottom: Coord,
    /// Lower left.
    pub left_bottom: Coord,
    /// The middle.
    pub center: Coord,
}

/// The outermost places along the two diagonals, and the centroid. Of a footprint on both sides of 180 degrees, the
/// eastern part is meant to lie beyond 180. `None` for a footprint without places.
#[must_use]
pub fn corners(footprint: &Geometry) -> Option<Corners> {
    let longitudes = || footprint.coords_iter().map(|point| point.x);
    let (west, east) = (
        longitudes().reduce(f64::min)?,
        longitudes().reduce(f64::max)?,
    );
    let whole = if east - west > 180.0 {
        footprint.map_coords(|point| Coord {
            x: if point.x < 0.0 {
                point.x + 360.0
            } else {
                point.x
            },
            y: point.y,
        })
    } else {
        footprint.clone()
    };
    let farthest = |east: f64, north: f64| {
        let far = |point: &Coord| point.x * east + point.y * north;
        let points = whole.coords_iter();
        let found = points.max_by(|one, other| far(one).total_cmp(&far(other)))?;
        Some(rounded(found))
    };
    Some(Corners {
        left_top: farthest(-1.0, 1.0)?,
        right_top: farthest(1.0, 1.0)?,
        right_bottom: farthest(1.0, -1.0)?,
        left_bottom: farthest(-1.0, -1.0)?,
        center: rounded(whole.centroid()?.0),
    })
}

/// On the globe, with four decimals.
fn rounded(point: Coord) -> Coord {
    let round = |degrees: f64| (degrees * 1e4).round() / 1e4;
    let x = if point.x > 180.0 {
        point.x - 360.0
    } else {
        point.x
    };
    Coord {
        x: round(x),
        y: round(point.y),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Footprint;

    fn footprint(wkt: &str) -> Footprint {
        wkt.parse().unwrap()
    }
    fn corners_of(wkt: &str) -> [(f64, f64); 5] {
        let found = corners(&footprint(wkt).geometry()).unwrap();
        [
            found.left_top,
            found.right_top,
            found.right_bottom,
            found.left_bottom,
            found.center,
        ]
        .map(|point| (point.x, point.y))
    }

    #[test]
    fn corners_of_a_turned_scene() {
        // As a satellite on its way to the south-west sees it.
        let found = corners_of("POLYGON((100.5 32,102.4 31.6,101.9 29.8,100 30.2,100.5 32))");
        let expected = [
            (100.5, 32.0),
            (102.4, 31.6),
            (101.9, 29.8),
            (100.0, 30.2),
            (101.2, 30.9),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn corners_across_180() {
        let found = corners_of("POLYGON((179 1,181 1,181 -1,179 -1,179 1))");
        let expected = [(179.0, 1.0), (-179.0, 1.0), (-179.0, -1.0), (179.0, -1.0)];
        assert_eq!(found[..4], expected);
        assert_eq!((found[4].0.abs(), found[4].1), (180.0, 0.0));
    }

    #[test]
    fn nothing_has_no_corners() {
        assert_eq!(
            corners(&Geometry::MultiPolygon(geo::MultiPolygon(Vec::new()))),
            None
        );
    }
}

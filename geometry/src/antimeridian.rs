//! Searched areas that cross longitude 180 are cut there, so that everything lies within -180 to 180.

use geo::{
    BooleanOps as _, BoundingRect as _, Coord, CoordsIter as _, Geometry, GeometryCollection,
    LineString, MapCoords as _, MultiPolygon, Polygon, Rect,
};

/// A searched area is drawn on a map: an edge from 170 to -170 is taken for a crossing only where the other reading
/// would be wider than this, and the area is not the whole globe.
const SEARCH_JUMP: f64 = 270.0;
/// A crossing area is narrower than this; what is wider was meant as it stands.
const WIDEST_CROSSING: f64 = 90.0;

/// Cuts a searched area. Footprints are cut by [`Footprint`](crate::Footprint) as they are made.
#[must_use]
pub fn cut_search(geometry: Geometry) -> Geometry {
    match geometry {
        Geometry::Polygon(polygon) => cut_polygons(vec![polygon]),
        Geometry::MultiPolygon(polygons) => cut_polygons(polygons.0),
        Geometry::Rect(rect) => cut_polygons(vec![rect.to_polygon()]),
        Geometry::GeometryCollection(parts) => Geometry::GeometryCollection(GeometryCollection(
            parts.0.into_iter().map(cut_search).collect(),
        )),
        other => other.map_coords(|place| Coord {
            x: into_range(place.x),
            y: place.y,
        }),
    }
}

fn cut_polygons(polygons: Vec<Polygon>) -> Geometry {
    let mut pieces: Vec<Polygon> = polygons.into_iter().flat_map(cut_polygon).collect();
    match pieces.len() {
        1 => Geometry::Polygon(pieces.remove(0)),
        _ => Geometry::MultiPolygon(MultiPolygon(pieces)),
    }
}

fn cut_polygon(polygon: Polygon) -> Vec<Polygon> {
    let polygon = unrolled(polygon);
    let Some(rect) = polygon.bounding_rect() else {
        return Vec::new();
    };
    if rect.min().x >= -180.0 && rect.max().x <= 180.0 {
        return vec![polygon];
    }
    let window = Rect::new((-180.0, -90.0), (180.0, 90.0)).to_polygon();
    [-720.0, -360.0, 0.0, 360.0, 720.0]
        .into_iter()
        .filter(|turn| rect.min().x + turn < 180.0 && rect.max().x + turn > -180.0)
        .flat_map(|turn| shifted(&polygon, turn).intersection(&window).0)
        .collect()
}

/// Follows the ring around: after a jump it goes on beyond 180 instead of back across the globe.
fn unrolled(polygon: Polygon) -> Polygon {
    let jumps = |ring: &LineString| {
        ring.lines().any(|edge| {
            let length = (edge.start.x - edge.end.x).abs();
            length > SEARCH_JUMP && length < 360.0
        })
    };
    if !jumps(polygon.exterior()) {
        return polygon;
    }
    let first = polygon.exterior().0.first().map_or(0.0, |place| place.x);
    let (exterior, interiors) = polygon.clone().into_inner();
    let rolled = Polygon::new(
        unroll_ring(exterior, first),
        interiors
            .into_iter()
            .map(|ring| unroll_ring(ring, first))
            .collect(),
    );
    let width = rolled.bounding_rect().map_or(0.0, Rect::width);
    let closed = rolled.exterior().coords_count() == polygon.exterior().coords_count();
    if closed && width < WIDEST_CROSSING {
        return rolled;
    }
    polygon
}

fn unroll_ring(ring: LineString, first: f64) -> LineString {
    let mut last = first;
    ring.0
        .into_iter()
        .map(|place| {
            let turns = ((last - place.x) / 360.0).round();
            let x = place.x + 360.0 * turns;
            last = x;
            Coord { x, y: place.y }
        })
        .collect()
}

fn shifted(polygon: &Polygon, turn: f64) -> Polygon {
    polygon.map_coords(|place| Coord {
        x: place.x + turn,
        y: place.y,
    })
}

fn into_range(longitude: f64) -> f64 {
    if (-180.0..=180.0).contains(&longitude) {
        return longitude;
    }
    (longitude + 180.0).rem_euclid(360.0) - 180.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wkt::parse;
    use geo::{Area as _, Intersects as _, Point};

    fn search(text: &str) -> Geometry {
        cut_search(parse(text).unwrap())
    }

    #[test]
    fn an_area_drawn_beyond_180_is_cut_in_two() {
        let cut = search("POLYGON((170 0,190 0,190 10,170 10,170 0))");
        assert!((cut.unsigned_area() - 200.0).abs() < 1e-9);
        assert!(cut.intersects(&Point::new(175.0, 5.0)));
        assert!(cut.intersects(&Point::new(-175.0, 5.0)));
        assert!(!cut.intersects(&Point::new(0.0, 5.0)));
        assert_eq!(search("POINT(190 3)"), Point::new(-170.0, 3.0).into());
    }

    #[test]
    fn a_jump_across_is_a_crossing() {
        let cut = search("POLYGON((170 0,-170 0,-170 10,170 10,170 0))");
        assert!((cut.unsigned_area() - 200.0).abs() < 1e-9);
        assert!(!cut.intersects(&Point::new(0.0, 5.0)));
    }

    #[test]
    fn wide_areas_are_meant_as_they_stand() {
        for text in [
            "POLYGON((-180 -90,180 -90,180 90,-180 90,-180 -90))",
            "POLYGON((-100 0,100 0,100 10,-100 10,-100 0))",
            "POLYGON((73 18,135 18,135 54,73 54,73 18))",
        ] {
            assert_eq!(search(text), parse(text).unwrap());
        }
    }
}

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
        other => other.map_coords(|point| Coord {
            x: into_range(point.x),
            y: point.y,
        }),
    }
}

/// The polygons in one frame of longitudes: what was drawn across 180, as a jump or in pieces on both sides, goes on beyond
/// it instead of reaching around the globe. Everything else stays as it stands.
#[must_use]
pub fn in_one_frame(geometry: &Geometry) -> Geometry {
    match geometry {
        Geometry::Polygon(polygon) => Geometry::Polygon(unrolled(polygon.clone())),
        Geometry::MultiPolygon(parts) => {
            let parts = parts.iter().cloned().map(unrolled).collect();
            Geometry::MultiPolygon(MultiPolygon(beside_one_another(parts)))
        }
        other => other.clone(),
    }
}

/// Pieces near -180 are moved behind those near 180, where all of them are narrow together only then.
fn beside_one_another(parts: Vec<Polygon>) -> Vec<Polygon> {
    let turn = |part: &Polygon| {
        let is_west = part
            .bounding_rect()
            .is_some_and(|rect| rect.center().x < 0.0);
        if is_west { 360.0 } else { 0.0 }
    };
    let moved: Vec<Polygon> = parts.iter().map(|part| shifted(part, turn(part))).collect();
    let width = |parts: &[Polygon]| {
        let whole = MultiPolygon(parts.to_vec()).bounding_rect();
        whole.map_or(0.0, Rect::width)
    };
    let narrow = width(&moved);
    if narrow < WIDEST_CROSSING && narrow < width(&parts) {
        moved
    } else {
        parts
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
    let first = polygon.exterior().0.first().map_or(0.0, |point| point.x);
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
        .map(|point| {
            let turns = ((last - point.x) / 360.0).round();
            let x = point.x + 360.0 * turns;
            last = x;
            Coord { x, y: point.y }
        })
        .collect()
}

fn shifted(polygon: &Polygon, turn: f64) -> Polygon {
    polygon.map_coords(|point| Coord {
        x: point.x + turn,
        y: point.y,
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
    fn what_lies_on_both_sides_is_in_one_frame() {
        let frame = |text: &str| {
            let rect = in_one_frame(&parse(text).unwrap()).bounding_rect().unwrap();
            (rect.min().x, rect.max().x)
        };
        for (text, expected) in [
            (
                "POLYGON((170 0,-170 0,-170 10,170 10,170 0))",
                (170.0, 190.0),
            ),
            ("POLYGON((170 0,190 0,190 10,170 10,170 0))", (170.0, 190.0)),
            (
                "POLYGON((-170 0,170 0,170 10,-170 10,-170 0))",
                (-190.0, -170.0),
            ),
            (
                "MULTIPOLYGON(((170 0,180 0,180 10,170 10,170 0)),((-180 0,-175 0,-175 10,-180 10,-180 0)))",
                (170.0, 185.0),
            ),
            // Far apart on both readings, and on one side of it.
            (
                "MULTIPOLYGON(((100 0,110 0,110 10,100 10,100 0)),((-80 0,-75 0,-75 10,-80 10,-80 0)))",
                (-80.0, 110.0),
            ),
            (
                "MULTIPOLYGON(((-1 0,1 0,1 1,-1 0)),((-3 0,-2 0,-2 1,-3 0)))",
                (-3.0, 1.0),
            ),
            ("POINT(-170 3)", (-170.0, -170.0)),
        ] {
            assert_eq!(frame(text), expected, "{text}");
        }
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

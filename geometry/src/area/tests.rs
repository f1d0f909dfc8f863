use geo::{Intersects as _, MultiPolygon};
use proptest::prelude::*;

use super::*;
use crate::footprint::Footprint;

fn area(text: &str) -> SearchArea {
    let wkt: wkt::Wkt<f64> = text.parse().expect("WKT");
    SearchArea::new(Geometry::try_from(wkt).expect("a geometry"))
}

fn footprint(text: &str) -> Footprint {
    Footprint::from_wkt(text).expect(text)
}

fn meets(searched: &str, scene: &str) -> bool {
    area(searched).meets(footprint(scene).view())
}

const SQUARE: &str = "POLYGON((0 0,10 0,10 10,0 10,0 0))";
/// The same with a corner more: no rectangle.
const FIVE: &str = "POLYGON((0 0,10 0,10 10,0 10,0 5,0 0))";

#[test]
fn overlap_touch_and_containment_meet() {
    for scene in [
        "POLYGON((5 5,15 5,15 15,5 15,5 5))",
        "POLYGON((10 0,20 0,20 10,10 10,10 0))",
        "POLYGON((10 10,20 10,20 20,10 20,10 10))",
        "POLYGON((2 2,3 2,3 3,2 3,2 2))",
        "POLYGON((-5 -5,50 -5,50 50,-5 50,-5 -5))",
        "POLYGON((-1 4,11 4,11 5,-1 5,-1 4))",
        "POLYGON((-1 4,11 4,11 5,5 5,-1 4.5,-1 4))",
        "MULTIPOLYGON(((50 50,51 50,51 51,50 50)),((1 1,2 1,2 2,1 1)))",
    ] {
        assert!(meets(SQUARE, scene), "{scene}");
        assert!(meets(FIVE, scene), "{scene}");
    }
    for scene in [
        "POLYGON((11 0,20 0,20 10,11 10,11 0))",
        "POLYGON((10 11,21 0,22 0,11 11,10 11))",
    ] {
        assert!(!meets(SQUARE, scene), "{scene}");
        assert!(!meets(FIVE, scene), "{scene}");
    }
}

#[test]
fn an_area_covers_itself_and_what_lies_in_it_for_sure() {
    let inner = area("POLYGON((2 2,3 2,3 3,2.5 3.5,2 2))");
    let crossing = area("POLYGON((8 2,12 2,12 3,8 3,8 2))");
    let ring = area("POLYGON((0 0,10 0,10 10,0 10,0 0),(1 1,9 1,9 9,1 9,1 1))");
    for outer in [SQUARE, FIVE] {
        let outer = area(outer);
        assert!(outer.covers(&inner) && outer.covers(&area(FIVE)));
        assert!(!outer.covers(&crossing) && !inner.covers(&outer));
    }
    assert!(ring.covers(&ring) && !ring.covers(&inner));
    // The same box around it is not the same area.
    assert!(!ring.covers(&area(FIVE)));
}

#[test]
fn holes_hold_nothing() {
    let ring = "POLYGON((0 0,10 0,10 10,0 10,0 0),(2 2,8 2,8 8,2 8,2 2))";
    for (scene, expected) in [
        ("POLYGON((4 4,5 4,5 5,4 5,4 4))", false),
        ("POLYGON((2 4,5 4,5 5,2 5,2 4))", true),
        ("POLYGON((-1 -1,11 -1,11 11,-1 11,-1 -1))", true),
        // The hole of the footprint holds the area.
        (
            "POLYGON((-9 -9,19 -9,19 19,-9 19,-9 -9),(-1 -1,11 -1,11 11,-1 11,-1 -1))",
            false,
        ),
        (
            "POLYGON((-9 -9,19 -9,19 19,-9 19,-9 -9),(0 0,10 0,10 10,0 10,0 0))",
            true,
        ),
    ] {
        assert_eq!(meets(ring, scene), expected, "{scene}");
    }
}

#[test]
fn a_self_crossing_footprint_needs_no_repair() {
    let bow = "POLYGON((0 0,4 4,4 0,0 4,0 0))";
    assert!(meets("POINT(0.5 2)", bow));
    assert!(!meets("POINT(2 0.5)", bow));
    assert!(meets("POLYGON((1 1.9,2 1.9,2 2.1,1 2.1,1 1.9))", bow));
}

#[test]
fn points_and_lines_search_too() {
    for (searched, expected) in [
        ("POINT(5 5)", true),
        ("POINT(10 3)", true),
        ("POINT(15 5)", false),
        ("LINESTRING(-5 5,15 5)", true),
        ("LINESTRING(4 4,5 5)", true),
        ("LINESTRING(-5 5,-1 5)", false),
        ("MULTIPOINT((50 50),(5 5))", true),
        ("POLYGON((5 5,5 5,5 5,5 5))", true),
        ("POLYGON((5 5,6 6,5 5,5 5))", true),
        ("GEOMETRYCOLLECTION(POINT(50 50),LINESTRING(4 4,5 5))", true),
    ] {
        assert_eq!(meets(searched, SQUARE), expected, "{searched}");
    }
}

#[test]
fn rectangles_are_known_as_such() {
    assert!(area(SQUARE).is_rectangle());
    for text in [
        "POLYGON((0 0,10 0,0 10,0 0))",
        "POLYGON((0 0,10 10,10 0,0 10,0 0))",
        "POLYGON((0 0,10 0,10 10,0 10,0 0),(1 1,2 1,2 2,1 1))",
        "POLYGON((0 0,10 0,0 0,10 0,0 0))",
        "POLYGON((0 0,0 0,10 0,10 10,0 0))",
        FIVE,
        "POINT(1 1)",
    ] {
        assert!(!area(text).is_rectangle(), "{text}");
    }
}

/// A comb of long teeth would be in every cell of its box.
#[test]
fn areas_of_long_edges_stay_small() {
    let teeth = (0..9_995_i32).flat_map(|tooth| {
        let x = f64::from(tooth) / 500.0;
        [(x, 0.0), (x + 0.001, 20.0)]
    });
    let ring: Vec<(f64, f64)> = teeth.chain([(20.0, -1.0), (0.0, -1.0)]).collect();
    let comb = SearchArea::new(Polygon::new(ring.into(), Vec::new()).into());
    assert!(comb.bytes() < 8 << 20, "{}", comb.bytes());
    assert!(comb.meets(footprint("POLYGON((5 5,6 5,6 6,5 6,5 5))").view()));
}

fn polygon(corners: std::ops::Range<usize>) -> impl Strategy<Value = Polygon> {
    proptest::collection::vec((-20_i8..20, -20_i8..20), corners).prop_map(|corners| {
        let ring: Vec<(f64, f64)> = corners
            .into_iter()
            .map(|(x, y)| (x.into(), y.into()))
            .collect();
        Polygon::new(ring.into(), Vec::new())
    })
}

/// A star around a middle does not cross itself.
fn star() -> impl Strategy<Value = Polygon> {
    let lengths = proptest::collection::vec(1_u16..2000, 3..200);
    ((-1000_i16..1000, -1000_i16..1000), lengths).prop_map(|((x, y), lengths)| {
        let count = f64::from(u16::try_from(lengths.len()).expect("few"));
        let ring: Vec<(f64, f64)> = (0_u16..)
            .zip(lengths)
            .map(|(at, length)| {
                let turn = std::f64::consts::TAU * f64::from(at) / count;
                let round = |degrees: f64| (degrees * 1e3).round() / 1e3;
                let length = f64::from(length) / 100.0;
                (
                    round(f64::from(x) / 100.0 + length * turn.cos()),
                    round(f64::from(y) / 100.0 + length * turn.sin()),
                )
            })
            .collect();
        Polygon::new(ring.into(), Vec::new())
    })
}

fn small() -> impl Strategy<Value = Polygon> {
    let corners = proptest::collection::vec((-200_i16..200, -200_i16..200), 3..9);
    ((-2000_i16..2000, -2000_i16..2000), corners).prop_map(|((x, y), corners)| {
        let ring: Vec<(f64, f64)> = corners
            .into_iter()
            .map(|(dx, dy)| (f64::from(x + dx) / 100.0, f64::from(y + dy) / 100.0))
            .collect();
        Polygon::new(ring.into(), Vec::new())
    })
}

/// In the units that footprints are kept in, of which floats hold every number exactly: what touches in decimal
/// degrees need not touch in binary ones.
fn whole(geometry: &Geometry) -> Geometry {
    geo::MapCoords::map_coords(geometry, |corner| geo::Coord {
        x: (corner.x * 1e7).round(),
        y: (corner.y * 1e7).round(),
    })
}

/// Every answer of the area about a polygon is that of `geo`, and no box is said to be in or out wrongly.
fn check(searched: &Geometry, scene: &Polygon) -> Result<(), TestCaseError> {
    let Some(footprint) = Footprint::from_geometry(&scene.clone().into()) else {
        return Ok(());
    };
    let area = SearchArea::new(searched.clone());
    let expected = whole(searched).intersects(&whole(&scene.clone().into()));
    prop_assert_eq!(area.meets(footprint.view()), expected);
    let extent = footprint.view().extent();
    if area.misses(&extent) {
        prop_assert!(!expected);
    }
    if area.holds(&extent) {
        prop_assert!(expected);
    }
    Ok(())
}

/// A corner on an edge of slope 1: in binary degrees it lies beside it.
#[test]
fn what_touches_in_decimal_degrees_meets() {
    let polygon = |ring: Vec<(f64, f64)>| Polygon::new(ring.into(), Vec::new());
    let searched = polygon(vec![
        (8.81, -0.65),
        (8.8, -0.64),
        (8.79, -0.65),
        (8.8, -18.63),
    ]);
    let scene = polygon(vec![(9.67, -17.76), (8.14, -19.45), (7.92, -19.51)]);
    let footprint = Footprint::from_geometry(&scene.into()).unwrap();
    assert!(SearchArea::new(searched.into()).meets(footprint.view()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn agrees_with_geo_on_triangles(searched in polygon(3..4), scene in polygon(3..8)) {
        check(&searched.into(), &scene)?;
    }

    #[test]
    fn agrees_with_geo_on_stars(searched in star(), scene in small()) {
        check(&searched.into(), &scene)?;
    }

    #[test]
    fn agrees_with_geo_on_islands_with_lakes(
        stars in proptest::collection::vec(star(), 1..4),
        lake in star(),
        scene in small(),
    ) {
        // Far apart, so that they are islands.
        let mut parts: Vec<Polygon> = stars.into_iter().zip([-100.0, 0.0, 100.0])
            .map(|(star, east)| geo::Translate::translate(&star, east, 0.0)).collect();
        let within: Vec<(f64, f64)> = lake.exterior().0.iter().map(|at| (at.x / 1000.0 - 100.0, at.y / 1000.0)).collect();
        parts[0].interiors_push(within);
        let scene = geo::Translate::translate(&scene, if scene.exterior().0.len() % 2 == 0 { -100.0 } else { 0.0 }, 0.0);
        let searched = Geometry::MultiPolygon(MultiPolygon(parts));
        if geo::Validation::is_valid(&searched) {
            check(&searched, &scene)?;
        }
    }
}

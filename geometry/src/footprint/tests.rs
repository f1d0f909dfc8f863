use proptest::prelude::*;

use super::*;

fn rectangle(west: f64, east: f64) -> Vec<LonLat> {
    vec![(west, 10.0), (east, 10.0), (east, 20.0), (west, 20.0)]
}

#[test]
fn a_plain_rectangle_stays_as_it_is() {
    let footprint = Footprint::from_ring(rectangle(100.0, 110.5)).expect("a footprint");
    assert_eq!(
        footprint.wkt(),
        "POLYGON((100 10,110.5 10,110.5 20,100 20,100 10))"
    );
    let bounds = footprint.bounds().expect("bounds");
    assert_eq!((bounds.west, bounds.north), (100.0, 20.0));
    assert_eq!(footprint.to_bytes().len(), 36);
}

#[test]
fn what_crosses_the_antimeridian_is_cut_there() {
    // East beyond 180, west beyond -180, and the jump that GeoJSON files have.
    for (west, east) in [(178.0, 183.0), (-182.0, -177.0), (178.0, -177.0)] {
        let footprint = Footprint::from_ring(rectangle(west, east)).expect("a footprint");
        assert_eq!(
            footprint.wkt(),
            "MULTIPOLYGON(((178 10,180 10,180 20,178 20,178 10)),\
             ((-180 10,-177 10,-177 20,-180 20,-180 10)))"
        );
        let bounds = footprint.bounds().expect("bounds");
        assert_eq!((bounds.west, bounds.east), (-180.0, 180.0));
    }
}

#[test]
fn the_whole_globe_is_not_a_sliver() {
    let globe = Footprint::from_ring(rectangle(-180.0, 180.0)).expect("a footprint");
    assert!(globe.wkt().starts_with("POLYGON((-180 10,180 10"));
    let shifted = Footprint::from_ring(rectangle(0.0, 360.0)).expect("a footprint");
    let bounds = shifted.bounds().expect("bounds");
    assert!(bounds.west <= 0.0 && bounds.east >= 180.0);
}

#[test]
fn nothing_without_a_surface_is_taken() {
    for ring in [
        vec![(1.0, 1.0), (2.0, 2.0), (1.0, 1.0)],
        vec![(1.0, 1.0); 5],
        vec![(0.0, 0.0), (1.0, 91.0), (2.0, 0.0)],
        vec![(0.0, 0.0), (f64::NAN, 1.0), (2.0, 0.0)],
        vec![(0.0, 0.0), (1e-9, 0.0), (0.0, 1e-9)],
    ] {
        assert_eq!(Footprint::from_ring(ring.clone()), None, "{ring:?}");
    }
    assert_eq!(Footprint::from_polygons(Vec::new()), None);
    for text in [
        "",
        "x",
        "POLYGON EMPTY",
        "POINT(1 2)",
        "LINESTRING(1 2,3 4)",
        "GEOMETRYCOLLECTION EMPTY",
    ] {
        assert_eq!(Footprint::from_wkt(text), None, "{text}");
    }
}

#[test]
fn every_spelling_is_the_same_footprint() {
    let table = [
        (
            "POLYGON((100 30,101 30,101 31,100 31,100 30))",
            vec![
                "POLYGON ((100 30, 101 30, 101 31, 100 31, 100 30))",
                "polygon((100.0 30.00,101 30,101 31,100 31,100 30))",
                "Polygon Z ((100 30 5,101 30 5,101 31 5,100 31 5,100 30 5))",
                "POLYGONZ((100 30 5,101 30 5,101 31 5,100 31 5,100 30 5))",
                "POLYGON M((100 30 1,101 30 1,101 31 1,100 31 1,100 30 1))",
                "POLYGON ZM ((100 30 1 2,101 30 1 2,101 31 1 2,100 31 1 2,100 30 1 2))",
                "POLYGON((100 30 5,101 30 5,101 31 5,100 31 5,100 30 5))",
                "SRID=4326;POLYGON((100 30,101 30,101 31,100 31,100 30))",
                "MULTIPOLYGON(((100 30,101 30,101 31,100 31,100 30)))",
                "GEOMETRYCOLLECTION(POINT(1 2),POLYGON((100 30,101 30,101 31,100 31,100 30)))",
                "POLYGON((100 30,100 30,101 30,101 31,100 31))",
                "POLYGON((460 30,461 30,461 31,460 31,460 30))",
                "\tPOLYGON ( ( 1e2 30 , 101 30.00000001 , 101 31 , 100 31 , 100 30 ) ) ",
            ],
        ),
        (
            "POLYGON((0 0,9 0,9 9,0 0),(5 1,6 1,6 2,5 1))",
            vec!["polygon z (( 0 0 0, 9 0 0, 9 9 0, 0 0 0 ), (5 1 0, 6 1 0, 6 2 0, 5 1 0))"],
        ),
        (
            "MULTIPOLYGON(((0 0,9 0,9 9,0 0),(5 1,6 1,6 2,5 1)),((20 0,21 0,21 1,20 0)))",
            vec!["MultiPolygon (((0 0,9 0,9 9,0 0),(5 1,6 1,6 2,5 1)), ((20 0,21 0,21 1,20 0)))"],
        ),
        // Crosses itself; its signed area is zero.
        (
            "POLYGON((0 0,4 4,4 0,0 4,0 0))",
            vec!["POLYGON ((-0 0, 4 4, 4 0, 0 4, 0 0))"],
        ),
    ];
    for (canonical, others) in table {
        let footprint = Footprint::from_wkt(canonical).expect(canonical);
        assert_eq!(footprint.wkt(), canonical);
        for text in others {
            assert_eq!(
                Footprint::from_wkt(text).as_ref(),
                Some(&footprint),
                "{text}"
            );
        }
    }
}

#[test]
fn other_bytes_are_refused() {
    let words =
        |words: &[i32]| -> Vec<u8> { words.iter().flat_map(|word| word.to_le_bytes()).collect() };
    let good = [3, 0, 0, 1, 0, 1, 1];
    assert!(Footprint::try_from(words(&good)).is_ok());
    assert!(Footprint::try_from(Vec::new()).is_ok_and(|footprint| footprint.is_empty()));
    let mut ragged = words(&good);
    ragged.push(0);
    assert_eq!(Footprint::try_from(ragged), Err(Malformed));
    for bad in [
        &[0][..],
        &[3],
        &[2, 0, 0, 1, 0],
        &[3, 0, 0, 1, 0, 1, 1, 5],
        &[4, 0, 0, 1, 0, 1, 1],
        &[3, 0, 0, 1, 0, 2, 0],
        &[4, 0, 0, 1, 0, 1, 0, 1, 1],
        &[4, 0, 0, 1, 0, 1, 1, 0, 0],
        &[-1, 3, 0, 0, 1, 0, 1, 1],
        &[-2, -3, 3, 0, 0, 1, 0, 1, 1, 0, 0, 1, 0, 1, 1],
        &[3, 0, 0, 1, 0, 1, 900_000_001],
        &[3, i32::MIN, 0, 1, 0, 1, 1],
        &[i32::MIN],
        &[i32::MAX],
    ] {
        assert_eq!(Footprint::try_from(words(bad)), Err(Malformed), "{bad:?}");
    }
}

fn ring() -> impl Strategy<Value = Vec<LonLat>> {
    let point = (
        -1_790_000_000_i32..1_790_000_000,
        -890_000_000_i32..890_000_000,
    );
    let spread =
        proptest::collection::vec((-9_000_000_i32..9_000_000, -9_000_000_i32..9_000_000), 3..9);
    (point, spread).prop_map(|((x, y), spread)| {
        spread
            .into_iter()
            .map(|(dx, dy)| (degrees(x + dx), degrees(y + dy)))
            .collect()
    })
}

fn footprint() -> impl Strategy<Value = Footprint> {
    let polygon = proptest::collection::vec(ring(), 1..3);
    proptest::collection::vec(polygon, 1..4).prop_filter_map("no surface", Footprint::from_polygons)
}

proptest! {
    #[test]
    fn bytes_and_text_are_read_back(footprint in footprint()) {
        prop_assert_eq!(Footprint::try_from(footprint.to_bytes()), Ok(footprint.clone()));
        prop_assert_eq!(Footprint::from_wkt(&footprint.wkt()), Some(footprint.clone()));
        prop_assert_eq!(Footprint::from_geometry(&footprint.geometry()), Some(footprint.clone()));
        let mut words = footprint.view().words().to_vec();
        words.extend([7, 8, 9]);
        prop_assert_eq!(FootprintRef::first_of(&words), footprint.view());
    }

    #[test]
    fn other_spacing_case_and_dimensions_make_no_difference(
        footprint in footprint(),
        lower in any::<bool>(),
        dimensions in 0_usize..4,
        space in "[ \t\n]{0,2}",
    ) {
        let more = ["", " 12.5", " -1", " 3 4"][dimensions];
        let said = ["", " Z", " M", " ZM"][dimensions];
        let mut text = footprint.wkt().replace(',', &format!("{more}{space},{space}")).replace(')', &format!("{more})"));
        // The replacement put heights between closing brackets, too.
        while text.contains(&format!("){more})")) && !more.is_empty() {
            text = text.replace(&format!("){more})"), "))");
        }
        text = text.replace(&format!("){more}{space},"), &format!("){space},"));
        text = text.replacen('(', &format!("{said}{space}("), 1);
        if lower {
            text = text.to_lowercase();
        }
        prop_assert_eq!(Footprint::from_wkt(&text), Some(footprint), "{}", text);
    }

    #[test]
    fn any_bytes_are_a_footprint_or_refused(words in proptest::collection::vec(-4_i32..6, 0..20)) {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        if let Ok(footprint) = Footprint::try_from(bytes.clone()) {
            prop_assert_eq!(footprint.to_bytes(), bytes);
            prop_assert_eq!(footprint.view().rings().map(|ring| ring.corners.len()).sum::<usize>() * 2,
                words.len() - if words.first().is_some_and(|first| *first < 0) { 1 + words[0].unsigned_abs() as usize } else { usize::from(!words.is_empty()) });
        }
    }
}

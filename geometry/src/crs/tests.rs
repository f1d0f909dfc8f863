//! Places of every kind of system, as PROJ finds them.
#![expect(clippy::unreadable_literal, reason = "coordinates as PROJ prints them")]

use geo::polygon;

use super::*;

fn to_wgs84(projection: &str, datum: Datum, shift: Option<[f64; 7]>, x: f64, y: f64) -> (f64, f64) {
    let unit = (!projection.contains("longlat")).then_some(1.0);
    let described = Described {
        projection: projection.into(),
        datum,
        shift,
        unit,
    };
    let one: MultiPolygon = polygon![(x: x, y: y), (x: x, y: y), (x: x, y: y)].into();
    let found = Crs::Described(described).degrees(&one).unwrap();
    let coord = found.0[0].exterior().0[0];
    (coord.x, coord.y)
}

const GK_117: &str = "+proj=etmerc +lat_0=0 +lon_0=117 +k=1 +x_0=20500000 +y_0=0";
const GK_3_117: &str = "+proj=etmerc +lat_0=0 +lon_0=117 +k=1 +x_0=39500000 +y_0=0";
const LAMBERT: &str = "+proj=lcc +lat_0=0 +lon_0=105 +lat_1=30 +lat_2=62 +x_0=0 +y_0=0";
const ALBERS: &str = "+proj=aea +lat_0=0 +lon_0=105 +lat_1=25 +lat_2=47 +x_0=0 +y_0=0";

/// Expected: pyproj 3.7.2 with PROJ 9.5.1 (`+proj=pipeline`: inverse projection, cart, helmert, inverse cart).
#[test]
#[expect(clippy::too_many_lines, reason = "one table")]
fn places_agree_with_proj() {
    let own = [24.0, -123.0, -94.0, 0.02, -0.25, -0.13, 1.1];
    for (projection, datum, shift, x, y, lon, lat) in [
        (
            "+proj=longlat",
            Datum::Beijing1954,
            None,
            116.4,
            39.9,
            116.400674362,
            39.900300710,
        ),
        (
            GK_117,
            Datum::Beijing1954,
            None,
            20_447_000.0,
            4_420_000.0,
            116.380829492,
            39.912119482,
        ),
        (
            GK_3_117,
            Datum::Beijing1954,
            None,
            39_610_000.0,
            2_500_000.0,
            118.070300587,
            22.593696552,
        ),
        (
            GK_117,
            Datum::Xian1980,
            None,
            20_447_000.0,
            4_420_000.0,
            116.380139341,
            39.912503727,
        ),
        (
            GK_3_117,
            Datum::Xian1980,
            None,
            39_447_000.0,
            4_420_000.0,
            116.380139341,
            39.912503727,
        ),
        (
            "+proj=longlat",
            Datum::Xian1980,
            None,
            102.7,
            25.05,
            102.700000000,
            25.050000000,
        ),
        (
            GK_117,
            Datum::Xian1980,
            Some(own),
            20_447_000.0,
            4_420_000.0,
            116.380544704,
            39.912526394,
        ),
        (
            LAMBERT,
            Datum::Modern,
            None,
            900_000.0,
            4_300_000.0,
            115.063353594,
            34.872050944,
        ),
        (
            LAMBERT,
            Datum::Beijing1954,
            None,
            -1_500_000.0,
            3_500_000.0,
            90.051229277,
            26.860035440,
        ),
        (
            ALBERS,
            Datum::Modern,
            None,
            900_000.0,
            4_300_000.0,
            115.677056932,
            39.572320244,
        ),
        (
            ALBERS,
            Datum::Beijing1954,
            None,
            900_000.0,
            4_300_000.0,
            115.677433130,
            39.571962939,
        ),
        (
            ALBERS,
            Datum::Xian1980,
            None,
            -2_000_000.0,
            4_600_000.0,
            80.784110081,
            40.487258177,
        ),
    ] {
        let (found_lon, found_lat): (f64, f64) = to_wgs84(projection, datum, shift, x, y);
        // A ten-millionth of a degree is a centimetre.
        let off = (found_lon - lon).abs().max((found_lat - lat).abs());
        assert!(
            off < 1e-7,
            "{projection} {datum:?}: {found_lon:.9} {found_lat:.9}, not {lon} {lat}"
        );
    }
}

#[test]
fn what_is_no_place_is_refused() {
    let far = Described {
        projection: ALBERS.into(),
        datum: Datum::Modern,
        shift: None,
        unit: Some(1.0),
    };
    let one: MultiPolygon =
        polygon![(x: 1e12, y: 1e12), (x: 1e12, y: 0.0), (x: 0.0, y: 1e12)].into();
    assert!(Crs::Described(far.clone()).degrees(&one).is_err());
    let broken = Described {
        projection: "+proj=lcc +lat_1=30 +lat_2=-30".into(),
        ..far
    };
    assert!(Crs::Described(broken).degrees(&one).is_err());
}

/// Expected: pyproj 3.7.2 by the same codes, Beijing 1954 moved as above.
#[test]
fn codes_of_older_systems_are_known() {
    for (code, x, y, lon, lat) in [
        (
            21420,
            20_447_000.0,
            4_420_000.0,
            116.380829492,
            39.912119482,
        ),
        (21460, 447_000.0, 4_420_000.0, 116.380829492, 39.912119482),
        (2415, 39_610_000.0, 2_500_000.0, 118.070300587, 22.593696552),
        (2436, 610_000.0, 2_500_000.0, 118.070300587, 22.593696552),
        (2334, 20_447_000.0, 4_420_000.0, 116.380139341, 39.912503727),
        (2345, 447_000.0, 4_420_000.0, 116.380139341, 39.912503727),
        (2363, 39_447_000.0, 4_420_000.0, 116.380139341, 39.912503727),
        (2384, 447_000.0, 4_420_000.0, 116.380139341, 39.912503727),
        (4214, 116.4, 39.9, 116.400674362, 39.900300710),
        (4610, 102.7, 25.05, 102.7, 25.05),
        (4490, 102.7, 25.05, 102.7, 25.05),
    ] {
        let system = Crs::from_epsg(code).unwrap();
        let (found_lon, found_lat) = system.transform().unwrap().degrees(x, y).unwrap();
        let off = (found_lon - lon).abs().max((found_lat - lat).abs());
        assert!(
            off < 1e-7,
            "{code}: {found_lon:.9} {found_lat:.9}, not {lon} {lat}"
        );
    }
    assert!(Crs::from_epsg(4214).unwrap().is_geographic());
    assert!(!Crs::from_epsg(2334).unwrap().is_geographic());
    for code in [4555, 32767, 2154, 2391, 21412, 21424, 2443] {
        assert_eq!(Crs::from_epsg(code), None, "{code}");
    }
}

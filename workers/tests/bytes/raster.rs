//! Real rasters; expected corners are what `gdalinfo` 3.6.2 prints.

use std::io::Cursor;
use std::path::PathBuf;

use chrono::DateTime;
use domain::datum::Datum;
use workers::raster::{RasterError, RasterFacts, TimeSource, read, read_file};

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name)
}

fn facts(name: &str) -> RasterFacts {
    read_file(&path(name)).unwrap()
}

fn from_bytes(bytes: &[u8]) -> Result<RasterFacts, RasterError> {
    let modified = DateTime::from_timestamp(1_700_000_000, 0).unwrap();
    read(Cursor::new(bytes), bytes.len() as u64, "a.tif", modified)
}

/// The points of a WKT, whatever its structure.
fn points(wkt: &str) -> Vec<(f64, f64)> {
    let bare = wkt.replace(|c: char| c.is_ascii_uppercase() || c == '(' || c == ')', "");
    let pairs = bare.split(',').map(|pair| {
        let (x, y) = pair.trim().split_once(' ').unwrap();
        (x.parse().unwrap(), y.parse().unwrap())
    });
    pairs.collect()
}

fn dms(degrees: f64, minutes: f64, seconds: f64) -> f64 {
    degrees + minutes / 60.0 + seconds / 3600.0
}

fn assert_has(wkt: &str, lon: f64, lat: f64) {
    // gdalinfo prints hundredths of a second.
    let near = |(x, y): &(f64, f64)| (x - lon).abs() < 2e-6 && (y - lat).abs() < 2e-6;
    assert!(points(wkt).iter().any(near), "no {lon} {lat} in {wkt}");
}

#[test]
fn degrees_are_taken_as_they_are() {
    let beijing = facts("NE-SR_110000.tif");
    assert_eq!((beijing.width, beijing.height, beijing.bands), (82, 67, 3));
    assert_eq!(beijing.size, 10_262);
    assert_eq!(beijing.time_source, TimeSource::Tag);
    assert_eq!(beijing.time.to_rfc3339(), "2010-01-01T00:00:00+00:00");
    let wkt = beijing.footprint.wkt();
    assert!(wkt.starts_with("POLYGON((115.1 41.3666667,"), "{wkt}");
    assert_eq!(points(&wkt).len(), 5);
    let bounds = facts("NE-SR_460000.tif").footprint.bounds().unwrap();
    assert!(
        (bounds.east - 118.166_666_7).abs() < 1e-6 && (bounds.south - 17.166_666_7).abs() < 1e-6
    );
}

#[test]
fn utm_corners_are_gdals() {
    let wkt = facts("landsat-bahamas-utm18n.tif").footprint.wkt();
    assert_has(&wkt, -dms(78.0, 57.0, 31.14), dms(25.0, 30.0, 21.91));
    assert_has(&wkt, -dms(76.0, 34.0, 29.73), dms(23.0, 36.0, 21.41));
    let wkt = facts("sentinel2-sahara-bigtiff-be.tif").footprint.wkt();
    assert_has(&wkt, -dms(11.0, 57.0, 20.39), dms(24.0, 17.0, 46.76));
    assert_has(&wkt, -dms(10.0, 53.0, 22.27), dms(25.0, 18.0, 16.65));
}

#[test]
fn mercator_corners_are_gdals() {
    let wkt = facts("shade-colorado-3857.tif").footprint.wkt();
    assert_has(&wkt, -dms(106.0, 31.0, 24.37), dms(39.0, 38.0, 22.34));
    assert_has(&wkt, -dms(106.0, 26.0, 7.97), dms(39.0, 34.0, 18.56));
}

#[test]
fn coordinates_of_pixel_centres_are_moved_to_the_corner() {
    let wkt = facts("landsat-greenland-point.tif").footprint.wkt();
    assert_has(&wkt, -dms(61.0, 17.0, 15.45), dms(74.0, 37.0, 19.36));
    assert_has(&wkt, -dms(52.0, 54.0, 58.59), dms(72.0, 13.0, 47.27));
}

#[test]
fn a_scene_over_the_antimeridian_is_two_polygons() {
    let footprint = facts("landsat-aleutians-60.tif").footprint;
    let wkt = footprint.wkt();
    assert!(wkt.starts_with("MULTIPOLYGON((("), "{wkt}");
    assert_has(&wkt, dms(178.0, 2.0, 46.78), dms(52.0, 46.0, 25.47));
    assert_has(&wkt, -dms(178.0, 43.0, 4.25), dms(50.0, 34.0, 54.67));
    assert!(points(&wkt).iter().any(|(x, _)| (x - 180.0).abs() < 1e-9));
    assert!(points(&wkt).iter().any(|(x, _)| (x + 180.0).abs() < 1e-9));
    let bounds = footprint.bounds().unwrap();
    assert!(bounds.west >= -180.0 && bounds.east <= 180.0);
}

#[test]
fn ground_control_points_make_an_outline() {
    let radar = facts("sentinel1-gcps-only.tif");
    assert_eq!(radar.time.to_rfc3339(), "2018-07-16T06:06:23+00:00");
    let bounds = radar.footprint.bounds().unwrap();
    assert!((bounds.west - 75.605_247_7).abs() < 1e-6, "{bounds:?}");
    assert!((bounds.east - 78.203_903_1).abs() < 1e-6, "{bounds:?}");
}

/// The relief of Beijing with another code in the key of its system (GeodeticCRSGeoKey, 2048).
fn beijing_on(code: u16) -> Vec<u8> {
    let mut bytes = std::fs::read(path("NE-SR_110000.tif")).unwrap();
    let key = |code: u16| [2048_u16, 0, 1, code].map(u16::to_le_bytes).concat();
    let mut patched = 0;
    for at in 0..bytes.len() - 8 {
        if bytes[at..at + 8] == key(4326) {
            bytes[at..at + 8].copy_from_slice(&key(code));
            patched += 1;
        }
    }
    assert!(patched > 0);
    bytes
}

#[test]
fn older_datums_are_brought_to_todays_and_said() {
    let plain = facts("NE-SR_110000.tif");
    assert_eq!(plain.datum, Datum::Modern);
    let xian = from_bytes(&beijing_on(4610)).unwrap();
    assert_eq!(
        (xian.datum, xian.footprint),
        (Datum::Xian1980, plain.footprint)
    );
    let beijing = from_bytes(&beijing_on(4214)).unwrap();
    assert_eq!(beijing.datum, Datum::Beijing1954);
    let west = beijing.footprint.bounds().unwrap().west;
    assert!((west - 115.1007).abs() < 1e-4, "{west}");
    let refused = from_bytes(&beijing_on(4555)).unwrap_err().to_string();
    assert!(
        refused.contains("EPSG:4555") && refused.contains("gdalwarp"),
        "{refused}"
    );
}

#[test]
fn no_coordinate_system_is_an_error() {
    let error = read_file(&path("float_nan.tif")).unwrap_err();
    assert!(matches!(error, RasterError::NoCrs), "{error}");
}

#[test]
fn damaged_files_are_errors() {
    let good = std::fs::read(path("NE-SR_110000.tif")).unwrap();
    assert!(from_bytes(&good).is_ok());
    // Cut anywhere: no promise of the directory may be left unkept.
    for cut in [0, 1, 7, 100, 300, 5_000, 9_769] {
        let error = from_bytes(&good[..cut]).unwrap_err();
        assert!(
            matches!(error, RasterError::Corrupt(_)),
            "cut at {cut}: {error}"
        );
    }
    for text in [
        &b"\x89PNG\r\n\x1a\n"[..],
        b"II*\0\xff\xff\xff\xff",
        b"II+\0\x08\0\0\0",
    ] {
        assert!(from_bytes(text).is_err());
    }
    let missing = read_file(&path("none.tif")).unwrap_err();
    assert!(matches!(missing, RasterError::Io(_)));
}

/// One byte changed at a time: an answer or an error, never a panic.
#[test]
fn changed_bytes_do_no_harm() {
    for name in [
        "NE-SR_110000.tif",
        "landsat-aleutians-60.tif",
        "sentinel2-sahara-bigtiff-be.tif",
    ] {
        let good = std::fs::read(path(name)).unwrap();
        for at in 0..good.len().min(1_300) {
            for value in [0, 0x7f, 0xff] {
                let mut bad = good.clone();
                bad[at] = value;
                if let Ok(facts) = from_bytes(&bad) {
                    let bounds = facts.footprint.bounds().unwrap();
                    assert!(bounds.west >= -180.0 && bounds.east <= 180.0, "{name} {at}");
                    assert!(bounds.south >= -90.0 && bounds.north <= 90.0, "{name} {at}");
                }
            }
        }
    }
}

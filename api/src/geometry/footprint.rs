//! Footprints as the catalogue keeps them.

use std::str::FromStr as _;

use geo::Geometry;
use wkt::{ToWkt as _, Wkt};

use super::antimeridian::cut_footprint;
use super::bounds;
use super::parse::{Unreadable, parse};
use storage::db::scenes::Bounds;

/// What the catalogue stores of a footprint.
#[derive(Debug, Clone, PartialEq)]
pub struct Stored {
    /// WKT, cut at the antimeridian, without heights.
    pub wkt: String,
    /// Its bounding box.
    pub bounds: Bounds,
}

/// Checks and cuts a footprint for storing.
pub fn store(text: &str) -> Result<Stored, Unreadable> {
    let cut = cut_footprint(parse(text)?);
    Ok(Stored {
        bounds: bounds(&cut).ok_or(Unreadable::Empty)?,
        wkt: cut.wkt_string(),
    })
}

/// Reads a stored footprint; one that cannot be read meets nothing.
#[must_use]
pub fn read(stored: &str) -> Option<Geometry> {
    Geometry::try_from(Wkt::<f64>::from_str(stored).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_reads_back_inside_its_box() {
        let stored = store("POLYGON Z((100 30 1,101 30 1,101 31 1,100 31 1,100 30 1))").unwrap();
        insta::assert_snapshot!(stored.wkt, @"POLYGON((100 30,101 30,101 31,100 31,100 30))");
        assert!(read(&stored.wkt).is_some());
        assert!((stored.bounds.east - 101.0).abs() < f64::EPSILON);
        assert_eq!(store("POLYGON EMPTY"), Err(Unreadable::Empty));
    }
}

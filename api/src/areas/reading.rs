//! From the bytes of a file to its one polygon.

use geo::{CoordsIter as _, Geometry, MultiPolygon};
use geometry::Crs;
use texts::AreaFileText;

use super::crs::{Accuracy, accuracy};
use super::refusal::Refusal;
use super::uploaded_shapes::stem;
use super::{archive, geojson, kml};
use crate::geometry::crossings;
use crate::geometry::parse::{MOST_VERTICES, check};

const BOM: &[u8] = b"\xef\xbb\xbf";
/// Longest name that is shown, in characters.
const LONGEST_NAME: usize = 100;

/// A polygon in degrees with its name.
#[derive(Debug, Clone, PartialEq)]
pub struct Area {
    /// One part or several.
    pub geometry: Geometry,
    /// What it is called.
    pub name: String,
    /// How well it was brought onto today's datum, if that is worth a word.
    pub accuracy: Option<Accuracy>,
}

/// Reads a zipped shapefile, GeoJSON, KML or KMZ, told apart by their first bytes. `file_name` names what has no name.
pub fn read(bytes: &[u8], file_name: &str) -> Result<Area, Refusal> {
    let text = bytes.strip_prefix(BOM).unwrap_or(bytes).trim_ascii_start();
    let drawn = match text.first() {
        _ if bytes.starts_with(b"PK") => archive::read(bytes)?,
        Some(b'{') => geojson::read(text)?,
        Some(b'<') => kml::read(text)?,
        _ => {
            return Err(Refusal::unreadable(AreaFileText::FormatUnknown));
        }
    };
    let name = if drawn.name.trim().is_empty() {
        stem(file_name)
    } else {
        drawn.name.trim()
    };
    Ok(Area {
        name: name.chars().take(LONGEST_NAME).collect(),
        accuracy: drawn.system.as_ref().and_then(accuracy),
        geometry: in_degrees(&drawn.polygons, drawn.system)?,
    })
}

fn in_degrees(polygons: &MultiPolygon, said: Option<Crs>) -> Result<Geometry, Refusal> {
    if polygons.coords_count() > MOST_VERTICES {
        return Err(Refusal::TooManyVertices);
    }
    if polygons.coords_count() == 0 {
        return Err(Refusal::NotOnePolygon);
    }
    let system = match said {
        Some(system) => system,
        None if on_globe(polygons) => Crs::GEOGRAPHIC,
        None => {
            return Err(Refusal::unreadable(AreaFileText::PrjMissing));
        }
    };
    let mut degrees = system.degrees(polygons)?;
    let geometry = match degrees.0.len() {
        1 => Geometry::Polygon(degrees.0.remove(0)),
        _ => Geometry::MultiPolygon(degrees),
    };
    check(&geometry).map_err(Refusal::unreadable)?;
    match crossings::first(&geometry) {
        Some(place) => Err(Refusal::SelfCrossing(place)),
        None => Ok(geometry),
    }
}

fn on_globe(polygons: &MultiPolygon) -> bool {
    polygons
        .coords_iter()
        .all(|place| place.x.abs() <= 360.0 && place.y.abs() <= 90.0)
}

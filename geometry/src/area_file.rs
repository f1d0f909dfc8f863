//! From the bytes of a file to its one polygon: a zipped shapefile, GeoJSON, KML or KMZ.

mod archive;
mod geojson;
mod kml;
mod prj;
mod refusal;
mod shapefile;
mod shapes;

use geo::{CoordsIter as _, Geometry, MultiPolygon};
use texts::AreaFileText;

use crate::crossings;
use crate::crs::Crs;
use crate::wkt::{MAX_VERTICES, check};
pub use refusal::Refusal;
use shapes::stem;

const BOM: &[u8] = b"\xef\xbb\xbf";
/// Longest name that is shown, in characters.
const LONGEST_NAME: usize = 100;

/// A polygon in degrees with its name.
#[derive(Debug, Clone, PartialEq)]
pub struct AreaFromFile {
    /// One part or several.
    pub geometry: Geometry,
    /// Name from the file.
    pub name: String,
    /// What the file says that its coordinates are.
    pub system: Option<Crs>,
}

/// Reads a zipped shapefile, GeoJSON, KML or KMZ, told apart by their first bytes. `file_name` names what has no name.
pub fn read(bytes: &[u8], file_name: &str) -> Result<AreaFromFile, Refusal> {
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
    Ok(AreaFromFile {
        name: name.chars().take(LONGEST_NAME).collect(),
        geometry: in_degrees(&drawn.polygons, drawn.system.as_ref())?,
        system: drawn.system,
    })
}

fn in_degrees(polygons: &MultiPolygon, named: Option<&Crs>) -> Result<Geometry, Refusal> {
    if polygons.coords_count() > MAX_VERTICES {
        return Err(Refusal::TooManyVertices);
    }
    if polygons.coords_count() == 0 {
        return Err(Refusal::NotOnePolygon);
    }
    let system = match named {
        Some(system) => system,
        None if on_globe(polygons) => &Crs::GEOGRAPHIC,
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
        Some(crossing) => Err(Refusal::SelfCrossing(crossing)),
        None => Ok(geometry),
    }
}

fn on_globe(polygons: &MultiPolygon) -> bool {
    polygons
        .coords_iter()
        .all(|point| point.x.abs() <= 360.0 && point.y.abs() <= 90.0)
}

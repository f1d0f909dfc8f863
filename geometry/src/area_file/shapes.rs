//! What every format of areas is read into.

use crate::Crs;
use geo::MultiPolygon;

/// What a file holds, in its own coordinates.
#[derive(Debug, Clone, PartialEq)]
pub struct UploadedShapes {
    /// Its polygon, in one part or several.
    pub polygons: MultiPolygon,
    /// What the coordinates are; `None`: the file does not say.
    pub system: Option<Crs>,
    /// What it is called; empty: nothing.
    pub name: String,
}

/// A file's name without folders and ending.
pub fn stem(path: &str) -> &str {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

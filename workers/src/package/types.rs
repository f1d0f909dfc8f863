//! What a package is made of. Plain values: whoever reads them from a database fills them in.

use chrono::{DateTime, Utc};
use geometry::Footprint;
use object_store::path::Path;

/// The order as the package's texts name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackageOrder {
    /// The order number; also the stem of the file names.
    pub ordername: String,
    /// The applicant's unit.
    pub unit: String,
    /// The project or use the data were applied for.
    pub project: String,
    /// The time stamped on every file of the package.
    pub created: DateTime<Utc>,
}

/// An extracted scene of the order.
#[derive(Debug, Clone, PartialEq)]
pub struct PackageScene {
    /// The catalogue's id.
    pub dataid: String,
    /// The wished name; made safe and unique by [`plan`](super::plan()).
    pub file_name: String,
    /// Bytes.
    pub size: u64,
    /// SHA-256 measured at extraction.
    pub sha256: [u8; 32],
    /// CRC-32 measured at extraction.
    pub crc32: u32,
    /// Where it is; left out of the map files where nobody knows.
    pub footprint: Footprint,
    pub satellite: String,
    pub sensor: String,
    /// Time of acquisition.
    pub acquired: DateTime<Utc>,
    /// Further STAC properties: the text of a JSON object, or empty.
    pub properties: String,
    /// Where the scene lies in the object store.
    pub object: Path,
}

/// One zip file to be.
#[derive(Debug, Clone, PartialEq)]
pub struct PackagePart {
    /// 1 for the first.
    pub number: usize,
    /// Packages of the order.
    pub parts: usize,
    /// The name of the zip file.
    pub file_name: String,
    /// The scenes with their names below `scenes/`, unique over the whole order.
    pub scenes: Vec<(String, PackageScene)>,
    /// Exact bytes of the zip file.
    pub zip_size: u64,
}

//! STAC Items into the catalogue: single files, NDJSON and ItemCollections, one item at a time.

mod assets;
mod geometry;
mod item;
mod read;

use ::geometry::Footprint;
use chrono::{DateTime, Utc};

pub use item::{check_name, parse};
pub use read::{ItemError, ItemPlace, read_file, read_items};

/// A scene as the catalogue keeps it.
#[derive(Debug, Clone, PartialEq)]
pub struct CatalogueItem {
    /// The item's id.
    pub dataid: String,
    /// The title, or the id.
    pub dataname: String,
    pub collection: Option<String>,
    /// The platform, or the constellation.
    pub satellite: Option<String>,
    /// The instruments, separated by commas.
    pub sensor: Option<String>,
    /// `datetime`, or the start of the range.
    pub acquired: DateTime<Utc>,
    /// When the record was made: `created`, or `published`.
    pub received: Option<DateTime<Utc>>,
    /// Cloud cover in percent.
    pub cloud: Option<f64>,
    /// Ground sample distance in metres.
    pub gsd: Option<f64>,
    /// Where the scene's file lies; an item may have none.
    pub archive_url: Option<String>,
    /// The file's own name.
    pub file_name: Option<String>,
    /// Bytes of the file.
    pub size: Option<u64>,
    /// SHA-256 of the file.
    pub sha256: Option<[u8; 32]>,
    pub footprint: Footprint,
    /// The item's properties: the text of a JSON object.
    pub properties: String,
    /// A small picture of the scene.
    pub image_url: Option<String>,
}

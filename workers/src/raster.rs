//! What a GeoTIFF says of itself: where it lies, when it was taken, how large it is.

mod chunks;
mod crs;
mod error;
mod placement;
mod time;

use std::io::{BufReader, Read, Seek};
use std::path::Path;

use chrono::{DateTime, Utc};
use domain::datum::Datum;
use storage::regular_file;
use texts::ItemText;
use tiff::decoder::Decoder;
use tiff::tags::Tag;

pub use error::RasterError;
pub use time::TimeSource;

use placement::Placement;

/// What could be learned from the file.
#[derive(Debug, Clone, PartialEq)]
pub struct RasterFacts {
    /// The outline in EPSG:4326.
    pub footprint: geometry::Footprint,
    /// What the file's coordinates are measured on; tells how well `footprint` is known.
    pub datum: Datum,
    /// When it was taken, as well as the file tells.
    pub time: DateTime<Utc>,
    /// What `time` was read from.
    pub time_source: TimeSource,
    /// Bytes of the file.
    pub size: u64,
    /// Pixels a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Samples a pixel.
    pub bands: u16,
}

/// Reads the file at `path`.
///
/// # Errors
/// See [`RasterError`].
pub fn read_file(path: &Path) -> Result<RasterFacts, RasterError> {
    let (file, size) = regular_file::open(path).map_err(std::io::Error::from)?;
    let found = file.metadata()?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let modified = found.modified().map(DateTime::from)?;
    read(BufReader::new(file), size, &name, modified)
}

/// Reads a file of `size` bytes. `name` and `modified` are asked for the time when the content does not tell it.
///
/// # Errors
/// See [`RasterError`].
pub fn read(
    reader: impl Read + Seek,
    size: u64,
    name: &str,
    modified: DateTime<Utc>,
) -> Result<RasterFacts, RasterError> {
    let mut tiff = Decoder::new(reader)?;
    let (width, height) = tiff.dimensions()?;
    if width == 0 || height == 0 {
        return Err(RasterError::Corrupt(ItemText::RasterOfSizeZero.into()));
    }
    chunks::check(&mut tiff, size)?;
    let placement = Placement::read(&mut tiff)?;
    let system = crs::read(&mut tiff)?;
    let footprint = placement.footprint(&system, width, height)?;
    let stamp = tiff.find_tag(Tag::DateTime)?;
    let stamp = stamp.and_then(|value| value.into_string().ok());
    let (time, time_source) = time::choose(stamp.as_deref(), name, modified);
    Ok(RasterFacts {
        footprint,
        datum: system.datum(),
        time,
        time_source,
        size,
        width,
        height,
        bands: tiff.find_tag_unsigned(Tag::SamplesPerPixel)?.unwrap_or(1),
    })
}

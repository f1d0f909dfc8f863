//! Pictures of a raster for looking at: a preview and a thumbnail, 8 bit, JPEG.
//!
//! The file is read block by block and row by row; the memory used is the picture's and a few rows, whatever the file
//! says of itself. See docs/decisions/0016-previews.md for why the blocks are not read by the crate `tiff`.

mod blocks;
mod codec;
mod collar;
mod directory;
mod error;
mod jpeg;
mod layout;
mod lzw;
mod paced;
mod packbits;
mod paint;
mod pyramid;
mod samples;
mod shrink;
mod stretch;

use std::io::Cursor;
use std::time::{Duration, Instant};

use domain::preview::{PREVIEW_SIDE, THUMBNAIL_SIDE};
use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, GrayImage, RgbImage};
use texts::PictureText;

pub use error::PreviewError;
pub use paced::PacedFile;

use directory::TiffFile;
use pyramid::Pyramid;
use shrink::Shrunk;

/// Visibly the same as the pixels, at a fifth of a lossless picture's size.
const JPEG_QUALITY: u8 = 82;

/// What a file's directory may claim (64 GiB to unpack) can take half an hour. No picture is worth that, and a file that
/// was made to take long must not keep a worker from orders.
const LONGEST_MAKING: Duration = Duration::from_mins(10);

/// A picture, encoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// JPEG.
    pub bytes: Vec<u8>,
    /// Pixels a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

/// Both pictures of a raster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pictures {
    /// At most [`THUMBNAIL_SIDE`] pixels a side.
    pub thumbnail: Picture,
    /// At most [`PREVIEW_SIDE`] pixels a side.
    pub preview: Picture,
}

/// Makes both, in [`LONGEST_MAKING`] at most. `stopped` is asked at every row; once it says yes, the rest is not done.
/// Blocks: not for the runtime's own threads.
///
/// # Errors
/// See [`PreviewError`].
pub fn make<'a>(
    file: impl Into<PacedFile<'a>>,
    stopped: &dyn Fn() -> bool,
) -> Result<Pictures, PreviewError> {
    make_within(LONGEST_MAKING, &file.into(), stopped)
}

fn make_within(
    longest: Duration,
    file: &PacedFile<'_>,
    stopped: &dyn Fn() -> bool,
) -> Result<Pictures, PreviewError> {
    let begun = Instant::now();
    // A raster that may only be read slowly takes no longer to unpack.
    let is_late = || begun.elapsed().saturating_sub(file.waited()) >= longest;
    let rendered = render(file, &|| stopped() || is_late());
    let picture = rendered.map_err(|error| match error {
        PreviewError::Cancelled if !stopped() => {
            PreviewError::unsupported(PictureText::TakesTooLong)
        }
        other => other,
    })?;
    let small = if picture.width().max(picture.height()) > THUMBNAIL_SIDE {
        picture.thumbnail(THUMBNAIL_SIDE, THUMBNAIL_SIDE)
    } else {
        picture.clone()
    };
    Ok(Pictures {
        thumbnail: encode(&small)?,
        preview: encode(&picture)?,
    })
}

/// Whether a file that begins with these bytes may be a TIFF. A network may deliver few at a time; what cannot be told
/// yet passes.
///
/// # Errors
/// [`PreviewError::Unsupported`]
pub fn check_head(first: &[u8]) -> Result<(), PreviewError> {
    if first.len() < 4 || matches!(&first[..4], b"II*\0" | b"MM\0*" | b"II+\0" | b"MM\0+") {
        return Ok(());
    }
    Err(PreviewError::unsupported(PictureText::NotATiff))
}

/// The preview before it is encoded: grey or RGB.
fn render(file: &PacedFile<'_>, stopped: &dyn Fn() -> bool) -> Result<DynamicImage, PreviewError> {
    let tiff = TiffFile::open(file)?;
    let pyramid = Pyramid::read(&tiff, PREVIEW_SIDE)?;
    let mut shrunk = paint::shrink(&tiff, &pyramid, PREVIEW_SIDE, stopped)?;
    if pyramid.image.nodata.is_none() && !pyramid.image.is_ready_to_show() {
        collar::remove(&mut shrunk);
    }
    let pixels = if pyramid.image.is_ready_to_show() {
        stretch::taken_as_it_is(&shrunk)
    } else {
        stretch::stretched(&shrunk)?
    };
    picture(&shrunk, pixels).ok_or_else(|| PreviewError::corrupt(PictureText::SizeDiffers))
}

fn picture(shrunk: &Shrunk, pixels: Vec<u8>) -> Option<DynamicImage> {
    let (width, height) = (shrunk.width, shrunk.height);
    if shrunk.bands == 1 {
        GrayImage::from_raw(width, height, pixels).map(DynamicImage::ImageLuma8)
    } else {
        RgbImage::from_raw(width, height, pixels).map(DynamicImage::ImageRgb8)
    }
}

fn encode(picture: &DynamicImage) -> Result<Picture, PreviewError> {
    let mut bytes = Cursor::new(Vec::new());
    let encoder = JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY);
    picture
        .write_with_encoder(encoder)
        .map_err(|error| PreviewError::corrupt(error.to_string()))?;
    Ok(Picture {
        bytes: bytes.into_inner(),
        width: picture.width(),
        height: picture.height(),
    })
}

#[cfg(test)]
mod tests;

//! Every kind of TIFF, and every lie that one can tell.

mod formats;
mod hostile;
mod pace;
mod writing;

use super::shrink::Shrunk;
use super::*;

/// The averaged picture before it is stretched.
fn read(bytes: &[u8]) -> Result<Shrunk, PreviewError> {
    let file = writing::file(bytes);
    let paced = PacedFile::from(&file);
    let tiff = TiffFile::open(&paced)?;
    let pyramid = Pyramid::read(&tiff, PREVIEW_SIDE)?;
    paint::shrink(&tiff, &pyramid, PREVIEW_SIDE, &|| false)
}

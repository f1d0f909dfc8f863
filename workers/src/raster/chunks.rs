//! Whether the pixels a TIFF's directory promises are in the file.

use std::io::{Read, Seek};

use texts::ItemText;
use tiff::decoder::Decoder;
use tiff::tags::Tag;

use super::RasterError;

/// Every strip or tile must lie within the file. Finds cut-off and overwritten files without decoding a pixel.
pub(super) fn check<R: Read + Seek>(tiff: &mut Decoder<R>, size: u64) -> Result<(), RasterError> {
    let tiles = list(tiff, Tag::TileOffsets, Tag::TileByteCounts)?;
    let strips = list(tiff, Tag::StripOffsets, Tag::StripByteCounts)?;
    for (offset, count) in tiles.into_iter().chain(strips) {
        if offset.checked_add(count).is_none_or(|end| end > size) {
            let behind = ItemText::RasterBlockBehindEnd {
                offset,
                length: count,
                size,
            };
            return Err(RasterError::Corrupt(behind.into()));
        }
    }
    Ok(())
}

fn list<R: Read + Seek>(
    tiff: &mut Decoder<R>,
    offsets: Tag,
    counts: Tag,
) -> Result<Vec<(u64, u64)>, RasterError> {
    let offsets: Vec<u64> = tiff.find_tag_unsigned_vec(offsets)?.unwrap_or_default();
    let counts: Vec<u64> = tiff.find_tag_unsigned_vec(counts)?.unwrap_or_default();
    Ok(offsets.into_iter().zip(counts).collect())
}

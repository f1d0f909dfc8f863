//! JPEG in TIFF (Technical Note 2): a block is a picture whose tables may lie in the directory.

use std::io::Read;

use texts::PictureText;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::error::PreviewError;
use super::layout::{Layout, Photometric, SampleFormat};

/// Such a block cannot be unpacked row by row, so it must be small, packed and unpacked.
const LARGEST_BLOCK: u64 = 64 << 20;

/// The samples of a block.
pub(super) fn block(
    mut packed: impl Read,
    length: u64,
    layout: &Layout,
) -> Result<Vec<u8>, PreviewError> {
    let unpacked = layout
        .row_bytes()
        .saturating_mul(u64::from(layout.block_height));
    if length > LARGEST_BLOCK || unpacked > LARGEST_BLOCK {
        return Err(PreviewError::unsupported(PictureText::JpegBlockTooLarge));
    }
    if layout.bits != 8 || layout.format != SampleFormat::Unsigned {
        return Err(PreviewError::unsupported(PictureText::JpegNot8Bit));
    }
    let mut bytes = Vec::new();
    if let Some(tables) = &layout.jpeg_tables {
        // Both are whole streams: the tables' end and the block's beginning are left out.
        bytes.extend_from_slice(&tables[..tables.len().saturating_sub(2)]);
        packed.read_exact(&mut [0; 2])?;
    }
    packed.read_to_end(&mut bytes)?;
    decode(&bytes, layout)
}

fn decode(bytes: &[u8], layout: &Layout) -> Result<Vec<u8>, PreviewError> {
    let damaged = |error: &dyn std::fmt::Display| {
        let what = error.to_string();
        PreviewError::corrupt(PictureText::Jpeg { what })
    };
    let side = |side: u32| usize::try_from(side).unwrap_or(usize::MAX);
    let options = DecoderOptions::default()
        .set_max_width(side(layout.block_width))
        .set_max_height(side(layout.block_height));
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(|error| damaged(&error))?;
    let found = decoder.input_colorspace().unwrap_or(ColorSpace::Luma);
    let colour_space = match layout.photometric {
        Photometric::YCbCr if layout.samples_in_block() == 3 => ColorSpace::RGB,
        // The samples as they are: TIFF says what they mean.
        _ => found,
    };
    decoder.set_options(options.jpeg_set_out_colorspace(colour_space));
    let (width, _) = decoder.dimensions().unwrap_or_default();
    if width != side(layout.block_width)
        || colour_space.num_components() != layout.samples_in_block()
    {
        return Err(PreviewError::corrupt(PictureText::JpegSizeDiffers));
    }
    decoder.decode().map_err(|error| damaged(&error))
}

//! How the pixels of one image of a TIFF lie in the file, checked once so that nothing after it need doubt it.

use texts::PictureText;

use super::directory::{Directory, TiffFile, tag};
use super::error::PreviewError;

/// JPEG as a compression (TIFF technical note 2); unlike others it undoes subsampling by itself.
pub(super) const JPEG: u64 = 7;
/// Bytes of one row of one block, unpacked: 64 MiB is a row of 100,000 pixels with 80 bands of 64 bits.
const LONGEST_ROW: u64 = 64 << 20;
/// Blocks of one image; an image of 100,000 by 100,000 pixels in tiles of 256 has 152,881.
const MAX_BLOCKS: u64 = 4_000_000;
/// Bytes to unpack for one picture. Half an hour of nothing but unpacking is no preview.
const MAX_UNPACKED: u64 = 64 << 30;
/// Entries of a palette of 16 bits, three columns.
const LARGEST_PALETTE: usize = 3 << 16;

/// What the bits of a sample mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SampleFormat {
    Unsigned,
    Signed,
    Float,
}

/// What the samples of a pixel mean (tag 262).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Photometric {
    WhiteIsZero,
    BlackIsZero,
    Rgb,
    Palette,
    Mask,
    YCbCr,
}

/// Layout of one image of a TIFF.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) bits: u32,
    pub(super) format: SampleFormat,
    /// Samples of a pixel.
    pub(super) samples: usize,
    /// Whether each sample has blocks of its own.
    pub(super) planar: bool,
    pub(super) photometric: Photometric,
    pub(super) compression: u64,
    pub(super) predictor: u64,
    pub(super) block_width: u32,
    pub(super) block_height: u32,
    /// Blocks beside one another.
    pub(super) across: u32,
    /// Blocks above one another.
    pub(super) down: u32,
    tiled: bool,
    /// The sample that says how opaque a pixel is.
    pub(super) alpha: Option<usize>,
    /// Samples that carry data.
    pub(super) data_samples: usize,
    /// Colours of a palette.
    pub(super) palette: Vec<[u8; 3]>,
    /// The value of no value.
    pub(super) nodata: Option<f64>,
    pub(super) jpeg_tables: Option<Vec<u8>>,
    directory: Directory,
}

impl Layout {
    pub(super) fn read(tiff: &TiffFile<'_>, directory: &Directory) -> Result<Self, PreviewError> {
        let get = |tag, default| -> Result<u64, PreviewError> {
            Ok(directory.first(tiff, tag)?.unwrap_or(default))
        };
        let size = |tag| -> Result<u32, PreviewError> {
            let value = u32::try_from(get(tag, 0)?).ok().filter(|value| *value > 0);
            value.ok_or_else(|| PreviewError::corrupt(PictureText::ZeroSize))
        };
        if get(tag::FILL_ORDER, 1)? != 1 {
            return Err(PreviewError::unsupported(PictureText::BitOrderUnknown));
        }
        let (width, height) = (size(tag::WIDTH)?, size(tag::HEIGHT)?);
        let tiled = directory.count(tag::TILE_OFFSETS) > 0;
        let (block_width, block_height) = if tiled {
            (size(tag::TILE_WIDTH)?, size(tag::TILE_HEIGHT)?)
        } else {
            let rows = get(tag::ROWS_PER_STRIP, u64::MAX)?.clamp(1, u64::from(height));
            (width, u32::try_from(rows).unwrap_or(height))
        };
        let samples = usize::try_from(get(tag::SAMPLES, 1)?).unwrap_or(0);
        if !(1..=usize::from(u16::MAX)).contains(&samples) {
            return Err(PreviewError::corrupt(PictureText::NoBands));
        }
        let extra = directory.numbers(tiff, tag::EXTRA_SAMPLES, samples)?;
        let extra = extra.unwrap_or_default();
        let first_extra = samples.saturating_sub(extra.len());
        let alpha = extra.iter().position(|kind| matches!(kind, 1 | 2));
        let alpha = alpha.map(|at| first_extra + at);
        let mut layout = Self {
            width,
            height,
            bits: bits(tiff, directory, samples)?,
            format: format(tiff, directory, samples)?,
            samples,
            planar: get(tag::PLANAR, 1)? == 2 && samples > 1,
            photometric: photometric(get(tag::PHOTOMETRIC, 1)?)?,
            compression: get(tag::COMPRESSION, 1)?,
            predictor: get(tag::PREDICTOR, 1)?,
            block_width,
            block_height,
            across: width.div_ceil(block_width),
            down: height.div_ceil(block_height),
            tiled,
            alpha,
            data_samples: samples - usize::from(alpha.is_some()),
            palette: Vec::new(),
            nodata: nodata(tiff, directory)?,
            jpeg_tables: directory.bytes(tiff, tag::JPEG_TABLES, 1 << 16)?,
            directory: directory.clone(),
        };
        if layout.photometric == Photometric::Palette {
            layout.palette = palette(tiff, directory)?;
        }
        layout.check(tiff)?;
        Ok(layout)
    }

    fn check(&self, tiff: &TiffFile<'_>) -> Result<(), PreviewError> {
        let blocks = u64::from(self.across) * u64::from(self.down) * self.planes();
        let (offsets, lengths) = self.block_tags();
        let listed = self.directory.count(offsets);
        if listed < blocks || self.directory.count(lengths) < blocks {
            return Err(PreviewError::corrupt(PictureText::BlocksMissing {
                blocks,
                listed,
            }));
        }
        let row = self.row_bytes();
        let rows = u64::from(self.height) * u64::from(self.across) * self.planes();
        if row > LONGEST_ROW || blocks > MAX_BLOCKS {
            return Err(PreviewError::unsupported(PictureText::BlocksTooLarge));
        }
        if rows.saturating_mul(row) > MAX_UNPACKED {
            return Err(PreviewError::unsupported(
                PictureText::TooLargeWithoutOverviews,
            ));
        }
        let subsampled = self.photometric == Photometric::YCbCr
            && self.compression != JPEG
            && self.directory.numbers(tiff, tag::SUBSAMPLING, 2)? != Some(vec![1, 1]);
        let palette_of_one = self.photometric != Photometric::Palette
            || (self.format == SampleFormat::Unsigned && self.bits <= 16);
        if subsampled || !palette_of_one {
            return Err(PreviewError::unsupported(PictureText::ColoursUnsupported));
        }
        Ok(())
    }

    const fn planes(&self) -> u64 {
        if self.planar { self.samples as u64 } else { 1 }
    }

    /// Samples that lie side by side in a block.
    pub(super) const fn samples_in_block(&self) -> usize {
        if self.planar { 1 } else { self.samples }
    }

    /// Bytes of a block's row, unpacked.
    pub(super) fn row_bytes(&self) -> u64 {
        let samples = u64::from(self.block_width) * self.samples_in_block() as u64;
        (samples * u64::from(self.bits)).div_ceil(8)
    }

    const fn block_tags(&self) -> (u16, u16) {
        if self.tiled {
            (tag::TILE_OFFSETS, tag::TILE_BYTES)
        } else {
            (tag::STRIP_OFFSETS, tag::STRIP_BYTES)
        }
    }

    /// Where a block lies: offset and length; `None`: it was never written and holds no value.
    pub(super) fn block(
        &self,
        tiff: &TiffFile<'_>,
        plane: usize,
        index: u64,
    ) -> Result<Option<(u64, u64)>, PreviewError> {
        let index = index + plane as u64 * u64::from(self.across) * u64::from(self.down);
        let (offsets, lengths) = self.block_tags();
        let offset = self.directory.nth(tiff, offsets, index)?.unwrap_or(0);
        let length = self.directory.nth(tiff, lengths, index)?.unwrap_or(0);
        if length == 0 {
            return Ok(None);
        }
        if offset.checked_add(length).is_none_or(|end| end > tiff.size) {
            return Err(PreviewError::corrupt(PictureText::BlockBehindEnd {
                offset,
                length,
                size: tiff.size,
            }));
        }
        Ok(Some((offset, length)))
    }

    /// Which samples the picture's bands are made of.
    pub(super) fn shown_samples(&self) -> Vec<usize> {
        let of_data = (0..self.samples).filter(|sample| Some(*sample) != self.alpha);
        let colours = if self.data_samples >= 3 { 3 } else { 1 };
        of_data.take(colours).collect()
    }

    /// Whether the pixels are colours already, and no measurements.
    pub(super) fn is_ready_to_show(&self) -> bool {
        match self.photometric {
            Photometric::Palette => true,
            Photometric::Rgb | Photometric::YCbCr => {
                self.data_samples >= 3 && self.bits == 8 && self.format == SampleFormat::Unsigned
            }
            _ => false,
        }
    }
}

fn bits(tiff: &TiffFile<'_>, directory: &Directory, samples: usize) -> Result<u32, PreviewError> {
    let all = directory.numbers(tiff, tag::BITS, samples)?;
    let all = all.unwrap_or_else(|| vec![1]);
    let first = all.first().copied().unwrap_or(1);
    match u32::try_from(first) {
        Ok(bits @ (1..=16 | 32 | 64)) if all.iter().all(|bits| *bits == first) => Ok(bits),
        _ => Err(PreviewError::unsupported(PictureText::BitsUnsupported {
            bits: first,
        })),
    }
}

fn format(
    tiff: &TiffFile<'_>,
    directory: &Directory,
    samples: usize,
) -> Result<SampleFormat, PreviewError> {
    let all = directory.numbers(tiff, tag::SAMPLE_FORMAT, samples)?;
    let all = all.unwrap_or_else(|| vec![1]);
    let first = all.first().copied().unwrap_or(1);
    let bits = bits(tiff, directory, samples)?;
    let known = match first {
        // 4 is "undefined data".
        1 | 4 => Some(SampleFormat::Unsigned),
        2 if matches!(bits, 8 | 16 | 32 | 64) => Some(SampleFormat::Signed),
        3 if matches!(bits, 32 | 64) => Some(SampleFormat::Float),
        _ => None,
    };
    known
        .filter(|_| all.iter().all(|format| *format == first))
        .ok_or_else(|| {
            PreviewError::unsupported(PictureText::SamplesUnsupported {
                format: first,
                bits: bits.into(),
            })
        })
}

fn photometric(code: u64) -> Result<Photometric, PreviewError> {
    Ok(match code {
        0 => Photometric::WhiteIsZero,
        1 => Photometric::BlackIsZero,
        2 => Photometric::Rgb,
        3 => Photometric::Palette,
        4 => Photometric::Mask,
        6 => Photometric::YCbCr,
        other => {
            return Err(PreviewError::unsupported(
                PictureText::ColourModeUnsupported { mode: other },
            ));
        }
    })
}

/// The value of no value; GDAL writes it as text.
pub(super) fn nodata(
    tiff: &TiffFile<'_>,
    directory: &Directory,
) -> Result<Option<f64>, PreviewError> {
    let text = directory.bytes(tiff, tag::GDAL_NODATA, 1024)?;
    let text = text.unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    Ok(text.trim_matches(['\0', ' ']).parse().ok())
}

fn palette(tiff: &TiffFile<'_>, directory: &Directory) -> Result<Vec<[u8; 3]>, PreviewError> {
    let values = directory.numbers(tiff, tag::COLOR_MAP, LARGEST_PALETTE)?;
    let values = values.unwrap_or_default();
    // All reds, then all greens, then all blues, 16 bits each.
    let colours = values.len() / 3;
    if colours == 0 {
        return Err(PreviewError::corrupt(PictureText::NoPalette));
    }
    let high = |at: usize| u8::try_from(values[at] >> 8).unwrap_or(u8::MAX);
    let colour = |at| [high(at), high(colours + at), high(2 * colours + at)];
    Ok((0..colours).map(colour).collect())
}

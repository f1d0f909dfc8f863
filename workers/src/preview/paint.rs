//! From the blocks of an image to the averaged picture.

use super::blocks::BlockRows;
use super::directory::TiffFile;
use super::error::PreviewError;
use super::layout::{Layout, Photometric};
use super::pyramid::Pyramid;
use super::samples::SampleSelection;
use super::shrink::{PixelRun, Shrink, Shrunk};

/// Reads the image and averages it into at most `side` pixels a side.
pub(super) fn shrink(
    tiff: &TiffFile<'_>,
    pyramid: &Pyramid,
    side: u32,
    stopped: &dyn Fn() -> bool,
) -> Result<Shrunk, PreviewError> {
    let image = &pyramid.image;
    let samples = image.shown_samples();
    let bands = if image.palette.is_empty() {
        samples.len()
    } else {
        3
    };
    let mut painting = Painting {
        tiff,
        pyramid,
        shrink: Shrink::new(image.width, image.height, bands, side),
        samples,
        bands: vec![Vec::new(); bands],
        alpha: Vec::new(),
        mask: Vec::new(),
        valid: Vec::new(),
    };
    for row in 0..image.down {
        for column in 0..image.across {
            painting.block(row, column, stopped)?;
        }
    }
    painting.shrink.finish()
}

struct Painting<'a> {
    tiff: &'a TiffFile<'a>,
    pyramid: &'a Pyramid,
    shrink: Shrink,
    samples: Vec<usize>,
    bands: Vec<Vec<f64>>,
    alpha: Vec<f64>,
    mask: Vec<f64>,
    valid: Vec<bool>,
}

/// Blocks that cover the same place.
struct Opened<'a> {
    planes: Vec<BlockRows<'a>>,
    alpha: Option<BlockRows<'a>>,
    mask: Option<BlockRows<'a>>,
}

impl<'a> Opened<'a> {
    fn each(&mut self) -> impl Iterator<Item = &mut BlockRows<'a>> {
        let planes = self.planes.iter_mut();
        planes.chain(&mut self.alpha).chain(&mut self.mask)
    }
}

impl<'a> Painting<'a> {
    fn block(
        &mut self,
        row: u32,
        column: u32,
        stopped: &dyn Fn() -> bool,
    ) -> Result<(), PreviewError> {
        let image = &self.pyramid.image;
        let index = u64::from(row) * u64::from(image.across) + u64::from(column);
        let Some(mut opened) = self.open(index)? else {
            return Ok(());
        };
        let top = u64::from(row) * u64::from(image.block_height);
        let left = u64::from(column) * u64::from(image.block_width);
        let rows = u64::from(image.block_height).min(u64::from(image.height) - top);
        let columns = u64::from(image.block_width).min(u64::from(image.width) - left);
        let left = usize::try_from(left).unwrap_or(0);
        let step = self.shrink.across().step;
        // Pixels are looked at by their place in the image, not in the block.
        let first = (step - left % step) % step;
        let end = usize::try_from(columns).unwrap_or(0);
        for y in top..top + rows {
            if stopped() {
                return Err(PreviewError::Cancelled);
            }
            if y % self.shrink.down().step as u64 != 0 {
                opened.each().try_for_each(BlockRows::skip)?;
                continue;
            }
            opened.each().try_for_each(BlockRows::advance)?;
            self.pick(&opened, first, end, step);
            self.judge();
            self.shrink.add(PixelRun {
                y: u32::try_from(y).unwrap_or(0),
                x: left + first,
                bands: &self.bands,
                valid: &self.valid,
            });
        }
        Ok(())
    }

    /// Opens all blocks at one place; `None` where the file has nothing.
    fn open(&self, index: u64) -> Result<Option<Opened<'a>>, PreviewError> {
        let image = &self.pyramid.image;
        let planes = if image.planar {
            &self.samples[..]
        } else {
            &[0]
        };
        let mut opened = Opened {
            planes: Vec::with_capacity(planes.len()),
            alpha: None,
            mask: None,
        };
        for plane in planes {
            match BlockRows::open(self.tiff, image, *plane, index)? {
                Some(rows) => opened.planes.push(rows),
                None => return Ok(None),
            }
        }
        if let (true, Some(alpha)) = (image.planar, image.alpha) {
            opened.alpha = BlockRows::open(self.tiff, image, alpha, index)?;
        }
        if let Some(mask) = &self.pyramid.mask {
            opened.mask = BlockRows::open(self.tiff, mask, 0, index)?;
            if opened.mask.is_none() {
                return Ok(None);
            }
        }
        Ok(Some(opened))
    }

    fn pick(&mut self, opened: &Opened<'_>, first: usize, end: usize, step: usize) {
        let image = &self.pyramid.image;
        let selection = |sample| SampleSelection {
            sample,
            first,
            end,
            step,
        };
        for (at, sample) in self.samples.iter().enumerate() {
            let (rows, sample) = if image.planar {
                (&opened.planes[at], 0)
            } else {
                (&opened.planes[0], *sample)
            };
            rows.pick(selection(sample), &mut self.bands[at]);
        }
        self.alpha.clear();
        match (&opened.alpha, image.alpha) {
            (Some(rows), _) => rows.pick(selection(0), &mut self.alpha),
            (None, Some(sample)) if !image.planar => {
                opened.planes[0].pick(selection(sample), &mut self.alpha);
            }
            _ => {}
        }
        self.mask.clear();
        if let Some(rows) = &opened.mask {
            rows.pick(selection(0), &mut self.mask);
        }
    }

    /// Which pixels have a value; and makes colours of a palette's numbers.
    fn judge(&mut self) {
        let image = &self.pyramid.image;
        let count = self.bands[0].len();
        let samples = self.samples.len();
        self.valid.clear();
        self.valid.extend((0..count).map(|at| {
            let mut values = self.bands[..samples].iter().map(|band| band[at]);
            let is_nothing = image
                .nodata
                .is_some_and(|nodata| values.clone().all(|value| is_same(value, nodata, image)));
            !is_nothing
                && values.all(f64::is_finite)
                && self.alpha.get(at).is_none_or(|alpha| *alpha > 0.0)
                && self.mask.get(at).is_none_or(|mask| *mask > 0.0)
        }));
        if !image.palette.is_empty() {
            self.colour();
        } else if image.photometric == Photometric::WhiteIsZero {
            for value in self.bands.iter_mut().flatten() {
                *value = -*value;
            }
        }
    }

    fn colour(&mut self) {
        let palette = &self.pyramid.image.palette;
        let indices = std::mem::take(&mut self.bands[0]);
        for band in &mut self.bands {
            band.clear();
        }
        for index in &indices {
            // Never negative, and at most 16 bits.
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let colour = palette.get(*index as usize).copied().unwrap_or([0; 3]);
            for (band, value) in self.bands.iter_mut().zip(colour) {
                band.push(f64::from(value));
            }
        }
    }
}

/// A value of 32 bits is the nearest to what the text says.
#[expect(clippy::cast_possible_truncation, clippy::float_cmp)]
fn is_same(value: f64, nodata: f64, image: &Layout) -> bool {
    value == nodata || (image.bits == 32 && value as f32 == nodata as f32)
}

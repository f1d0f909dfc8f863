//! Averaging down: every pixel of the source counts in the pixel of the picture that it falls into, by its share.

use texts::PictureText;

use super::error::PreviewError;

/// Pixels of the source that are looked at for one of the picture, in each direction; more change no picture.
const ENOUGH: u32 = 8;

/// A picture being averaged.
#[derive(Debug)]
pub(super) struct Shrink {
    width: Axis,
    height: Axis,
    bands: usize,
    sums: Vec<f64>,
    weights: Vec<f64>,
}

/// A picture averaged: `bands` values a pixel.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Shrunk {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) bands: usize,
    pub(super) values: Vec<f64>,
    /// Which pixels have a value.
    pub(super) valid: Vec<bool>,
}

/// Averaging along one axis.
#[derive(Debug, Clone, Copy)]
pub(super) struct Axis {
    from: u64,
    to: u64,
    /// Every so manieth pixel is looked at.
    pub(super) step: usize,
}

impl Axis {
    fn new(from: u32, to: u32) -> Self {
        Self {
            from: u64::from(from),
            to: u64::from(to),
            step: usize::try_from(from / to / ENOUGH).unwrap_or(1).max(1),
        }
    }

    /// The first pixel that this one falls into, and its share in it; the rest is in the next.
    fn target_share(self, at: u64) -> (usize, f64) {
        let begin = at * self.to;
        let pixel = begin / self.from;
        let inside = ((pixel + 1) * self.from - begin).min(self.to);
        // Sizes of pictures are exact in `f64`.
        #[expect(clippy::cast_precision_loss)]
        let share = inside as f64 / self.to as f64;
        (usize::try_from(pixel).unwrap_or(usize::MAX), share)
    }

    /// Pixels that are looked at for one of the picture.
    fn samples(self) -> f64 {
        #[expect(clippy::cast_precision_loss)]
        let samples = self.from as f64 / self.to as f64 / self.step as f64;
        samples
    }
}

/// Values of pixels of one row, beside one another or every so manieth.
#[derive(Debug, Clone, Copy)]
pub(super) struct PixelRun<'a> {
    /// The row.
    pub(super) y: u32,
    /// The first pixel.
    pub(super) x: usize,
    /// The values of each band.
    pub(super) bands: &'a [Vec<f64>],
    /// Which pixels have a value.
    pub(super) valid: &'a [bool],
}

impl Shrink {
    /// Of an image of this size, into a picture of at most `side` pixels a side.
    pub(super) fn new(width: u32, height: u32, bands: usize, side: u32) -> Self {
        let longest = u64::from(width.max(height).max(1));
        let scaled_length = |length: u32| {
            let scaled = (u64::from(length) * u64::from(side) + longest / 2) / longest;
            u32::try_from(scaled)
                .unwrap_or(side)
                .clamp(1, length.max(1))
        };
        let fits = longest <= u64::from(side);
        let (to_x, to_y) = if fits {
            (width, height)
        } else {
            (scaled_length(width), scaled_length(height))
        };
        let pixels = to_x as usize * to_y as usize;
        Self {
            width: Axis::new(width, to_x),
            height: Axis::new(height, to_y),
            bands,
            sums: vec![0.0; pixels * bands],
            weights: vec![0.0; pixels],
        }
    }

    pub(super) const fn across(&self) -> Axis {
        self.width
    }

    pub(super) const fn down(&self) -> Axis {
        self.height
    }

    /// Counts a piece of a row.
    pub(super) fn add(&mut self, piece: PixelRun<'_>) {
        let (row, share) = self.height.target_share(u64::from(piece.y));
        self.add_to_row(row, share, piece);
        if share < 1.0 {
            self.add_to_row(row + 1, 1.0 - share, piece);
        }
    }

    fn add_to_row(&mut self, row: usize, weight: f64, piece: PixelRun<'_>) {
        let width = usize::try_from(self.width.to).unwrap_or(0);
        let mut x = piece.x as u64;
        for (at, valid) in piece.valid.iter().enumerate() {
            if *valid {
                let (column, share) = self.width.target_share(x);
                let pixel = row * width + column;
                self.count(pixel, weight * share, piece.bands, at);
                if share < 1.0 {
                    self.count(pixel + 1, weight * (1.0 - share), piece.bands, at);
                }
            }
            x += self.width.step as u64;
        }
    }

    fn count(&mut self, pixel: usize, weight: f64, bands: &[Vec<f64>], at: usize) {
        self.weights[pixel] += weight;
        let sums = &mut self.sums[pixel * self.bands..][..self.bands];
        for (sum, band) in sums.iter_mut().zip(bands) {
            *sum += band[at] * weight;
        }
    }

    /// The picture. A pixel has a value when half of what falls into it has one.
    pub(super) fn finish(self) -> Result<Shrunk, PreviewError> {
        let least = self.width.samples() * self.height.samples() / 2.0;
        let mut values = self.sums;
        for (sums, weight) in values.chunks_exact_mut(self.bands).zip(&self.weights) {
            for sum in sums {
                *sum /= weight.max(f64::MIN_POSITIVE);
            }
        }
        let valid: Vec<bool> = self
            .weights
            .iter()
            .map(|weight| *weight > 0.0 && *weight >= least * 0.999)
            .collect();
        if !valid.contains(&true) {
            return Err(PreviewError::unsupported(PictureText::NoData));
        }
        Ok(Shrunk {
            width: u32::try_from(self.width.to).unwrap_or(0),
            height: u32::try_from(self.height.to).unwrap_or(0),
            bands: self.bands,
            values,
            valid,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shrunk(width: u32, rows: &[Vec<f64>], side: u32) -> Shrunk {
        let height = u32::try_from(rows.len()).unwrap();
        let mut shrink = Shrink::new(width, height, 1, side);
        for (y, row) in (0..).zip(rows) {
            shrink.add(PixelRun {
                y,
                x: 0,
                bands: std::slice::from_ref(row),
                valid: &row.iter().map(|value| !value.is_nan()).collect::<Vec<_>>(),
            });
        }
        shrink.finish().unwrap()
    }

    #[test]
    fn pixels_are_averaged_by_their_share() {
        let even = shrunk(4, &[vec![1.0, 3.0, 5.0, 7.0], vec![1.0, 3.0, 5.0, 7.0]], 2);
        assert_eq!((even.width, even.height), (2, 1));
        assert_eq!(even.values, [2.0, 6.0]);
        // The middle pixel counts half in each.
        let odd = shrunk(3, &[vec![3.0, 6.0, 9.0]], 2);
        assert_eq!(odd.values, [4.0, 8.0]);
        let same = shrunk(3, &[vec![3.0, 6.0, 9.0]], 3);
        assert_eq!(same.values, [3.0, 6.0, 9.0]);
    }

    #[test]
    fn what_has_no_value_does_not_count() {
        let nan = f64::NAN;
        let row = vec![nan, 4.0, nan, nan, nan, nan, 8.0, 8.0];
        let found = shrunk(8, &[row], 4);
        assert_eq!(found.valid, [true, false, false, true]);
        assert_eq!((found.values[0], found.values[3]), (4.0, 8.0));
    }

    #[test]
    fn sides_keep_their_proportion() {
        let size = |width, height| {
            let shrink = Shrink::new(width, height, 1, 1024);
            (shrink.width.to, shrink.height.to)
        };
        assert_eq!(size(10_980, 10_980), (1024, 1024));
        assert_eq!(size(2048, 1000), (1024, 500));
        assert_eq!(size(700, 900), (700, 900));
        assert_eq!(size(4_000_000_000, 1), (1024, 1));
    }
}

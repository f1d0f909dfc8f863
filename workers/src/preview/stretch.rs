//! Measurements to 8 bit.

use texts::PictureText;

use super::error::PreviewError;
use super::shrink::Shrunk;

/// What is below this share of a band is black, what is above the rest is white.
const CUT: f64 = 0.02;
/// Where there is no value: the light grey of an empty map.
const NEUTRAL: u8 = 0xEC;
/// A band that is the same everywhere.
const MIDDLE: u8 = 0x80;

/// From the 2nd to the 98th percentile of each band.
pub(super) fn stretched(shrunk: &Shrunk) -> Result<Vec<u8>, PreviewError> {
    let mut ranges = Vec::with_capacity(shrunk.bands);
    for band in 0..shrunk.bands {
        ranges.push(range(shrunk, band)?);
    }
    Ok(painted(shrunk, |band, value| {
        let (low, high) = ranges[band];
        if high > low {
            byte((value - low) / (high - low) * 255.0)
        } else {
            MIDDLE
        }
    }))
}

/// Values that are colours.
pub(super) fn taken_as_it_is(shrunk: &Shrunk) -> Vec<u8> {
    painted(shrunk, |_, value| byte(value))
}

fn painted(shrunk: &Shrunk, shade: impl Fn(usize, f64) -> u8) -> Vec<u8> {
    let mut pixels = Vec::with_capacity(shrunk.values.len());
    for (values, valid) in shrunk.values.chunks_exact(shrunk.bands).zip(&shrunk.valid) {
        for (band, value) in values.iter().enumerate() {
            pixels.push(if *valid { shade(band, *value) } else { NEUTRAL });
        }
    }
    pixels
}

/// The cast saturates, and what is no number becomes 0.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn byte(value: f64) -> u8 {
    value.round() as u8
}

fn range(shrunk: &Shrunk, band: usize) -> Result<(f64, f64), PreviewError> {
    let pixels = shrunk.values.chunks_exact(shrunk.bands);
    let mut values: Vec<f64> = pixels
        .zip(&shrunk.valid)
        .filter(|(values, valid)| **valid && values[band].is_finite())
        .map(|(values, _)| values[band])
        .collect();
    if values.is_empty() {
        return Err(PreviewError::unsupported(PictureText::NoData));
    }
    let last = values.len() - 1;
    // An index: truncated on purpose, and never negative.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss
    )]
    let at = |share: f64| (last as f64 * share).round() as usize;
    let mut nth = |at: usize| *values.select_nth_unstable_by(at, f64::total_cmp).1;
    let (low, high) = (nth(at(CUT)), nth(at(1.0 - CUT)));
    if high > low {
        return Ok((low, high));
    }
    // Nearly everything is the same; what is not shall be seen.
    Ok((nth(0), nth(last)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grey(values: Vec<f64>) -> Shrunk {
        Shrunk {
            width: u32::try_from(values.len()).unwrap(),
            height: 1,
            bands: 1,
            valid: values.iter().map(|value| !value.is_nan()).collect(),
            values,
        }
    }

    #[test]
    fn a_few_outliers_do_not_darken_the_rest() {
        let mut values: Vec<f64> = (0..=100).map(|step| f64::from(step) * 10.0).collect();
        values[100] = 1e9;
        values[0] = -1e9;
        let pixels = stretched(&grey(values)).unwrap();
        assert_eq!(
            (pixels[0], pixels[2], pixels[50], pixels[98]),
            (0, 0, 128, 255)
        );
        assert_eq!(pixels[100], 255);
    }

    #[test]
    fn what_is_the_same_everywhere_is_grey_and_what_is_nothing_is_neutral() {
        let pixels = stretched(&grey(vec![7.0, f64::NAN, 7.0])).unwrap();
        assert_eq!(pixels, [MIDDLE, NEUTRAL, MIDDLE]);
        let mut one = vec![0.0; 1000];
        one[3] = 1.0;
        let pixels = stretched(&grey(one)).unwrap();
        assert_eq!((pixels[2], pixels[3]), (0, 255));
    }

    #[test]
    fn colours_stay() {
        let mut shrunk = grey(vec![0.0, 12.4, 255.0, 300.0, -4.0]);
        shrunk.valid[0] = false;
        assert_eq!(taken_as_it_is(&shrunk), [NEUTRAL, 12, 255, 255, 0]);
    }
}

//! The empty margin of a scene that was turned into its map projection. Many files do not say which value is none;
//! counted as measurements, the margin would leave the scene itself a grey without contrast.

use super::shrink::Shrunk;

/// A margin is at least this part of a picture; less changes nothing.
const LEAST: usize = 200;

/// Takes away what is the same as a corner and hangs together with it.
pub(super) fn remove(shrunk: &mut Shrunk) {
    let (width, pixels) = (shrunk.width as usize, shrunk.valid.len());
    let mut left = shrunk.valid.clone();
    for corner in [0, width - 1, pixels - width, pixels - 1] {
        let margin = margin(shrunk, &left, corner);
        if margin.len() * LEAST >= pixels {
            for pixel in margin {
                left[pixel] = false;
            }
        }
    }
    // A picture that is the same everywhere is one of that.
    if left.contains(&true) {
        shrunk.valid = left;
    }
}

fn margin(shrunk: &Shrunk, valid: &[bool], corner: usize) -> Vec<usize> {
    let width = shrunk.width as usize;
    let values = |pixel: usize| &shrunk.values[pixel * shrunk.bands..][..shrunk.bands];
    // Averages of the same value differ in their last digits.
    let is_same = |pixel: usize| {
        let pairs = values(pixel).iter().zip(values(corner));
        pairs
            .into_iter()
            .all(|(a, b)| (a - b).abs() <= b.abs() * 1e-9)
    };
    let mut seen = vec![false; valid.len()];
    let mut found = Vec::new();
    let mut next = vec![corner];
    while let Some(pixel) = next.pop() {
        if seen[pixel] || !valid[pixel] || !is_same(pixel) {
            continue;
        }
        seen[pixel] = true;
        found.push(pixel);
        let column = pixel % width;
        next.extend((column > 0).then(|| pixel - 1));
        next.extend((column + 1 < width).then(|| pixel + 1));
        next.extend(pixel.checked_sub(width));
        next.extend(Some(pixel + width).filter(|below| *below < valid.len()));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn without(width: u32, values: &[f64]) -> Vec<bool> {
        let mut shrunk = Shrunk {
            width,
            height: u32::try_from(values.len()).unwrap() / width,
            bands: 1,
            valid: vec![true; values.len()],
            values: values.to_vec(),
        };
        remove(&mut shrunk);
        shrunk.valid
    }

    #[test]
    fn only_what_hangs_together_with_a_corner_goes() {
        #[rustfmt::skip]
        let kept = without(4, &[
            1.0, 1.0, 5.0, 0.0,
            1.0, 7.0, 1.0, 6.0,
            4.0, 7.0, 7.0, 5.0,
        ]);
        #[rustfmt::skip]
        assert_eq!(kept, [
            false, false, true, false,
            false, true, true, true,
            false, true, true, false,
        ]);
    }

    #[test]
    fn a_single_pixel_is_no_margin_and_a_plain_picture_stays() {
        let mut row: Vec<f64> = (0..400).map(f64::from).collect();
        row[399] = 0.0;
        assert_eq!(without(400, &row), [true; 400]);
        assert_eq!(without(1, &[0.0]), [true]);
        assert_eq!(without(2, &[3.0; 6]), [true; 6]);
    }
}

//! Draws captchas: four digits on 93 x 30 pixels with 8 lines and 100 dots (portal specification section 9),
//! each digit sheared, scaled and shifted by chance and the whole waved.

use std::io::Cursor;

use image::{ImageFormat, Rgb, RgbImage};
use rand::{Rng, RngExt as _};

/// Width and height, pixels.
const SIZE: (u32, u32) = (93, 30);
const LINES: usize = 8;
const DOTS: usize = 100;
/// Digits in a captcha.
pub const DIGITS: usize = 4;

/// 5 x 7 dots; the highest of the five bits is the leftmost dot.
const GLYPHS: [[u8; 7]; 10] = [
    [14, 17, 19, 21, 25, 17, 14],
    [4, 12, 4, 4, 4, 4, 14],
    [14, 17, 1, 2, 4, 8, 31],
    [31, 2, 4, 2, 1, 17, 14],
    [2, 6, 10, 18, 31, 2, 2],
    [31, 16, 30, 1, 1, 17, 14],
    [6, 8, 16, 30, 17, 17, 14],
    [31, 1, 2, 4, 8, 8, 8],
    [14, 17, 17, 14, 17, 17, 14],
    [14, 17, 17, 15, 1, 2, 12],
];

/// Digits to be answered.
pub fn answer(random: &mut impl Rng) -> String {
    (0..DIGITS)
        .map(|_| char::from(b'0' + random.random_range(0..10)))
        .collect()
}

/// A PNG of the digits.
pub fn draw(digits: &str, random: &mut impl Rng) -> Result<Vec<u8>, image::ImageError> {
    let paper = shade(random, 225, 255);
    let mut picture = RgbImage::from_pixel(SIZE.0, SIZE.1, paper);
    for _ in 0..LINES {
        line(&mut picture, random);
    }
    let wave = Wave::random(random);
    for (place, digit) in (0_u8..).zip(digits.bytes()) {
        let glyph = GLYPHS[usize::from(digit.wrapping_sub(b'0')) % GLYPHS.len()];
        Stamp::random(place, random).press(&mut picture, glyph, &wave);
    }
    for _ in 0..DOTS {
        let (x, y) = anywhere(random);
        picture.put_pixel(x, y, shade(random, 60, 220));
    }
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png)?;
    Ok(bytes.into_inner())
}

/// How far columns slide up and down.
struct Wave {
    height: f32,
    length: f32,
    phase: f32,
}

impl Wave {
    fn random(random: &mut impl Rng) -> Self {
        Self {
            height: random.random_range(1.0..2.5),
            length: random.random_range(18.0..34.0),
            phase: random.random_range(0.0..std::f32::consts::TAU),
        }
    }

    fn at(&self, x: f32) -> f32 {
        self.height * (x / self.length * std::f32::consts::TAU + self.phase).sin()
    }
}

/// One digit's place, size, slant and ink.
struct Stamp {
    left: f32,
    top: f32,
    scale: f32,
    slant: f32,
    ink: Rgb<u8>,
}

impl Stamp {
    fn random(place: u8, random: &mut impl Rng) -> Self {
        Self {
            left: 6.0 + 21.5 * f32::from(place) + random.random_range(-2.0..2.0),
            top: random.random_range(3.0..6.0),
            scale: random.random_range(2.5..3.1),
            slant: random.random_range(-0.35..0.35),
            ink: shade(random, 10, 120),
        }
    }

    /// Asks for every pixel which dot of the glyph lies under it, so that no slant leaves holes.
    fn press(&self, picture: &mut RgbImage, glyph: [u8; 7], wave: &Wave) {
        for (x, y, pixel) in picture.enumerate_pixels_mut() {
            let (x, y) = (small(x), small(y));
            let row = (y - self.top - wave.at(x)) / self.scale;
            let column = (x - self.left) / self.scale + self.slant * (row - 3.5);
            if dot(glyph, column, row) {
                *pixel = self.ink;
            }
        }
    }
}

fn dot(glyph: [u8; 7], column: f32, row: f32) -> bool {
    if !(0.0..5.0).contains(&column) || !(0.0..7.0).contains(&row) {
        return false;
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "both were just checked to be within the glyph"
    )]
    let (column, row) = (column as usize, row as usize);
    glyph[row] & (16 >> column) != 0
}

fn line(picture: &mut RgbImage, random: &mut impl Rng) {
    let (from, to) = (anywhere(random), anywhere(random));
    let ink = shade(random, 90, 190);
    let steps = from.0.abs_diff(to.0).max(from.1.abs_diff(to.1)).max(1);
    for step in 0..=steps {
        let along = |a: u32, b: u32| (a * (steps - step) + b * step) / steps;
        picture.put_pixel(along(from.0, to.0), along(from.1, to.1), ink);
    }
}

fn anywhere(random: &mut impl Rng) -> (u32, u32) {
    (
        random.random_range(0..SIZE.0),
        random.random_range(0..SIZE.1),
    )
}

fn shade(random: &mut impl Rng, darkest: u8, lightest: u8) -> Rgb<u8> {
    Rgb(std::array::from_fn(|_| {
        random.random_range(darkest..=lightest)
    }))
}

/// Exact: the picture is far smaller than 2^24 pixels wide.
#[expect(clippy::cast_precision_loss, reason = "pixel numbers are small")]
fn small(pixel: u32) -> f32 {
    pixel as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng as _;
    use rand::rngs::StdRng;

    #[test]
    fn every_digit_leaves_ink_and_differs_from_the_others() {
        let pictures: Vec<Vec<u8>> = (0..10)
            .map(|digit| draw(&digit.to_string(), &mut StdRng::seed_from_u64(7)).unwrap())
            .collect();
        for (index, picture) in pictures.iter().enumerate() {
            assert!(picture.starts_with(b"\x89PNG"));
            assert!(!pictures[..index].contains(picture), "digit {index}");
        }
    }

    #[test]
    fn the_same_digits_never_look_the_same() {
        let mut random = StdRng::seed_from_u64(1);
        assert_ne!(
            draw("1234", &mut random).unwrap(),
            draw("1234", &mut random).unwrap()
        );
    }

    #[test]
    fn answers_are_four_digits() {
        let text = answer(&mut StdRng::seed_from_u64(3));
        assert_eq!(text.len(), DIGITS);
        assert!(text.bytes().all(|byte| byte.is_ascii_digit()));
    }
}

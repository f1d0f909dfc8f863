//! Draws captchas: four digits on 93 x 30 pixels (portal specification section 9).
//!
//! Programs read digits that can be cut out and compared. So some digits are darker than the paper and some lighter, and
//! what crosses them is as dark and as light as they are, only thinner and shorter: there is no level that parts ink from
//! paper. No colour belongs to one digit, ink fades from one colour into another inside a stroke, digits touch, stand at
//! any place, are written in several hands, turned, slanted, and bent with the paper. People read them because they follow
//! a stroke, and because no digit looks like another one that is turned.

use std::io::Cursor;

use image::{ImageFormat, RgbImage};
use rand::{Rng, RngExt as _};

mod glyphs;
mod lines;
mod paper;
mod pixels;

use glyphs::{GLYPHS, Glyph, Point};
use lines::{Dash, Line};
use paper::{Bend, ColourGradient, mixed};
use pixels::{SIZE, distance, small};

/// Lines, dashes and dots across the digits, the first two of each shade; the specification asks for 8 lines and 100 dots.
const HAIRS: usize = 3;
const DASHES: usize = 7;
const DOTS: usize = 110;
/// Free of digits at both ends, pixels: as far as a turned digit or a bend of the paper reaches.
const MARGIN: f32 = 6.0;
/// Digits in a captcha.
pub const DIGITS: usize = 4;

/// Digits to be answered.
pub fn answer(random: &mut impl Rng) -> String {
    (0..DIGITS)
        .map(|_| char::from(b'0' + random.random_range(0..10)))
        .collect()
}

/// A PNG of the digits.
pub fn draw(digits: &str, random: &mut impl Rng) -> Result<Vec<u8>, image::ImageError> {
    let picture = painted(digits, random);
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png)?;
    Ok(bytes.into_inner())
}

/// What digits and clutter are painted in, beside the paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shade {
    Light,
    Dark,
}

fn painted(digits: &str, random: &mut impl Rng) -> RgbImage {
    let paper = ColourGradient::paper(random);
    let bend = Bend::random(random);
    let mut picture = RgbImage::from_fn(SIZE.0, SIZE.1, |x, y| {
        paper.at((small(x), small(y)), random)
    });
    let stamps = placed(digits, random);
    let layers = [
        Layer::random(Shade::Light, random),
        Layer::random(Shade::Dark, random),
    ];
    // Of the paper's colour.
    let cut = Line::hair(random);
    for (x, y, pixel) in picture.enumerate_pixels_mut() {
        let point = (small(x), small(y));
        let flat = bend.at(point);
        let inked = |shade: Shade| {
            let stamps = stamps.iter().filter(|stamp| stamp.shade == shade);
            stamps.map(|stamp| stamp.cover(flat)).fold(0.0, f32::max)
        };
        let (light, dark) = (inked(Shade::Light), inked(Shade::Dark));
        let whole = 1.0 - 0.7 * cut.cover(point);
        // Clutter passes below digits of the other shade.
        for (layer, (own, other)) in layers.iter().zip([(light, dark), (dark, light)]) {
            let cover = (own * whole).max(layer.clutter(point) * (1.0 - other));
            *pixel = mixed(*pixel, layer.ink.at(point, random), cover);
        }
    }
    for number in 0..DOTS {
        let pixel = (
            random.random_range(0..SIZE.0),
            random.random_range(0..SIZE.1),
        );
        let ink = &layers[number % layers.len()].ink;
        let colour = ink.at((small(pixel.0), small(pixel.1)), random);
        picture.put_pixel(pixel.0, pixel.1, colour);
    }
    picture
}

/// An ink, and what it writes across the digits.
struct Layer {
    ink: ColourGradient,
    lines: Vec<Line>,
    dashes: Vec<Dash>,
}

impl Layer {
    fn random(shade: Shade, random: &mut impl Rng) -> Self {
        let mut lines: Vec<Line> = (0..HAIRS).map(|_| Line::hair(random)).collect();
        lines.push(Line::band(random));
        Self {
            ink: match shade {
                Shade::Light => ColourGradient::light_ink(random),
                Shade::Dark => ColourGradient::dark_ink(random),
            },
            lines,
            dashes: (0..DASHES).map(|_| Dash::random(random)).collect(),
        }
    }

    fn clutter(&self, point: Point) -> f32 {
        let lines = self.lines.iter().map(|line| line.cover(point));
        let dashes = self.dashes.iter().map(|dash| dash.cover(point));
        lines.chain(dashes).fold(0.0, f32::max)
    }
}

/// The digits side by side, so near that neighbours touch, beginning anywhere.
fn placed(digits: &str, random: &mut impl Rng) -> Vec<Stamp> {
    let sizes: Vec<Point> = digits
        .bytes()
        .map(|_| {
            (
                random.random_range(12.0..16.0),
                random.random_range(17.5..22.5),
            )
        })
        .collect();
    let gaps: Vec<f32> = digits
        .bytes()
        .skip(1)
        .map(|_| random.random_range(-1.5..2.0))
        .chain([0.0])
        .collect();
    let wide: f32 = sizes.iter().map(|size| size.0).sum::<f32>() + gaps.iter().sum::<f32>();
    let most = (small(SIZE.0) - wide - MARGIN).max(MARGIN + 0.1);
    let mut left = random.random_range(MARGIN..most);
    let mut stamps = Vec::new();
    for ((digit, size), gap) in digits.bytes().zip(sizes).zip(gaps) {
        stamps.push(Stamp::random(digit, (left, size), random));
        left += size.0 + gap;
    }
    stamps
}

/// One digit: its hand, and where its box lies.
struct Stamp {
    shade: Shade,
    /// Lines of its strokes, from the middle of its box, pixels.
    edges: Vec<(Point, Point)>,
    middle: Point,
    size: Point,
    /// Cosine and sine of the turn, and the slant.
    turn: Point,
    slant: f32,
    /// Half of the stroke's width, pixels.
    half: f32,
}

impl Stamp {
    fn random(digit: u8, (left, size): (f32, Point), random: &mut impl Rng) -> Self {
        let hands = &GLYPHS[usize::from(digit.wrapping_sub(b'0')) % GLYPHS.len()];
        let glyph = &hands[random.random_range(0..hands.len())];
        let angle: f32 = random.random_range(-0.33..0.33);
        let spare = small(SIZE.1) - size.1;
        Self {
            shade: if random.random_bool(0.5) {
                Shade::Light
            } else {
                Shade::Dark
            },
            edges: edges(glyph, size),
            middle: (
                left + size.0 / 2.0,
                size.1 / 2.0 + spare * random.random_range(0.3..0.7),
            ),
            size,
            turn: (angle.cos(), angle.sin()),
            slant: random.random_range(-0.3..0.3),
            half: random.random_range(1.35..1.75),
        }
    }

    /// How much of a place its strokes cover, 0 to 1.
    fn cover(&self, (x, y): Point) -> f32 {
        let (x, y) = (x - self.middle.0, y - self.middle.1);
        let (cos, sin) = self.turn;
        let (x, y) = (x * cos + y * sin, y * cos - x * sin);
        let point = (x + self.slant * y, y);
        let around = self.half + 1.0;
        if point.0.abs() > self.size.0 / 2.0 + around || y.abs() > self.size.1 / 2.0 + around {
            return 0.0;
        }
        let away = self.edges.iter();
        let nearest = away
            .map(|(from, to)| distance(point, *from, *to))
            .fold(f32::INFINITY, f32::min);
        (self.half + 0.5 - nearest).clamp(0.0, 1.0)
    }
}

fn edges(glyph: &Glyph, size: Point) -> Vec<(Point, Point)> {
    let on_paper = |(x, y): Point| ((x - 0.5) * size.0, (y - 0.5) * size.1);
    let edges = glyph.iter().flat_map(|stroke| stroke.windows(2));
    edges
        .map(|edge| (on_paper(edge[0]), on_paper(edge[1])))
        .collect()
}

#[cfg(test)]
mod tests;

//! Colours that are nowhere the same, and paper that is not flat.

use image::Rgb;
use rand::{Rng, RngExt as _};

use super::glyphs::Point;

/// How far a pixel strays from its colour.
const GRAIN: f32 = 18.0;

/// A dye that changes along the paper between two colours, more than once.
pub struct ColourGradient {
    colours: [[f32; 3]; 2],
    direction: Point,
    phase: f32,
}

impl ColourGradient {
    /// Darker than [`ColourGradient::paper`].
    pub fn dark_ink(random: &mut impl Rng) -> Self {
        Self::between(10.0, 60.0, random)
    }

    /// Lighter.
    pub fn light_ink(random: &mut impl Rng) -> Self {
        Self::between(222.0, 245.0, random)
    }

    /// Neither dark nor light.
    pub fn paper(random: &mut impl Rng) -> Self {
        Self::between(105.0, 180.0, random)
    }

    fn between(darkest: f32, lightest: f32, random: &mut impl Rng) -> Self {
        let mut colour = || std::array::from_fn(|_| random.random_range(darkest..lightest));
        let colours = [colour(), colour()];
        Self {
            colours,
            direction: (
                random.random_range(0.04..0.16),
                random.random_range(-0.25..0.25),
            ),
            phase: random.random_range(0.0..std::f32::consts::TAU),
        }
    }

    /// Its colour at a place, with grain.
    pub fn at(&self, (x, y): Point, random: &mut impl Rng) -> Rgb<u8> {
        let turn = x * self.direction.0 + y * self.direction.1 + self.phase;
        let part = f32::midpoint(turn.sin(), 1.0);
        Rgb(std::array::from_fn(|channel| {
            let [one, other] = self.colours;
            let clean = one[channel] + (other[channel] - one[channel]) * part;
            byte(clean + random.random_range(-GRAIN..GRAIN))
        }))
    }
}

/// One colour over another.
pub fn mixed(below: Rgb<u8>, above: Rgb<u8>, cover: f32) -> Rgb<u8> {
    Rgb(std::array::from_fn(|channel| {
        let (below, above) = (f32::from(below.0[channel]), f32::from(above.0[channel]));
        byte(below + (above - below) * cover)
    }))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped"
)]
fn byte(value: f32) -> u8 {
    value.clamp(0.0, 255.0) as u8
}

/// Where a place of the flat paper lies on the bent one.
pub struct Bend {
    waves: [(f32, f32, f32); 2],
}

impl Bend {
    /// Two waves: one moves columns up and down, one moves rows to and fro.
    pub fn random(random: &mut impl Rng) -> Self {
        let mut wave = |height: std::ops::Range<f32>, length: std::ops::Range<f32>| {
            (
                random.random_range(height),
                std::f32::consts::TAU / random.random_range(length),
                random.random_range(0.0..std::f32::consts::TAU),
            )
        };
        Self {
            waves: [wave(1.0..2.4, 26.0..52.0), wave(0.8..1.8, 16.0..30.0)],
        }
    }

    /// The place that is seen there.
    pub fn at(&self, (x, y): Point) -> Point {
        let [(high, by_x, up), (wide, by_y, along)] = self.waves;
        (
            x + wide * (y * by_y + along).sin(),
            y + high * (x * by_x + up).sin(),
        )
    }
}

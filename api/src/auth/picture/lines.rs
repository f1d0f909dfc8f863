//! What crosses the digits.

use rand::{Rng, RngExt as _};

use super::glyphs::Point;
use super::pixels::{SIZE, distance, small};

/// A wave across the paper.
pub struct Line {
    middle: f32,
    rise: f32,
    height: f32,
    length: f32,
    phase: f32,
    half: f32,
    /// How much it covers in its middle, 0 to 1.
    weight: f32,
    ends: (f32, f32),
}

impl Line {
    /// Thin and pale.
    pub fn hair(random: &mut impl Rng) -> Self {
        let half = random.random_range(0.1..0.4);
        Self::random((half, 0.65), random)
    }

    /// As dark or light as a digit, and thinner.
    pub fn band(random: &mut impl Rng) -> Self {
        let half = random.random_range(0.6..0.9);
        let weight = random.random_range(0.75..0.95);
        Self::random((half, weight), random)
    }

    fn random((half, weight): (f32, f32), random: &mut impl Rng) -> Self {
        let begin = random.random_range(-10.0..60.0);
        Self {
            middle: random.random_range(2.0..28.0),
            rise: random.random_range(-0.45..0.45),
            height: random.random_range(0.0..5.0),
            length: random.random_range(15.0..60.0),
            phase: random.random_range(0.0..std::f32::consts::TAU),
            half,
            weight,
            ends: (begin, begin + random.random_range(25.0..70.0)),
        }
    }

    /// How much of a place it covers, 0 to 1.
    pub fn cover(&self, (x, y): Point) -> f32 {
        if x < self.ends.0 || x > self.ends.1 {
            return 0.0;
        }
        let turn = x / self.length * std::f32::consts::TAU + self.phase;
        let middle = self.middle
            + self.rise * (x - f32::midpoint(self.ends.0, self.ends.1))
            + self.height * turn.sin();
        let slope = self.rise + self.height * turn.cos() * std::f32::consts::TAU / self.length;
        // The way across a slope is shorter than the way up.
        let away = (y - middle).abs() / 1.0_f32.hypot(slope);
        self.weight * (self.half + 0.5 - away).clamp(0.0, 1.0)
    }
}

/// Lines that a dash bends along.
const BENDS: usize = 4;

/// A short bent stroke, as dark or light as a digit and nearly as broad: a program takes it for a part of one.
pub struct Dash {
    corners: [Point; BENDS + 1],
    half: f32,
    weight: f32,
}

impl Dash {
    /// Anywhere.
    pub fn random(random: &mut impl Rng) -> Self {
        let step = random.random_range(5.0..12.0) / 4.0;
        let bend = random.random_range(-0.25..0.25) * step;
        let mut angle: f32 = random.random_range(0.0..std::f32::consts::TAU);
        let mut point = (
            random.random_range(0.0..small(SIZE.0)),
            random.random_range(0.0..small(SIZE.1)),
        );
        let corners = std::array::from_fn(|_| {
            let corner = point;
            point = (corner.0 + step * angle.cos(), corner.1 + step * angle.sin());
            angle += bend;
            corner
        });
        Self {
            corners,
            half: random.random_range(0.7..1.1),
            weight: random.random_range(0.8..1.0),
        }
    }

    /// How much of a place it covers, 0 to 1.
    pub fn cover(&self, point: Point) -> f32 {
        let (x, y) = self.corners[BENDS / 2];
        if (point.0 - x).abs() > 10.0 || (point.1 - y).abs() > 10.0 {
            return 0.0;
        }
        let edges = self.corners.windows(2);
        let nearest = edges
            .map(|edge| distance(point, edge[0], edge[1]))
            .fold(f32::INFINITY, f32::min);
        self.weight * (self.half + 0.5 - nearest).clamp(0.0, 1.0)
    }
}

//! What is drawn, in the unit square of Web Mercator (x to the east, y to the south).

use geo::{Coord, LineString, Polygon};

/// A corner and the square of how far it stands out, which decides from which level on it is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Corner {
    pub x: f64,
    pub y: f64,
    pub weight: f64,
}

/// Rings are closed by their last corner being joined to the first, which is not repeated.
#[derive(Debug, Clone, PartialEq)]
pub enum Outline {
    Point(Corner),
    Line(Vec<Corner>),
    /// The outer ring and its holes.
    Area(Vec<Vec<Corner>>),
}

/// One feature of the map with the tile levels that show it.
#[derive(Debug, Clone, PartialEq)]
pub struct Shape {
    pub layer: &'static str,
    pub tags: Vec<(&'static str, String)>,
    pub levels: std::ops::RangeInclusive<u8>,
    pub outline: Outline,
}

impl Shape {
    pub fn new(layer: &'static str, kind: &str, from: u8, outline: Outline) -> Self {
        Self {
            layer,
            tags: vec![("kind", kind.to_owned())],
            levels: from..=u8::MAX,
            outline,
        }
    }

    pub fn tag(mut self, key: &'static str, value: &str) -> Self {
        self.tags.push((key, value.to_owned()));
        self
    }
}

/// The latitude where Web Mercator becomes a square.
const MAX_LATITUDE: f64 = 85.051_128_78;

/// A longitude and latitude in the unit square.
pub fn project(at: Coord<f64>) -> Corner {
    let lat = at.y.clamp(-MAX_LATITUDE, MAX_LATITUDE).to_radians();
    let y = (1.0 - (lat.tan() + 1.0 / lat.cos()).ln() / std::f64::consts::PI) / 2.0;
    Corner {
        x: at.x / 360.0 + 0.5,
        y,
        weight: 1.0,
    }
}

pub fn point(at: Coord<f64>) -> Outline {
    Outline::Point(project(at))
}

pub fn line(line: &LineString<f64>) -> Outline {
    let mut corners: Vec<Corner> = line.coords().copied().map(project).collect();
    weigh(&mut corners);
    Outline::Line(corners)
}

pub fn area(polygon: &Polygon<f64>) -> Outline {
    use geo::orient::{Direction, Orient as _};
    let polygon = polygon.orient(Direction::Default);
    let rings = std::iter::once(polygon.exterior()).chain(polygon.interiors());
    Outline::Area(rings.map(ring).collect())
}

fn ring(ring: &LineString<f64>) -> Vec<Corner> {
    let mut corners: Vec<Corner> = ring.coords().copied().map(project).collect();
    weigh(&mut corners);
    corners.pop();
    corners
}

/// Douglas-Peucker, but for all tolerances at once: each corner learns the square of the tolerance that drops it. Ends
/// stay at 1, which is the whole world.
fn weigh(corners: &mut [Corner]) {
    let mut open = vec![(0, corners.len().saturating_sub(1), 1.0_f64)];
    while let Some((first, last, above)) = open.pop() {
        if last <= first + 1 {
            continue;
        }
        let (a, b) = (corners[first], corners[last]);
        let (mut farthest, mut most) = (first + 1, -1.0);
        for (index, corner) in corners.iter().enumerate().take(last).skip(first + 1) {
            let square = distance_square(*corner, a, b);
            if square > most {
                (farthest, most) = (index, square);
            }
        }
        // A corner never outlives the one that it hangs on.
        let weight = most.min(above);
        corners[farthest].weight = weight;
        open.push((first, farthest, weight));
        open.push((farthest, last, weight));
    }
}

fn distance_square(p: Corner, a: Corner, b: Corner) -> f64 {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let length = dx * dx + dy * dy;
    let along = if length == 0.0 {
        0.0
    } else {
        (((p.x - a.x) * dx + (p.y - a.y) * dy) / length).clamp(0.0, 1.0)
    };
    (p.x - a.x - along * dx).powi(2) + (p.y - a.y - along * dy).powi(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unit_square_has_greenwich_and_equator_in_its_middle() {
        let middle = project(Coord { x: 0.0, y: 0.0 });
        assert!((middle.x - 0.5).abs() < 1e-12 && (middle.y - 0.5).abs() < 1e-12);
        let corner = project(Coord { x: -180.0, y: 90.0 });
        assert!(corner.x.abs() < 1e-12 && corner.y.abs() < 1e-9);
    }

    #[test]
    fn a_corner_that_stands_out_weighs_more_than_those_beside_it() {
        let shape = LineString::from(vec![(0.0, 0.0), (1.0, 0.1), (2.0, 3.0), (3.0, 0.0)]);
        let Outline::Line(corners) = line(&shape) else {
            panic!("a line")
        };
        assert!(corners[2].weight > corners[1].weight);
        assert!((corners[0].weight - 1.0).abs() < f64::EPSILON);
    }
}

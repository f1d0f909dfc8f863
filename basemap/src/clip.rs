//! Shapes cut to a tile, by one side after the other.

use crate::shapes::{Corner, Outline};

/// A tile with its margin: low and high x, low and high y.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    pub x: [f64; 2],
    pub y: [f64; 2],
}

#[derive(Clone, Copy)]
enum Axis {
    X,
    Y,
}

impl Axis {
    fn coordinate(self, corner: &Corner) -> f64 {
        match self {
            Axis::X => corner.x,
            Axis::Y => corner.y,
        }
    }

    /// Where a segment crosses `at`. What a cut leaves behind is never simplified away.
    fn cross(self, a: &Corner, b: &Corner, at: f64) -> Corner {
        let (from, to) = (self.coordinate(a), self.coordinate(b));
        let part = (at - from) / (to - from);
        let (x, y) = match self {
            Axis::X => (at, a.y + (b.y - a.y) * part),
            Axis::Y => (a.x + (b.x - a.x) * part, at),
        };
        Corner { x, y, weight: 1.0 }
    }
}

/// The parts of an outline within bounds; none when it lies outside.
pub fn clip(outline: &Outline, bounds: &Bounds) -> Vec<Outline> {
    match outline {
        Outline::Point(at) => {
            let inside = (bounds.x[0]..bounds.x[1]).contains(&at.x)
                && (bounds.y[0]..bounds.y[1]).contains(&at.y);
            inside.then(|| outline.clone()).into_iter().collect()
        }
        Outline::Line(line) => {
            let across = cut_line(line, Axis::X, bounds.x);
            let parts = across
                .iter()
                .flat_map(|part| cut_line(part, Axis::Y, bounds.y));
            parts.map(Outline::Line).collect()
        }
        Outline::Area(rings) => {
            let cut = |ring: &Vec<Corner>| {
                let ring = cut_ring(ring, Axis::X, bounds.x);
                Some(cut_ring(&ring, Axis::Y, bounds.y)).filter(|ring| ring.len() > 2)
            };
            let Some(outer) = rings.first().and_then(cut) else {
                return Vec::new();
            };
            let holes = rings[1..].iter().filter_map(cut);
            vec![Outline::Area(std::iter::once(outer).chain(holes).collect())]
        }
    }
}

fn cut_line(line: &[Corner], axis: Axis, [low, high]: [f64; 2]) -> Vec<Vec<Corner>> {
    let mut parts = Vec::new();
    let mut part: Vec<Corner> = Vec::new();
    for pair in line.windows(2) {
        let [a, b] = pair else { continue };
        let (from, to) = (axis.coordinate(a), axis.coordinate(b));
        if from.max(to) < low || from.min(to) > high {
            continue;
        }
        let inside = |value: f64| (low..=high).contains(&value);
        let side = |value: f64| if value < low { low } else { high };
        let start = if inside(from) {
            *a
        } else {
            axis.cross(a, b, side(from))
        };
        if part.is_empty() {
            part.push(start);
        }
        if inside(to) {
            part.push(*b);
        } else {
            part.push(axis.cross(a, b, side(to)));
            parts.push(std::mem::take(&mut part));
        }
    }
    parts.push(part);
    parts.retain(|part| part.len() > 1);
    parts
}

/// Sutherland-Hodgman for two parallel sides.
fn cut_ring(ring: &[Corner], axis: Axis, [low, high]: [f64; 2]) -> Vec<Corner> {
    let above = cut_half(ring, axis, low, 1.0);
    cut_half(&above, axis, high, -1.0)
}

fn cut_half(ring: &[Corner], axis: Axis, at: f64, sign: f64) -> Vec<Corner> {
    let inside = |corner: &Corner| (axis.coordinate(corner) - at) * sign >= 0.0;
    let mut kept = Vec::with_capacity(ring.len());
    let Some(mut before) = ring.last() else {
        return kept;
    };
    for corner in ring {
        if inside(before) != inside(corner) {
            kept.push(axis.cross(before, corner, at));
        }
        if inside(corner) {
            kept.push(*corner);
        }
        before = corner;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNIT: Bounds = Bounds {
        x: [0.0, 1.0],
        y: [0.0, 1.0],
    };

    fn corners(list: &[(f64, f64)]) -> Vec<Corner> {
        list.iter()
            .map(|&(x, y)| Corner { x, y, weight: 0.5 })
            .collect()
    }

    fn places(corners: &[Corner]) -> Vec<(f64, f64)> {
        corners.iter().map(|corner| (corner.x, corner.y)).collect()
    }

    #[test]
    fn a_line_that_leaves_and_comes_back_becomes_two() {
        let line = Outline::Line(corners(&[(0.5, 0.5), (2.0, 0.5), (2.0, 0.8), (0.5, 0.8)]));
        let parts = clip(&line, &UNIT);
        let parts: Vec<_> = parts
            .iter()
            .map(|part| match part {
                Outline::Line(line) => places(line),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(
            parts,
            [vec![(0.5, 0.5), (1.0, 0.5)], vec![(1.0, 0.8), (0.5, 0.8)]]
        );
    }

    #[test]
    fn a_line_across_keeps_both_crossings() {
        let line = Outline::Line(corners(&[(-1.0, 0.5), (2.0, 0.5)]));
        let [Outline::Line(part)] = &clip(&line, &UNIT)[..] else {
            panic!("a line")
        };
        assert_eq!(places(part), [(0.0, 0.5), (1.0, 0.5)]);
    }

    #[test]
    fn an_area_around_the_tile_fills_it() {
        let area = Outline::Area(vec![corners(&[
            (-1.0, -1.0),
            (2.0, -1.0),
            (2.0, 2.0),
            (-1.0, 2.0),
        ])]);
        let [Outline::Area(rings)] = &clip(&area, &UNIT)[..] else {
            panic!("an area")
        };
        let mut found = places(&rings[0]);
        found.sort_by(|a, b| a.partial_cmp(b).unwrap());
        assert_eq!(found, [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0)]);
        assert!(
            clip(
                &area,
                &Bounds {
                    x: [3.0, 4.0],
                    y: [0.0, 1.0]
                }
            )
            .is_empty()
        );
    }
}

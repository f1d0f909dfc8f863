//! Which parts of the outline of China are coast and which are land border.

use geo::orient::{Direction, Orient as _};
use geo::{Coord, LineString, MultiPolygon};

use super::crossings::Crossings;

/// How far outside the outline one looks for land of others, degrees: farther than coasts of two sources differ.
const OUTSIDE: f64 = 0.06;

/// A stretch shorter than twice this, degrees, is a mistake and counts as what surrounds it.
const WINDOW: f64 = 0.15;

/// No stretch of land border is shorter than this, degrees.
const SHORTEST: f64 = 0.5;

pub struct Outer {
    pub coasts: Vec<LineString<f64>>,
    pub borders: Vec<LineString<f64>>,
}

/// Parts the outline by what lies behind it: land of `around` makes it a border.
pub fn split(china: &MultiPolygon<f64>, inside: &Crossings, around: &Crossings) -> Outer {
    let mut outer = Outer {
        coasts: Vec::new(),
        borders: Vec::new(),
    };
    for polygon in &china.orient(Direction::Default) {
        let ring = &polygon.exterior().0;
        let raw: Vec<(f64, Option<bool>)> = ring
            .windows(2)
            .map(|pair| (length(pair), border(pair, inside, around)))
            .collect();
        let mut before = None;
        for (index, pair) in ring.windows(2).enumerate() {
            let is_border = settled(&raw, index);
            let lines = if is_border {
                &mut outer.borders
            } else {
                &mut outer.coasts
            };
            match lines.last_mut() {
                Some(line) if before == Some(is_border) => line.0.push(pair[1]),
                _ => lines.push(LineString(pair.to_vec())),
            }
            before = Some(is_border);
        }
    }
    // Opposite the mouth of a bay lies land of the same coast: a border is longer than that.
    let short = |line: &LineString<f64>| line.0.windows(2).map(length).sum::<f64>() < SHORTEST;
    let bays: Vec<_> = outer.borders.extract_if(.., |line| short(line)).collect();
    outer.coasts.extend(bays);
    outer
}

fn length(pair: &[Coord<f64>]) -> f64 {
    (pair[1].x - pair[0].x).hypot(pair[1].y - pair[0].y)
}

/// Whether land of others lies behind an edge; `None` where China itself does.
fn border(pair: &[Coord<f64>], inside: &Crossings, around: &Crossings) -> Option<bool> {
    let long = length(pair);
    if long == 0.0 {
        return None;
    }
    let middle = (pair[0] + pair[1]) / 2.0;
    // The ring runs counter-clockwise: outside is at the right.
    let out = Coord {
        x: (pair[1].y - pair[0].y) / long,
        y: (pair[0].x - pair[1].x) / long,
    };
    let behind = middle + out * OUTSIDE;
    (!inside.contains(behind)).then(|| around.contains(behind))
}

/// The opinion of the neighbourhood, by length.
fn settled(raw: &[(f64, Option<bool>)], index: usize) -> bool {
    let mut balance = 0.0;
    let mut add = |&(long, border): &(f64, Option<bool>)| {
        balance += match border {
            Some(true) => long,
            Some(false) => -long,
            None => 0.0,
        };
        long
    };
    let mut reach = add(&raw[index]);
    for step in 1..=raw.len() / 2 {
        if reach > 2.0 * WINDOW {
            break;
        }
        reach += add(&raw[(index + step) % raw.len()]);
        reach += add(&raw[(index + raw.len() - step) % raw.len()]);
    }
    balance > 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use geo::polygon;

    #[test]
    fn what_has_land_behind_it_is_a_border() {
        let china = MultiPolygon(vec![
            polygon![(x: 0., y: 0.), (x: 10., y: 0.), (x: 10., y: 10.), (x: 0., y: 10.)],
        ]);
        let others = MultiPolygon(vec![
            polygon![(x: -1., y: -1.), (x: 20., y: -1.), (x: 20., y: 11.), (x: 9., y: 11.), (x: 9., y: 0.05), (x: -1., y: 0.05)],
        ]);
        let found = split(&china, &Crossings::new(&china), &Crossings::new(&others));
        let long = |lines: &[LineString<f64>]| {
            lines
                .iter()
                .flat_map(|line| line.0.windows(2))
                .map(length)
                .sum::<f64>()
        };
        assert!((long(&found.borders) - 20.0).abs() < 1e-9, "south and east");
        assert!((long(&found.coasts) - 20.0).abs() < 1e-9, "west and north");
    }
}

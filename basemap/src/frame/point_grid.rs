//! How near a point is to lines of very many corners.

use std::collections::HashMap;

use geo::{Coord, LineString};

/// Side of a cell, degrees.
const CELL: f64 = 0.25;

/// Points along lines, by cells.
pub struct PointGrid(HashMap<(i32, i32), Vec<Coord<f64>>>);

#[expect(clippy::cast_possible_truncation, reason = "degrees")]
fn cell(at: Coord<f64>) -> (i32, i32) {
    ((at.x / CELL).floor() as i32, (at.y / CELL).floor() as i32)
}

impl PointGrid {
    /// Takes a point at least every `step` degrees.
    pub fn new<'a>(lines: impl Iterator<Item = &'a LineString<f64>>, step: f64) -> Self {
        let mut cells: HashMap<_, Vec<_>> = HashMap::new();
        for line in lines {
            for edge in line.lines() {
                let long = edge.dx().hypot(edge.dy());
                let steps = (long / step).ceil().max(1.0);
                let mut done = 0.0;
                while done < steps {
                    let at = edge.start + edge.delta() * (done / steps);
                    cells.entry(cell(at)).or_default().push(at);
                    done += 1.0;
                }
            }
        }
        Self(cells)
    }

    pub fn near(&self, at: Coord<f64>, distance: f64) -> bool {
        self.nearest(at, distance).is_some()
    }

    /// The nearest point within a distance.
    #[expect(clippy::cast_possible_truncation, reason = "a few cells")]
    pub fn nearest(&self, at: Coord<f64>, distance: f64) -> Option<Coord<f64>> {
        let reach = (distance / CELL).ceil() as i32;
        let (x, y) = cell(at);
        let cells = (x - reach..=x + reach)
            .flat_map(|x| (y - reach..=y + reach).map(move |y| (x, y)))
            .filter_map(|cell| self.0.get(&cell));
        let far = |to: &Coord<f64>| (to.x - at.x).hypot(to.y - at.y);
        cells
            .flatten()
            .filter(|to| far(to) <= distance)
            .min_by(|a, b| far(a).total_cmp(&far(b)))
            .copied()
    }
}

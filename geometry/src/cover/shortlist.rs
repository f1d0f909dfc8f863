//! Of very many scenes those that a cover of an area may need.

use std::collections::{HashMap, HashSet};

use geo::{BoundingRect as _, Contains as _, Coord, MultiPolygon, Rect};

/// Cells along each side of the box around the area.
const SIDE: usize = 32;
/// The best scenes that each cell keeps.
const A_CELL: usize = 3;
/// Up to so many scenes are all kept, whatever cell they are best for.
const UNCUT_SCENES: usize = 2000;

/// Keeps all of a few scenes; of more those that are best for one of the cells of a grid over the area.
///
/// A scene is the better for a cell the less it costs for its surface. What it covers between the cells' centres may be
/// missed: whoever covers an area from a shortlist asks again for what stayed uncovered.
pub struct Shortlist {
    around: Rect,
    few: Vec<i64>,
    total: usize,
    cells: HashMap<usize, Vec<(f64, i64)>>,
}

impl Shortlist {
    /// Empty; `around` is the box around the area.
    #[must_use]
    pub fn new(around: Rect) -> Self {
        Self {
            around,
            few: Vec::new(),
            total: 0,
            cells: HashMap::new(),
        }
    }

    /// A scene, with what is known of its cost before it is read.
    pub fn offer(&mut self, did: i64, cost: f64, surface: &MultiPolygon) {
        self.total += 1;
        if self.few.len() < UNCUT_SCENES {
            self.few.push(did);
        }
        let Some(rim) = surface.bounding_rect() else {
            return;
        };
        let price = cost / (rim.width() * rim.height()).max(1e-12);
        let mut found = false;
        for (cell, centre) in self.centres(rim) {
            if surface.contains(&centre) {
                found = true;
                keep(self.cells.entry(cell).or_default(), price, did);
            }
        }
        if !found {
            let cell = self.cell(rim.center());
            keep(self.cells.entry(cell).or_default(), price, did);
        }
    }

    /// How many scenes were offered.
    #[must_use]
    pub const fn total(&self) -> usize {
        self.total
    }

    /// Whether every scene that was offered is in it.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.total <= UNCUT_SCENES
    }

    /// Numbers of the scenes.
    #[must_use]
    pub fn dids(self) -> Vec<i64> {
        if self.is_whole() {
            return self.few;
        }
        let kept = self.cells.into_values().flatten().map(|(_, did)| did);
        let mut dids: Vec<i64> = kept.collect::<HashSet<_>>().into_iter().collect();
        dids.sort_unstable();
        dids
    }

    /// Cells whose centre the box holds.
    fn centres(&self, rim: Rect) -> Vec<(usize, Coord)> {
        let (columns, rows) = (self.steps(rim, |at| at.x), self.steps(rim, |at| at.y));
        let cells = rows.flat_map(|row| columns.clone().map(move |column| (column, row)));
        cells
            .map(|(column, row)| (row * SIDE + column, self.centre(column, row)))
            .collect()
    }

    fn centre(&self, column: usize, row: usize) -> Coord {
        let at =
            |from: f64, length: f64, step: usize| from + length * (part(step) + 0.5) / part(SIDE);
        Coord {
            x: at(self.around.min().x, self.around.width(), column),
            y: at(self.around.min().y, self.around.height(), row),
        }
    }

    /// Columns or rows that the box touches.
    fn steps(&self, rim: Rect, along: impl Fn(Coord) -> f64) -> std::ops::Range<usize> {
        let step = |at: f64| self.step(at, &along);
        let beyond = step(along(rim.max())) + 1;
        step(along(rim.min()))..beyond
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped to the grid"
    )]
    fn step(&self, at: f64, along: &impl Fn(Coord) -> f64) -> usize {
        let (from, to) = (along(self.around.min()), along(self.around.max()));
        let share = (at - from) / (to - from).max(1e-12);
        (share * part(SIDE)).clamp(0.0, part(SIDE - 1)) as usize
    }

    fn cell(&self, at: Coord) -> usize {
        self.step(at.y, &|at: Coord| at.y) * SIDE + self.step(at.x, &|at: Coord| at.x)
    }
}

/// A small number.
fn part(number: usize) -> f64 {
    f64::from(u16::try_from(number).unwrap_or(u16::MAX))
}

/// The cheapest few.
fn keep(kept: &mut Vec<(f64, i64)>, price: f64, did: i64) {
    let at = kept.partition_point(|known| (known.0, known.1) < (price, did));
    if at < A_CELL {
        kept.insert(at, (price, did));
        kept.truncate(A_CELL);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(west: f64, south: f64, side: f64) -> MultiPolygon {
        MultiPolygon(vec![
            Rect::new((west, south), (west + side, south + side)).to_polygon(),
        ])
    }

    #[test]
    fn a_few_are_all_kept() {
        let mut list = Shortlist::new(Rect::new((100.0, 30.0), (110.0, 40.0)));
        for did in 0..50 {
            list.offer(did, 1.0, &square(100.0, 30.0, 1.0));
        }
        assert!(list.is_whole());
        assert_eq!(list.dids(), (0..50).collect::<Vec<_>>());
    }

    #[test]
    fn of_many_each_cell_keeps_its_cheapest() {
        let mut list = Shortlist::new(Rect::new((100.0, 30.0), (110.0, 40.0)));
        for did in 0..20_000_i32 {
            let (column, row) = (did % 10, did / 10 % 10);
            let footprint = square(100.0 + f64::from(column), 30.0 + f64::from(row), 1.0);
            list.offer(i64::from(did), f64::from(20_000 - did), &footprint);
        }
        assert!(!list.is_whole());
        let dids = list.dids();
        assert!(dids.len() <= 100 * A_CELL, "{}", dids.len());
        for best in 19_900..20_000 {
            assert!(dids.contains(&best), "{best}");
        }
    }

    /// Smaller than a cell, and holding no centre.
    #[test]
    fn small_scenes_are_kept_where_they_lie() {
        let mut list = Shortlist::new(Rect::new((100.0, 30.0), (110.0, 40.0)));
        list.offer(-1, 1.0, &square(100.01, 30.01, 0.02));
        for did in 0..3000 {
            list.offer(did, 1.0, &square(105.0, 35.0, 0.02));
        }
        let dids = list.dids();
        assert!(dids.contains(&-1));
        assert!(dids.len() <= 2 * A_CELL);
    }
}

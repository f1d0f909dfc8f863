//! Making the cells of an area.

use super::{Cell, NumberLists, Raster, crosses};
use crate::area::edges::Edge;
use crate::corner::Extent;

/// Cells along the longer side, by the number of edges: finer cells decide more boxes and take longer to make.
const SIDES: [(usize, usize); 3] = [(64, 64), (20_000, 256), (usize::MAX, 512)];
/// Edges may be in several cells each; an area of thousands of long edges has fewer cells for it.
const MAX_IN_CELLS: usize = 400_000;
/// Where an edge meets the end of a row is computed in floating point, and wrong by less than this.
const SLACK: f64 = 2.0;

impl Raster {
    pub(in crate::area) fn new(edges: Vec<Edge>, extent: Extent, is_rectangle: bool) -> Self {
        let shift = shift_for(&edges, &extent, is_rectangle);
        let cells_along = |from: i32, to: i32| {
            let length = (i64::from(to) - i64::from(from)).max(0);
            usize::try_from(length >> shift).unwrap_or(0) + 1
        };
        let columns = cells_along(extent.west, extent.east);
        let rows = cells_along(extent.south, extent.north);
        let mut raster = Self {
            west: extent.west,
            south: extent.south,
            shift,
            columns,
            rows,
            cells: vec![Cell::Outside; columns * rows],
            with_edges: vec![0; columns.div_ceil(64) * rows],
            some: Vec::new(),
            inside: Vec::new(),
            edges,
            by_cell: NumberLists::default(),
            ending: NumberLists::default(),
            west_turns: vec![0; columns * rows],
        };
        raster.place_edges();
        for row in 0..rows {
            raster.classify(row);
        }
        raster.some = raster.summed(|cell| cell != Cell::Outside);
        raster.inside = raster.summed(|cell| cell == Cell::Inside);
        raster
    }

    /// Writes each edge into its cells and rows.
    fn place_edges(&mut self) {
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let (mut in_cells, mut ending) = (Vec::new(), Vec::new());
        for (at, edge) in self.edges.iter().enumerate() {
            for row in self.row(edge.low[1])..=self.row(edge.high[1]) {
                let (first, last) = self.columns_of(edge, row);
                for column in first..=last {
                    let cell = row * self.columns + column;
                    self.cells[cell] = Cell::Edge;
                    self.with_edges[row * self.columns.div_ceil(64) + column / 64] |=
                        1 << (column % 64);
                    in_cells.push((number(cell), number(at)));
                }
                if !crosses(edge, self.span(row)) {
                    ending.push((number(row), number(at)));
                } else if last + 1 < self.columns {
                    // Summed up along the row by `classify`.
                    self.west_turns[row * self.columns + last + 1] += i32::from(edge.turn);
                }
            }
        }
        self.by_cell = NumberLists::new(self.columns * self.rows, &in_cells);
        self.ending = NumberLists::new(self.rows, &ending);
    }

    /// The first and the last column of an edge in a row: where it surely is, and perhaps one more.
    fn columns_of(&self, edge: &Edge, row: usize) -> (usize, usize) {
        let (south, north) = self.span(row);
        let (low, high) = (edge.low, edge.high);
        let [west, east] = [low[0].min(high[0]), low[0].max(high[0])].map(f64::from);
        let height = f64::from(high[1]) - f64::from(low[1]);
        let (from, to) = if height > 0.0 {
            #[expect(clippy::cast_precision_loss, reason = "less than 2^53")]
            let at = |y: i64| {
                let share = (y as f64 - f64::from(low[1])) / height;
                f64::from(low[0]) + (f64::from(high[0]) - f64::from(low[0])) * share
            };
            let ends = [at(south.max(low[1].into())), at(north.min(high[1].into()))];
            (
                (ends[0].min(ends[1]) - SLACK).max(west),
                (ends[0].max(ends[1]) + SLACK).min(east),
            )
        } else {
            (west, east)
        };
        #[expect(
            clippy::cast_possible_truncation,
            reason = "between the ends of the edge, which are i32"
        )]
        let (from, to) = (from.floor() as i32, to.ceil() as i32);
        (self.column(from), self.column(to))
    }

    /// Says of each cell of a row without edges whether it is inside, and sums up the turns west of each.
    fn classify(&mut self, row: usize) {
        let (south, north) = self.span(row);
        let middle = i64::midpoint(south, north);
        let mut ending: Vec<(f64, i32)> = Vec::new();
        for edge in self
            .ending
            .list(row)
            .iter()
            .map(|number| &self.edges[*number as usize])
        {
            if i64::from(edge.low[1]) <= middle && middle < i64::from(edge.high[1]) {
                let [low, high] = [edge.low, edge.high].map(|end| end.map(f64::from));
                #[expect(clippy::cast_precision_loss, reason = "less than 2^53")]
                let share = (middle as f64 - low[1]) / (high[1] - low[1]);
                ending.push((low[0] + (high[0] - low[0]) * share, i32::from(edge.turn)));
            }
        }
        ending.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
        let mut ending = ending.into_iter().peekable();
        let (mut crossing_turns, mut ending_turns) = (0, 0);
        for column in 0..self.columns {
            let cell = row * self.columns + column;
            crossing_turns += self.west_turns[cell];
            self.west_turns[cell] = crossing_turns;
            let east =
                i64::from(self.west) + (i64::try_from(column + 1).unwrap_or(0) << self.shift);
            // No edge is in this cell, so whatever is west of its eastern end is west of all of it.
            #[expect(clippy::cast_precision_loss, reason = "less than 2^53")]
            while let Some((_, turn)) = ending.next_if(|(x, _)| *x < east as f64) {
                ending_turns += turn;
            }
            if self.cells[cell] == Cell::Outside && crossing_turns + ending_turns != 0 {
                self.cells[cell] = Cell::Inside;
            }
        }
    }

    /// How many cells south-west of each corner of cells are counted.
    fn summed(&self, counts: impl Fn(Cell) -> bool) -> Vec<u32> {
        let width = self.columns + 1;
        let mut table = vec![0_u32; width * (self.rows + 1)];
        for row in 0..self.rows {
            let mut of_row = 0;
            for column in 0..self.columns {
                of_row += u32::from(counts(self.cells[row * self.columns + column]));
                table[(row + 1) * width + column + 1] = table[row * width + column + 1] + of_row;
            }
        }
        table
    }
}

/// The logarithm of a cell's side: small enough for many cells, large enough for edges to be in few.
fn shift_for(edges: &[Edge], extent: &Extent, is_rectangle: bool) -> u32 {
    let length = |from: i32, to: i32| (i64::from(to) - i64::from(from)).max(1);
    let longer = length(extent.west, extent.east).max(length(extent.south, extent.north));
    let side = SIDES
        .iter()
        .find(|(most, _)| edges.len() <= *most)
        .map_or(1, |(_, side)| *side);
    // Of a rectangle the box says everything.
    let side = if is_rectangle { 1 } else { side };
    let mut shift = 0;
    while longer >> shift >= i64::try_from(side).unwrap_or(1) {
        shift += 1;
    }
    let in_cells = |shift: u32| -> i64 {
        let along = |from: i32, to: i32| (i64::from(to) - i64::from(from)).abs() >> shift;
        let cells =
            |edge: &Edge| along(edge.low[0], edge.high[0]) + along(edge.low[1], edge.high[1]) + 2;
        edges.iter().map(cells).sum()
    };
    let most = i64::try_from(MAX_IN_CELLS + 6 * edges.len()).unwrap_or(i64::MAX);
    while in_cells(shift) > most {
        shift += 1;
    }
    shift
}

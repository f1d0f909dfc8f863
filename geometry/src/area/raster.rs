//! The cells of an area: which lie inside it, which outside, and which edges are in the others.
//!
//! Summed-area tables (Crow, Computer Graphics 18, 1984) tell of any box of cells how many are what.

use std::ops::RangeInclusive;

use super::edges::Edge;
use crate::corner::{Corner, Extent, side};

mod build;

/// Lists of numbers in one allocation.
#[derive(Default)]
pub(super) struct NumberLists {
    begins: Vec<u32>,
    numbers: Vec<u32>,
}

impl NumberLists {
    /// Of pairs of a list, below `count`, and a number.
    fn new(count: usize, pairs: &[(u32, u32)]) -> Self {
        let mut begins = vec![0_u32; count + 1];
        for (list, _) in pairs {
            begins[*list as usize + 1] += 1;
        }
        for list in 0..count {
            begins[list + 1] += begins[list];
        }
        let mut next = begins.clone();
        let mut numbers = vec![0; pairs.len()];
        for (list, number) in pairs {
            let at = &mut next[*list as usize];
            numbers[*at as usize] = *number;
            *at += 1;
        }
        Self { begins, numbers }
    }

    fn list(&self, list: usize) -> &[u32] {
        &self.numbers[self.begins[list] as usize..self.begins[list + 1] as usize]
    }

    fn bytes(&self) -> usize {
        size_of_val(self.begins.as_slice()) + size_of_val(self.numbers.as_slice())
    }
}

/// How a cell lies to the area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cell {
    Outside,
    Edge,
    Inside,
}

/// A box of cells, its ends included.
#[derive(Clone, Copy)]
struct Window {
    columns: (usize, usize),
    rows: (usize, usize),
}

/// Square cells of a power of two parts of a degree; a place belongs to the cell whose south-western corner is not beyond
/// it.
pub(super) struct Raster {
    west: i32,
    south: i32,
    /// The logarithm of a cell's side.
    shift: u32,
    columns: usize,
    rows: usize,
    cells: Vec<Cell>,
    /// A bit for each cell with an edge; every row begins with a new word.
    with_edges: Vec<u64>,
    /// Cells that are not outside, south-west of a corner of cells.
    some: Vec<u32>,
    /// Cells that are inside, south-west of a corner of cells.
    inside: Vec<u32>,
    pub(super) edges: Vec<Edge>,
    by_cell: NumberLists,
    /// Of each row the edges that begin or end within it.
    ending: NumberLists,
    /// Of each cell with an edge: the turns of all edges that cross its row from bottom to top and lie wholly west of it.
    west_turns: Vec<i32>,
}

impl Raster {
    fn column(&self, x: i32) -> usize {
        let from_west = i64::from(x.max(self.west)) - i64::from(self.west);
        (usize::try_from(from_west >> self.shift).unwrap_or(0)).min(self.columns - 1)
    }

    fn row(&self, y: i32) -> usize {
        let from_south = i64::from(y.max(self.south)) - i64::from(self.south);
        (usize::try_from(from_south >> self.shift).unwrap_or(0)).min(self.rows - 1)
    }

    /// The southern and the northern end of a row, the latter belonging to the next.
    fn span(&self, row: usize) -> (i64, i64) {
        let south = i64::from(self.south) + (i64::try_from(row).unwrap_or(0) << self.shift);
        (south, south + (1 << self.shift))
    }

    fn window(&self, extent: &Extent) -> Window {
        Window {
            columns: (self.column(extent.west), self.column(extent.east)),
            rows: (self.row(extent.south), self.row(extent.north)),
        }
    }

    /// How many cells of the window a table counts.
    fn sum(&self, table: &[u32], window: Window) -> u32 {
        let width = self.columns + 1;
        let at = |row: usize, column: usize| table[row * width + column];
        let ((west, east), (south, north)) = (window.columns, window.rows);
        at(north + 1, east + 1)
            .wrapping_add(at(south, west))
            .wrapping_sub(at(south, east + 1))
            .wrapping_sub(at(north + 1, west))
    }

    /// Whether all cells below the box, which meets the raster's, are outside.
    pub(super) fn misses(&self, extent: &Extent) -> bool {
        self.sum(&self.some, self.window(extent)) == 0
    }

    /// Whether all cells below the box, which lies in the raster's, are inside.
    pub(super) fn holds(&self, extent: &Extent) -> bool {
        let window = self.window(extent);
        let wide = window.columns.1 - window.columns.0 + 1;
        let high = window.rows.1 - window.rows.0 + 1;
        self.sum(&self.inside, window) as usize == wide * high
    }

    fn cell_of(&self, [x, y]: Corner) -> usize {
        self.row(y) * self.columns + self.column(x)
    }

    pub(super) fn surely_holds(&self, point: Corner) -> bool {
        self.cells[self.cell_of(point)] == Cell::Inside
    }

    /// Whether a place in the raster's box that is on no edge lies inside.
    pub(super) fn contains(&self, point: Corner, work: &mut u64) -> bool {
        let cell = self.cell_of(point);
        match self.cells[cell] {
            Cell::Outside => return false,
            Cell::Inside => return true,
            Cell::Edge => {}
        }
        let row = self.row(point[1]);
        let span = self.span(row);
        let here = self.by_cell.list(cell);
        let ending = self.ending.list(row);
        *work += (here.len() + ending.len()) as u64;
        let is_east_of = |edge: &Edge| side(edge.low, edge.high, point).is_lt();
        let mut turns = self.west_turns[cell];
        for edge in here.iter().map(|number| &self.edges[*number as usize]) {
            if crosses(edge, span) && is_east_of(edge) {
                turns += i32::from(edge.turn);
            }
        }
        for edge in ending.iter().map(|number| &self.edges[*number as usize]) {
            // An edge holds its lower end, not its upper one.
            if edge.low[1] <= point[1] && point[1] < edge.high[1] && is_east_of(edge) {
                turns += i32::from(edge.turn);
            }
        }
        turns != 0
    }

    /// Whether `test` holds for any edge whose box meets this one. An edge may be asked about more than once.
    pub(super) fn any_edge(
        &self,
        extent: &Extent,
        work: &mut u64,
        mut test: impl FnMut(&Edge) -> bool,
    ) -> bool {
        let window = self.window(extent);
        for row in window.rows.0..=window.rows.1 {
            for cell in self.cells_with_edges(row, window.columns.0..=window.columns.1) {
                let edges = self.by_cell.list(cell);
                *work += edges.len() as u64;
                let near = edges.iter().map(|number| &self.edges[*number as usize]);
                if near.filter(|edge| is_near(edge, extent)).any(&mut test) {
                    return true;
                }
            }
        }
        false
    }

    fn cells_with_edges(
        &self,
        row: usize,
        columns: RangeInclusive<usize>,
    ) -> impl Iterator<Item = usize> {
        const WORD: usize = u64::BITS as usize;
        let words = self.columns.div_ceil(WORD);
        let (first, last) = columns.into_inner();
        (first / WORD..=last / WORD).flat_map(move |word| {
            let mut bits = self.with_edges[row * words + word];
            if word == first / WORD {
                bits &= u64::MAX << (first % WORD);
            }
            if word == last / WORD {
                bits &= u64::MAX >> (WORD - 1 - last % WORD);
            }
            let cell = row * self.columns + word * WORD;
            std::iter::from_fn(move || {
                let bit = bits.trailing_zeros() as usize;
                bits &= bits.wrapping_sub(1);
                (bit < WORD).then_some(cell + bit)
            })
        })
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.cells.as_slice())
            + size_of_val(self.with_edges.as_slice())
            + size_of_val(self.some.as_slice())
            + size_of_val(self.inside.as_slice())
            + size_of_val(self.edges.as_slice())
            + size_of_val(self.west_turns.as_slice())
            + self.by_cell.bytes()
            + self.ending.bytes()
    }
}

/// Whether the edge goes through a row from its southern end to its northern one.
fn crosses(edge: &Edge, (south, north): (i64, i64)) -> bool {
    i64::from(edge.low[1]) <= south && i64::from(edge.high[1]) >= north
}

fn is_near(edge: &Edge, extent: &Extent) -> bool {
    edge.low[1] <= extent.north
        && edge.high[1] >= extent.south
        && edge.low[0].min(edge.high[0]) <= extent.east
        && edge.low[0].max(edge.high[0]) >= extent.west
}

//! A grid of cells over an area, and which of them a footprint covers: for pictures of density, and for shares of an area
//! that thousands of footprints cover together, where cutting outlines would take minutes.

use geo::{BoundingRect as _, Coord, MultiPolygon, Polygon, Rect};

/// Square cells, in degrees, over the box around an area. A cell is covered, or in the area, where its middle is.
#[derive(Debug, Clone, PartialEq)]
pub struct CellGrid {
    west: f64,
    south: f64,
    side: f64,
    columns: usize,
    rows: usize,
    inside: Vec<bool>,
}

impl CellGrid {
    /// Of at most `most` cells, as small as that allows. `None` where no middle of a cell lies in the area: it has no
    /// surface.
    #[must_use]
    pub fn over(area: &MultiPolygon, most: usize) -> Option<Self> {
        let rim = area.bounding_rect()?;
        let mut grid = Self::around(rim, most)?;
        let mut inside = vec![false; grid.len()];
        grid.each_covered(area, |cell| inside[cell] = true);
        grid.inside = inside;
        grid.inside.contains(&true).then_some(grid)
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a box of at most 360 degrees in at most `most` cells"
    )]
    fn around(rim: Rect, most: usize) -> Option<Self> {
        let (width, height) = (rim.width(), rim.height());
        if !(width > 0.0 && height > 0.0) {
            return None;
        }
        let most = most.max(1) as f64;
        // A thin area has one row, or one column, of which it has no more than as many.
        let mut side = (width * height / most).sqrt().max(width.max(height) / most);
        let count = |length: f64, side: f64| (length / side).ceil().max(1.0);
        // Rounding up may make some too many: a little larger then.
        while count(width, side) * count(height, side) > most {
            side *= 1.01;
        }
        let (columns, rows) = (count(width, side), count(height, side));
        // What cells are more than the box is on both sides of it: the middles of a single row run through a thin area.
        let middle = rim.center();
        Some(Self {
            west: middle.x - columns * side / 2.0,
            south: middle.y - rows * side / 2.0,
            side,
            columns: columns as usize,
            rows: rows as usize,
            inside: Vec::new(),
        })
    }

    /// The corner in the south-west.
    #[must_use]
    pub const fn corner(&self) -> [f64; 2] {
        [self.west, self.south]
    }

    /// Degrees along a cell.
    #[must_use]
    pub const fn side(&self) -> f64 {
        self.side
    }

    /// Cells from west to east, and from south to north.
    #[must_use]
    pub const fn size(&self) -> [usize; 2] {
        [self.columns, self.rows]
    }

    /// How many cells there are: row by row from the south, each from the west.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.columns * self.rows
    }

    /// Never: a grid has a cell.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether a cell is in the area.
    #[must_use]
    pub fn is_inside(&self, cell: usize) -> bool {
        self.inside.get(cell).is_some_and(|inside| *inside)
    }

    /// The cell that contains the point; `None`: outside of the grid.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "compared before"
    )]
    pub fn cell_at(&self, point: Coord) -> Option<usize> {
        let (x, y) = (
            (point.x - self.west) / self.side,
            (point.y - self.south) / self.side,
        );
        if x < 0.0 || y < 0.0 {
            return None;
        }
        let (column, row) = (x as usize, y as usize);
        (column < self.columns && row < self.rows).then_some(row * self.columns + column)
    }

    /// Tells each cell whose middle lies in one of the polygons, once for each of them.
    pub fn each_covered(&self, shape: &MultiPolygon, mut covered: impl FnMut(usize)) {
        for polygon in shape {
            self.each_in_polygon(polygon, &mut covered);
        }
    }

    /// Row by row: where the parallel through the middles crosses the rings, inside and outside take turns.
    fn each_in_polygon(&self, polygon: &Polygon, covered: &mut impl FnMut(usize)) {
        let Some(rim) = polygon.bounding_rect() else {
            return;
        };
        let rows = self.places(
            rim.min().y - self.south,
            rim.max().y - self.south,
            self.rows,
        );
        let mut crossings = Vec::new();
        for row in rows {
            let y = self.middle(self.south, row);
            crossings.clear();
            let rings = std::iter::once(polygon.exterior()).chain(polygon.interiors());
            for edge in rings.flat_map(geo::LineString::lines) {
                if (edge.start.y <= y) != (edge.end.y <= y) {
                    let along = (y - edge.start.y) / (edge.end.y - edge.start.y);
                    crossings.push(along.mul_add(edge.end.x - edge.start.x, edge.start.x));
                }
            }
            crossings.sort_unstable_by(f64::total_cmp);
            for pair in crossings.as_chunks::<2>().0 {
                let [from, to] = pair.map(|x| x - self.west);
                for column in self.places(from, to, self.columns) {
                    covered(row * self.columns + column);
                }
            }
        }
    }

    /// The cells of a row or column whose middles lie between two distances from its begin.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "clamped to the cells there are"
    )]
    fn places(&self, from: f64, to: f64, most: usize) -> std::ops::Range<usize> {
        let index = |distance: f64| {
            let index = (distance / self.side - 0.5).ceil();
            index.clamp(0.0, most as f64) as usize
        };
        index(from)..index(to)
    }

    #[expect(clippy::cast_precision_loss, reason = "a few hundred cells")]
    fn middle(&self, begin: f64, index: usize) -> f64 {
        (index as f64 + 0.5).mul_add(self.side, begin)
    }

    /// What share of the area's surface these cells are, 0 to 1: cells near the poles are smaller.
    #[must_use]
    pub fn share(&self, cells: &CellSet) -> f64 {
        let (mut part, mut whole) = (0.0, 0.0);
        for row in 0..self.rows {
            let weight = self.middle(self.south, row).to_radians().cos();
            for cell in row * self.columns..(row + 1) * self.columns {
                if self.is_inside(cell) {
                    whole += weight;
                    part += if cells.holds(cell) { weight } else { 0.0 };
                }
            }
        }
        if whole > 0.0 { part / whole } else { 0.0 }
    }
}

/// Some of a grid's cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellSet(Vec<u64>);

impl CellSet {
    /// None of the grid's.
    #[must_use]
    pub fn none_of(grid: &CellGrid) -> Self {
        Self(vec![0; grid.len().div_ceil(64)])
    }

    /// Takes a cell in.
    pub fn add(&mut self, cell: usize) {
        if let Some(word) = self.0.get_mut(cell / 64) {
            *word |= 1 << (cell % 64);
        }
    }

    /// Takes all of another set in.
    pub fn join(&mut self, other: &Self) {
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    /// Whether a cell is in it.
    #[must_use]
    pub fn holds(&self, cell: usize) -> bool {
        self.0
            .get(cell / 64)
            .is_some_and(|word| (word >> (cell % 64)) & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use geo::Contains as _;
    use wkt::TryFromWkt as _;

    use super::*;

    fn polygons(text: &str) -> MultiPolygon {
        match geo::Geometry::try_from_wkt_str(text).unwrap() {
            geo::Geometry::Polygon(polygon) => MultiPolygon(vec![polygon]),
            geo::Geometry::MultiPolygon(polygons) => polygons,
            other => panic!("{other:?}"),
        }
    }

    fn covered(grid: &CellGrid, shape: &MultiPolygon) -> CellSet {
        let mut set = CellSet::none_of(grid);
        grid.each_covered(shape, |cell| set.add(cell));
        set
    }

    #[test]
    fn cells_are_as_many_as_were_asked_for_and_square() {
        for (area, most) in [
            ("POLYGON((0 0,10 0,10 10,0 10,0 0))", 100),
            ("POLYGON((73 3,135 3,135 54,73 54,73 3))", 12_000),
            ("POLYGON((0 0,30 0,30 0.01,0 0.01,0 0))", 50),
            ("POLYGON((0 0,10 0,10 10,0 10,0 0))", 1),
        ] {
            let grid = CellGrid::over(&polygons(area), most).unwrap();
            let [columns, rows] = grid.size();
            assert!(columns * rows <= most, "{area}: {columns} x {rows}");
            assert!(columns * rows * 3 > most, "{area}: {columns} x {rows}");
        }
        let nothing = MultiPolygon(Vec::new());
        assert_eq!(CellGrid::over(&nothing, 100), None);
    }

    #[test]
    fn a_cell_is_covered_where_its_middle_is() {
        let area = polygons("POLYGON((100 20,120 20,120 40,100 40,100 20))");
        let grid = CellGrid::over(&area, 1600).unwrap();
        for text in [
            "POLYGON((101 21,113 25,109 37,103 33,101 21))",
            // With a hole, and partly outside.
            "POLYGON((90 25,130 25,130 35,90 35,90 25),(104 27,112 27,112 33,104 33,104 27))",
            "MULTIPOLYGON(((101 21.1,104 21.1,104 24.1,101 21.1)),((110 30,115 30,115 36,110 30)))",
        ] {
            let shape = polygons(text);
            let set = covered(&grid, &shape);
            let [columns, rows] = grid.size();
            for row in 0..rows {
                for column in 0..columns {
                    let middle = Coord {
                        x: grid.middle(grid.west, column),
                        y: grid.middle(grid.south, row),
                    };
                    let cell = row * columns + column;
                    assert_eq!(
                        set.holds(cell),
                        shape.contains(&middle),
                        "{text} {middle:?}"
                    );
                    assert_eq!(grid.cell_at(middle), Some(cell));
                }
            }
        }
        assert_eq!(grid.cell_at(Coord { x: 99.0, y: 30.0 }), None);
        assert_eq!(grid.cell_at(Coord { x: 110.0, y: 41.0 }), None);
    }

    #[test]
    fn shares_are_of_the_surface_of_the_area_alone() {
        let area = polygons("POLYGON((0 0,20 0,20 20,0 0))");
        let grid = CellGrid::over(&area, 10_000).unwrap();
        let half = covered(&grid, &polygons("POLYGON((10 -5,30 -5,30 30,10 30,10 -5))"));
        // Three quarters of a triangle on a plane; here the part in the south counts a little more.
        let share = grid.share(&half);
        assert!((0.74..0.76).contains(&share), "{share}");
        let mut all = covered(&grid, &polygons("POLYGON((-5 -5,10 -5,10 30,-5 30,-5 -5))"));
        all.join(&half);
        assert!((grid.share(&all) - 1.0).abs() < 1e-12);
        assert!(grid.share(&CellSet::none_of(&grid)).abs() < 1e-12);
    }
}

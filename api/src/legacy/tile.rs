//! Tiles of maps in Web Mercator.

use std::f64::consts::PI;

use pmtiles::{TileCoord, TileId};

/// Half the width of the world in the metres of Web Mercator.
const HALF_WORLD: f64 = PI * 6_378_137.0;

/// Where a tile lies in the pyramid of Web Mercator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tile {
    pub(super) zoom: u8,
    /// Row of the tile, counted from the north.
    pub(super) row: u32,
    pub(super) column: u32,
}

impl Tile {
    /// `None`: there is no such place.
    pub(super) fn new(zoom: u8, row: u32, column: u32) -> Option<Self> {
        TileCoord::new(zoom, column, row).ok()?;
        Some(Self { zoom, row, column })
    }

    /// What the file calls it; 0, the whole world, of what is no place.
    pub(super) fn id(self) -> u64 {
        let coord = TileCoord::new(self.zoom, self.column, self.row);
        coord.map_or(0, |coord| TileId::from(coord).value())
    }

    pub(super) fn row_from_below(self) -> u32 {
        // A tile lies within its level, which has at most 2^31 rows.
        (1_u32 << self.zoom) - 1 - self.row
    }

    /// West, south, east and north in metres of Web Mercator.
    pub(super) fn extent(self) -> String {
        let side = 2.0 * HALF_WORLD / f64::from(1_u32 << self.zoom);
        let west = f64::from(self.column).mul_add(side, -HALF_WORLD);
        let north = f64::from(self.row).mul_add(-side, HALF_WORLD);
        format!("{west},{},{},{north}", north - side, west + side)
    }
}

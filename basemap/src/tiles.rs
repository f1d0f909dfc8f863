//! Shapes as vector tiles in one PMTiles file.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;

use anyhow::Context as _;
use mvt::{GeomData, GeomEncoder, GeomType, Tile};
use pmtiles::{PmTilesWriter, TileCoord, TileId, TileType};

use crate::clip::{Bounds, clip};
use crate::shapes::{Corner, Outline, Shape};

/// Units on the side of a tile; it is looked at 512 pixels wide.
const UNITS: u32 = 4096;

/// Margin of a tile, in its units, so that lines do not end at its edge.
const MARGIN: f64 = 64.0;

/// The deepest level of China, and of the world around it. What is deeper is drawn from the tile above.
const DEEPEST: u8 = 10;
const DEEPEST_ABROAD: u8 = 6;

/// China and its seas, in the unit square: 72 to 137 degrees east, 2 to 55 north.
const CHINA: Bounds = Bounds {
    x: [0.7, 0.8806],
    y: [0.3160, 0.4945],
};

/// The layers, in the order in which they are drawn.
const LAYERS: [&str; 4] = ["land", "water", "boundary", "place"];

const ATTRIBUTION: &str = "天地图, GSHHG, GeoNames";

/// Writes the map.
pub fn write(shapes: &[Shape], to: &Path) -> anyhow::Result<()> {
    let mut tiles = BTreeMap::new();
    quarter(TileAddress { z: 0, x: 0, y: 0 }, shapes, &mut tiles)?;
    let layers: Vec<_> = LAYERS
        .iter()
        .map(|id| serde_json::json!({ "id": id, "fields": { "kind": "String", "name": "String", "name:en": "String" } }))
        .collect();
    let metadata = serde_json::json!({
        "name": "scenedock base map", "attribution": ATTRIBUTION, "type": "baselayer", "vector_layers": layers,
    });
    let file = File::create(to).with_context(|| to.display().to_string())?;
    let mut writer = PmTilesWriter::new(TileType::Mvt)
        .min_zoom(0)
        .max_zoom(DEEPEST)
        .bounds(-180.0, -85.0, 180.0, 85.0)
        .center(108.2, 29.07)
        .center_zoom(4)
        .metadata(metadata.to_string())
        .create(file)?;
    for (id, data) in tiles {
        writer.add_tile(TileId::new(id)?.into(), &data)?;
    }
    Ok(writer.finalize()?)
}

#[derive(Debug, Clone, Copy)]
struct TileAddress {
    z: u8,
    x: u32,
    y: u32,
}

impl TileAddress {
    fn side(self) -> f64 {
        1.0 / f64::from(1_u32 << self.z)
    }

    fn bounds(self, margin: f64) -> Bounds {
        let side = self.side();
        let low = |index: u32| f64::from(index) * side;
        let part = |index| {
            [
                low(index) - margin * side,
                low(index) + (1.0 + margin) * side,
            ]
        };
        Bounds {
            x: part(self.x),
            y: part(self.y),
        }
    }

    fn deepest(self) -> u8 {
        let Bounds { x, y } = self.bounds(0.0);
        let meets = |a: [f64; 2], b: [f64; 2]| a[0] < b[1] && b[0] < a[1];
        if meets(x, CHINA.x) && meets(y, CHINA.y) {
            DEEPEST
        } else {
            DEEPEST_ABROAD
        }
    }

    fn quarters(self) -> [TileAddress; 4] {
        let at = |dx, dy| TileAddress {
            z: self.z + 1,
            x: self.x * 2 + dx,
            y: self.y * 2 + dy,
        };
        [at(0, 0), at(1, 0), at(0, 1), at(1, 1)]
    }
}

/// Draws a tile and, from what lies on it, the four below.
fn quarter(
    at: TileAddress,
    shapes: &[Shape],
    tiles: &mut BTreeMap<u64, Vec<u8>>,
) -> anyhow::Result<()> {
    let id = TileId::from(TileCoord::new(at.z, at.x, at.y)?).value();
    tiles.insert(id, draw(at, shapes)?);
    for below in at.quarters() {
        if below.z > below.deepest() {
            continue;
        }
        let bounds = below.bounds(MARGIN / f64::from(UNITS));
        let exact = below.bounds(0.0);
        let mut parts = Vec::new();
        for shape in shapes {
            let bounds = if matches!(shape.outline, Outline::Point(_)) {
                &exact
            } else {
                &bounds
            };
            for outline in clip(&shape.outline, bounds) {
                parts.push(Shape {
                    outline,
                    ..shape.clone()
                });
            }
        }
        quarter(below, &parts, tiles)?;
    }
    Ok(())
}

fn draw(at: TileAddress, shapes: &[Shape]) -> anyhow::Result<Vec<u8>> {
    let mut tile = Tile::new(UNITS);
    for name in LAYERS {
        let mut layer = tile.create_layer(name);
        for shape in shapes
            .iter()
            .filter(|shape| shape.layer == name && shape.levels.contains(&at.z))
        {
            let Some(drawn) = outline(at, &shape.outline)? else {
                continue;
            };
            let mut feature = layer.into_feature(drawn);
            for (key, value) in &shape.tags {
                feature.add_tag_string(key, value);
            }
            layer = feature.into_layer();
        }
        // A tile without anything on it is written, too: what is not written is looked for in the tile above.
        if layer.num_features() > 0 || name == "land" {
            tile.add_layer(layer)?;
        }
    }
    Ok(tile.to_bytes()?)
}

type TilePoint = (i32, i32);

/// How far a corner must stand out to be drawn, in units: about a pixel, where one can come nearer; less at the end.
fn tolerance(z: u8) -> f64 {
    if z == DEEPEST { 2.0 } else { 6.0 }
}

fn outline(at: TileAddress, outline: &Outline) -> anyhow::Result<Option<GeomData>> {
    let (kind, parts) = match outline {
        Outline::Point(corner) => (GeomType::Point, vec![vec![tile_point(at, corner)]]),
        Outline::Line(line) => (GeomType::Linestring, vec![simple(at, line)]),
        Outline::Area(rings) => {
            let rings: Vec<Vec<TilePoint>> = rings.iter().map(|ring| simple(at, ring)).collect();
            if !rings.first().is_some_and(|ring| worth(ring)) {
                return Ok(None);
            }
            let rings = rings
                .into_iter()
                .filter(|ring| worth(ring))
                .map(apart)
                .collect();
            (GeomType::Polygon, rings)
        }
    };
    if matches!(kind, GeomType::Linestring) && parts[0].len() < 2 {
        return Ok(None);
    }
    let mut encoder = GeomEncoder::new(kind);
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            encoder.complete_geom()?;
        }
        for &(x, y) in part {
            encoder.add_point(f64::from(x), f64::from(y))?;
        }
    }
    Ok(Some(encoder.encode()?))
}

#[expect(clippy::cast_possible_truncation, reason = "units of a tile")]
fn tile_point(at: TileAddress, corner: &Corner) -> TilePoint {
    let units = f64::from(UNITS) / at.side();
    let x = corner.x * units - f64::from(at.x) * f64::from(UNITS);
    let y = corner.y * units - f64::from(at.y) * f64::from(UNITS);
    (x.round() as i32, y.round() as i32)
}

/// The corners that are seen at this level.
fn simple(at: TileAddress, line: &[Corner]) -> Vec<TilePoint> {
    let least = (tolerance(at.z) * at.side() / f64::from(UNITS)).powi(2);
    let mut points: Vec<TilePoint> = line
        .iter()
        .filter(|corner| corner.weight > least)
        .map(|corner| tile_point(at, corner))
        .collect();
    points.dedup();
    points
}

/// Whether a ring has more than a few square pixels.
fn worth(ring: &[TilePoint]) -> bool {
    let twice: i64 = ring
        .iter()
        .zip(ring.iter().cycle().skip(1))
        .map(|(a, b)| i64::from(a.0) * i64::from(b.1) - i64::from(b.0) * i64::from(a.1))
        .sum();
    ring.len() > 2 && twice.abs() > 300
}

/// The encoder takes a ring that begins where the one before ended for its continuation: rings begin with their lowest
/// corner, and end elsewhere.
fn apart(mut ring: Vec<TilePoint>) -> Vec<TilePoint> {
    if ring.first() == ring.last() {
        ring.pop();
    }
    ring
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes;
    use geo::{LineString, polygon};

    #[test]
    fn what_is_too_small_is_left_out_until_it_is_near() {
        let lake = polygon![(x: 104.0, y: 30.0), (x: 104.05, y: 30.0), (x: 104.05, y: 30.05), (x: 104.0, y: 30.05)];
        let shape = shapes::area(&lake);
        let far = TileAddress { z: 2, x: 3, y: 1 };
        assert!(outline(far, &shape).unwrap().is_none());
        let near = TileAddress {
            z: 10,
            x: 807,
            y: 422,
        };
        assert!(outline(near, &shape).unwrap().is_some());
    }

    #[test]
    fn a_line_keeps_its_ends_and_what_stands_out() {
        let line = LineString::from(vec![(0.0, 0.0), (10.0, 0.001), (20.0, 30.0), (40.0, 0.0)]);
        let Outline::Line(corners) = shapes::line(&line) else {
            panic!("a line")
        };
        let drawn = simple(TileAddress { z: 0, x: 0, y: 0 }, &corners);
        assert!(drawn.len() >= 3);
        assert_eq!(drawn[0], (2048, 2048));
    }

    #[test]
    fn china_is_deeper_than_the_world() {
        assert_eq!(
            TileAddress {
                z: 8,
                x: 201,
                y: 105
            }
            .deepest(),
            DEEPEST
        );
        assert_eq!(TileAddress { z: 7, x: 10, y: 50 }.deepest(), DEEPEST_ABROAD);
    }
}

//! Land, coasts and borders in one frame: China is what its regions cover, and what other sources draw gives way to it.
//!
//! GSHHG's coasts and WDBII's borders differ from the regions by hundreds of metres. Drawn as they are, land would stick
//! out behind the border and the border would run through the sea.

mod crossings;
mod outer;
mod point_grid;

use std::fs;
use std::path::Path;

use anyhow::Context as _;
use geo::{
    Area as _, BooleanOps as _, BoundingRect as _, Buffer as _, Coord, LineString, MultiLineString,
    MultiPolygon, Polygon, Simplify as _, unary_union,
};
use geojson::GeoJson;

use crate::regions::Region;
use crate::shapes::{self, Outline, Shape};
use crossings::Crossings;
use point_grid::PointGrid;

/// A land mass: islands have fewer corners.
const CONTINENT: usize = 20_000;

/// How far coasts of other sources lie off those of the regions, degrees.
const OFF_COAST: f64 = 0.05;

/// How near to China's border a border of another source is the same one, degrees.
const SAME_BORDER: f64 = 0.25;

/// China as its regions make it.
pub struct China {
    land: MultiPolygon<f64>,
    inside: Crossings,
    outline: PointGrid,
}

impl China {
    pub fn new(regions: &[Region]) -> Self {
        let provinces = regions.iter().filter(|region| region.level == 1);
        let parts: Vec<&Polygon<f64>> = provinces.flat_map(|region| region.shape.iter()).collect();
        // Regions are simplified one by one: what lies between them is no lake.
        let whole = |polygon: Polygon<f64>| Polygon::new(polygon.into_inner().0, Vec::new());
        let land = MultiPolygon(unary_union(parts).into_iter().map(whole).collect());
        let inside = Crossings::new(&land);
        let outline = PointGrid::new(land.iter().map(Polygon::exterior), 0.1);
        Self {
            land,
            inside,
            outline,
        }
    }

    pub fn contains(&self, at: Coord<f64>) -> bool {
        self.inside.contains(at)
    }

    /// Outlines of the land in the tile.
    pub fn shapes(&self) -> Vec<Shape> {
        let shape = |polygon| Shape::new("land", "china", 0, shapes::area(polygon));
        self.land.iter().map(shape).collect()
    }
}

/// The land of others with its coast, and the coast and land border of China.
pub fn land(china: &China, all: &[Polygon<f64>]) -> Vec<Shape> {
    let continents: Vec<&Polygon<f64>> = all
        .iter()
        .filter(|polygon| polygon.exterior().0.len() > CONTINENT && touches(china, polygon))
        .collect();
    let around = Crossings::new(&MultiPolygon(
        continents.iter().map(|one| (*one).clone()).collect(),
    ));
    let outer::Outer { coasts, borders } = outer::split(&china.land, &china.inside, &around);
    let zone = MultiLineString(coasts.clone())
        .simplify(0.01)
        .buffer(OFF_COAST);
    let taken = unary_union(zone.iter().chain(&china.land));
    let mut land: Vec<Polygon<f64>> = Vec::new();
    for polygon in all {
        if continents.iter().any(|one| std::ptr::eq(*one, polygon)) {
            land.extend(polygon.difference(&taken).into_iter().filter(|part| {
                part.unsigned_area() > 0.05 || !china.outline.near(middle(part), 0.2)
            }));
        } else if !of_china(china, polygon) {
            land.push(polygon.clone());
        }
    }
    let mut shapes: Vec<Shape> = Vec::new();
    for polygon in &land {
        let from = seen_from(extent_of(polygon.exterior()));
        shapes.push(Shape::new("land", "land", from, shapes::area(polygon)));
        let coast = away_from(china, polygon.exterior());
        shapes.extend(
            coast
                .iter()
                .map(|part| line("boundary", "coast", from, part)),
        );
    }
    shapes.extend(
        coasts
            .iter()
            .map(|part| line("boundary", "coast", seen_from(extent_of(part)), part)),
    );
    shapes.extend(
        borders
            .iter()
            .map(|part| line("boundary", "china", 0, part)),
    );
    shapes
}

fn line(layer: &'static str, kind: &str, from: u8, part: &LineString<f64>) -> Shape {
    Shape::new(layer, kind, from, shapes::line(part))
}

fn touches(china: &China, polygon: &Polygon<f64>) -> bool {
    polygon
        .exterior()
        .coords()
        .any(|at| china.outline.near(*at, 0.5))
}

/// An island that the regions have, somewhat beside.
fn of_china(china: &China, island: &Polygon<f64>) -> bool {
    let mut corners = island.exterior().coords();
    china.outline.near(middle(island), 0.1) || corners.any(|at| china.contains(*at))
}

fn middle(polygon: &Polygon<f64>) -> Coord<f64> {
    polygon
        .bounding_rect()
        .map_or(Coord::zero(), geo::Rect::center)
}

/// Where a ring is a coast and no border with China.
fn away_from(china: &China, ring: &LineString<f64>) -> Vec<LineString<f64>> {
    let close = |at: &Coord<f64>| china.outline.near(*at, OFF_COAST + 0.03);
    keep_where(ring, |a, b| !close(a) || !close(b))
}

/// The parts of a line whose edges are wanted.
fn keep_where(
    line: &LineString<f64>,
    condition: impl Fn(&Coord<f64>, &Coord<f64>) -> bool,
) -> Vec<LineString<f64>> {
    let mut parts: Vec<LineString<f64>> = Vec::new();
    let mut joined = false;
    for pair in line.0.windows(2) {
        let keep = condition(&pair[0], &pair[1]);
        match parts.last_mut() {
            Some(part) if keep && joined => part.0.push(pair[1]),
            _ if keep => parts.push(LineString(pair.to_vec())),
            _ => {}
        }
        joined = keep;
    }
    parts
}

/// The larger side of what bounds a line, degrees.
fn extent_of(line: &LineString<f64>) -> f64 {
    line.bounding_rect()
        .map_or(0.0, |rect| rect.width().max(rect.height()))
}

/// The first tile level where something of this extent is more than a dot: a tile of level 0 has 360 degrees on 512
/// pixels.
fn seen_from(extent: f64) -> u8 {
    (0..10)
        .find(|level| extent * 512.0 / 360.0 * f64::from(1_u32 << level) > 2.5)
        .unwrap_or(10)
}

pub fn lakes(all: &[Polygon<f64>]) -> Vec<Shape> {
    let lake = |polygon: &Polygon<f64>| {
        let from = seen_from(extent_of(polygon.exterior()) / 2.0).max(2);
        Shape::new("water", "lake", from, shapes::area(polygon))
    };
    all.iter().map(lake).collect()
}

/// First tile level of a river by its length in degrees: WDBII's ranks are not in the packages.
fn river_from(length: f64) -> u8 {
    match length {
        8.0.. => 2,
        3.0.. => 3,
        1.5.. => 4,
        0.7.. => 5,
        0.3.. => 7,
        _ => 8,
    }
}

/// Rivers; the wide ones are drawn with both banks, as rings.
pub fn rivers(all: &[LineString<f64>]) -> Vec<Shape> {
    use geo::{Euclidean, Length as _};
    let river = |line: &LineString<f64>| {
        if line.is_closed() && line.0.len() > 3 {
            let polygon = Polygon::new(line.clone(), Vec::new());
            let from = seen_from(extent_of(line) / 8.0).max(3);
            return Shape::new("water", "river", from, shapes::area(&polygon));
        }
        let length = Euclidean.length(line);
        Shape::new("water", "stream", river_from(length), shapes::line(line))
    };
    all.iter().map(river).collect()
}

/// Borders of other countries. What runs along China's border or behind it is left out; what led to it is led to China's
/// own.
pub fn foreign_borders(china: &China, all: &[LineString<f64>]) -> Vec<Shape> {
    let ours = |at: &Coord<f64>| china.contains(*at) || china.outline.near(*at, SAME_BORDER);
    let mut shapes = Vec::new();
    for border in all {
        for mut part in keep_where(border, |a, b| !ours(a) && !ours(b)) {
            let ends = [part.0[0], part.0[part.0.len() - 1]];
            if let Some(at) = china.outline.nearest(ends[0], SAME_BORDER * 1.6) {
                part.0.insert(0, at);
            }
            if let Some(at) = china.outline.nearest(ends[1], SAME_BORDER * 1.6) {
                part.0.push(at);
            }
            shapes.push(line("boundary", "country", 0, &part));
        }
    }
    shapes
}

/// The dashes in the South China Sea, which the portal has as areas of kind `dash`.
pub fn ten_dash_line(file: &Path) -> anyhow::Result<Vec<Shape>> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let GeoJson::FeatureCollection(all) = text.parse()? else {
        anyhow::bail!("{} is no collection", file.display());
    };
    let mut shapes = Vec::new();
    for feature in all.features {
        if feature.property("k").and_then(|kind| kind.as_str()) != Some("dash") {
            continue;
        }
        let geometry = feature.geometry.context("a dash without a shape")?;
        let dashes: MultiPolygon<f64> = geometry.try_into()?;
        // As lines: an area as narrow as this would be left out from afar.
        let lines = dashes.iter().map(|dash| shapes::line(dash.exterior()));
        shapes.extend(lines.map(|outline: Outline| Shape::new("boundary", "dash", 0, outline)));
    }
    Ok(shapes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use geo::polygon;

    /// A country from 0 to 10 degrees whose west is the sea.
    fn china() -> China {
        let land = MultiPolygon(vec![
            polygon![(x: 0., y: 0.), (x: 10., y: 0.), (x: 10., y: 10.), (x: 0., y: 10.)],
        ]);
        let inside = Crossings::new(&land);
        let outline = PointGrid::new(land.iter().map(Polygon::exterior), 0.1);
        China {
            land,
            inside,
            outline,
        }
    }

    #[test]
    fn a_border_along_ours_goes_and_one_that_leads_to_it_meets_it() {
        let along = LineString::from(vec![(10.1, 1.0), (10.1, 2.0), (10.1, 3.0)]);
        assert!(foreign_borders(&china(), &[along]).is_empty());
        let leading = LineString::from(vec![(14.0, 5.0), (10.3, 5.0), (10.1, 5.0)]);
        let shapes = foreign_borders(&china(), &[leading]);
        let Outline::Line(corners) = &shapes[0].outline else {
            panic!("a line")
        };
        let end = corners.last().unwrap();
        assert!((end.x - shapes::project(Coord { x: 10.0, y: 5.0 }).x).abs() < 1e-6);
    }

    #[test]
    fn an_island_beside_ours_is_ours() {
        let island = |x: f64| polygon![(x: x, y: 5.), (x: x + 0.02, y: 5.), (x: x + 0.02, y: 5.02)];
        assert!(of_china(&china(), &island(-0.05)));
        assert!(!of_china(&china(), &island(-1.0)));
    }

    #[test]
    fn what_is_larger_is_seen_from_farther() {
        assert_eq!(
            [seen_from(100.0), seen_from(1.0), seen_from(0.001)],
            [0, 1, 10]
        );
    }
}

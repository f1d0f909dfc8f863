//! The administrative regions of `api/data/regions.csv.gz`, and the borders between them.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::Path;

use anyhow::{Context as _, anyhow};
use flate2::read::GzDecoder;
use geo::{Coord, LineString, MultiPolygon};
use wkt::TryFromWkt as _;

use crate::shapes::{self, Shape};

/// One line of the file.
#[derive(Debug, Clone)]
pub struct Region {
    pub code: String,
    /// 0 nation, 1 province, 2 city, 3 county.
    pub level: u8,
    pub parent: String,
    pub pinyin: String,
    pub name: String,
    pub shape: MultiPolygon<f64>,
}

impl Region {
    /// The first two digits of the six that name a region in China: its province.
    pub fn province(&self) -> &str {
        self.code.get(3..5).unwrap_or_default()
    }
}

/// Reads `code,level,parent,initial,pinyin,name,WKT`.
pub fn read(file: &Path) -> anyhow::Result<Vec<Region>> {
    let open = File::open(file).with_context(|| file.display().to_string())?;
    let lines = BufReader::new(GzDecoder::new(open)).lines();
    lines.map(|line| parse(&line?)).collect()
}

fn parse(line: &str) -> anyhow::Result<Region> {
    let fields: Vec<&str> = line.splitn(7, ',').collect();
    let &[code, level, parent, _, pinyin, name, text] = fields.as_slice() else {
        return Err(anyhow!("not a region: {line:.60}"));
    };
    let shape =
        geo::Geometry::try_from_wkt_str(text).map_err(|fault| anyhow!("{code}: {fault}"))?;
    let shape = match shape {
        geo::Geometry::Polygon(polygon) => MultiPolygon(vec![polygon]),
        geo::Geometry::MultiPolygon(polygons) => polygons,
        _ => return Err(anyhow!("{code} has no area")),
    };
    Ok(Region {
        code: code.to_owned(),
        level: level.parse()?,
        parent: parent.to_owned(),
        pinyin: pinyin.to_owned(),
        name: name.to_owned(),
        shape,
    })
}

/// The regions that hold no other: nearly all are counties.
pub fn leaves(regions: &[Region]) -> Vec<&Region> {
    let parents: std::collections::HashSet<&str> = regions
        .iter()
        .map(|region| region.parent.as_str())
        .collect();
    regions
        .iter()
        .filter(|region| !parents.contains(region.code.as_str()))
        .collect()
}

/// A corner in millionths of a degree, so that equal corners are equal.
type Node = (i64, i64);

#[expect(
    clippy::cast_possible_truncation,
    reason = "degrees times a million fit"
)]
fn node(at: &Coord<f64>) -> Node {
    ((at.x * 1e6).round() as i64, (at.y * 1e6).round() as i64)
}

fn edge(a: &Coord<f64>, b: &Coord<f64>) -> (Node, Node) {
    let (a, b) = (node(a), node(b));
    if a < b { (a, b) } else { (b, a) }
}

/// Borders that two regions share, told by what they part: provinces, cities or counties.
pub fn inner_borders(regions: &[Region]) -> Vec<Shape> {
    let leaves = leaves(regions);
    let mut owners: HashMap<(Node, Node), [Option<usize>; 2]> = HashMap::new();
    for (index, region) in leaves.iter().enumerate() {
        for ring in rings(&region.shape) {
            for pair in ring.0.windows(2) {
                let sides = owners.entry(edge(&pair[0], &pair[1])).or_default();
                let free = usize::from(sides[0].is_some());
                sides[free] = Some(index);
            }
        }
    }
    let mut shapes = Vec::new();
    for (index, region) in leaves.iter().enumerate() {
        for ring in rings(&region.shape) {
            // Each border is drawn once: from the side of the region that comes first.
            let parts = ring
                .0
                .windows(2)
                .map(|pair| match owners[&edge(&pair[0], &pair[1])] {
                    [Some(first), Some(second)] if first == index && second != index => {
                        Some(parting(region, leaves[second]))
                    }
                    _ => None,
                });
            shapes.extend(runs(ring, parts));
        }
    }
    shapes
}

fn rings(shape: &MultiPolygon<f64>) -> impl Iterator<Item = &LineString<f64>> {
    let each =
        |polygon| std::iter::once(geo::Polygon::exterior(polygon)).chain(polygon.interiors());
    shape.iter().flat_map(each)
}

fn parting(one: &Region, other: &Region) -> &'static str {
    if one.province() != other.province() {
        "province"
    } else if one.parent != other.parent {
        "city"
    } else {
        "county"
    }
}

/// First tile level of a kind of border; a tile of level n is looked at from level n + 1 of the map on.
pub fn border_from(kind: &str) -> u8 {
    match kind {
        "province" => 2,
        "city" => 6,
        "county" => 8,
        _ => 0,
    }
}

/// Joins neighbouring edges of one kind.
fn runs<'a>(
    ring: &'a LineString<f64>,
    kinds: impl Iterator<Item = Option<&'static str>> + 'a,
) -> Vec<Shape> {
    let mut done: Vec<(&'static str, Vec<Coord<f64>>)> = Vec::new();
    let mut before = None;
    for (pair, kind) in ring.0.windows(2).zip(kinds) {
        if let Some(kind) = kind {
            match done.last_mut() {
                Some((_, line)) if before == Some(kind) => line.push(pair[1]),
                _ => done.push((kind, pair.to_vec())),
            }
        }
        before = kind;
    }
    let shape = |(kind, line): (&str, Vec<Coord<f64>>)| {
        let outline = shapes::line(&LineString(line));
        Shape::new("boundary", kind, border_from(kind), outline)
    };
    done.into_iter().map(shape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(code: &str, parent: &str, level: u8, x: f64) -> Region {
        let text = format!(
            "{code},{level},{parent},A,a,名,POLYGON(({x} 0,{} 0,{} 1,{x} 1,{x} 0))",
            x + 1.0,
            x + 1.0
        );
        parse(&text).unwrap()
    }

    #[test]
    fn a_border_is_drawn_once_and_told_by_what_it_parts() {
        let regions = [
            square("156510101", "156510100", 3, 0.0),
            square("156510102", "156510100", 3, 1.0),
            square("156510201", "156510200", 3, 2.0),
            square("156610101", "156610100", 3, 3.0),
        ];
        let kinds: Vec<_> = inner_borders(&regions)
            .into_iter()
            .map(|shape| shape.tags[0].1.clone())
            .collect();
        assert_eq!(kinds, ["county", "city", "province"]);
    }
}

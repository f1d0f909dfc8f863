//! The `.shp` of a shapefile ("ESRI Shapefile Technical Description", July 1998). Heights and measures are passed
//! over, and so is the index: the records stand one after another.

use geo::{Area as _, BoundingRect as _, Contains as _, Coord, LineString, MultiPolygon, Polygon};
use texts::AreaFileText;

use super::refusal::Refusal;
use crate::wkt::MAX_VERTICES;

const HEADER: usize = 100;
/// First number of every file.
const MAGIC: u32 = 9994;

/// The polygon of the only record that has one.
pub fn read(bytes: &[u8]) -> Result<MultiPolygon, Refusal> {
    let broken = || Refusal::unreadable(AreaFileText::ShapefileBroken);
    if bytes.len() < HEADER || big(bytes, 0) != Some(MAGIC) {
        return Err(broken());
    }
    let mut rest = &bytes[HEADER..];
    let mut found: Option<Vec<LineString>> = None;
    while !rest.is_empty() {
        // In words of two bytes.
        let length = big(rest, 4).ok_or_else(broken)? as usize * 2;
        let record = rest.get(8..8 + length).ok_or_else(broken)?;
        rest = &rest[8 + length..];
        match little(record, 0) {
            // An object without a shape.
            Some(0) => {}
            Some(5 | 15 | 25) if found.is_some() => return Err(Refusal::NotOnePolygon),
            Some(5 | 15 | 25) => found = Some(rings(record)?),
            // Points and lines.
            Some(1 | 3 | 8 | 11 | 13 | 18 | 21 | 23 | 28 | 31) => {
                return Err(Refusal::NotOnePolygon);
            }
            _ => return Err(broken()),
        }
    }
    let rings = found.ok_or(Refusal::NotOnePolygon)?;
    Ok(assembled(rings))
}

fn big(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

fn little(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

/// Type, box, number of parts, number of points, beginnings of the parts, points.
fn rings(record: &[u8]) -> Result<Vec<LineString>, Refusal> {
    let broken = || Refusal::unreadable(AreaFileText::ShapeBroken);
    let count = |at| {
        little(record, at)
            .map(|count| count as usize)
            .ok_or_else(broken)
    };
    let (parts, points) = (count(36)?, count(40)?);
    if points > MAX_VERTICES {
        return Err(Refusal::TooManyVertices);
    }
    if parts == 0 || parts > points {
        return Err(broken());
    }
    let mut begins: Vec<usize> = Vec::with_capacity(parts + 1);
    for part in 0..parts {
        begins.push(count(44 + 4 * part)?);
    }
    begins.push(points);
    let first = 44 + 4 * parts;
    let corners = record.get(first..first + 16 * points).ok_or_else(broken)?;
    let corners: Vec<Coord> = corners.chunks_exact(16).map(read_corner).collect();
    if corners
        .iter()
        .any(|corner| !corner.x.is_finite() || !corner.y.is_finite())
    {
        return Err(broken());
    }
    begins
        .windows(2)
        .map(|pair| {
            let ring = corners.get(pair[0]..pair[1]).ok_or_else(broken)?;
            let mut ring = LineString(ring.to_vec());
            ring.close();
            Ok(ring)
        })
        .collect()
}

fn read_corner(bytes: &[u8]) -> Coord {
    let number = |at: usize| {
        let mut number = [0; 8];
        number.copy_from_slice(&bytes[at..at + 8]);
        f64::from_le_bytes(number)
    };
    Coord {
        x: number(0),
        y: number(8),
    }
}

/// Rings that run clockwise are outlines, the others are holes in the smallest outline around them. A hole without an
/// outline was wound the wrong way.
pub fn assembled(rings: Vec<LineString>) -> MultiPolygon {
    let rings = rings.into_iter().map(|ring| Polygon::new(ring, Vec::new()));
    let (mut outlines, holes): (Vec<Polygon>, Vec<Polygon>) =
        rings.partition(|ring| ring.signed_area() <= 0.0);
    if outlines.is_empty() {
        return MultiPolygon(holes);
    }
    let mut wrongly_wound = Vec::new();
    for hole in holes {
        let around = outlines
            .iter_mut()
            .filter(|outline| surrounds(outline, &hole))
            .min_by(|one, other| one.unsigned_area().total_cmp(&other.unsigned_area()));
        match around {
            Some(outline) => outline.interiors_push(hole.exterior().clone()),
            None => wrongly_wound.push(hole),
        }
    }
    outlines.extend(wrongly_wound);
    MultiPolygon(outlines)
}

fn surrounds(outline: &Polygon, hole: &Polygon) -> bool {
    let boxes = outline.bounding_rect().zip(hole.bounding_rect());
    let inside = boxes.is_some_and(|(outer, inner)| outer.contains(&inner) || outer == inner);
    inside
        && hole
            .exterior()
            .coords()
            .any(|corner| Polygon::new(outline.exterior().clone(), Vec::new()).contains(corner))
}

//! Footprints in few bytes, and exactly: what is read back is what the text said, to the last bit.

use std::str::FromStr as _;

use geo::{BoundingRect as _, Coord, Geometry, LineString, Polygon};
use wkt::Wkt;

use super::tree::Edges;

/// Catalogues write at most seven decimals; such a number is a whole one of these parts of a degree.
const PARTS: f64 = 1e7;
/// What the low bits of the first word say of the rest.
const KIND_BITS: u32 = 2;
/// One ring; each corner is two whole numbers of parts.
const RING_OF_PARTS: u32 = 0;
/// One ring; each corner is two `f64`, two words each.
const RING: u32 = 1;
/// The text itself, four bytes a word.
const TEXT: u32 = 2;

/// A footprint as it is kept: kind and count in the first word.
pub(super) type Shape = Box<[u32]>;

/// The footprint of a stored text, and its box; `None` when it cannot be read or is empty, so meets nothing.
pub(super) fn keep(text: &str) -> Option<(Shape, Edges)> {
    if let Some(ring) = plain_ring(text) {
        let edges = edges_of(ring.iter().copied())?;
        return Some((keep_ring(&ring), edges));
    }
    let rect = read(text)?.bounding_rect()?;
    let edges = edges_of([rect.min(), rect.max()].into_iter())?;
    Some((keep_text(text), edges))
}

/// Reads a stored footprint.
pub(in super::super) fn read(text: &str) -> Option<Geometry> {
    Geometry::try_from(Wkt::<f64>::from_str(text).ok()?).ok()
}

/// What [`keep`] kept. `words` may go on behind the shape.
pub(super) fn restore(words: &[u32]) -> Option<Geometry> {
    let (first, rest) = words.split_first()?;
    let count = (first >> KIND_BITS) as usize;
    let ring: Vec<Coord> = match first & ((1 << KIND_BITS) - 1) {
        RING_OF_PARTS => rest
            .chunks_exact(2)
            .take(count)
            .map(|pair| Coord {
                x: f64::from(pair[0].cast_signed()) / PARTS,
                y: f64::from(pair[1].cast_signed()) / PARTS,
            })
            .collect(),
        RING => rest
            .chunks_exact(4)
            .take(count)
            .map(|four| Coord {
                x: whole(four[0], four[1]),
                y: whole(four[2], four[3]),
            })
            .collect(),
        _ => {
            let mut bytes: Vec<u8> = rest.iter().flat_map(|word| word.to_le_bytes()).collect();
            bytes.truncate(count);
            return read(std::str::from_utf8(&bytes).ok()?);
        }
    };
    // Closes the ring.
    Some(Polygon::new(LineString(ring), Vec::new()).into())
}

/// The box around what [`keep`] kept.
pub(super) fn edges(words: &[u32]) -> Option<Edges> {
    let rect = restore(words)?.bounding_rect()?;
    edges_of([rect.min(), rect.max()].into_iter())
}

/// Words of a shape that begins here.
pub(super) fn length(first: u32) -> usize {
    let count = (first >> KIND_BITS) as usize;
    1 + match first & ((1 << KIND_BITS) - 1) {
        RING_OF_PARTS => 2 * count,
        RING => 4 * count,
        _ => count.div_ceil(4),
    }
}

/// The corners of `POLYGON((...))` with one ring, each but once; anything else is left to the real reader.
fn plain_ring(text: &str) -> Option<Vec<Coord>> {
    let inside = text.strip_prefix("POLYGON((")?.strip_suffix("))")?;
    let mut ring = Vec::with_capacity(5);
    for place in inside.split(',') {
        let (x, y) = place.trim_start_matches(' ').split_once(' ')?;
        let (x, y) = (number(x)?, number(y)?);
        ring.push(Coord { x, y });
    }
    if ring.len() > 3 && ring.first() == ring.last() {
        ring.pop();
    }
    (ring.len() >= 3).then_some(ring)
}

/// Digits, sign and point only: words that Rust takes for numbers are none in WKT.
fn number(text: &str) -> Option<f64> {
    let plain = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.' || byte == b'-');
    plain.then(|| text.parse().ok()).flatten()
}

fn keep_ring(ring: &[Coord]) -> Shape {
    let parts: Option<Vec<u32>> = ring
        .iter()
        .flat_map(|place| [parts(place.x), parts(place.y)])
        .collect();
    let head = |kind: u32| [u32::try_from(ring.len()).unwrap_or(0) << KIND_BITS | kind];
    match parts {
        Some(parts) => head(RING_OF_PARTS).into_iter().chain(parts).collect(),
        None => head(RING)
            .into_iter()
            .chain(ring.iter().flat_map(|place| {
                let [[a, b], [c, d]] = [halves(place.x), halves(place.y)];
                [a, b, c, d]
            }))
            .collect(),
    }
}

fn keep_text(text: &str) -> Shape {
    let head = u32::try_from(text.len()).unwrap_or(0) << KIND_BITS | TEXT;
    let words = text.as_bytes().chunks(4).map(|bytes| {
        let mut word = [0; 4];
        word[..bytes.len()].copy_from_slice(bytes);
        u32::from_le_bytes(word)
    });
    std::iter::once(head).chain(words).collect()
}

/// The number as whole parts of a degree, if it is that to the last bit.
fn parts(degrees: f64) -> Option<u32> {
    let whole = (degrees * PARTS).round();
    if whole.abs() > f64::from(i32::MAX) {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "whole, and in range")]
    let whole = whole as i32;
    let same = (f64::from(whole) / PARTS).to_bits() == degrees.to_bits();
    same.then_some(whole.cast_unsigned())
}

fn halves(number: f64) -> [u32; 2] {
    let bits = number.to_bits();
    #[expect(clippy::cast_possible_truncation, reason = "that is the lower half")]
    let low = bits as u32;
    [low, (bits >> 32) as u32]
}

fn whole(low: u32, high: u32) -> f64 {
    f64::from_bits(u64::from(high) << 32 | u64::from(low))
}

/// The box around places, outwards to the next `f32`.
fn edges_of(places: impl Iterator<Item = Coord>) -> Option<Edges> {
    let mut edges: Option<[f64; 4]> = None;
    for place in places {
        if !(place.x.is_finite() && place.y.is_finite()) {
            return None;
        }
        let [west, south, east, north] = edges.unwrap_or([place.x, place.y, place.x, place.y]);
        edges = Some([
            west.min(place.x),
            south.min(place.y),
            east.max(place.x),
            north.max(place.y),
        ]);
    }
    edges.map(|[west, south, east, north]| outwards(west, south, east, north))
}

/// A box that holds the given one.
pub(super) fn outwards(west: f64, south: f64, east: f64, north: f64) -> Edges {
    #[expect(clippy::cast_possible_truncation, reason = "put right below")]
    let near = |number: f64| number as f32;
    let down = |number: f64| {
        let near = near(number);
        if f64::from(near) > number {
            near.next_down()
        } else {
            near
        }
    };
    let up = |number: f64| {
        let near = near(number);
        if f64::from(near) < number {
            near.next_up()
        } else {
            near
        }
    };
    [down(west), down(south), up(east), up(north)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_kind_is_restored() {
        for (text, kind) in [
            (
                "POLYGON((100 30,101 30,101 31,100 31,100 30))",
                RING_OF_PARTS,
            ),
            (
                "POLYGON((-100.1234567 30.5,-101 -0.25,101 31,-100.1234567 30.5))",
                RING_OF_PARTS,
            ),
            ("POLYGON((100 30,101 30,101 31,100 31))", RING_OF_PARTS),
            ("POLYGON((0 0,4 4,4 0,0 4,0 0))", RING_OF_PARTS),
            ("POLYGON((-0.0 30,101 30,101 31))", RING),
            (
                "POLYGON((100.123456789012 30,101 30.00000001,101 31,100.123456789012 30))",
                RING,
            ),
            ("POLYGON((300 30,301 30,301 31,300 30))", RING),
            ("POLYGON ((100 30, 101 30, 101 31, 100 30))", TEXT),
            ("POLYGON((0 0,9 0,9 9,0 0),(1 1,2 1,2 2,1 1))", TEXT),
            (
                "MULTIPOLYGON(((179 0,180 0,180 1,179 0)),((-180 0,-179 0,-180 1,-180 0)))",
                TEXT,
            ),
            (
                "GEOMETRYCOLLECTION(POINT(1 2),POLYGON((0 0,1 0,1 1,0 0)))",
                TEXT,
            ),
            ("POINT(100 30)", TEXT),
            ("POLYGON((1e2 30,101 30,101 31,100 30))", TEXT),
        ] {
            let (shape, edges) = keep(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(shape[0] & 3, kind, "{text}");
            assert_eq!(restore(&shape), read(text), "{text}");
            assert_eq!(length(shape[0]), shape.len(), "{text}");
            let rect = read(text)
                .and_then(|place| place.bounding_rect())
                .expect("a box");
            assert!(f64::from(edges[0]) <= rect.min().x && f64::from(edges[2]) >= rect.max().x);
            assert!(f64::from(edges[1]) <= rect.min().y && f64::from(edges[3]) >= rect.max().y);
        }
    }

    #[test]
    fn what_cannot_be_read_is_no_shape() {
        for text in [
            "",
            "POLYGON EMPTY",
            "GEOMETRYCOLLECTION EMPTY",
            "POLYGON((nan 1,2 3,4 5))",
            "x",
        ] {
            assert_eq!(keep(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_quad_is_restored_to_the_last_bit(
            corners in proptest::collection::vec((-180.0_f64..180.0, -90.0_f64..90.0), 3..7),
            decimals in 0_usize..12,
        ) {
            let places: Vec<String> =
                corners.iter().map(|(x, y)| format!("{x:.decimals$} {y:.decimals$}")).collect();
            let text = format!("POLYGON(({},{}))", places.join(","), places[0]);
            let (shape, _) = keep(&text).expect("a shape");
            prop_assert_eq!(restore(&shape), read(&text));
        }
    }
}

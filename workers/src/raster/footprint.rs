//! Outlines in EPSG:4326.

use std::fmt::Write as _;

/// Smallest box around a footprint, in degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// West.
    pub minx: f64,
    /// South.
    pub miny: f64,
    /// East.
    pub maxx: f64,
    /// North.
    pub maxy: f64,
}

/// One or more polygons within -180 to 180 and -90 to 90 degrees. What crosses the antimeridian is cut there
/// (RFC 7946, section 3.1.9), and its bounds reach from -180 to 180.
#[derive(Debug, Clone, PartialEq)]
pub struct Footprint {
    /// Each polygon: the outer ring, then its holes; rings are closed.
    polygons: Vec<Vec<Ring>>,
}

pub(crate) type Ring = Vec<(f64, f64)>;

impl Footprint {
    /// A polygon from its outer ring. `None` when it has no area or leaves the earth.
    pub(crate) fn from_ring(ring: Ring) -> Option<Self> {
        Self::from_polygons(vec![vec![ring]])
    }

    /// `None` when there is no polygon or one of them has no area or leaves the earth.
    pub(crate) fn from_polygons(polygons: Vec<Vec<Ring>>) -> Option<Self> {
        let mut whole = Vec::with_capacity(polygons.len());
        for mut polygon in polygons {
            for ring in &mut polygon {
                close(ring);
            }
            if !polygon.first().is_some_and(is_sound) {
                return None;
            }
            place(polygon, &mut whole);
        }
        (!whole.is_empty()).then_some(Self { polygons: whole })
    }

    /// Follows a ring over the antimeridian: a step of more than half the globe is one to the other side.
    pub(crate) fn unwrap(ring: &mut [(f64, f64)]) {
        let mut shift = 0.0;
        for index in 1..ring.len() {
            let before = ring[index - 1].0;
            let step = ring[index].0 + shift - before;
            if step > 180.0 {
                shift -= 360.0;
            } else if step < -180.0 {
                shift += 360.0;
            }
            ring[index].0 += shift;
        }
    }

    /// `POLYGON` or `MULTIPOLYGON`.
    #[must_use]
    pub fn wkt(&self) -> String {
        let points: usize = self.polygons.iter().flatten().map(Vec::len).sum();
        let mut text = String::with_capacity(24 + 24 * points);
        if let [polygon] = &self.polygons[..] {
            text += "POLYGON ";
            push_polygon(&mut text, polygon);
            return text;
        }
        text += "MULTIPOLYGON (";
        for (index, polygon) in self.polygons.iter().enumerate() {
            text += if index > 0 { "," } else { "" };
            push_polygon(&mut text, polygon);
        }
        text.push(')');
        text
    }

    /// The box around all of it.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        let mut bounds = Bounds {
            minx: f64::INFINITY,
            miny: f64::INFINITY,
            maxx: f64::NEG_INFINITY,
            maxy: f64::NEG_INFINITY,
        };
        for (x, y) in self.polygons.iter().flatten().flatten() {
            bounds.minx = bounds.minx.min(*x);
            bounds.miny = bounds.miny.min(*y);
            bounds.maxx = bounds.maxx.max(*x);
            bounds.maxy = bounds.maxy.max(*y);
        }
        bounds
    }
}

fn close(ring: &mut Ring) {
    if let Some(first) = ring.first().copied()
        && ring.last() != Some(&first)
    {
        ring.push(first);
    }
}

fn is_sound(ring: &Ring) -> bool {
    let on_earth = |(x, y): &(f64, f64)| x.abs() <= 540.0 && y.abs() <= 90.0 + 1e-9;
    ring.len() >= 4 && ring.iter().all(on_earth) && area(ring).abs() > 0.0
}

/// Twice the signed area.
fn area(ring: &Ring) -> f64 {
    let pairs = ring.windows(2);
    pairs
        .map(|pair| pair[0].0 * pair[1].1 - pair[1].0 * pair[0].1)
        .sum()
}

/// Brings the polygon between -180 and 180, in two pieces if need be.
fn place(mut polygon: Vec<Ring>, whole: &mut Vec<Vec<Ring>>) {
    let (mut west, mut east) = span(&polygon[0]);
    if east - west > 180.0 && follow_over_antimeridian(&mut polygon) {
        (west, east) = span(&polygon[0]);
    }
    if west >= -180.0 && east <= 180.0 {
        whole.push(polygon);
        return;
    }
    if east - west >= 360.0 {
        whole.push(clip(&polygon, -180.0, 180.0, 0.0));
        return;
    }
    let turns = ((west + 180.0) / 360.0).floor() * 360.0;
    for edge in [-180.0 + turns, 180.0 + turns] {
        let piece = clip(&polygon, edge, edge + 360.0, -(edge + 180.0));
        if piece.first().is_some_and(is_sound) {
            whole.push(piece);
        }
    }
}

fn span(ring: &Ring) -> (f64, f64) {
    ring.iter().fold(
        (f64::INFINITY, f64::NEG_INFINITY),
        |(west, east), (x, _)| (west.min(*x), east.max(*x)),
    )
}

/// A ring that jumps from one side of the map to the other was meant to cross the antimeridian, unless following it
/// leaves nothing (the whole globe jumps too).
fn follow_over_antimeridian(polygon: &mut Vec<Ring>) -> bool {
    let mut followed = polygon.clone();
    for ring in &mut followed {
        Footprint::unwrap(ring);
    }
    let (west, east) = span(&followed[0]);
    let closed = followed[0].first() == followed[0].last();
    let sensible = closed && east - west <= 180.0 && area(&followed[0]).abs() > 0.0;
    if sensible {
        *polygon = followed;
    }
    sensible
}

/// The part between two meridians (Sutherland and Hodgman, CACM 17, 1974), moved by `shift` degrees.
fn clip(polygon: &[Ring], west: f64, east: f64, shift: f64) -> Vec<Ring> {
    let mut pieces = Vec::new();
    for ring in polygon {
        let kept = clip_at(ring, |x| x - west);
        let kept = clip_at(&kept, |x| east - x);
        let mut moved: Ring = kept.into_iter().map(|(x, y)| (x + shift, y)).collect();
        close(&mut moved);
        if moved.len() >= 4 {
            pieces.push(moved);
        }
    }
    pieces
}

fn clip_at(ring: &Ring, inside: impl Fn(f64) -> f64) -> Ring {
    let mut kept = Ring::new();
    for pair in ring.windows(2) {
        let (from, to) = (inside(pair[0].0), inside(pair[1].0));
        if from >= 0.0 {
            kept.push(pair[0]);
        }
        if (from > 0.0 && to < 0.0) || (from < 0.0 && to > 0.0) {
            let part = from / (from - to);
            let (x, y) = pair[0];
            kept.push((x + (pair[1].0 - x) * part, y + (pair[1].1 - y) * part));
        }
    }
    close(&mut kept);
    kept
}

fn push_polygon(text: &mut String, polygon: &[Ring]) {
    text.push('(');
    for (index, ring) in polygon.iter().enumerate() {
        *text += if index > 0 { ",(" } else { "(" };
        for (index, (x, y)) in ring.iter().enumerate() {
            *text += if index > 0 { "," } else { "" };
            // Writing to a string cannot fail.
            let _ = write!(text, "{} {}", rounded(*x), rounded(*y));
        }
        text.push(')');
    }
    text.push(')');
}

/// Seven decimals: a centimetre.
fn rounded(degrees: f64) -> f64 {
    (degrees * 1e7).round() / 1e7
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rectangle(west: f64, east: f64) -> Ring {
        vec![(west, 10.0), (east, 10.0), (east, 20.0), (west, 20.0)]
    }

    #[test]
    fn a_plain_rectangle_stays_as_it_is() {
        let footprint = Footprint::from_ring(rectangle(100.0, 110.5)).unwrap();
        assert_eq!(
            footprint.wkt(),
            "POLYGON ((100 10,110.5 10,110.5 20,100 20,100 10))"
        );
        let bounds = footprint.bounds();
        assert_eq!((bounds.minx, bounds.maxy), (100.0, 20.0));
    }

    #[test]
    fn what_crosses_the_antimeridian_is_cut_there() {
        // East beyond 180, west beyond -180, and the jump that GeoJSON files have.
        for (west, east) in [(178.0, 183.0), (-182.0, -177.0), (178.0, -177.0)] {
            let footprint = Footprint::from_ring(rectangle(west, east)).unwrap();
            let wkt = footprint.wkt();
            assert!(wkt.starts_with("MULTIPOLYGON (((178 10,180 10,"), "{wkt}");
            assert!(wkt.contains("-177 20"), "{wkt}");
            let bounds = footprint.bounds();
            assert_eq!((bounds.minx, bounds.maxx), (-180.0, 180.0));
        }
    }

    #[test]
    fn the_whole_globe_is_not_a_sliver() {
        let globe = Footprint::from_ring(rectangle(-180.0, 180.0)).unwrap();
        assert!(globe.wkt().starts_with("POLYGON ((-180 10,180 10"));
        let shifted = Footprint::from_ring(rectangle(0.0, 360.0)).unwrap();
        assert!(shifted.bounds().minx <= 0.0 && shifted.bounds().maxx >= 180.0);
    }

    #[test]
    fn nothing_without_an_area_is_taken() {
        assert!(Footprint::from_ring(vec![(1.0, 1.0), (2.0, 2.0), (1.0, 1.0)]).is_none());
        assert!(Footprint::from_ring(vec![(1.0, 1.0); 5]).is_none());
        assert!(Footprint::from_ring(vec![(0.0, 0.0), (1.0, 91.0), (2.0, 0.0)]).is_none());
        assert!(Footprint::from_ring(vec![(0.0, 0.0), (f64::NAN, 1.0), (2.0, 0.0)]).is_none());
        assert!(Footprint::from_polygons(Vec::new()).is_none());
    }
}

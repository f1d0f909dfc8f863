//! Polygons that cross longitude 180 are cut there.

/// Closed.
type Ring = Vec<(f64, f64)>;

/// Follows a ring over the antimeridian: a step of more than half the globe is one to the other side.
pub fn unwrap_longitudes(ring: &mut [(f64, f64)]) {
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

/// Polygons within -180 to 180 and -90 to 90 degrees, of closed rings. `None` when one of them has no surface or leaves
/// the earth.
pub(super) fn cut(polygons: Vec<Vec<Ring>>) -> Option<Vec<Vec<Ring>>> {
    let mut whole = Vec::with_capacity(polygons.len());
    for mut polygon in polygons {
        for ring in &mut polygon {
            close(ring);
        }
        if !polygon.iter().all(is_on_earth) || !polygon.first().is_some_and(is_sound) {
            return None;
        }
        assign_hemisphere(polygon, &mut whole);
    }
    Some(whole)
}

fn close(ring: &mut Ring) {
    if let Some(first) = ring.first().copied()
        && ring.last() != Some(&first)
    {
        ring.push(first);
    }
}

/// Once around the globe either way is allowed; numbers that are none are nowhere.
fn is_on_earth(ring: &Ring) -> bool {
    ring.iter()
        .all(|(x, y)| x.abs() <= 540.0 && y.abs() <= 90.0 + 1e-9)
}

/// Whether not all corners are on one line. A ring that crosses itself may have a signed area of zero.
fn is_sound(ring: &Ring) -> bool {
    let [first, rest @ ..] = ring.as_slice() else {
        return false;
    };
    let Some(second) = rest.iter().find(|corner| *corner != first) else {
        return false;
    };
    let cross = |corner: &(f64, f64)| {
        (second.0 - first.0) * (corner.1 - first.1) - (second.1 - first.1) * (corner.0 - first.0)
    };
    rest.iter().any(|corner| cross(corner).abs() > 0.0)
}

/// Twice the signed area.
fn area(ring: &Ring) -> f64 {
    let pairs = ring.windows(2);
    pairs
        .map(|pair| pair[0].0 * pair[1].1 - pair[1].0 * pair[0].1)
        .sum()
}

/// Brings the polygon between -180 and 180, in two pieces if need be.
fn assign_hemisphere(mut polygon: Vec<Ring>, whole: &mut Vec<Vec<Ring>>) {
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
        unwrap_longitudes(ring);
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

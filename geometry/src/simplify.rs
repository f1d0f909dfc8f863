//! Outlines with fewer corners (Douglas and Peucker 1973), in a loop.
//!
//! `geo` does it by recursion, as deep as there are corners where each one splits off the next, as the teeth of a comb
//! do: deeper than a thread's stack. And it takes the square of their number; here a budget is spent.

use geo::{Coord, LineString, MultiPolygon, Polygon};

use domain::budget::{Budget, Exhausted};

/// Corners that are measured in one step of a budget.
const A_STEP: usize = 32;
/// Corners that are so nearly as far away as another one count as equally far, in degrees.
const EQUALLY_FAR: f64 = 1e-9;
/// A ring has three corners, and the first again.
const FEWEST: usize = 4;

/// Every ring with fewer corners, none of those left out farther than `tolerance` from what stays, in degrees. Rings of
/// which no surface stays vanish.
pub fn simplified(
    surface: &MultiPolygon,
    tolerance: f64,
    budget: &Budget,
) -> Result<MultiPolygon, Exhausted> {
    let mut parts = Vec::with_capacity(surface.0.len());
    for part in surface {
        let Some(exterior) = ring(part.exterior(), tolerance, budget)? else {
            continue;
        };
        let mut interiors = Vec::new();
        for interior in part.interiors() {
            interiors.extend(ring(interior, tolerance, budget)?);
        }
        parts.push(Polygon::new(exterior, interiors));
    }
    Ok(MultiPolygon(parts))
}

fn ring(
    ring: &LineString,
    tolerance: f64,
    budget: &Budget,
) -> Result<Option<LineString>, Exhausted> {
    let corners = &ring.0;
    let Some(last) = corners.len().checked_sub(1) else {
        return Ok(None);
    };
    let mut stays = vec![false; corners.len()];
    (stays[0], stays[last]) = (true, true);
    let mut spans = vec![(0, last)];
    while let Some((from, to)) = spans.pop() {
        if to - from < 2 {
            continue;
        }
        budget.spend(1 + (to - from) / A_STEP)?;
        let (farthest, distance) = farthest(corners, from, to);
        if distance > tolerance {
            stays[farthest] = true;
            spans.extend([(from, farthest), (farthest, to)]);
        }
    }
    let kept = corners.iter().zip(stays).filter(|(_, stays)| *stays);
    let kept: LineString = kept.map(|(corner, _)| *corner).collect();
    Ok((kept.0.len() >= FEWEST).then_some(kept))
}

/// The corner farthest from the line between two others; of those equally far the one nearest to their middle, so that
/// a comb is halved again and again.
fn farthest(corners: &[Coord], from: usize, to: usize) -> (usize, f64) {
    let middle = usize::midpoint(from, to);
    let mut best = (middle, 0.0);
    for (number, corner) in corners.iter().enumerate().take(to).skip(from + 1) {
        let distance = distance(*corner, corners[from], corners[to]);
        let as_far = distance > best.1 - EQUALLY_FAR;
        let is_nearer = number.abs_diff(middle) < best.0.abs_diff(middle);
        if distance > best.1 + EQUALLY_FAR || (as_far && is_nearer) {
            best = (number, distance);
        }
    }
    best
}

/// From a place to the line between two.
fn distance(point: Coord, from: Coord, to: Coord) -> f64 {
    let (along, there) = (to - from, point - from);
    let length = along.x * along.x + along.y * along.y;
    let part = if length > 0.0 {
        ((there.x * along.x + there.y * along.y) / length).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (there.x - part * along.x).hypot(there.y - part * along.y)
}

#[cfg(test)]
mod tests {
    use geo::Simplify as _;
    use proptest::prelude::*;

    use super::*;

    fn polygon(corners: impl Iterator<Item = (f64, f64)>) -> MultiPolygon {
        Polygon::new(corners.collect(), Vec::new()).into()
    }

    fn steps(count: u32) -> impl Iterator<Item = f64> {
        (0..count).map(f64::from)
    }

    #[test]
    fn a_comb_needs_no_deep_stack_and_few_steps() {
        let comb = polygon(steps(19_990).map(|number| {
            let tooth = if number % 2.0 == 0.0 { 0.0 } else { 5.0 };
            (100.0 + number / 1e4, 30.0 + tooth)
        }));
        let few = Budget::of_steps(200_000);
        let simple = simplified(&comb, 1e-5, &few).unwrap();
        assert_eq!(simple.0[0].exterior().0.len(), 19_991, "every tooth stays");
        let none = simplified(&comb, 1e-5, &Budget::of_steps(100));
        assert_eq!(none, Err(Exhausted::Steps));
    }

    #[test]
    fn what_is_smaller_than_the_tolerance_goes() {
        let speck = polygon([(0.0, 0.0), (0.001, 0.0), (0.0, 0.001)].into_iter());
        let simple = simplified(&speck, 0.1, &Budget::default()).unwrap();
        assert!(simple.0.is_empty());
    }

    proptest! {
        /// No corner is farther from what stays than the tolerance; `geo` keeps about as many.
        #[test]
        fn what_goes_was_near(
            heights in proptest::collection::vec(0_u16..1000, 3..200),
            tolerance in 1_u16..300,
        ) {
            let tolerance = f64::from(tolerance) / 1000.0;
            let count = u32::try_from(heights.len()).unwrap();
            let rough = steps(count).zip(&heights).map(|(number, height)| {
                let turn = std::f64::consts::TAU * number / f64::from(count);
                let far = 5.0 + f64::from(*height) / 1000.0;
                (far * turn.cos(), far * turn.sin())
            });
            let surface = polygon(rough);
            let simple = simplified(&surface, tolerance, &Budget::default()).unwrap();
            let kept = &simple.0[0].exterior().0;
            let corners = &surface.0[0].exterior().0;
            for corner in corners {
                let nearest = kept.windows(2).map(|edge| distance(*corner, edge[0], edge[1]));
                prop_assert!(nearest.fold(f64::INFINITY, f64::min) <= tolerance + 1e-9);
            }
            let of_geo = surface.simplify(tolerance).0[0].exterior().0.len();
            prop_assert!(kept.len() <= 2 * of_geo + 4, "{} {}", kept.len(), of_geo);
        }
    }
}

//! Edges of areas, and what each adds to how often the area goes around a place.

use crate::corner::Corner;

/// An edge, its lower end first. Which of two ends of the same latitude is first does not matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Edge {
    pub(super) low: Corner,
    pub(super) high: Corner,
    /// What it adds for places east of it: 1 or -1 for edges of rings, 0 for those of lines. Exteriors go one way round
    /// and holes the other, whichever way they were drawn: where the sum is not zero, it is inside.
    pub(super) turn: i8,
}

impl Edge {
    fn new(from: Corner, to: Corner, turn: i8) -> Self {
        if from[1] <= to[1] {
            Self {
                low: from,
                high: to,
                turn,
            }
        } else {
            Self {
                low: to,
                high: from,
                turn: -turn,
            }
        }
    }
}

/// The edges of a ring, closed or not.
pub(super) fn of_ring(ring: &[Corner], is_hole: bool) -> Vec<Edge> {
    let mut ring = ring.to_vec();
    ring.dedup();
    if ring.len() > 1 && ring.first() == ring.last() {
        ring.pop();
    }
    let turn = if (twice_surface(&ring) < 0) == is_hole {
        1
    } else {
        -1
    };
    let next = ring.iter().skip(1).chain(ring.first());
    ring.iter()
        .zip(next)
        .map(|(from, to)| Edge::new(*from, *to, turn))
        .collect()
}

/// The edges of a line; a single place is an edge from itself to itself.
pub(super) fn of_path(path: &[Corner]) -> Vec<Edge> {
    match path {
        [only] => vec![Edge::new(*only, *only, 0)],
        _ => path
            .windows(2)
            .map(|pair| Edge::new(pair[0], pair[1], 0))
            .collect(),
    }
}

/// Positive for a ring that goes around counterclockwise.
fn twice_surface(ring: &[Corner]) -> i128 {
    let next = ring.iter().skip(1).chain(ring.first());
    let parts = ring.iter().zip(next).map(|(from, to)| {
        let wide = |number: i32| i128::from(number);
        wide(from[0]) * wide(to[1]) - wide(to[0]) * wide(from[1])
    });
    parts.sum()
}

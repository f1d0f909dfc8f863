//! Where subscriptions look: which of them may want a scene, without asking each.

use std::collections::HashMap;

use geometry::{Bounds, Footprint, SearchArea};
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};

/// Most entries of one subscription that looks everywhere: one that names more pairs of satellite and node stands under its
/// satellites alone.
const MAX_PAIRS: usize = 256;

type PlacedBox = GeomWithData<Rectangle<[f64; 2]>, usize>;

/// Subscriptions, by their numbers in the book.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// Boxes of those that look somewhere.
    placed: RTree<PlacedBox>,
    /// Those that look everywhere, by satellite and catalogue node; under the empty word those that take any satellite, and
    /// under none those that take any node.
    anywhere: HashMap<String, HashMap<Option<i64>, Vec<usize>>>,
}

/// What decides where a subscription stands.
pub(super) struct Placement<'a> {
    pub(super) area: Option<&'a SearchArea>,
    pub(super) satellites: &'a [String],
    pub(super) nodes: &'a [i64],
}

impl Places {
    pub(super) fn arranged<'a>(all: impl Iterator<Item = Placement<'a>>) -> Self {
        let mut boxes = Vec::new();
        let mut anywhere = HashMap::new();
        for (number, placement) in all.enumerate() {
            match placement.area {
                Some(area) => boxes.extend(area.boxes().iter().map(|bounds| {
                    let corners = corners(*bounds);
                    PlacedBox::new(Rectangle::from_corners(corners[0], corners[1]), number)
                })),
                None => enter(&mut anywhere, &placement, number),
            }
        }
        Self {
            placed: RTree::bulk_load(boxes),
            anywhere,
        }
    }

    /// Those that may want a scene of this satellite and node (with all above it), each once, in order.
    pub(super) fn near(
        &self,
        (satellite, chain): (&str, &[i64]),
        footprint: &Footprint,
    ) -> Vec<usize> {
        let mut numbers = Vec::new();
        for by_node in ["", satellite]
            .into_iter()
            .filter_map(|name| self.anywhere.get(name))
        {
            let nodes = chain.iter().copied().map(Some).chain([None]);
            numbers.extend(nodes.filter_map(|node| by_node.get(&node)).flatten());
        }
        if let Some(bounds) = footprint.bounds() {
            let [low, high] = corners(bounds);
            let near = AABB::from_corners(low, high);
            let found = self.placed.locate_in_envelope_intersecting(&near);
            numbers.extend(found.map(|one| one.data));
        }
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }
}

fn enter(
    anywhere: &mut HashMap<String, HashMap<Option<i64>, Vec<usize>>>,
    placement: &Placement<'_>,
    number: usize,
) {
    let any = [String::new()];
    let satellites = if placement.satellites.is_empty() {
        &any[..]
    } else {
        placement.satellites
    };
    let is_many = satellites.len() * placement.nodes.len() > MAX_PAIRS;
    for satellite in satellites {
        let by_node = anywhere.entry(satellite.clone()).or_default();
        if placement.nodes.is_empty() || is_many {
            by_node.entry(None).or_default().push(number);
        } else {
            for node in placement.nodes {
                by_node.entry(Some(*node)).or_default().push(number);
            }
        }
    }
}

const fn corners(bounds: Bounds) -> [[f64; 2]; 2] {
    [[bounds.west, bounds.south], [bounds.east, bounds.north]]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placement<'a>(satellites: &'a [String], nodes: &'a [i64]) -> Placement<'a> {
        Placement {
            area: None,
            satellites,
            nodes,
        }
    }

    #[test]
    fn whoever_looks_everywhere_is_found_by_satellite_and_node_alone() {
        let (one, two) = ([String::from("GF1")], [String::from("GF2")]);
        let many: Vec<i64> = (100..100 + 300).collect();
        let both = ["GF1", "GF2"].map(String::from);
        let all = [
            placement(&[], &[]),
            placement(&one, &[]),
            placement(&two, &[]),
            placement(&[], &[7]),
            placement(&one, &[7, 3]),
            placement(&one, &[9]),
            placement(&both, &many),
        ];
        let places = Places::arranged(all.into_iter());
        let footprint: Footprint = "POLYGON((0 0,1 0,1 1,0 1,0 0))".parse().unwrap();
        let near = |satellite, chain: &[i64]| places.near((satellite, chain), &footprint);
        // Each once, although two of its nodes lie above the scene's.
        assert_eq!(near("GF1", &[7, 3, 1]), [0, 1, 3, 4, 6]);
        assert_eq!(near("GF2", &[1]), [0, 2, 6]);
        assert_eq!(near("ZY3", &[]), [0]);
    }
}

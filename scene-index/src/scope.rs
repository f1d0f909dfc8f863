//! What somebody may see.

use std::fmt;
use std::sync::Arc;

use geometry::{FootprintRef, SearchArea};
use sha2::{Digest as _, Sha256};

/// What somebody may see: scenes of at least one part. By default nothing, so that whoever forgets it finds nothing rather
/// than too much; a [`crate::Query`] is not made without one.
#[derive(Clone, Default)]
pub struct Scope(Extent);

#[derive(Clone, Default)]
enum Extent {
    Everything,
    Parts(Arc<[ScopePart]>),
    #[default]
    Nothing,
}

/// Scenes of these nodes whose footprints meet each of these areas.
#[derive(Clone)]
pub struct ScopePart {
    /// Catalogue nodes, in order, with those below them; `None`: all.
    pub nodes: Option<Vec<i64>>,
    /// Where; none: everywhere. More than one where two scopes are to hold at once.
    pub areas: Vec<Arc<SearchArea>>,
}

impl ScopePart {
    const fn is_everything(&self) -> bool {
        self.nodes.is_none() && self.areas.is_empty()
    }

    fn is_same_area(&self, other: &Self) -> bool {
        let mut pairs = self.areas.iter().zip(&other.areas);
        self.areas.len() == other.areas.len() && pairs.all(|(one, other)| Arc::ptr_eq(one, other))
    }

    fn join(&mut self, other: Self) {
        self.nodes = self.nodes.take().zip(other.nodes).map(|(mut nodes, more)| {
            nodes.extend(more);
            nodes.sort_unstable();
            nodes.dedup();
            nodes
        });
    }

    /// Whether all of the other one is in it, as far as the same areas tell.
    fn covers(&self, other: &Self) -> bool {
        let mut areas = self.areas.iter();
        let are_others = areas.all(|area| other.areas.iter().any(|it| Arc::ptr_eq(it, area)));
        let nodes = other.nodes.as_ref();
        let has_nodes = || nodes.is_some_and(|nodes| nodes.iter().all(|it| self.holds_node(*it)));
        are_others && (self.nodes.is_none() || has_nodes())
    }

    /// What is in both; `None`: they have no node in common.
    fn shared_with(&self, other: &Self) -> Option<Self> {
        let nodes = match (&self.nodes, &other.nodes) {
            (None, nodes) | (nodes, None) => nodes.clone(),
            (Some(nodes), Some(_)) => {
                let mut nodes = nodes.clone();
                nodes.retain(|node| other.holds_node(*node));
                Some(nodes)
            }
        };
        if nodes.as_ref().is_some_and(Vec::is_empty) {
            return None;
        }
        let mut areas = self.areas.clone();
        for area in &other.areas {
            if !areas.iter().any(|known| Arc::ptr_eq(known, area)) {
                areas.push(Arc::clone(area));
            }
        }
        Some(Self { nodes, areas })
    }

    /// What tells it from every other part.
    pub(crate) fn digest(&self) -> [u8; 32] {
        let mut digest = Sha256::new();
        match &self.nodes {
            None => digest.update([0]),
            Some(nodes) => {
                digest.update([1]);
                digest.update((nodes.len() as u64).to_le_bytes());
                for node in nodes {
                    digest.update(node.to_le_bytes());
                }
            }
        }
        digest.update((self.areas.len() as u64).to_le_bytes());
        for area in &self.areas {
            digest.update(area.digest());
        }
        digest.finalize().into()
    }

    /// Whether it holds scenes of this node.
    #[must_use]
    pub fn holds_node(&self, node: i64) -> bool {
        self.nodes
            .as_ref()
            .is_none_or(|nodes| nodes.binary_search(&node).is_ok())
    }

    /// Whether it holds this scene.
    #[must_use]
    pub fn holds(&self, node: i64, footprint: FootprintRef<'_>) -> bool {
        self.holds_node(node) && self.areas.iter().all(|area| area.meets(footprint))
    }
}

impl Scope {
    /// Every scene.
    #[must_use]
    pub const fn everything() -> Self {
        Self(Extent::Everything)
    }

    /// What is in at least one of these; of none: nothing.
    #[must_use]
    pub fn of_parts(parts: Vec<ScopePart>) -> Self {
        let mut joined: Vec<ScopePart> = Vec::new();
        for part in parts {
            if part.is_everything() {
                return Self::everything();
            }
            match joined.iter_mut().find(|known| known.is_same_area(&part)) {
                Some(known) => known.join(part),
                None => joined.push(part),
            }
        }
        if joined.iter().any(ScopePart::is_everything) {
            return Self::everything();
        }
        if joined.is_empty() {
            return Self::default();
        }
        Self(Extent::Parts(joined.into()))
    }

    /// The intersection of both.
    #[must_use]
    pub fn shared_with(&self, other: &Self) -> Self {
        match (self.parts(), other.parts()) {
            (None, _) => other.clone(),
            (_, None) => self.clone(),
            (Some(parts), Some(others)) => {
                let shared = parts.iter().flat_map(|one| {
                    // Mostly what both have of a unit, so that few pairs are left of many parts.
                    if others.iter().any(|other| other.covers(one)) {
                        return vec![one.clone()];
                    }
                    let shared = others.iter().filter_map(|other| one.shared_with(other));
                    shared.collect()
                });
                Self::of_parts(shared.collect())
            }
        }
    }

    /// Whether every scene is in it.
    #[must_use]
    pub const fn is_everything(&self) -> bool {
        matches!(self.0, Extent::Everything)
    }

    /// Its parts; `None`: everything.
    #[must_use]
    pub fn parts(&self) -> Option<&[ScopePart]> {
        match &self.0 {
            Extent::Everything => None,
            Extent::Parts(parts) => Some(parts),
            Extent::Nothing => Some(&[]),
        }
    }

    /// Whether it says where scenes must be, so that footprints have to be compared.
    #[must_use]
    pub fn has_areas(&self) -> bool {
        let parts = self.parts().unwrap_or_default();
        parts.iter().any(|part| !part.areas.is_empty())
    }

    /// Whether this scene is in it.
    #[must_use]
    pub fn holds(&self, node: i64, footprint: FootprintRef<'_>) -> bool {
        self.parts()
            .is_none_or(|parts| parts.iter().any(|part| part.holds(node, footprint)))
    }

    /// Whether it holds scenes of this node, wherever they are.
    #[must_use]
    pub fn holds_node(&self, node: i64) -> bool {
        self.parts()
            .is_none_or(|parts| parts.iter().any(|part| part.holds_node(node)))
    }

    /// Whether it holds every scene of this node.
    #[must_use]
    pub fn holds_all_of_node(&self, node: i64) -> bool {
        self.parts().is_none_or(|parts| {
            let mut everywhere = parts.iter().filter(|part| part.areas.is_empty());
            everywhere.any(|part| part.holds_node(node))
        })
    }
}

impl fmt::Debug for Scope {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(parts) = self.parts() else {
            return formatter.write_str("everything");
        };
        let parts = parts.iter().map(|part| {
            let boxes = part.areas.iter().map(|area| area.boxes());
            (&part.nodes, boxes.collect::<Vec<_>>())
        });
        formatter.debug_list().entries(parts).finish()
    }
}

#[cfg(test)]
mod tests {
    use geo::Rect;

    use super::*;

    fn area() -> Arc<SearchArea> {
        Arc::new(SearchArea::new(
            Rect::new((100.0, 30.0), (101.0, 31.0)).into(),
        ))
    }

    fn part(nodes: Option<&[i64]>, area: Option<&Arc<SearchArea>>) -> ScopePart {
        ScopePart {
            nodes: nodes.map(<[i64]>::to_vec),
            areas: area.cloned().into_iter().collect(),
        }
    }

    #[test]
    fn whoever_forgets_the_scope_finds_nothing() {
        let nothing = Scope::default();
        assert!(!nothing.is_everything() && !nothing.holds_node(1));
        assert_eq!(nothing.parts().map(<[_]>::len), Some(0));
        assert!(Scope::of_parts(Vec::new()).parts().is_some());
    }

    #[test]
    fn parts_of_one_area_become_one_and_everything_swallows_the_rest() {
        let (here, there) = (area(), area());
        let scope = Scope::of_parts(vec![
            part(Some(&[3, 1]), Some(&here)),
            part(Some(&[2, 3]), Some(&here)),
            part(Some(&[9]), Some(&there)),
            part(Some(&[7]), None),
        ]);
        let parts = scope.parts().unwrap();
        assert_eq!(parts.len(), 3);
        assert_eq!(parts[0].nodes.as_deref(), Some(&[1, 2, 3][..]));
        assert!(scope.has_areas() && scope.holds_node(9) && !scope.holds_node(4));
        assert!(scope.holds_all_of_node(7) && !scope.holds_all_of_node(9));
        for parts in [
            vec![part(Some(&[1]), None), part(None, None)],
            vec![part(None, None), part(None, Some(&here))],
        ] {
            assert!(Scope::of_parts(parts).is_everything());
        }
        let anywhere_here =
            Scope::of_parts(vec![part(Some(&[1]), Some(&here)), part(None, Some(&here))]);
        assert!(anywhere_here.parts().unwrap()[0].nodes.is_none());
    }

    #[test]
    fn a_scene_is_seen_where_node_and_place_are_of_one_part() {
        let here = area();
        let scope = Scope::of_parts(vec![part(Some(&[1]), Some(&here)), part(Some(&[2]), None)]);
        let inside = "POLYGON((100 30,100.5 30,100.5 30.5,100 30))".parse::<geometry::Footprint>();
        let outside = "POLYGON((10 30,10.5 30,10.5 30.5,10 30))".parse::<geometry::Footprint>();
        let (inside, outside) = (inside.unwrap(), outside.unwrap());
        let sees = |node, footprint: &geometry::Footprint| scope.holds(node, footprint.view());
        assert!(sees(1, &inside) && sees(2, &inside) && sees(2, &outside));
        assert!(!sees(1, &outside) && !sees(3, &inside));
    }

    #[test]
    fn what_two_share_is_of_the_nodes_and_in_the_areas_of_both() {
        let (here, there) = (area(), area());
        let one = Scope::of_parts(vec![
            part(Some(&[1, 2]), Some(&here)),
            part(Some(&[5]), None),
        ]);
        let other = Scope::of_parts(vec![
            part(Some(&[2, 3]), Some(&there)),
            part(Some(&[5]), Some(&here)),
        ]);
        for shared in [one.shared_with(&other), other.shared_with(&one)] {
            let parts = shared.parts().unwrap().iter();
            let mut parts: Vec<_> = parts.map(|part| (&part.nodes, part.areas.len())).collect();
            parts.sort_unstable();
            let (in_both, here_only) = (Some(vec![2]), Some(vec![5]));
            assert_eq!(parts, [(&in_both, 2), (&here_only, 1)]);
        }
        assert!(
            one.shared_with(&Scope::default())
                .parts()
                .unwrap()
                .is_empty()
        );
        assert_eq!(one.shared_with(&one).parts().unwrap().len(), 2);
        let everything = Scope::everything();
        assert!(everything.shared_with(&everything).is_everything());
        assert_eq!(everything.shared_with(&one).parts().unwrap().len(), 2);
        assert_eq!(one.shared_with(&everything).parts().unwrap().len(), 2);
    }
}

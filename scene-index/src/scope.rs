//! What somebody may see.

use std::sync::Arc;

use crate::area::Area;

/// What somebody may see: scenes of at least one part. By default nothing, so that whoever forgets it finds nothing rather
/// than too much; a [`crate::Query`] is not made without one.
#[derive(Debug, Clone, Default)]
pub struct Scope(Extent);

#[derive(Debug, Clone, Default)]
enum Extent {
    Everything,
    Parts(Arc<[ScopePart]>),
    #[default]
    Nothing,
}

/// Scenes of these nodes whose footprints meet this area.
#[derive(Debug, Clone)]
pub struct ScopePart {
    /// Catalogue nodes, with those below them; `None`: all.
    pub nodes: Option<Vec<i64>>,
    /// Where; `None`: everywhere.
    pub area: Option<Area>,
}

impl ScopePart {
    /// Whether it holds scenes of this node.
    #[must_use]
    pub fn holds_node(&self, node: i64) -> bool {
        self.nodes
            .as_ref()
            .is_none_or(|nodes| nodes.contains(&node))
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
        if parts.is_empty() {
            return Self::default();
        }
        let is_everything = |part: &ScopePart| part.nodes.is_none() && part.area.is_none();
        if parts.iter().any(is_everything) {
            return Self::everything();
        }
        Self(Extent::Parts(parts.into()))
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
}

//! What somebody may see, compared with the scenes of one moment.

use std::sync::Arc;

use geometry::{FootprintRef, SearchArea};

use super::super::SceneScope;
use super::area_memo::AreaEntry;
use super::content::IndexContent;

/// What a scene must be to be seen: of at least one part.
pub(super) struct ScopeTest<'a> {
    parts: Vec<PartTest<'a>>,
}

/// What a scene of one part is.
pub(super) struct PartTest<'a> {
    /// Its class is one of these, by number; `None`: any.
    pub(super) classes: Option<Vec<bool>>,
    /// It meets this; `None`: it is anywhere.
    pub(super) area: Option<ScopeArea<'a>>,
}

/// An area of a scope, and what is known of it already.
pub(super) struct ScopeArea<'a> {
    pub(super) area: &'a SearchArea,
    pub(super) entry: Arc<AreaEntry>,
}

impl<'a> ScopeTest<'a> {
    /// `None`: everything may be seen.
    pub(super) fn new(scope: &'a SceneScope, content: &IndexContent) -> Option<Self> {
        let parts = scope.parts()?.iter().map(|part| PartTest {
            classes: part
                .nodes
                .is_some()
                .then(|| content.classes.of_nodes(|node| part.holds_node(node))),
            area: part.area.as_ref().map(|area| ScopeArea {
                area,
                entry: content.memo.entry_of(area),
            }),
        });
        Some(Self {
            parts: parts.collect(),
        })
    }

    /// Which classes may be seen, where that is all there is to it.
    pub(super) fn classes(&self) -> Option<&[bool]> {
        match &self.parts[..] {
            [only] if only.area.is_none() => only.classes.as_deref(),
            _ => None,
        }
    }

    pub(super) fn parts(&self) -> &[PartTest<'a>] {
        &self.parts
    }

    /// Whether a scene may be seen, and how many edges were compared to know it.
    pub(super) fn holds(&self, class: u32, footprint: FootprintRef<'_>) -> (bool, u64) {
        let mut edges = 0;
        let seen = self.parts.iter().any(|part| {
            let is_of_class = part
                .classes
                .as_ref()
                .is_none_or(|classes| classes[class as usize]);
            is_of_class
                && part
                    .area
                    .as_ref()
                    .is_none_or(|it| it.area.meets_counting(footprint, &mut edges))
        });
        (seen, edges)
    }
}

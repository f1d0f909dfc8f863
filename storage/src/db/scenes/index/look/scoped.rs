//! Leaving out what whoever searches may not see.

use std::sync::Arc;

use geometry::FootprintRef;

use super::super::chunk::Chunk;
use super::super::row_set::{RowSet, RowSetBuilder};
use super::super::scope_test::ScopeArea;
use super::super::steps::{A_COMPARISON, FEW_TO_COMPARE, TOGETHER, steps};
use super::SceneTest;

impl SceneTest<'_> {
    /// Whether a scene is in the scope of whoever searches.
    pub(super) fn may_be_seen(&self, class: u32, footprint: FootprintRef<'_>) -> bool {
        self.scope.as_ref().is_none_or(|scope| {
            let (seen, edges) = scope.holds(class, footprint);
            self.step(A_COMPARISON + i64::try_from(edges).unwrap_or(i64::MAX));
            seen
        })
    }

    /// Leaves only those that whoever searches may see.
    pub(super) fn keep_what_may_be_seen(&self, chunk: &Arc<Chunk>, places: &mut RowSet) {
        let Some(scope) = &self.scope else {
            return;
        };
        if scope.parts().is_empty() {
            *places = RowSet::none(chunk.len());
            return;
        }
        if let Some(classes) = scope.classes() {
            self.step(steps(places.count()) / TOGETHER);
            places.retain(chunk.len(), |at| classes[chunk.classes[at] as usize]);
            return;
        }
        if places.count() <= FEW_TO_COMPARE {
            let mut seen = RowSetBuilder::new(chunk.len());
            for place in places.iter().take_while(|_| self.steps.get() > 0) {
                if self.may_be_seen(chunk.classes[place], chunk.footprint(place)) {
                    seen.add(u16::try_from(place).unwrap_or(u16::MAX));
                }
            }
            *places = seen.places();
            return;
        }
        let mut seen = RowSet::none(chunk.len());
        for part in scope.parts() {
            let mut there = match &part.area {
                None => places.clone(),
                Some(area) => self.all_places_in(area, chunk),
            };
            there.keep(places);
            if let Some(classes) = &part.classes {
                self.step(steps(there.count()) / TOGETHER);
                there.retain(chunk.len(), |at| classes[chunk.classes[at] as usize]);
            }
            seen.add(&there);
        }
        *places = seen;
    }

    /// Every scene of a chunk that meets an area of a scope, struck ones included. Whoever may see a province searches
    /// within it all day.
    fn all_places_in(&self, area: &ScopeArea<'_>, chunk: &Arc<Chunk>) -> RowSet {
        if let Some(known) = area.entry.known(chunk) {
            return RowSet::clone(&known);
        }
        let places = self.compared(area.area, chunk, |_| true);
        if self.steps.get() > 0 {
            area.entry.remember(chunk, &places);
        }
        places
    }
}

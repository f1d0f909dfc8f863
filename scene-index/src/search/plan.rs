//! A query, compared once with what the snapshot knows.

use std::sync::Arc;

use domain::budget::Exhausted;
use geometry::{AreaDigest, SearchArea};
use sha2::{Digest as _, Sha256};

use crate::cloud::{CLASSES, CloudLimit};
use crate::format::NO_TIME;
use crate::names::NameTest;
use crate::query::Query;
use crate::scene::SceneSource;
use crate::scope::{Scope, ScopePart};

/// What is known of all rows below a node and an area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// None meets it.
    Outside,
    /// All meet it.
    Inside,
    /// Some rows may match, others not: they are tested one by one.
    Open,
}

/// Which scenes of a source are taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SourceAccess {
    /// No scene of the source.
    Refused,
    /// Every scene of the source.
    Everywhere,
    /// Those that meet all areas of one of these parts of the scope, by their place in [`Plan::areas`].
    Within(Vec<Vec<usize>>),
}

/// A query, compared once with what the snapshot knows.
pub struct Plan<'a> {
    pub query: &'a Query,
    /// The area that is searched, if there is one, and then those of the scope that do not hold all of it.
    pub areas: Vec<&'a Arc<SearchArea>>,
    /// By the snapshot's number of the source.
    pub access: Vec<SourceAccess>,
    /// Taken from then until then; `None`: whenever, also if nobody knows.
    pub times: Option<(i64, i64)>,
    pub cloud: CloudLimit,
    /// Which classes of cloud cover are taken; `None`: the limit parts one.
    pub classes: Option<[bool; CLASSES]>,
    /// Test of the names, where keywords are searched.
    pub names: Option<NameTest>,
    /// Whether some source is taken everywhere.
    is_open: bool,
}

impl<'a> Plan<'a> {
    pub fn new(query: &'a Query, sources: &[SceneSource]) -> Self {
        let mut areas: Vec<&Arc<SearchArea>> = query.area.iter().collect();
        let parts = query.scope.parts();
        let at_of_part: Vec<Vec<usize>> = (parts.unwrap_or_default().iter())
            .map(|part| places_of(&mut areas, query.area.as_ref(), part))
            .collect();
        let access = |source: &SceneSource| {
            if !query.takes_source(source) {
                return SourceAccess::Refused;
            }
            let Some(parts) = parts else {
                return SourceAccess::Everywhere;
            };
            let holding = parts.iter().zip(&at_of_part);
            let holding = holding.filter(|(part, _)| part.holds_node(source.node));
            let within: Vec<Vec<usize>> = holding.map(|(_, at)| at.clone()).collect();
            if within.is_empty() {
                SourceAccess::Refused
            } else if within.iter().any(Vec::is_empty) {
                SourceAccess::Everywhere
            } else {
                SourceAccess::Within(within)
            }
        };
        let access: Vec<SourceAccess> = sources.iter().map(access).collect();
        let is_timed = query.from.is_some() || query.to.is_some();
        // The least number stands for no time.
        let from = query.from.unwrap_or(i64::MIN).max(NO_TIME + 1);
        Self {
            query,
            areas,
            is_open: access.contains(&SourceAccess::Everywhere),
            access,
            times: is_timed.then(|| (from, query.to.unwrap_or(i64::MAX))),
            cloud: query.cloud,
            classes: query.cloud.classes(),
            names: query.keyword.as_ref().map(|it| NameTest::new(it, sources)),
        }
    }

    /// What tells rows that are taken by where they are from those of any other query, and the scope that they are counted
    /// with; `None`: they are taken everywhere.
    ///
    /// Where every part of the scope holds all that is searched, the area alone tells them, whoever asks; so they are
    /// counted with everything in scope, also of the nodes that whoever asks first may not see.
    pub fn remembered_as(&self) -> Option<(AreaDigest, Scope)> {
        match self.areas[..] {
            [] => None,
            [area] if self.has_searched_area() => Some((*area.digest(), Scope::everything())),
            _ => {
                let mut digest = Sha256::new();
                if let Some(area) = &self.query.area {
                    digest.update(area.digest());
                }
                for part in self.query.scope.parts().unwrap_or_default() {
                    digest.update(part.digest());
                }
                Some((digest.finalize().into(), self.query.scope.clone()))
            }
        }
    }

    /// Takes steps off the budget, if there is one.
    pub fn spend(&self, steps: u64) -> Result<(), Exhausted> {
        match &self.query.budget {
            Some(budget) => budget.spend(usize::try_from(steps).unwrap_or(usize::MAX)),
            None => Ok(()),
        }
    }

    pub const fn has_searched_area(&self) -> bool {
        self.query.area.is_some()
    }

    /// Whether all, none or some of the rows with these times are in time.
    pub fn in_time(&self, (least, greatest): (i64, i64)) -> Decision {
        match self.times {
            None => Decision::Inside,
            Some((from, to)) if greatest < from || least > to => Decision::Outside,
            Some((from, to)) if least >= from && greatest <= to => Decision::Inside,
            Some(_) => Decision::Open,
        }
    }

    /// Whether some row may be taken where this is known of the areas.
    pub fn may_take(&self, decisions: &[Decision]) -> bool {
        let (searched, scope) = decisions.split_at(usize::from(self.has_searched_area()));
        let is_in = |decision: &Decision| *decision != Decision::Outside;
        searched.iter().all(is_in) && (self.is_open || scope.iter().any(is_in))
    }

    /// Whether rows of a source may be taken at all.
    pub fn may_admit(&self, source: usize) -> bool {
        self.access[source] != SourceAccess::Refused
    }

    /// Whether rows of a source are taken where all is decided.
    pub fn admits(&self, source: usize, decisions: &[Decision]) -> bool {
        match &self.access[source] {
            SourceAccess::Refused => false,
            SourceAccess::Everywhere => true,
            SourceAccess::Within(parts) => {
                let is_in = |at: &usize| decisions[*at] == Decision::Inside;
                parts.iter().any(|areas| areas.iter().all(is_in))
            }
        }
    }
}

/// The places of a part's areas among the areas, behind the searched one, without those that hold all that is searched; none:
/// wherever is searched is in the part.
fn places_of<'a>(
    areas: &mut Vec<&'a Arc<SearchArea>>,
    searched: Option<&Arc<SearchArea>>,
    part: &'a ScopePart,
) -> Vec<usize> {
    let first = usize::from(searched.is_some());
    let bounding =
        (part.areas.iter()).filter(|area| !searched.is_some_and(|searched| area.covers(searched)));
    let place_of = |area| {
        let mut known = areas.iter().skip(first);
        let known = known.position(|it| Arc::ptr_eq(it, area));
        known.map_or_else(
            || {
                areas.push(area);
                areas.len() - 1
            },
            |at| at + first,
        )
    };
    bounding.map(place_of).collect()
}

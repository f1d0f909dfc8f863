//! What somebody may see of the catalogue: grants, to whom they are made, and how far somebody may make them.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoStaticStr};
use texts::ProblemText;

use crate::ids::{UnitId, UserId};

/// Whom a grant is made to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ScopeSubject {
    /// Everybody, guests too.
    Everybody,
    /// Members of a unit, and of the units below it.
    Unit(UnitId),
    Person(UserId),
}

/// What sort of subject it is.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    IntoStaticStr,
    EnumString,
    EnumIter,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ScopeSubjectKind {
    /// Everybody, guests too.
    Everybody,
    /// A unit with those below it.
    Unit,
    Person,
}

impl ScopeSubjectKind {
    /// In the order that lists show them.
    pub const ALL: [Self; 3] = [Self::Everybody, Self::Unit, Self::Person];

    /// The word stored in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Reads the word stored in the database.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }
}

impl ScopeSubject {
    /// Whether it is everybody, a unit or a person.
    #[must_use]
    pub const fn kind(self) -> ScopeSubjectKind {
        match self {
            Self::Everybody => ScopeSubjectKind::Everybody,
            Self::Unit(_) => ScopeSubjectKind::Unit,
            Self::Person(_) => ScopeSubjectKind::Person,
        }
    }
}

/// What a grant lets people see: scenes of these nodes that meet this area, until then. An area is named by its text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GrantExtent {
    /// Catalogue nodes with all below them; `None`: all.
    pub nodes: Option<BTreeSet<i64>>,
    /// WKT; `None`: everywhere.
    pub area: Option<String>,
    /// The last moment; `None`: for good.
    pub until: Option<DateTime<Utc>>,
}

impl GrantExtent {
    /// Whether it still lets people see something.
    #[must_use]
    pub fn is_valid(&self, now: DateTime<Utc>) -> bool {
        self.until.is_none_or(|until| now <= until)
    }

    /// Whether who sees this sees all of `given`; `area_within` says whether the area of `given` lies within this one's,
    /// where both have one.
    #[must_use]
    pub fn covers(&self, given: &Self, area_within: impl FnOnce(&str, &str) -> bool) -> bool {
        let nodes = match (&self.nodes, &given.nodes) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(held), Some(given)) => given.is_subset(held),
        };
        let until = match (self.until, given.until) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(held), Some(given)) => given <= held,
        };
        nodes
            && until
            && match (&self.area, &given.area) {
                (None, _) => true,
                (Some(_), None) => false,
                (Some(held), Some(given)) => held == given || area_within(held, given),
            }
    }
}

/// What somebody may give away of the catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScopeLimit {
    /// Anything: who sees everything, and the command line.
    Everything,
    /// What one of these grants covers.
    Within(Vec<GrantExtent>),
}

impl ScopeLimit {
    /// Whether somebody may make, change or take back a grant of this extent: nobody gives or takes what one does not see.
    /// One single grant of one's own must cover it.
    pub fn check(
        &self,
        given: &GrantExtent,
        area_within: impl Fn(&str, &str) -> bool,
    ) -> Result<(), ScopeRefusal> {
        match self {
            Self::Everything => Ok(()),
            Self::Within(held) => held
                .iter()
                .any(|held| held.covers(given, &area_within))
                .then_some(())
                .ok_or(ScopeRefusal::BeyondOwnScope),
        }
    }
}

/// Why a grant is not made, changed or taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ScopeRefusal {
    /// It goes beyond what the person who makes it sees.
    #[error("the grant goes beyond the grantor's own scope")]
    BeyondOwnScope,
    /// A unit would be above itself.
    #[error("a unit cannot be above itself")]
    UnitAboveItself,
    /// Units, people or grants need the unit.
    #[error("the unit is in use")]
    UnitInUse(UnitFacts),
}

impl ScopeRefusal {
    /// What the person is told.
    #[must_use]
    pub const fn text(self) -> ProblemText {
        match self {
            Self::BeyondOwnScope => ProblemText::ScopeBeyondOwn,
            Self::UnitAboveItself => ProblemText::UnitAboveItself,
            Self::UnitInUse(by) => ProblemText::UnitInUse {
                children: by.children,
                members: by.members,
                grants: by.grants,
            },
        }
    }
}

/// What happens to grants and to what they follow from.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    IntoStaticStr,
    EnumString,
    EnumIter,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ScopeAction {
    /// A grant was made.
    Grant,
    /// A grant was changed.
    ChangeGrant,
    /// A grant was taken back.
    Revoke,
    /// Somebody became a member of a unit, or ceased to be one.
    ChangeMembership,
    /// A unit was put below another one.
    MoveUnit,
    /// A unit was made.
    AddUnit,
    /// A unit got another name.
    RenameUnit,
    /// A unit was removed.
    RemoveUnit,
}

impl ScopeAction {
    pub const ALL: [Self; 8] = [
        Self::Grant,
        Self::ChangeGrant,
        Self::Revoke,
        Self::ChangeMembership,
        Self::MoveUnit,
        Self::AddUnit,
        Self::RenameUnit,
        Self::RemoveUnit,
    ];

    /// The word stored in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Reads the word stored in the database.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }
}

/// Whether a unit may be put below another one: `above` are the units above that one, itself included.
pub fn check_move(unit: UnitId, above: &[UnitId]) -> Result<(), ScopeRefusal> {
    if above.contains(&unit) {
        return Err(ScopeRefusal::UnitAboveItself);
    }
    Ok(())
}

/// What refers to a unit, so that it cannot be removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct UnitFacts {
    /// Units directly below it.
    pub children: u64,
    /// People who are members.
    pub members: u64,
    /// Number of grants to the unit, expired ones included.
    pub grants: u64,
}

/// Whether a unit may be removed: it may when nothing needs it.
pub fn check_removal(facts: UnitFacts) -> Result<(), ScopeRefusal> {
    if facts == UnitFacts::default() {
        return Ok(());
    }
    Err(ScopeRefusal::UnitInUse(facts))
}

/// What of a grant lets somebody see a scene, and what does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GrantVerdict {
    /// It holds at this moment.
    pub in_time: bool,
    /// The scene lies in one of its nodes.
    pub in_nodes: bool,
    /// The scene meets its area.
    pub in_area: bool,
}

impl GrantVerdict {
    /// Whether the scene is seen by it.
    #[must_use]
    pub const fn sees(self) -> bool {
        self.in_time && self.in_nodes && self.in_area
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn day(day: u32) -> DateTime<Utc> {
        format!("2026-01-{day:02}T00:00:00Z").parse().unwrap()
    }

    /// Areas are intervals `a-b` here.
    fn within(held: &str, given: &str) -> bool {
        let ends = |text: &str| {
            let (from, to) = text.split_once('-').unwrap();
            (from.parse::<u8>().unwrap(), to.parse::<u8>().unwrap())
        };
        let ((held_from, held_to), (from, to)) = (ends(held), ends(given));
        held_from <= from && to <= held_to
    }

    fn extent() -> impl Strategy<Value = GrantExtent> {
        let nodes = proptest::option::of(proptest::collection::btree_set(0_i64..5, 1..4));
        let area = proptest::option::of((0_u8..6, 0_u8..6));
        let until = proptest::option::of(1_u32..20);
        (nodes, area, until).prop_map(|(nodes, area, until)| GrantExtent {
            nodes,
            area: area.map(|(from, more)| format!("{from}-{}", from + more)),
            until: until.map(day),
        })
    }

    /// What an extent holds, said point by point.
    fn sees(extent: &GrantExtent, node: i64, point: u8, at: DateTime<Utc>) -> bool {
        let is_there = |area: &String| within(area, &format!("{point}-{point}"));
        extent
            .nodes
            .as_ref()
            .is_none_or(|nodes| nodes.contains(&node))
            && extent.area.as_ref().is_none_or(is_there)
            && extent.is_valid(at)
    }

    proptest! {
        /// Nobody comes by what the giver does not see, through however many hands it goes.
        #[test]
        fn what_is_given_on_is_never_more(chain in proptest::collection::vec(extent(), 2..6), node in 0_i64..6, point in 0_u8..14, at in 1_u32..25) {
            for pair in chain.windows(2) {
                let limit = ScopeLimit::Within(vec![pair[0].clone()]);
                if limit.check(&pair[1], within).is_err() {
                    return Ok(());
                }
            }
            let (first, last) = (&chain[0], &chain[chain.len() - 1]);
            prop_assert!(!sees(last, node, point, day(at)) || sees(first, node, point, day(at)));
        }

        #[test]
        fn whoever_sees_everything_may_give_anything_and_who_sees_nothing_gives_nothing(given in extent()) {
            prop_assert!(ScopeLimit::Everything.check(&given, within).is_ok());
            prop_assert!(ScopeLimit::Within(vec![GrantExtent::default()]).check(&given, within).is_ok());
            prop_assert!(ScopeLimit::Within(Vec::new()).check(&given, within).is_err());
            prop_assert!(ScopeLimit::Within(vec![given.clone()]).check(&given, |_, _| false).is_ok());
        }
    }

    #[test]
    fn a_limited_grant_does_not_cover_an_unlimited_one() {
        let all = GrantExtent::default();
        let limited = [
            GrantExtent {
                nodes: Some([1].into()),
                ..all.clone()
            },
            GrantExtent {
                area: Some("0-1".into()),
                ..all.clone()
            },
            GrantExtent {
                until: Some(day(3)),
                ..all.clone()
            },
        ];
        for held in limited {
            assert!(!held.covers(&all, |_, _| true), "{held:?}");
            assert!(all.covers(&held, |_, _| false), "{held:?}");
        }
    }

    #[test]
    fn a_grant_holds_to_its_last_moment() {
        let extent = GrantExtent {
            until: Some(day(3)),
            ..GrantExtent::default()
        };
        assert!(extent.is_valid(day(2)) && extent.is_valid(day(3)) && !extent.is_valid(day(4)));
        assert!(GrantExtent::default().is_valid(day(4)));
    }

    #[test]
    fn a_unit_is_not_put_below_itself() {
        let (one, other) = (UnitId::fresh(), UnitId::fresh());
        assert!(check_move(one, &[other]).is_ok() && check_move(one, &[]).is_ok());
        for above in [vec![one], vec![other, one]] {
            assert_eq!(check_move(one, &above), Err(ScopeRefusal::UnitAboveItself));
        }
    }

    #[test]
    fn words_are_read_as_they_are_stored() {
        for kind in ScopeSubjectKind::ALL {
            assert_eq!(ScopeSubjectKind::parse(kind.as_str()), Some(kind));
        }
        for action in ScopeAction::ALL {
            assert_eq!(ScopeAction::parse(action.as_str()), Some(action));
        }
        assert_eq!(ScopeSubject::Everybody.kind().as_str(), "everybody");
    }

    #[test]
    fn a_unit_goes_when_nothing_needs_it() {
        assert_eq!(check_removal(UnitFacts::default()), Ok(()));
        for (children, members, grants) in [(1, 0, 0), (0, 1, 0), (0, 0, 1)] {
            let facts = UnitFacts {
                children,
                members,
                grants,
            };
            assert_eq!(check_removal(facts), Err(ScopeRefusal::UnitInUse(facts)));
        }
    }

    #[test]
    fn a_scene_is_seen_only_where_all_holds() {
        for at in 0..8_u8 {
            let verdict = GrantVerdict {
                in_time: at & 1 > 0,
                in_nodes: at & 2 > 0,
                in_area: at & 4 > 0,
            };
            assert_eq!(verdict.sees(), at == 7);
        }
    }
}

//! What keeps a unit from being removed, as errors of an answer.

use domain::text::first_named;
use storage::db::scopes::UnitUses;
use texts::FieldText;

use crate::problem::{FieldError, first_users};

/// Each sort of what needs a unit, with the first names.
pub(super) fn errors(uses: &UnitUses) -> Vec<FieldError> {
    let facts = uses.facts();
    let children = FieldText::UnitHasChildren {
        count: facts.children,
        names: first_named(facts.children, &uses.children),
    };
    let members = FieldText::UnitHasMembers {
        count: facts.members,
        names: first_named(facts.members, &uses.members),
    };
    let grants = FieldText::UnitHasGrants {
        count: facts.grants,
        names: first_users(uses.grantors.iter().map(String::as_str)),
    };
    let sorts = [
        ("children", facts.children, children),
        ("members", facts.members, members),
        ("grants", facts.grants, grants),
    ];
    let sorts = sorts.into_iter().filter(|(_, count, _)| *count > 0);
    sorts
        .map(|(field, _, text)| FieldError::new(field, text))
        .collect()
}

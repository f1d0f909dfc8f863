//! What keeps a node from being removed, as errors of an answer.

use domain::text::first_named;
use storage::db::catalogue::node_uses::{NamedNodeUses, NodeUser};
use texts::FieldText;

use crate::problem::{FieldError, first_users};

/// A sort of use: its name in answers, how often it occurs, and what is said of it.
type UseSort = (&'static str, i64, FieldText);

/// Each sort of what needs a node, with the first names.
pub(super) fn errors(uses: &NamedNodeUses) -> Vec<FieldError> {
    let counts = &uses.counts;
    let [scenes, children, orders] =
        [counts.scenes, counts.children, counts.orders].map(i64::unsigned_abs);
    let rules = counts.rules - i64::from(uses.is_fallback);
    let numbers: Vec<String> = uses.rules.iter().map(ToString::to_string).collect();
    let below = [
        (
            "scenes",
            counts.scenes,
            FieldText::NodeHasScenes { count: scenes },
        ),
        (
            "children",
            counts.children,
            FieldText::NodeHasChildren {
                count: children,
                names: first_named(children, &uses.children),
            },
        ),
    ];
    let work = [
        (
            "fieldLists",
            counts.field_lists,
            FieldText::NodeHasFieldList,
        ),
        (
            "orders",
            counts.orders,
            FieldText::NodeHasOrders {
                count: orders,
                names: first_named(orders, &uses.orders),
            },
        ),
        (
            "rules",
            rules,
            FieldText::NodeHasRules {
                count: rules.unsigned_abs(),
                numbers: first_named(rules.unsigned_abs(), &numbers),
            },
        ),
        (
            "rules",
            i64::from(uses.is_fallback),
            FieldText::NodeIsFallback,
        ),
    ];
    let sorts = below.into_iter().chain(by_people(uses)).chain(work);
    let sorts = sorts.filter(|(_, count, _)| *count > 0);
    sorts
        .map(|(field, _, text)| FieldError::new(field, text))
        .collect()
}

fn by_people(uses: &NamedNodeUses) -> [UseSort; 4] {
    let counts = &uses.counts;
    let names = |users: &[NodeUser]| first_users(users.iter().map(|user| &*user.who));
    let everybody = uses.grants.iter().filter(|user| user.who.is_empty());
    let to_everybody: i64 = everybody.map(|user| user.count).sum();
    let grants = counts.grants - to_everybody;
    [
        (
            "grants",
            grants,
            FieldText::NodeHasGrants {
                count: grants.unsigned_abs(),
                names: names(&uses.grants),
            },
        ),
        (
            "grants",
            to_everybody,
            FieldText::GrantedToEverybody {
                count: to_everybody.unsigned_abs(),
            },
        ),
        (
            "searches",
            counts.searches,
            FieldText::NodeHasSearches {
                count: counts.searches.unsigned_abs(),
                names: names(&uses.searches),
            },
        ),
        (
            "subscriptions",
            counts.subscriptions,
            FieldText::NodeHasSubscriptions {
                count: counts.subscriptions.unsigned_abs(),
                names: names(&uses.subscriptions),
            },
        ),
    ]
}

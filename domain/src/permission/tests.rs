use std::collections::BTreeSet;

use proptest::prelude::*;
use strum::IntoEnumIterator as _;

use super::*;

fn sets() -> impl Strategy<Value = PermissionSet> {
    proptest::sample::subsequence(Permission::ALL.to_vec(), 0..=Permission::ALL.len())
        .prop_map(|permissions| PermissionSet::from_permissions(&permissions))
}

/// As a set of the standard library has it: an independent reading of the bits.
fn listed(set: PermissionSet) -> BTreeSet<Permission> {
    set.iter().collect()
}

#[test]
fn codes_are_paths_and_are_read_back() {
    assert!(Permission::iter().eq(Permission::ALL));
    assert!(PermissionGroup::iter().eq(PermissionGroup::ALL));
    let codes: BTreeSet<_> = Permission::ALL.map(Permission::code).into();
    assert_eq!(codes.len(), Permission::ALL.len());
    for permission in Permission::ALL {
        assert_eq!(Permission::parse(permission.code()), Some(permission));
        assert_eq!(permission.code().matches('/').count(), 2);
        let sent = serde_json::to_value(permission).unwrap();
        assert_eq!(sent, permission.code());
    }
    assert_eq!(Permission::parse("/shop"), None);
    assert_eq!(Permission::Cart.code(), "/shop/list");
}

#[test]
fn who_audits_sees_orders_too() {
    let audit = PermissionSet::from_permissions(&[Permission::AuditOrders]);
    assert_eq!(audit.codes(), ["/order/all", "/order/audit", "/scene/all"]);
    assert!(
        !PermissionSet::from_permissions(&[Permission::AllOrders]).holds(Permission::AuditOrders)
    );
}

#[test]
fn an_unknown_code_gives_nothing() {
    let stored = ["/cart/of/others", "/shop/list", "/root", ""].map(str::to_owned);
    assert_eq!(PermissionSet::of_codes(&stored).codes(), ["/shop/list"]);
}

proptest! {
    #[test]
    fn sets_behave_as_sets(left in sets(), right in sets()) {
        let (a, b) = (listed(left), listed(right));
        prop_assert_eq!(listed(left.with(right)), a.union(&b).copied().collect());
        prop_assert_eq!(listed(left.difference(right)), a.symmetric_difference(&b).copied().collect());
        prop_assert_eq!(listed(left.shared_with(right)), a.intersection(&b).copied().collect());
        prop_assert_eq!(left.includes(right), b.is_subset(&a));
        let stored: Vec<_> = left.codes().into_iter().map(str::to_owned).collect();
        prop_assert_eq!(PermissionSet::of_codes(&stored), left);
        for permission in Permission::ALL {
            prop_assert_eq!(left.holds(permission), a.contains(&permission));
        }
    }

    /// Whatever is held, what it implies is held.
    #[test]
    fn sets_are_closed(set in sets()) {
        for permission in set.iter() {
            prop_assert!(permission.implied().iter().all(|implied| set.holds(*implied)));
        }
    }

    /// In however many steps: nobody comes by a right that no step's giver held and that belongs to no applicant.
    #[test]
    fn no_chain_of_grants_makes_a_right(
        own in sets(), first in sets(), steps in proptest::collection::vec(sets(), 0..8)
    ) {
        let limit = GrantLimit::new(own);
        let within = |one: Permission| own.holds(one) || one.belongs_to_applicants();
        let mut held = first;
        for next in steps {
            if limit.allows(held, next) {
                held = next;
            }
        }
        for gained in held.iter().filter(|one| !first.holds(*one)) {
            prop_assert!(within(gained));
        }
        for lost in first.iter().filter(|one| !held.holds(*one)) {
            prop_assert!(within(lost));
        }
        prop_assert!(GrantLimit::none().allows(first, held));
        prop_assert_eq!(limit.covers(held), listed(held).into_iter().all(within));
    }
}

#[test]
fn an_administrators_right_is_never_left_without_a_holder() {
    let set = PermissionSet::from_permissions;
    let full = PermissionSet::all();
    for (before, after, others, loses) in [
        (full, full, PermissionSet::NONE, false),
        (full, PermissionSet::NONE, full, false),
        (full, PermissionSet::NONE, PermissionSet::NONE, true),
        // Somebody can give roles still, and nobody could configure the system again.
        (
            full,
            PermissionSet::NONE,
            set(&[Permission::GrantRoles]),
            true,
        ),
        // What is no administrator's can be made anew by those who administrate.
        (
            set(&[Permission::Cart, Permission::Monitor]),
            PermissionSet::NONE,
            PermissionSet::NONE,
            false,
        ),
        // What nobody had before is not lost.
        (
            PermissionSet::NONE,
            PermissionSet::NONE,
            PermissionSet::NONE,
            false,
        ),
    ] {
        let change = RightsChange {
            before,
            after,
            held_by_others: others,
        };
        assert_eq!(change.loses_administration(), loses, "{change:?}");
    }
    for permission in Permission::ALL {
        let change = RightsChange {
            before: full,
            after: full.without(set(&[permission])),
            held_by_others: PermissionSet::NONE,
        };
        let gone = full.without(change.after);
        assert_eq!(
            change.loses_administration(),
            gone.iter().any(|one| one.administrator().is_some()),
            "{permission:?}"
        );
    }
}

#[test]
fn no_right_but_an_applicants_is_left_without_a_holder() {
    for permission in Permission::ALL {
        let change = RightsChange {
            before: PermissionSet::from_permissions(&[permission]),
            after: PermissionSet::NONE,
            held_by_others: PermissionSet::NONE,
        };
        let loses = !permission.belongs_to_applicants();
        assert_eq!(change.loses_right(), loses, "{permission:?}");
        let shared = RightsChange {
            held_by_others: change.before,
            ..change
        };
        assert!(!shared.loses_right(), "{permission:?}");
        let same = RightsChange {
            after: change.before,
            ..change
        };
        assert!(!same.loses_right(), "{permission:?}");
    }
}

/// What the limit is fed with stays the same, so that an emptied role of applicants can be filled again.
#[test]
fn whoever_holds_nothing_gives_what_belongs_to_applicants() {
    let limit = GrantLimit::new(PermissionSet::NONE);
    for permission in Permission::ALL {
        let given = PermissionSet::from_permissions(&[permission]);
        let belongs = permission.belongs_to_applicants();
        assert_eq!(
            limit.allows(PermissionSet::NONE, given),
            belongs,
            "{permission:?}"
        );
    }
}

#[test]
fn whoever_watches_orders_or_what_was_handed_out_sees_their_scenes() {
    for one in [
        Permission::AllOrders,
        Permission::AuditOrders,
        Permission::Registry,
        Permission::NoteReports,
        Permission::PublishReports,
    ] {
        assert!(PermissionSet::from_permissions(&[one]).holds(Permission::AllScenes));
    }
    let counts =
        PermissionSet::from_permissions(&[Permission::OrderStatistics, Permission::OwnOrders]);
    assert!(!counts.holds(Permission::AllScenes));
}

/// Whoever publishes a report stands by its notes as by its rows; whoever notes what stands out needs no single deliveries.
#[test]
fn publishing_a_report_takes_its_notes_and_its_rows_and_noting_takes_neither() {
    let publisher = PermissionSet::from_permissions(&[Permission::PublishReports]);
    assert_eq!(
        publisher.codes(),
        [
            "/registry/list",
            "/report/note",
            "/report/publish",
            "/scene/all"
        ]
    );
    let annotator = PermissionSet::from_permissions(&[Permission::NoteReports]);
    assert_eq!(annotator.codes(), ["/report/note", "/scene/all"]);
    assert!(
        !PermissionSet::from_permissions(&[Permission::Registry]).holds(Permission::NoteReports)
    );
}

#[test]
fn tokens_allow_nothing_that_is_somebodys_own_or_changes_anything() {
    let suiting = PermissionSet::all().suiting_tokens();
    assert_eq!(
        suiting.codes(),
        [
            "/stat/orders",
            "/stat/behaviours",
            "/registry/list",
            "/scene/all",
            "/scene/file"
        ]
    );
    // What one of them implies is among them, so that a token is never less than it says.
    assert_eq!(suiting.iter().collect::<PermissionSet>(), suiting);
    assert!(suiting.administering().iter().next().is_none());
    assert_eq!(
        suiting.bounded_by_scope().codes(),
        [
            "/stat/orders",
            "/stat/behaviours",
            "/scene/all",
            "/scene/file"
        ]
    );
    let all_scenes = PermissionSet::codes_that_hold(Permission::AllScenes);
    for code in [
        "/scene/all",
        "/registry/list",
        "/report/publish",
        "/order/audit",
    ] {
        assert!(all_scenes.iter().any(|known| known == code), "{code}");
    }
    assert!(!all_scenes.iter().any(|known| known == "/scene/file"));
}

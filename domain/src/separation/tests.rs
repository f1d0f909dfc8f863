use proptest::prelude::*;

use super::{
    Holder, SeparationRefusal, check, combines, essential, kinds, permissions,
    without_administration,
};
use crate::administrator::AdministratorKind;
use crate::permission::{Permission, PermissionSet};
use crate::role::Role;

fn holder(name: &str, held: PermissionSet) -> Holder {
    Holder {
        name: name.to_owned(),
        held,
    }
}

#[test]
fn each_kind_is_only_itself_and_can_do_what_nobody_else_can() {
    for kind in AdministratorKind::ALL {
        assert_eq!(kinds(permissions(kind)), [kind]);
        assert!(permissions(kind).holds(essential(kind)));
        for other in AdministratorKind::ALL {
            assert_eq!(
                kind == other,
                permissions(kind).holds(essential(other)),
                "{kind:?} {other:?}"
            );
        }
    }
}

#[test]
fn the_administrator_of_a_new_installation_is_all_three() {
    assert_eq!(kinds(Role::Admin.permissions()), AdministratorKind::ALL);
    assert_eq!(kinds(Role::Operator.permissions()), []);
    assert_eq!(kinds(Role::Applicant.permissions()), []);
    let left = without_administration(Role::Admin.permissions());
    assert!(left.holds(Permission::AuditOrders) && kinds(left).is_empty());
}

#[test]
fn whoever_combines_is_named_and_so_is_what_nobody_is() {
    let [system, security, audit] = AdministratorKind::ALL.map(permissions);
    let apart = [system, security, audit];
    let people = apart.map(|held| holder("one", held));
    assert_eq!(check(&[], &people, &apart), Ok(()));
    assert_eq!(
        check(
            &[holder("wide", system.with(audit))],
            &[holder("both", security.with(audit)), holder("fine", audit)],
            &apart
        ),
        Err(SeparationRefusal::Combined(vec![
            "wide".to_owned(),
            "both".to_owned()
        ]))
    );
    // Grants that the security administrator takes back can be given again.
    assert!(security.holds(Permission::AllScenes) && !system.holds(Permission::AllScenes));
    for (missing, kind) in AdministratorKind::ALL.into_iter().enumerate() {
        let mut able = apart.to_vec();
        able.remove(missing);
        assert_eq!(
            check(&[], &people, &able),
            Err(SeparationRefusal::Vacant(kind))
        );
    }
}

proptest! {
    #[test]
    fn what_is_left_without_administration_is_no_administrator(bits in proptest::collection::vec(any::<bool>(), Permission::ALL.len())) {
        let held: PermissionSet = Permission::ALL.into_iter().zip(bits).filter(|(_, held)| *held).map(|(one, _)| one).collect();
        let left = without_administration(held);
        prop_assert!(held.includes(left));
        prop_assert!(kinds(left).is_empty());
        prop_assert_eq!(combines(held), kinds(held).len() > 1);
        for one in held.iter().filter(|one| one.administrator().is_none()) {
            prop_assert!(left.holds(one));
        }
    }
}

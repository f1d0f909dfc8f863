use texts::Names;

use super::*;

const ADMIN_ONLY: [Permission; 3] = [
    Permission::GrantRoles,
    Permission::ManageRoles,
    Permission::Configuration,
];

fn facts() -> RoleFacts {
    RoleFacts {
        limit: GrantLimit::new(Role::Admin.permissions()),
        before: PermissionSet::from_permissions(&ADMIN_ONLY),
        after: PermissionSet::from_permissions(&ADMIN_ONLY),
        turns_second_factor: false,
        built_in: None,
        given_by_holders: true,
        members: 0,
        held_otherwise: PermissionSet::NONE,
    }
}

#[test]
fn the_three_roles_differ_as_they_always_did() {
    use Permission as P;
    let [applicant, admin, operator] = Role::ALL.map(Role::permissions);
    assert!(applicant.holds(P::Cart) && !admin.holds(P::Cart) && !operator.holds(P::Cart));
    assert!(admin.holds(P::AuditOrders) && !operator.holds(P::AuditOrders));
    assert!(operator.holds(P::AllOrders) && !applicant.holds(P::AllOrders));
    // Operators say why a month stands out; who was given what single data is not for them.
    assert!(operator.holds(P::NoteReports));
    assert!(!operator.holds(P::PublishReports) && !operator.holds(P::Registry));
    assert!(applicant.iter().all(P::belongs_to_applicants));
    for role in Role::ALL {
        assert_eq!(Role::nearest(role.permissions()), role);
        assert_eq!(RoleId::from(role).built_in(), Some(role));
    }
    assert_eq!(Role::nearest(PermissionSet::NONE), Role::Applicant);
    let statistician = PermissionSet::from_permissions(&[P::OrderStatistics, P::Cart]);
    assert_eq!(Role::nearest(statistician), Role::Operator);
    assert_eq!(RoleId::fresh().built_in(), None);
}

#[test]
fn words_of_actions_are_read_back() {
    assert!(<RoleAction as strum::IntoEnumIterator>::iter().eq(RoleAction::ALL));
    for action in RoleAction::ALL {
        assert_eq!(RoleAction::parse(action.as_str()), Some(action));
    }
}

#[test]
fn what_looks_like_the_name_of_a_role_of_every_installation_is_known() {
    for name in [
        "申请人",
        "管理员",
        "运维人员",
        "Administrator",
        "ＡＤＭＩＮ",
        " operator ",
        "Appli\u{200b}cant",
    ] {
        assert!(Role::is_one_named(name), "{name}");
    }
    for name in ["", "系统管理员", "管理员 2", "admins"] {
        assert!(!Role::is_one_named(name), "{name}");
    }
    for name in Role::ALL.into_iter().flat_map(Role::names) {
        assert_eq!(*name, name.to_lowercase());
    }
}

#[test]
fn names_are_short_and_there() {
    assert_eq!(check_name(" 统计员 "), Ok(()));
    assert_eq!(check_name(&"员".repeat(40)), Ok(()));
    assert_eq!(check_name("  "), Err(FieldText::RoleNameMissing));
    assert!(check_name(&"员".repeat(41)).is_err());
    assert_eq!(check_name(" \u{200b} "), Err(FieldText::RoleNameMissing));
    for hostile in ["a\u{202e}b", "a\nb", "a\tb", "a\u{0}b"] {
        assert_eq!(check_name(hostile), Err(FieldText::ControlCharacters));
    }
}

#[test]
fn each_refusal_has_its_case() {
    let base = facts();
    assert_eq!(base.check_change(), Ok(()));
    assert_eq!(base.check_removal(Vec::new()), Ok(()));
    let in_use = RoleFacts { members: 2, ..base };
    let refusal = in_use
        .check_removal(vec!["chen_li".to_owned()])
        .unwrap_err();
    let told = ProblemText::RoleInUse {
        members: 2,
        names: Names::first(&["chen_li".to_owned()], 2),
    };
    assert_eq!(refusal.text(), told);
    let built_in = RoleFacts {
        built_in: Some(Role::Operator),
        ..base
    };
    assert_eq!(
        built_in.check_removal(Vec::new()),
        Err(RoleRefusal::BuiltIn)
    );
    let last = RoleFacts {
        after: PermissionSet::NONE,
        ..in_use
    };
    assert_eq!(last.check_change(), Err(RoleRefusal::LastAdministrator));
    let spared = RoleFacts {
        held_otherwise: PermissionSet::from_permissions(&ADMIN_ONLY),
        ..last
    };
    assert_eq!(spared.check_change(), Ok(()));
    // Somebody who can give roles is not enough: nobody could give what nobody has.
    let robbed = RoleFacts {
        held_otherwise: PermissionSet::from_permissions(&[
            Permission::GrantRoles,
            Permission::ManageRoles,
        ]),
        ..last
    };
    assert_eq!(robbed.check_change(), Err(RoleRefusal::LastAdministrator));
    // A role that nobody has makes nobody an administrator.
    assert_eq!(RoleFacts { members: 0, ..last }.check_change(), Ok(()));
    let beyond = RoleFacts {
        limit: GrantLimit::new(PermissionSet::from_permissions(&[Permission::ManageRoles])),
        ..spared
    };
    assert_eq!(beyond.check_change(), Err(RoleRefusal::BeyondOwnRights));
    // Nothing of what the role allows is touched, and yet it is somebody else's to decide.
    let same = RoleFacts {
        after: beyond.before,
        ..beyond
    };
    assert_eq!(same.check_change(), Ok(()));
    let turned = RoleFacts {
        turns_second_factor: true,
        ..same
    };
    assert_eq!(turned.check_change(), Err(RoleRefusal::BeyondOwnRights));
    let own = RoleFacts {
        limit: base.limit,
        ..turned
    };
    assert_eq!(own.check_change(), Ok(()));
    let removed = RoleFacts {
        members: 0,
        after: PermissionSet::NONE,
        ..beyond
    };
    assert_eq!(
        removed.check_removal(Vec::new()),
        Err(RoleRefusal::BeyondOwnRights)
    );
}

#[test]
fn no_role_takes_a_right_from_its_last_holders() {
    for permission in Permission::ALL {
        let taken = RoleFacts {
            limit: GrantLimit::new(PermissionSet::all()),
            before: PermissionSet::from_permissions(&[permission]),
            after: PermissionSet::NONE,
            members: 1,
            ..facts()
        };
        let expected = if permission.belongs_to_applicants() {
            Ok(())
        } else if taken.before.administering() == PermissionSet::NONE {
            Err(RoleRefusal::LastHolder)
        } else {
            Err(RoleRefusal::LastAdministrator)
        };
        assert_eq!(taken.check_change(), expected, "{permission:?}");
        let shared = RoleFacts {
            held_otherwise: taken.before,
            ..taken
        };
        assert_eq!(shared.check_change(), Ok(()), "{permission:?}");
        let unheld = RoleFacts {
            members: 0,
            ..taken
        };
        assert_eq!(unheld.check_change(), Ok(()), "{permission:?}");
    }
    // Whoever gives what one does not hold gives it again.
    let appointed = RoleFacts {
        limit: GrantLimit::appointing(),
        before: PermissionSet::from_permissions(&[Permission::AuditOrders]),
        after: PermissionSet::NONE,
        given_by_holders: false,
        members: 1,
        ..facts()
    };
    assert_eq!(appointed.check_change(), Ok(()));
}

#[test]
fn whoever_registers_gets_what_belongs_to_applicants_only() {
    for permission in Permission::ALL {
        let given = PermissionSet::from_permissions(&[permission]);
        let belongs = permission.belongs_to_applicants();
        assert_eq!(suits_registrants(given), belongs, "{permission:?}");
        for limit in [
            GrantLimit::new(PermissionSet::all()),
            GrantLimit::appointing(),
        ] {
            let registrants = RoleFacts {
                limit,
                before: PermissionSet::NONE,
                after: given,
                built_in: Some(Role::Applicant),
                ..facts()
            };
            let expected = if belongs {
                Ok(())
            } else {
                Err(RoleRefusal::BeyondApplicants)
            };
            assert_eq!(registrants.check_change(), expected, "{permission:?}");
            // What an earlier version let in goes with the next change.
            let unchanged = RoleFacts {
                before: given,
                ..registrants
            };
            assert_eq!(unchanged.check_change(), expected, "{permission:?}");
            let others = RoleFacts {
                built_in: Some(Role::Operator),
                ..registrants
            };
            assert_eq!(others.check_change(), Ok(()), "{permission:?}");
        }
    }
}

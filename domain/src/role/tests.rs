use super::*;

const ADMIN_ONLY: [Permission; 3] = [
    Permission::GrantRoles,
    Permission::ManageRoles,
    Permission::Configuration,
];

fn facts() -> RoleFacts {
    RoleFacts {
        limit: GrantLimit::new(Role::Admin.permissions(), Role::Applicant.permissions()),
        before: PermissionSet::from_permissions(&ADMIN_ONLY),
        after: PermissionSet::from_permissions(&ADMIN_ONLY),
        turns_second_factor: false,
        built_in: false,
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
        names: "chen_li…".to_owned(),
    };
    assert_eq!(refusal.text(), told);
    let built_in = RoleFacts {
        built_in: true,
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
        limit: GrantLimit::new(
            PermissionSet::from_permissions(&[Permission::ManageRoles]),
            Role::Applicant.permissions(),
        ),
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

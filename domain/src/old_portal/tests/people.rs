//! People, and what they did.

use serde_json::{Value, json};

use super::{code, now, with};
use crate::account::import::OfferedRole;
use crate::ids::UserId;
use crate::old_portal::OldRowFault;
use crate::old_portal::behaviour::OldBehaviour;
use crate::old_portal::user::{CheckedUser, OldUser, OldUserRules};
use crate::role::Role;

fn person(row: Value, allowed: &[Role]) -> Result<CheckedUser, OldRowFault> {
    let user: OldUser = serde_json::from_value(row).unwrap();
    let offered = |role: &Role| OfferedRole {
        id: (*role).into(),
        name: String::new(),
        permissions: role.permissions(),
    };
    let rules = OldUserRules {
        allowed: allowed.iter().map(offered).collect(),
        applicant: Role::Applicant.permissions(),
    };
    user.check(&rules, now())
}

fn wang() -> Value {
    json!({"loginName": "wangwu", "name": "王五", "unit": "局/ 院 /室", "phone": "13800000000", "roles": ["管理员", "申请人"],
        "createdAt": "2015-01-02T03:04:05+08:00", "disabled": true})
}

#[test]
fn people_get_the_roles_that_are_allowed_and_are_applicants_without() {
    let user = person(wang(), &[]).unwrap();
    assert_eq!(user.unit_path, ["局", "院", "室"]);
    assert_eq!(user.profile.unit, "室");
    assert_eq!(user.profile.nick_name, "wangwu");
    assert_eq!(
        (user.roles, user.roles_left_out),
        (vec![Role::Applicant.into()], 1)
    );
    let user = person(wang(), &[Role::Admin]).unwrap();
    assert_eq!(
        (user.roles, user.roles_left_out),
        (vec![Role::Admin.into()], 0)
    );
}

#[test]
fn people_are_checked_as_those_who_register() {
    for (field, value, fault) in [
        ("loginName", json!("王五"), "field.login_name_wrong"),
        ("name", json!(""), "field.real_name_missing"),
        ("phone", json!("1"), "field.mobile_wrong"),
        ("email", json!("x"), "field.email_wrong"),
        ("idNumber", json!("1"), "field.id_number_wrong"),
        ("sex", json!(2), "field.sex_wrong"),
        ("unit", json!("a//b"), "import.unit_path_wrong"),
        ("unit", json!("a/a"), "import.unit_path_wrong"),
        ("unit", json!("a/b\u{202e}"), "field.control_characters"),
        (
            "createdAt",
            json!("2030-01-01T00:00:00Z"),
            "import.moment_out_of_range",
        ),
    ] {
        let found = code(person(with(wang(), &format!("/{field}"), value), &[]));
        assert_eq!(found, (field, fault.to_owned()));
    }
}

#[test]
fn behaviours_name_people_that_there_are_and_kinds_that_there_are() {
    let row = || {
        json!({"id": "7", "kind": 6, "at": "2019-03-01T10:00:00Z", "loginName": "wangwu", "clientIp": "no address",
        "startedAt": "2019-03-01T09:00:00Z", "endedAt": "2019-03-01T09:30:00Z", "detailUrl": "/x".repeat(400)})
    };
    let check = |row: Value| {
        let row: OldBehaviour = serde_json::from_value(row).unwrap();
        row.check(|name| (name == "wangwu").then(UserId::fresh), now())
    };
    let done = check(row()).unwrap();
    assert_eq!((done.client_ip.as_str(), done.detail_url.len()), ("", 512));
    assert!(done.user.is_some() && done.stay.is_some());
    assert!(
        check(with(row(), "/loginName", Value::Null))
            .unwrap()
            .user
            .is_none()
    );
    for (field, value, fault) in [
        ("id", json!(""), "import.id_wrong"),
        ("id", json!("a\nb"), "import.id_wrong"),
        ("kind", json!(9), "import.behaviour_wrong"),
        (
            "at",
            json!("2036-03-01T10:00:00Z"),
            "import.moment_out_of_range",
        ),
        ("loginName", json!("nobody"), "import.owner_unknown"),
        ("orderNumber", json!("1"), "import.number_wrong"),
        ("scenes", json!(-1), "import.count_wrong"),
        ("bytes", json!(-1), "import.count_wrong"),
    ] {
        let found = code(check(with(row(), &format!("/{field}"), value)));
        assert_eq!(found, (field, fault.to_owned()));
    }
    let wrong = ("startedAt", "import.stay_wrong".to_owned());
    assert_eq!(code(check(with(row(), "/kind", json!(2)))), wrong);
    assert_eq!(code(check(with(row(), "/endedAt", Value::Null))), wrong);
}

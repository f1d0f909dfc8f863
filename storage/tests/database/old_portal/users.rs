//! People with an account.

use domain::old_portal::user::{OldUser, OldUserRules};
use serde_json::{Value, json};
use storage::db::handles::connection;
use storage::lifecycle::old_portal::{
    ImportError, ImportRun, ImportedBatch, import_users, user_rules,
};
use storage::password::hash_blocking;
use testkit::builders::{server_key, unit};

use super::world::{World, now, numbered, refusals};

async fn rules(world: &World, roles: &[&str]) -> Result<OldUserRules, ImportError> {
    let mut db = connection(&world.pool).await.unwrap();
    let roles: Vec<String> = roles.iter().map(|role| (*role).to_owned()).collect();
    user_rules(&mut db, &roles).await
}

async fn import(world: &World, rules: &OldUserRules, rows: &[Value]) -> ImportedBatch {
    let rows = numbered::<OldUser>(rows);
    let run = (rules, ImportRun::Real);
    let done = import_users(&world.pool, &server_key(), rows, run, now()).await;
    done.unwrap()
}

fn row(n: usize) -> Value {
    json!({"loginName": format!("old_user{n}"), "name": format!("用户{n}"), "unit": format!("总局/分局{}/室{n}", n % 3),
        "phone": "13800000000", "email": format!("user{n}@example.org"), "roles": ["管理员"], "disabled": n == 2,
        "createdAt": "2015-06-01T08:00:00+08:00"})
}

#[tokio::test]
async fn people_come_with_their_units_as_applicants_and_only_once() {
    let world = World::new().await;
    // One that looks the same is there, elsewhere in the tree.
    unit(&world.pool, "分局１").await;
    let hash = hash_blocking("Old-pass1").unwrap();
    let mut rows: Vec<Value> = (0..7).map(row).collect();
    rows[3]["passwordHash"] = json!(hash);
    rows[4]["passwordHash"] = json!("e10adc3949ba59abbe56e057f20f883e");
    rows[5]["phone"] = json!("1");
    rows[6]["loginName"] = json!("OLD_USER0");
    let rules = rules(&world, &[]).await.unwrap();
    let batch = import(&world, &rules, &rows).await;
    assert_eq!((batch.added, batch.known, batch.roles_left_out), (4, 1, 4));
    let codes = [(5, "import.password_hash_wrong"), (6, "field.mobile_wrong")];
    assert_eq!(refusals(&batch), codes);
    for (statement, count) in [
        (
            "SELECT count(*) FROM user_role WHERE role_id = 'applicant' AND user_id IN (SELECT id FROM app_user WHERE login_name LIKE 'old%')",
            4,
        ),
        (
            "SELECT count(*) FROM app_user WHERE login_name LIKE 'old%' AND disabled_at IS NOT NULL",
            1,
        ),
        (
            "SELECT count(*) FROM app_user WHERE login_name LIKE 'old%' AND created_at = '2015-06-01T00:00:00Z'",
            4,
        ),
        (
            "SELECT count(*) FROM app_user WHERE login_name LIKE 'old%' AND phone = '' AND phone_sealed IS NOT NULL",
            4,
        ),
        (
            "SELECT count(*) FROM app_user WHERE login_name = 'old_user3' AND NOT password_temporary",
            1,
        ),
        (
            "SELECT count(*) FROM app_user WHERE password_temporary AND password_hash LIKE '$sha256$%'",
            3,
        ),
        (
            "SELECT count(*) FROM unit WHERE name = '总局' AND parent_id IS NULL",
            1,
        ),
        (
            "SELECT count(*) FROM unit u JOIN unit p ON p.id = u.parent_id WHERE p.name = '总局'",
            2,
        ),
        ("SELECT count(*) FROM unit WHERE name = '分局1'", 0),
        (
            "SELECT count(*) FROM unit u JOIN unit p ON p.id = u.parent_id WHERE u.name = '室1' AND p.name = '分局１'",
            1,
        ),
        ("SELECT count(*) FROM unit_member", 0),
        (
            "SELECT count(*) FROM account_event WHERE action = 'create' AND by_id IS NULL \
             AND changes @> '[{\"field\": \"phoneMobile\", \"before\": \"\", \"after\": \"138****0000\"}]'",
            4,
        ),
        (
            "SELECT count(*) FROM audit_entry WHERE subject = 'account'",
            4,
        ),
        (
            "SELECT count(*) FROM audit_entry e JOIN unit u ON u.id::text = e.subject_id AND u.name = e.subject_name \
             WHERE e.action = 'add_unit' AND e.by_id IS NULL AND e.changes->0->>'after' = u.name",
            7,
        ),
        (
            "SELECT count(*) FROM audit_entry WHERE subject_name = '室1' AND changes @> \
             '[{\"field\": \"parent\", \"before\": \"\", \"after\": \"分局１\"}]'",
            1,
        ),
    ] {
        assert_eq!(world.count(statement).await, count, "{statement}");
    }
    let again = import(&world, &rules, &rows).await;
    assert_eq!((again.added, again.known), (0, 5));
    assert_eq!(world.count("SELECT count(*) FROM unit").await, 8);
    let logged = "SELECT count(*) FROM audit_entry WHERE action = 'add_unit'";
    assert_eq!(world.count(logged).await, 7, "those that there were not");
}

#[tokio::test]
async fn roles_are_given_that_the_command_names() {
    let world = World::new().await;
    let none = rules(&world, &["没有"]).await;
    assert!(matches!(none, Err(ImportError::UnknownRole(name)) if name == "没有"));
    let rules = rules(&world, &["管理员"]).await.unwrap();
    let batch = import(&world, &rules, &[row(0)]).await;
    assert_eq!((batch.added, batch.roles_left_out), (1, 0));
    let held = "SELECT count(*) FROM user_role r JOIN app_user u ON u.id = r.user_id WHERE u.login_name = 'old_user0' AND r.role_id = 'admin'";
    assert_eq!(world.count(held).await, 1);
}

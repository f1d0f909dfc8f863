use axum::http::{Method, StatusCode};
use domain::ids::UserId;
use domain::role::{Role, RoleId};
use serde_json::{Value, json};
use storage::db::imported::ImportedAccount;
use storage::db::users::{self, Profile};
use storage::lifecycle::administration::{self, AccountChange, AdministrationError};
use storage::lifecycle::{By, import, separation};

use crate::testing::{Answer, TestApi};

/// Three people who are each one kind, and the tokens of their sessions after that.
struct Office {
    api: TestApi,
    ids: [UserId; 3],
    system: String,
    security: String,
    audit: String,
}

async fn put(api: &TestApi, path: &str, token: &str, body: Value) -> Answer {
    api.call(Method::PUT, path, token, Some(body)).await
}

async fn token(api: &TestApi, login_name: &str) -> String {
    let signed_in = api.login(login_name, "Scenedock1").await.json();
    signed_in["token"].as_str().unwrap().to_owned()
}

fn refused(answer: &Answer, code: &str) {
    let got = (answer.status, answer.code());
    assert_eq!(got, (StatusCode::CONFLICT, code.to_owned()));
}

fn appointed([system, security, audit]: [UserId; 3]) -> Value {
    json!({"system": [system.0], "security": [security.0], "audit": [audit.0]})
}

impl Office {
    async fn new() -> Self {
        let api = TestApi::new().await;
        let root = api.signed_in("root_1", Role::Admin).await;
        let mut ids = Vec::new();
        for name in ["system_1", "secure_1", "audit_1"] {
            ids.push(api.account(name, Role::Applicant).await);
        }
        let ids: [UserId; 3] = ids.try_into().unwrap();
        let begun = put(&api, "/api/separation", &root, appointed(ids)).await;
        assert_eq!(begun.status, StatusCode::OK, "{}", begun.text());
        Self {
            system: token(&api, "system_1").await,
            security: token(&api, "secure_1").await,
            audit: token(&api, "audit_1").await,
            api,
            ids,
        }
    }

    async fn roles_of(&self, number: usize) -> Vec<String> {
        let path = format!("/api/users/{}", self.ids[number].0);
        let person = self.api.get(&path, &self.system).await.json();
        let roles = person["roles"].as_array().unwrap();
        let mut ids: Vec<_> = (roles.iter())
            .map(|role| role["id"].as_str().unwrap().to_owned())
            .collect();
        ids.sort_unstable();
        ids
    }
}

#[tokio::test]
async fn it_begins_with_three_people_and_leaves_nobody_more_than_one() {
    let api = TestApi::new().await;
    let root = api.signed_in("root_1", Role::Admin).await;
    let before = api.get("/api/separation", &root).await.json();
    assert_eq!(before["since"], Value::Null);
    assert_eq!(before["combinedRoles"][0]["id"], "admin");
    let one = api.account("one_1", Role::Applicant).await;
    let two = api.account("two_1", Role::Applicant).await;
    let twice = put(&api, "/api/separation", &root, appointed([one, two, one])).await;
    refused(&twice, "administrators_combined");
    assert_eq!(twice.json()["params"]["names"], json!(["one_1"]));
    let nobody = json!({"system": [one.0], "security": [two.0], "audit": []});
    let vacant = put(&api, "/api/separation", &root, nobody).await;
    refused(&vacant, "audit_administrator_missing");
    let unknown = appointed([one, two, UserId::fresh()]);
    let unknown = put(&api, "/api/separation", &root, unknown).await;
    assert_eq!(unknown.json()["errors"][0]["field"], "audit");
    let demo = api.account("demo_1", Role::Applicant).await;
    let mut db = api.context.connection().await.unwrap();
    users::mark_demo(&mut db, demo).await.unwrap();
    let of_demo = put(&api, "/api/separation", &root, appointed([one, two, demo])).await;
    refused(&of_demo, "demo_account");
    // Nothing of all this was done.
    assert_eq!(api.get("/api/separation", &root).await.json(), before);

    let three = api.account("three_1", Role::Applicant).await;
    let begun = put(&api, "/api/separation", &root, appointed([one, two, three])).await;
    let begun = begun.json();
    assert!(begun["since"].is_string());
    assert_eq!(begun["combinedRoles"], json!([]));
    let names: Vec<_> = (begun["kinds"].as_array().unwrap().iter())
        .map(|kind| kind["people"][0]["loginName"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["one_1", "two_1", "three_1"]);
    // Whoever began it is no administrator any more, and audits orders as before.
    assert_eq!(
        api.get("/api/system", &root).await.status,
        StatusCode::FORBIDDEN
    );
    assert_eq!(
        api.get("/api/audit-desk", &root).await.status,
        StatusCode::OK
    );
    let security = token(&api, "two_1").await;
    let again = put(
        &api,
        "/api/separation",
        &security,
        appointed([one, two, three]),
    )
    .await;
    refused(&again, "administrators_apart");
}

/// Others who are one kind each do not stand for those that nobody appointed; who had the role before, does.
#[tokio::test]
async fn it_does_not_begin_without_people() {
    use domain::permission::Permission::{AuditLog, GrantRoles, ManageUsers};
    let api = TestApi::new().await;
    let root = api.signed_in("root_1", Role::Admin).await;
    for (name, permission) in [
        ("maker_1", ManageUsers),
        ("giver_1", GrantRoles),
        ("looker_1", AuditLog),
    ] {
        api.holding(name, &[permission]).await;
    }
    let nobody = json!({"system": [], "security": [], "audit": []});
    let begun = put(&api, "/api/separation", &root, nobody.clone()).await;
    refused(&begun, "system_administrator_missing");
    let after = api.get("/api/separation", &root).await.json();
    assert_eq!(after["since"], Value::Null);
    let mut ids = Vec::new();
    for name in ["one_1", "two_1", "three_1"] {
        ids.push(api.account(name, Role::Applicant).await);
    }
    let body = appointed(ids.try_into().unwrap());
    let begun = put(&api, "/api/separation", &root, body).await;
    assert_eq!(begun.status, StatusCode::OK, "{}", begun.text());
    let now = api.context.now();
    assert!(separation::end(&api.context.pool, now).await.unwrap());
    // Only who holds all of it begins it again.
    sqlx::query(
        "UPDATE role SET permissions = array(SELECT unnest(permissions) UNION \
         SELECT unnest(r.permissions) FROM role r WHERE r.id LIKE '%administrator') WHERE id = 'admin'",
    )
    .execute(&api.context.pool)
    .await
    .unwrap();
    let again = put(&api, "/api/separation", &root, nobody).await;
    assert_eq!(again.status, StatusCode::OK, "{}", again.text());
}

#[tokio::test]
async fn the_roles_of_the_three_get_free_names() {
    let api = TestApi::new().await;
    let root = api.signed_in("root_1", Role::Admin).await;
    for name in ["系统管理员", "系统管理员2", "审计管理员 "] {
        let own = json!({"name": name, "permissions": ["/stat/orders"]});
        assert_eq!(
            api.post("/api/roles", &root, own).await.status,
            StatusCode::CREATED
        );
    }
    let mut ids = Vec::new();
    for name in ["one_1", "two_1", "three_1"] {
        ids.push(api.account(name, Role::Applicant).await);
    }
    let body = appointed(ids.try_into().unwrap());
    let begun = put(&api, "/api/separation", &root, body).await;
    assert_eq!(begun.status, StatusCode::OK, "{}", begun.text());
    let security = token(&api, "two_1").await;
    for (id, name) in [
        ("systemadministrator", "系统管理员3"),
        ("securityadministrator", "安全管理员"),
        ("auditadministrator", "审计管理员2"),
    ] {
        let role = api.get(&format!("/api/roles/{id}"), &security).await;
        assert_eq!(role.json()["name"], name);
    }
}

#[tokio::test]
async fn whoever_does_not_hold_all_of_it_does_not_begin_it() {
    let api = TestApi::new().await;
    let root = api.signed_in("root_1", Role::Admin).await;
    let giver = api
        .holding("giver_1", &[domain::permission::Permission::GrantRoles])
        .await;
    let mut ids = Vec::new();
    for name in ["one_1", "two_1", "three_1"] {
        ids.push(api.account(name, Role::Applicant).await);
    }
    let body = appointed(ids.try_into().unwrap());
    let begun = put(&api, "/api/separation", &giver, body).await;
    refused(&begun, "beyond_own_rights");
    let after = api.get("/api/separation", &root).await.json();
    assert_eq!(after["since"], Value::Null);
}

#[tokio::test]
async fn no_change_of_a_role_or_of_roles_brings_two_kinds_together() {
    let office = Office::new().await;
    let api = &office.api;
    let security = &office.security;
    // A role that combines.
    let wide = json!({"name": "wide", "permissions": ["/system/config", "/log/audit"]});
    refused(
        &api.post("/api/roles", security, wide).await,
        "administrators_combined",
    );
    let wide = json!({"name": "", "permissions": ["/system/config", "/role/grant"]});
    refused(
        &api.change_role("/api/roles/admin", security, wide).await,
        "administrators_combined",
    );
    // A person who would.
    let both = json!({"roleIds": ["auditadministrator", "systemadministrator"]});
    let path = format!("/api/users/{}/roles", office.ids[0].0);
    refused(
        &put(api, &path, security, both).await,
        "administrators_combined",
    );
    // The last of a kind.
    let less = json!({"roleIds": ["applicant"]});
    refused(&put(api, &path, security, less).await, "last_administrator");
    assert_eq!(
        office.roles_of(0).await,
        ["applicant", "systemadministrator"]
    );
    // What fits: another system administrator, appointed by somebody who is none.
    let other = api.account("other_1", Role::Applicant).await;
    let path = format!("/api/users/{}/roles", other.0);
    let given = json!({"roleIds": ["systemadministrator", "operator"]});
    assert_eq!(
        put(api, &path, security, given).await.status,
        StatusCode::OK
    );
}

/// The command line is asked for no permission, and keeps the kinds apart all the same; so does an import.
#[tokio::test]
async fn neither_the_command_line_nor_an_import_brings_two_kinds_together() {
    let office = Office::new().await;
    let context = &office.api.context;
    let roles = ["systemadministrator", "auditadministrator"].map(|id| RoleId(id.to_owned()));
    let change = AccountChange::Roles(&roles, None);
    let (key, by, now) = (&context.server_key, By::System, context.now());
    let changed =
        administration::change(&context.pool, key, office.ids[0], &[change], by, now).await;
    let combined = |result: Result<(), AdministrationError>| {
        matches!(result, Err(AdministrationError::Apart(_)))
    };
    assert!(combined(changed.map(drop)));
    let imported = ImportedAccount {
        login_name: "both_1".to_owned(),
        password_hash: String::new(),
        roles: roles.to_vec(),
        profile: Profile::default(),
    };
    let imported = import::import(&context.pool, key, &[imported], by, now).await;
    assert!(combined(imported));
    assert_eq!(
        office.roles_of(0).await,
        ["applicant", "systemadministrator"]
    );
}

#[tokio::test]
async fn who_gives_rights_gives_none_to_oneself() {
    let office = Office::new().await;
    let path = format!("/api/users/{}/roles", office.ids[1].0);
    let own = json!({"roleIds": ["securityadministrator", "admin"]});
    refused(
        &put(&office.api, &path, &office.security, own).await,
        "own_account",
    );
    // Nor by way of the role that one has.
    let wider =
        json!({"name": "安全管理员", "permissions": ["/role/save", "/role/grant", "/order/audit"]});
    let path = "/api/roles/securityadministrator";
    refused(
        &office.api.change_role(path, &office.security, wider).await,
        "beyond_own_rights",
    );
    // Nor does who makes accounts steer somebody who gives rights.
    let path = format!("/api/users/{}/password", office.ids[1].0);
    let reset = json!({"password": "Another1pass"});
    let reset = office.api.post(&path, &office.system, reset).await;
    refused(&reset, "beyond_own_rights");
}

fn actors(page: &Value) -> Vec<&str> {
    let entries = page["items"].as_array().unwrap();
    let mut names: Vec<_> = entries
        .iter()
        .map(|entry| entry["byLoginName"].as_str().unwrap())
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

#[tokio::test]
async fn each_is_watched_by_another() {
    let office = Office::new().await;
    let api = &office.api;
    let seen = api.get("/api/audit-log", &office.audit).await.json();
    assert_eq!(actors(&seen), ["root_1", "secure_1", "system_1"]);
    let seen = api.get("/api/audit-log", &office.security).await.json();
    assert_eq!(actors(&seen), ["audit_1"]);
    let refused = api.get("/api/audit-log", &office.system).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    let file = api
        .get("/api/audit-log/export?q=audit_1", &office.security)
        .await;
    assert!(file.text().contains("audit_1") && !file.text().contains("root_1"));
}

#[tokio::test]
async fn the_command_line_ends_it() {
    let office = Office::new().await;
    let now = office.api.context.now();
    assert!(
        separation::end(&office.api.context.pool, now)
            .await
            .unwrap()
    );
    assert!(
        !separation::end(&office.api.context.pool, now)
            .await
            .unwrap()
    );
    let after = office.api.get("/api/separation", &office.security).await;
    assert_eq!(after.json()["since"], Value::Null);
    // Nobody gives what one has not, as before.
    let other = office.api.account("other_1", Role::Applicant).await;
    let path = format!("/api/users/{}/roles", other.0);
    let given = json!({"roleIds": ["systemadministrator"]});
    refused(
        &put(&office.api, &path, &office.security, given).await,
        "beyond_own_rights",
    );
}

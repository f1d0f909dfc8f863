use axum::http::Method;
use domain::role::Role;
use serde_json::{Value, json};
use storage::lifecycle::accounts;

use crate::testing::TestApi;

mod own;
mod scope;
mod sealed;
mod warned;

struct Office {
    api: TestApi,
    admin: String,
}

impl Office {
    async fn new() -> Self {
        let api = TestApi::new().await;
        let admin = api.signed_in("admin_1", Role::Admin).await;
        Self { api, admin }
    }

    async fn send(&self, method: Method, path: &str, body: Value) -> (u16, Value) {
        let answer = self.api.call(method, path, &self.admin, Some(body)).await;
        let status = answer.status.as_u16();
        let json = if status == 204 {
            Value::Null
        } else {
            answer.json()
        };
        (status, json)
    }

    async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        self.send(Method::POST, path, body).await
    }

    async fn get(&self, path: &str) -> Value {
        self.api.get(path, &self.admin).await.json()
    }

    async fn add(&self, login_name: &str, role: &str) -> String {
        let (status, made) = self.post("/api/users", form(login_name, role)).await;
        assert_eq!(status, 201, "{made}");
        made["id"].as_str().unwrap().to_owned()
    }
}

fn form(login_name: &str, role: &str) -> Value {
    json!({"loginName": login_name, "password": "Geology77", "roleIds": [role], "name": "王五", "unit": "青海院",
        "phoneMobile": "13812345678", "email": "w@cgs.cn"})
}

#[tokio::test]
async fn an_account_is_made_found_and_changed() {
    let office = Office::new().await;
    let id = office.add("wangwu", "applicant").await;
    let path = format!("/api/users/{id}");
    insta::assert_json_snapshot!(office.get(&path).await, { ".id" => "[id]" });
    let listed = office.get("/api/users?q=%E9%9D%92%E6%B5%B7").await;
    assert_eq!(listed["total"], 1);
    let phone = &listed["items"][0]["person"]["phoneMobile"];
    assert_eq!(phone, "138****5678", "lists show no whole numbers");
    let mut changed = form("wangwu", "applicant");
    changed["phoneMobile"] = json!("13912345678");
    let roles = format!("{path}/roles");
    let watcher = json!({"roleIds": ["operator", "applicant", "operator"]});
    // The same again changes nothing and writes nothing.
    for _ in 0..2 {
        office.send(Method::PUT, &path, changed.clone()).await;
        let (status, after) = office.send(Method::PUT, &roles, watcher.clone()).await;
        assert_eq!(status, 200);
        assert_eq!(
            after["roles"],
            json!([{"id": "applicant", "name": ""}, {"id": "operator", "name": ""}])
        );
        assert_eq!(after["role"], "operator");
    }
    // Whoever began before that does not undo it.
    let late = json!({"roleIds": ["applicant"], "roleIdsBefore": ["applicant"]});
    let (status, refused) = office.send(Method::PUT, &roles, late).await;
    assert_eq!(
        (status, &refused["code"]),
        (409, &json!("changed_meanwhile"))
    );
    let begun =
        json!({"roleIds": ["applicant", "operator"], "roleIdsBefore": ["operator", "applicant"]});
    assert_eq!(office.send(Method::PUT, &roles, begun).await.0, 200);
    let none = office
        .send(Method::PUT, &roles, json!({"roleIds": []}))
        .await;
    assert_eq!(
        (none.0, &none.1["errors"][0]["field"]),
        (400, &json!("roleIds"))
    );
    let events = office.get(&format!("{path}/events")).await;
    insta::assert_json_snapshot!(events);
}

#[tokio::test]
async fn lists_are_filtered_by_role_state_and_text() {
    let office = Office::new().await;
    office.add("wangwu", "operator").await;
    let off = office.add("zhaoliu", "applicant").await;
    office
        .post(&format!("/api/users/{off}/disable"), json!({}))
        .await;
    for (query, found) in [
        ("", 3),
        ("role=operator", 1),
        ("role=admin", 1),
        ("status=disabled", 1),
        ("status=active", 2),
        ("status=waiting", 0),
        ("q=ZHAO", 1),
        ("q=%25", 0),
        ("role=root", 0),
        ("role=applicant&status=active", 0),
    ] {
        let listed = office.get(&format!("/api/users?{query}")).await;
        assert_eq!(listed["total"], found, "{query}");
        assert_eq!(listed["items"].as_array().unwrap().len(), found, "{query}");
    }
    let second = office.get("/api/users?page=2&pageSize=2").await;
    assert_eq!(second["items"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn what_is_wrong_with_an_account_is_told_field_by_field() {
    let office = Office::new().await;
    let (status, refused) = office.post("/api/users", json!({})).await;
    assert_eq!(status, 400);
    let fields: Vec<_> = refused["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| error["field"].as_str().unwrap())
        .collect();
    assert_eq!(
        fields,
        ["loginName", "password", "phoneMobile", "unit", "name"]
    );
    let operator = json!({"loginName": "watcher", "password": "Geology77", "roleIds": ["operator"], "name": "值班"});
    assert_eq!(office.post("/api/users", operator.clone()).await.0, 201);
    let (status, twice) = office.post("/api/users", operator).await;
    assert_eq!(
        (status, &twice["errors"][0]["code"]),
        (400, &json!("field.login_name_taken"))
    );
    for (field, value) in [
        ("roleIds", json!(["root"])),
        ("sex", json!(2)),
        ("address", json!("长".repeat(201))),
        ("fax", json!("a\u{202e}b")),
    ] {
        let mut wrong = form("wangwu", "applicant");
        wrong[field] = value;
        let (status, refused) = office.post("/api/users", wrong).await;
        assert_eq!(
            (status, &refused["errors"][0]["field"]),
            (400, &json!(field))
        );
    }
}

#[tokio::test]
async fn who_is_switched_off_is_out_at_once_and_comes_back() {
    let office = Office::new().await;
    let id = office.add("wangwu", "applicant").await;
    let sign_in = async || office.api.login("wangwu", "Geology77").await;
    let token = sign_in().await.json()["token"].as_str().unwrap().to_owned();
    let is_in = async || office.api.get("/api/auth/me", &token).await.status == 200;
    assert!(is_in().await);
    let (status, off) = office
        .post(&format!("/api/users/{id}/disable"), json!({}))
        .await;
    assert_eq!((status, &off["status"]), (200, &json!("disabled")));
    assert!(!is_in().await);
    assert_eq!(sign_in().await.status, 401);
    office
        .post(&format!("/api/users/{id}/enable"), json!({}))
        .await;
    assert_eq!(sign_in().await.status, 200);
}

#[tokio::test]
async fn the_last_administrator_stays_and_nobody_acts_on_oneself() {
    let office = Office::new().await;
    let me = office.get("/api/auth/me").await["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let code = async |path: String, body: Value| office.post(&path, body).await.1["code"].clone();
    assert_eq!(
        code(format!("/api/users/{me}/disable"), json!({})).await,
        "last_administrator"
    );
    let second = office.add("admin_2", "admin").await;
    assert_eq!(
        code(format!("/api/users/{me}/disable"), json!({})).await,
        "own_account"
    );
    let own = json!({"password": "Mapping88"});
    assert_eq!(
        code(format!("/api/users/{me}/password"), own).await,
        "own_account"
    );
    let path = format!("/api/users/{me}");
    let (status, refused) = office
        .send(
            Method::PUT,
            &format!("{path}/roles"),
            json!({"roleIds": ["applicant"]}),
        )
        .await;
    assert_eq!((status, &refused["code"]), (409, &json!("own_account")));
    // Names of oneself may be changed here too.
    assert_eq!(
        office
            .send(Method::PUT, &path, form("admin_1", "admin"))
            .await
            .0,
        200
    );
    assert_eq!(
        office
            .post(&format!("/api/users/{second}/disable"), json!({}))
            .await
            .0,
        200
    );
}

/// Of two administrators who remove each other at the same moment one stays.
#[tokio::test]
async fn two_administrators_cannot_remove_each_other() {
    for _ in 0..8 {
        let office = Office::new().await;
        let first = office.get("/api/auth/me").await["id"]
            .as_str()
            .unwrap()
            .to_owned();
        let second = office.add("admin_2", "admin").await;
        let token = office.api.login("admin_2", "Geology77").await.json()["token"].clone();
        let token = token.as_str().unwrap();
        let paths = [first, second].map(|id| format!("/api/users/{id}/disable"));
        let [of_first, of_second] = &paths;
        let (one, two) = tokio::join!(
            office.api.post(of_first, token, json!({})),
            office.api.post(of_second, &office.admin, json!({})),
        );
        let done = [one.status, two.status]
            .into_iter()
            .filter(|status| *status == 200);
        assert_eq!(done.count(), 1, "{} {}", one.status, two.status);
    }
}

#[tokio::test]
async fn accounts_of_the_demo_stay_as_they_are() {
    let office = Office::new().await;
    let id = office.api.account("applicant", Role::Applicant).await;
    let mut db = office.api.context.connection().await.unwrap();
    storage::db::users::mark_demo(&mut db, id).await.unwrap();
    let path = format!("/api/users/{}", id.0);
    let refused = office.post(&format!("{path}/disable"), json!({})).await;
    assert_eq!(
        (refused.0, &refused.1["code"]),
        (409, &json!("demo_account"))
    );
    let (pool, now) = (&office.api.context.pool, office.api.context.now());
    // Where no demo runs, a start switches them off, and nobody switches them on.
    accounts::settle_demo(pool, false, now).await.unwrap();
    let refused = office.post(&format!("{path}/enable"), json!({})).await;
    assert_eq!(
        (refused.0, &refused.1["code"]),
        (409, &json!("demo_account"))
    );
    let signed_in = office.api.login("applicant", "Scenedock1").await;
    assert!(!signed_in.status.is_success(), "{}", signed_in.json());
    accounts::settle_demo(pool, true, now).await.unwrap();
    let token = office.api.login("applicant", "Scenedock1").await.json()["token"].clone();
    let body = json!({"oldPassword": "Scenedock1", "password": "Geology99"});
    let own = office.api.call(
        Method::PUT,
        "/api/auth/password",
        token.as_str().unwrap(),
        Some(body),
    );
    assert_eq!(own.await.code(), "demo_account");
}

#[tokio::test]
async fn what_happened_to_an_account_cannot_be_rewritten() {
    let office = Office::new().await;
    office.add("wangwu", "applicant").await;
    for statement in [
        "UPDATE account_event SET action = 'enable'",
        "DELETE FROM account_event",
        "TRUNCATE account_event",
    ] {
        let refused = sqlx::query(statement)
            .execute(&office.api.context.pool)
            .await;
        assert!(refused.is_err(), "{statement}");
    }
}

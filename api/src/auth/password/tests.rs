use axum::http::{Method, StatusCode};
use chrono::TimeDelta;
use domain::duty::Duty;
use domain::role::Role;
use serde_json::{Value, json};
use storage::db::users;

use crate::auth::owing::open_to_who_owes;
use crate::testing::{Answer, TestApi};

async fn change(api: &TestApi, token: &str, old: &str, new: &str) -> Answer {
    let body = json!({"oldPassword": old, "password": new});
    api.call(Method::PUT, "/api/auth/password", token, Some(body))
        .await
}

async fn token(api: &TestApi, password: &str) -> String {
    let answer = api.login("lisi_1", password).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.json());
    answer.json()["token"].as_str().unwrap().to_owned()
}

async fn id_of(api: &TestApi, admin: &str) -> String {
    let found = api.get("/api/users?q=lisi_1", admin).await.json();
    found["items"][0]["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn the_last_passwords_do_not_come_again() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    api.account("lisi_1", Role::Applicant).await;
    api.configure(&admin, &[("passwordHistory", "2")]).await;
    let chain = ["Scenedock1", "Mapping21", "Mapping32", "Mapping43"];
    for pair in chain.windows(2) {
        let token = token(&api, pair[0]).await;
        let changed = change(&api, &token, pair[0], pair[1]).await;
        assert_eq!(changed.status, StatusCode::NO_CONTENT);
    }
    let token = token(&api, chain[3]).await;
    for again in [chain[1], chain[2]] {
        let refused = change(&api, &token, chain[3], again).await.json();
        assert_eq!(refused["errors"][0]["code"], "field.password_used_before");
        assert_eq!(refused["errors"][0]["params"], json!({"count": 2}));
    }
    let forgotten = change(&api, &token, chain[3], chain[0]).await;
    assert_eq!(forgotten.status, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn a_password_is_told_of_before_it_is_over() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    api.account("lisi_1", Role::Applicant).await;
    api.configure(&admin, &[("passwordValPer", "30")]).await;
    for (days, told) in [
        (20, Value::Null),
        (5, json!("您的密码将在5天后过期，请尽快修改密码！")),
        (5, json!("您的密码已过期，请立即修改密码！")),
    ] {
        api.pass(TimeDelta::days(days));
        let token = token(&api, "Scenedock1").await;
        let me = api.get("/api/auth/me", &token).await.json();
        assert_eq!(me["periodMsg"], told);
        assert_eq!(me["duty"], Value::Null, "it is only told");
        assert_eq!(api.get("/api/inbox", &token).await.status, StatusCode::OK);
    }
}

/// Every route is shut to whoever has to change the password first, and open afterwards.
#[tokio::test]
async fn what_is_over_is_changed_before_anything_else() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    api.account("lisi_1", Role::Admin).await;
    let force = [("passwordValPer", "30"), ("passwordForce", "on")];
    api.configure(&admin, &force).await;
    api.pass(TimeDelta::days(30));
    let late = token(&api, "Scenedock1").await;
    let me = api.get("/api/auth/me", &late).await.json();
    assert_eq!(me["duty"], "change_password");
    let open = open_to_who_owes(&api, &late, Duty::ChangePassword).await;
    assert_eq!(open, ["GET /api/auth/me", "PUT /api/auth/password"]);
    let changed = change(&api, &late, "Scenedock1", "Mapping21").await;
    assert_eq!(changed.status, StatusCode::NO_CONTENT);
    let fresh = token(&api, "Mapping21").await;
    assert_eq!(api.get("/api/users", &fresh).await.status, StatusCode::OK);
    // A password that an administrator chose is another's too.
    let id = id_of(&api, &fresh).await;
    let boss = api.signed_in("admin_2", Role::Admin).await;
    let reset = json!({"password": "Mapping99"});
    api.post(&format!("/api/users/{id}/password"), &boss, reset)
        .await;
    let temporary = token(&api, "Mapping99").await;
    let refused = api.get("/api/users", &temporary).await;
    assert_eq!(refused.code(), "password_change_needed");
}

/// Everybody knows it, and nobody can change it.
#[tokio::test]
async fn accounts_of_the_demo_owe_no_other_password() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let demo = api.account("lisi_1", Role::Applicant).await;
    let mut db = api.context.connection().await.unwrap();
    users::mark_demo(&mut db, demo).await.unwrap();
    let force = [("passwordValPer", "30"), ("passwordForce", "on")];
    api.configure(&admin, &force).await;
    api.pass(TimeDelta::days(40));
    sqlx::query("UPDATE app_user SET password_temporary = true WHERE demo")
        .execute(&mut *db)
        .await
        .unwrap();
    let token = token(&api, "Scenedock1").await;
    let me = api.get("/api/auth/me", &token).await.ok();
    for field in ["duty", "pwdMsg", "periodMsg"] {
        assert_eq!(me[field], Value::Null, "{field}");
    }
    assert_eq!(api.get("/api/inbox", &token).await.status, StatusCode::OK);
    let refused = change(&api, &token, "Scenedock1", "Mapping21").await;
    assert_eq!(refused.code(), "demo_account");
}

/// All have proved the old password; the first new one ends what the others have proved.
#[tokio::test]
async fn of_several_who_change_the_same_password_one_does() {
    let api = TestApi::new().await;
    api.account("lisi_1", Role::Applicant).await;
    let mut tokens = Vec::new();
    for _ in 0..3 {
        tokens.push(token(&api, "Scenedock1").await);
    }
    let chosen = ["Mapping21", "Mapping32", "Mapping43"];
    let changes = tokens.iter().zip(chosen);
    let changes = changes.map(|(token, new)| change(&api, token, "Scenedock1", new));
    let answers = futures::future::join_all(changes).await;
    let done = answers.iter().map(|answer| answer.status.as_u16());
    let done: Vec<_> = done.collect();
    assert_eq!(done.iter().filter(|status| **status == 204).count(), 1);
    // Whoever comes after it: the session has ended, the old password is another, or both were right before.
    assert!(
        done.iter()
            .all(|status| [204, 400, 401, 409].contains(status))
    );
    let mut opening = 0;
    for password in chosen {
        let entered = api.login("lisi_1", password).await;
        opening += usize::from(entered.status == StatusCode::OK);
    }
    assert_eq!(opening, 1);
}

#[tokio::test]
async fn changes_and_resets_are_in_the_audit_log() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    api.account("lisi_1", Role::Applicant).await;
    let id = id_of(&api, &admin).await;
    let reset = json!({"password": "Mapping99"});
    api.post(&format!("/api/users/{id}/password"), &admin, reset)
        .await;
    let own = token(&api, "Mapping99").await;
    change(&api, &own, "Mapping99", "Mapping21").await;
    let log = api
        .get("/api/audit-log?subject=account", &admin)
        .await
        .json();
    let words: Vec<_> = (log["items"].as_array().unwrap().iter())
        .map(|entry| entry["action"].as_str().unwrap())
        .collect();
    assert_eq!(words, ["change_password", "reset_password"]);
}

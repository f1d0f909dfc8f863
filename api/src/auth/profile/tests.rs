use axum::http::{Method, StatusCode};
use domain::account::AccountMailKind;
use domain::role::Role;
use serde_json::{Value, json};
use storage::db::account_mails;

use crate::context::Settings;
use crate::testing::{Answer, TestApi};

const FORMER: &str = "lisi@cgs.cn";

/// Somebody with an address, where mails are sent or not.
async fn installation(mail: bool) -> (TestApi, String) {
    let api = TestApi::with(Settings {
        captcha: false,
        mail,
        ..Settings::default()
    })
    .await;
    let token = api.signed_in("lisi_1", Role::Applicant).await;
    sqlx::query("UPDATE app_user SET email = $1")
        .bind(FORMER)
        .execute(&api.context.pool)
        .await
        .unwrap();
    (api, token)
}

async fn save(api: &TestApi, token: &str, changes: Value) -> Answer {
    let mut form = api.get("/api/auth/profile", token).await.ok();
    for (field, value) in changes.as_object().unwrap() {
        form[field] = value.clone();
    }
    api.call(Method::PUT, "/api/auth/profile", token, Some(form))
        .await
}

async fn email(api: &TestApi, token: &str) -> Value {
    api.get("/api/auth/profile", token).await.ok()["email"].clone()
}

#[tokio::test]
async fn another_address_needs_the_password_and_the_former_one_is_mailed() {
    let (api, token) = installation(true).await;
    let other = "other@cgs.cn";
    for (password, code) in [
        ("", "field.password_missing"),
        ("Scenedock2", "field.old_password_wrong"),
    ] {
        let refused = save(&api, &token, json!({"email": other, "password": password})).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST);
        assert_eq!(refused.json()["errors"][0]["code"], code);
        assert_eq!(email(&api, &token).await, FORMER);
    }
    let mut db = api.context.connection().await.unwrap();
    let now = api.context.now();
    let unmailed = account_mails::claim(&mut db, now).await.unwrap();
    assert_eq!(unmailed, None, "nothing has changed yet");
    let changed = json!({"email": other, "password": "Scenedock1"});
    let saved = save(&api, &token, changed).await.ok();
    assert_eq!(saved["email"], other);
    assert!(saved["password"].is_null());
    let mail = account_mails::claim(&mut db, now).await.unwrap().unwrap();
    assert_eq!(
        (mail.kind, mail.address.as_str()),
        (AccountMailKind::EmailChanged, FORMER)
    );
    let next = account_mails::claim(&mut db, now).await.unwrap();
    assert_eq!(next, None);
}

#[tokio::test]
async fn other_facts_need_no_password_and_mail_nobody() {
    let (api, token) = installation(true).await;
    let saved = save(&api, &token, json!({"unit": "地质云中心"})).await.ok();
    assert_eq!(saved["unit"], "地质云中心");
    let mut db = api.context.connection().await.unwrap();
    let now = api.context.now();
    assert_eq!(account_mails::claim(&mut db, now).await.unwrap(), None);
}

#[tokio::test]
async fn nothing_is_queued_where_no_mails_are_sent() {
    let (api, token) = installation(false).await;
    let changed = json!({"email": "", "password": "Scenedock1"});
    save(&api, &token, changed).await.ok();
    let mut db = api.context.connection().await.unwrap();
    let now = api.context.now();
    assert_eq!(account_mails::claim(&mut db, now).await.unwrap(), None);
}

/// Nobody has a link sent there with which the account is taken over.
#[tokio::test]
async fn who_has_no_password_is_asked_for_none() {
    let (api, token) = installation(true).await;
    sqlx::query("UPDATE app_user SET password_set_at = '9999-12-31T00:00:00Z'")
        .execute(&api.context.pool)
        .await
        .unwrap();
    let me = api.get("/api/auth/me", &token).await.ok();
    assert_eq!(me["hasPassword"], false);
    let saved = save(&api, &token, json!({"email": "other@cgs.cn"})).await;
    assert_eq!(saved.ok()["email"], "other@cgs.cn");
}

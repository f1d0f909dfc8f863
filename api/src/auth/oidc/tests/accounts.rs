//! Whose account it is, and what may be done with it.

use axum::http::{Method, StatusCode};
use chrono::TimeDelta;
use domain::role::Role;
use serde_json::json;
use totp_rs::{Builder, Secret};

use super::facts::send_logout_token;
use super::{Browser, Installation};
use crate::testing::Answer;

pub(super) const PASSWORD: &str = "Scenedock1";

/// Links the account of `token` to the person at the provider.
pub(super) async fn link(site: &Installation, token: &str) -> String {
    let body = json!({"password": PASSWORD});
    let answer = site.api.post("/api/auth/oidc/link", token, body).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.json());
    let address = answer.json()["address"].as_str().unwrap().to_owned();
    let browser = Browser::away(&address, answer.header("set-cookie"));
    let query = browser.good(site, "code");
    let landing = browser.returns(site, &query).await;
    assert_eq!(landing.next, "/account");
    landing.told
}

pub(super) async fn linked(site: &Installation, name: &str) -> String {
    let token = site.api.signed_in(name, Role::Applicant).await;
    assert_eq!(link(site, &token).await, "linked");
    token
}

/// Signs in at the provider, and goes on with what it gives.
pub(super) async fn sign_in(site: &Installation) -> Answer {
    let (browser, ticket) = Browser::ticket(site).await;
    browser.enter(site, json!({"ticket": ticket})).await
}

pub(super) fn token(answer: &Answer) -> String {
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.json());
    answer.json()["token"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_linked_person_signs_in_with_an_ordinary_session() {
    let site = Installation::new(false).await;
    let own = linked(&site, "zhangsan").await;
    let token = token(&sign_in(&site).await);
    let me = site.api.get("/api/auth/me", &token).await.ok();
    assert_eq!(me["loginName"], "zhangsan");
    let sessions = site.api.get("/api/auth/sessions", &own).await.ok();
    assert_eq!(
        sessions
            .as_array()
            .or(sessions["items"].as_array())
            .unwrap()
            .len(),
        2
    );
    assert_eq!(site.count("behaviour WHERE kind = 1").await, 1);
    let entries =
        "audit_entry WHERE subject = 'session' AND action = 'sign_in' AND outcome = 'done'";
    assert_eq!(site.count(entries).await, 1);
    let link = site.api.get("/api/auth/oidc/link", &own).await.ok();
    assert_eq!(link["link"]["subject"], "person-1");
}

#[tokio::test]
async fn who_is_linked_is_told_by_mail() {
    let site = Installation::new(false).await;
    let token = site.api.signed_in("zhangsan", Role::Applicant).await;
    sqlx::query("UPDATE app_user SET email = 'zhangsan@cgs.cn'")
        .execute(&site.api.context.pool)
        .await
        .unwrap();
    assert_eq!(link(&site, &token).await, "linked");
    let mails = "account_mail WHERE kind = 'provider_linked' AND address = 'zhangsan@cgs.cn'";
    assert_eq!(site.count(mails).await, 1);
}

#[tokio::test]
async fn a_ticket_is_good_once_and_in_its_browser_alone() {
    let site = Installation::new(false).await;
    linked(&site, "zhangsan").await;
    let (_, ticket) = Browser::ticket(&site).await;
    let stranger = Browser::start(&site, "/search").await;
    let refused = stranger.enter(&site, json!({"ticket": ticket})).await;
    assert_eq!(refused.code(), "sign_in_expired");
    let (browser, ticket) = Browser::ticket(&site).await;
    assert!(
        browser
            .enter(&site, json!({"ticket": ticket}))
            .await
            .status
            .is_success()
    );
    let again = browser.enter(&site, json!({"ticket": ticket})).await;
    assert_eq!(again.code(), "sign_in_expired");
    let (browser, ticket) = Browser::ticket(&site).await;
    site.api.pass(TimeDelta::minutes(3));
    let late = browser.enter(&site, json!({"ticket": ticket})).await;
    assert_eq!(late.code(), "sign_in_expired");
}

#[tokio::test]
async fn who_is_not_known_is_told_so() {
    let site = Installation::new(false).await;
    // The same address and the same name: neither makes it the same person.
    site.api.account("wangwu", Role::Applicant).await;
    let browser = Browser::start(&site, "/search").await;
    let query = browser.good(&site, "code");
    assert_eq!(browser.returns(&site, &query).await.told, "unknown");
}

#[tokio::test]
async fn who_is_not_known_may_get_an_account_that_waits() {
    let site = Installation::new(true).await;
    let refused = sign_in(&site).await;
    assert_eq!(
        (refused.status, refused.code()),
        (StatusCode::FORBIDDEN, "awaiting_approval".into())
    );
    let admin = site.api.signed_in("admin_1", Role::Admin).await;
    let waiting = site.api.get("/api/users?status=waiting", &admin).await.ok();
    let made = &waiting["items"][0];
    assert_eq!(
        (&made["loginName"], &made["person"]["name"]),
        (&json!("wangwu"), &json!("王五"))
    );
    let id = made["id"].as_str().unwrap();
    let links = site
        .api
        .get(&format!("/api/users/{id}/provider-links"), &admin)
        .await
        .ok();
    assert_eq!(links["items"][0]["subject"], "person-1");
    site.api
        .post(&format!("/api/users/{id}/approve"), &admin, json!({}))
        .await
        .ok();
    let token = token(&sign_in(&site).await);
    assert_eq!(
        site.api.get("/api/auth/me", &token).await.ok()["loginName"],
        "wangwu"
    );
    assert_eq!(site.count("app_user WHERE login_name = 'wangwu'").await, 1);
}

#[tokio::test]
async fn those_who_decide_learn_once_of_an_account_that_was_made_so() {
    let site = Installation::new(true).await;
    site.api.account("admin_1", Role::Admin).await;
    let run = async |statement: &'static str| {
        let done = sqlx::query(statement).execute(&site.api.context.pool);
        done.await.unwrap();
    };
    run("UPDATE app_user SET email = 'admin@cgs.cn' WHERE login_name = 'admin_1'").await;
    let mails = "account_mail WHERE kind = 'registration_waits'";
    assert_eq!(sign_in(&site).await.code(), "awaiting_approval");
    assert_eq!(site.count(mails).await, 1);
    run("DELETE FROM account_mail").await;
    assert_eq!(sign_in(&site).await.code(), "awaiting_approval");
    assert_eq!(site.count(mails).await, 0);
}

#[tokio::test]
async fn a_new_account_takes_nobodys_name() {
    let site = Installation::new(true).await;
    site.api.account("WangWu", Role::Applicant).await;
    assert_eq!(sign_in(&site).await.code(), "awaiting_approval");
    assert_eq!(
        site.count("app_user WHERE login_name LIKE 'sso\\_%'").await,
        1
    );
}

#[tokio::test]
async fn accounts_that_may_not_sign_in_may_not_come_from_the_provider_either() {
    let site = Installation::new(false).await;
    let own = linked(&site, "zhangsan").await;
    let admin = site.api.signed_in("admin_1", Role::Admin).await;
    let id = site.api.get("/api/auth/me", &own).await.ok()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    site.api.configure(&admin, &[("accountValPer", "1")]).await;
    site.api.pass(TimeDelta::days(2));
    site.provider
        .with(|behaviour| behaviour.now += TimeDelta::days(2));
    assert_eq!(sign_in(&site).await.code(), "account_expired");
    let admin = token(&site.api.login("admin_1", PASSWORD).await);
    site.api.configure(&admin, &[("accountValPer", "0")]).await;
    site.api
        .post(&format!("/api/users/{id}/disable"), &admin, json!({}))
        .await
        .ok();
    let browser = Browser::start(&site, "/search").await;
    let query = browser.good(&site, "code");
    assert_eq!(browser.returns(&site, &query).await.told, "failed");
}

#[tokio::test]
async fn the_second_factor_is_still_asked_for() {
    let site = Installation::new(false).await;
    let own = linked(&site, "zhangsan").await;
    let setup = site
        .api
        .post(
            "/api/auth/second-factor",
            &own,
            json!({"password": PASSWORD}),
        )
        .await
        .ok();
    let code = || {
        let secret = Secret::try_from_base32(setup["secret"].as_str().unwrap()).unwrap();
        let app = Builder::new().with_secret(secret).build().unwrap();
        app.generate(site.api.context.now().timestamp().unsigned_abs())
            .to_string()
    };
    let body = json!({"code": code()});
    site.api
        .post("/api/auth/second-factor/confirm", &own, body)
        .await
        .ok();
    site.api.pass(TimeDelta::seconds(30));
    let (browser, ticket) = Browser::ticket(&site).await;
    let asked = browser.enter(&site, json!({"ticket": ticket})).await;
    assert_eq!(asked.code(), "second_factor_needed");
    let ticket = asked.json()["ticket"].clone();
    let entered = browser
        .enter(&site, json!({"ticket": ticket, "secondFactor": code()}))
        .await;
    let token = token(&entered);
    // What the provider said was carried on through the second step.
    assert!(signed_out(&site, &token).await.contains("id_token_hint="));
}

async fn signed_out(site: &Installation, token: &str) -> String {
    let answer = site.api.post("/api/auth/logout", token, json!({})).await;
    assert_eq!(answer.status, StatusCode::OK);
    answer.json()["providerAddress"]
        .as_str()
        .unwrap()
        .to_owned()
}

#[tokio::test]
async fn signing_out_goes_on_at_the_provider_where_one_came_from_there() {
    let site = Installation::new(false).await;
    let own = linked(&site, "zhangsan").await;
    let token = token(&sign_in(&site).await);
    let address = signed_out(&site, &token).await;
    assert!(
        address.starts_with(&format!("{}/end?", site.provider.issuer)),
        "{address}"
    );
    assert!(address.contains("post_logout_redirect_uri=https%3A%2F%2Fdata.example.cn%2Fsearch"));
    let ended = site.api.get("/api/auth/me", &token).await;
    assert_eq!(ended.status, StatusCode::UNAUTHORIZED);
    let later = site.api.get("/api/auth/oidc/sign-out", "").await;
    let address = later.header("location");
    assert!(
        address.starts_with(&format!("{}/end?client_id=", site.provider.issuer)),
        "{address}"
    );
    let local = site.api.post("/api/auth/logout", &own, json!({})).await;
    assert_eq!(local.status, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn a_link_wants_the_password_and_holds_one_account() {
    let site = Installation::new(false).await;
    let own = site.api.signed_in("zhangsan", Role::Applicant).await;
    for path in ["link", "unlink"] {
        let path = format!("/api/auth/oidc/{path}");
        let refused = site
            .api
            .post(&path, &own, json!({"password": "Wrong-1234"}))
            .await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{path}");
    }
    assert_eq!(link(&site, &own).await, "linked");
    assert_eq!(
        link(&site, &own).await,
        "linked",
        "once more changes nothing"
    );
    let other = site.api.signed_in("lisi_1", Role::Applicant).await;
    assert_eq!(link(&site, &other).await, "taken");
    let came = token(&sign_in(&site).await);
    let (browser, waiting) = Browser::ticket(&site).await;
    let body = json!({"password": PASSWORD});
    site.api
        .post("/api/auth/oidc/unlink", &own, body)
        .await
        .ok();
    assert_eq!(
        site.api.get("/api/auth/me", &own).await.status,
        StatusCode::OK
    );
    assert_eq!(
        site.api.get("/api/auth/me", &came).await.status,
        StatusCode::UNAUTHORIZED
    );
    let late = browser.enter(&site, json!({"ticket": waiting})).await;
    assert_eq!(late.code(), "sign_in_expired");
    let link = site.api.get("/api/auth/oidc/link", &own).await.ok();
    assert!(link["link"].is_null());
    for action in ["link_provider", "unlink_provider"] {
        let table = format!("audit_entry WHERE outcome = 'done' AND action = '{action}'");
        assert_eq!(site.count(&table).await, 1, "{action}");
    }
}

/// Whoever has been signed out everywhere in the meantime links nothing.
#[tokio::test]
async fn a_link_that_was_begun_before_a_new_password_is_over() {
    let site = Installation::new(false).await;
    let own = site.api.signed_in("zhangsan", Role::Applicant).await;
    let begun = site
        .api
        .post("/api/auth/oidc/link", &own, json!({"password": PASSWORD}))
        .await;
    let address = begun.json()["address"].as_str().unwrap().to_owned();
    let browser = Browser::away(&address, begun.header("set-cookie"));
    let change = json!({"oldPassword": PASSWORD, "password": "Geology-77x"});
    let changed = site
        .api
        .call(Method::PUT, "/api/auth/password", &own, Some(change))
        .await;
    assert_eq!(changed.status, StatusCode::NO_CONTENT, "{}", changed.json());
    let query = browser.good(&site, "code");
    assert_eq!(browser.returns(&site, &query).await.told, "failed");
    assert_eq!(site.count("provider_link").await, 0);
}

#[tokio::test]
async fn the_provider_ends_sessions_by_a_word_of_its_own() {
    let site = Installation::new(false).await;
    let own = linked(&site, "zhangsan").await;
    let came = token(&sign_in(&site).await);
    // Half signed in, as who has a second factor is for a while.
    let (browser, waiting) = Browser::ticket(&site).await;
    let now = site.api.context.now().timestamp();
    for bad in [
        json!({"events": {}}),
        json!({"nonce": "a"}),
        json!({"aud": "somebody else"}),
        json!({"exp": now - 300}),
    ] {
        assert_eq!(
            send_logout_token(&site, bad.clone()).await,
            StatusCode::BAD_REQUEST,
            "{bad}"
        );
    }
    let another = json!({"sid": "another"});
    assert_eq!(send_logout_token(&site, another).await, StatusCode::OK);
    assert_eq!(
        site.api.get("/api/auth/me", &came).await.status,
        StatusCode::OK
    );
    assert_eq!(site.count("sign_in_ticket").await, 1);
    let to_one = json!({"aud": "scenedock"});
    assert_eq!(send_logout_token(&site, to_one).await, StatusCode::OK);
    let late = browser.enter(&site, json!({"ticket": waiting})).await;
    assert_eq!(late.code(), "sign_in_expired");
    assert_eq!(
        site.api.get("/api/auth/me", &came).await.status,
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(
        site.api.get("/api/auth/me", &own).await.status,
        StatusCode::OK
    );
}

/// The provider signs with a new key: it is asked once more.
#[tokio::test]
async fn a_new_key_of_the_provider_is_learned() {
    let site = Installation::new(false).await;
    linked(&site, "zhangsan").await;
    site.provider.with(|behaviour| {
        behaviour.key = rcgen::KeyPair::generate_for(&rcgen::PKCS_ED25519).unwrap();
        behaviour.key_id = "two".to_owned();
    });
    site.api.pass(TimeDelta::minutes(1));
    assert!(sign_in(&site).await.status.is_success());
}

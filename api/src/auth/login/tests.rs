//! Who gets in, and who does not.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use chrono::TimeDelta;
use domain::role::Role;
use serde_json::json;

use super::*;
use storage::lifecycle::accounts;

use crate::network_limit::SIGN_INS;
use crate::testing::TestApi;

#[tokio::test]
async fn a_token_and_a_cookie_are_handed_out() {
    let api = TestApi::new().await;
    api.account("lisi_1", Role::Applicant).await;
    let answer = api.login("LiSi_1", "Scenedock1").await;
    assert_eq!(answer.status, StatusCode::OK);
    let token = answer.json()["token"].as_str().unwrap().to_owned();
    assert_eq!(
        answer.header("set-cookie"),
        format!("scenedock_session={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=86400")
    );
    assert_eq!(answer.header("cache-control"), "no-store");
    let me = api.get("/api/auth/me", &token).await;
    assert_eq!(me.json()["loginName"], "lisi_1");
}

#[tokio::test]
async fn over_tls_the_cookie_is_bound_to_this_host() {
    let api = TestApi::with(crate::Settings {
        captcha: false,
        https: true,
        ..crate::Settings::default()
    })
    .await;
    api.account("lisi_1", Role::Applicant).await;
    let answer = api.login("lisi_1", "Scenedock1").await;
    let cookie = answer.header("set-cookie");
    assert!(cookie.starts_with("__Host-scenedock_session="), "{cookie}");
    assert!(cookie.ends_with("; Path=/; HttpOnly; SameSite=Strict; Max-Age=86400; Secure"));
    assert!(!cookie.contains("Domain"));
    let (pair, _) = cookie.split_once(';').unwrap();
    let reading = Request::get("/api/auth/me").header("cookie", pair);
    let me = api.send(reading.body(Body::empty()).unwrap()).await;
    assert_eq!(me.status, StatusCode::OK);
}

#[tokio::test]
async fn an_unknown_account_is_told_like_a_wrong_password() {
    let api = TestApi::new().await;
    api.account("lisi_1", Role::Applicant).await;
    let wrong = api.login("lisi_1", "Scenedock2").await;
    let unknown = api.login("nobody", "Scenedock2").await;
    assert_eq!(wrong.status, StatusCode::UNAUTHORIZED);
    assert_eq!(wrong.bytes, unknown.bytes);
    assert_eq!(wrong.code(), "wrong_password");
}

#[tokio::test]
async fn what_is_missing_is_named() {
    let api = TestApi::new().await;
    let answer = api.post("/api/auth/login", "", json!({})).await;
    insta::assert_json_snapshot!(answer.json(), @r#"
    {
      "code": "invalid",
      "detail": "请输入用户名",
      "errors": [
        {
          "code": "field.login_name_missing",
          "detail": "请输入用户名",
          "field": "loginName"
        },
        {
          "code": "field.password_missing",
          "detail": "请输入密码",
          "field": "password"
        }
      ],
      "reason": "field.login_name_missing",
      "status": 400,
      "title": "Bad Request",
      "type": "about:blank"
    }
    "#);
}

#[tokio::test]
async fn five_failures_close_the_door_for_half_an_hour() {
    let api = TestApi::new().await;
    api.account("lisi_1", Role::Applicant).await;
    for _ in 0..5 {
        assert_eq!(
            api.login("lisi_1", "wrong").await.status,
            StatusCode::UNAUTHORIZED
        );
    }
    let locked = api.login("lisi_1", "Scenedock1").await;
    assert_eq!(locked.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(locked.header("retry-after"), "1800");
    api.pass(TimeDelta::minutes(30));
    assert_eq!(
        api.login("lisi_1", "Scenedock1").await.status,
        StatusCode::OK
    );
    for _ in 0..4 {
        assert_eq!(
            api.login("lisi_1", "wrong").await.status,
            StatusCode::UNAUTHORIZED
        );
    }
    assert_eq!(
        api.login("lisi_1", "Scenedock1").await.status,
        StatusCode::OK,
        "success starts anew"
    );
}

#[tokio::test]
async fn a_lock_is_for_one_address() {
    let api = TestApi::new().await;
    api.account("lisi_1", Role::Applicant).await;
    for _ in 0..6 {
        api.login("lisi_1", "wrong").await;
    }
    let mut elsewhere = Request::builder()
        .method(Method::POST)
        .uri("/api/auth/login")
        .header("content-type", "application/json")
        .body(Body::from(
            r#"{"loginName":"lisi_1","password":"Scenedock1"}"#,
        ))
        .unwrap();
    let peer: std::net::SocketAddr = "198.51.100.9:1".parse().unwrap();
    elsewhere
        .extensions_mut()
        .insert(axum::extract::ConnectInfo(peer));
    assert_eq!(api.send(elsewhere).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_lock_is_for_a_whole_ipv6_network() {
    let api = TestApi::new().await;
    api.account("lisi_1", Role::Applicant).await;
    let tried = async |host: &str| {
        let mut request = Request::post("/api/auth/login")
            .header("content-type", "application/json")
            .body(Body::from(r#"{"loginName":"lisi_1","password":"wrong"}"#))
            .unwrap();
        let peer: std::net::SocketAddr = format!("[{host}]:1").parse().unwrap();
        request
            .extensions_mut()
            .insert(axum::extract::ConnectInfo(peer));
        api.send(request).await.status
    };
    for number in 1..=5 {
        let status = tried(&format!("2001:db8:1:2::{number}")).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED);
    }
    assert_eq!(
        tried("2001:db8:1:2:ffff::6").await,
        StatusCode::TOO_MANY_REQUESTS
    );
    assert_eq!(tried("2001:db8:1:3::1").await, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn one_network_cannot_try_a_password_on_every_account() {
    let api = TestApi::new().await;
    api.account("lisi_1", Role::Applicant).await;
    for _ in 0..2 * SIGN_INS {
        let right = api.login("lisi_1", "Scenedock1").await;
        assert_eq!(right.status, StatusCode::OK, "who is right costs nothing");
    }
    let mut looked_at = 0;
    for number in 0..40 {
        let answer = api.login(&format!("user_{number}"), "Summer2026").await;
        if answer.code() == "too_often" {
            assert!(!answer.header("retry-after").is_empty());
        } else {
            assert_eq!(answer.code(), "wrong_password");
            looked_at += 1;
        }
    }
    assert_eq!(looked_at, SIGN_INS);
    api.pass(TimeDelta::seconds(30));
    let right = api.login("lisi_1", "Scenedock1").await;
    assert_eq!(right.status, StatusCode::OK, "after a while");
}

#[tokio::test]
async fn of_many_guesses_at_once_five_are_looked_at() {
    let api = TestApi::new().await;
    api.account("lisi_1", Role::Applicant).await;
    let guesses = (0..40).map(|_| api.login("lisi_1", "wrong"));
    let answers = futures::future::join_all(guesses).await;
    let looked_at = answers
        .iter()
        .filter(|answer| answer.status == StatusCode::UNAUTHORIZED)
        .count();
    assert_eq!(looked_at, 5);
}

#[tokio::test]
async fn a_disabled_account_stays_out_and_its_session_ends() {
    let api = TestApi::new().await;
    let user = api.account("lisi_1", Role::Applicant).await;
    let token = api.login("lisi_1", "Scenedock1").await.json()["token"]
        .as_str()
        .unwrap()
        .to_owned();
    accounts::disable(&api.context.pool, user, api.context.now())
        .await
        .unwrap();
    assert_eq!(
        api.get("/api/auth/me", &token).await.status,
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(
        api.login("lisi_1", "Scenedock1").await.code(),
        "wrong_password"
    );
}

#[tokio::test]
async fn a_new_password_ends_every_session_and_only_it_signs_in() {
    let api = TestApi::new().await;
    let user = api.account("lisi_1", Role::Applicant).await;
    let other = api.signed_in("wangwu_1", Role::Applicant).await;
    let mut tokens = Vec::new();
    for _ in 0..3 {
        let signed_in = api.login("lisi_1", "Scenedock1").await.json();
        tokens.push(signed_in["token"].as_str().unwrap().to_owned());
    }
    let hash = storage::password::hash_blocking("Scenedock2").unwrap();
    let key = &api.context.server_key;
    accounts::set_password(&api.context.pool, key, user, &hash, api.context.now())
        .await
        .unwrap();
    for token in &tokens {
        let answer = api.get("/api/auth/me", token).await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
    }
    assert_eq!(
        api.login("lisi_1", "Scenedock1").await.code(),
        "wrong_password"
    );
    let again = api.login("lisi_1", "Scenedock2").await;
    assert_eq!(again.status, StatusCode::OK);
    assert_eq!(api.get("/api/auth/me", &other).await.status, StatusCode::OK);
}

/// Of a sign-in and a new password at the same moment the sign-in leaves no session, or one that is ended.
#[tokio::test]
async fn an_old_password_that_was_checked_a_moment_ago_opens_nothing() {
    let api = TestApi::new().await;
    let user = api.account("lisi_1", Role::Applicant).await;
    let mut db = api.context.connection().await.unwrap();
    let checked = users::by_id(&mut db, user).await.unwrap().unwrap();
    let key = &api.context.server_key;
    accounts::set_password(&api.context.pool, key, user, "another", api.context.now())
        .await
        .unwrap();
    let opener = (checked.id, checked.epoch);
    let started = sessions::start(&mut db, opener, "", "", api.context.now()).await;
    assert!(started.unwrap().is_none());
}

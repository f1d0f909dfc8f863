//! What the provider says beside who somebody is, and where one is led whom that cannot help.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use domain::role::Role;
use serde_json::{Value, json};

use super::accounts::{link, linked, sign_in, token};
use super::provider::Seal;
use super::{Installation, returned};

/// Sends a logout token of the person's session, with other claims; null takes one out.
pub(super) async fn send_logout_token(site: &Installation, other: Value) -> StatusCode {
    send_token(site, other, "logout+jwt").await
}

/// The same with another type.
async fn send_token(site: &Installation, other: Value, kind: &str) -> StatusCode {
    let now = site.api.context.now().timestamp();
    let mut claims = json!({
        "iss": site.provider.issuer, "aud": ["scenedock"], "sub": "person-1", "sid": "session-1",
        "iat": now, "exp": now + 120, "jti": "1",
        "events": {"http://schemas.openid.net/event/backchannel-logout": {}},
    });
    for (name, value) in other.as_object().unwrap() {
        claims[name] = value.clone();
    }
    let token = site.provider.sealed(&claims, kind);
    let request = Request::builder()
        .method(Method::POST)
        .uri("/api/auth/oidc/back-channel-logout")
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
    let body = Body::from(format!("logout_token={token}"));
    site.api.send(request.body(body).unwrap()).await.status
}

/// OpenID Connect Back-Channel Logout 1.0, section 2.4.
#[tokio::test]
async fn a_sign_out_names_the_person_or_the_session_or_both() {
    let site = Installation::new(false).await;
    linked(&site, "zhangsan").await;
    for (other, status, ends) in [
        (json!({"sub": null, "sid": null}), 400, false),
        (json!({"sub": "", "sid": null}), 400, false),
        (json!({"sub": "a\u{0}b"}), 400, false),
        (json!({"sid": "a\u{0}b"}), 400, false),
        (json!({"sub": null, "sid": "another"}), 200, false),
        (json!({"sub": "person-2"}), 200, false),
        (json!({"sub": null}), 200, true),
        (json!({"sid": null}), 200, true),
        (json!({}), 200, true),
    ] {
        let came = token(&sign_in(&site).await);
        let answered = send_logout_token(&site, other.clone()).await;
        assert_eq!(answered.as_u16(), status, "{other}");
        let me = site.api.get("/api/auth/me", &came).await.status;
        assert_eq!(me == StatusCode::UNAUTHORIZED, ends, "{other}");
    }
}

/// Whoever could write such a token could sign everybody out.
#[tokio::test]
async fn a_sign_out_that_the_provider_did_not_sign_ends_nothing() {
    let site = Installation::new(false).await;
    linked(&site, "zhangsan").await;
    let came = token(&sign_in(&site).await);
    for (seal, kind) in [
        (Seal::Unsigned, "logout+jwt"),
        (Seal::Broken, "logout+jwt"),
        (Seal::Stranger, "logout+jwt"),
        (Seal::WithSecret, "logout+jwt"),
        (Seal::Good, "at+jwt"),
    ] {
        site.provider.with(|behaviour| behaviour.seal = seal);
        let answered = send_token(&site, json!({}), kind).await;
        assert_eq!(answered, StatusCode::BAD_REQUEST, "{seal:?} {kind}");
        let me = site.api.get("/api/auth/me", &came).await.status;
        assert_eq!(me, StatusCode::OK, "{seal:?} {kind}");
    }
    // The type may be left general.
    assert_eq!(send_token(&site, json!({}), "JWT").await, StatusCode::OK);
    let me = site.api.get("/api/auth/me", &came).await.status;
    assert_eq!(me, StatusCode::UNAUTHORIZED);
}

/// The clocks of both may stand apart.
#[tokio::test]
async fn a_sign_out_that_is_over_by_our_clock_alone_counts() {
    let site = Installation::new(false).await;
    linked(&site, "zhangsan").await;
    let came = token(&sign_in(&site).await);
    let now = site.api.context.now().timestamp();
    let lately = json!({"iat": now - 240, "exp": now - 120});
    assert_eq!(send_logout_token(&site, lately).await, StatusCode::OK);
    let me = site.api.get("/api/auth/me", &came).await.status;
    assert_eq!(me, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn whose_name_cannot_be_one_is_called_by_the_login_name() {
    let site = Installation::new(true).await;
    let admin = site.api.signed_in("admin_1", Role::Admin).await;
    let long = "长".repeat(201);
    for (number, (name, user_name, called)) in [
        ("王五", "wangwu", Some("王五")),
        ("", "王五@cgs.cn", Some("王五")),
        ("a\u{202E}b", "王\u{202E}五", None),
        ("", long.as_str(), None),
        ("", "", None),
    ]
    .into_iter()
    .enumerate()
    {
        let claims = json!({"sub": format!("person-{number}"), "name": name, "preferred_username": user_name});
        site.provider.with(|behaviour| behaviour.claims = claims);
        assert_eq!(sign_in(&site).await.code(), "awaiting_approval");
        let waiting = site.api.get("/api/users?status=waiting", &admin).await.ok();
        let made = &waiting["items"][0];
        let expected = called.map_or(made["loginName"].clone(), Value::from);
        assert_eq!(made["person"]["name"], expected, "{number}");
        let id = made["id"].as_str().unwrap();
        let path = format!("/api/users/{id}/approve");
        site.api.post(&path, &admin, json!({})).await.ok();
    }
}

/// A person looks at it, who can do nothing with JSON.
#[tokio::test]
async fn whatever_is_refused_on_the_way_back_leads_to_the_page_that_says_so() {
    let site = Installation::new(false).await;
    let own = site.api.signed_in("zhangsan", Role::Applicant).await;
    sqlx::query("UPDATE app_user SET demo = true")
        .execute(&site.api.context.pool)
        .await
        .unwrap();
    assert_eq!(link(&site, &own).await, "failed");
    assert_eq!(site.count("provider_link").await, 0);
    // Of so many one comes too soon.
    for number in 0..130 {
        let landing = returned(&site, "code=a&state=b", "").await;
        assert_eq!(landing.told, "failed", "{number}");
    }
    let start = "/api/auth/oidc/start?returnTo=/inbox";
    let answer = site.api.get(start, "").await;
    assert_eq!(answer.header("location"), "/sso?next=%2Finbox#failed");
}

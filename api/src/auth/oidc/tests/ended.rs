//! Links that are ended: by whose account it is, and by an administrator.

use axum::http::{Method, StatusCode};
use domain::permission::Permission;
use domain::role::Role;
use serde_json::json;
use testkit::builders::account_mail::give_addresses;

use super::accounts::{PASSWORD, linked, sign_in, token};
use super::{Browser, Installation};

async fn id_of(site: &Installation, token: &str) -> String {
    let me = site.api.get("/api/auth/me", token).await.ok();
    me["id"].as_str().unwrap().to_owned()
}

/// Ends somebody's link to a person of the provider; answers the status, and the code of a refusal.
async fn end(site: &Installation, by: &str, (user, subject): (&str, &str)) -> (u16, String) {
    let issuer = &site.provider.issuer;
    let path = format!("/api/users/{user}/provider-links?issuer={issuer}&subject={subject}");
    let answer = site.api.call(Method::DELETE, &path, by, None).await;
    match answer.status {
        StatusCode::NO_CONTENT => (204, String::new()),
        status => (status.as_u16(), answer.code()),
    }
}

async fn is_signed_in(site: &Installation, token: &str) -> bool {
    site.api.get("/api/auth/me", token).await.status == StatusCode::OK
}

#[tokio::test]
async fn an_administrator_ends_a_link_and_whatever_was_opened_over_it() {
    let site = Installation::new(false).await;
    let own = linked(&site, "zhangsan").await;
    let user = id_of(&site, &own).await;
    give_addresses(&site.api.context.pool).await;
    let admin = site.api.signed_in("admin_1", Role::Admin).await;
    let came = token(&sign_in(&site).await);
    let (browser, waiting) = Browser::ticket(&site).await;
    // A link that is begun over the one that ends is not made after it.
    let begun = site
        .api
        .post("/api/auth/oidc/link", &came, json!({"password": PASSWORD}))
        .await;
    let address = begun.json()["address"].as_str().unwrap().to_owned();
    let late = Browser::away(&address, begun.header("set-cookie"));

    assert_eq!(
        end(&site, &admin, (&user, "person-1")).await,
        (204, String::new())
    );
    assert!(!is_signed_in(&site, &came).await);
    assert!(!is_signed_in(&site, &own).await);
    let refused = browser.enter(&site, json!({"ticket": waiting})).await;
    assert_eq!(refused.code(), "sign_in_expired");
    let query = late.good(&site, "late");
    assert_eq!(late.returns(&site, &query).await.told, "failed");
    let stranger = Browser::start(&site, "/search").await;
    let query = stranger.good(&site, "code");
    assert_eq!(stranger.returns(&site, &query).await.told, "unknown");
    let links = format!("/api/users/{user}/provider-links");
    assert_eq!(site.api.get(&links, &admin).await.ok()["total"], 0);

    let events = format!("/api/users/{user}/events");
    let listed = site.api.get(&events, &admin).await.ok();
    let event = &listed["items"][0];
    assert_eq!(event["action"], "remove_provider_link");
    assert_eq!(event["byLoginName"], "admin_1");
    assert_eq!(
        event["changes"],
        json!([{"field": "provider", "before": "person-1", "after": ""}])
    );
    let entries = "audit_entry WHERE action = 'remove_provider_link' AND outcome = 'done'";
    assert_eq!(site.count(entries).await, 1);
    let mails = "account_mail WHERE kind = 'provider_link_removed' AND address = 'zhangsan@cgs.cn'";
    assert_eq!(site.count(mails).await, 1);
    // The password is as good as before.
    assert!(
        site.api
            .login("zhangsan", PASSWORD)
            .await
            .status
            .is_success()
    );
}

#[tokio::test]
async fn a_link_that_is_not_there_is_not_found_and_ends_nothing() {
    let site = Installation::new(false).await;
    let own = linked(&site, "zhangsan").await;
    let user = id_of(&site, &own).await;
    let admin = site.api.signed_in("admin_1", Role::Admin).await;
    let nobody = "018f0000-0000-7000-8000-000000000000";
    for link in [
        (user.as_str(), "person-2"),
        (user.as_str(), ""),
        (nobody, "person-1"),
    ] {
        let ended = end(&site, &admin, link).await;
        assert_eq!(ended, (404, "not_found".to_owned()), "{link:?}");
    }
    let unnamed = format!("/api/users/{user}/provider-links");
    let unnamed = site.api.call(Method::DELETE, &unnamed, &admin, None).await;
    assert_eq!(unnamed.status, StatusCode::BAD_REQUEST);
    let elsewhere =
        format!("/api/users/{user}/provider-links?issuer=https://id.example.cn&subject=person-1");
    let elsewhere = site
        .api
        .call(Method::DELETE, &elsewhere, &admin, None)
        .await;
    assert_eq!(elsewhere.status, StatusCode::NOT_FOUND);
    assert!(is_signed_in(&site, &own).await);
    assert_eq!(site.count("provider_link").await, 1);
    assert_eq!(
        site.count("account_event WHERE action = 'remove_provider_link'")
            .await,
        0
    );
}

#[tokio::test]
async fn nobody_ends_a_link_of_ones_own_there_or_of_somebody_who_may_do_more() {
    let site = Installation::new(false).await;
    let admin = site.api.signed_in("admin_1", Role::Admin).await;
    let user = id_of(&site, &admin).await;
    sqlx::query(
        "INSERT INTO provider_link (issuer, subject, user_id, linked_at) \
         VALUES ($1, 'person-1', $2::uuid, now())",
    )
    .bind(&site.provider.issuer)
    .bind(&user)
    .execute(&site.api.context.pool)
    .await
    .unwrap();
    let link = (user.as_str(), "person-1");
    let clerk = site
        .api
        .holding("clerk_1", &[Permission::ManageUsers])
        .await;
    let looker = site.api.holding("looker_1", &[Permission::SeeUsers]).await;
    for (by, status, code) in [
        (&admin, 409, "own_account"),
        (&clerk, 409, "beyond_own_rights"),
        (&looker, 403, "forbidden"),
    ] {
        let (refused, because) = end(&site, by, link).await;
        assert_eq!((refused, because.as_str()), (status, code));
    }
    assert_eq!(site.count("provider_link").await, 1);
    assert!(is_signed_in(&site, &admin).await);
}

#[tokio::test]
async fn who_takes_ones_own_link_away_is_told_by_mail() {
    let site = Installation::new(false).await;
    let own = linked(&site, "zhangsan").await;
    give_addresses(&site.api.context.pool).await;
    let body = json!({"password": PASSWORD});
    for _ in 0..2 {
        let ended = site.api.post("/api/auth/oidc/unlink", &own, body.clone());
        assert_eq!(ended.await.status, StatusCode::NO_CONTENT);
    }
    let mails = "account_mail WHERE kind = 'provider_unlinked' AND address = 'zhangsan@cgs.cn'";
    assert_eq!(site.count(mails).await, 1);
}

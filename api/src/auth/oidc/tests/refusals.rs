//! Everything that can be wrong with an answer. Nobody is signed in by any of it, and the page is told nothing but that.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

use super::provider::{Behaviour, Endpoint, Seal};
use super::{Browser, Installation, returned};
use crate::context::Settings;
use crate::identity_provider::{IdentityProvider, ProviderSettings};
use crate::testing::{BEGINNING, TestApi};

/// A browser goes away and comes back while the provider misbehaves.
async fn refuses(name: &str, misbehave: impl FnOnce(&mut Behaviour)) {
    let site = Installation::new(true).await;
    let browser = Browser::start(&site, "/inbox").await;
    site.provider.with(misbehave);
    let query = browser.good(&site, "code");
    let landing = browser.returns(&site, &query).await;
    assert_eq!(landing.told, "failed", "{name}");
    assert_eq!(landing.next, "/inbox", "{name}");
    assert_eq!(site.count("app_user").await, 0, "{name}");
    assert_eq!(site.count("sign_in_ticket").await, 0, "{name}");
}

#[tokio::test]
async fn claims_that_are_not_for_us_are_refused() {
    let now: DateTime<Utc> = BEGINNING.parse().unwrap();
    let seconds = now.timestamp();
    for (name, claims) in [
        ("wrong nonce", json!({"nonce": "another"})),
        ("no nonce", json!({"nonce": null})),
        ("wrong audience", json!({"aud": "somebody else"})),
        (
            "a second audience",
            json!({"aud": ["scenedock", "somebody else"]}),
        ),
        ("another party", json!({"azp": "somebody else"})),
        ("wrong issuer", json!({"iss": "https://evil.example"})),
        ("expired", json!({"exp": seconds - 1})),
        ("issued long ago", json!({"iat": seconds - 3600})),
        (
            "issued tomorrow",
            json!({"iat": seconds + 86400, "exp": seconds + 90000}),
        ),
        ("no subject", json!({"sub": null})),
        ("an empty subject", json!({"sub": ""})),
        ("a subject too long", json!({"sub": "a".repeat(256)})),
        ("NUL in the subject", json!({"sub": "a\u{0}b"})),
        ("NUL in the session", json!({"sid": "a\u{0}b"})),
        ("NUL in the name", json!({"name": "a\u{0}b"})),
    ] {
        refuses(name, |behaviour| behaviour.claims = claims).await;
    }
}

#[tokio::test]
async fn seals_that_are_not_the_providers_are_refused() {
    for (name, seal) in [
        ("bad signature", Seal::Broken),
        ("another's key", Seal::Stranger),
        ("alg none", Seal::Unsigned),
        ("HS256 under the secret", Seal::WithSecret),
    ] {
        refuses(name, |behaviour| behaviour.seal = seal).await;
    }
}

#[tokio::test]
async fn a_provider_that_gives_no_token_signs_nobody_in() {
    for (name, endpoint) in [
        ("500", Endpoint::Fails),
        ("a redirect", Endpoint::Redirects),
        ("a flood", Endpoint::Floods),
        ("no ID token", Endpoint::WithoutIdToken),
    ] {
        refuses(name, |behaviour| behaviour.endpoint = endpoint).await;
    }
}

/// Takes ten seconds: as long as a call to the provider may take.
#[tokio::test]
async fn a_provider_that_hangs_is_given_up() {
    refuses("hangs", |behaviour| behaviour.endpoint = Endpoint::Hangs).await;
}

#[tokio::test]
async fn answers_of_the_browser_that_are_wrong_are_refused() {
    let site = Installation::new(true).await;
    let issuer = site.provider.issuer.clone();
    for (name, query) in [
        ("wrong state", "code={code}&state=another&iss={iss}"),
        ("missing state", "code={code}&iss={iss}"),
        (
            "two states",
            "code={code}&state={state}&state={state}&iss={iss}",
        ),
        ("error", "error=access_denied&state={state}&iss={iss}"),
        ("missing code", "state={state}&iss={iss}"),
        ("unknown code", "code=another&state={state}&iss={iss}"),
        (
            "wrong iss",
            "code={code}&state={state}&iss=https://evil.example",
        ),
        ("missing iss", "code={code}&state={state}"),
        ("nothing", ""),
    ] {
        let browser = Browser::start(&site, "/search").await;
        browser.signs_in(&site, "code");
        let query = query.replace("{code}", "code").replace("{iss}", &issuer);
        let query = query.replace("{state}", browser.state());
        assert_eq!(
            browser.returns(&site, &query).await.told,
            "failed",
            "{name}"
        );
    }
    assert_eq!(site.count("app_user").await, 0);
}

#[tokio::test]
async fn a_state_is_used_once_within_ten_minutes_by_its_browser() {
    let site = Installation::new(true).await;
    let browser = Browser::start(&site, "/search").await;
    let query = browser.good(&site, "code");
    assert_eq!(browser.returns(&site, &query).await.told.len(), 43);
    browser.signs_in(&site, "code");
    assert_eq!(
        browser.returns(&site, &query).await.told,
        "failed",
        "used twice"
    );

    let browser = Browser::start(&site, "/search").await;
    let query = browser.good(&site, "code");
    let other = Browser::start(&site, "/search").await;
    assert_eq!(
        other.returns(&site, &query).await.told,
        "failed",
        "another browser"
    );
    assert_eq!(
        browser.returns(&site, &query).await.told,
        "failed",
        "its state is used up"
    );

    let browser = Browser::start(&site, "/search").await;
    let query = browser.good(&site, "code");
    assert_eq!(
        returned(&site, &query, "").await.told,
        "failed",
        "no browser"
    );

    let browser = Browser::start(&site, "/search").await;
    let query = browser.good(&site, "code");
    site.api.pass(TimeDelta::minutes(10));
    assert_eq!(
        browser.returns(&site, &query).await.told,
        "failed",
        "expired"
    );
}

#[tokio::test]
async fn a_code_is_redeemed_once() {
    let site = Installation::new(true).await;
    let first = Browser::start(&site, "/search").await;
    let query = first.good(&site, "code");
    assert_eq!(first.returns(&site, &query).await.told.len(), 43);
    let second = Browser::start(&site, "/search").await;
    let query = format!(
        "code=code&state={}&iss={}",
        second.state(),
        site.provider.issuer
    );
    assert_eq!(second.returns(&site, &query).await.told, "failed");
}

/// A code that somebody has stolen is worth nothing to another browser: it lacks the verifier.
#[tokio::test]
async fn a_stolen_code_is_not_redeemed() {
    let site = Installation::new(true).await;
    let victim = Browser::start(&site, "/search").await;
    victim.signs_in(&site, "stolen");
    let thief = Browser::start(&site, "/search").await;
    let query = format!(
        "code=stolen&state={}&iss={}",
        thief.state(),
        site.provider.issuer
    );
    assert_eq!(thief.returns(&site, &query).await.told, "failed");
}

#[tokio::test]
async fn a_provider_that_is_away_leaves_the_portal_usable() {
    let site = Installation::new(true).await;
    let settings = ProviderSettings {
        // Nobody listens on the port of discard.
        issuer: "http://127.0.0.1:9".to_owned(),
        ..site
            .api
            .context
            .settings
            .provider
            .as_ref()
            .unwrap()
            .settings()
            .clone()
    };
    let provider = IdentityProvider::new(settings).unwrap();
    let api = TestApi::with(Settings {
        provider: Some(Arc::new(provider)),
        ..site.api.context.settings.clone()
    })
    .await;
    let answer = api.get("/api/auth/oidc/start?returnTo=/inbox", "").await;
    assert_eq!(answer.header("location"), "/sso?next=%2Finbox#failed");
    let config = api.get("/api/config", "").await.ok();
    assert_eq!(config["singleSignOn"], json!({"label": "统一认证"}));
}

#[tokio::test]
async fn nobody_is_led_to_another_server() {
    let site = Installation::new(true).await;
    for wish in [
        "//evil.example",
        "https://evil.example",
        "/%5Cevil.example",
        "/%09/evil.example",
    ] {
        let browser = Browser::start(&site, wish).await;
        let query = browser.good(&site, "code");
        assert_eq!(
            browser.returns(&site, &query).await.next,
            "/search",
            "{wish}"
        );
    }
}

#[tokio::test]
async fn without_a_provider_there_is_nothing() {
    let api = TestApi::new().await;
    for path in [
        "/api/auth/oidc/start",
        "/api/auth/oidc/callback?code=a&state=b",
    ] {
        assert_eq!(api.get(path, "").await.code(), "no_provider", "{path}");
    }
}

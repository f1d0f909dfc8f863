mod accounts;
mod ended;
mod facts;
mod in_flight;
mod provider;
mod refusals;

use std::collections::HashMap;
use std::sync::Arc;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use serde_json::{Value, json};
use url::Url;

use crate::context::Settings;
use crate::identity_provider::{IdentityProvider, ProviderSettings};
use crate::testing::{Answer, BEGINNING, TestApi};
use provider::{CLIENT, FakeProvider, SECRET};

/// An installation with a provider.
struct Installation {
    api: TestApi,
    provider: FakeProvider,
}

impl Installation {
    async fn new(registers: bool) -> Self {
        let provider = FakeProvider::start(BEGINNING.parse().unwrap()).await;
        let settings = ProviderSettings {
            issuer: provider.issuer.clone(),
            client_id: CLIENT.to_owned(),
            client_secret: Some(SECRET.to_owned()),
            scopes: vec!["profile".to_owned()],
            label: "统一认证".to_owned(),
            registers,
            site: "https://data.example.cn".to_owned(),
        };
        let identity_provider = IdentityProvider::new(settings).unwrap();
        let api = TestApi::with(Settings {
            captcha: false,
            mail: true,
            provider: Some(Arc::new(identity_provider)),
            ..Settings::default()
        })
        .await;
        Self { api, provider }
    }

    async fn count(&self, table: &str) -> i64 {
        let text = format!("SELECT count(*) FROM {table}");
        let counted = sqlx::query_scalar(sqlx::AssertSqlSafe(text));
        counted.fetch_one(&self.api.context.pool).await.unwrap()
    }
}

/// A browser on its way.
struct Browser {
    cookie: String,
    away: HashMap<String, String>,
}

impl Browser {
    /// Goes away to the provider.
    async fn start(site: &Installation, return_to: &str) -> Self {
        let path = format!("/api/auth/oidc/start?returnTo={return_to}");
        let answer = site.api.get(&path, "").await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.json());
        Self::away(answer.header("location"), answer.header("set-cookie"))
    }

    fn away(address: &str, cookie: &str) -> Self {
        for part in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=600"] {
            assert!(cookie.contains(part), "{cookie}");
        }
        let address = Url::parse(address).unwrap();
        Self {
            cookie: cookie.split(';').next().unwrap().to_owned(),
            away: address.query_pairs().into_owned().collect(),
        }
    }

    fn state(&self) -> &str {
        &self.away["state"]
    }

    /// Signs in at the provider, which hands out a code.
    fn signs_in(&self, site: &Installation, code: &str) {
        let (nonce, challenge) = (&self.away["nonce"], &self.away["code_challenge"]);
        site.provider.grant(code, nonce, challenge);
    }

    /// The query of a good answer.
    fn good(&self, site: &Installation, code: &str) -> String {
        self.signs_in(site, code);
        format!(
            "code={code}&state={}&iss={}",
            self.state(),
            site.provider.issuer
        )
    }

    async fn returns(&self, site: &Installation, query: &str) -> Landing {
        returned(site, query, &self.cookie).await
    }

    /// All the way: the ticket.
    async fn ticket(site: &Installation) -> (Self, String) {
        let browser = Self::start(site, "/search").await;
        let query = browser.good(site, "code");
        let landing = browser.returns(site, &query).await;
        assert_eq!(landing.told.len(), 43, "{}", landing.told);
        (browser, landing.told)
    }

    /// Goes on with a ticket.
    async fn enter(&self, site: &Installation, body: Value) -> Answer {
        entered(site, body, &self.cookie).await
    }
}

/// Page that the browser is sent to at the end.
struct Landing {
    next: String,
    told: String,
}

async fn returned(site: &Installation, query: &str, cookie: &str) -> Landing {
    let path = format!("/api/auth/oidc/callback?{query}");
    let request = Request::builder().uri(path).header(header::COOKIE, cookie);
    let answer = site.api.send(request.body(Body::empty()).unwrap()).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.json());
    assert_eq!(answer.header("cache-control"), "no-store");
    let address = format!("http://portal{}", answer.header("location"));
    let address = Url::parse(&address).unwrap();
    assert_eq!(address.path(), "/sso");
    let pairs: HashMap<_, _> = address.query_pairs().into_owned().collect();
    Landing {
        next: pairs["next"].clone(),
        told: address.fragment().unwrap().to_owned(),
    }
}

async fn entered(site: &Installation, body: Value, cookie: &str) -> Answer {
    let mut whole = json!({"loginName": "", "password": ""});
    for (name, value) in body.as_object().unwrap() {
        whole[name] = value.clone();
    }
    let request = Request::builder()
        .method(Method::POST)
        .uri("/api/auth/login")
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::COOKIE, cookie);
    let request = request.body(Body::from(whole.to_string())).unwrap();
    site.api.send(request).await
}

#[tokio::test]
async fn whoever_comes_back_to_a_locked_page_proves_it_anew() {
    let site = Installation::new(false).await;
    for (query, prompt) in [("", None), ("&again=0", None), ("&again=1", Some("login"))] {
        let browser = Browser::start(&site, &format!("%2Fsso{query}")).await;
        assert_eq!(
            browser.away.get("prompt").map(String::as_str),
            prompt,
            "{query}"
        );
    }
}

//! A provider on the loopback that does as it is told, good or bad. (The product meets a real one in
//! `testkit/tests/single_sign_on.rs`.)

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::extract::{Form, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use rcgen::{KeyPair, PKCS_ED25519, SigningKey as _};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

pub const CLIENT: &str = "scenedock";
pub const SECRET: &str = "a secret of the test";

/// How a token endpoint misbehaves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Endpoint {
    Good,
    Fails,
    Redirects,
    Floods,
    Hangs,
    WithoutIdToken,
}

/// How a token is sealed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seal {
    Good,
    Broken,
    Stranger,
    Unsigned,
    WithSecret,
}

pub struct Behaviour {
    pub endpoint: Endpoint,
    pub seal: Seal,
    /// Written over the claims of a good token.
    pub claims: Value,
    pub key: KeyPair,
    pub key_id: String,
    /// What each code is good for: nonce and challenge.
    pub grants: HashMap<String, (String, String)>,
    pub now: DateTime<Utc>,
}

#[derive(Clone)]
pub struct FakeProvider {
    pub issuer: String,
    pub behaviour: Arc<Mutex<Behaviour>>,
}

impl FakeProvider {
    pub async fn start(now: DateTime<Utc>) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let provider = Self {
            issuer: format!("http://{}", listener.local_addr().unwrap()),
            behaviour: Arc::new(Mutex::new(Behaviour {
                endpoint: Endpoint::Good,
                seal: Seal::Good,
                claims: json!({}),
                key: KeyPair::generate_for(&PKCS_ED25519).unwrap(),
                key_id: "one".to_owned(),
                grants: HashMap::new(),
                now,
            })),
        };
        let app = Router::new()
            .route("/.well-known/openid-configuration", get(document))
            .route("/jwks", get(keys))
            .route("/token", post(token))
            .with_state(provider.clone());
        tokio::spawn(async move { axum::serve(listener, app).await });
        provider
    }

    pub fn with(&self, change: impl FnOnce(&mut Behaviour)) {
        change(&mut self.behaviour.lock().unwrap());
    }

    /// A code for whoever went away with these.
    pub fn grant(&self, code: &str, nonce: &str, challenge: &str) {
        let grant = (nonce.to_owned(), challenge.to_owned());
        self.with(|behaviour| {
            behaviour.grants.insert(code.to_owned(), grant);
        });
    }

    /// A token with these claims, sealed as the behaviour says.
    pub fn sealed(&self, claims: &Value, kind: &str) -> String {
        let behaviour = self.behaviour.lock().unwrap();
        let algorithm = match behaviour.seal {
            Seal::Unsigned => "none",
            Seal::WithSecret => "HS256",
            _ => "EdDSA",
        };
        let head = json!({"alg": algorithm, "kid": behaviour.key_id, "typ": kind});
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let text = format!("{}.{}", part(&head), part(claims));
        let signature = match behaviour.seal {
            Seal::Unsigned => Vec::new(),
            Seal::Good => behaviour.key.sign(text.as_bytes()).unwrap(),
            Seal::Broken => behaviour.key.sign(b"something else").unwrap(),
            Seal::Stranger => {
                let stranger = KeyPair::generate_for(&PKCS_ED25519).unwrap();
                stranger.sign(text.as_bytes()).unwrap()
            }
            Seal::WithSecret => hmac(SECRET.as_bytes(), text.as_bytes()),
        };
        format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature))
    }
}

/// HMAC-SHA-256 (RFC 2104) of a key that is shorter than a block.
fn hmac(key: &[u8], text: &[u8]) -> Vec<u8> {
    let block = |with: u8| -> Vec<u8> {
        (0..64)
            .map(|at| key.get(at).copied().unwrap_or(0) ^ with)
            .collect()
    };
    let inner = Sha256::digest([block(0x36).as_slice(), text].concat());
    Sha256::digest([block(0x5c).as_slice(), &inner].concat()).to_vec()
}

async fn document(State(provider): State<FakeProvider>) -> Json<Value> {
    let at = |path: &str| format!("{}{path}", provider.issuer);
    Json(json!({
        "issuer": provider.issuer,
        "authorization_endpoint": at("/authorize"),
        "token_endpoint": at("/token"),
        "jwks_uri": at("/jwks"),
        "end_session_endpoint": at("/end"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["EdDSA"],
        "authorization_response_iss_parameter_supported": true,
    }))
}

async fn keys(State(provider): State<FakeProvider>) -> Json<Value> {
    let behaviour = provider.behaviour.lock().unwrap();
    let x = URL_SAFE_NO_PAD.encode(behaviour.key.public_key_raw());
    let key = json!({"kty": "OKP", "crv": "Ed25519", "use": "sig", "alg": "EdDSA", "kid": behaviour.key_id, "x": x});
    Json(json!({"keys": [key]}))
}

async fn token(
    State(provider): State<FakeProvider>,
    Form(form): Form<HashMap<String, String>>,
) -> Response {
    let endpoint = provider.behaviour.lock().unwrap().endpoint;
    match endpoint {
        Endpoint::Fails => return StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        Endpoint::Redirects => {
            return (
                StatusCode::TEMPORARY_REDIRECT,
                [(header::LOCATION, "/token")],
            )
                .into_response();
        }
        Endpoint::Floods => return vec![b' '; 3 << 20].into_response(),
        Endpoint::Hangs => tokio::time::sleep(Duration::from_mins(5)).await,
        Endpoint::Good | Endpoint::WithoutIdToken => {}
    }
    let field = |name: &str| form.get(name).cloned().unwrap_or_default();
    let (grant, now) = {
        let mut behaviour = provider.behaviour.lock().unwrap();
        (behaviour.grants.remove(&field("code")), behaviour.now)
    };
    let proof = URL_SAFE_NO_PAD.encode(Sha256::digest(field("code_verifier")));
    let Some((nonce, _)) = grant.filter(|(_, challenge)| *challenge == proof) else {
        let refused = Json(json!({"error": "invalid_grant"}));
        return (StatusCode::BAD_REQUEST, refused).into_response();
    };
    let mut claims = json!({
        "iss": provider.issuer, "aud": CLIENT, "sub": "person-1", "nonce": nonce, "sid": "session-1",
        "iat": now.timestamp(), "exp": now.timestamp() + 300,
        "preferred_username": "wangwu@cgs.cn", "name": "王五", "email": "wangwu@cgs.cn",
    });
    let over = provider.behaviour.lock().unwrap().claims.clone();
    for (name, value) in over.as_object().unwrap() {
        claims[name] = value.clone();
    }
    let mut tokens = json!({"access_token": "a", "token_type": "Bearer"});
    if endpoint == Endpoint::Good {
        tokens["id_token"] = provider.sealed(&claims, "JWT").into();
    }
    Json(tokens).into_response()
}

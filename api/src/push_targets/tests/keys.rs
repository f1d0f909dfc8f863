//! Whose key opens a server over SSH.

use axum::http::{Method, StatusCode};
use domain::push_target::{SignIn, SignInKey, TargetKind};
use domain::role::Role;
use push::{SEED_BYTES, SshKey};
use serde_json::{Value, json};
use storage::db::push_keys::{self, NewPushKey};
use testkit::builders::subscription::{TargetAccess, target_with_access};
use testkit::ssh_server::SshServer;

use super::api_with_hosts;
use crate::testing::TestApi;

const SEED: [u8; SEED_BYTES] = [5; SEED_BYTES];

/// The application over a database of the version before, whose targets shared one key.
async fn api_with_seed() -> TestApi {
    let api = api_with_hosts(&["127.0.0.1"]).await;
    let new = NewPushKey {
        algorithm: "Ed25519",
        public_key: &SshKey::of_installation(&SEED).authorized_line(),
        seed: &SEED,
        made: api.context.now(),
    };
    let mut db = api.context.connection().await.unwrap();
    push_keys::keep(&mut db, &api.context.server_key, new)
        .await
        .unwrap();
    api
}

fn form(address: &str, user: &str) -> Value {
    json!({"name": "省中心", "kind": "sftp", "address": address, "loginName": user, "signIn": "key"})
}

/// `form` with this key asked for.
fn with_key(form: &Value, key: &str) -> Value {
    let mut form = form.clone();
    form["signInKey"] = json!(key);
    form
}

async fn own_line(api: &TestApi, token: &str) -> String {
    let key = api.get("/api/push-targets/key", token).await.json();
    assert_eq!(key["installationKey"], Value::Null, "{key}");
    key["publicKey"].as_str().unwrap().to_owned()
}

/// The host has let a key of this system in at a server. The guest, who knows host, user and folder, does not get in with it.
#[tokio::test]
async fn what_lets_one_person_in_lets_nobody_else_in() {
    let api = api_with_seed().await;
    let guest = api.signed_in("zhangsan", Role::Applicant).await;
    let host = api.signed_in("lisi", Role::Applicant).await;
    let line = own_line(&api, &host).await;
    assert_ne!(line, own_line(&api, &guest).await);
    assert_eq!(line, own_line(&api, &host).await, "it stays the same");
    let server = SshServer::start(&line).unwrap();
    let form = form(&server.address(), &server.user);
    for wish in [form.clone(), with_key(&form, "installation")] {
        let refused = api.post("/api/push-targets", &guest, wish).await;
        assert_eq!(refused.status, StatusCode::CONFLICT, "{}", refused.json());
        let why = &refused.json()["params"]["what"]["code"];
        assert_eq!(why, "failure.target_sign_in_refused");
    }
    let made = api
        .post("/api/push-targets", &host, with_key(&form, "installation"))
        .await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.json());
    assert_eq!(made.json()["signInKey"], "person");
}

/// A target of the version before, and the token of its owner.
async fn shared_target(api: &TestApi, server: &SshServer) -> (String, String) {
    let owner = api.account("zhangsan", Role::Applicant).await;
    let access = TargetAccess {
        kind: TargetKind::Sftp,
        address: server.address(),
        login_name: server.user.clone(),
        secret: String::new(),
        sign_in: SignIn::Key,
        sign_in_key: Some(SignInKey::Installation),
        host_key: Some(server.host_key().unwrap()),
    };
    let now = api.context.now();
    let id = target_with_access(&api.context.pool, owner, &access, now).await;
    (format!("/api/push-targets/{id}"), api.token_of(owner).await)
}

#[tokio::test]
async fn a_target_of_before_keeps_the_shared_key_until_it_moves_or_its_owner_changes_over() {
    let api = api_with_seed().await;
    let shared = SshKey::of_installation(&SEED).authorized_line();
    let server = SshServer::start(&shared).unwrap();
    let (path, token) = shared_target(&api, &server).await;
    let keys = api.get("/api/push-targets/key", &token).await.json();
    assert_eq!(keys["installationKey"], shared);
    let put = async |form: &Value| {
        let form = Some(form.clone());
        api.call(Method::PUT, &path, &token, form).await
    };
    let same = form(&server.address(), &server.user);
    for form in [same.clone(), with_key(&same, "installation")] {
        let saved = put(&form).await;
        assert_eq!(saved.status, StatusCode::OK, "{}", saved.json());
        assert_eq!(saved.json()["signInKey"], "installation");
    }
    let folder = format!("{}/another", server.address());
    for form in [
        with_key(&same, "person"),
        with_key(&form(&folder, &server.user), "installation"),
    ] {
        let refused = put(&form).await;
        assert_eq!(refused.status, StatusCode::CONFLICT, "{}", refused.json());
        let why = &refused.json()["params"]["what"]["code"];
        assert_eq!(why, "failure.target_sign_in_refused");
    }
    let list = api.get("/api/push-targets", &token).await.json();
    assert_eq!(list["items"][0]["signInKey"], "installation", "{list}");

    let own = keys["publicKey"].as_str().unwrap();
    let elsewhere = SshServer::start(own).unwrap();
    let moved = form(&elsewhere.address(), &elsewhere.user);
    for form in [moved.clone(), with_key(&moved, "installation")] {
        let saved = put(&form).await;
        assert_eq!(saved.status, StatusCode::OK, "{}", saved.json());
        assert_eq!(saved.json()["signInKey"], "person");
    }
    assert_eq!(own_line(&api, &token).await, own);
}

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Method, Request, StatusCode};
use chrono::TimeDelta;
use domain::role::Role;
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};

use crate::testing::{Answer, TestApi};

mod guessed;
mod helped;
mod required;
mod warned;

const PASSWORD: &str = "Scenedock1";

/// Somebody with an app.
struct Owner {
    token: String,
    secret: String,
    recovery: Vec<String>,
}

impl Owner {
    /// Sets a second factor up, and lets a step go by: the code that confirmed it is used.
    async fn new(api: &TestApi, login_name: &str) -> Self {
        let token = api.signed_in(login_name, Role::Applicant).await;
        Self::with_token(api, token).await
    }

    async fn with_token(api: &TestApi, token: String) -> Self {
        let body = json!({"password": PASSWORD});
        let setup = api.post("/api/auth/second-factor", &token, body).await;
        assert_eq!(setup.status, StatusCode::OK, "{}", setup.json());
        let mut owner = Self {
            secret: setup.json()["secret"].as_str().unwrap().to_owned(),
            token,
            recovery: Vec::new(),
        };
        let confirmed = owner
            .post(api, "/confirm", json!({"code": owner.code(api)}))
            .await;
        assert_eq!(confirmed.status, StatusCode::OK, "{}", confirmed.json());
        let codes = confirmed.json()["recoveryCodes"].clone();
        owner.recovery = serde_json::from_value(codes).unwrap();
        api.pass(TimeDelta::seconds(30));
        owner
    }

    fn code_after(&self, api: &TestApi, time: TimeDelta) -> String {
        let secret = Secret::try_from_base32(&self.secret).unwrap();
        let app = Builder::new().with_secret(secret).build().unwrap();
        let now = (api.context.now() + time).timestamp();
        app.generate(now.unsigned_abs()).to_string()
    }

    /// What the app shows.
    fn code(&self, api: &TestApi) -> String {
        self.code_after(api, TimeDelta::zero())
    }

    async fn post(&self, api: &TestApi, path: &str, body: Value) -> Answer {
        api.post(&format!("/api/auth/second-factor{path}"), &self.token, body)
            .await
    }
}

async fn sign_in(api: &TestApi, login_name: &str, code: &str) -> Answer {
    let body = json!({"loginName": login_name, "password": PASSWORD, "secondFactor": code});
    api.post("/api/auth/login", "", body).await
}

async fn ticket(api: &TestApi, login_name: &str) -> String {
    let asked = api.login(login_name, PASSWORD).await;
    assert_eq!(
        (asked.status, asked.code().as_str()),
        (StatusCode::UNAUTHORIZED, "second_factor_needed")
    );
    assert!(asked.headers.get("set-cookie").is_none());
    asked.json()["ticket"].as_str().unwrap().to_owned()
}

async fn second_step(api: &TestApi, ticket: &str, code: &str) -> Answer {
    let body = json!({"ticket": ticket, "secondFactor": code});
    api.post("/api/auth/login", "", body).await
}

#[tokio::test]
async fn a_code_is_asked_for_after_the_right_password_only() {
    let api = TestApi::new().await;
    let owner = Owner::new(&api, "lisi_1").await;
    let wrong = api.login("lisi_1", "Scenedock2").await;
    assert_eq!(wrong.code(), "wrong_password");
    assert!(wrong.json()["ticket"].is_null());
    let ticket = ticket(&api, "lisi_1").await;
    let in_two_steps = second_step(&api, &ticket, &owner.code(&api)).await;
    assert_eq!(in_two_steps.status, StatusCode::OK);
    let used = second_step(&api, &ticket, &owner.code(&api)).await;
    assert_eq!(
        (used.status.as_u16(), used.code().as_str()),
        (401, "sign_in_expired")
    );
    api.pass(TimeDelta::seconds(30));
    let at_once = sign_in(&api, "lisi_1", &owner.code(&api)).await;
    assert_eq!(at_once.status, StatusCode::OK);
    let token = at_once.json()["token"].as_str().unwrap().to_owned();
    let me = api.get("/api/auth/me", &token).await.json();
    assert_eq!(
        (&me["secondFactor"], &me["duty"]),
        (&json!(true), &Value::Null)
    );
}

#[tokio::test]
async fn a_code_opens_once_and_may_be_a_step_off() {
    let api = TestApi::new().await;
    let owner = Owner::new(&api, "lisi_1").await;
    api.pass(TimeDelta::minutes(5));
    let status = async |code: &str| sign_in(&api, "lisi_1", code).await.status.as_u16();
    let step = TimeDelta::seconds(30);
    assert_eq!(status(&owner.code_after(&api, step * 2)).await, 401);
    assert_eq!(status(&owner.code_after(&api, -step * 2)).await, 401);
    assert_eq!(status(&owner.code_after(&api, -step)).await, 200);
    assert_eq!(status(&owner.code_after(&api, step)).await, 200);
    let replayed = sign_in(&api, "lisi_1", &owner.code_after(&api, step)).await;
    assert_eq!(replayed.code(), "second_factor_wrong");
    let earlier = status(&owner.code(&api)).await;
    assert_eq!(earlier, 401, "a later code used the earlier ones up");
}

#[tokio::test]
async fn of_many_with_the_same_code_one_is_let_in() {
    let api = TestApi::new().await;
    let owner = Owner::new(&api, "lisi_1").await;
    let code = owner.code(&api);
    let tries = (0..4).map(|_| sign_in(&api, "lisi_1", &code));
    let answers = futures::future::join_all(tries).await;
    let let_in = answers.iter().filter(|one| one.status == StatusCode::OK);
    assert_eq!(let_in.count(), 1);
}

#[tokio::test]
async fn wrong_codes_close_the_door_from_everywhere() {
    let api = TestApi::new().await;
    let owner = Owner::new(&api, "lisi_1").await;
    let wrong = if owner.code(&api) == "000000" {
        "000001"
    } else {
        "000000"
    };
    let mut ticket = ticket(&api, "lisi_1").await;
    for _ in 0..5 {
        let refused = second_step(&api, &ticket, wrong).await;
        assert_eq!(refused.code(), "second_factor_wrong");
        // A slip does not ask for the password again.
        ticket = refused.json()["ticket"].as_str().unwrap().to_owned();
    }
    let elsewhere = async |code: &str| {
        let body = json!({"loginName": "lisi_1", "password": PASSWORD, "secondFactor": code});
        let request = Request::post("/api/auth/login").header("content-type", "application/json");
        let mut request = request.body(Body::from(body.to_string())).unwrap();
        let peer: std::net::SocketAddr = "198.51.100.7:1".parse().unwrap();
        request.extensions_mut().insert(ConnectInfo(peer));
        api.send(request).await
    };
    let locked = elsewhere(&owner.code(&api)).await;
    assert_eq!(
        (locked.status.as_u16(), locked.code().as_str()),
        (429, "locked")
    );
    api.pass(TimeDelta::minutes(31));
    assert_eq!(elsewhere(&owner.code(&api)).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_ticket_lasts_two_minutes_in_its_network_and_until_the_password_changes() {
    let api = TestApi::new().await;
    let owner = Owner::new(&api, "lisi_1").await;
    let late = ticket(&api, "lisi_1").await;
    api.pass(TimeDelta::seconds(120));
    assert_eq!(
        second_step(&api, &late, &owner.code(&api)).await.code(),
        "sign_in_expired"
    );
    let stolen = ticket(&api, "lisi_1").await;
    let body = json!({"ticket": stolen, "secondFactor": owner.code(&api)});
    let request = Request::post("/api/auth/login").header("content-type", "application/json");
    let mut request = request.body(Body::from(body.to_string())).unwrap();
    let peer: std::net::SocketAddr = "198.51.100.7:1".parse().unwrap();
    request.extensions_mut().insert(ConnectInfo(peer));
    assert_eq!(api.send(request).await.code(), "sign_in_expired");
    let early = ticket(&api, "lisi_1").await;
    let change = json!({"oldPassword": PASSWORD, "password": "Mapping88"});
    let changed = api
        .call(
            Method::PUT,
            "/api/auth/password",
            &owner.token,
            Some(change),
        )
        .await;
    assert_eq!(changed.status, StatusCode::NO_CONTENT);
    assert_eq!(
        second_step(&api, &early, &owner.code(&api)).await.code(),
        "sign_in_expired"
    );
}

#[tokio::test]
async fn a_recovery_code_opens_once_and_is_kept_in_the_log() {
    let api = TestApi::new().await;
    let owner = Owner::new(&api, "lisi_1").await;
    assert_eq!(owner.recovery.len(), 10);
    let typed = owner.recovery[3].to_lowercase();
    assert_eq!(sign_in(&api, "lisi_1", &typed).await.status, StatusCode::OK);
    assert_eq!(
        sign_in(&api, "lisi_1", &typed).await.code(),
        "second_factor_wrong"
    );
    let state = api
        .get("/api/auth/second-factor", &owner.token)
        .await
        .json();
    assert_eq!(state["recoveryCodesLeft"], 9);
    let renewed = owner
        .post(&api, "/recovery-codes", json!({"code": owner.code(&api)}))
        .await;
    assert_eq!(renewed.status, StatusCode::OK, "{}", renewed.json());
    assert_eq!(
        sign_in(&api, "lisi_1", &owner.recovery[4])
            .await
            .status
            .as_u16(),
        401
    );
    let auditor = api.signed_in("admin_1", Role::Admin).await;
    let log = api
        .get("/api/audit-log?subject=account", &auditor)
        .await
        .json();
    let words: Vec<&str> = (log["items"].as_array().unwrap().iter())
        .map(|entry| entry["action"].as_str().unwrap())
        .collect();
    assert_eq!(
        words,
        [
            "renew_recovery_codes",
            "use_recovery_code",
            "enable_second_factor"
        ]
    );
    let text = log.to_string();
    for code in &owner.recovery {
        assert!(!text.contains(code.as_str()), "codes are in no log");
    }
}

#[tokio::test]
async fn switching_off_takes_password_and_code() {
    let api = TestApi::new().await;
    let owner = Owner::new(&api, "lisi_1").await;
    for (body, field) in [
        (
            json!({"password": "", "code": owner.code(&api)}),
            "password",
        ),
        (
            json!({"password": "Scenedock2", "code": owner.code(&api)}),
            "password",
        ),
        (json!({"password": PASSWORD, "code": ""}), "code"),
        (json!({"password": PASSWORD, "code": "AAAAA-AAAAA"}), "code"),
    ] {
        let refused = owner.post(&api, "/off", body).await.json();
        assert_eq!(refused["errors"][0]["field"], field, "{refused}");
    }
    let body = json!({"password": PASSWORD, "code": owner.code(&api)});
    assert_eq!(
        owner.post(&api, "/off", body).await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(api.login("lisi_1", PASSWORD).await.status, StatusCode::OK);
}

/// Somebody at an open browser shuts its owner out with no app of his own.
#[tokio::test]
async fn setting_up_needs_the_password() {
    let api = TestApi::new().await;
    let token = api.signed_in("lisi_1", Role::Applicant).await;
    for (body, code) in [
        (json!({}), "field.password_missing"),
        (
            json!({"password": "Scenedock2"}),
            "field.old_password_wrong",
        ),
    ] {
        let refused = api.post("/api/auth/second-factor", &token, body).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST);
        assert_eq!(refused.json()["errors"][0]["code"], code);
    }
    let begun: i64 = sqlx::query_scalar("SELECT count(*) FROM second_factor")
        .fetch_one(&api.context.pool)
        .await
        .unwrap();
    assert_eq!(begun, 0);
}

#[tokio::test]
async fn setting_up_takes_a_code_and_ends_what_was_opened_with_less() {
    let api = TestApi::new().await;
    let other = api.signed_in("lisi_1", Role::Applicant).await;
    let token = api.login("lisi_1", PASSWORD).await.json()["token"]
        .as_str()
        .unwrap()
        .to_owned();
    let unconfirmed = api
        .post(
            "/api/auth/second-factor",
            &token,
            json!({"password": PASSWORD}),
        )
        .await
        .json();
    assert!(
        unconfirmed["uri"]
            .as_str()
            .unwrap()
            .starts_with("otpauth://totp/")
    );
    assert_eq!(api.login("lisi_1", PASSWORD).await.status, StatusCode::OK);
    let path = "/api/auth/second-factor/confirm";
    for code in ["", "12345", "AAAAA-AAAAA"] {
        let refused = api.post(path, &token, json!({"code": code})).await;
        assert_eq!(refused.json()["errors"][0]["field"], "code");
    }
    let owner = Owner::with_token(&api, token).await;
    assert_eq!(
        api.get("/api/auth/me", &owner.token).await.status,
        StatusCode::OK
    );
    assert_eq!(
        api.get("/api/auth/me", &other).await.status,
        StatusCode::UNAUTHORIZED
    );
    let twice = owner.post(&api, "", json!({})).await;
    assert_eq!(
        (twice.status.as_u16(), twice.code().as_str()),
        (409, "second_factor_on")
    );
}

#[tokio::test]
async fn administrators_remove_what_somebody_has_lost() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let owner = Owner::new(&api, "lisi_1").await;
    let found = api.get("/api/users?q=lisi_1", &admin).await.json();
    assert_eq!(found["items"][0]["secondFactor"], true);
    let id = found["items"][0]["id"].as_str().unwrap();
    let path = format!("/api/users/{id}/second-factor");
    let removed = api.call(Method::DELETE, &path, &admin, None).await;
    assert_eq!(removed.json()["secondFactor"], false);
    assert_eq!(
        api.get("/api/auth/me", &owner.token).await.status.as_u16(),
        401
    );
    assert_eq!(api.login("lisi_1", PASSWORD).await.status, StatusCode::OK);
    let events = api
        .get(&format!("/api/users/{id}/events"), &admin)
        .await
        .json();
    assert_eq!(events["items"][0]["action"], "remove_second_factor");
    // Not one's own, and not of somebody who may do more.
    let me = api.get("/api/auth/me", &admin).await.json();
    let own = format!("/api/users/{}/second-factor", me["id"].as_str().unwrap());
    Owner::with_token(&api, admin.clone()).await;
    let refused = api.call(Method::DELETE, &own, &admin, None).await;
    assert_eq!(refused.code(), "own_account");
    let clerk = [domain::permission::Permission::ManageUsers];
    let clerk = api.holding("clerk_1", &clerk).await;
    let refused = api.call(Method::DELETE, &own, &clerk, None).await;
    assert_eq!(refused.code(), "beyond_own_rights");
}

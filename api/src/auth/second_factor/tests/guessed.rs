//! Codes that are guessed, and those that two bring at the same moment.

use axum::http::StatusCode;
use domain::role::Role;
use serde_json::json;

use super::{Owner, PASSWORD, second_step, sign_in, ticket};
use crate::testing::TestApi;

/// Of the form of a code, and not the one that the app shows.
fn wrong(owner: &Owner, api: &TestApi) -> &'static str {
    if owner.code(api) == "000000" {
        "000001"
    } else {
        "000000"
    }
}

/// Somebody who has begun to set up a second factor.
async fn setting_up(api: &TestApi, login_name: &str) -> Owner {
    let token = api.signed_in(login_name, Role::Applicant).await;
    let body = json!({"password": PASSWORD});
    let setup = api.post("/api/auth/second-factor", &token, body).await.ok();
    Owner {
        token,
        secret: setup["secret"].as_str().unwrap().to_owned(),
        recovery: Vec::new(),
    }
}

/// Reasons of refused entries, the first one first.
async fn refused(api: &TestApi, admin: &str, subject: &str) -> Vec<[String; 2]> {
    let path = format!("/api/audit-log?subject={subject}&outcome=refused");
    let log = api.get(&path, admin).await.ok();
    let items = log["items"].as_array().unwrap().iter().rev();
    let entries = items.map(|item| {
        assert_eq!(item["subjectName"], "lisi_1");
        ["action", "reason"].map(|field| item[field].as_str().unwrap().to_owned())
    });
    entries.collect()
}

fn entry(action: &str, reason: &str) -> [String; 2] {
    [action, reason].map(str::to_owned)
}

#[tokio::test]
async fn the_wrong_code_that_closes_the_door_says_so_in_the_log() {
    let api = TestApi::new().await;
    let owner = Owner::new(&api, "lisi_1").await;
    let mut ticket = ticket(&api, "lisi_1").await;
    for _ in 0..5 {
        let refused = second_step(&api, &ticket, wrong(&owner, &api)).await;
        ticket = refused.json()["ticket"].as_str().unwrap().to_owned();
    }
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let expected = ["", "", "", "", "locked"].map(|reason| entry("sign_in", reason));
    assert_eq!(refused(&api, &admin, "session").await, expected);
}

#[tokio::test]
async fn five_wrong_codes_end_the_session_that_guesses() {
    let api = TestApi::new().await;
    let owner = Owner::new(&api, "lisi_1").await;
    let code = json!({"code": wrong(&owner, &api)});
    let both = json!({"password": PASSWORD, "code": wrong(&owner, &api)});
    for (path, body) in [
        ("/recovery-codes", &code),
        ("/off", &both),
        ("/recovery-codes", &code),
        ("/off", &both),
    ] {
        let answer = owner.post(&api, path, body.clone()).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{path}");
    }
    let last = owner.post(&api, "/recovery-codes", code).await;
    assert_eq!(
        (last.status, last.code().as_str()),
        (StatusCode::UNAUTHORIZED, "not_signed_in")
    );
    let ended = api.get("/api/auth/me", &owner.token).await;
    assert_eq!(ended.status, StatusCode::UNAUTHORIZED);
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let expected = [
        entry("renew_recovery_codes", ""),
        entry("disable_second_factor", ""),
        entry("renew_recovery_codes", ""),
        entry("disable_second_factor", ""),
        entry("renew_recovery_codes", "locked"),
    ];
    assert_eq!(refused(&api, &admin, "account").await, expected);
}

#[tokio::test]
async fn codes_that_confirm_are_counted_as_well() {
    let api = TestApi::new().await;
    let owner = setting_up(&api, "lisi_1").await;
    let code = json!({"code": wrong(&owner, &api)});
    for status in [400, 400, 400, 400, 401] {
        let answer = owner.post(&api, "/confirm", code.clone()).await;
        assert_eq!(answer.status.as_u16(), status);
    }
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let entries = refused(&api, &admin, "account").await;
    assert_eq!(entries.len(), 5);
    assert_eq!(entries[4], entry("enable_second_factor", "locked"));
}

/// Recovery codes are shown once: nobody keeps those that open nothing.
#[tokio::test]
async fn of_two_who_confirm_at_once_one_gets_recovery_codes() {
    let api = TestApi::new().await;
    let owner = setting_up(&api, "lisi_1").await;
    let code = json!({"code": owner.code(&api)});
    let (one, two) = tokio::join!(
        owner.post(&api, "/confirm", code.clone()),
        owner.post(&api, "/confirm", code)
    );
    let (done, late) = if one.status == StatusCode::OK {
        (one, two)
    } else {
        (two, one)
    };
    assert_eq!(
        (late.status, late.code().as_str()),
        (StatusCode::CONFLICT, "second_factor_on")
    );
    let codes = done.ok();
    let recovery = codes["recoveryCodes"][0].as_str().unwrap();
    let entered = sign_in(&api, "lisi_1", recovery).await;
    assert_eq!(entered.status, StatusCode::OK, "{}", entered.json());
}

/// Who signs in at the identity provider has switched it on without a password.
#[tokio::test]
async fn who_has_no_password_switches_it_off_with_a_code() {
    let api = TestApi::new().await;
    let owner = Owner::new(&api, "lisi_1").await;
    sqlx::query("UPDATE app_user SET password_set_at = '9999-12-31T00:00:00Z'")
        .execute(&api.context.pool)
        .await
        .unwrap();
    for code in ["", wrong(&owner, &api)] {
        let body = json!({"password": "", "code": code});
        let refused = owner.post(&api, "/off", body).await.json();
        assert_eq!(refused["errors"][0]["field"], "code", "{refused}");
    }
    let body = json!({"password": "", "code": owner.code(&api)});
    let off = owner.post(&api, "/off", body).await;
    assert_eq!(off.status, StatusCode::NO_CONTENT);
}

use axum::http::{Method, StatusCode};
use chrono::TimeDelta;
use domain::role::Role;
use serde_json::{Value, json};

use crate::testing::{Answer, TestApi};

const PASSWORD: &str = "Scenedock1";
const WRONG: &str = "Scenedock2";

/// Types the password into each form that asks for it once more.
async fn typed(api: &TestApi, token: &str, form: usize, password: &str) -> Answer {
    let again = json!({"password": password});
    match form % 3 {
        0 => {
            let change = json!({"oldPassword": password, "password": "Mapping21"});
            api.call(Method::PUT, "/api/auth/password", token, Some(change))
                .await
        }
        1 => {
            let mut person = api.get("/api/auth/profile", token).await.ok();
            person["email"] = "other@cgs.cn".into();
            person["password"] = password.into();
            api.call(Method::PUT, "/api/auth/profile", token, Some(person))
                .await
        }
        _ => api.post("/api/auth/second-factor", token, again).await,
    }
}

/// Refused entries about accounts, the first one first: what was tried, and why it was refused.
async fn refused(api: &TestApi, admin: &str) -> Vec<[String; 3]> {
    let path = "/api/audit-log?subject=account&outcome=refused";
    let log = api.get(path, admin).await.ok();
    let items = log["items"].as_array().unwrap().iter().rev();
    let text = |item: &Value, field: &str| item[field].as_str().unwrap().to_owned();
    let entries = items.map(|item| {
        assert_eq!(item["byLoginName"], item["subjectName"]);
        ["subjectName", "action", "reason"].map(|field| text(item, field))
    });
    entries.collect()
}

#[tokio::test]
async fn five_wrong_passwords_end_the_session_that_guesses() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let user = api.account("lisi_1", Role::Applicant).await;
    let (stolen, own) = (api.token_of(user).await, api.token_of(user).await);
    for form in 0..4 {
        let answer = typed(&api, &stolen, form, WRONG).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{form}");
        let code = &answer.json()["errors"][0]["code"];
        assert_eq!(code, "field.old_password_wrong", "{form}");
    }
    let last = typed(&api, &stolen, 4, WRONG).await;
    assert_eq!(
        (last.status, last.code().as_str()),
        (StatusCode::UNAUTHORIZED, "not_signed_in")
    );
    let ended = api.get("/api/auth/me", &stolen).await;
    assert_eq!(ended.status, StatusCode::UNAUTHORIZED);
    // From whatever session they come: no other goes on where this one ended.
    let locked = typed(&api, &own, 0, PASSWORD).await;
    assert_eq!(
        (locked.status, locked.code().as_str()),
        (StatusCode::TOO_MANY_REQUESTS, "locked")
    );
    assert_eq!(api.get("/api/auth/me", &own).await.status, StatusCode::OK);
    let entry = |action: &str, reason: &str| ["lisi_1", action, reason].map(str::to_owned);
    let expected = [
        entry("change_password", ""),
        entry("change_profile", ""),
        entry("enable_second_factor", ""),
        entry("change_password", ""),
        entry("change_profile", "locked"),
    ];
    assert_eq!(refused(&api, &admin).await, expected);
    // The door is another one.
    let entered = api.login("lisi_1", PASSWORD).await;
    assert_eq!(entered.status, StatusCode::OK, "{}", entered.json());
}

#[tokio::test]
async fn a_right_password_forgets_the_wrong_ones_and_time_does() {
    let api = TestApi::new().await;
    let user = api.account("lisi_1", Role::Applicant).await;
    let token = api.token_of(user).await;
    for _ in 0..2 {
        for _ in 0..4 {
            let wrong = typed(&api, &token, 2, WRONG).await;
            assert_eq!(wrong.status, StatusCode::BAD_REQUEST);
        }
        let right = typed(&api, &token, 2, PASSWORD).await;
        assert_eq!(right.status, StatusCode::OK, "{}", right.json());
    }
    for _ in 0..5 {
        typed(&api, &token, 2, WRONG).await;
    }
    api.pass(TimeDelta::minutes(31));
    let token = api.token_of(user).await;
    let right = typed(&api, &token, 2, PASSWORD).await;
    assert_eq!(right.status, StatusCode::OK, "{}", right.json());
}

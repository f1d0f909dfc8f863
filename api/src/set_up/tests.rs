use chrono::TimeDelta;
use domain::role::Role;
use serde_json::{Value, json};
use storage::lifecycle::first_start;
use storage::link_token::LinkToken;

use crate::testing::{Answer, TestApi};

async fn link(api: &TestApi) -> LinkToken {
    let issued = first_start::issue(&api.context.pool, api.context.now()).await;
    issued.unwrap().expect("nobody can give roles yet")
}

fn form(token: &LinkToken, login_name: &str) -> Value {
    json!({"token": token.expose(), "loginName": login_name, "password": "Geology77", "name": "张三",
        "unit": "中国地质调查局", "email": "z@cgs.cn"})
}

async fn set_up(api: &TestApi, token: &LinkToken, login_name: &str) -> Answer {
    api.post("/api/set-up", "", form(token, login_name)).await
}

async fn check(api: &TestApi, token: &LinkToken) -> Answer {
    api.post("/api/set-up/link", "", json!({"token": token.expose()}))
        .await
}

#[tokio::test]
async fn the_link_makes_one_administrator_who_can_do_everything_administrators_can() {
    let api = TestApi::new().await;
    let token = link(&api).await;
    assert_eq!(check(&api, &token).await.status, 204);
    let answer = set_up(&api, &token, "director").await;
    assert_eq!(answer.status, 201, "{}", answer.json());
    let session = api.login("director", "Geology77").await.json()["token"]
        .as_str()
        .unwrap()
        .to_owned();
    let me = api.get("/api/auth/me", &session).await.json();
    assert_eq!(me["roleIds"], json!(["admin"]));
    assert!(
        me["authorities"]
            .as_array()
            .unwrap()
            .contains(&json!("/role/grant"))
    );
    assert_eq!(me["userName"], "张三");
    // It is in the log as what it was.
    let log = api
        .get("/api/audit-log?subject=account", &session)
        .await
        .json();
    assert_eq!(log["items"][0]["action"], "set_up", "{log}");
    for refused in [
        check(&api, &token).await,
        set_up(&api, &token, "second_1").await,
    ] {
        assert_eq!(
            (refused.status.as_u16(), refused.code().as_str()),
            (409, "set_up_done")
        );
    }
    assert!(
        first_start::issue(&api.context.pool, api.context.now())
            .await
            .unwrap()
            .is_none()
    );
}

#[tokio::test]
async fn a_link_is_over_after_a_quarter_of_an_hour_and_when_there_is_a_newer_one() {
    let api = TestApi::new().await;
    let first = link(&api).await;
    let second = link(&api).await;
    assert_eq!(check(&api, &first).await.code(), "set_up_link_over");
    assert_eq!(
        set_up(&api, &first, "director").await.code(),
        "set_up_link_over"
    );
    assert_eq!(
        check(&api, &LinkToken::presented("")).await.code(),
        "set_up_link_over"
    );
    api.pass(TimeDelta::minutes(15) - TimeDelta::seconds(1));
    assert_eq!(check(&api, &second).await.status, 204);
    api.pass(TimeDelta::seconds(1));
    assert_eq!(check(&api, &second).await.code(), "set_up_link_over");
    assert_eq!(
        set_up(&api, &second, "director").await.code(),
        "set_up_link_over"
    );
}

#[tokio::test]
async fn of_two_who_use_it_at_once_one_becomes_administrator() {
    let api = TestApi::new().await;
    let token = link(&api).await;
    let (one, two) = tokio::join!(
        set_up(&api, &token, "director_1"),
        set_up(&api, &token, "director_2")
    );
    let mut seen = [one, two].map(|answer| answer.status.as_u16());
    seen.sort_unstable();
    assert_eq!(seen, [201, 409]);
    let admins =
        sqlx::query_scalar::<_, i64>("SELECT count(*) FROM user_role WHERE role_id = 'admin'");
    assert_eq!(admins.fetch_one(&api.context.pool).await.unwrap(), 1);
}

#[tokio::test]
async fn whoever_cannot_sign_in_or_give_roles_is_no_administrator() {
    let api = TestApi::new().await;
    api.account("watcher", Role::Operator).await;
    let off = api.account("was_admin", Role::Admin).await;
    assert!(
        first_start::issue(&api.context.pool, api.context.now())
            .await
            .unwrap()
            .is_none()
    );
    storage::lifecycle::accounts::disable(&api.context.pool, off, api.context.now())
        .await
        .unwrap();
    let token = link(&api).await;
    assert_eq!(set_up(&api, &token, "director").await.status, 201);
}

#[tokio::test]
async fn a_form_with_faults_leaves_the_link_as_it_is() {
    let api = TestApi::new().await;
    let token = link(&api).await;
    let refused = api
        .post("/api/set-up", "", json!({"token": token.expose()}))
        .await;
    let fields: Vec<_> = (refused.json()["errors"].as_array().unwrap().iter())
        .map(|error| error["field"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(fields, ["loginName", "password", "name"]);
    api.account("director", Role::Applicant).await;
    let refused_name = set_up(&api, &token, "Director").await;
    assert_eq!(
        refused_name.json()["errors"][0]["code"],
        "field.login_name_taken"
    );
    assert_eq!(set_up(&api, &token, "director_1").await.status, 201);
}

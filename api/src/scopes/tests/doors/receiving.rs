//! Receive tasks write over scenes wherever they lie, and so are for who could grant all of them.

use axum::http::Method;
use domain::permission::Permission;
use serde_json::{Value, json};

use crate::scopes::tests::{Survey, WEST};

const TASKS: &str = "/api/receive-tasks";

fn definition() -> Value {
    json!({"kind": "item_folder", "location": "/data/incoming", "verification": "declared", "settleSeconds": 0})
}

fn form(name: &str) -> Value {
    json!({"name": name, "definition": definition(), "everyMinutes": 15})
}

/// Code or status of what each door answers; `path`: of a task that there is.
async fn doors(survey: &Survey, token: &str, path: &str) -> Vec<String> {
    let step = |step: &str| (Method::POST, format!("{path}/{step}"), json!({}));
    let doors = [
        (
            Method::POST,
            "/api/receive-dry-runs".to_owned(),
            definition(),
        ),
        (Method::POST, TASKS.to_owned(), form("another")),
        (Method::PUT, path.to_owned(), form("mine")),
        step("pause"),
        step("resume"),
        step("start-over"),
        step("runs"),
        (Method::DELETE, path.to_owned(), Value::Null),
    ];
    let mut answers = Vec::new();
    for (method, path, body) in doors {
        let body = (!body.is_null()).then_some(body);
        let answer = survey.api.call(method, &path, token, body).await;
        answers.push(if answer.status.is_success() {
            answer.status.as_u16().to_string()
        } else {
            answer.code()
        });
    }
    answers
}

#[tokio::test]
async fn whoever_could_not_grant_everything_neither_makes_nor_steers_a_task() {
    let survey = Survey::new().await;
    let token = survey
        .api
        .holding("keeper_1", &[Permission::ManageCatalogue])
        .await;
    let (status, made) = survey.send(Method::POST, TASKS, form("theirs")).await;
    assert_eq!(status, 201, "{made}");
    let path = format!("{TASKS}/{}", made["id"].as_str().unwrap());
    survey.close().await;
    let person = survey.id_of("keeper_1").await;
    let grant = async |mut limits: Value| {
        limits["subject"] = json!("person");
        limits["subjectId"] = json!(person);
        survey.grant(limits).await;
    };
    let refused = vec!["scope_beyond_own"; 8];
    assert_eq!(doors(&survey, &token, &path).await, refused);
    // Of each limit one grant has none; none has no limit at all.
    grant(json!({"nodeIds": [1, 4]})).await;
    grant(json!({"wkt": WEST})).await;
    grant(json!({"until": "2027-01-01T00:00:00Z"})).await;
    assert_eq!(doors(&survey, &token, &path).await, refused);
    let before = survey.api.get(TASKS, &survey.admin).await.json();
    assert_eq!(
        (&before["total"], &before["items"][0]["name"]),
        (&json!(1), &json!("theirs"))
    );

    grant(json!({})).await;
    let done = [
        "202",
        "201",
        "200",
        "200",
        "200",
        "200",
        "202",
        "receive_run_under_way",
    ];
    assert_eq!(doors(&survey, &token, &path).await, done);
}

//! Why orders and their tasks wait, and what is done to tasks.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::world::{Person, World};

async fn waits(w: &World, path: &str, who: &Person) -> Vec<Value> {
    let found = w.get(path, who).await.ok();
    let waits = found.get("items").or_else(|| found.get("waits")).unwrap();
    waits.as_array().unwrap().clone()
}

fn reasons(waits: &[Value]) -> Vec<&str> {
    waits
        .iter()
        .map(|wait| wait["reason"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn the_applicant_reads_the_same_sentences_without_names_and_buttons() {
    let w = World::new().await;
    let order = w.submitted().await;
    let path = format!("/api/orders/{order}/waits");
    let own = waits(&w, &path, &w.owner).await;
    assert_eq!(reasons(&own), ["audit"]);
    assert_eq!(own[0]["text"], "等待管理员审核");
    assert_eq!(own[0]["message"], json!({"code": "wait.audit"}));
    assert_eq!(own[0]["remedies"], json!([]));
    assert_eq!(own[0]["bucket"], "administrator");
    let staff = waits(&w, &path, &w.admin).await;
    assert_eq!(staff[0]["remedies"], json!(["decide"]));
    let operator = waits(&w, &path, &w.operator).await;
    assert_eq!(operator[0]["remedies"], json!([]));
    assert_eq!(
        w.get(&path, &w.stranger).await.status,
        StatusCode::NOT_FOUND
    );
}

#[tokio::test]
async fn an_administrator_pauses_and_everybody_reads_it() {
    let w = World::new().await;
    let order = w.approved().await;
    let act = |act: &str| json!({"act": act, "filter": {"order": order}});
    let counts = w
        .get(&format!("/api/tasks/counts?order={order}"), &w.admin)
        .await
        .ok();
    let count = counts["pause"].clone();
    assert!(count.as_i64().unwrap() > 0);
    let done = w.post("/api/tasks/act", &w.admin, act("pause")).await.ok();
    assert_eq!(
        done,
        json!({"tasks": count, "orders": 1, "refused": 0, "more": false})
    );
    let path = format!("/api/orders/{order}/waits");
    let own = waits(&w, &path, &w.owner).await;
    assert_eq!(reasons(&own), ["scenes", "paused", "no_worker"]);
    assert_eq!(own[1]["text"], "管理员已暂停处理");
    let staff = waits(&w, &path, &w.admin).await;
    assert_eq!(staff[1]["message"]["code"], "wait.paused_by");
    assert_eq!(staff[1]["remedies"], json!(["resume"]));

    let page = w
        .get(
            &format!("/api/tasks?order={order}&paused=true"),
            &w.operator,
        )
        .await
        .ok();
    let task = &page["items"][0];
    assert_eq!(task["state"], "waiting");
    assert_eq!(page["next"], Value::Null);
    let id = task["id"].as_str().unwrap();
    let one = waits(&w, &format!("/api/tasks/{id}"), &w.admin).await;
    assert_eq!(reasons(&one), ["paused", "no_worker"]);
    let one = waits(&w, &format!("/api/tasks/{id}"), &w.operator).await;
    assert_eq!(one[0]["remedies"], json!([]));

    let events = w
        .get(&format!("/api/orders/{order}/events"), &w.owner)
        .await
        .ok();
    let last = events["items"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(last["action"], "pause_tasks");
    assert_eq!(last["message"]["code"], "event.tasks_touched");
    let resumed = w.post("/api/tasks/act", &w.admin, act("resume")).await.ok();
    assert_eq!(resumed["tasks"], count);
}

#[tokio::test]
async fn what_is_asked_wrongly_is_refused() {
    let w = World::new().await;
    let order = w.completed().await;
    let act = |body| w.call(Method::POST, "/api/tasks/act", &w.admin, Some(body));
    for body in [
        json!({"act": "sing", "filter": {}}),
        json!({"filter": {}}),
        json!({"act": "pause"}),
        json!({"act": "set_priority", "priority": 101, "filter": {}}),
        json!({"act": "pause", "filter": {"order": "x"}}),
    ] {
        assert_eq!(
            act(body.clone()).await.status,
            StatusCode::BAD_REQUEST,
            "{body}"
        );
    }
    // An order that is over is refused by its life cycle.
    let body = json!({"act": "pause", "filter": {"order": order}});
    assert_eq!(act(body).await.status, StatusCode::CONFLICT);
    for query in ["state=sleeping", "kind=x", "paused=maybe", "errorClass=y"] {
        let answer = w.get(&format!("/api/tasks?{query}"), &w.admin).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{query}");
    }
    let found = w.get("/api/tasks/failures?days=30", &w.admin).await.ok();
    assert_eq!(found, json!({"items": [], "total": 0}));
}

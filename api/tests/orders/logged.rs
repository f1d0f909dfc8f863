//! What the audit log says of orders that somebody changed: what stood there before and after, and with what it was done.

use axum::body::Body;
use axum::http::{HeaderValue, Method, header};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};

use crate::world::{PDF, Person, World, id, request};

const AGENT: &str = "Mozilla/5.0 Firefox/140.0";

async fn put(w: &World, order: &str, who: &Person, body: &Value) {
    let path = format!("/api/orders/{order}");
    let mut request = request(Method::PUT, &path, &who.token);
    let headers = request.headers_mut();
    let json = HeaderValue::from_static("application/json");
    headers.insert(header::CONTENT_TYPE, json);
    headers.insert(header::USER_AGENT, HeaderValue::from_static(AGENT));
    *request.body_mut() = Body::from(body.to_string());
    w.send(request).await.ok();
}

/// The newest entry about an order.
async fn newest(w: &World) -> Value {
    let page = w.get("/api/audit-log?subject=order", &w.admin).await.ok();
    page["items"][0].clone()
}

fn change(field: &str, before: &str, after: &str) -> Value {
    json!({"field": field, "before": before, "after": after})
}

async fn draft(w: &World) -> (String, Value) {
    let application = w.application("save").await;
    let made = w.post("/api/orders", &w.owner, application.clone()).await;
    (id(&made.ok()), application)
}

#[tokio::test]
async fn papers_that_an_administrator_replaces_or_removes_are_named() {
    let w = World::new().await;
    let order = w.prepared().await;
    let path = format!("/api/orders/{order}/attachments");
    let held = w.get(&path, &w.owner).await.ok();
    let held = held["items"].as_array().unwrap().iter();
    let mut papers: Vec<Value> = held
        .map(|paper| json!({"type": paper["type"], "attachmentId": paper["attachmentId"]}))
        .collect();
    assert_eq!(papers.pop().unwrap()["type"], 1);
    let scan = async || w.upload(&w.admin, "6", "签字.pdf", PDF).await.ok();
    papers[0]["attachmentId"] = scan().await["attachmentId"].clone();
    put(&w, &order, &w.admin, &json!({"attachments": papers})).await;
    let entry = newest(&w).await;
    assert_eq!(
        (&entry["action"], &entry["byLoginName"], &entry["agent"]),
        (&json!("save_draft"), &json!("admin"), &json!(AGENT))
    );
    let expected = [
        change("paper.task_source", "扫描件6.pdf", "签字.pdf"),
        change("paper.id_card", "扫描件1.pdf", ""),
    ];
    assert_eq!(entry["changes"], json!(expected));

    // Another one of the same name is another one.
    w.pass(TimeDelta::seconds(1)).await;
    papers[0]["attachmentId"] = scan().await["attachmentId"].clone();
    put(&w, &order, &w.admin, &json!({"attachments": papers})).await;
    let changes = newest(&w).await["changes"].clone();
    let [before, after] = ["before", "after"].map(|side| changes[0][side].as_str().unwrap());
    assert_ne!(before, after);
    assert!(
        [before, after]
            .iter()
            .all(|name| name.ends_with("签字.pdf"))
    );
}

#[tokio::test]
async fn what_its_owner_makes_of_a_form_and_its_scenes_is_told_field_by_field() {
    let w = World::new().await;
    let (order, mut application) = draft(&w).await;
    application["form"]["applyUserPhone"] = json!("13912345678");
    application["form"]["productName"] = json!("二期");
    application["dataIds"] = json!(["s2", "s3"]);
    put(&w, &order, &w.owner, &application).await;
    let entry = newest(&w).await;
    let expected = [
        change("applyUserPhone", "138****5678", "139****5678"),
        change("productName", "青藏高原矿产调查", "二期"),
        change("dataIds", "2", "2 (+1, -1)"),
    ];
    assert_eq!(
        (&entry["action"], &entry["byLoginName"], &entry["agent"]),
        (&json!("save"), &json!("zhangsan"), &json!(AGENT))
    );
    assert_eq!(entry["changes"], json!(expected));

    application["action"] = json!("submit");
    application["form"]["description"] = json!("");
    put(&w, &order, &w.owner, &application).await;
    let expected = [
        change("sstatus", "-1", "0"),
        change("description", "备注", ""),
    ];
    assert_eq!(newest(&w).await["changes"], json!(expected));
    let log = w.get("/api/audit-log?subject=order", &w.admin).await.ok();
    assert!(!log.to_string().contains("12345678"), "{log}");
}

/// The newest entry says that the order's `field` is something else.
async fn newest_change(w: &World, field: &str) -> [String; 2] {
    let entry = newest(w).await;
    let changes = entry["changes"].as_array().unwrap();
    let found = changes.iter().find(|change| change["field"] == field);
    ["before", "after"].map(|side| found.unwrap()[side].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn how_soon_what_anew_and_until_when_are_told_before_and_after() {
    let w = World::new().await;
    let order = w.submitted().await;
    let send = async |verb: &str, body: Value| {
        let path = format!("/api/orders/{order}/{verb}");
        w.post(&path, &w.admin, body).await.ok()
    };
    send("priority", json!({"sorder": 40})).await;
    assert_eq!(
        newest(&w).await["changes"],
        json!([change("sorder", "0", "40")])
    );
    w.act(&order, "approve", &w.admin).await.ok();
    send("reextract", json!({"scope": "all", "priority": 70})).await;
    let expected = [change("scope", "", "all"), change("sorder", "40", "70")];
    assert_eq!(newest(&w).await["changes"], json!(expected));
    send("reextract", json!({"scope": "all"})).await;
    assert_eq!(
        newest(&w).await["changes"],
        json!([change("scope", "", "all")])
    );
    w.prepare().await;
    send("extension", json!({"days": 7})).await;
    let ends = newest_change(&w, "expiresAt").await;
    let [before, after] = ends.map(|end| end.parse::<DateTime<Utc>>().unwrap());
    assert_eq!(after - before, TimeDelta::days(7));
}

#[tokio::test]
async fn scenes_that_are_added_and_how_they_are_handed_over_then_are_told() {
    let w = World::new().await;
    let (order, _) = draft(&w).await;
    let path = format!("/api/orders/{order}/scenes");
    let added = json!({"dataIds": ["s3", "huge"]});
    w.post(&path, &w.owner, added).await.ok();
    let expected = [
        change("getMethod", "0", "2"),
        change("dataIds", "2", "4 (+2, -0)"),
    ];
    assert_eq!(newest(&w).await["changes"], json!(expected));
}

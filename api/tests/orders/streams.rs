//! Progress as it happens.

use std::time::Duration;

use axum::body::BodyDataStream;
use axum::http::Method;
use futures::StreamExt as _;
use serde_json::{Value, json};

use crate::world::{Person, World, request};

/// An open event stream of an order.
struct Events {
    body: BodyDataStream,
    text: String,
}

impl Events {
    async fn open(w: &World, order: &str) -> Self {
        Self::open_as(w, order, &w.owner).await
    }

    async fn open_as(w: &World, order: &str, who: &Person) -> Self {
        let path = format!("/api/orders/{order}/stream");
        let response = w.open(request(Method::GET, &path, &who.token)).await;
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Self {
            body: response.into_body().into_data_stream(),
            text: String::new(),
        }
    }

    /// The next event's data; `None` at the end.
    async fn next(&mut self) -> Option<Value> {
        let waited = tokio::time::timeout(Duration::from_secs(20), self.read()).await;
        waited.expect("an event")
    }

    async fn read(&mut self) -> Option<Value> {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let data = event
                    .strip_prefix("event: progress\ndata: ")
                    .map(|data| serde_json::from_str(data).unwrap());
                self.text = rest.to_owned();
                if data.is_some() {
                    return data;
                }
                continue;
            }
            let piece = self.body.next().await?.unwrap();
            self.text.push_str(std::str::from_utf8(&piece).unwrap());
        }
    }
}

#[tokio::test]
async fn progress_is_told_at_once_and_when_it_changes() {
    let w = World::new().await;
    let order = w.submitted().await;
    let mut events = Events::open(&w, &order).await;
    let first = events.next().await.unwrap();
    assert_eq!(first["sstatus"], 0);
    assert_eq!(first["dataPercent"]["percentStr"], "0%");
    assert_eq!(first["updatetime"], "2026-11-21T02:00:00Z");

    w.act(&order, "approve", &w.admin).await.ok();
    assert_eq!(events.next().await.unwrap()["sstatus"], 1);
    let claimed = w.claim().await;
    w.work(claimed[0]).await;
    let half = events.next().await.unwrap();
    assert_eq!(
        (
            &half["dataPercent"]["isin"],
            &half["dataPercent"]["percentStr"]
        ),
        (&json!(1), &json!("25%"))
    );
    w.work(claimed[1]).await;
    w.prepare().await;
    loop {
        if events.next().await.unwrap()["sstatus"] == 6 {
            break;
        }
    }
}

#[tokio::test]
async fn a_stream_ends_with_its_order() {
    let w = World::new().await;
    let draft = w.application("save").await;
    let order = crate::world::id(&w.post("/api/orders", &w.owner, draft).await.ok());
    let mut events = Events::open(&w, &order).await;
    assert_eq!(events.next().await.unwrap()["sstatus"], -1);
    w.call(
        Method::DELETE,
        "/api/orders",
        &w.owner,
        Some(json!({"ids": [order]})),
    )
    .await
    .ok();
    assert_eq!(events.next().await, None);
    let path = format!("/api/orders/{order}/stream");
    assert_eq!(w.get(&path, &w.owner).await.status, 404);
}

#[tokio::test]
async fn a_stream_ends_with_its_session() {
    let w = World::new().await;
    let order = w.submitted().await;
    let mut events = Events::open(&w, &order).await;
    assert_eq!(events.next().await.unwrap()["sstatus"], 0);
    let out = w
        .call(Method::POST, "/api/auth/logout", &w.owner, None)
        .await;
    assert!(out.status.is_success());
    assert_eq!(events.next().await, None);
}

/// A session outlives a right that is taken back; what was opened with the right does not.
#[tokio::test]
async fn a_stream_ends_when_its_person_loses_rights() {
    let w = World::new().await;
    let order = w.submitted().await;
    let mut events = Events::open_as(&w, &order, &w.operator).await;
    assert_eq!(events.next().await.unwrap()["sstatus"], 0);
    let roles = w.get("/api/roles", &w.admin).await.ok();
    let roles = roles["items"].as_array().unwrap();
    let role = roles.iter().find(|role| role["id"] == "operator").unwrap();
    let permissions = role["permissions"].as_array().unwrap().iter();
    let fewer: Vec<&Value> = permissions.filter(|it| **it != "/stat/orders").collect();
    let body = json!({"name": role["name"], "note": "", "permissions": fewer, "permissionsBefore": role["permissions"]});
    w.call(Method::PUT, "/api/roles/operator", &w.admin, Some(body))
        .await
        .ok();
    assert_eq!(events.next().await, None);
    let path = format!("/api/orders/{order}");
    assert_eq!(w.get(&path, &w.operator).await.status, 200);
}

//! Every part of a search goes on in a subscription, and finds there what the search finds.

use std::collections::BTreeSet;

use axum::http::{Method, StatusCode};
use domain::catalogue::NodeKind;
use serde_json::{Value, json};
use storage::db::catalogue::NewNode;
use storage::lifecycle::backfills;
use storage::lifecycle::pushes::{SubscriptionShelf, match_arrivals};
use testkit::builders::{add_nodes, node};

use super::Desk;
use crate::testing::{scene, square};

/// With nodes of two object types and nothing in them.
async fn empty_desk() -> Desk {
    let desk = Desk::new().await;
    desk.api.node(1, None, "卫星").await;
    desk.api.node(2, Some(1), "Sentinel-2").await;
    let archive = NewNode {
        kind: NodeKind::Archive,
        ..node(3, "档案")
    };
    add_nodes(&desk.api.context.pool, &[archive]).await;
    desk
}

fn ids_of(answer: &Value) -> BTreeSet<String> {
    let items = answer["items"].as_array().unwrap().iter();
    items
        .map(|item| item["dataid"].as_str().unwrap().to_owned())
        .collect()
}

impl Desk {
    async fn fill(&self) {
        let mut a = scene("a", &square(100.0, 30.0));
        a.properties = json!({"processing:level": "L2A"});
        a.gsd = Some(0.8);
        let mut b = scene("b", &square(110.0, 30.0));
        b.nodeid = 2;
        b.satellite = "S2A".into();
        b.acquired = "2026-02-01T00:00:00Z".parse().unwrap();
        b.properties = json!({"processing:level": "L1C", "view:off_nadir": 1e300});
        let mut c = scene("c", &square(120.0, 30.0));
        c.nodeid = 3;
        c.acquired = "2025-06-30T15:59:59.999999Z".parse().unwrap();
        c.properties = json!({"档案号": "D-2024_7"});
        let mut offline = scene("offline", &square(120.0, 30.0));
        offline.archive_url = None;
        self.api.scenes(&[a, b, c, offline]).await;
    }

    async fn running(&self, search: &Value) -> String {
        let made = self.hand_in(self.form(search)).await;
        let id = made["id"].as_str().unwrap().to_owned();
        let (status, problem) = self.decide(&id, "approve", "").await;
        assert_eq!(status, StatusCode::OK, "{problem}");
        id
    }

    async fn matched(&self, id: &str) -> BTreeSet<String> {
        let path = format!("/api/subscriptions/{id}/scenes");
        ids_of(&self.api.get(&path, &self.token).await.json())
    }

    /// What the same search finds now, of what is online: nothing else is ever pushed.
    async fn search(&self, search: &Value) -> BTreeSet<String> {
        let mut search = search.clone();
        search["onlineOnly"] = json!(true);
        let found = self.api.post("/api/scenes/search", &self.token, search);
        ids_of(&found.await.json())
    }
}

fn searches() -> Vec<(Value, Vec<&'static str>)> {
    let level = json!([{"key": "level", "values": ["L2A", "L1C"]}]);
    vec![
        (json!({}), vec!["a", "b", "c"]),
        (json!({"objTypes": ["ZL"]}), vec!["c"]),
        (json!({"objTypes": ["WX"]}), vec!["a", "b"]),
        (json!({"objTypes": ["WX"], "nodeIds": [2, 3]}), vec!["b"]),
        (json!({"objTypes": ["BZCP"]}), vec![]),
        (json!({"from": "2025-07-01"}), vec!["b"]),
        (json!({"to": "2025-06-30"}), vec!["a", "c"]),
        (json!({"from": "2025-06-30", "to": "2025-06-30"}), vec!["c"]),
        (json!({"onlineOnly": true}), vec!["a", "b", "c"]),
        (json!({"conditions": level}), vec!["a", "b"]),
        (
            json!({"conditions": level, "objTypes": ["WX"], "from": "2026-01-01"}),
            vec!["b"],
        ),
        (
            json!({"conditions": [{"key": "gsd", "max": 0.8}]}),
            vec!["a"],
        ),
        (
            json!({"conditions": [{"key": "gsd", "values": ["2", "3"]}]}),
            vec!["b", "c"],
        ),
        (
            json!({"conditions": [{"key": "roll", "min": 1e299}]}),
            vec!["b"],
        ),
        (
            json!({"conditions": [{"key": "properties.档案号", "text": "d-2024_"}]}),
            vec!["c"],
        ),
        (
            json!({"conditions": [{"key": "properties.档案号", "text": "%"}]}),
            vec![],
        ),
        (
            json!({"conditions": [{"key": "level"}], "wkt": square(100.0, 30.0)}),
            vec!["a"],
        ),
    ]
}

#[tokio::test]
async fn a_subscription_matches_what_the_search_finds() {
    let desk = empty_desk().await;
    let mut subscribed = Vec::new();
    for (search, expected) in searches() {
        let id = desk.running(&search).await;
        subscribed.push((id, search, expected));
    }
    desk.fill().await;
    let (pool, now) = (&desk.api.context.pool, desk.api.context.now());
    let shelf = SubscriptionShelf::default();
    match_arrivals(pool, &shelf, now).await.unwrap();
    for (id, search, expected) in subscribed {
        let expected: BTreeSet<_> = expected.into_iter().map(str::to_owned).collect();
        assert_eq!(desk.search(&search).await, expected, "{search}");
        assert_eq!(desk.matched(&id).await, expected, "{search}");
    }
}

#[tokio::test]
async fn what_was_there_before_is_asked_the_same() {
    let desk = empty_desk().await;
    desk.fill().await;
    let (pool, now) = (&desk.api.context.pool, desk.api.context.now());
    let shelf = SubscriptionShelf::default();
    for (search, expected) in searches() {
        let id = desk.running(&search).await;
        let range = json!({"basis": "acquired", "from": "2000-01-01", "to": "2030-12-31"});
        let path = format!("/api/subscriptions/{id}/backfills");
        let preview = format!("{path}/preview");
        let counted = desk
            .api
            .post(&preview, &desk.token, range.clone())
            .await
            .json();
        assert_eq!(counted["scenes"], expected.len(), "{search}");
        desk.api.post(&path, &desk.token, range).await;
        assert!(backfills::search_next(pool, None, now).await.unwrap());
        while backfills::match_next(pool, &shelf, now).await.unwrap() {}
        let expected: BTreeSet<_> = expected.into_iter().map(str::to_owned).collect();
        assert_eq!(desk.matched(&id).await, expected, "{search}");
    }
}

#[tokio::test]
async fn each_part_is_answered_and_another_one_has_to_be_approved() {
    let desk = empty_desk().await;
    let search = json!({"objTypes": ["WX"], "from": "2025-01-01", "to": "2025-12-31", "onlineOnly": true,
        "conditions": [{"key": "gsd", "max": 2}]});
    let id = desk.running(&search).await;
    let path = format!("/api/subscriptions/{id}");
    let read = desk.api.get(&path, &desk.token).await.json();
    let criteria = &read["criteria"];
    assert_eq!(criteria["objTypes"], json!(["WX"]));
    assert_eq!(criteria["from"], "2024-12-31T16:00:00Z");
    assert_eq!(criteria["to"], "2025-12-31T15:59:59.999999Z");
    assert_eq!(criteria["onlineOnly"], true);
    let condition = &criteria["conditions"][0];
    assert_eq!(
        (&condition["key"], &condition["max"]),
        (&json!("gsd"), &json!(2.0))
    );
    assert!(!condition["label"].as_str().unwrap().is_empty());
    let change = async |search: &Value| {
        let form = desk.form(search);
        let changed = desk.api.call(Method::PUT, &path, &desk.token, Some(form));
        changed.await.json()["state"].clone()
    };
    assert_eq!(change(&search).await, "running", "the same search");
    let mut other = search.clone();
    other["to"] = json!("2026-12-31");
    assert_eq!(change(&other).await, "pending");
}

//! Drafts and rejected orders while their applicants change them.

use axum::http::Method;
use domain::catalogue::scene_type::SceneType;
use serde_json::{Value, json};
use storage::db::scenes::NewScene;
use testkit::builders::{add_scenes, scene};

use crate::world::{Answer, World, id};

async fn put(w: &World, order: &str, application: &Value) -> Answer {
    let path = format!("/api/orders/{order}");
    w.call(Method::PUT, &path, &w.owner, Some(application.clone()))
        .await
}

async fn events(w: &World, order: &str) -> Vec<String> {
    let path = format!("/api/orders/{order}/events");
    let listed = w.get(&path, &w.owner).await.ok();
    let items = listed["items"].as_array().unwrap();
    let action = |event: &Value| event["action"].as_str().unwrap().to_owned();
    items.iter().map(action).collect()
}

/// A rejected order, and its application as it was handed in.
async fn rejected(w: &World) -> (String, Value) {
    let mut application = w.application("submit").await;
    let order = id(&w
        .post("/api/orders", &w.owner, application.clone())
        .await
        .ok());
    let cause = json!({"cause": "项目名称不完整"});
    w.post(&format!("/api/orders/{order}/reject"), &w.admin, cause)
        .await
        .ok();
    application["action"] = json!("save");
    (order, application)
}

#[tokio::test]
async fn changes_that_were_saved_are_enough_to_hand_a_rejected_order_in_again() {
    let w = World::new().await;
    let (order, mut application) = rejected(&w).await;
    for action in ["save", "submit"] {
        application["action"] = json!(action);
        let refused = put(&w, &order, &application).await;
        assert_eq!(refused.refusal().2, "请更改信息！", "{action}");
    }
    application["form"]["productName"] = json!("青藏高原矿产调查（二期）");
    application["dataIds"] = json!(["s2", "s3"]);
    application["action"] = json!("save");
    let saved = put(&w, &order, &application).await.ok();
    let expected = json!({
        "fields": [{"field": "productName", "before": "青藏高原矿产调查", "after": "青藏高原矿产调查（二期）"}],
        "scenesAdded": 1, "scenesRemoved": 1, "papers": [],
    });
    assert_eq!(
        (&saved["sstatus"], &saved["changes"]),
        (&json!(2), &expected)
    );
    // Nothing is changed against what was loaded, but against what was rejected.
    application["action"] = json!("submit");
    let again = put(&w, &order, &application).await.ok();
    assert_eq!(
        (&again["sstatus"], &again["changes"]),
        (&json!(0), &expected)
    );
    let audited = w.get(&format!("/api/orders/{order}"), &w.admin).await.ok();
    assert_eq!(audited["changes"], expected);
    let approved = w.act(&order, "approve", &w.admin).await.ok();
    assert!(approved.get("changes").is_none());
}

#[tokio::test]
async fn saving_what_is_saved_writes_no_event() {
    let w = World::new().await;
    let mut application = w.application("save").await;
    let draft = id(&w
        .post("/api/orders", &w.owner, application.clone())
        .await
        .ok());
    let before = w.get(&format!("/api/orders/{draft}"), &w.owner).await.ok();
    w.pass(chrono::TimeDelta::hours(1)).await;
    let saved = put(&w, &draft, &application).await.ok();
    assert_eq!(saved["updatetime"], before["updatetime"]);
    assert_eq!(events(&w, &draft).await, ["save"]);
    application["form"]["description"] = json!("改过");
    put(&w, &draft, &application).await.ok();
    assert_eq!(events(&w, &draft).await, ["save", "save"]);

    let (order, mut application) = rejected(&w).await;
    application["form"]["description"] = json!("改过");
    for _ in 0..2 {
        put(&w, &order, &application).await.ok();
    }
    assert_eq!(events(&w, &order).await, ["submit", "reject", "save"]);

    let prepared = w.prepared().await;
    let path = format!("/api/orders/{prepared}");
    let held = w.get(&path, &w.admin).await.ok();
    let papers: Vec<_> = held["attachments"]
        .as_array()
        .unwrap()
        .iter()
        .map(|paper| json!({"type": paper["type"], "attachmentId": paper["attachmentId"]}))
        .collect();
    let body = json!({"attachments": papers});
    w.call(Method::PUT, &path, &w.admin, Some(body)).await.ok();
    let told = events(&w, &prepared).await;
    assert!(!told.contains(&"save_draft".to_owned()), "{told:?}");
}

#[tokio::test]
async fn scenes_are_added_to_a_draft_and_to_a_rejected_order() {
    let w = World::new().await;
    let application = w.application("save").await;
    let draft = id(&w.post("/api/orders", &w.owner, application).await.ok());
    let (order, _) = rejected(&w).await;
    for order in [&draft, &order] {
        let path = format!("/api/orders/{order}/scenes");
        let add = async |ids: Value| w.post(&path, &w.owner, json!({"dataIds": ids})).await;
        let done = add(json!(["s3", "s2"])).await.ok();
        assert_eq!(
            (&done["added"], &done["order"]["dataCount"]),
            (&json!(1), &json!(3))
        );
        let told = events(&w, order).await.len();
        assert_eq!(add(json!(["s3"])).await.ok()["added"], 0);
        assert_eq!(events(&w, order).await.len(), told);
        let unknown = add(json!(["s1", "no"])).await;
        assert_eq!(unknown.refusal().1, "unknown_scenes");
        let listed = w.get(&path, &w.owner).await.ok();
        let ids: Vec<_> = listed["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|scene| scene["dataid"].as_str().unwrap())
            .collect();
        assert_eq!(ids, ["s1", "s2", "s3"], "new ones come last");
        // 6 GiB more can only be handed out on a disk.
        let large = add(json!(["huge"])).await.ok();
        assert_eq!(large["order"]["getMethod"], 2);
    }
    let again = w.act(&order, "submit", &w.owner).await.ok();
    assert_eq!(
        (&again["sstatus"], &again["changes"]["scenesAdded"]),
        (&json!(0), &json!(2))
    );
}

#[tokio::test]
async fn archive_data_and_product_data_are_not_ordered_together() {
    let w = World::new().await;
    let archive = NewScene {
        scene_type: SceneType::Archive,
        ..scene("zl")
    };
    add_scenes(&w.context.pool, &[archive]).await;
    let add = async |order: &str, id: &str| {
        let path = format!("/api/orders/{order}/scenes");
        w.post(&path, &w.owner, json!({"dataIds": ["s3", id]}))
            .await
    };
    let mut application = w.application("save").await;
    let product = id(&w
        .post("/api/orders", &w.owner, application.clone())
        .await
        .ok());
    let refused = add(&product, "zl").await.json();
    assert_eq!(refused["code"], "other_data_kind");
    assert_eq!(
        refused["detail"],
        "该订单为产品数据订单，档案数据请另行订购！"
    );
    application["dataType"] = "1".into();
    application["dataIds"] = json!(["zl"]);
    application["attachments"] = json!([]);
    let archive = id(&w.post("/api/orders", &w.owner, application).await.ok());
    let refused = add(&archive, "zl").await.json();
    assert_eq!(refused["reason"], "other_data_kind.archive");
    for order in [&product, &archive] {
        let listed = w
            .get(&format!("/api/orders/{order}/scenes"), &w.owner)
            .await;
        let held = listed.ok()["items"].to_string();
        assert!(!held.contains("\"s3\""), "nothing was added: {held}");
    }
}

#[tokio::test]
async fn a_cancelled_order_is_not_a_rejected_one() {
    let w = World::new().await;
    let mut orders = Vec::new();
    for who in [Some(&w.owner), Some(&w.admin), None] {
        let order = w.submitted().await;
        let body = json!({"cause": "不再需要"});
        match who {
            Some(who) => {
                w.act(&order, "approve", &w.admin).await.ok();
                w.post(&format!("/api/orders/{order}/cancel"), who, body)
                    .await
                    .ok();
            }
            None => {
                w.post(&format!("/api/orders/{order}/reject"), &w.admin, body)
                    .await
                    .ok();
            }
        }
        orders.push(order);
    }
    let seen = async |order: &str| {
        let order = w.get(&format!("/api/orders/{order}"), &w.owner).await.ok();
        (order["sstatus"].clone(), order["cancelledBy"].clone())
    };
    assert_eq!(seen(&orders[0]).await, (json!(2), json!("owner")));
    assert_eq!(seen(&orders[1]).await, (json!(2), json!("admin")));
    assert_eq!(seen(&orders[2]).await, (json!(2), Value::Null));
    for (query, want) in [("true", 2), ("false", 1)] {
        let path = format!("/api/orders?status=2&cancelled={query}");
        assert_eq!(w.get(&path, &w.owner).await.ok()["total"], want, "{query}");
    }
    // Saved it stays cancelled; handed in again it no longer is.
    let path = format!("/api/orders/{}/scenes", orders[0]);
    w.post(&path, &w.owner, json!({"dataIds": ["s3"]}))
        .await
        .ok();
    assert_eq!(seen(&orders[0]).await, (json!(2), json!("owner")));
    w.act(&orders[0], "submit", &w.owner).await.ok();
    assert_eq!(seen(&orders[0]).await, (json!(0), Value::Null));
}

#[tokio::test]
async fn everything_is_one_download_as_long_as_a_delivery_is_open() {
    let w = World::new().await;
    let order = w.prepared().await;
    let path = format!("/api/orders/{order}");
    let offered = async || {
        let listed = w.get("/api/orders", &w.owner).await.ok()["items"][0]["downloads"].clone();
        let notices = w.get("/api/inbox", &w.owner).await.ok();
        for notice in notices["items"].as_array().unwrap() {
            assert_eq!(notice["downloads"], listed);
        }
        assert_eq!(w.get(&path, &w.owner).await.ok()["downloads"], listed);
        listed
    };
    let first = offered().await;
    assert_eq!(first.as_array().map(Vec::len), Some(1));
    let file = &first[0];
    assert_eq!(file["name"], "订单.zip");
    let bytes = w.get(file["url"].as_str().unwrap(), &w.owner).await;
    assert_eq!(
        bytes.header("etag"),
        format!("\"{}\"", file["sha256"].as_str().unwrap())
    );
    assert_eq!(file["size"], bytes.bytes.len());
    w.act(&order, "complete", &w.admin).await.ok();
    assert_eq!(offered().await, first);
    let said = json!({"score": 0, "content": "好"});
    w.post(&format!("{path}/feedback"), &w.owner, said)
        .await
        .ok();
    assert_eq!(offered().await, first);
    w.pass(chrono::TimeDelta::days(7)).await;
    assert_eq!(offered().await, json!([]));
}

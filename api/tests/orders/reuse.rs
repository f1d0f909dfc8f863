//! Papers of earlier orders, used again.

use axum::http::Method;
use futures::TryStreamExt as _;
use object_store::ObjectStore as _;
use serde_json::{Value, json};

use crate::world::{PDF, World, form, id};

async fn stored_papers(w: &World) -> usize {
    let prefix = "attachments".into();
    let listed = w.objects.store.list(Some(&prefix));
    listed.try_collect::<Vec<_>>().await.unwrap().len()
}

async fn earlier(w: &World, query: &str) -> Value {
    let path = format!("/api/attachments?pageSize=50{query}");
    w.get(&path, &w.owner).await.ok()
}

#[tokio::test]
async fn an_order_takes_the_papers_of_an_earlier_one() {
    let w = World::new().await;
    let first = w.submitted().await;
    let listed = earlier(&w, "").await;
    assert_eq!(listed["total"], 4);
    let number = w.get(&format!("/api/orders/{first}"), &w.owner).await.ok()["ordername"].take();
    let mut papers = Vec::new();
    for (item, kind) in listed["items"].as_array().unwrap().iter().zip([6, 7, 2, 1]) {
        assert_eq!(
            (&item["type"], &item["fileName"], &item["ordername"]),
            (&json!(kind), &json!(format!("扫描件{kind}.pdf")), &number)
        );
        let body = json!({"attachmentId": item["attachmentId"]});
        let used = w.post("/api/attachments/reuse", &w.owner, body).await.ok();
        assert_ne!(used["attachmentId"], item["attachmentId"]);
        assert_eq!(used["fileName"], item["fileName"]);
        papers.push(json!({"type": kind, "attachmentId": used["attachmentId"]}));
    }
    let application = json!({"type": 0, "dataType": "0", "form": form(), "dataIds": ["s1"],
        "attachments": papers, "action": "submit"});
    let made = w.post("/api/orders", &w.owner, application).await;
    assert_eq!(made.status, 201);
    let second = id(&made.json());
    assert_eq!(stored_papers(&w).await, 4, "nothing is copied");
    let except = earlier(&w, &format!("&type=6&exceptOrder={second}")).await;
    assert_eq!(except["items"][0]["ordername"], number);
    // The order they came from goes; the later one keeps its papers.
    w.act(&first, "withdraw", &w.owner).await.ok();
    let ids = json!({"ids": [first]});
    w.call(Method::DELETE, "/api/orders", &w.owner, Some(ids))
        .await
        .ok();
    let held = w.get(&format!("/api/orders/{second}"), &w.owner).await.ok();
    for paper in held["attachments"].as_array().unwrap() {
        let seen = w.get(paper["fDataPath"].as_str().unwrap(), &w.owner).await;
        assert_eq!((seen.status.as_u16(), &seen.bytes[..]), (200, PDF));
    }
}

#[tokio::test]
async fn papers_are_for_those_whose_orders_hold_them() {
    let w = World::new().await;
    w.submitted().await;
    let paper = earlier(&w, "&type=1").await["items"][0]["attachmentId"].take();
    let use_it = async |who, id: &Value| {
        let body = json!({"attachmentId": id});
        w.post("/api/attachments/reuse", who, body).await
    };
    let strangers = w.get("/api/attachments", &w.stranger).await.ok();
    assert_eq!(strangers["total"], 0);
    assert_eq!(use_it(&w.stranger, &paper).await.status, 404);
    assert_eq!(use_it(&w.admin, &paper).await.status, 403);
    assert_eq!(use_it(&w.operator, &paper).await.status, 403);
    // What is uploaded and in no order is no paper of an earlier order.
    let loose = w.papers(&w.owner, &[4]).await;
    let loose = &loose[0]["attachmentId"];
    assert_eq!(use_it(&w.owner, loose).await.status, 404);
    assert_eq!(earlier(&w, "&type=4").await["total"], 0);
    let wrong = w.get("/api/attachments?type=8", &w.owner).await.refusal();
    assert_eq!((wrong.0, wrong.2.as_str()), (400, "附件类型不正确！"));
}

//! Lists of orders, and deleting from them.

use axum::http::Method;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::world::{World, id};

async fn draft(w: &World, applicant: &str) -> String {
    let mut application =
        json!({"form": crate::world::form(), "dataIds": ["s1"], "action": "save"});
    application["form"]["applyuser"] = json!(applicant);
    id(&w.post("/api/orders", &w.owner, application).await.ok())
}

fn names(list: &Value) -> Vec<&str> {
    let items = list["items"].as_array().unwrap();
    items
        .iter()
        .map(|order| order["applyuser"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn lists_are_filtered_sorted_and_paged() {
    let w = World::new().await;
    for applicant in ["甲", "乙", "丙"] {
        draft(&w, applicant).await;
        w.pass(TimeDelta::days(1)).await;
    }
    let mut application = w.application("submit").await;
    application["form"]["applyuser"] = json!("丁");
    w.post("/api/orders", &w.owner, application).await.ok();
    let table: [(&str, &[&str]); 16] = [
        ("", &["丁", "丙", "乙", "甲"]),
        ("?sort=creattime", &["甲", "乙", "丙", "丁"]),
        ("?sort=-ordername&pageSize=2&page=2", &["乙", "甲"]),
        ("?status=-1", &["丙", "乙", "甲"]),
        ("?status=0,2", &["丁"]),
        ("?applicant=%E4%B9%99", &["乙"]),
        ("?applicant=%25", &[]),
        ("?loginName=ZHANG&unit=%E5%9C%B0%E8%B4%A8&status=0", &["丁"]),
        ("?ordername=20261122WP", &["乙"]),
        ("?from=2026-11-22&to=2026-11-22", &["乙"]),
        ("?from=2026-11-23T00:00:00Z", &["丁", "丙"]),
        ("?from=&to=&status=&ordername=", &["丁", "丙", "乙", "甲"]),
        ("?status=7", &[]),
        ("?type=0", &["丁", "丙", "乙", "甲"]),
        ("?type=1,%202", &[]),
        ("?type=", &["丁", "丙", "乙", "甲"]),
    ];
    for (query, want) in table {
        let list = w.get(&format!("/api/orders{query}"), &w.admin).await.ok();
        assert_eq!(names(&list), want, "{query}");
        assert!(
            list["items"]
                .as_array()
                .unwrap()
                .iter()
                .all(|order| order.get("attachments").is_none())
        );
    }
    for wrong in [
        "?status=9",
        "?status=-2",
        "?sort=cause",
        "?from=then",
        "?page=x",
    ] {
        let answer = w.get(&format!("/api/orders{wrong}"), &w.admin).await;
        assert_eq!(answer.status, 400, "{wrong}");
    }
}

#[tokio::test]
async fn everybody_lists_their_own() {
    let w = World::new().await;
    w.prepared().await;
    let own = w.get("/api/orders", &w.owner).await.ok();
    assert!(own["items"][0]["downlodPathFile"].is_string());
    assert_eq!(
        w.get("/api/orders", &w.stranger).await.ok(),
        json!({"items": [], "total": 0})
    );
    let all = w.get("/api/orders", &w.admin).await.ok();
    assert_eq!(all["total"], 1);
}

#[tokio::test]
async fn the_most_urgent_come_first_where_that_is_asked() {
    let w = World::new().await;
    let mut order = Vec::new();
    for (applicant, priority) in [("甲", 10), ("乙", 90), ("丙", 10), ("丁", 0)] {
        let mut application = w.application("submit").await;
        application["form"]["applyuser"] = json!(applicant);
        let made = id(&w.post("/api/orders", &w.owner, application).await.ok());
        let body = json!({"sorder": priority});
        w.post(&format!("/api/orders/{made}/priority"), &w.admin, body)
            .await
            .ok();
        order.push(made);
        w.pass(TimeDelta::minutes(1)).await;
    }
    let table: [(&str, &[&str]); 3] = [
        ("?sort=-sorder", &["乙", "丙", "甲", "丁"]),
        ("?sort=sorder", &["丁", "甲", "丙", "乙"]),
        ("?sort=-sorder&status=0&pageSize=2&page=2", &["甲", "丁"]),
    ];
    for (query, want) in table {
        let list = w.get(&format!("/api/orders{query}"), &w.admin).await.ok();
        assert_eq!(names(&list), want, "{query}");
        assert_eq!(list["total"], 4);
    }
}

async fn delete(w: &World, ids: &[&str]) -> crate::world::Answer {
    w.call(
        Method::DELETE,
        "/api/orders",
        &w.owner,
        Some(json!({"ids": ids})),
    )
    .await
}

#[tokio::test]
async fn all_are_deleted_or_none() {
    let w = World::new().await;
    let (one, other) = (draft(&w, "甲").await, draft(&w, "乙").await);
    let pending = w.submitted().await;
    let number = w
        .get(&format!("/api/orders/{pending}"), &w.owner)
        .await
        .ok()["ordername"]
        .clone();

    let refused = delete(&w, &[&one, &pending, &other]).await;
    let (status, code, detail) = refused.refusal();
    assert_eq!((status, code.as_str()), (409, "wrong_state"));
    assert!(detail.contains(number.as_str().unwrap()), "{detail}");
    assert_eq!(w.get("/api/orders", &w.owner).await.ok()["total"], 3);
    let unknown = delete(&w, &[&one, "01890000-0000-7000-8000-000000000001"]).await;
    assert_eq!(unknown.status, 404);
    assert_eq!(delete(&w, &[]).await.refusal().2, "请选择数据！");

    assert_eq!(
        delete(&w, &[&one, &other]).await.ok(),
        json!({"deleted": 2})
    );
    assert_eq!(w.get("/api/orders", &w.owner).await.ok()["total"], 1);
    assert_eq!(
        w.get(&format!("/api/orders/{one}"), &w.owner).await.status,
        404
    );
    assert_eq!(w.act(&one, "submit", &w.owner).await.status, 404);
    assert_eq!(delete(&w, &[&one]).await.status, 404);
}

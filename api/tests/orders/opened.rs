//! What is known of administrators who fetch or push what was made for somebody else.

use axum::http::Method;
use chrono::TimeDelta;
use serde_json::{Value, json};
use testkit::builders::subscription::push_target;

use crate::deliveries::downloads;
use crate::world::{Person, World, request};

const ZIP_PATH: &str = "package/%E8%AE%A2%E5%8D%95.zip";

/// What the audit log says of deliveries, the newest first: by whom, to which order, and the changes.
async fn opened(w: &World) -> Vec<(Value, Value, Value)> {
    let page = w.get("/api/audit-log?subject=delivery", &w.admin).await;
    let page = page.ok();
    let items = page["items"].as_array().unwrap().iter();
    let fields = |item: &Value| {
        assert_eq!(item["action"], "open", "{item}");
        (
            item["byLoginName"].clone(),
            item["subjectId"].clone(),
            item["changes"].clone(),
        )
    };
    items.map(fields).collect()
}

async fn part(w: &World, path: &str, who: &Person, range: &str) {
    let mut request = request(Method::GET, path, &who.token);
    let headers = request.headers_mut();
    headers.insert("range", range.parse().unwrap());
    assert_eq!(w.send(request).await.status, 206, "{range}");
}

#[tokio::test]
async fn what_an_administrator_fetches_is_audited_and_not_fetched_by_the_applicant() {
    let w = World::new().await;
    let order = w.approved().await;
    let claimed = w.claim().await;
    let did = claimed[0].did.unwrap();
    for task in claimed {
        w.work(task).await;
    }
    // Before there is a delivery, and after.
    let scene = format!("/api/orders/{order}/scenes/{did}/file");
    assert_eq!(w.get(&scene, &w.admin).await.status, 200);
    downloads(&w, 1).await;
    w.prepare().await;
    let zip = format!("/api/orders/{order}/files/{ZIP_PATH}");
    assert_eq!(w.get(&zip, &w.admin).await.status, 200);
    assert_eq!(w.get(&scene, &w.admin).await.status, 200);
    downloads(&w, 3).await;

    let entries = opened(&w).await;
    assert_eq!(entries.len(), 3, "{entries:?}");
    for (by, subject, changes) in &entries {
        assert_eq!((by, subject), (&json!("admin"), &json!(order)));
        assert_eq!(changes[0]["field"], "file", "{changes}");
    }
    let named = |entry: usize| entries[entry].2[0]["after"].as_str().unwrap();
    assert_eq!(named(1), "package/订单.zip");
    assert!(named(0).starts_with("scenes/"), "{entries:?}");
    assert_eq!(named(0), named(2));

    let get = async |path: &str| w.get(path, &w.admin).await.ok();
    let entry = get("/api/registry").await["items"][0].clone();
    let fetched = (&entry["fetchedFiles"], &entry["fetchedBytes"]);
    assert_eq!(fetched, (&json!(0), &json!(0)), "{entry}");
    let record = format!("/api/registry/{}/record?format=json", entry["number"]);
    assert_eq!(get(&record).await["record"]["fetched"], json!([]));
    let completion = get("/api/stats/downloads/completion").await;
    assert_eq!(completion["total"]["untouched"], 1, "{completion}");
    let figures = get("/api/stats/downloads?by=protocol").await;
    assert_eq!(figures["total"]["transfers"], 0, "{figures}");
    let behaviours: i64 = sqlx::query_scalar("SELECT count(*) FROM behaviour WHERE kind = 5")
        .fetch_one(&w.context.pool)
        .await
        .unwrap();
    assert_eq!(behaviours, 0, "the applicant did nothing");

    w.get(&zip, &w.owner).await;
    downloads(&w, 4).await;
    assert_eq!(get("/api/registry").await["items"][0]["fetchedFiles"], 1);
    assert_eq!(opened(&w).await.len(), 3, "one's own is nobody's business");
}

#[tokio::test]
async fn parts_of_one_download_are_audited_once_and_no_part_goes_without() {
    let w = World::new().await;
    let order = w.prepared().await;
    let zip = format!("/api/orders/{order}/files/{ZIP_PATH}");
    let head = w.send(request(Method::HEAD, &zip, &w.admin.token)).await;
    assert_eq!(head.status, 200);
    assert_eq!(opened(&w).await.len(), 0, "nothing was sent");
    // Whoever leaves the first byte out is no less known, also after the owner.
    part(&w, &zip, &w.owner, "bytes=0-1").await;
    for (range, entries) in [("bytes=1-2", 1), ("bytes=3-", 1), ("bytes=0-1", 2)] {
        part(&w, &zip, &w.admin, range).await;
        assert_eq!(opened(&w).await.len(), entries, "{range}");
    }
    w.pass(TimeDelta::hours(25)).await;
    part(&w, &zip, &w.admin, "bytes=3-").await;
    assert_eq!(opened(&w).await.len(), 3, "another day, another download");
}

#[tokio::test]
async fn a_push_by_an_administrator_names_its_target() {
    let w = World::new().await;
    let order = w.prepared().await;
    let address = "ftp://ftp.example.cn/inbox";
    let target = push_target(&w.context.pool, w.owner.id, address, w.now()).await;
    w.get(&format!("/api/orders/{order}/delivery"), &w.admin)
        .await
        .ok();
    let path = format!("/api/orders/{order}/pushes");
    let pushed = w.post(&path, &w.admin, json!({"targetId": target.0})).await;
    let name = pushed.ok()["items"][0]["targetName"].clone();
    let entries = opened(&w).await;
    assert_eq!(entries.len(), 2, "{entries:?}");
    let change = json!([{"field": "target", "before": "", "after": name}]);
    assert_eq!(entries[0].2, change);
    assert_eq!(entries[1].2, json!([]), "a look");
}

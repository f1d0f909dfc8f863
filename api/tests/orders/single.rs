//! Single scenes, fetched as soon as they are extracted.

use axum::http::Method;
use chrono::TimeDelta;
use domain::task::TaskKind;
use futures::StreamExt as _;
use serde_json::{Value, json};

use crate::deliveries::downloads;
use crate::workers::SCENE;
use crate::world::{Answer, Person, World, request};

async fn urls(w: &World, order: &str, who: &Person) -> Vec<Value> {
    let scenes = w
        .get(&format!("/api/orders/{order}/scenes"), who)
        .await
        .ok();
    let items = scenes["items"].as_array().unwrap();
    items.iter().map(|scene| scene["fileUrl"].clone()).collect()
}

async fn fetch(w: &World, url: &str, headers: &[(&'static str, &str)]) -> Answer {
    let mut request = request(Method::GET, url, &w.owner.token);
    for (name, value) in headers {
        request.headers_mut().append(*name, value.parse().unwrap());
    }
    w.send(request).await
}

/// An order with one of its two scenes extracted; its id and where that scene is.
async fn half_extracted(w: &World) -> (String, String) {
    let order = w.approved().await;
    assert_eq!(urls(w, &order, &w.owner).await, [Value::Null, Value::Null]);
    let claimed = w.claim().await;
    w.work(claimed[0]).await;
    let found = urls(w, &order, &w.owner).await;
    let url = found.iter().find_map(Value::as_str).unwrap().to_owned();
    assert_eq!(found.iter().filter(|url| url.is_null()).count(), 1);
    let did = claimed[0].did.unwrap();
    assert_eq!(url, format!("/api/orders/{order}/scenes/{did}/file"));
    (order, url)
}

#[tokio::test]
async fn a_scene_is_there_the_moment_it_is_extracted() {
    let w = World::new().await;
    let (order, url) = half_extracted(&w).await;
    let whole = fetch(&w, &url, &[]).await;
    assert_eq!((whole.status.as_u16(), &*whole.bytes), (200, SCENE));
    assert!(whole.header("content-disposition").contains(".tif"));
    let tag = whole.header("etag").to_owned();
    let part = fetch(&w, &url, &[("range", "bytes=4-"), ("if-range", &tag)]).await;
    assert_eq!((part.status.as_u16(), &*part.bytes), (206, &SCENE[4..]));
    assert_eq!(part.header("content-range"), "bytes 4-9/10");
    assert_eq!(
        fetch(&w, &url, &[("if-none-match", &tag)]).await.status,
        304
    );
    assert_eq!(w.get(&url, &w.admin).await.status, 200);
    assert_eq!(w.get(&url, &w.stranger).await.status, 404);
    let nothing = format!("/api/orders/{order}/scenes/999/file");
    assert_eq!(w.get(&nothing, &w.owner).await.refusal().1, "no_file");

    // Each is on record, a part as what it is.
    let rows = downloads(&w, 3).await;
    let done = |from: i64, bytes: i64| (from, bytes, "done".to_owned());
    assert_eq!(rows, [done(0, 10), done(4, 6), done(0, 10)]);
    let recorded: Vec<(String, i64, i64)> = sqlx::query_as(
        "SELECT detail_url, data_num::bigint, data_size::bigint FROM behaviour \
         WHERE kind = 5 AND ordername = (SELECT ordername FROM orders) ORDER BY data_size",
    )
    .fetch_all(&w.context.pool)
    .await
    .unwrap();
    assert_eq!(recorded.len(), 2, "the administrator's is in the audit log");
    assert_eq!(
        (recorded[0].1, recorded[0].2),
        (1, 6),
        "it sent the last byte"
    );
    // Without a page that the browser names, the address itself.
    assert_eq!(recorded[0].0, url);
    let page = "https://example.org/orderManage/details/1?x=1";
    fetch(&w, &url, &[("referer", page)]).await;
    downloads(&w, 4).await;
    let pages: i64 = sqlx::query_scalar("SELECT count(*) FROM behaviour WHERE detail_url = $1")
        .bind(page.split('?').next())
        .fetch_one(&w.context.pool)
        .await
        .unwrap();
    assert_eq!(pages, 1);
}

#[tokio::test]
async fn single_scenes_end_with_their_delivery() {
    let w = World::new().await;
    let (order, url) = half_extracted(&w).await;
    // The claim that runs is lost with its worker here; the other scene goes the usual way.
    sqlx::query("UPDATE task SET state = 'waiting' WHERE state = 'running'")
        .execute(&w.context.pool)
        .await
        .unwrap();
    w.prepare().await;
    assert!(
        urls(&w, &order, &w.owner)
            .await
            .iter()
            .all(Value::is_string)
    );
    assert_eq!(fetch(&w, &url, &[]).await.status, 200, "prepared");
    w.pass(TimeDelta::days(7)).await;
    assert_eq!(fetch(&w, &url, &[]).await.refusal().1, "no_delivery");
    assert!(urls(&w, &order, &w.owner).await.iter().all(Value::is_null));
}

#[tokio::test]
async fn completed_and_cancelled_orders_hand_out_no_single_scenes() {
    let w = World::new().await;
    let (order, url) = half_extracted(&w).await;
    let cause = json!({"cause": "材料不全"});
    w.post(&format!("/api/orders/{order}/cancel"), &w.admin, cause)
        .await
        .ok();
    assert_eq!(fetch(&w, &url, &[]).await.refusal().1, "no_delivery");
    let completed = w.completed().await;
    assert!(
        urls(&w, &completed, &w.owner)
            .await
            .iter()
            .all(Value::is_null)
    );
}

/// A download that runs while the scene is extracted anew gets the old bytes to their end; one that goes on with the
/// old tag begins anew.
#[tokio::test]
async fn another_extraction_mixes_no_bytes() {
    const AGAIN: &[u8] = b"abcdefghijk";
    let w = World::new().await;
    let (order, url) = half_extracted(&w).await;
    let tag = fetch(&w, &url, &[("range", "bytes=0-3")]).await;
    let tag = tag.header("etag").to_owned();
    let running = w.open(request(Method::GET, &url, &w.owner.token)).await;

    let all = json!({"scope": "all", "priority": 0});
    w.post(&format!("/api/orders/{order}/reextract"), &w.admin, all)
        .await
        .ok();
    assert_eq!(fetch(&w, &url, &[]).await.refusal().1, "no_file");
    for task in w.claim().await {
        assert_eq!(task.kind, TaskKind::ExtractScene);
        assert!(w.extract_as(task, AGAIN).await);
    }
    let mut body = running.into_body().into_data_stream();
    let mut bytes = Vec::new();
    while let Some(piece) = body.next().await {
        bytes.extend_from_slice(&piece.unwrap());
    }
    drop(body);
    assert_eq!(bytes, SCENE, "one whole extraction");
    let on = fetch(&w, &url, &[("range", "bytes=4-"), ("if-range", &tag)]).await;
    assert_eq!((on.status.as_u16(), &*on.bytes), (200, AGAIN));
    assert_ne!(on.header("etag"), tag);
    // The old one was brought to its end: it counts, whatever size the scene has now.
    downloads(&w, 3).await;
    let counted: i64 =
        sqlx::query_scalar("SELECT sum(data_num)::bigint FROM behaviour WHERE kind = 5")
            .fetch_one(&w.context.pool)
            .await
            .unwrap();
    assert_eq!(counted, 2);
}

//! Signed records of deliveries: who gets them, and who can check them.

use axum::http::Method;
use serde_json::{Value, json};

use crate::deliveries::downloads;
use crate::world::{Answer, Person, World, request};

fn guest(w: &World) -> Person {
    Person {
        id: w.owner.id,
        token: String::new(),
    }
}

async fn number(w: &World, order: &str) -> i64 {
    let path = format!("/api/orders/{order}/records");
    let records = w.get(&path, &w.owner).await.ok();
    records["items"][0]["number"].as_i64().unwrap()
}

async fn record(w: &World, order: &str, format: &str) -> Answer {
    let number = number(w, order).await;
    let path = format!("/api/orders/{order}/records/{number}?format={format}");
    w.get(&path, &w.owner).await
}

/// What anybody is told of a file.
async fn finding(w: &World, bytes: &[u8]) -> Value {
    let mut asking = request(Method::POST, "/api/delivery-records/verification", "");
    *asking.body_mut() = bytes.to_vec().into();
    w.send(asking).await.ok()
}

#[tokio::test]
async fn a_record_is_fetched_by_whom_it_concerns_and_checked_by_anybody() {
    let w = World::new().await;
    let order = w.prepared().await;
    let json = record(&w, &order, "json").await;
    assert_eq!(json.header("content-type"), "application/json");
    let name = json.header("content-disposition").to_owned();
    assert!(
        name.starts_with("attachment") && name.ends_with("_1.json"),
        "{name}"
    );
    let pdf = record(&w, &order, "pdf").await;
    assert_eq!(pdf.header("content-type"), "application/pdf");
    let seen = w.get(&format!("/api/orders/{order}"), &w.owner).await.ok();
    for bytes in [&json.bytes, &pdf.bytes] {
        let found = finding(&w, bytes).await;
        assert_eq!(found["finding"], "genuine", "{found}");
        assert_eq!(found["record"]["ordername"], seen["ordername"]);
        assert_eq!(found["record"]["sceneCount"], 2);
        assert_eq!(found["record"]["paperCount"], 4);
        let keys = w.get("/api/delivery-records/keys", &guest(&w)).await.ok();
        assert_eq!(found["key"], keys["items"][0]["id"]);
    }
    let number = number(&w, &order).await;
    let own = format!("/api/orders/{order}/records/{number}");
    let listed = format!("/api/registry/{number}/record");
    for (path, who, status) in [
        (&own, &w.admin, 200),
        (&own, &w.stranger, 404),
        (&own, &w.operator, 403),
        (&listed, &w.admin, 200),
        (&listed, &w.owner, 403),
    ] {
        assert_eq!(w.get(path, who).await.status, status, "{path}");
    }
    let none = w
        .get(&format!("/api/orders/{order}/records/4711"), &w.owner)
        .await;
    assert_eq!(none.status, 404);
    // Of an order that is deleted the registry still gives it, the same to the byte.
    w.act(&order, "overdue", &w.admin).await.ok();
    let ids = json!({"ids": [order]});
    let deleted = w
        .call(Method::DELETE, "/api/orders", &w.owner, Some(ids))
        .await;
    assert!(deleted.status.is_success());
    assert_eq!(w.get(&own, &w.owner).await.status, 404);
    assert_eq!(w.get(&listed, &w.admin).await.bytes, json.bytes);
}

#[tokio::test]
async fn a_record_that_was_changed_is_found_out() {
    let w = World::new().await;
    let order = w.prepared().await;
    let json = record(&w, &order, "json").await.bytes;
    let text = String::from_utf8(json.clone()).unwrap();
    let pdf = record(&w, &order, "pdf").await.bytes;
    let mut spoiled = pdf.clone();
    spoiled[pdf.len() / 2] ^= 1;
    let other = text.replace("\"key\":\"", "\"key\":\"0");
    for (bytes, told) in [
        (text.replace("张三", "李四").into_bytes(), "altered"),
        (
            text.replace("\"size\":10", "\"size\":11").into_bytes(),
            "altered",
        ),
        ([text.as_bytes(), b"\n"].concat(), "altered"),
        (spoiled, "altered"),
        (other.into_bytes(), "unknownKey"),
        (pdf[..pdf.len() - 1].to_vec(), "unreadable"),
        (b"{}".to_vec(), "unreadable"),
        (Vec::new(), "unreadable"),
    ] {
        let found = finding(&w, &bytes).await;
        assert_eq!(found["finding"], told, "{found}");
        assert_eq!(found["record"], Value::Null);
    }
}

#[tokio::test]
async fn a_record_stays_the_same_until_a_fact_changes() {
    let w = World::new().await;
    let order = w.prepared().await;
    let first = record(&w, &order, "json").await.bytes;
    w.pass(chrono::TimeDelta::hours(1)).await;
    assert_eq!(record(&w, &order, "json").await.bytes, first);
    let path = format!("/api/orders/{order}/files/package/%E8%AE%A2%E5%8D%95.zip");
    w.get(&path, &w.owner).await;
    downloads(&w, 1).await;
    let second = record(&w, &order, "json").await.bytes;
    assert_ne!(second, first);
    let before: Value = serde_json::from_slice(&first).unwrap();
    let after: Value = serde_json::from_slice(&second).unwrap();
    assert_eq!(before["record"]["asOf"], before["record"]["openedAt"]);
    assert_eq!(
        after["record"]["asOf"],
        after["record"]["fetched"][0]["lastAt"]
    );
    // Both say what was true, and both are ours.
    for bytes in [&first, &second] {
        assert_eq!(finding(&w, bytes).await["finding"], "genuine");
    }
}

#[tokio::test]
async fn a_key_that_signs_no_more_still_checks() {
    let w = World::new().await;
    let order = w.prepared().await;
    let first = record(&w, &order, "json").await.bytes;
    sqlx::query("UPDATE record_key SET retired_at = $1")
        .bind(w.now())
        .execute(&w.context.pool)
        .await
        .unwrap();
    let second = record(&w, &order, "json").await.bytes;
    assert_ne!(second, first);
    let (one, other) = (finding(&w, &first).await, finding(&w, &second).await);
    assert_eq!(
        (&one["finding"], &other["finding"]),
        (&json!("genuine"), &json!("genuine"))
    );
    assert_ne!(one["key"], other["key"]);
    // The secret is nowhere in clear.
    let sealed: Vec<Vec<u8>> = sqlx::query_scalar("SELECT seed_sealed FROM record_key")
        .fetch_all(&w.context.pool)
        .await
        .unwrap();
    assert!(sealed.iter().all(|seed| seed.len() > 32));
}

#[tokio::test]
async fn nothing_is_signed_of_what_an_old_portal_handed_out() {
    let w = World::new().await;
    let order = w.prepared().await;
    let number = number(&w, &order).await;
    sqlx::query("UPDATE order_event SET imported = true")
        .execute(&w.context.pool)
        .await
        .unwrap();
    let path = format!("/api/orders/{order}/records");
    let records = w.get(&path, &w.owner).await.ok();
    assert_eq!(records["items"], json!([]));
    let own = w.get(&format!("{path}/{number}"), &w.owner).await;
    assert_eq!(own.status, 404);
    let listed = format!("/api/registry/{number}/record");
    let refused = w.get(&listed, &w.admin).await;
    assert_eq!(refused.status, 404);
    let told: Value = serde_json::from_slice(&refused.bytes).unwrap();
    assert_eq!(told["code"], "not_found");
    assert!(
        told["detail"].as_str().unwrap().contains("旧系统"),
        "{told}"
    );
}

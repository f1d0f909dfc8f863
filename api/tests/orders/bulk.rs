//! Many orders deleted at once: all of them or none.

use std::collections::BTreeSet;

use axum::http::Method;
use domain::quota::Quotas;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::world::{Answer, Person, World, form, id};

/// As many drafts of the owner, made behind the application's back.
async fn drafts(w: &World, count: i32) -> Vec<String> {
    let rows: Vec<Uuid> = sqlx::query_scalar(
        "INSERT INTO orders (id, ordername, state, kind, user_id, created_at, updated_at) \
         SELECT gen_random_uuid(), '20260101WP' || lpad(n::text, 9, '0'), -1, 0, $1, now(), now() \
         FROM generate_series(1, $2) AS n RETURNING id",
    )
    .bind(w.owner.id.0)
    .bind(count)
    .fetch_all(&w.context.pool)
    .await
    .unwrap();
    rows.iter().map(Uuid::to_string).collect()
}

async fn delete(w: &World, who: &Person, ids: impl Into<Value>) -> Answer {
    let body = json!({"ids": ids.into()});
    w.call(Method::DELETE, "/api/orders", who, Some(body)).await
}

async fn states(w: &World) -> Vec<(i16, i64)> {
    sqlx::query_as("SELECT state, count(*) FROM orders GROUP BY state ORDER BY state")
        .fetch_all(&w.context.pool)
        .await
        .unwrap()
}

#[tokio::test]
async fn a_thousand_orders_go_together_or_not_at_all() {
    let w = World::with_quotas(Quotas {
        open_orders: 2000,
        ..Quotas::default()
    })
    .await;
    let mut doomed = drafts(&w, 999).await;
    let held = w.submitted().await;
    let number = w.get(&format!("/api/orders/{held}"), &w.owner).await.ok()["ordername"].clone();
    let mixed: Vec<_> = doomed.iter().cloned().chain([held]).collect();
    let refused = delete(&w, &w.owner, mixed).await;
    let (status, code, detail) = refused.refusal();
    assert_eq!((status, code.as_str()), (409, "wrong_state"));
    assert!(
        detail.contains(number.as_str().unwrap()) && detail.contains("没有订单被删除"),
        "{detail}"
    );
    assert_eq!(states(&w).await, [(-1, 999), (0, 1)]);

    // What is not theirs, and what does not exist, spoils it alike and is not told apart.
    for other in [Uuid::now_v7().to_string(), doomed[0].clone()] {
        let mut ids = doomed.clone();
        ids.push(other.clone());
        let (who, want) = if other == doomed[0] {
            (&w.stranger, 404)
        } else {
            (&w.owner, 404)
        };
        let answer = delete(&w, who, ids).await;
        assert_eq!(
            (answer.refusal().0, answer.refusal().1.as_str()),
            (want, "not_found")
        );
    }
    assert_eq!(states(&w).await, [(-1, 999), (0, 1)]);

    doomed.extend(drafts_of_one(&w).await);
    let gone = delete(&w, &w.owner, doomed.clone()).await.ok();
    assert_eq!(gone["deleted"], 1000);
    assert_eq!(states(&w).await, [(-2, 1000), (0, 1)]);
    let again = delete(&w, &w.owner, doomed).await;
    assert_eq!(again.refusal().0, 404);
}

async fn drafts_of_one(w: &World) -> Option<String> {
    let draft = json!({"form": form(), "dataIds": ["s1"]});
    Some(id(&w.post("/api/orders", &w.owner, draft).await.ok()))
}

#[tokio::test]
async fn lists_of_ids_are_bounded_and_named_twice_counts_once() {
    let w = World::new().await;
    let many: BTreeSet<_> = (0..1001).map(|_| Uuid::now_v7().to_string()).collect();
    let many: Vec<_> = many.into_iter().collect();
    assert_eq!(
        delete(&w, &w.owner, many).await.refusal(),
        (400, "invalid".into(), "一次最多删除1000个订单！".into())
    );
    assert_eq!(
        delete(&w, &w.owner, json!([])).await.refusal(),
        (400, "invalid".into(), "请选择数据！".into())
    );
    for wrong in [
        json!(null),
        json!("x"),
        json!([1]),
        json!(["1"]),
        json!({"a": 1}),
    ] {
        let answer = delete(&w, &w.owner, wrong.clone()).await;
        assert_eq!(
            (answer.refusal().0, answer.refusal().1.as_str()),
            (400, "bad_json"),
            "{wrong}"
        );
    }
    let one = drafts(&w, 1).await.remove(0);
    let twice = delete(&w, &w.owner, vec![one.clone(), one]).await.ok();
    assert_eq!(twice["deleted"], 1);
}

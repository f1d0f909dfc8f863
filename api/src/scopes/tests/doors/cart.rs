//! What is in a cart, and cannot be seen any more.

use axum::http::Method;
use serde_json::{Value, json};

use super::Westerner;
use crate::testing::{scene, square};

#[tokio::test]
async fn a_cart_counts_what_its_list_has() {
    let Westerner { survey, token } = Westerner::new().await;
    let api = &survey.api;
    let counted = async || {
        let ours = api.get("/api/cart/count", &token).await.json();
        let former = api.get("/mj/agrsShop/getShopCarNum", &token).await.json();
        let listed = api.get("/api/cart", &token).await.json();
        [&ours["count"], &former["data"], &listed["total"]].map(Value::clone)
    };
    // a, and b and d, which are hidden by now.
    assert_eq!(counted().await, [1, 1, 1]);
    let added = api.post("/api/cart", &token, json!({"dataIds": ["c"]}));
    assert_eq!(added.await.json(), json!({"changed": 1, "total": 2}));
    let found = api.post("/api/cart/search", &token, json!({})).await;
    assert_eq!(found.json()["total"], 2);
    let gone = Some(json!({"dataIds": ["a"]}));
    let removed = api.call(Method::DELETE, "/api/cart", &token, gone).await;
    assert_eq!(removed.json(), json!({"changed": 1, "total": 1}));
    assert_eq!(counted().await, [1, 1, 1]);
}

#[tokio::test]
async fn what_is_hidden_by_now_makes_room_in_a_full_cart() {
    let Westerner { survey, token } = Westerner::new().await;
    let api = &survey.api;
    let batch: Vec<_> = (0..4999)
        .map(|number| scene(&format!("east{number}"), &square(120.0, 30.0)))
        .collect();
    for part in batch.chunks(1000) {
        api.scenes(part).await;
    }
    let fill = async || {
        sqlx::query(
            "INSERT INTO cart_item (user_id, did) SELECT c.user_id, s.did \
             FROM (SELECT DISTINCT user_id FROM cart_item) c, scene s WHERE s.dataid LIKE 'east%'",
        )
        .execute(&api.context.pool)
        .await
        .unwrap();
    };
    fill().await;
    let added = api.post("/api/cart", &token, json!({"dataIds": ["c"]}));
    assert_eq!(added.await.json(), json!({"changed": 1, "total": 2}));
    let gone = Some(json!({"dataIds": ["c"]}));
    api.call(Method::DELETE, "/api/cart", &token, gone).await;
    fill().await;
    let found = api.post("/api/cart/search", &token, json!({})).await;
    let expected = json!({"added": 1, "already": 1, "total": 2, "full": false});
    assert_eq!(found.json(), expected);
    let left: i64 = sqlx::query_scalar("SELECT count(*) FROM cart_item")
        .fetch_one(&api.context.pool)
        .await
        .unwrap();
    assert_eq!(left, 2);
}

//! What is in a cart, and cannot be seen any more.

use axum::http::Method;
use serde_json::{Value, json};

use super::Westerner;

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

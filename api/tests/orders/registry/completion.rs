//! How far deliveries were fetched, beside the entries that the registry lists.

use axum::http::Method;
use serde_json::{Value, json};

use super::{ZIP_PATH, listed, prepared_with};
use crate::deliveries::downloads;
use crate::world::{World, request};

#[tokio::test]
async fn how_far_deliveries_were_fetched_is_told_by_unit_and_leads_to_the_registry() {
    let w = World::new().await;
    let unit = |name: &str| json!({"applyUserUnit": name});
    prepared_with(&w, &["s1"], unit("甲单位")).await;
    let begun = prepared_with(&w, &["s1"], unit("甲单位")).await;
    let whole = prepared_with(&w, &["s1"], unit("乙单位")).await;
    let path = |order: &str| format!("/api/orders/{order}/files/{ZIP_PATH}");
    let mut part = request(Method::GET, &path(&begun), &w.owner.token);
    part.headers_mut()
        .insert("range", "bytes=0-1".parse().unwrap());
    w.send(part).await;
    for _ in 0..2 {
        w.get(&path(&whole), &w.owner).await;
    }
    downloads(&w, 3).await;
    let told = w.get("/api/stats/downloads/completion", &w.admin).await;
    let told = told.ok();
    let counts = |of: &Value| {
        ["deliveries", "fetched", "begun", "untouched", "repeated"]
            .map(|field| of[field].as_i64().unwrap())
    };
    assert_eq!(counts(&told["total"]), [3, 1, 1, 1, 1]);
    let items = told["items"].as_array().unwrap();
    let units: Vec<_> = (items.iter())
        .map(|item| (item["unit"].as_str().unwrap(), counts(item)))
        .collect();
    assert_eq!(
        units,
        [("甲单位", [2, 0, 1, 1, 0]), ("乙单位", [1, 1, 0, 0, 1])],
        "who left most untouched first"
    );
    for item in items {
        let unit = match item["unit"].as_str().unwrap() {
            "甲单位" => "%E7%94%B2%E5%8D%95%E4%BD%8D",
            _ => "%E4%B9%99%E5%8D%95%E4%BD%8D",
        };
        for state in ["fetched", "begun", "untouched"] {
            let page = listed(&w, &format!("unit={unit}&fetched={state}")).await;
            assert_eq!(page["sum"]["entries"], item[state], "{unit} {state}");
        }
    }
}

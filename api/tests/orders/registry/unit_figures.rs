//! Figures of one unit.

use serde_json::{Value, json};

use super::prepared_with;
use crate::world::World;

/// Value and deliveries.
async fn figures(w: &World, query: &str) -> Value {
    let path = format!("/api/registry/figures?from=2000-01-01&to=2099-12-31&{query}");
    let answer = w.get(&path, &w.admin).await.ok();
    let items = answer["items"].as_array().unwrap().iter();
    let rows = items.map(|item| json!([item["value"], item["entries"]]));
    rows.collect()
}

#[tokio::test]
async fn figures_of_a_unit_count_what_it_was_given() {
    let w = World::new().await;
    for (unit, usage) in [("甲院", "测绘"), ("乙院", "测绘"), ("乙院", "科研")] {
        let changes = json!({"applyUserUnit": unit, "applyUserUsed": usage});
        prepared_with(&w, &["s1"], changes).await;
    }
    for (query, rows) in [
        ("by=unit&unit=甲院", json!([["甲院", 1]])),
        ("by=usage&unit=甲院", json!([["测绘", 1]])),
        ("by=unit&unit=乙院", json!([["乙院", 2]])),
        ("by=usage&unit=乙院", json!([["测绘", 1], ["科研", 1]])),
        ("by=usage&unit=", json!([["测绘", 2], ["科研", 1]])),
        ("by=usage&unit=乙", json!([])),
    ] {
        assert_eq!(figures(&w, query).await, rows, "{query}");
    }
}

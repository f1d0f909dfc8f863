//! What people do is written down, and nobody has to wait for that.

use serde_json::{Value, json};

use crate::world::{World, form};

/// Waits until as many rows of the kind are written, and returns what they say.
async fn rows(w: &World, kind: i16, expected: usize) -> Vec<(String, Option<i64>, Option<String>)> {
    let until = async {
        loop {
            let found = sqlx::query_as(
                "SELECT detail_url, data_num, ordername FROM behaviour WHERE kind = $1 ORDER BY id",
            )
            .bind(kind)
            .fetch_all(&w.context.pool)
            .await
            .unwrap();
            if found.len() >= expected {
                return found;
            }
            tokio::task::yield_now().await;
        }
    };
    let long = std::time::Duration::from_mins(1);
    tokio::time::timeout(long, until).await.unwrap()
}

#[tokio::test]
async fn a_search_is_written_down_once_and_kept_short() {
    let w = World::new().await;
    let search = async |body: Value| w.post("/api/scenes/search", &w.owner, body).await.ok();
    search(json!({"page": 2})).await;
    let guest = crate::world::Person {
        id: w.owner.id,
        token: String::new(),
    };
    w.post("/api/scenes/search", &guest, json!({})).await.ok();
    let asked = json!({"text": "GF1 青海", "nodeIds": [1], "cloudMax": 20, "from": "2024-01-01"});
    search(asked).await;
    let said =
        "/api/scenes/search?text=GF1 青海&from=2023-12-31T16:00:00+00:00&cloudMax=20&nodeIds=1";
    assert_eq!(rows(&w, 2, 1).await, [(said.to_owned(), Some(0), None)]);
    let wkt = format!("POLYGON((0 0,{}0 0))", "1 0,1 1,0 1,".repeat(100));
    search(json!({"wkt": wkt})).await;
    let kept = rows(&w, 2, 2).await;
    assert_eq!(kept.len(), 2);
    assert_eq!(kept[1].0.chars().count(), 512);
}

#[tokio::test]
async fn a_search_is_answered_even_if_it_cannot_be_written_down() {
    let w = World::new().await;
    sqlx::query("ALTER TABLE behaviour RENAME TO elsewhere")
        .execute(&w.context.pool)
        .await
        .unwrap();
    let found = w.post("/api/scenes/search", &w.owner, json!({})).await.ok();
    assert_eq!(found["total"], 4);
}

#[tokio::test]
async fn registering_signing_in_filling_the_cart_and_ordering_leave_one_row_each() {
    let w = World::new().await;
    let guest = crate::world::Person {
        id: w.owner.id,
        token: String::new(),
    };
    let registration = json!({"loginName": "lisi_01", "password": "Scenedock1", "phoneMobile": "13812345678",
        "unit": "青海省地质调查院", "name": "李四", "terms": true});
    w.post("/api/auth/register", &guest, registration)
        .await
        .ok();
    let login = json!({"loginName": "lisi_01", "password": "Scenedock1"});
    w.post("/api/auth/login", &guest, login).await.ok();
    let cart = json!({"dataIds": ["s1", "s2"]});
    w.post("/api/cart", &w.owner, cart).await.ok();
    let draft = json!({"form": form(), "dataIds": ["s1"]});
    let made = w.post("/api/orders", &w.owner, draft).await.ok();
    let number = made["ordername"].as_str().map(str::to_owned);
    let table = [
        (0, "/api/auth/register", None, None),
        (1, "/api/auth/login", None, None),
        (3, "/api/cart", Some(2), None),
        (4, "/api/orders", None, number),
    ];
    for (kind, url, scenes, order) in table {
        assert_eq!(
            rows(&w, kind, 1).await,
            [(url.to_owned(), scenes, order)],
            "{kind}"
        );
    }
}

#[tokio::test]
async fn searches_for_items_are_written_down_where_somebody_is_signed_in() {
    let w = World::new().await;
    let guest = crate::world::Person {
        id: w.owner.id,
        token: String::new(),
    };
    let body = json!({"bbox": [99, 29, 102, 32], "limit": 1});
    for who in [&guest, &w.owner] {
        let page = w.post("/stac/search", who, body.clone()).await.ok();
        let next = page["links"].as_array().unwrap().iter();
        // Turning the page is not searching again.
        for next in next.filter(|link| link["rel"] == "next") {
            w.post("/stac/search", who, next["body"].clone()).await.ok();
        }
        w.get("/stac/search?bbox=99,29,102,32", who).await.ok();
        w.get("/stac/collections/1/items?limit=1", who).await.ok();
    }
    let posted = rows(&w, 7, 1).await;
    assert_eq!(posted.len(), 1);
    assert!(posted[0].0.starts_with("/stac/search?{"), "{posted:?}");
    let mut asked: Vec<String> = rows(&w, 8, 2).await.into_iter().map(|row| row.0).collect();
    asked.sort();
    assert_eq!(
        asked,
        [
            "/stac/collections/1/items?limit=1",
            "/stac/search?bbox=99,29,102,32"
        ]
    );
    let kept: Vec<(i16, Option<Value>)> = sqlx::query_as(
        "SELECT kind, searched FROM behaviour WHERE kind IN (7, 8) AND searched IS NOT NULL",
    )
    .fetch_all(&w.context.pool)
    .await
    .unwrap();
    assert_eq!(kept.len(), 2);
    for (_, searched) in kept {
        assert_eq!(
            searched.unwrap()["boxes"],
            json!([[99.0, 29.0, 102.0, 32.0]])
        );
    }
}

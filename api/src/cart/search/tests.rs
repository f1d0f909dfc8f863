//! Everything that a search finds, into the cart.

use axum::http::StatusCode;
use chrono::TimeDelta;
use domain::role::Role;
use serde_json::{Value, json};
use storage::db::scenes::NewScene;

use crate::testing::{TestApi, scene, square};

/// So many scenes, each a minute newer than the one before.
fn scenes(count: i32) -> Vec<NewScene> {
    let made = (0..count).map(|number| {
        let mut one = scene(
            &format!("s{number:05}"),
            &square(f64::from(number % 100), 30.0),
        );
        one.acquired += TimeDelta::minutes(number.into());
        one
    });
    made.collect()
}

async fn put(api: &TestApi, token: &str, search: Value) -> Value {
    api.post("/api/cart/search", token, search).await.json()
}

#[tokio::test]
async fn exactly_what_the_search_finds_comes_in() {
    let api = TestApi::new().await;
    api.node(1, None, "卫星").await;
    let mut batch = scenes(300);
    for one in batch.iter_mut().skip(1).step_by(2) {
        one.archive_url = None;
    }
    api.scenes(&batch).await;
    let token = api.signed_in("lisi_1", Role::Applicant).await;
    api.post(
        "/api/cart",
        &token,
        json!({"dataIds": ["s00000", "s00001"]}),
    )
    .await;
    let west = "POLYGON((0 29,9.5 29,9.5 32,0 32,0 29))";
    let online = json!({"wkt": west, "onlineOnly": true});
    let found = api
        .post("/api/scenes/search", "", online.clone())
        .await
        .json();
    assert_eq!(found["total"], 15);
    assert_eq!(
        put(&api, &token, online.clone()).await,
        json!({"added": 14, "already": 1, "total": 16, "full": false})
    );
    assert_eq!(
        put(&api, &token, online).await,
        json!({"added": 0, "already": 15, "total": 16, "full": false})
    );
    // Parts of names are SQL's.
    assert_eq!(
        put(&api, &token, json!({"text": "s0000", "wkt": west})).await,
        json!({"added": 4, "already": 6, "total": 20, "full": false})
    );
    let rows: Vec<(i16, Option<i64>)> = sqlx::query_as(
        "SELECT kind, data_num FROM behaviour WHERE detail_url = '/api/cart/search' ORDER BY id",
    )
    .fetch_all(&api.context.pool)
    .await
    .unwrap();
    assert_eq!(rows, [(3, Some(14)), (3, Some(0)), (3, Some(4))]);
    for (who, status) in [
        ("", StatusCode::UNAUTHORIZED),
        (&*token, StatusCode::BAD_REQUEST),
    ] {
        let answer = api.post("/api/cart/search", who, json!({"wkt": "x"})).await;
        assert_eq!(answer.status, status);
    }
}

/// The newest come in, and two tabs at once bring in no more than fits.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_tabs_at_once_keep_to_the_limit() {
    let api = TestApi::new().await;
    api.node(1, None, "卫星").await;
    let batch = scenes(5200);
    for part in batch.chunks(1000) {
        api.scenes(part).await;
    }
    let token = api.signed_in("lisi_1", Role::Applicant).await;
    let one = put(&api, &token, json!({"to": batch[99].acquired.to_rfc3339()}));
    assert_eq!(
        one.await,
        json!({"added": 100, "already": 0, "total": 100, "full": false})
    );
    // By text: without the index.
    let (all, named) = tokio::join!(
        put(&api, &token, json!({})),
        put(&api, &token, json!({"text": "GF1"}))
    );
    let sum = |name: &str| all[name].as_u64().unwrap() + named[name].as_u64().unwrap();
    assert_eq!(sum("added"), 4900, "{all} {named}");
    assert_eq!(
        (&all["total"], &named["total"]),
        (&json!(5000), &json!(5000))
    );
    assert_eq!((&all["full"], &named["full"]), (&json!(true), &json!(true)));
    assert_eq!(
        api.get("/api/cart/count", &token).await.json()["count"],
        5000
    );
    let left_out: Vec<String> = sqlx::query_scalar(
        "SELECT dataid FROM scene WHERE did NOT IN (SELECT did FROM cart_item) ORDER BY acquired",
    )
    .fetch_all(&api.context.pool)
    .await
    .unwrap();
    let oldest: Vec<&str> = batch[100..300]
        .iter()
        .map(|one| one.dataid.as_str())
        .collect();
    assert_eq!(left_out, oldest);
    // One by one neither.
    let put_one = async |id: &str| {
        let answer = api
            .post("/api/cart", &token, json!({"dataIds": [id]}))
            .await;
        answer.status
    };
    assert_eq!(put_one("s00150").await, StatusCode::CONFLICT);
    let emptied = json!({"dataIds": [batch[0].dataid]});
    api.call(
        axum::http::Method::DELETE,
        "/api/cart",
        &token,
        Some(emptied),
    )
    .await;
    let both = tokio::join!(put_one("s00150"), put_one("s00151"));
    let mut both = [both.0, both.1];
    both.sort();
    assert_eq!(both, [StatusCode::OK, StatusCode::CONFLICT]);
}

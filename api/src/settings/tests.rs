use axum::http::{Method, StatusCode};
use domain::role::Role;
use serde_json::{Value, json};

use crate::testing::{Answer, TestApi};

async fn put(api: &TestApi, token: &str, body: Value) -> Answer {
    api.call(Method::PUT, "/api/settings", token, Some(body))
        .await
}

#[tokio::test]
async fn caps_of_what_is_pushed_are_set_lifted_and_logged() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let read = async || {
        let settings = api.get("/api/settings", &admin).await.json();
        ["pushMostParallel", "pushDailyBytes", "pushBytesPerSecond"]
            .map(|field| settings[field].as_i64())
    };
    assert_eq!(read().await, [None; 3]);
    let all = json!({"pushMostParallel": 8, "pushDailyBytes": 1000, "pushBytesPerSecond": 70_000});
    let set = put(&api, &admin, all).await;
    assert_eq!(set.status, StatusCode::OK, "{}", set.json());
    assert_eq!(read().await, [Some(8), Some(1000), Some(70_000)]);
    // What is left out stays, and what is null is lifted.
    put(&api, &admin, json!({"pushDailyBytes": null})).await;
    put(&api, &admin, json!({"reorder": true})).await;
    assert_eq!(read().await, [Some(8), None, Some(70_000)]);
    for (field, wrong) in [("pushMostParallel", 0), ("pushBytesPerSecond", 65_535)] {
        let refused = put(&api, &admin, json!({"pushDailyBytes": 5, field: wrong})).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST);
        assert_eq!(refused.json()["errors"][0]["field"], field);
    }
    assert_eq!(
        read().await,
        [Some(8), None, Some(70_000)],
        "all or nothing"
    );
    let user = api.signed_in("zhangsan", Role::Applicant).await;
    let refused = put(&api, &user, json!({"pushDailyBytes": null})).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    let log = api.get("/api/audit-log?subject=setting", &admin).await;
    let log = log.json();
    let changes = log["items"].as_array().unwrap().iter().map(|entry| {
        let change = &entry["changes"][0];
        let part = |name: &str| change[name].as_str().unwrap().to_owned();
        [part("field"), part("before"), part("after")].join(" ")
    });
    let mut changes: Vec<_> = changes.collect();
    changes.sort();
    assert_eq!(
        changes,
        [
            "push_bytes_per_second  70000",
            "push_daily_bytes  1000",
            "push_daily_bytes 1000 ",
            "push_most_parallel  8",
        ]
    );
}

use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use domain::order::state::OrderState;
use domain::role::Role;
use insta::assert_json_snapshot;
use testkit::builders::{add_scenes, order, scene};

use crate::testing::TestApi;

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

/// An order of January that was very satisfactory, and one of February that nobody rated.
async fn with_ratings() -> (TestApi, String) {
    let api = TestApi::new().await;
    let pool = &api.context.pool;
    add_scenes(pool, &[scene("s1")]).await;
    let owner = api.account("lisi_1", Role::Applicant).await;
    let auditor = api.account("admin_2", Role::Admin).await;
    let token = api.signed_in("admin_1", Role::Admin).await;
    let ids = ["s1".to_owned()];
    for (state, now) in [
        (OrderState::FeedbackGiven, "2026-01-10T00:00:00Z"),
        (OrderState::Prepared, "2026-02-10T00:00:00Z"),
    ] {
        let order = order(owner, &ids).in_state(state, auditor);
        order.create(pool, at(now)).await;
    }
    (api, token)
}

#[tokio::test]
async fn how_the_service_was_rated() {
    let (api, token) = with_ratings().await;
    let days = "from=2026-01-01&to=2026-03-31";
    let mut answers = Vec::new();
    for path in [
        "satisfaction?",
        "satisfaction?aspect=speed&",
        "satisfaction/ratings?stars=5&",
        "satisfaction/ratings?stars=4&",
    ] {
        let found = api.get(&format!("/api/stats/{path}{days}"), &token).await;
        answers.push((path, found.json()));
    }
    assert_json_snapshot!(answers, {
        "[][1].items[].orderId" => "[order]",
        "[][1].items[].ordername" => "[ordername]",
    });
    for wrong in ["?aspect=x", "/ratings?stars=6", "/ratings?before=1"] {
        let found = api
            .get(&format!("/api/stats/satisfaction{wrong}"), &token)
            .await;
        assert_eq!(found.status, StatusCode::BAD_REQUEST, "{wrong}");
    }
}

#[tokio::test]
async fn a_table_and_a_workbook_say_the_same_of_ratings() {
    let (api, token) = with_ratings().await;
    let days = "from=2026-01-01&to=2026-03-31";
    let table = api
        .get(&format!("/api/stats/satisfaction.csv?{days}"), &token)
        .await;
    let text = String::from_utf8(table.bytes.clone()).unwrap();
    assert_eq!(
        text.lines().skip(1).collect::<Vec<_>>(),
        [
            "2026-01,1,5.00,0,0,0,0,1,1,1",
            "2026-02,0,,0,0,0,0,0,1,0",
            "2026-03,0,,0,0,0,0,0,0,0",
        ]
    );
    let book = api
        .get(&format!("/api/stats/satisfaction.xlsx?{days}"), &token)
        .await;
    assert!(book.bytes.starts_with(b"PK"));
}

#[tokio::test]
async fn rated_orders_are_found_in_the_registry() {
    let (api, token) = with_ratings().await;
    for (query, count) in [("rated=true", 1), ("rated=false", 1), ("first=true", 2)] {
        let path = format!("/api/registry?from=2026-01-01&to=2026-03-31&{query}");
        let answer = api.get(&path, &token).await.json();
        assert_eq!(answer["items"].as_array().unwrap().len(), count, "{query}");
    }
}

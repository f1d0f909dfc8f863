//! What is recommended, to whom, and why.

use axum::http::{Method, StatusCode};
use chrono::TimeDelta;
use domain::order::state::OrderState;
use domain::role::Role;
use serde_json::{Value, json};
use testkit::builders::order;

use crate::testing::{TestApi, scene, square};

/// Beijing has GF1 and GF2, Lhasa GF1; newer ones have larger numbers.
async fn filled() -> TestApi {
    let api = TestApi::new().await;
    api.node(1, None, "卫星").await;
    let mut batch = Vec::new();
    for number in 0..4_i32 {
        for (name, west, south, satellite) in [
            ("beijing-1", 116.0, 39.5, "GF1"),
            ("beijing-2", 116.0, 39.5, "GF2"),
            ("lhasa", 91.0, 29.5, "GF1"),
        ] {
            let mut one = scene(&format!("{name}-{number}"), &square(west, south));
            one.satellite = satellite.into();
            one.acquired += TimeDelta::days((number * 100).into());
            batch.push(one);
        }
    }
    api.scenes(&batch).await;
    api
}

/// Source, place and satellites in one line.
fn reason(because: &Value) -> String {
    let word = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let satellites: Vec<String> = because["satellites"]
        .as_array()
        .unwrap()
        .iter()
        .map(word)
        .collect();
    let [source, place] = ["source", "place"].map(|part| word(&because[part]));
    format!("{source} {place} {}", satellites.join(","))
}

async fn ask(api: &TestApi, token: &str, query: &str) -> Vec<(String, String)> {
    let answer = api.get(&format!("/api/recommend{query}"), token).await;
    assert_eq!(answer.status, StatusCode::OK);
    let answer = answer.json();
    let items = answer["items"].as_array().unwrap();
    assert_eq!(answer["total"], json!(items.len()));
    let text = |item: &Value, name: &str| item[name].as_str().unwrap().to_owned();
    items
        .iter()
        .map(|item| (text(item, "dataid"), reason(&item["because"])))
        .collect()
}

fn expected_reasons(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    let expected = expected.iter();
    expected
        .map(|(id, because)| ((*id).to_owned(), (*because).to_owned()))
        .collect()
}

/// Searches are written down beside the answer.
async fn searched(api: &TestApi, token: &str, body: Value, records: i64) {
    let answer = api.post("/api/scenes/search", token, body).await;
    assert_eq!(answer.status, StatusCode::OK);
    let until = async {
        let count = "SELECT count(*) FROM behaviour WHERE kind = 2";
        loop {
            let written: i64 = sqlx::query_scalar(count)
                .fetch_one(&api.context.pool)
                .await
                .unwrap();
            if written == records {
                return;
            }
            tokio::task::yield_now().await;
        }
    };
    let minute = std::time::Duration::from_mins(1);
    tokio::time::timeout(minute, until).await.unwrap();
    api.pass(TimeDelta::minutes(1));
}

#[tokio::test]
async fn searches_cart_and_orders_take_turns_and_explain_themselves() {
    let api = filled().await;
    let token = api.signed_in("lisi_1", Role::Applicant).await;
    assert_eq!(ask(&api, &token, "").await, []);
    searched(&api, &token, json!({"text": "nothing to go by"}), 1).await;
    assert_eq!(ask(&api, &token, "").await, []);
    let around = "POLYGON((116.2 39.7,116.6 39.7,116.6 40.1,116.2 40.1,116.2 39.7))";
    searched(
        &api,
        &token,
        json!({"wkt": around, "satellites": ["GF2"]}),
        2,
    )
    .await;
    let beijing = "searched 北京市 GF2";
    assert_eq!(
        ask(&api, &token, "?limit=2").await,
        expected_reasons(&[("beijing-2-3", beijing), ("beijing-2-2", beijing)])
    );
    api.post(
        "/api/cart",
        &token,
        json!({"dataIds": ["lhasa-3", "beijing-2-3"]}),
    )
    .await;
    let lhasa = "inCart 拉萨市 GF1";
    let first = ask(&api, &token, "?limit=3").await;
    assert_eq!(first[0], expected_reasons(&[("beijing-2-2", beijing)])[0]);
    assert!(
        first.contains(&expected_reasons(&[("lhasa-2", lhasa)])[0]),
        "{first:?}"
    );
    let all = ask(&api, &token, "?limit=24").await;
    assert!(
        all.iter()
            .all(|(id, _)| id != "lhasa-3" && id != "beijing-2-3")
    );
    assert_eq!(all.len(), 6, "GF2 of Beijing and GF1 of Lhasa: {all:?}");
    // Somebody else's cart is nobody's business.
    let other = api.signed_in("wangwu_1", Role::Applicant).await;
    assert_eq!(ask(&api, &other, "").await, []);
    assert_eq!(
        api.get("/api/recommend", "").await.status,
        StatusCode::UNAUTHORIZED
    );
    let wrong = api.get("/api/recommend?limit=25", &token).await;
    assert_eq!(wrong.status, StatusCode::BAD_REQUEST);
    // Half a year later the search is forgotten.
    api.call(
        Method::DELETE,
        "/api/cart",
        &token,
        Some(json!({"dataIds": ["lhasa-3", "beijing-2-3"]})),
    )
    .await;
    api.pass(TimeDelta::days(181));
    let late = api.account("zhaoliu_1", Role::Applicant).await;
    let mut db = api.context.connection().await.unwrap();
    let since = api.context.now() - super::REMEMBERED;
    let rows = storage::db::interests::searches(&mut db, late, since, 9).await;
    assert_eq!(rows.unwrap().len(), 0);
}

#[tokio::test]
async fn what_is_ordered_leads_to_more_of_it_and_is_not_shown_again() {
    let api = filled().await;
    let user = api.account("lisi_2", Role::Applicant).await;
    let mut db = api.context.connection().await.unwrap();
    let now = api.context.now();
    let session = storage::db::sessions::start(
        &mut db,
        (user, domain::ids::SignInEpoch::default()),
        "",
        "",
        now,
    )
    .await;
    let token = session.unwrap().unwrap().expose().to_owned();
    let admin = api.account("admin_1", Role::Admin).await;
    for (scene, state) in [
        ("lhasa-2", OrderState::PendingReview),
        ("beijing-1-3", OrderState::Rejected),
    ] {
        let scenes = [scene.to_owned()];
        let order = order(user, &scenes).in_state(state, admin);
        order.create(&api.context.pool, now).await;
    }
    let lhasa = "ordered 拉萨市 GF1";
    // The rejected order says nothing of what is wanted, nor does it hold anything.
    assert_eq!(
        ask(&api, &token, "").await,
        expected_reasons(&[("lhasa-3", lhasa), ("lhasa-1", lhasa), ("lhasa-0", lhasa)])
    );
}

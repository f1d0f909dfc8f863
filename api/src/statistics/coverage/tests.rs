use domain::role::Role;
use serde_json::{Value, json};

use crate::testing::{TestApi, scene, square};

/// Four degrees wide, one high.
const AREA: &str = "POLYGON((100 30,104 30,104 31,100 31,100 30))";

async fn api() -> TestApi {
    let api = TestApi::new().await;
    api.node(1, None, "卫星").await;
    let taken = |id: &str, west: f64, satellite: &str, day: &str| {
        let mut one = scene(id, &square(west, 30.0));
        one.satellite = satellite.to_owned();
        one.acquired = format!("{day}T12:00:00Z").parse().unwrap();
        one
    };
    api.scenes(&[
        taken("a", 100.0, "GF1", "2023-05-01"),
        taken("b", 100.0, "GF1", "2024-05-01"),
        taken("c", 101.0, "GF1", "2024-06-01"),
        taken("d", 103.0, "=ZY3", "2024-06-01"),
        taken("elsewhere", 120.0, "GF1", "2024-06-01"),
    ])
    .await;
    // New Year comes eight hours earlier in China.
    let mut late = taken("late", 102.0, "GF1", "2024-12-31");
    late.acquired += chrono::TimeDelta::hours(5);
    api.scenes(&[late]).await;
    api
}

/// Shares to the whole percent: no finer than the cells of so small an area.
fn rounded(mut answer: Value) -> Value {
    let round = |one: &mut Value| {
        if let Some(share) = one["share"].as_f64() {
            one["share"] = json!(share.round());
        }
    };
    round(&mut answer);
    for list in ["items", "satellites", "years"] {
        answer[list]
            .as_array_mut()
            .unwrap()
            .iter_mut()
            .for_each(round);
    }
    answer
}

#[tokio::test]
async fn scenes_and_the_share_they_cover_by_satellite_and_year() {
    let api = api().await;
    let token = api.signed_in("admin_1", Role::Admin).await;
    let asked = json!({"wkt": AREA});
    let answer = rounded(api.post("/api/stats/coverage", &token, asked).await.json());
    assert_eq!(
        (&answer["scenes"], &answer["share"]),
        (&json!(5), &json!(100.0))
    );
    let expected = json!([
        {"satellite": "=ZY3", "year": 2024, "scenes": 1, "share": 25.0},
        {"satellite": "GF1", "year": 2023, "scenes": 1, "share": 25.0},
        {"satellite": "GF1", "year": 2024, "scenes": 2, "share": 50.0},
        {"satellite": "GF1", "year": 2025, "scenes": 1, "share": 25.0},
    ]);
    assert_eq!(answer["items"], expected);
    assert_eq!(
        answer["satellites"],
        json!([
            {"satellite": "=ZY3", "year": null, "scenes": 1, "share": 25.0},
            {"satellite": "GF1", "year": null, "scenes": 4, "share": 75.0},
        ])
    );
    assert_eq!(
        answer["years"],
        json!([
            {"satellite": "", "year": 2023, "scenes": 1, "share": 25.0},
            {"satellite": "", "year": 2024, "scenes": 3, "share": 75.0},
            {"satellite": "", "year": 2025, "scenes": 1, "share": 25.0},
        ])
    );
    let grid = &answer["grid"];
    let counts = grid["counts"].as_array().unwrap();
    let (columns, rows) = (grid["columns"].as_u64(), grid["rows"].as_u64());
    assert_eq!(
        columns.zip(rows).map(|(c, r)| c * r),
        Some(counts.len() as u64)
    );
    assert_eq!(counts[0], 2, "two scenes lie in the west");
    assert_eq!(counts.last(), Some(&json!(1)));
}

#[tokio::test]
async fn the_search_narrows_and_an_area_is_needed() {
    let api = api().await;
    let token = api.signed_in("admin_1", Role::Admin).await;
    let one = json!({"wkt": AREA, "satellites": ["GF1"], "from": "2024-01-01", "to": "2024-12-31"});
    let answer = rounded(api.post("/api/stats/coverage", &token, one).await.json());
    assert_eq!(
        (&answer["scenes"], &answer["share"]),
        (&json!(2), &json!(50.0))
    );
    let nothing = json!({"wkt": AREA, "satellites": ["X"]});
    let answer = api
        .post("/api/stats/coverage", &token, nothing)
        .await
        .json();
    assert_eq!(
        (&answer["scenes"], &answer["share"]),
        (&json!(0), &json!(0.0))
    );
    for (without, field) in [(json!({}), "wkt"), (json!({"wkt": "POINT(100 30)"}), "wkt")] {
        let answer = api.post("/api/stats/coverage", &token, without).await;
        assert_eq!(answer.status, 400);
        assert_eq!(answer.json()["errors"][0]["field"], field);
    }
}

#[tokio::test]
async fn an_applicant_has_no_statistics() {
    let api = api().await;
    let token = api.signed_in("applicant_1", Role::Applicant).await;
    let answer = api
        .post("/api/stats/coverage", &token, json!({"wkt": AREA}))
        .await;
    assert_eq!(answer.status, 403);
}

#[tokio::test]
async fn the_table_has_a_line_for_each_and_no_formulas() {
    let api = api().await;
    let token = api.signed_in("admin_1", Role::Admin).await;
    let table = api
        .post("/api/stats/coverage.csv", &token, json!({"wkt": AREA}))
        .await;
    let text = String::from_utf8(table.bytes.clone()).unwrap();
    let lines: Vec<_> = text.trim_start_matches('\u{feff}').lines().collect();
    assert_eq!(lines[0], "卫星名称,卫星,年份,景数（景）,覆盖率（%）");
    assert_eq!(lines[1], "'=ZY3,'=ZY3,2024,1,24.9");
    assert_eq!(lines.len(), 5);
}

use axum::http::StatusCode;
use domain::role::Role;
use insta::assert_json_snapshot;
use storage::db::scenes::NewScene;
use testkit::builders::{add_nodes, add_scenes, node, scene, square};

use crate::testing::TestApi;

/// Three scenes of two satellites, nodes and days; one of the year before.
async fn with_scenes() -> (TestApi, String) {
    let api = TestApi::new().await;
    let pool = &api.context.pool;
    add_nodes(pool, &[node(1, "高分一号"), node(2, "=资源三号")]).await;
    let received = |id: &str, at: &str| NewScene {
        received: Some(at.parse().unwrap()),
        ..scene(id)
    };
    let east = NewScene {
        nodeid: 2,
        satellite: "ZY3".to_owned(),
        size: 1 << 30,
        footprint: square(50.0, 0.0).parse().unwrap(),
        ..received("c", "2026-03-01T01:00:00Z")
    };
    let batch = [
        received("a", "2026-02-28T15:59:59Z"),
        received("b", "2026-02-28T16:00:00Z"),
        east,
        received("before", "2025-12-31T15:00:00Z"),
    ];
    add_scenes(pool, &batch).await;
    let staff = api.signed_in("ops_1", Role::Operator).await;
    (api, staff)
}

#[tokio::test]
async fn what_the_archive_took_in_this_year() {
    let (api, staff) = with_scenes().await;
    let mut answers = Vec::new();
    for path in [
        "received?by=satellite",
        "received?by=node",
        "received?by=day&satellite=GF1",
        "received?by=month&from=2025-01-01",
        "received?by=day&node=2",
        "received/scenes",
        "received/scenes?from=2026-03-01&to=2026-03-01&satellite=GF1&node=1",
        "received?by=day&from=2026-03-02&to=2026-03-01",
    ] {
        let found = api.get(&format!("/api/stats/{path}"), &staff).await;
        answers.push((path, found.json()));
    }
    assert_json_snapshot!(answers, {"[][1].items[].did" => "[did]"});
    for wrong in ["?by=colour", "", "?by=day&node=x", "/scenes?before=soon"] {
        let path = format!("/api/stats/received{wrong}");
        let found = api.get(&path, &staff).await;
        assert_eq!(found.status, StatusCode::BAD_REQUEST, "{wrong}");
    }
}

#[tokio::test]
async fn tables_hold_days_satellites_and_nodes() {
    let (api, staff) = with_scenes().await;
    let table = api
        .get("/api/stats/received.csv?from=2026-01-01", &staff)
        .await;
    let text = String::from_utf8(table.bytes.clone()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines,
        [
            "\u{feff}日期,卫星,卫星名称,目录节点,景数（景）,数据量（字节）",
            "2026-02-28,GF1,GF1,高分一号,1,10",
            "2026-03-01,GF1,GF1,高分一号,1,10",
            "2026-03-01,ZY3,ZY3,'=资源三号,1,1073741824",
        ]
    );
    let none = api.get("/api/stats/received.csv?to=2000-01-01", &staff);
    let text = String::from_utf8(none.await.bytes).unwrap();
    assert_eq!(text.lines().count(), 1, "its headings");
    let book = api.get("/api/stats/received.xlsx?by=satellite", &staff);
    assert!(book.await.bytes.starts_with(b"PK"));
}

#[tokio::test]
async fn scenes_without_a_satellite_are_counted_and_listed() {
    let (api, staff) = with_scenes().await;
    let nameless = NewScene {
        satellite: String::new(),
        received: Some("2026-03-01T01:00:00Z".parse().unwrap()),
        ..scene("nameless")
    };
    add_scenes(&api.context.pool, &[nameless]).await;
    let answer = async |path: &str| {
        let found = api.get(&format!("/api/stats/received{path}"), &staff).await;
        found.json()
    };
    let figures = answer("?by=satellite").await;
    let items = figures["items"].as_array().unwrap();
    let figure = items.iter().find(|item| item["value"] == "").unwrap();
    assert_eq!(figure["scenes"], 1);
    let listed = answer("/scenes?without=satellite").await;
    let names: Vec<_> = (listed["items"].as_array().unwrap().iter())
        .map(|scene| scene["dataId"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["nameless"]);
    let days = answer("?by=day&without=satellite").await;
    assert_eq!(days["total"]["scenes"], 1);
    let all = answer("/scenes?satellite=").await;
    assert_eq!(all["items"].as_array().unwrap().len(), 4);
}

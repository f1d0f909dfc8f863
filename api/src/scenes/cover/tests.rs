use axum::http::StatusCode;
use domain::catalogue::NodeKind;
use serde_json::{Value, json};
use storage::db::catalogue::NewNode;
use testkit::builders::{add_nodes, node};

use crate::testing::{TestApi, scene, square};

const MIB: i64 = 1024 * 1024;

#[tokio::test]
async fn scenes_that_cover_the_area_and_the_gap_that_stays() {
    let api = TestApi::new().await;
    api.node(1, None, "卫星").await;
    let sized = |id: &str, west: f64, size: i64| {
        let mut one = scene(id, &square(west, 30.0));
        (one.size, one.cloud) = (size * MIB, Some(0.0));
        one
    };
    let mut cloudy = sized("cloudy", 100.0, 1);
    cloudy.cloud = Some(90.0);
    api.scenes(&[
        sized("dear", 100.0, 900),
        sized("cheap", 100.0, 30),
        sized("next", 101.0, 500),
        cloudy,
    ])
    .await;
    let drawn = "POLYGON((100 30,104 30,104 31,100 31,100 30))";
    for (more, ids, gap) in [
        (json!({}), json!(["cheap", "next"]), 50.0),
        (json!({"text": "dear"}), json!(["dear"]), 75.0),
        (json!({"satellites": ["X"]}), json!([]), 100.0),
    ] {
        let mut asked = more;
        asked["wkt"] = json!(drawn);
        let answer = api
            .post("/api/scenes/cover", "", asked.clone())
            .await
            .json();
        assert_eq!(answer["dataIds"], ids, "{asked}");
        assert_eq!(answer["gap"], gap, "{asked}");
        assert_eq!(answer["coverage"], 100.0 - gap);
        assert_eq!(answer["complete"], true);
        assert_eq!(answer["tolerance"], 0.0);
    }
    let half = json!({"wkt": drawn});
    let answer = api.post("/api/scenes/cover", "", half).await.json();
    let gap = answer["gapWkt"].as_str().unwrap();
    assert!(
        gap.starts_with("MULTIPOLYGON(((") && gap.contains("102 3"),
        "{gap}"
    );
    let whole = json!({"wkt": "POLYGON((100 30,102 30,102 31,100 31,100 30))"});
    let answer = api.post("/api/scenes/cover", "", whole).await.json();
    assert_eq!(
        (answer["gap"].as_f64(), &answer["gapWkt"]),
        (Some(0.0), &Value::Null)
    );
}

/// A relief of some kilobytes that covers everything is no image.
#[tokio::test]
async fn products_take_part_only_where_there_is_no_imagery() {
    let api = TestApi::new().await;
    api.node(1, None, "卫星").await;
    for (id, label, kind) in [
        (2, "产品", NodeKind::Product),
        (3, "资料", NodeKind::Archive),
    ] {
        let node = NewNode {
            kind,
            position: 1,
            ..node(id, label)
        };
        add_nodes(&api.context.pool, &[node]).await;
    }
    let mut relief = scene("relief", "POLYGON((99 29,105 29,105 32,99 32,99 29))");
    (relief.size, relief.nodeid) = (10_000, 2);
    let mut report = scene("report", "POLYGON((99 29,105 29,105 32,99 32,99 29))");
    (report.size, report.nodeid) = (10_000, 3);
    api.scenes(&[scene("image", &square(100.0, 30.0)), relief, report])
        .await;
    let drawn = "POLYGON((100 30,104 30,104 31,100 31,100 30))";
    for (types, ids, gap, left_out) in [
        (json!([]), json!(["image"]), 75.0, 2),
        (json!(["BZCP"]), json!(["relief"]), 0.0, 0),
        (json!(["ZL"]), json!(["report"]), 0.0, 0),
    ] {
        let asked = json!({"wkt": drawn, "objTypes": types});
        let answer = api.post("/api/scenes/cover", "", asked).await.json();
        assert_eq!(answer["dataIds"], ids);
        assert_eq!(answer["gap"], gap);
        assert_eq!(answer["derivedLeftOut"], left_out);
    }
}

/// A gap that only clouds would fill stays one.
#[tokio::test]
async fn a_scene_of_clouds_fills_no_gap() {
    let api = TestApi::new().await;
    api.node(1, None, "卫星").await;
    let clouded = |id: &str, west: f64, cloud: Option<f32>| {
        let mut one = scene(id, &square(west, 30.0));
        one.cloud = cloud;
        one
    };
    api.scenes(&[
        clouded("clear", 100.0, Some(3.0)),
        clouded("overcast", 101.0, Some(98.5)),
        clouded("unknown", 102.0, None),
    ])
    .await;
    for (drawn, ids, gap, left_out) in [
        (
            "POLYGON((100 30,103 30,103 31,100 31,100 30))",
            json!(["clear", "unknown"]),
            33.3333,
            1,
        ),
        (
            "POLYGON((101.2 30.2,101.8 30.2,101.8 30.8,101.2 30.8,101.2 30.2))",
            json!([]),
            100.0,
            1,
        ),
    ] {
        let answer = api
            .post("/api/scenes/cover", "", json!({"wkt": drawn}))
            .await
            .json();
        assert_eq!(answer["dataIds"], ids);
        let open = answer["gap"].as_f64().unwrap();
        assert!((open - gap).abs() < 0.1, "{open}");
        assert_eq!(answer["overcastLeftOut"], left_out);
    }
}

/// More scenes than a shortlist holds, of which one is needed for a corner that no cell's centre lies in.
#[tokio::test]
async fn of_very_many_scenes_the_needed_ones_are_found() {
    let api = TestApi::new().await;
    api.node(1, None, "卫星").await;
    let mut batch: Vec<_> = (0..3000_u16)
        .map(|number| {
            let mut one = scene(
                &format!("s{number}"),
                &square(100.0 + f64::from(number % 3), 30.0),
            );
            (one.size, one.cloud) = (MIB * i64::from(1 + number / 3), Some(0.0));
            one
        })
        .collect();
    let sliver = "POLYGON((103 30,103.001 30,103.001 31,103 31,103 30))";
    batch.push(scene("sliver", sliver));
    api.scenes(&batch).await;
    let drawn = "POLYGON((100 30,103.001 30,103.001 31,100 31,100 30))";
    let answer = api
        .post("/api/scenes/cover", "", json!({"wkt": drawn}))
        .await;
    let answer = answer.json();
    let mut ids: Vec<&str> = answer["dataIds"]
        .as_array()
        .unwrap()
        .iter()
        .map(|id| id.as_str().unwrap())
        .collect();
    ids.sort_unstable();
    assert_eq!(ids, ["s0", "s1", "s2", "sliver"], "{answer}");
    assert_eq!(answer["gap"], 0.0);
    assert_eq!(answer["candidates"], 3001);
}

#[tokio::test]
async fn without_a_surface_there_is_nothing_to_cover() {
    let api = TestApi::new().await;
    for wkt in [
        Value::Null,
        json!(""),
        json!("POINT(1 2)"),
        json!("LINESTRING(1 2,3 4)"),
    ] {
        let answer = api.post("/api/scenes/cover", "", json!({"wkt": wkt})).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST);
        assert_eq!(answer.json()["errors"][0]["field"], "wkt");
    }
}

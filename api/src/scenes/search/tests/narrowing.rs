//! What narrows a search by the fields of nodes, their object types, and regions.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::catalog::fields::tests::filled;
use crate::testing::{TestApi, scene, square};

async fn ids_matching(api: &TestApi, conditions: Value) -> Vec<String> {
    let search = json!({"conditions": conditions, "sort": "dataname"});
    let answer = api.post("/api/scenes/search", "", search.clone()).await;
    assert_eq!(answer.status, StatusCode::OK, "{search}: {}", answer.json());
    let answer = answer.json();
    let items = answer["items"].as_array().unwrap();
    assert_eq!(answer["total"], items.len());
    let ids = items
        .iter()
        .map(|item| item["dataid"].as_str().unwrap().to_owned());
    ids.collect()
}

#[tokio::test]
async fn conditions_find_what_they_say_and_nothing_breaks_them() {
    let api = filled().await;
    let quote = "x' OR '1'='1";
    for (conditions, wanted) in [
        (json!([]), vec!["a", "b", "c"]),
        (
            json!([{"key": "satelite", "values": ["S2A", "none"]}]),
            vec!["b"],
        ),
        (json!([{"key": "cloud", "max": 8.16}]), vec!["a"]),
        (
            json!([{"key": "cloud", "min": 9, "max": 1e300}]),
            vec!["b", "c"],
        ),
        (json!([{"key": "gsd", "values": ["0.8"]}]), vec!["a"]),
        (
            json!([{"key": "datasize", "min": 1024, "max": 1024}]),
            vec!["a", "b", "c"],
        ),
        (json!([{"key": "datasize", "values": ["1"]}]), vec![]),
        (json!([{"key": "level", "values": ["L2A"]}]), vec!["a"]),
        (json!([{"key": "orbit", "text": "9"}]), vec!["a"]),
        (
            json!([{"key": "sceneNumber", "text": "mgrs-43"}]),
            vec!["a"],
        ),
        (
            json!([{"key": "properties.档案号", "text": "_7"}]),
            vec!["c"],
        ),
        (json!([{"key": "properties.档案号", "text": "%"}]), vec![]),
        (json!([{"key": "level", "values": [quote]}]), vec![]),
        (json!([{"key": "sceneNumber", "text": quote}]), vec![]),
        // A text where a number is expected is no number, and a number may be larger than any double.
        (
            json!([{"key": "properties.sat:relative_orbit", "min": 0}]),
            vec!["a"],
        ),
        (json!([{"key": "roll", "min": 3.5, "max": 3.5}]), vec!["a"]),
        (json!([{"key": "roll", "min": 1e299}]), vec!["b"]),
        (
            json!([{"key": "level", "values": ["L2A", "L1C"]}, {"key": "satelite", "values": ["S2A"]}]),
            vec!["b"],
        ),
        (
            json!([{"key": "level"}, {"key": "sensor", "values": [], "text": " "}]),
            vec!["a", "b", "c"],
        ),
    ] {
        assert_eq!(
            ids_matching(&api, conditions.clone()).await,
            wanted,
            "{conditions}"
        );
    }
}

#[tokio::test]
async fn conditions_that_cannot_be_are_refused() {
    let api = filled().await;
    for (conditions, detail) in [
        (json!([{"key": "none", "values": ["x"]}]), "查询字段不存在"),
        (
            json!([{"key": "properties.secret", "text": "archive"}]),
            "查询字段不存在",
        ),
        (
            json!([{"key": "centerLatitude", "min": 1}]),
            "查询字段不存在",
        ),
        (
            json!([{"key": "cloud", "text": "1"}]),
            "数值字段不能按文字查询",
        ),
        (
            json!([{"key": "cloud", "values": ["x"]}]),
            "查询条件的值不是数字",
        ),
        (
            json!([{"key": "cloud", "min": 2, "max": 1}]),
            "查询条件的最大值不能小于最小值",
        ),
        (
            json!([{"key": "level", "min": 2}]),
            "文字字段不能按数值范围查询",
        ),
        (
            json!([{"key": "level", "values": ["x".repeat(201)]}]),
            "查询条件的值过多或过长",
        ),
        (json!(vec![json!({"key": "level"}); 21]), "查询条件过多"),
    ] {
        let answer = api
            .post("/api/scenes/search", "", json!({"conditions": conditions}))
            .await;
        assert_eq!(
            (answer.status, answer.code().as_str()),
            (StatusCode::BAD_REQUEST, "invalid")
        );
        assert_eq!(answer.json()["detail"], detail);
        assert_eq!(answer.json()["errors"][0]["field"], "conditions");
    }
    let nul = json!({"conditions": [{"key": "level", "values": ["\0"]}]});
    assert_eq!(
        api.post("/api/scenes/search", "", nul).await.code(),
        "unstorable"
    );
}

#[tokio::test]
async fn conditions_join_with_everything_else() {
    let api = filled().await;
    let condition = json!([{"key": "level", "values": ["L2A", "L1C"]}]);
    for (more, expected) in [
        (json!({"wkt": square(100.5, 30.5)}), 1),
        (
            json!({"wkt": "POLYGON((99 29,112 29,112 32,99 32.5,99 29))"}),
            2,
        ),
        (json!({"nodeIds": [2]}), 1),
        (json!({"facets": true}), 2),
        (json!({"objTypes": ["ZL"]}), 0),
    ] {
        let mut search = more;
        search["conditions"] = condition.clone();
        let answer = api
            .post("/api/scenes/search", "", search.clone())
            .await
            .json();
        assert_eq!(answer["total"], expected, "{search}");
        if search["facets"] == true {
            assert_eq!(answer["facets"]["satellites"].as_array().unwrap().len(), 2);
        }
    }
    let cover =
        json!({"conditions": condition, "wkt": "POLYGON((100 30,102 30,102 31,100 31,100 30))"});
    let cover = api.post("/api/scenes/cover", "", cover).await.json();
    assert_eq!(cover["dataIds"], json!(["a"]));
}

#[tokio::test]
async fn object_types_are_nodes_too() {
    let api = filled().await;
    for (search, expected) in [
        (json!({"objTypes": ["ZL"]}), vec!["c"]),
        (json!({"objTypes": ["WX", "ZL"]}), vec!["a", "b", "c"]),
        (json!({"objTypes": ["BZCP"]}), vec![]),
        (json!({"objTypes": ["WX"], "nodeIds": [2, 3]}), vec!["b"]),
        (json!({"objTypes": []}), vec!["a", "b", "c"]),
    ] {
        let mut asked = search.clone();
        asked["sort"] = json!("dataname");
        let answer = api.post("/api/scenes/search", "", asked).await.json();
        let items = answer["items"].as_array().unwrap();
        let ids: Vec<_> = items
            .iter()
            .map(|item| item["dataid"].as_str().unwrap())
            .collect();
        assert_eq!(ids, expected, "{search}");
    }
    let wrong = api
        .post("/api/scenes/search", "", json!({"objTypes": ["XX"]}))
        .await;
    assert_eq!(wrong.json()["errors"][0]["field"], "objTypes");
}

#[tokio::test]
async fn regions_are_searched_by_their_code() {
    let api = filled().await;
    api.scenes(&[
        scene("beijing", &square(116.0, 39.5)),
        scene("sea", &square(150.0, 10.0)),
    ])
    .await;
    let ask = async |search: Value| api.post("/api/scenes/search", "", search).await;
    let beijing = ask(json!({"region": "156110000", "coverage": true}))
        .await
        .json();
    assert_eq!(
        (&beijing["total"], &beijing["items"][0]["dataid"]),
        (&json!(1), &json!("beijing"))
    );
    assert!(beijing["coverage"].as_f64().unwrap() > 10.0);
    // Larger than what people may draw would not matter: it is a region.
    let nation = ask(json!({"region": "156000000", "pageSize": 100}))
        .await
        .json();
    let items = nation["items"].as_array().unwrap();
    assert!(items.iter().all(|item| item["dataid"] != "sea"), "{nation}");
    assert!(items.iter().any(|item| item["dataid"] == "beijing"));
    for (search, field) in [
        (json!({"region": "1"}), "region"),
        (
            json!({"region": "156110000", "wkt": square(100.0, 30.0)}),
            "region",
        ),
        (json!({"region": "156110000", "areaId": "x"}), "areaId"),
        (json!({"wkt": square(100.0, 30.0), "areaId": "x"}), "areaId"),
    ] {
        let answer = ask(search).await;
        assert_eq!(
            (answer.status, answer.code().as_str()),
            (StatusCode::BAD_REQUEST, "invalid")
        );
        assert_eq!(answer.json()["errors"][0]["field"], field);
    }
}

#[test]
fn the_record_says_by_what_was_searched() {
    let search = json!({
        "region": "156110000", "areaId": "abc", "objTypes": ["WX", "ZL"], "nodeIds": [1, 2],
        "conditions": [{"key": "cloud", "max": 20}, {"key": "level", "values": ["L1&C", "L2A"]}],
    });
    let search = serde_json::from_value(search).unwrap();
    assert_eq!(
        super::super::summary(&search),
        "nodeIds=1,2&objTypes=WX,ZL&region=156110000&areaId=abc&conditions=cloud:..20;level:L1%26C|L2A"
    );
}

async fn ids(api: &TestApi, search: Value) -> Vec<String> {
    let answer = api.post("/api/scenes/search", "", search.clone()).await;
    assert_eq!(answer.status, StatusCode::OK, "{search}: {}", answer.json());
    let answer = answer.json();
    let items = answer["items"].as_array().unwrap().iter();
    let mut ids: Vec<_> = items
        .map(|item| item["dataid"].as_str().unwrap().to_owned())
        .collect();
    ids.sort();
    ids
}

/// Once from memory, once by SQL: a condition on a field is not the index's.
async fn both_ways(api: &TestApi, search: &Value) -> Vec<String> {
    let found = ids(api, search.clone()).await;
    let mut by_sql = search.clone();
    by_sql["conditions"] = json!([{"key": "datasize", "min": 0}]);
    assert_eq!(ids(api, by_sql).await, found, "{search} by SQL");
    found
}

#[tokio::test]
async fn scenes_of_unknown_cloud_are_left_out_included_or_alone() {
    let api = filled().await;
    let mut unknown = scene("unknown", &square(100.0, 30.0));
    unknown.cloud = None;
    let mut clear = scene("clear", &square(100.0, 30.0));
    clear.cloud = Some(1.0);
    api.scenes(&[unknown, clear]).await;
    let area = "POLYGON((100 30,101 30,101 31,100 31,100 30))";
    for (word, limit, expected) in [
        ("exclude", json!(5), vec!["clear"]),
        ("include", json!(5), vec!["clear", "unknown"]),
        ("only", json!(5), vec!["unknown"]),
        ("only", Value::Null, vec!["unknown"]),
    ] {
        let search = json!({"unknownCloud": word, "cloudMax": limit, "wkt": area});
        let mut found = both_ways(&api, &search).await;
        found.retain(|id| id == "unknown" || id == "clear");
        assert_eq!(found, expected, "{search}");
    }
    let wrong = json!({"unknownCloud": "some"});
    let answer = api.post("/api/scenes/search", "", wrong).await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn every_word_of_a_keyword_matches_in_one_of_its_spellings() {
    let api = filled().await;
    let called = |id: &str, name: &str, satellite: &str, sensor: &str| {
        let mut one = scene(id, &square(100.0, 30.0));
        one.dataname = name.into();
        one.satellite = satellite.into();
        one.sensor = sensor.into();
        one
    };
    api.scenes(&[
        called("one", "GF1_PMS1_E116.3_20240501", "GF1", "PMS1"),
        called("ten", "GF10_20240501", "GF-10", "SAR"),
        called("words", "高分一号 武侯区", "", ""),
        called("tile", "T50TMK_20240501", "Sentinel-2A", "MSI"),
        called("landsat", "LC08_L1TP_123032", "landsat-8", "oli,tirs"),
    ])
    .await;
    for (text, expected) in [
        ("高分一号", vec!["one", "words"]),
        ("gf-1", vec!["one", "words"]),
        ("GF 1 20240501", vec!["one"]),
        ("20240501 msi 哨兵二号", vec!["tile"]),
        ("陆地卫星", vec!["landsat"]),
        ("t50 tmk", vec!["tile"]),
        ("高分", vec!["one", "ten", "words"]),
        ("武侯区 GF-10", vec![]),
    ] {
        let mut found = both_ways(&api, &json!({"text": text})).await;
        found.retain(|id| ["one", "ten", "words", "tile", "landsat"].contains(&id.as_str()));
        assert_eq!(found, expected, "{text}");
    }
}

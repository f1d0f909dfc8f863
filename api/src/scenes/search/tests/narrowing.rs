//! What narrows a search by the fields of nodes, their object types, and regions.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::catalog::fields::tests::filled;
use crate::testing::{TestApi, scene, square};

async fn found(api: &TestApi, conditions: Value) -> Vec<String> {
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
            found(&api, conditions.clone()).await,
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
    for (more, wanted) in [
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
        assert_eq!(answer["total"], wanted, "{search}");
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
    for (search, wanted) in [
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
        assert_eq!(ids, wanted, "{search}");
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

//! The STAC API over a real database.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use serde_json::{Value, json};

use crate::context::Settings;
use crate::testing::{TestApi, scene, square};

/// a at 100/30, b at 110/30 and later, c at 100/40, cloudy, older and in the collection `gf2`; d across 180.
pub(super) async fn filled() -> TestApi {
    let api = TestApi::with(Settings {
        captcha: false,
        public_url: Some("https://stac.example.org".into()),
        ..Settings::default()
    })
    .await;
    api.node(1, None, "高分一号").await;
    api.node(2, None, "高分二号").await;
    let mut b = scene("b", &square(110.0, 30.0));
    b.acquired = "2024-06-01T03:00:00Z".parse().unwrap();
    b.cloud = None;
    b.image_url = Some("file:///archive/b.png".into());
    b.properties =
        json!({"orbit": 9, "mission": "gaofen", "path": "/archive/b", "license": "free for all"});
    let mut c = scene("c", &square(100.0, 40.0));
    c.nodeid = 2;
    c.satellite = "GF2".into();
    c.cloud = Some(60.5);
    c.acquired = "2023-01-01T00:00:00Z".parse().unwrap();
    let mut d = scene(
        "d/#1",
        "POLYGON((179.5 0,-179.5 0,-179.5 1,179.5 1,179.5 0))",
    );
    d.acquired = "2020-01-01T00:00:00Z".parse().unwrap();
    api.scenes(&[scene("a", &square(100.0, 30.0)), b, c, d])
        .await;
    api
}

fn ids(answer: &Value) -> Vec<String> {
    let features = answer["features"]
        .as_array()
        .unwrap_or_else(|| panic!("{answer}"));
    features
        .iter()
        .map(|item| item["id"].as_str().unwrap().to_owned())
        .collect()
}

async fn search_ids(api: &TestApi, search: Value) -> Vec<String> {
    let answer = api.post("/stac/search", "", search.clone()).await;
    assert_eq!(answer.status, StatusCode::OK, "{search}: {}", answer.json());
    ids(&answer.json())
}

fn next(answer: &Value) -> Option<Value> {
    let links = answer["links"].as_array().unwrap();
    links.iter().find(|link| link["rel"] == "next").cloned()
}

#[tokio::test]
async fn every_way_of_asking_narrows() {
    let api = filled().await;
    let square = json!({"type": "Polygon", "coordinates": [[[100.5, 30.5], [101, 30.5], [101, 31], [100.5, 30.5]]]});
    for (search, expected) in [
        (json!({}), vec!["b", "a", "c", "d/#1"]),
        (json!({"limit": 2}), vec!["b", "a"]),
        (json!({"collections": ["2"]}), vec!["c"]),
        (json!({"collections": ["none"]}), vec![]),
        (json!({"ids": ["a", "c", "x"]}), vec!["a", "c"]),
        (json!({"ids": ["a", "c"], "collections": ["1"]}), vec!["a"]),
        (json!({"bbox": [99, 29, 105, 45]}), vec!["a", "c"]),
        (json!({"bbox": [175, -1, 0, -175, 2, 9]}), vec!["d/#1"]),
        (json!({"intersects": square}), vec!["a"]),
        (json!({"datetime": "2024-05-01T03:00:00Z"}), vec!["a"]),
        (
            json!({"datetime": "../2023-12-31T00:00:00Z"}),
            vec!["c", "d/#1"],
        ),
        (
            json!({"sortby": [{"field": "properties.datetime", "direction": "asc"}]}),
            vec!["d/#1", "c", "a", "b"],
        ),
        // What has no cloud cover comes last, both ways.
        (
            json!({"sortby": [{"field": "eo:cloud_cover", "direction": "desc"}]}),
            vec!["c", "d/#1", "a", "b"],
        ),
        (
            json!({"sortby": [{"field": "eo:cloud_cover"}]}),
            vec!["a", "d/#1", "c", "b"],
        ),
        (json!({"query": {"eo:cloud_cover": {"gt": 50}}}), vec!["c"]),
        (
            json!({"query": {"title": {"startsWith": "GF1_", "neq": "GF1_a"}}}),
            vec!["b", "c", "d/#1"],
        ),
        (
            json!({"query": {"orbit": {"eq": 9}, "platform": {"in": ["GF1", "GF9"]}}}),
            vec!["b"],
        ),
    ] {
        assert_eq!(search_ids(&api, search.clone()).await, expected, "{search}");
    }
}

#[tokio::test]
async fn filters_hold_exactly() {
    let api = filled().await;
    for (search, expected) in [
        (
            json!({"filter": {"op": "=", "args": [{"property": "eo:cloud_cover"}, 60.5]}}),
            vec!["c"],
        ),
        (
            json!({"filter": {"op": "isNull", "args": [{"property": "eo:cloud_cover"}]}}),
            vec!["b"],
        ),
        // Unknown is neither true nor false.
        (
            json!({"filter": {"op": "not", "args": [{"op": ">", "args": [{"property": "eo:cloud_cover"}, 50]}]}}),
            vec!["a", "d/#1"],
        ),
        (
            json!({"filter-lang": "cql2-text", "filter": "mission LIKE 'gao%' OR collection = '2'"}),
            vec!["b", "c"],
        ),
        (
            json!({"filter-lang": "cql2-text", "filter": "collection <> '2' AND orbit = 7"}),
            vec!["a", "d/#1"],
        ),
        // Where files lie is nothing to search by.
        (
            json!({"filter-lang": "cql2-text", "filter": "path LIKE '/archive%'"}),
            vec![],
        ),
        (
            json!({"filter-lang": "cql2-text", "filter": "path IS NULL"}),
            vec!["b", "a", "c", "d/#1"],
        ),
        // The triangle's box meets a, the triangle does not.
        (
            json!({"filter-lang": "cql2-text", "filter":
            "NOT S_INTERSECTS(geometry, POLYGON((101 31.5,101.5 31,101.5 31.5,101 31.5))) AND platform = 'GF1'"}),
            vec!["b", "a", "d/#1"],
        ),
        (
            json!({"filter-lang": "cql2-text", "filter":
            "S_INTERSECTS(geometry, BBOX(99,29,102,32)) OR (eo:cloud_cover > 50 AND NOT S_INTERSECTS(geometry, POINT(0 0)))"}),
            vec!["a", "c"],
        ),
        (
            json!({"filter-lang": "cql2-text", "filter": "NOT (S_INTERSECTS(geometry, BBOX(99,29,102,32)) OR collection = '2')"}),
            vec!["b", "d/#1"],
        ),
        (
            json!({"filter-lang": "cql2-text", "filter": "T_AFTER(datetime, DATE('2024-05-02'))"}),
            vec!["b"],
        ),
        (
            json!({"filter-lang": "cql2-text", "filter": "datetime BETWEEN TIMESTAMP('2023-01-01T00:00:00Z') AND '2024-05-01T03:00:00Z'"}),
            vec!["a", "c"],
        ),
    ] {
        assert_eq!(search_ids(&api, search.clone()).await, expected, "{search}");
    }
}

#[tokio::test]
async fn query_and_body_say_the_same() {
    let api = filled().await;
    for (query, expected) in [
        ("ids=a,c", vec!["a", "c"]),
        (
            "bbox=99,29,105,45&datetime=2024-01-01T00:00:00Z/..",
            vec!["a"],
        ),
        (
            "intersects=%7B%22type%22%3A%22Point%22%2C%22coordinates%22%3A%5B100.5%2C30.5%5D%7D",
            vec!["a"],
        ),
        ("sortby=%2Bdatetime&collections=1&limit=1", vec!["d/#1"]),
        ("filter=eo:cloud_cover%20%3E%2050", vec!["c"]),
        (
            "filter-lang=cql2-json&filter=%7B%22op%22%3A%22%3D%22%2C%22args%22%3A%5B%7B%22property%22%3A%22id%22%7D%2C%22b%22%5D%7D",
            vec!["b"],
        ),
        (
            "query=%7B%22platform%22%3A%7B%22eq%22%3A%22GF2%22%7D%7D",
            vec!["c"],
        ),
    ] {
        let answer = api.get(&format!("/stac/search?{query}"), "").await;
        assert_eq!(ids(&answer.json()), expected, "{query}");
    }
}

#[tokio::test]
async fn pages_follow_one_another_while_scenes_come() {
    let api = filled().await;
    for sortby in [
        json!([]),
        json!([{"field": "eo:cloud_cover"}, {"field": "id", "direction": "desc"}]),
    ] {
        let (mut seen, mut request) = (Vec::new(), json!({"limit": 1, "sortby": sortby}));
        let mut number = 0;
        loop {
            let answer = api.post("/stac/search", "", request).await.json();
            seen.extend(ids(&answer));
            // A scene that sorts before the place changes no later page.
            let mut early = scene(&format!("0{number}"), &square(0.0, 0.0));
            early.acquired = "2025-01-01T00:00:00Z".parse().unwrap();
            early.cloud = Some(0.0);
            api.scenes(&[early]).await;
            number += 1;
            match next(&answer) {
                Some(link) => request = link["body"].clone(),
                None => break,
            }
        }
        seen.retain(|id| !id.starts_with('0'));
        seen.sort();
        assert_eq!(seen, ["a", "b", "c", "d/#1"]);
        for number in 0..number {
            sqlx::query("DELETE FROM scene WHERE dataid = $1")
                .bind(format!("0{number}"))
                .execute(&api.context.pool)
                .await
                .unwrap();
        }
    }
    let mut seen = Vec::new();
    let mut address = "/stac/collections/1/items?limit=2".to_owned();
    loop {
        let answer = api.get(&address, "").await.json();
        seen.extend(ids(&answer));
        let Some(link) = next(&answer) else { break };
        address = link["href"]
            .as_str()
            .unwrap()
            .replace("https://stac.example.org", "");
    }
    assert_eq!(seen, ["b", "a", "d/#1"]);
    let token = address.rsplit_once("token=").unwrap().1;
    let elsewhere = api.get(&format!("/stac/search?token={token}"), "").await;
    assert_eq!(elsewhere.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn what_makes_no_sense_is_a_400() {
    let api = filled().await;
    for search in [
        json!({"limit": 0}),
        json!({"limit": -1}),
        json!({"bbox": [1, 2, 3]}),
        json!({"bbox": [0, 5, 1, 2]}),
        json!({"bbox": "0,0,1,1"}),
        json!({"bbox": [0, 0, 1, 1], "intersects": {"type": "Point", "coordinates": [0, 0]}}),
        json!({"intersects": {"type": "Point", "coordinates": [0]}}),
        json!({"datetime": "2024-05-01"}),
        json!({"fields": null}),
        json!({"sortby": [{"field": "geometry"}]}),
        json!({"sortby": [{"field": "nonsense; DROP TABLE scene"}]}),
        json!({"filter": "id = 'a'"}),
        json!({"filter-lang": "cql2-text", "filter": "id ="}),
        json!({"filter": {"op": "=", "args": [{"property": "id"}, 5]}}),
        json!({"filter": {"op": "=", "args": [{"property": "id"}, "a"]}, "filter-crs": "EPSG:3857"}),
        json!({"filter": {"op": "=", "args": [{"property": "gsd"}, 1e300]}}),
        json!({"filter": {"op": "=", "args": [{"property": "id"}, "a\u{0}"]}}),
        json!({"query": {"id": {"sounds_like": "a"}}}),
        json!({"token": "x"}),
        json!([1]),
    ] {
        let answer = api.post("/stac/search", "", search.clone()).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{search}");
    }
    for path in [
        "/stac/none",
        "/stac/collections/3",
        "/stac/collections/1/items/c",
        "/stac/collections/3/queryables",
    ] {
        let answer = api.get(path, "").await;
        assert_eq!(
            (answer.status, answer.code().as_str()),
            (StatusCode::NOT_FOUND, "not_found"),
            "{path}"
        );
    }
}

/// The times of the item `a`: when it was created and updated.
async fn times_of_a(api: &TestApi) -> [String; 2] {
    let item = api.get("/stac/collections/1/items/a", "").await.json();
    ["created", "updated"].map(|name| item["properties"][name].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn an_item_that_is_written_again_was_still_created_when_it_came_in() {
    let api = filled().await;
    let [created, updated] = times_of_a(&api).await;
    assert_eq!(created, updated);
    let mut renamed = scene("a", &square(100.0, 30.0));
    renamed.dataname = "renamed".into();
    api.scenes(&[renamed]).await;
    let [still, later] = times_of_a(&api).await;
    assert_eq!(still, created);
    assert!(later > updated, "{later}");
    for (field, moment, expected) in [
        ("created", &created, 1),
        ("created", &later, 0),
        ("updated", &later, 1),
    ] {
        let same = json!({"op": "=", "args": [{"property": field}, {"timestamp": moment}]});
        let found = search_ids(&api, json!({"filter": same, "ids": ["a"]})).await;
        assert_eq!(found.len(), expected, "{field} {moment}");
    }
}

#[tokio::test]
async fn an_item_shows_the_scene_and_not_where_it_lies() {
    let api = filled().await;
    let b = api.get("/stac/collections/1/items/b", "").await;
    assert_eq!(b.header("content-type"), "application/geo+json");
    let mut b = b.json();
    for name in ["created", "updated"] {
        assert!(
            b["properties"]
                .as_object_mut()
                .unwrap()
                .remove(name)
                .is_some()
        );
    }
    assert!(!b.to_string().contains("/archive"));
    insta::assert_json_snapshot!(b["properties"], @r#"
    {
      "datetime": "2024-06-01T03:00:00Z",
      "gsd": 2.0,
      "instruments": [
        "PMS1"
      ],
      "mission": "gaofen",
      "orbit": 9,
      "order:status": "orderable",
      "platform": "GF1",
      "title": "GF1_b"
    }
    "#);
    assert_eq!(
        b["assets"]["thumbnail"]["href"],
        "https://stac.example.org/api/scenes/b/image?typeId=1"
    );
    let odd = api
        .get("/stac/collections/1/items/d%2F%231", "")
        .await
        .json();
    assert_eq!(odd["id"], "d/#1");
    assert_eq!(odd["bbox"], json!([179.5, 0.0, -179.5, 1.0]));
    assert_eq!(odd["geometry"]["type"], "MultiPolygon");
    assert_eq!(
        odd["links"][0]["href"],
        "https://stac.example.org/stac/collections/1/items/d%2F%231"
    );
}

#[tokio::test]
async fn a_collection_tells_where_and_when_its_scenes_lie() {
    let api = filled().await;
    let one = api.get("/stac/collections/1", "").await.json();
    assert_eq!(
        one["extent"],
        json!({"spatial": {"bbox": [[-180.0, 0.0, 180.0, 31.0]]},
            "temporal": {"interval": [["2020-01-01T00:00:00Z", "2024-06-01T03:00:00Z"]]}})
    );
    assert_eq!(one["summaries"]["platform"], json!(["GF1"]));
    let mut moved = scene("a", &square(100.0, 33.0));
    moved.acquired = "2024-07-01T00:00:00Z".parse().unwrap();
    api.scenes(&[moved]).await;
    let one = api.get("/stac/collections/1", "").await.json();
    assert_eq!(
        one["extent"]["spatial"]["bbox"][0],
        json!([-180.0, 0.0, 180.0, 34.0])
    );
    assert_eq!(
        one["extent"]["temporal"]["interval"][0][1],
        "2024-07-01T00:00:00Z"
    );
    let all = api.get("/stac/collections", "").await.json();
    assert_eq!(all["collections"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn other_origins_may_read_as_guests() {
    let api = filled().await;
    let asked = Request::builder()
        .method(Method::OPTIONS)
        .uri("/stac/search")
        .header("origin", "https://elsewhere.example")
        .header("access-control-request-method", "POST")
        .body(Body::empty())
        .unwrap();
    let answer = api.send(asked).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT);
    assert_eq!(answer.header("access-control-allow-origin"), "*");
    assert_eq!(answer.header("access-control-allow-methods"), "GET, POST");
    assert_eq!(answer.header("access-control-allow-credentials"), "");
    let read = api.get("/stac", "").await;
    assert_eq!(read.header("access-control-allow-origin"), "*");
    assert_eq!(
        api.get("/api/config", "")
            .await
            .header("access-control-allow-origin"),
        ""
    );
    assert_eq!(
        api.get("/stac/", "").await.status,
        StatusCode::PERMANENT_REDIRECT
    );
}

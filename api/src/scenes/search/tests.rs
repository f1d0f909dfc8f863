//! Searching over HTTP.

use axum::http::StatusCode;
use domain::role::Role;
use serde_json::{Value, json};

use crate::testing::{TestApi, scene, square};

mod confirmed;
mod narrowing;

/// a at 100/30 and b at 110/30 in node 1, c at 100/40 in node 2 below it, cloudy and older.
async fn filled() -> TestApi {
    let api = TestApi::new().await;
    api.node(1, None, "卫星").await;
    api.node(2, Some(1), "GF2").await;
    let mut c = scene("c", &square(100.0, 40.0));
    c.nodeid = 2;
    c.satellite = "GF2".into();
    c.cloud = Some(60.0);
    c.acquired = "2023-01-01T00:00:00Z".parse().unwrap();
    let b = scene("b", &square(110.0, 30.0));
    api.scenes(&[scene("a", &square(100.0, 30.0)), b, c]).await;
    api
}

async fn search_ids(api: &TestApi, search: Value) -> (Vec<String>, i64) {
    let answer = api.post("/api/scenes/search", "", search.clone()).await;
    assert_eq!(answer.status, StatusCode::OK, "{search}: {}", answer.json());
    let answer = answer.json();
    let ids = answer["items"].as_array().unwrap().iter();
    let ids = ids
        .map(|item| item["dataid"].as_str().unwrap().to_owned())
        .collect();
    (ids, answer["total"].as_i64().unwrap())
}

#[tokio::test]
async fn every_field_narrows() {
    let api = filled().await;
    for (search, expected) in [
        (json!({}), vec!["b", "a", "c"]),
        (json!({"nodeIds": [1]}), vec!["b", "a", "c"]),
        (json!({"nodeIds": [2]}), vec!["c"]),
        (json!({"nodeIds": [99]}), vec![]),
        (json!({"satellites": ["GF2", "ZY3"]}), vec!["c"]),
        (json!({"cloudMax": 20}), vec!["b", "a"]),
        (json!({"from": "2024-01-01"}), vec!["b", "a"]),
        (json!({"to": "2023-12-31"}), vec!["c"]),
        (
            json!({"from": "", "to": null, "wkt": "", "text": " "}),
            vec!["b", "a", "c"],
        ),
        (json!({"text": "gf1_A"}), vec!["a"]),
        (json!({"text": "GF1%"}), vec![]),
        (json!({"wkt": square(100.5, 30.5)}), vec!["a"]),
        (
            json!({"wkt": square(100.5, 30.5), "from": "2024-06-01"}),
            vec![],
        ),
        (
            json!({"wkt": "POLYGON((99 29,112 29,112 42,99 42,99 29))", "to": "2023-12-31"}),
            vec!["c"],
        ),
        (
            json!({"wkt": "POLYGON（（99 29，112 29，112 32，99 32，99 29））"}),
            vec!["b", "a"],
        ),
    ] {
        let (ids, total) = search_ids(&api, search.clone()).await;
        assert_eq!(ids, expected, "{search}");
        assert_eq!(total, i64::try_from(expected.len()).unwrap(), "{search}");
    }
}

#[tokio::test]
async fn what_has_a_picture_comes_first_and_of_a_day_what_is_online() {
    let api = TestApi::new().await;
    api.node(1, None, "卫星").await;
    let kinds = [
        ("bare-new", "2024-05-03T04:00:00Z", None, None),
        (
            "pictured-later",
            "2024-05-02T04:00:00Z",
            None,
            Some("https://example.org/a.jpg"),
        ),
        // The same day in China.
        (
            "online",
            "2024-05-01T17:00:00Z",
            Some("file:///a.tif"),
            None,
        ),
        (
            "online-old",
            "2010-01-01T00:00:00Z",
            Some("file:///b.tif"),
            None,
        ),
        ("bare-old", "2009-01-01T00:00:00Z", None, None),
    ];
    let scenes = kinds.map(|(id, acquired, archive, picture)| {
        let mut one = scene(id, &square(100.0, 30.0));
        one.acquired = acquired.parse().unwrap();
        one.archive_url = archive.map(str::to_owned);
        one.image_url = picture.map(str::to_owned);
        one
    });
    api.scenes(&scenes).await;
    let pictures_first = [
        "online",
        "pictured-later",
        "online-old",
        "bare-new",
        "bare-old",
    ];
    assert_eq!(search_ids(&api, json!({})).await.0, pictures_first);
    assert_eq!(
        search_ids(&api, json!({"sort": "pictures"})).await.0,
        pictures_first
    );
    let newest_first = [
        "bare-new",
        "pictured-later",
        "online",
        "online-old",
        "bare-old",
    ];
    assert_eq!(
        search_ids(&api, json!({"sort": "-scenedate"})).await.0,
        newest_first
    );
}

#[tokio::test]
async fn the_area_is_exact_and_so_is_the_total() {
    let api = filled().await;
    // The triangle's box meets all three, the triangle itself not b.
    let triangle = "POLYGON((99 29,110.5 29,99 44,99 29))";
    let first = json!({"wkt": triangle, "pageSize": 1});
    assert_eq!(search_ids(&api, first).await, (vec!["a".to_owned()], 2));
    let second = json!({"wkt": triangle, "pageSize": 1, "page": 2});
    assert_eq!(search_ids(&api, second).await, (vec!["c".to_owned()], 2));
    let beyond = json!({"wkt": triangle, "page": 3});
    assert_eq!(search_ids(&api, beyond).await, (vec![], 2));
}

#[tokio::test]
async fn a_rectangle_is_exact_too() {
    let api = filled().await;
    // Its box meets the rectangle's corner, the triangle itself does not.
    api.scenes(&[scene("d", "POLYGON((101 31,104 31,101 34,101 31))")])
        .await;
    let corner = "POLYGON((103 33,105 33,105 35,103 35,103 33))";
    assert_eq!(search_ids(&api, json!({"wkt": corner})).await, (vec![], 0));
    let all = "POLYGON((99 29,103.2 29,103.2 33.2,99 33.2,99 29))";
    assert_eq!(
        search_ids(&api, json!({"wkt": all})).await,
        (vec!["d".into(), "a".into()], 2)
    );
    let second = json!({"wkt": all, "pageSize": 1, "page": 2});
    assert_eq!(search_ids(&api, second).await, (vec!["a".to_owned()], 2));
}

#[tokio::test]
async fn a_search_across_180_finds_both_sides() {
    let api = filled().await;
    let crossing = "POLYGON((179.5 0,-179.5 0,-179.5 1,179.5 1,179.5 0))";
    api.scenes(&[scene("d", crossing), scene("e", &square(-179.9, 3.0))])
        .await;
    let wide = "POLYGON((175 -1,185 -1,185 5,175 5,175 -1))";
    assert_eq!(search_ids(&api, json!({"wkt": wide})).await.0, ["e", "d"]);
    let west = "POLYGON((-179.8 -1,-178 -1,-178 2,-179.8 2,-179.8 -1))";
    assert_eq!(search_ids(&api, json!({"wkt": west})).await.0, ["d"]);
    let middle = "POLYGON((0 -1,1 -1,1 2,0 2,0 -1))";
    assert_eq!(search_ids(&api, json!({"wkt": middle})).await.1, 0);
}

#[tokio::test]
async fn pages_do_not_overlap_and_order_is_obeyed() {
    let api = filled().await;
    for (sort, expected) in [
        ("scenedate", ["c", "a", "b"]),
        ("-scenedate", ["b", "a", "c"]),
        ("dataname", ["a", "b", "c"]),
        ("-cloud", ["c", "b", "a"]),
    ] {
        let mut ids = Vec::new();
        for page in 1..=3 {
            ids.extend(
                search_ids(&api, json!({"sort": sort, "page": page, "pageSize": 1}))
                    .await
                    .0,
            );
        }
        assert_eq!(ids, expected, "{sort}");
    }
}

#[tokio::test]
async fn what_cannot_be_searched_is_told() {
    let api = filled().await;
    for (search, field, detail) in [
        (
            json!({"wkt": "POLYGON((1 2"}),
            "wkt",
            "空间范围不是有效的 WKT",
        ),
        (json!({"wkt": "POLYGON EMPTY"}), "wkt", "空间范围为空"),
        (
            json!({"wkt": "POLYGON((73 18,135 18,135 54,73 54,73 18))"}),
            "wkt",
            "查询面积超过全国面积，请重新绘制！",
        ),
        (
            json!({"sort": "did; DROP TABLE scene"}),
            "sort",
            "不支持此排序方式",
        ),
        (
            json!({"from": "2024-02-01", "to": "2024-01-01"}),
            "to",
            "结束时间需晚于起始时间！",
        ),
        (json!({"cloudMax": 101}), "cloudMax", "云量请在0~100之间"),
    ] {
        let answer = api.post("/api/scenes/search", "", search.clone()).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{search}");
        assert_eq!(answer.json()["errors"][0]["field"], field);
        assert_eq!(answer.json()["detail"], detail);
    }
    for wrong in [
        json!({"from": "yesterday"}),
        json!({"nodeIds": "1"}),
        json!("x"),
    ] {
        assert_eq!(
            api.post("/api/scenes/search", "", wrong).await.code(),
            "bad_json"
        );
    }
    let nul = api
        .post("/api/scenes/search", "", json!({"text": "a\u{0}b"}))
        .await;
    assert_eq!(nul.status, StatusCode::BAD_REQUEST);
    assert_eq!(nul.code(), "unstorable");
    let far = api
        .post(
            "/api/scenes/search",
            "",
            json!({"from": "+262000-01-01T00:00:00Z"}),
        )
        .await;
    assert_eq!(far.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_scene_shows_itself_without_its_addresses() {
    let api = filled().await;
    let answer = api
        .post("/api/scenes/search", "", json!({"text": "GF1_a"}))
        .await
        .json();
    insta::assert_json_snapshot!(answer, @r#"
        {
          "items": [
            {
              "cloud": 10.0,
              "dataid": "a",
              "dataname": "GF1_a",
              "datasize": 1024,
              "datatype": 0,
              "exists": true,
              "imageurl": null,
              "nodeid": 1,
              "receivetime": null,
              "satelite": "GF1",
              "scenedate": "2024-05-01T03:00:00Z",
              "sensor": "PMS1",
              "wktresponse": "POLYGON((100 30,101 30,101 31,100 31,100 30))"
            }
          ],
          "total": 1
        }
        "#);
}

#[tokio::test]
async fn facets_tell_what_was_found_on_all_pages() {
    let api = filled().await;
    let asked = json!({"facets": true, "pageSize": 1});
    let mut answer = api.post("/api/scenes/search", "", asked).await.json();
    for step in answer["facets"]["clouds"].as_array().unwrap().clone() {
        let expected = [10, 60].contains(&step["from"].as_i64().unwrap());
        assert_eq!(step["count"].as_i64() > Some(0), expected, "{step}");
    }
    answer["facets"]["clouds"].take();
    answer["items"].take();
    insta::assert_json_snapshot!(answer);
    let asked = json!({"facets": true, "sensors": ["none"]});
    let none = api.post("/api/scenes/search", "", asked).await.json();
    assert_eq!(
        (&none["total"], &none["histogram"]),
        (&json!(0), &json!([]))
    );
}

#[tokio::test]
async fn coverage_is_of_the_drawn_area() {
    let api = filled().await;
    let half = "POLYGON((100 30,102 30,102 31,100 31,100 30))";
    let ask = async |wkt: &str| {
        let asked = json!({"coverage": true, "wkt": wkt});
        api.post("/api/scenes/search", "", asked).await.json()
    };
    let answer = ask(half).await;
    assert_eq!(answer["coverage"], json!(50.0));
    assert_eq!(answer["items"][0]["coverage"], json!(50.0));
    let point = ask("POINT(100.5 30.5)").await;
    assert_eq!(
        (&point["total"], &point["coverage"]),
        (&json!(1), &Value::Null)
    );
}

#[tokio::test]
async fn searches_of_the_signed_in_are_written_down() {
    let api = filled().await;
    let token = api.signed_in("lisi_1", Role::Applicant).await;
    api.post("/api/scenes/search", &token, json!({})).await;
    api.post("/api/scenes/search", &token, json!({"page": 2}))
        .await;
    api.post("/api/scenes/search", "", json!({})).await;
    let mut connection = api.context.connection().await.unwrap();
    let mut written = async || {
        let search = domain::behaviour::Behaviour::Search;
        let count = storage::db::behaviours::count_of(&mut connection, search).await;
        count.unwrap()
    };
    // The record is written beside the answer. That the others are none is told apart in api/tests/orders.
    let until = async {
        while written().await == 0 {
            tokio::task::yield_now().await;
        }
    };
    let minute = std::time::Duration::from_mins(1);
    tokio::time::timeout(minute, until).await.unwrap();
    assert_eq!(written().await, 1);
}

//! What people keep is theirs alone.

use axum::http::{Method, StatusCode};
use domain::role::Role;
use serde_json::{Value, json};

use crate::testing::{TestApi, square};

fn bookmark(name: &str) -> Value {
    json!({
        "name": name, "wkt": square(100.0, 30.0), "center": "108.2,29.07", "zoom": 5.5,
        "region": "156110000",
        "mapConfigList": [{"serviceId": "vector", "serviceOrder": 0, "serviceStatus": 1}],
    })
}

fn search(name: &str) -> Value {
    json!({"name": name, "query": "from=2024-01-01&nodes=1", "count": 3})
}

/// The call, a body of it, and what is said when a name is missing or taken.
type NamedEndpoint = (&'static str, fn(&str) -> Value, [&'static str; 2]);

const PLACES: [NamedEndpoint; 2] = [
    (
        "/api/bookmarks",
        bookmark,
        ["书签名称不能为空", "书签名称已存在!"],
    ),
    (
        "/api/searches",
        search,
        ["检索名称不能为空", "检索名称已存在!"],
    ),
];

#[tokio::test]
async fn each_sees_and_removes_their_own() {
    let api = TestApi::new().await;
    let (owner, other) = (
        api.signed_in("owner", Role::Applicant).await,
        api.signed_in("other", Role::Admin).await,
    );
    for (path, body, [missing, taken]) in PLACES {
        let made = api.post(path, &owner, body(" 青海 ")).await;
        assert_eq!(made.status, StatusCode::CREATED, "{}", made.json());
        let made = made.json();
        assert_eq!(made["name"], "青海");
        assert_eq!(
            made["region"],
            body("").get("region").cloned().unwrap_or_default()
        );
        let listed = api.get(path, &owner).await.json();
        assert_eq!(listed, json!({"items": [made], "total": 1}));
        assert_eq!(api.get(path, &other).await.json()["total"], 0);
        for alike in ["青海", "青\u{200B}海"] {
            let again = api.post(path, &owner, body(alike)).await;
            assert_eq!(
                (again.status, again.code().as_str()),
                (StatusCode::CONFLICT, "name_taken")
            );
            assert_eq!(again.json()["detail"], taken);
        }
        let same = api.post(path, &other, body("青海")).await;
        assert_eq!(
            same.status,
            StatusCode::CREATED,
            "names are everybody's own"
        );
        for nameless in [json!(""), json!("\u{200B} "), json!(null)] {
            let mut body = body("x");
            if nameless.is_null() {
                body.as_object_mut().unwrap().remove("name");
            } else {
                body["name"] = nameless;
            }
            let none = api.post(path, &owner, body).await;
            assert_eq!(none.status, StatusCode::UNPROCESSABLE_ENTITY);
            assert_eq!(
                (none.code().as_str(), &none.json()["detail"]),
                ("name_missing", &json!(missing))
            );
        }
        let address = format!("{path}/{}", made["id"].as_str().unwrap());
        let remove = async |token: &str| api.call(Method::DELETE, &address, token, None).await;
        assert_eq!(remove(&other).await.status, StatusCode::NOT_FOUND);
        assert_eq!(api.get(path, &owner).await.json()["total"], 1);
        assert_eq!(remove(&owner).await.status, StatusCode::NO_CONTENT);
        assert_eq!(remove(&owner).await.status, StatusCode::NOT_FOUND);
        assert_eq!(api.get(path, &owner).await.json()["total"], 0);
    }
}

#[tokio::test]
async fn at_most_two_hundred_also_when_many_come_at_once() {
    let api = TestApi::new().await;
    let token = api.signed_in("owner", Role::Applicant).await;
    for (path, body, _) in PLACES {
        for n in 0..198 {
            let made = api.post(path, &token, body(&n.to_string())).await;
            assert_eq!(made.status, StatusCode::CREATED);
        }
        let (token, api) = (&token, &api);
        let at_once = (0..8).map(async |n| api.post(path, token, body(&format!("more {n}"))).await);
        let answers = futures::future::join_all(at_once).await;
        let made = answers.iter().filter(|it| it.status == StatusCode::CREATED);
        assert_eq!(made.count(), 2);
        let full = answers.iter().filter(|it| it.code() == "too_many");
        assert_eq!(full.count(), 6);
        assert_eq!(
            api.get(path, token).await.json()["items"]
                .as_array()
                .unwrap()
                .len(),
            200
        );
    }
}

#[tokio::test]
async fn what_cannot_be_is_refused() {
    let api = TestApi::new().await;
    let token = api.signed_in("owner", Role::Applicant).await;
    let with = |key: &str, value: Value| {
        let mut body = bookmark("b");
        body[key] = value;
        body
    };
    let layer = |id: &str, status: u8| json!([{"serviceId": id, "serviceOrder": 0, "serviceStatus": status}]);
    for (body, field) in [
        (with("name", json!("名".repeat(101))), "name"),
        (with("center", json!("108.2")), "center"),
        (with("center", json!("181,0")), "center"),
        (with("center", json!("NaN,0")), "center"),
        (with("region", json!("999999999")), "region"),
        (with("zoom", json!(31)), "zoom"),
        (with("zoom", json!(-1)), "zoom"),
        (with("wkt", json!("POLYGON((")), "wkt"),
        (with("mapConfigList", layer("a", 2)), "mapConfigList"),
        (
            with("mapConfigList", layer(&"a".repeat(201), 1)),
            "mapConfigList",
        ),
    ] {
        let answer = api.post("/api/bookmarks", &token, body).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{field}");
        assert_eq!(answer.json()["errors"][0]["field"], field);
    }
    let empty = api
        .post("/api/bookmarks", &token, with("wkt", json!(null)))
        .await;
    assert_eq!(
        (empty.status, &empty.json()["wkt"]),
        (StatusCode::CREATED, &json!(null))
    );
    let long = json!({"name": "s", "query": "x".repeat(8001)});
    let long = api.post("/api/searches", &token, long).await;
    assert_eq!(long.json()["errors"][0]["field"], "query");
    let longest = json!({"name": "s", "query": "x".repeat(8000)});
    let longest = api.post("/api/searches", &token, longest).await;
    assert_eq!(
        (longest.status, &longest.json()["count"]),
        (StatusCode::CREATED, &json!(null))
    );
}

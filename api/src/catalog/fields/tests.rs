//! Lists of fields over HTTP: what nodes have, what scenes show.

use axum::http::{Method, StatusCode};
use chrono::TimeDelta;
use domain::role::Role;
use serde_json::{Value, json};
use storage::db::catalogue::NewNode;
use testkit::builders::{add_nodes, node};

use crate::testing::{TestApi, scene, square};

/// WX 1 over 2, ZL 3, and 1000357, which the specification names.
pub(crate) async fn filled() -> TestApi {
    let api = TestApi::new().await;
    api.node(1, None, "卫星").await;
    api.node(2, Some(1), "Sentinel-2").await;
    api.node(1_000_357, Some(1), "Sentinel").await;
    let archive = NewNode {
        kind: domain::catalogue::NodeKind::Archive,
        ..node(3, "档案")
    };
    add_nodes(&api.context.pool, &[archive]).await;
    let mut a = scene("a", &square(100.0, 30.0));
    a.properties = json!({"processing:level": "L2A", "sat:relative_orbit": 91, "view:off_nadir": 3.5,
        "grid:code": "MGRS-43SDD", "secret": "/archive/a"});
    a.gsd = Some(0.8);
    a.cloud = Some(8.16);
    let mut b = scene("b", &square(110.0, 30.0));
    b.nodeid = 2;
    b.sensor = "MSI".into();
    b.satellite = "S2A".into();
    b.properties =
        json!({"processing:level": "L1C", "sat:relative_orbit": "many", "view:off_nadir": 1e300});
    let mut c = scene("c", &square(120.0, 30.0));
    c.nodeid = 3;
    c.properties = json!({"档案号": "D-2024_7", "项目名称": "青海"});
    api.scenes(&[a, b, c]).await;
    api
}

async fn put(api: &TestApi, path: &str, token: &str, body: Value) -> crate::testing::Answer {
    api.call(Method::PUT, path, token, Some(body)).await
}

async fn list_of(api: &TestApi, node: i64) -> (String, bool) {
    let fields = api
        .get(&format!("/api/catalog/nodes/{node}/fields"), "")
        .await;
    assert_eq!(fields.status, StatusCode::OK, "{}", fields.json());
    let fields = fields.json();
    let list = fields["list"].as_str().unwrap().to_owned();
    (list, fields["inherited"].as_bool().unwrap())
}

#[tokio::test]
async fn nodes_have_lists_of_their_own_or_from_above() {
    let api = filled().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let named = |name: &str, inherited| (name.to_owned(), inherited);
    assert_eq!(list_of(&api, 1).await, named("default", true));
    assert_eq!(list_of(&api, 2).await, named("default", true));
    assert_eq!(list_of(&api, 3).await, named("geologicalarchive", true));
    assert_eq!(list_of(&api, 1_000_357).await, named("sentinel", false));
    let assign = async |node: i64, list: Value| {
        put(
            &api,
            &format!("/api/catalog/nodes/{node}/fields"),
            &admin,
            json!({"list": list}),
        )
        .await
    };
    assert_eq!(assign(1, json!("hy")).await.json()["list"], "hy");
    assert_eq!(list_of(&api, 2).await, named("hy", true));
    assert_eq!(assign(2, json!("sentinel")).await.status, StatusCode::OK);
    assert_eq!(list_of(&api, 2).await, named("sentinel", false));
    assert_eq!(assign(2, json!(null)).await.json()["inherited"], true);
    assert_eq!(list_of(&api, 2).await, named("hy", true));
    let unknown = assign(2, json!("none")).await;
    assert_eq!(
        (unknown.status, &unknown.json()["errors"][0]["field"]),
        (StatusCode::BAD_REQUEST, &json!("list"))
    );
    assert_eq!(assign(99, json!("hy")).await.status, StatusCode::NOT_FOUND);
    let unsaid = put(&api, "/api/catalog/nodes/2/fields", &admin, json!({})).await;
    assert_eq!(
        unsaid.status,
        StatusCode::BAD_REQUEST,
        "nothing is assigned by leaving it out"
    );
    assert_eq!(
        api.get("/api/catalog/nodes/99/fields", "").await.status,
        StatusCode::NOT_FOUND
    );
}

#[tokio::test]
async fn lists_that_exist_from_the_start_can_be_used() {
    let api = filled().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let lists = api.get("/api/catalog/fieldLists", &admin).await.json();
    let items = lists["items"].as_array().unwrap();
    let names: Vec<_> = items
        .iter()
        .map(|list| list["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        [
            "default",
            "eo1h",
            "general_map",
            "geological_map",
            "geologicalarchive",
            "geophysics_sampling",
            "gwcg46",
            "hy",
            "sentinel"
        ]
    );
    assert_eq!(lists["total"], 9);
    for list in items {
        let body =
            json!({"label": list["label"], "display": list["display"], "query": list["query"]});
        let path = format!("/api/catalog/fieldLists/{}", list["name"].as_str().unwrap());
        let saved = put(&api, &path, &admin, body).await;
        assert_eq!(saved.status, StatusCode::OK, "{}", saved.json());
        assert_eq!(
            &saved.json(),
            list,
            "what ships passes the checks, and stays as it was"
        );
    }
    let archive = items
        .iter()
        .find(|list| list["name"] == "geologicalarchive")
        .unwrap();
    let labels: Vec<_> = archive["display"]
        .as_array()
        .unwrap()
        .iter()
        .map(|field| &field["label"])
        .collect();
    assert_eq!(
        labels,
        ["档案号", "项目名称", "测区名", "图件名", "图件名称"]
    );
}

fn own_list() -> Value {
    let field = json!({"key": "cloud", "label": "云量", "labelEn": "Cloud", "kind": "percent", "options": ["x"]});
    json!({"label": " 自定义 ", "display": [field], "query": [field]})
}

#[tokio::test]
async fn lists_are_made_and_removed_unless_a_node_has_them() {
    let api = filled().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let body = own_list();
    let made = put(&api, "/api/catalog/fieldLists/own_1", &admin, body.clone()).await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.json());
    assert_eq!(
        (&made.json()["label"], &made.json()["nodeIds"]),
        (&json!("自定义"), &json!([]))
    );
    // Of two who read the same version, the later one learns of the earlier; nobody's list is taken for a new one.
    let mut versioned = body.clone();
    for (version, label, status) in [
        (0, "乙", 409),
        (1, "乙", 200),
        (1, "丙", 409),
        (2, "丙", 200),
    ] {
        versioned["label"] = json!(label);
        versioned["version"] = json!(version);
        let saved = put(
            &api,
            "/api/catalog/fieldLists/own_1",
            &admin,
            versioned.clone(),
        )
        .await;
        assert_eq!(saved.status.as_u16(), status, "{label} {version}");
        if status == 409 {
            assert_eq!(saved.code(), "changed_meanwhile");
        }
    }
    let remove = async |name: &str| {
        api.call(
            Method::DELETE,
            &format!("/api/catalog/fieldLists/{name}"),
            &admin,
            None,
        )
        .await
    };
    put(
        &api,
        "/api/catalog/nodes/2/fields",
        &admin,
        json!({"list": "own_1"}),
    )
    .await;
    let used = remove("own_1").await;
    assert_eq!(
        (used.status, used.code().as_str()),
        (StatusCode::CONFLICT, "in_use")
    );
    let said = used.json()["detail"].as_str().unwrap().to_owned();
    assert!(
        said.starts_with("该字段列表正在被 1 个目录节点使用，不能删除："),
        "{said}"
    );
    assert!(!said.ends_with('：'), "{said}");
    put(
        &api,
        "/api/catalog/nodes/2/fields",
        &admin,
        json!({"list": null}),
    )
    .await;
    assert_eq!(remove("own_1").await.status, StatusCode::NO_CONTENT);
    assert_eq!(remove("own_1").await.status, StatusCode::NOT_FOUND);
    assert_eq!(remove("default").await.code(), "in_use");
    // Archives then have what everything else has.
    assert_eq!(
        remove("geologicalarchive").await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(list_of(&api, 3).await, ("default".to_owned(), true));
}

#[tokio::test]
async fn lists_with_wrong_names_labels_or_fields_are_refused() {
    let api = filled().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let body = own_list();
    for (path, field, change) in [
        ("Own", "name", json!({})),
        ("own", "label", json!({"label": ""})),
        ("own", "display", json!({"display": []})),
        (
            "own",
            "display[0].key",
            json!({"display": [{"key": "archive_url", "label": "a", "labelEn": "a", "kind": "text"}]}),
        ),
        (
            "own",
            "query[0].key",
            json!({"query": [{"key": "centerLatitude", "label": "a", "labelEn": "a", "kind": "coordinate"}]}),
        ),
    ] {
        let mut body = body.clone();
        for (key, value) in change.as_object().unwrap() {
            body[key] = value.clone();
        }
        let refused = put(
            &api,
            &format!("/api/catalog/fieldLists/{path}"),
            &admin,
            body,
        )
        .await;
        assert_eq!(
            (refused.status, refused.code().as_str()),
            (StatusCode::BAD_REQUEST, "invalid")
        );
        assert_eq!(refused.json()["errors"][0]["field"], field);
    }
}

#[tokio::test]
async fn choices_offer_what_there_is() {
    let api = filled().await;
    let offered = async |node: i64, key: &str| {
        let fields = api
            .get(&format!("/api/catalog/nodes/{node}/fields"), "")
            .await
            .json();
        let query = fields["query"].as_array().unwrap().clone();
        let field = query.into_iter().find(|field| field["key"] == key).unwrap();
        field["options"].clone()
    };
    assert_eq!(offered(1, "satelite").await, json!(["GF1", "S2A"]));
    assert_eq!(offered(1, "sensor").await, json!(["MSI", "PMS1"]));
    assert_eq!(offered(1, "level").await, json!(["L1C", "L2A"]));
    assert_eq!(offered(2, "level").await, json!(["L1C"]));
    assert_eq!(offered(1, "cloud").await, json!(null), "only of choices");
    let many: Vec<_> = (0..150)
        .map(|n| {
            let mut one = scene(&format!("n{n}"), &square(100.0, 30.0));
            one.nodeid = 2;
            one.properties = json!({"processing:level": format!("X{n:03}"), "level": "/archive/x"});
            one
        })
        .collect();
    api.scenes(&many).await;
    assert_eq!(
        offered(2, "level").await,
        json!(["L1C"]),
        "remembered for some minutes"
    );
    api.pass(TimeDelta::minutes(6));
    assert_eq!(offered(2, "level").await.as_array().unwrap().len(), 100);
}

#[tokio::test]
async fn a_scene_shows_the_fields_of_its_node() {
    let api = filled().await;
    let fields = api.get("/api/scenes/a", "").await.json()["fields"].clone();
    let of = |key: &str| {
        let all = fields.as_array().unwrap();
        all.iter()
            .find(|field| field["key"] == key)
            .unwrap_or(&Value::Null)
            .clone()
    };
    assert_eq!(
        of("cloud"),
        json!({"key": "cloud", "label": "云量", "labelEn": "Cloud cover", "kind": "percent", "value": 8.16})
    );
    assert_eq!(
        of("gsd"),
        json!({"key": "gsd", "label": "分辨率", "labelEn": "Resolution", "kind": "number", "unit": "m", "value": 0.8})
    );
    assert_eq!(of("scenedate")["value"], "2024-05-01T03:00:00Z");
    assert_eq!(of("receivetime")["value"], json!(null));
    assert_eq!(of("datasize")["value"], 1024);
    assert_eq!(of("level")["value"], "L2A");
    assert_eq!(of("orbit")["value"], "91", "a text, as its kind says");
    assert_eq!(of("sceneNumber")["value"], "MGRS-43SDD");
    assert_eq!(of("roll")["value"], 3.5);
    assert_eq!(
        (
            &of("leftTopLongitude")["value"],
            &of("leftTopLatitude")["value"]
        ),
        (&json!(100.0), &json!(31.0))
    );
    assert_eq!(
        (
            &of("centerLongitude")["value"],
            &of("centerLatitude")["value"]
        ),
        (&json!(100.5), &json!(30.5))
    );
    let archive = api.get("/api/scenes/c", "").await.json()["fields"].clone();
    let values: Vec<_> = archive
        .as_array()
        .unwrap()
        .iter()
        .map(|field| &field["value"])
        .collect();
    assert_eq!(
        values,
        [
            &json!("D-2024_7"),
            &json!("青海"),
            &json!(null),
            &json!(null),
            &json!(null)
        ]
    );
}

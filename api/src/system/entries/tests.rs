//! What administrators save holds for everybody, at once.

use axum::http::{Method, StatusCode};
use domain::role::Role;
use domain::setting::Setting;
use domain::system::SysKey;
use serde_json::{Value, json};

use crate::context::Settings;
use crate::testing::TestApi;

fn layer(url: &str) -> String {
    json!({"name": "影像", "layerName": "img", "layerUrl": url, "layerType": "WMTS", "visible": true}).to_string()
}

async fn save(api: &TestApi, token: &str, items: &[(&str, &str)]) -> crate::testing::Answer {
    let items: Vec<Value> = items
        .iter()
        .map(|(key, value)| json!({"sysKey": key, "sysValue": value}))
        .collect();
    let body = json!({"items": items});
    api.call(Method::PUT, "/api/system", token, Some(body))
        .await
}

fn value(list: &Value, key: &str) -> String {
    let items = list["items"].as_array().unwrap();
    let item = items.iter().find(|item| item["sysKey"] == key).unwrap();
    item["sysValue"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn the_environment_holds_until_somebody_saves() {
    let api = TestApi::with(Settings {
        contact_tele: "010-1".into(),
        ..Settings::default()
    })
    .await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let before = api.get("/api/system", &admin).await.json();
    assert_eq!(before["total"], 26);
    assert_eq!(value(&before, "contactTele"), "010-1");
    assert_eq!(value(&before, "sysName"), "卫星遥感数据信息共享服务");
    assert_eq!(value(&before, "mapLayers"), "");
    let saved = save(
        &api,
        &admin,
        &[
            ("sysName", " 青海数据服务 "),
            ("contactTele", ""),
            ("copyrightInfor", "版权所有"),
            ("recordInfor", "京ICP备1号"),
            ("contactPost", "100037"),
        ],
    )
    .await;
    assert_eq!(saved.status, StatusCode::OK, "{}", saved.json());
    assert_eq!(value(&saved.json(), "sysName"), "青海数据服务");
    let config = api.get("/api/config", "").await.json();
    assert_eq!(config["sysName"], "青海数据服务");
    assert_eq!(config["contactTele"], "");
    assert_eq!(config["copyright"], "版权所有");
    assert_eq!(
        (&config["record"], &config["contactPost"]),
        (&json!("京ICP备1号"), &json!("100037"))
    );
    assert_eq!(api.get("/stac", "").await.json()["title"], "青海数据服务");
    assert_eq!(
        value(&api.get("/api/system", &admin).await.json(), "recordInfor"),
        "京ICP备1号"
    );
}

#[tokio::test]
async fn layers_reach_the_map_and_the_policy() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let policy = async || {
        let page = api.get("/", "").await;
        page.header("content-security-policy").to_owned()
    };
    assert!(!policy().await.contains("http"), "nobody else at first");
    let own = layer("/tiles/{z}/{x}/{y}.png");
    let list = format!("[{},{own}]", layer("http://10.0.0.1:8080/wms"));
    let saved = save(
        &api,
        &admin,
        &[
            (
                "imageMap",
                &layer("https://t{0-1}.example.org/wmts?tk={token}"),
            ),
            ("threeMap", &own),
            ("mapLayers", &list),
            ("serviceToken", "a&b"),
            ("sysLog", "https://logo.example.org/logo.svg"),
            ("toolList", ""),
            ("maskURL", "https://mask.example.org/areas.json"),
            ("longTopLeft", "73"),
            ("latTopLeft", "54"),
            ("longTopRight", "135"),
            ("latTopRight", "18"),
        ],
    )
    .await;
    assert_eq!(saved.status, StatusCode::OK, "{}", saved.json());
    let config = api.get("/api/config", "").await.json();
    assert_eq!(config["map"]["tools"], json!([]));
    assert_eq!(config["logo"], "https://logo.example.org/logo.svg");
    let map = &config["map"];
    assert_eq!(
        map["imagery"]["layerUrl"],
        "https://t{0-1}.example.org/wmts?tk=a%26b"
    );
    assert_eq!(map["imagery"]["layerType"], "WMTS");
    assert_eq!(map["vector"], json!(null));
    assert_eq!(map["globe"]["layerUrl"], "/tiles/{z}/{x}/{y}.png");
    assert_eq!(map["layers"].as_array().unwrap().len(), 2);
    assert_eq!(map["extent"], json!([73.0, 18.0, 135.0, 54.0]));
    assert_eq!(map["mask"], "https://mask.example.org/areas.json");
    let hosts = "http://10.0.0.1:8080 https://logo.example.org https://mask.example.org https://t0.example.org https://t1.example.org;";
    let policy = policy().await;
    assert!(
        policy.contains(&format!("img-src 'self' data: blob: {hosts}")),
        "{policy}"
    );
    assert!(
        policy.contains(&format!("connect-src 'self' {hosts}")),
        "{policy}"
    );
    assert!(policy.contains("script-src 'self';"), "{policy}");
}

#[tokio::test]
async fn one_wrong_entry_saves_none() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let long = "x".repeat(501);
    for (key, wrong) in [
        ("sysName", ""),
        ("sysname", "x"),
        ("copyrightInfor", &long),
        ("imageMap", "[]"),
        ("maskURL", "javascript:alert(1)"),
        ("mapLayers", "{}"),
        ("toolList", "legend,hammer"),
        ("frequency", "-1"),
        ("latTopLeft", "91"),
    ] {
        let answer = save(&api, &admin, &[("contactPost", "100037"), (key, wrong)]).await;
        assert_eq!(
            (answer.status, answer.code().as_str()),
            (StatusCode::BAD_REQUEST, "invalid")
        );
        assert_eq!(answer.json()["errors"][0]["field"], key);
    }
    let flat = [
        ("longTopLeft", "73"),
        ("latTopLeft", "54"),
        ("longTopRight", "135"),
        ("latTopRight", "54"),
    ];
    let flat = save(&api, &admin, &flat).await;
    assert_eq!(flat.json()["errors"][0]["field"], "longTopRight");
    let list = api.get("/api/system", &admin).await.json();
    assert_eq!(
        (value(&list, "contactPost"), value(&list, "longTopLeft")),
        Default::default()
    );
    let refused = save(&api, &api.signed_in("user_1", Role::Applicant).await, &[]).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_process_that_nobody_asked_for_a_while_answers_by_what_holds_now() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let other = api.beside();
    let name = async || other.get("/api/config", "").await.json()["sysName"].clone();
    let before = name().await;
    save(&api, &admin, &[("sysName", "青海数据服务")]).await;
    // The other process knows it of a moment ago, and may say so for some seconds.
    assert_eq!(name().await, before);
    other.context.system.age(std::time::Duration::from_mins(2));
    assert_eq!(name().await, "青海数据服务");
}

#[tokio::test]
async fn what_shows_nothing_is_saved_as_nothing() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    for blank in [
        "\u{200b}", "\u{202e}", "\u{feff}", "\u{2060}", "\u{ad}", "\u{3164}", "\u{2800}",
    ] {
        let entries = [("preparationPromise", blank), ("contactTele", blank)];
        let saved = save(&api, &admin, &entries).await;
        assert_eq!(saved.status, StatusCode::OK, "{blank:?}");
        assert_eq!(value(&saved.json(), "preparationPromise"), "");
        assert_eq!(value(&saved.json(), "contactTele"), "");
    }
}

#[tokio::test]
async fn an_entry_that_is_named_twice_saves_none() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let twice = [
        ("contactTele", "010-1"),
        ("contactPost", "1"),
        ("contactTele", "010-2"),
    ];
    let refused = save(&api, &admin, &twice).await;
    assert_eq!(
        (refused.status, refused.code().as_str()),
        (StatusCode::UNPROCESSABLE_ENTITY, "setting_twice")
    );
    assert_eq!(refused.json()["errors"][0]["field"], "contactTele");
    let list = api.get("/api/system", &admin).await.json();
    assert_eq!(value(&list, "contactPost"), "");
}

/// Who saves beside somebody waits, and says what the other one left.
#[tokio::test]
async fn the_audit_log_says_what_an_entry_really_was() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let by = api.account("other_1", Role::Admin).await;
    let mut other = api.context.begin().await.unwrap();
    storage::db::settings::lock(&mut other).await.unwrap();
    let now = api.context.now();
    let (key, setting) = (SysKey::ContactTele, Setting::Reorder);
    storage::db::system::save(&mut other, key, "010-1", by, now)
        .await
        .unwrap();
    let is_on = storage::db::settings::is_on(&mut other, setting)
        .await
        .unwrap();
    storage::db::settings::switch(&mut other, setting, !is_on, by, now)
        .await
        .unwrap();
    let entries = [("contactTele", "010-2")];
    let switched = json!({"reorder": is_on});
    let saving = async {
        let switching = api.call(Method::PUT, "/api/settings", &admin, Some(switched));
        futures::future::join(save(&api, &admin, &entries), switching).await
    };
    let committing = async {
        let waiting = "SELECT count(*) FROM pg_stat_activity \
                       WHERE datname = current_database() AND wait_event_type = 'Lock'";
        while sqlx::query_scalar::<_, i64>(waiting)
            .fetch_one(&api.context.pool)
            .await
            .unwrap()
            < 2
        {
            tokio::task::yield_now().await;
        }
        storage::db::handles::commit(other).await.unwrap();
    };
    let ((saved, switched), ()) = futures::future::join(saving, committing).await;
    assert_eq!(
        (saved.status, switched.status),
        (StatusCode::OK, StatusCode::OK)
    );
    let log = api.get("/api/audit-log?subject=setting", &admin).await.ok();
    let changes = log["items"].as_array().unwrap().iter();
    let changes: Vec<_> = changes.map(|item| item["changes"][0].clone()).collect();
    let entry = json!({"field": "contactTele", "before": "010-1", "after": "010-2"});
    assert!(changes.contains(&entry), "{changes:#?}");
    let before = (!is_on).to_string();
    let switch = json!({"field": "reorder", "before": before, "after": is_on.to_string()});
    assert!(changes.contains(&switch), "{changes:#?}");
}

/// Layers on 26 servers each, whose names are as long as names may be: one of them is too much for a policy.
fn layers_on_servers(count: usize) -> String {
    let label = "a".repeat(63);
    let layers =
        (0..count).map(|number| layer(&format!("https://t{{a-z}}.{number}.{label}.{label}.cn/")));
    format!("[{}]", layers.collect::<Vec<_>>().join(","))
}

#[tokio::test]
async fn layers_on_more_servers_than_a_policy_can_name_are_refused() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let layers = layers_on_servers(50);
    let refused = save(
        &api,
        &admin,
        &[("mapLayers", &layers), ("contactPost", "1")],
    )
    .await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    let error = &refused.json()["errors"][0];
    assert_eq!(
        (&error["field"], &error["code"]),
        (&json!("mapLayers"), &json!("setting.too_many_servers"))
    );
    let list = api.get("/api/system", &admin).await.json();
    assert_eq!(value(&list, "contactPost"), "");
}

#[tokio::test]
async fn pages_are_shown_whatever_was_saved_before_that_was_refused() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let by = api.account("other_1", Role::Admin).await;
    let now = api.context.now();
    let mut tx = api.context.begin().await.unwrap();
    storage::db::system::save(&mut tx, SysKey::MapLayers, &layers_on_servers(50), by, now)
        .await
        .unwrap();
    storage::db::handles::commit(tx).await.unwrap();
    // What has to do with no server is saved, and so is what mends it.
    for (entry, servers) in [
        (("contactPost", "1"), "data: blob: ;"),
        (("mapLayers", ""), "data: blob: ;"),
    ] {
        let saved = save(&api, &admin, &[entry]).await;
        assert_eq!(saved.status, StatusCode::OK, "{}", saved.json());
        let page = api.get("/", "").await;
        let policy = page.header("content-security-policy");
        assert!(policy.len() < 4096, "{}", policy.len());
        assert!(policy.contains(servers), "{policy}");
    }
    let other = save(
        &api,
        &admin,
        &[("maskURL", "https://mask.example.org/a.json")],
    )
    .await;
    assert_eq!(other.status, StatusCode::OK, "{}", other.json());
}

#[tokio::test]
async fn too_many_servers_of_before_become_fewer_step_by_step() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let by = api.account("other_1", Role::Admin).await;
    let now = api.context.now();
    let mut tx = api.context.begin().await.unwrap();
    let before = layers_on_servers(50);
    storage::db::system::save(&mut tx, SysKey::MapLayers, &before, by, now)
        .await
        .unwrap();
    storage::db::handles::commit(tx).await.unwrap();
    let mask = "https://mask.example.org/a.json".to_owned();
    let (accepted, refused) = (StatusCode::OK, StatusCode::BAD_REQUEST);
    for (key, value, expected) in [
        ("mapLayers", layers_on_servers(49), accepted),
        ("mapLayers", layers_on_servers(50), refused),
        ("maskURL", mask.clone(), refused),
        ("mapLayers", layers_on_servers(30), accepted),
        ("mapLayers", String::new(), accepted),
        ("maskURL", mask, accepted),
    ] {
        let saved = save(&api, &admin, &[(key, &value)]).await;
        assert_eq!(saved.status, expected, "{key}: {}", saved.json());
    }
}

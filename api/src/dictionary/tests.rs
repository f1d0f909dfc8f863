use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use domain::permission::Permission;
use domain::role::Role;
use futures::StreamExt as _;
use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::testing::{Answer, TestApi};

const LEVELS: &str = "/api/dictionary/processing_level";
const FILE_HEAD: &str =
    "--x\r\ncontent-disposition: form-data; name=\"file\"; filename=\"f\"\r\n\r\n";

struct Desk {
    api: TestApi,
    admin: String,
}

impl Desk {
    async fn new() -> Self {
        let api = TestApi::new().await;
        let admin = api.signed_in("admin_1", Role::Admin).await;
        Self { api, admin }
    }

    async fn list(&self, path: &str) -> Value {
        self.api.get(path, &self.admin).await.json()
    }

    /// Saves the entries of a list over the version that was read.
    async fn put(&self, path: &str, entries: Value, version: &Value) -> Answer {
        let body = Some(json!({"entries": entries, "version": version}));
        self.api.call(Method::PUT, path, &self.admin, body).await
    }

    async fn import(&self, query: &str, file: &[u8]) -> Answer {
        let body = [FILE_HEAD.as_bytes(), file, b"\r\n--x--\r\n"].concat();
        let request = self.upload(query, Body::from(body));
        self.api.send(request).await
    }

    fn upload(&self, query: &str, body: Body) -> Request<Body> {
        let request = Request::builder()
            .method(Method::POST)
            .uri(format!("{LEVELS}/import{query}"))
            .header(header::AUTHORIZATION, format!("Bearer {}", self.admin))
            .header(header::CONTENT_TYPE, "multipart/form-data; boundary=x");
        request.body(body).unwrap()
    }

    async fn log(&self) -> Vec<Value> {
        let log = self.list("/api/audit-log?subject=dictionary").await;
        log["items"].as_array().unwrap().clone()
    }
}

fn names(list: &Value) -> Vec<&str> {
    let entries = list.as_array().unwrap().iter();
    entries
        .map(|entry| entry["name"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn the_lists_begin_as_the_specification_has_them() {
    let desk = Desk::new().await;
    let usages = desk.list("/api/dictionary/usage").await;
    assert_eq!(
        names(&usages["entries"]),
        [
            "地质矿产调查评价",
            "矿产开发监测",
            "地质灾害调查与监测",
            "灾害应急",
            "生态地质",
            "境外地质",
            "土地利用",
            "测绘",
            "科研",
            "其他",
        ]
    );
    assert_eq!(
        (&usages["version"], &usages["longest"], &usages["most"]),
        (&json!(1), &json!(50), &json!(100))
    );
    let levels = desk.list(LEVELS).await;
    assert_eq!(levels["entries"].as_array().unwrap().len(), 7);
    let offered = desk.api.get("/api/processes", "").await.json();
    assert_eq!(names(&offered["items"]), names(&levels["entries"]));
    let phrases = desk.list("/api/dictionary/reject_phrase").await;
    assert_eq!(phrases["entries"].as_array().unwrap().len(), 6);
    // Everybody reads what forms offer, and only auditors what rejections say.
    let words = desk.api.get("/api/dictionary", "").await.json();
    assert_eq!(words["total"], 17);
    let wrong = desk.api.get("/api/dictionary/paper", &desk.admin).await;
    assert_eq!(wrong.status, 404);
}

#[tokio::test]
async fn a_list_is_replaced_as_it_was_read_and_all_of_it_is_kept_in_the_log() {
    let desk = Desk::new().await;
    let before = desk.list(LEVELS).await;
    let first = &before["entries"][0];
    let second = &before["entries"][1];
    let entries = json!([
        {"name": " 三维建模 ", "nameEn": "3D models", "on": true},
        {"id": second["id"], "name": "光学影像处理", "nameEn": "Optics", "on": true},
        {"id": first["id"], "name": "地质体解译", "nameEn": first["nameEn"], "on": false},
    ]);
    let saved = desk.put(LEVELS, entries.clone(), &before["version"]).await;
    assert_eq!(saved.status, 200, "{}", saved.text());
    let after = desk.list(LEVELS).await;
    assert_eq!(saved.json(), after);
    assert_eq!(
        names(&after["entries"]),
        ["三维建模", "光学影像处理", "地质体解译"]
    );
    assert_eq!(after["entries"][2]["id"], first["id"]);
    let beside = desk.api.beside();
    let offered = beside.get("/api/processes", "").await.json();
    assert_eq!(
        names(&offered["items"]),
        ["三维建模", "光学影像处理"],
        "at once, everywhere, and without what is off"
    );
    // Whoever read the older one changes nothing.
    let late = desk.put(LEVELS, entries.clone(), &before["version"]).await;
    assert_eq!(
        (late.status.as_u16(), late.code().as_str()),
        (409, "changed_meanwhile")
    );
    // What changes nothing is no entry of the log.
    let same = json!(after["entries"]);
    let again = desk.put(LEVELS, same, &after["version"]).await;
    assert_eq!(again.json()["version"], after["version"]);
    let log = desk.log().await;
    assert_eq!(log.len(), 1);
    assert_eq!(log[0]["subjectName"], "processing_level");
    let changes = log[0]["changes"].as_array().unwrap();
    let of = |field: &str| changes.iter().find(|change| change["field"] == field);
    assert_eq!(
        of("光学影像处理"),
        Some(&json!({
            "field": "光学影像处理", "before": "光学影像处理 (Processing of optical images)",
            "after": "光学影像处理 (Optics)",
        }))
    );
    assert_eq!(of("三维建模").unwrap()["before"], "");
    assert_eq!(of("矿产分布制图").unwrap()["after"], "");
    assert_eq!(
        of("off"),
        Some(&json!({"field": "off", "before": "", "after": "地质体解译"}))
    );
    assert_eq!(
        of("order").unwrap()["after"],
        "三维建模 / 光学影像处理 / 地质体解译"
    );
}

#[tokio::test]
async fn entries_may_change_their_names_with_one_another() {
    let desk = Desk::new().await;
    let mut list = desk.list(LEVELS).await;
    let entries = list["entries"].as_array_mut().unwrap();
    let name = entries[0]["name"].take();
    entries[0]["name"] = entries[1]["name"].clone();
    entries[1]["name"] = name;
    let saved = desk
        .put(LEVELS, list["entries"].clone(), &list["version"])
        .await;
    assert_eq!(saved.status, 200, "{}", saved.text());
    assert_eq!(
        names(&saved.json()["entries"])[..2],
        ["光学影像处理", "地质体解译"]
    );
    assert_eq!(saved.json()["entries"][0]["id"], list["entries"][0]["id"]);
}

#[tokio::test]
async fn hostile_and_wrong_lists_change_nothing() {
    let desk = Desk::new().await;
    let before = desk.list(LEVELS).await;
    let on = |name: &str| json!({"name": name, "on": true});
    let many: Vec<_> = (0..101).map(|n| on(&n.to_string())).collect();
    for (entries, field, code) in [
        (json!([]), "entries", "no_entry_on"),
        (
            json!([{"name": "测图", "on": false}]),
            "entries",
            "no_entry_on",
        ),
        (json!(many), "entries", "too_many_entries"),
        (
            json!([on("\u{200B}")]),
            "entries[0].name",
            "entry_name_missing",
        ),
        (
            json!([on("测\u{202E}图")]),
            "entries[0].name",
            "entry_hidden",
        ),
        (
            json!([on("DEM"), on("ｄｅｍ")]),
            "entries[1].name",
            "entry_twice",
        ),
        (
            json!([on("长".repeat(51).as_str())]),
            "entries[0].name",
            "form_text_too_long",
        ),
        (
            json!([{"name": "测图", "nameEn": "a\nb", "on": true}]),
            "entries[0].nameEn",
            "entry_hidden",
        ),
    ] {
        let refused = desk.put(LEVELS, entries, &before["version"]).await;
        assert_eq!(refused.status, 400);
        let error = &refused.json()["errors"][0];
        assert_eq!(
            (&error["field"], &error["code"]),
            (&json!(field), &json!(format!("field.{code}")))
        );
    }
    let nul = desk.put(LEVELS, json!([on("a\0b")]), &json!(1)).await;
    assert_eq!(nul.status, 400);
    // An id of another list is one that somebody else has removed.
    let usages = desk.list("/api/dictionary/usage").await;
    let stolen = json!([{"id": usages["entries"][0]["id"], "name": "测图", "on": true}]);
    let refused = desk.put(LEVELS, stolen, &before["version"]).await;
    assert_eq!(refused.code(), "changed_meanwhile");
    let twice = json!([
        {"id": before["entries"][0]["id"], "name": "测图", "on": true},
        {"id": before["entries"][0]["id"], "name": "制图", "on": true},
    ]);
    let refused = desk.put(LEVELS, twice, &before["version"]).await;
    assert_eq!(refused.code(), "changed_meanwhile");
    assert_eq!(desk.list(LEVELS).await, before);
    // Words are texts, whatever they look like.
    let words = [
        "'; DROP TABLE orders; --",
        "<script>alert(1)</script>",
        "=1+1",
    ];
    let hostile = json!(words.map(on));
    let saved = desk.put(LEVELS, hostile, &before["version"]).await;
    assert_eq!(names(&saved.json()["entries"]), words);
    assert!(desk.log().await.len() == 1);
}

#[tokio::test]
async fn only_who_keeps_the_dictionary_changes_it() {
    let desk = Desk::new().await;
    let before = desk.list(LEVELS).await;
    let body = json!({"entries": before["entries"], "version": 1});
    for (login, permission, status) in [
        ("keeper_1", Permission::ManageDictionary, 200),
        ("config_1", Permission::Configuration, 403),
        ("audit_1", Permission::AuditOrders, 403),
    ] {
        let who = desk.api.holding(login, &[permission]).await;
        let put = desk
            .api
            .call(Method::PUT, LEVELS, &who, Some(body.clone()))
            .await;
        assert_eq!(put.status.as_u16(), status, "{login}");
        let read = desk.api.get(LEVELS, &who).await;
        assert_eq!(read.status.as_u16(), status, "{login}");
        let phrases = desk.api.get("/api/audit-desk/phrases", &who).await;
        let may = permission == Permission::AuditOrders;
        assert_eq!(phrases.status == StatusCode::OK, may, "{login}");
    }
}

#[tokio::test]
async fn who_has_the_words_is_told_that_they_are_the_same() {
    let desk = Desk::new().await;
    let first = desk.api.get("/api/dictionary", "").await;
    let tag = first.header("etag").to_owned();
    let ask = async || {
        let request = Request::builder()
            .uri("/api/dictionary")
            .header(header::IF_NONE_MATCH, &tag)
            .body(Body::empty());
        desk.api.send(request.unwrap()).await.status
    };
    assert_eq!(ask().await, StatusCode::NOT_MODIFIED);
    let mut list = desk.list(LEVELS).await;
    list["entries"][3]["on"] = json!(false);
    desk.put(LEVELS, list["entries"].clone(), &list["version"])
        .await;
    assert_eq!(ask().await, StatusCode::OK);
    let words = desk.api.get("/api/dictionary", "").await.json();
    assert_eq!(
        words["items"][13],
        json!({
            "kind": "processing_level", "name": "雷达影像处理", "nameEn": "Processing of radar images",
            "on": false,
        })
    );
}

#[tokio::test]
async fn a_table_becomes_the_list_or_nothing_changes() {
    let desk = Desk::new().await;
    let before = desk.list(LEVELS).await;
    let head = "中文名称,英文名称,状态\n";
    let wrong = format!("{head}测图,,启用\n测图,,也许\n");
    let report = desk.import("", wrong.as_bytes()).await.json();
    assert_eq!(
        (&report["faultCount"], &report["imported"]),
        (&json!(1), &json!(false)),
        "{report}"
    );
    assert_eq!(report["faults"][0]["code"], "field.entry_state_wrong");
    assert!(report["workbook"].is_string());
    let empty = desk.import("", head.as_bytes()).await;
    assert_eq!(empty.code(), "import_nothing");
    let right = format!("{head}三维建模,3D models,\n地质体解译,,停用\n");
    let dry = desk.import("?dryRun=true", right.as_bytes()).await.json();
    assert_eq!((&dry["rows"], &dry["imported"]), (&json!(2), &json!(false)));
    assert_eq!(desk.list(LEVELS).await, before);
    let report = desk.import("", right.as_bytes()).await.json();
    assert_eq!(report["imported"], true);
    let after = desk.list(LEVELS).await;
    assert_eq!(names(&after["entries"]), ["三维建模", "地质体解译"]);
    assert_eq!(after["entries"][1]["id"], before["entries"][0]["id"]);
    assert_eq!(after["entries"][1]["on"], false);
    // What is exported is imported, and changes nothing.
    let path = format!("{LEVELS}/table.xlsx");
    let workbook = desk.api.get(&path, &desk.admin).await;
    let report = desk.import("", &workbook.bytes).await.json();
    assert_eq!(report["imported"], true, "{report}");
    assert_eq!(desk.list(LEVELS).await, after);
    assert_eq!(desk.log().await.len(), 1);
}

/// The turn to look through tables is for files that are there.
#[tokio::test]
async fn half_an_upload_holds_up_no_other() {
    let desk = Desk::new().await;
    let waiting = Arc::new(Notify::new());
    let heard = Arc::clone(&waiting);
    let begun = futures::stream::iter([Ok::<_, std::io::Error>(FILE_HEAD)]);
    let half = begun.chain(futures::stream::poll_fn(move |_| {
        heard.notify_one();
        Poll::Pending
    }));
    let half = desk.upload("?dryRun=true", Body::from_stream(half));
    let mut half = std::pin::pin!(desk.api.open(half));
    tokio::select! {
        _ = &mut half => panic!("half an upload was answered"),
        () = waiting.notified() => {}
    }
    let whole = desk.import("?dryRun=true", b"not a table of levels");
    let whole = tokio::time::timeout(Duration::from_secs(20), whole).await;
    let whole = whole.expect("it waits for the half");
    assert_eq!(whole.status, StatusCode::OK);
}

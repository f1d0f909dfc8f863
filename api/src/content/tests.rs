//! What is written, who may write it, and what everybody sees of it.

use std::io::Cursor;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use domain::permission::Permission;
use domain::role::Role;
use object_store::ObjectStoreExt as _;
use object_store::path::Path;
use serde_json::{Value, json};

use crate::context::Settings;
use crate::testing::{Answer, TestApi};

mod guide_video;
mod log;
mod metadata;
mod moments;
mod pages;

/// A request with one file.
pub(super) async fn send_file(
    api: &TestApi,
    (method, path): (Method, &str),
    token: &str,
    bytes: &[u8],
) -> Answer {
    let head = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"../演示\u{202E}.mp4\"\r\n\r\n";
    let body = [head.as_bytes(), bytes, b"\r\n--b--\r\n"].concat();
    let request = Request::builder().method(method).uri(path);
    let request = request
        .header("authorization", format!("Bearer {token}"))
        .header("content-type", "multipart/form-data; boundary=b");
    api.send(request.body(Body::from(body)).unwrap()).await
}

fn png() -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image::RgbImage::new(20, 10)
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    bytes.into_inner()
}

async fn upload_picture(api: &TestApi, token: &str) -> Value {
    let to = (Method::POST, "/api/content/pictures");
    send_file(api, to, token, &png()).await.ok()
}

#[tokio::test]
async fn an_uploaded_picture_is_in_the_audit_log() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    upload_picture(&api, &admin).await;
    let log = logged(&api, &admin, "content_picture").await;
    assert_eq!(log.len(), 1, "{log:?}");
    assert_eq!(
        (log[0].0.as_str(), &log[0].1[0]["field"]),
        ("create", &json!("sha256"))
    );
}

async fn news_type(api: &TestApi, token: &str, name: &str) -> String {
    let made = api.post("/api/content/news-types", token, json!({"name": name}));
    made.await.ok()["id"].as_str().unwrap().to_owned()
}

fn article(type_id: &str, title: &str, state: &str) -> Value {
    json!({"typeId": type_id, "title": title, "body": "# 正文", "state": state})
}

/// Subjects, actions and changes of the newest entries of the log, the newest first.
async fn logged(api: &TestApi, token: &str, subject: &str) -> Vec<(String, Value)> {
    let path = format!("/api/audit-log?subject={subject}&from=2026-01-01&to=2026-12-31");
    let log = api.get(&path, token).await.ok();
    let entries = log["items"].as_array().unwrap().iter();
    entries
        .map(|entry| {
            (
                entry["action"].as_str().unwrap().to_owned(),
                entry["changes"].clone(),
            )
        })
        .collect()
}

#[tokio::test]
async fn types_are_made_named_ordered_and_removed_while_nobody_needs_them() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let first = news_type(&api, &admin, " 通知公告 ").await;
    let second = news_type(&api, &admin, "Data").await;
    let taken = json!({"name": "data"});
    let refused = api
        .post("/api/content/news-types", &admin, taken.clone())
        .await;
    assert_eq!(
        refused.json()["errors"][0]["code"],
        "field.news_type_name_taken"
    );
    let path = format!("/api/content/news-types/{first}");
    let renamed = api.call(Method::PUT, &path, &admin, Some(taken)).await;
    assert_eq!(renamed.status, StatusCode::BAD_REQUEST);
    let name = json!({"name": "通知"});
    let renamed = api.call(Method::PUT, &path, &admin, Some(name)).await;
    assert_eq!(renamed.status, StatusCode::NO_CONTENT);
    let order = |ids: Value, before: Value| {
        let order = json!({"ids": ids, "idsBefore": before});
        api.call(Method::PUT, "/api/content/news-types", &admin, Some(order))
    };
    let made = json!([first, second]);
    let some = order(json!([second]), made.clone()).await;
    assert_eq!(some.code(), "content_changed");
    let moved = order(json!([second, first]), made.clone()).await;
    assert_eq!(moved.status, StatusCode::NO_CONTENT);
    // Whoever read the list before that moves nothing back.
    let late = order(made.clone(), made).await;
    assert_eq!(late.code(), "content_changed");
    let created = api
        .post(
            "/api/content/news",
            &admin,
            article(&first, "标题", "draft"),
        )
        .await;
    assert_eq!(created.status, StatusCode::CREATED);
    let listed = api.get("/api/content/news-types", &admin).await.ok();
    let listed: Vec<_> = listed["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            (
                one["name"].as_str().unwrap().to_owned(),
                one["articles"].as_i64().unwrap(),
            )
        })
        .collect();
    assert_eq!(listed, [("Data".to_owned(), 0), ("通知".to_owned(), 1)]);
    let used = api.call(Method::DELETE, &path, &admin, None).await;
    assert_eq!(
        used.refusal(),
        (
            409,
            "in_use".into(),
            "该类型下有1篇新闻，不能删除：标题".into()
        )
    );
    let path = format!("/api/content/news-types/{second}");
    assert_eq!(
        api.call(Method::DELETE, &path, &admin, None).await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(
        api.call(Method::DELETE, &path, &admin, None).await.status,
        StatusCode::NOT_FOUND
    );
    let log = logged(&api, &admin, "news_type").await;
    let actions: Vec<_> = log.iter().map(|(action, _)| action.as_str()).collect();
    assert_eq!(actions, ["remove", "reorder", "change", "create", "create"]);
    assert_eq!(
        log[2].1,
        json!([{"field": "name", "before": "通知公告", "after": "通知"}])
    );
}

#[tokio::test]
async fn an_article_is_read_from_its_moment_on_and_until_it_is_withdrawn() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let of = news_type(&api, &admin, "通知公告").await;
    let write = async |mut form: Value, at: &str, pinned: bool| {
        if !at.is_empty() {
            form["publishAt"] = json!(at);
        }
        form["pinned"] = json!(pinned);
        api.post("/api/content/news", &admin, form).await.ok()
    };
    for (title, state, at) in [
        ("草稿", "draft", ""),
        ("明天", "published", "2099-01-01T00:00:00Z"),
        ("旧闻", "published", "2020-01-01T00:00:00Z"),
        ("今天 100%", "published", ""),
    ] {
        write(article(&of, title, state), at, false).await;
    }
    let pinned = article(&of, "置顶", "published");
    let pinned = write(pinned, "2019-01-01T00:00:00Z", true).await;
    let titles = async |query: &str| {
        let list = api.get(&format!("/api/news?{query}"), "").await.ok();
        let titles = list["items"].as_array().unwrap().iter();
        titles
            .map(|one| one["title"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(titles("").await, ["置顶", "今天 100%", "旧闻"]);
    assert_eq!(titles("page=2&pageSize=2").await, ["旧闻"]);
    assert_eq!(titles("q=100%25").await, ["今天 100%"]);
    assert_eq!(titles("q=%25%25").await, Vec::<String>::new());
    assert_eq!(titles(&format!("type={of}&q=%E6%97%A7")).await, ["旧闻"]);
    let none = "type=01890000-0000-7000-8000-000000000001";
    assert_eq!(titles(none).await, Vec::<String>::new());
    let kinds = api.get("/api/news/types", "").await.ok();
    assert_eq!(
        kinds["items"],
        json!([{"id": of, "name": "通知公告", "articles": 3}])
    );

    let id = pinned["id"].as_str().unwrap();
    let public = format!("/api/news/{id}");
    assert_eq!(api.get(&public, "").await.ok()["body"], "# 正文");
    let path = format!("/api/content/news/{id}");
    let gone = api.call(Method::DELETE, &path, &admin, None).await;
    assert_eq!(gone.code(), "news_published");
    let mut form = article(&of, "置顶", "withdrawn");
    form["version"] = json!(1);
    let withdrawn = api
        .call(Method::PUT, &path, &admin, Some(form.clone()))
        .await
        .ok();
    assert_eq!(withdrawn["version"], 2);
    assert_eq!(api.get(&public, "").await.status, StatusCode::NOT_FOUND);
    assert_eq!(titles("").await, ["今天 100%", "旧闻"]);
    let stale = api.call(Method::PUT, &path, &admin, Some(form)).await;
    assert_eq!(stale.code(), "content_changed");
    assert_eq!(
        api.call(Method::DELETE, &path, &admin, None).await.status,
        StatusCode::NO_CONTENT
    );
    let log = logged(&api, &admin, "news").await;
    assert_eq!(log[0].0, "remove");
    let changed: Vec<_> = log[1]
        .1
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["field"].clone())
        .collect();
    assert_eq!(
        changed,
        [json!("state"), json!("publishAt"), json!("pinned")]
    );
}

#[tokio::test]
async fn what_cannot_be_published_is_refused_field_by_field() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let of = news_type(&api, &admin, "通知公告").await;
    let other = "01890000-0000-7000-8000-000000000001";
    let with_body = |body: &str| {
        let mut form = article(&of, "标题", "draft");
        form["body"] = json!(body);
        form
    };
    let table = [
        (article(&of, " ", "draft"), "title"),
        (article(&of, "a\u{202E}b", "draft"), "title"),
        (article(&of, &"长".repeat(101), "draft"), "title"),
        (article(&of, "标题", "gone"), "state"),
        (article(other, "标题", "draft"), "typeId"),
        (with_body(""), "body"),
        (with_body(&"x".repeat(256 * 1024 + 1)), "body"),
        (
            with_body(&format!("![](/api/content/pictures/{other})")),
            "body",
        ),
    ];
    for (form, field) in table {
        let refused = api.post("/api/content/news", &admin, form).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{field}");
        assert_eq!(refused.json()["errors"][0]["field"], field);
    }
    assert_eq!(api.get("/api/content/news", &admin).await.ok()["total"], 0);
    let reader = api.holding("reader_1", &[Permission::SeeContent]).await;
    assert_eq!(api.get("/api/content/news", &reader).await.ok()["total"], 0);
    let refused = api
        .post("/api/content/news", &reader, article(&of, "标题", "draft"))
        .await;
    assert_eq!(refused.json()["needs"], json!(["/content/save"]));
}

#[tokio::test]
async fn announcements_pass_while_they_are_current_in_the_order_given() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let make = async |title: &str, from: Value, until: Value| {
        let form = json!({"title": title, "body": "内容", "level": "important", "from": from, "until": until});
        api.post("/api/content/announcements", &admin, form).await
    };
    let (past, far) = (json!("2020-01-01T00:00:00Z"), json!("2099-01-01T00:00:00Z"));
    let one = make("一", json!(null), json!(null)).await.ok();
    let two = make("二", past.clone(), far.clone()).await.ok();
    let over = make("过期", past.clone(), json!("2021-01-01T00:00:00Z"))
        .await
        .ok();
    let later = make("以后", far.clone(), json!(null)).await.ok();
    let turned = make("颠倒", far, past).await;
    assert_eq!(turned.json()["errors"][0]["field"], "until");
    let titles = async || {
        let list = api.get("/api/announcements", "").await.ok();
        let titles = list["items"].as_array().unwrap().iter();
        titles
            .map(|one| one["title"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(titles().await, ["二", "一"]);
    let written = api.get("/api/content/announcements", &admin).await.ok();
    let written = written["items"].as_array().unwrap().iter();
    let before: Vec<_> = written.map(|one| one["id"].clone()).collect();
    let order =
        json!({"ids": [one["id"], two["id"], over["id"], later["id"]], "idsBefore": before});
    let order = async || {
        let path = "/api/content/announcements";
        api.call(Method::PUT, path, &admin, Some(order.clone()))
            .await
    };
    assert_eq!(order().await.status, StatusCode::NO_CONTENT);
    // Who read them before that is told.
    assert_eq!(order().await.code(), "content_changed");
    assert_eq!(titles().await, ["一", "二"]);
    let path = format!("/api/content/announcements/{}", one["id"].as_str().unwrap());
    let form = json!({"title": "一改", "body": "内容", "level": "info", "version": 1});
    let changed = api
        .call(Method::PUT, &path, &admin, Some(form.clone()))
        .await
        .ok();
    assert_eq!(
        (&changed["version"], &changed["current"]),
        (&json!(2), &json!(true))
    );
    let stale = api.call(Method::PUT, &path, &admin, Some(form)).await;
    assert_eq!(stale.code(), "content_changed");
    assert_eq!(
        api.call(Method::DELETE, &path, &admin, None).await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(titles().await, ["二"]);
    let log = logged(&api, &admin, "announcement").await;
    let actions: Vec<_> = log.iter().map(|(action, _)| action.as_str()).collect();
    assert_eq!(
        actions,
        [
            "remove", "change", "reorder", "create", "create", "create", "create"
        ]
    );
}

#[tokio::test]
async fn a_picture_is_everybodys_while_a_text_is_that_names_it() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let guest = "";
    let of = news_type(&api, &admin, "通知公告").await;
    let picture = upload_picture(&api, &admin).await;
    assert_eq!(
        (&picture["width"], &picture["height"]),
        (&json!(20), &json!(10))
    );
    let url = picture["url"].as_str().unwrap();
    assert_eq!(api.get(url, guest).await.status, StatusCode::NOT_FOUND);
    let own = api.get(url, &admin).await;
    assert_eq!(
        (own.status, own.header("cache-control")),
        (StatusCode::OK, "private, no-cache")
    );
    assert_eq!(own.bytes, png());
    let mut form = article(&of, "标题", "draft");
    form["body"] = json!(format!("![图]({url})"));
    let made = api
        .post("/api/content/news", &admin, form.clone())
        .await
        .ok();
    assert_eq!(api.get(url, guest).await.status, StatusCode::NOT_FOUND);
    form["state"] = json!("published");
    form["version"] = json!(1);
    let path = format!("/api/content/news/{}", made["id"].as_str().unwrap());
    api.call(Method::PUT, &path, &admin, Some(form)).await.ok();
    let shown = api.get(url, guest).await;
    assert_eq!(
        (shown.status, shown.header("content-type")),
        (StatusCode::OK, "image/png")
    );
    assert!(
        shown
            .header("content-security-policy")
            .starts_with("sandbox")
    );
    let known = Request::get(url).header("if-none-match", shown.header("etag"));
    let known = api.send(known.body(Body::empty()).unwrap()).await;
    assert_eq!(known.status, StatusCode::NOT_MODIFIED);
    // Restored without its objects.
    let key: String = sqlx::query_scalar("SELECT object_key FROM content_picture")
        .fetch_one(&api.context.pool)
        .await
        .unwrap();
    api.context.objects.delete(&Path::from(key)).await.unwrap();
    assert_eq!(api.get(url, guest).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn what_is_no_picture_is_not_kept() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let send = async |bytes: &[u8]| {
        let to = (Method::POST, "/api/content/pictures");
        let refused = send_file(&api, to, &admin, bytes).await;
        (refused.status.as_u16(), refused.code())
    };
    assert_eq!(send(b"GIF89a").await, (415, "wrong_file_type".into()));
    assert_eq!(send(b"").await, (400, "empty_file".into()));
    let polyglot = [png(), b"<script>".to_vec()].concat();
    assert_eq!(send(&polyglot).await, (422, "damaged_file".into()));
    let large = vec![0; 10 * 1024 * 1024 + 1];
    assert_eq!(send(&large).await, (413, "too_large".into()));
}

#[tokio::test]
async fn answers_for_everybody_are_not_sent_twice() {
    let api = TestApi::new().await;
    for path in [
        "/api/news",
        "/api/news/types",
        "/api/announcements",
        "/api/guide/video",
        "/api/guide/pages/userGuide",
    ] {
        let first = api.get(path, "").await;
        assert_eq!(first.header("cache-control"), "public, no-cache", "{path}");
        let again = Request::get(path).header("if-none-match", first.header("etag"));
        let again = api.send(again.body(Body::empty()).unwrap()).await;
        assert_eq!(
            (again.status, again.bytes.len()),
            (StatusCode::NOT_MODIFIED, 0),
            "{path}"
        );
    }
}

/// The application with a limit of its own.
pub(super) async fn with_largest_video(bytes: u64) -> TestApi {
    TestApi::with(Settings {
        captcha: false,
        guide_video_max_bytes: bytes,
        ..Settings::default()
    })
    .await
}

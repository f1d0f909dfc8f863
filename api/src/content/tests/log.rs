//! What the audit log has of texts that are changed and removed.

use axum::http::{Method, StatusCode};
use domain::role::Role;
use serde_json::json;

use super::{article, logged, news_type};
use crate::testing::TestApi;

/// The text before and after, of each entry, the newest first.
async fn bodies(api: &TestApi, token: &str, subject: &str) -> Vec<[String; 2]> {
    let log = logged(api, token, subject).await;
    let bodies = log.iter().map(|(_, changes)| {
        let mut changes = changes.as_array().unwrap().iter();
        let body = changes.find(|change| change["field"] == "body").unwrap();
        ["before", "after"].map(|value| body[value].as_str().unwrap().to_owned())
    });
    bodies.collect()
}

#[tokio::test]
async fn an_article_is_in_the_log_as_it_was_and_as_it_is() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let of = news_type(&api, &admin, "通知公告").await;
    let form = article(&of, "标题", "draft");
    let made = api.post("/api/content/news", &admin, form.clone()).await;
    let path = format!("/api/content/news/{}", made.ok()["id"].as_str().unwrap());
    let mut other = form;
    other["body"] = json!("改过的");
    other["version"] = json!(1);
    let changed = api.call(Method::PUT, &path, &admin, Some(other)).await;
    assert_eq!(changed.status, StatusCode::OK);
    let removed = api.call(Method::DELETE, &path, &admin, None).await;
    assert_eq!(removed.status, StatusCode::NO_CONTENT);
    assert_eq!(
        bodies(&api, &admin, "news").await,
        [["改过的", ""], ["# 正文", "改过的"], ["", "# 正文"]]
    );
    let was = |field: &str, before: &str| json!({"field": field, "before": before, "after": ""});
    assert_eq!(
        logged(&api, &admin, "news").await[0].1,
        json!([
            was("typeId", "通知公告"),
            was("title", "标题"),
            was("body", "改过的"),
            was("state", "draft"),
        ])
    );
}

#[tokio::test]
async fn a_removed_announcement_is_in_the_log_with_its_period_and_where_it_stood() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let path = "/api/content/announcements";
    let form = json!({"title": "停机", "body": "今晚", "level": "important",
        "from": "2026-03-02T00:00:00Z", "until": "2026-03-05T00:00:00Z"});
    let made = api.post(path, &admin, form).await.ok();
    // What is new stands first.
    let newer = json!({"title": "新", "body": "文", "level": "info"});
    api.post(path, &admin, newer).await.ok();
    let one = format!("{path}/{}", made["id"].as_str().unwrap());
    let removed = api.call(Method::DELETE, &one, &admin, None).await;
    assert_eq!(removed.status, StatusCode::NO_CONTENT);
    let was = |field: &str, before: &str| json!({"field": field, "before": before, "after": ""});
    assert_eq!(
        logged(&api, &admin, "announcement").await[0].1,
        json!([
            was("title", "停机"),
            was("body", "今晚"),
            was("level", "important"),
            was("from", "2026-03-02T00:00:00+00:00"),
            was("until", "2026-03-05T00:00:00+00:00"),
            was("place", "2"),
        ])
    );
    let again = api.call(Method::DELETE, &one, &admin, None).await;
    assert_eq!(again.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn of_a_long_announcement_the_list_has_what_differs_and_the_file_all() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let same = "长".repeat(3000);
    let form =
        |end: &str| json!({"title": "标题", "body": format!("始{same}{end}"), "level": "info"});
    let path = "/api/content/announcements";
    let made = api.post(path, &admin, form("甲")).await.ok();
    let one = format!("{path}/{}", made["id"].as_str().unwrap());
    let mut other = form("乙");
    other["version"] = json!(1);
    let changed = api.call(Method::PUT, &one, &admin, Some(other)).await;
    assert_eq!(changed.status, StatusCode::OK);
    let removed = api.call(Method::DELETE, &one, &admin, None).await;
    assert_eq!(removed.status, StatusCode::NO_CONTENT);
    let listed = bodies(&api, &admin, "announcement").await;
    let lead = "长".repeat(40);
    assert_eq!(listed[1], [format!("…{lead}甲"), format!("…{lead}乙")]);
    assert!(listed[0][0].starts_with("始长") && listed[0][0].ends_with("长…"));
    let path = "/api/audit-log/export?subject=announcement&from=2026-01-01&to=2026-12-31";
    let file = api.get(path, &admin).await.text();
    for whole in ["甲", "乙"].map(|end| format!("始{same}{end}")) {
        assert_eq!(file.matches(&whole).count(), 2);
    }
}

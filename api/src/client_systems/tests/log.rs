//! What the audit log has of client systems and tokens that go.

use axum::http::{Method, StatusCode};
use domain::role::Role;
use serde_json::json;

use super::{FILES, system, token};
use crate::testing::TestApi;

#[tokio::test]
async fn what_goes_is_in_the_log_as_it_was() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let form = json!({"note": "省级节点", "callsADay": 1000});
    let one = system(&api, &admin, &FILES, form).await;
    token(&api, &admin, &one).await;
    let tokens = format!("{one}/tokens");
    let listed = api.get(&tokens, &admin).await.json();
    let first = format!("{tokens}/{}", listed["items"][0]["id"].as_str().unwrap());
    let ended = api.call(Method::DELETE, &first, &admin, None).await;
    assert_eq!(ended.status, StatusCode::NO_CONTENT);
    token(&api, &admin, &one).await;
    let gone = api.call(Method::DELETE, &one, &admin, None).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    let log = api.get("/api/audit-log?subject=client_system", &admin);
    let log = log.await.json();
    let entries = log["items"].as_array().unwrap();
    let actions: Vec<_> = entries.iter().map(|entry| &entry["action"]).collect();
    assert_eq!(
        actions,
        [
            "remove",
            "issue_token",
            "revoke_token",
            "issue_token",
            "create"
        ]
    );
    let was = |field: &str, before: &str| json!({"field": field, "before": before, "after": ""});
    assert_eq!(
        entries[0]["changes"],
        json!([
            was("note", "省级节点"),
            was("callsADay", "1000"),
            was("tokens", "同步"),
        ])
    );
    let allowed = entries[3]["changes"][0]["after"].as_str().unwrap();
    assert!(allowed.contains("/scene/file"), "{allowed}");
    assert_eq!(
        entries[2]["changes"],
        json!([
            was("permissions", allowed),
            was("until", "2026-03-31T08:00:00Z"),
        ])
    );
}

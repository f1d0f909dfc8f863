use axum::http::{Method, StatusCode};
use domain::ids::WebhookId;
use domain::role::Role;
use serde_json::{Value, json};

use crate::testing::TestApi;

#[tokio::test]
async fn administrators_make_switch_and_remove_them_and_the_secret_is_shown_once() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let asked =
        json!({"url": "https://example.org/hook", "events": ["rejected", "prepared", "rejected"]});
    let made = api.post("/api/webhooks", &admin, asked).await;
    assert_eq!(made.status, StatusCode::CREATED);
    let made = made.json();
    let secret = made["secret"].as_str().unwrap().to_owned();
    assert_eq!(secret.len(), 43);
    assert_eq!(made["events"], json!(["rejected", "prepared"]));
    let id = made["id"].as_str().unwrap();
    let listed = api.get("/api/webhooks", &admin).await;
    assert_eq!(listed.json()["total"], 1);
    assert_eq!(
        listed.json()["items"][0],
        json!({"id": id, "url": "https://example.org/hook", "events": ["rejected", "prepared"], "active": true,
            "createdAt": "2026-03-01T08:00:00Z", "lastAt": null, "lastStatus": null, "lastError": null,
            "lastErrorMessage": null})
    );
    let stored: Vec<u8> = sqlx::query_scalar("SELECT secret_sealed FROM webhook")
        .fetch_one(&api.context.pool)
        .await
        .unwrap();
    let key: WebhookId = id.parse().unwrap();
    assert_eq!(
        api.context
            .server_key
            .open(&stored, key.0.as_bytes())
            .unwrap(),
        secret.as_bytes()
    );
    let path = format!("/api/webhooks/{id}");
    let off = api
        .call(Method::PUT, &path, &admin, Some(json!({"active": false})))
        .await;
    assert_eq!(off.json()["active"], false);
    let gone = api.call(Method::DELETE, &path, &admin, None).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    for method in [Method::DELETE, Method::PUT] {
        let again = api
            .call(method, &path, &admin, Some(json!({"active": true})))
            .await;
        assert_eq!(again.status, StatusCode::NOT_FOUND);
    }
    assert_eq!(api.get("/api/webhooks", &admin).await.json()["total"], 0);
}

#[tokio::test]
async fn the_audit_log_says_who_had_events_told_to_which_address() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let robot = json!({"url": "https://example.org/robot?key=a-secret", "events": ["rejected"]});
    let made = api.post("/api/webhooks", &admin, robot).await.json();
    let path = format!("/api/webhooks/{}", made["id"].as_str().unwrap());
    for active in [false, false] {
        let body = Some(json!({"active": active}));
        api.call(Method::PUT, &path, &admin, body).await;
    }
    api.call(Method::DELETE, &path, &admin, None).await;
    let log = api.get("/api/audit-log?subject=webhook", &admin).await;
    let log = log.json();
    assert!(!log.to_string().contains("a-secret"), "{log}");
    let entries: Vec<_> = log["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| {
            (
                entry["action"].clone(),
                entry["subjectName"].clone(),
                entry["changes"].clone(),
            )
        })
        .collect();
    let address = json!("https://example.org/robot?***");
    let change = |field: &str, before: &str, after: &str| json!({"field": field, "before": before, "after": after});
    assert_eq!(
        entries,
        [
            (
                json!("remove"),
                address.clone(),
                json!([
                    change("url", "https://example.org/robot?***", ""),
                    change("events", "rejected", ""),
                    change("active", "false", "")
                ])
            ),
            (
                json!("change"),
                address.clone(),
                json!([change("active", "true", "false")])
            ),
            (
                json!("create"),
                address.clone(),
                json!([
                    change("url", "", "https://example.org/robot?***"),
                    change("events", "", "rejected")
                ])
            ),
        ]
    );
}

#[tokio::test]
async fn what_cannot_be_called_or_does_not_exist_is_refused() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let hook = |url: &str| json!({"url": url});
    let long = format!("https://example.org/{}", "x".repeat(2000));
    let table: [(Value, &str); 13] = [
        (hook(""), "url"),
        (hook("example.org"), "url"),
        (hook("ftp://example.org/"), "url"),
        (hook("file:///etc/passwd"), "url"),
        (hook("https://me:pw@example.org/"), "url"),
        (hook(&long), "url"),
        (hook("http://127.0.0.1/"), "url"),
        (hook("http://0x7f.1/"), "url"),
        (hook("http://[::ffff:10.0.0.1]/"), "url"),
        (hook("http://169.254.169.254/latest"), "url"),
        (hook("http://localhost:8080/"), "url"),
        (
            json!({"url": "https://example.org/", "events": ["exploded"]}),
            "events",
        ),
        (
            json!({"url": "https://example.org/", "secret": "short"}),
            "secret",
        ),
    ];
    for (body, field) in table {
        let answer = api.post("/api/webhooks", &admin, body.clone()).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{body}");
        assert_eq!(answer.json()["errors"][0]["field"], field, "{body}");
    }
    assert_eq!(api.get("/api/webhooks", &admin).await.json()["total"], 0);
}

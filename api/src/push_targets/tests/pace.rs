use axum::http::{Method, StatusCode};
use domain::role::Role;
use serde_json::{Value, json};
use testkit::ftp_server::FtpServer;

use super::{api_with_hosts, target};

/// What a form does not name is not set: a rate is a field like others. The secret is what nobody could send back.
#[tokio::test]
async fn a_rate_goes_with_every_field_that_a_change_leaves_out() {
    let server = FtpServer::start().unwrap();
    let api = api_with_hosts(&["127.0.0.1"]).await;
    let token = api.signed_in("zhangsan", Role::Applicant).await;
    let mut form = target("省中心", &server.address());
    form["region"] = json!("north");
    form["bytesPerSecond"] = json!(500_000);
    let created = api.post("/api/push-targets", &token, form.clone()).await;
    assert_eq!(created.status, StatusCode::CREATED, "{}", created.json());
    let id = created.json()["id"].as_str().unwrap().to_owned();
    let path = format!("/api/push-targets/{id}");
    let fields = form.as_object_mut().unwrap();
    for left_out in ["region", "bytesPerSecond", "secret"] {
        fields.remove(left_out);
    }
    let changed = api.call(Method::PUT, &path, &token, Some(form)).await;
    assert_eq!(changed.status, StatusCode::OK, "{}", changed.json());
    let changed = changed.json();
    assert_eq!(
        (&changed["region"], &changed["bytesPerSecond"]),
        (&json!(""), &Value::Null)
    );
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let log = api.get("/api/audit-log?subject=push_target", &admin).await;
    let logged = log.json()["items"][0]["changes"].clone();
    let fields = logged.as_array().unwrap().iter();
    let fields: Vec<_> = fields.map(|change| &change["field"]).collect();
    assert_eq!(fields, ["region", "bytesPerSecond"], "the secret stays");
}

/// How fast a target is written to is its owner's to say, and administrators bound it.
#[tokio::test]
async fn owner_and_administrators_each_bound_how_fast_a_target_is_written_to() {
    let server = FtpServer::start().unwrap();
    let api = api_with_hosts(&["127.0.0.1"]).await;
    let token = api.signed_in("zhangsan", Role::Applicant).await;
    let form = |rate: Value| {
        let mut form = target("省中心", &server.address());
        form["bytesPerSecond"] = rate;
        form
    };
    let refused = api
        .post("/api/push-targets", &token, form(json!(65_535)))
        .await;
    assert_eq!(refused.json()["errors"][0]["field"], "bytesPerSecond");
    let made = api
        .post("/api/push-targets", &token, form(json!(500_000)))
        .await;
    let made = made.json();
    assert_eq!(made["bytesPerSecond"], 500_000, "{made}");
    assert_eq!(made["mostBytesPerSecond"], Value::Null);
    assert_eq!(made["hold"], Value::Null);
    let path = format!("/api/push-targets/{}", made["id"].as_str().unwrap());
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let limits = format!("{path}/limits");
    let limit = async |most: Value| {
        let body = json!({"mostParallel": 2, "mostBytesPerSecond": most});
        api.call(Method::PUT, &limits, &admin, Some(body)).await
    };
    let refused = limit(json!(-1)).await;
    assert_eq!(refused.json()["errors"][0]["field"], "mostBytesPerSecond");
    let limited = limit(json!(100_000)).await.json();
    assert_eq!(limited["mostBytesPerSecond"], 100_000);
    assert_eq!(
        limited["bytesPerSecond"], 500_000,
        "as its owner has set it"
    );
    // Its owner does not change what administrators allow.
    let saved = api.call(Method::PUT, &path, &token, Some(form(Value::Null)));
    let saved = saved.await;
    assert_eq!(saved.status, StatusCode::OK, "{}", saved.json());
    assert_eq!(saved.json()["bytesPerSecond"], Value::Null);
    assert_eq!(saved.json()["mostBytesPerSecond"], 100_000);
    let log = api.get("/api/audit-log?subject=push_target", &admin).await;
    let log = log.json();
    let change = |at: usize, field: &str| {
        let changes = log["items"][at]["changes"].as_array().unwrap().iter();
        let mut changes = changes.filter(|change| change["field"] == field);
        let change = changes.next().unwrap();
        (change["before"].clone(), change["after"].clone())
    };
    assert_eq!(change(0, "bytesPerSecond"), (json!("500000"), json!("")));
    assert_eq!(
        change(1, "mostBytesPerSecond"),
        (json!(""), json!("100000"))
    );
    assert_eq!(change(2, "bytesPerSecond"), (json!(""), json!("500000")));
}

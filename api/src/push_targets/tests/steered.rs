//! What administrators do to anybody's target.

use axum::http::{Method, StatusCode};
use domain::role::Role;
use serde_json::{Value, json};
use testkit::ftp_server::FtpServer;

use super::{api_with_hosts, target};

#[tokio::test]
async fn administrators_stop_anybodys_target_with_a_reason_and_let_it_go_on() {
    let server = FtpServer::start().unwrap();
    let api = api_with_hosts(&["127.0.0.1"]).await;
    let owner = api.signed_in("zhangsan", Role::Applicant).await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let form = target("省中心", &server.address());
    let made = api.post("/api/push-targets", &owner, form.clone()).await;
    let path = format!("/api/push-targets/{}", made.json()["id"].as_str().unwrap());
    let (stop, resume) = (format!("{path}/stop"), format!("{path}/resume"));
    let blank = api.post(&stop, &admin, json!({"reason": " "})).await;
    assert_eq!(blank.status, StatusCode::BAD_REQUEST);
    assert_eq!(blank.json()["errors"][0]["field"], "reason");
    let reason = json!({"reason": "对方正在搬迁"});
    let own = api.post(&stop, &owner, reason.clone()).await;
    assert_eq!(own.status, StatusCode::FORBIDDEN);
    let stopped = api.post(&stop, &admin, reason).await;
    assert_eq!(stopped.status, StatusCode::OK, "{}", stopped.json());
    // Its owner reads why, and does not lift it by saving the target anew.
    let saved = api.call(Method::PUT, &path, &owner, Some(form)).await;
    assert_eq!(saved.status, StatusCode::OK, "{}", saved.json());
    let list = api.get("/api/push-targets", &owner).await.json();
    let is = &list["items"][0];
    assert_eq!(
        (&is["hold"], &is["stopReason"]),
        (&json!("stopped"), &json!("对方正在搬迁"))
    );
    for _ in 0..2 {
        let resumed = api.call(Method::POST, &resume, &admin, None).await;
        assert_eq!(resumed.status, StatusCode::OK, "{}", resumed.json());
        let is = resumed.json();
        assert_eq!(
            (&is["hold"], &is["stopReason"]),
            (&Value::Null, &Value::Null)
        );
    }
    let log = api.get("/api/audit-log?subject=push_target", &admin).await;
    let log = log.json();
    let items = log["items"].as_array().unwrap().iter();
    let acts: Vec<_> = items
        .map(|entry| {
            (
                entry["action"].as_str().unwrap(),
                entry["reason"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        acts[..2],
        [("resume", ""), ("stop", "对方正在搬迁")],
        "once each"
    );
}

#[tokio::test]
async fn a_target_is_tried_out_as_it_is_saved() {
    let server = FtpServer::start().unwrap();
    let api = api_with_hosts(&["127.0.0.1"]).await;
    let owner = api.signed_in("zhangsan", Role::Applicant).await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let form = target("省中心", &server.address());
    let made = api.post("/api/push-targets", &owner, form).await;
    let path = format!("/api/push-targets/{}", made.json()["id"].as_str().unwrap());
    let trial = format!("{path}/trial");
    let resting = "UPDATE push_target SET failures = 9, rests_until = now() + interval '1 hour', \
        failure_detail = '\"away\"'";
    sqlx::query(resting)
        .execute(&api.context.pool)
        .await
        .unwrap();
    let own = api.call(Method::POST, &trial, &owner, None).await;
    assert_eq!(own.status, StatusCode::FORBIDDEN);
    let tried = api.call(Method::POST, &trial, &admin, None).await;
    assert_eq!(tried.status, StatusCode::OK, "{}", tried.json());
    assert_eq!(tried.json()["restsUntil"], Value::Null);
    assert_eq!(tried.json()["failures"], 0);
    assert!(server.files().is_empty(), "the trial was removed");

    drop(server);
    sqlx::query(resting)
        .execute(&api.context.pool)
        .await
        .unwrap();
    let failed = api.call(Method::POST, &trial, &admin, None).await;
    assert_eq!(failed.status, StatusCode::CONFLICT);
    assert_eq!(failed.json()["code"], "target_unreachable");
    let desk = api.get("/api/subscription-desk/targets", &admin).await;
    assert_eq!(desk.json()["items"][0]["failures"], 9, "it rests still");
    let log = api.get("/api/audit-log?subject=push_target", &admin).await;
    let log = log.json();
    let items = log["items"].as_array().unwrap().iter();
    let trials = items.filter(|entry| entry["action"] == "try_out").count();
    assert_eq!(
        trials, 2,
        "what was sent to somebody's server is in the log"
    );
}

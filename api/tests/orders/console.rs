//! What applicants learn of the queue, and operators of sessions and attempts.

use axum::http::{Method, StatusCode};
use chrono::{DateTime, Datelike, Days, NaiveDate, TimeDelta, Utc};
use domain::calendar::china_day;
use domain::role::Role;
use domain::system::SysKey;
use serde_json::{Value, json};
use storage::db::deliveries;
use storage::db::ftp_sessions::{self, FtpRoot, ServedSession};
use testkit::builders::changes::Changes;
use testkit::builders::{acting, order, worker};
use uuid::Uuid;

use crate::world::World;

fn usual(found: &Value) -> Vec<String> {
    let rows = found["usual"].as_array().unwrap().iter();
    let rows = rows.map(|row| {
        let words = ["fewest", "most", "orders", "medianSeconds", "p95Seconds"];
        words.map(|word| row[word].to_string()).join(" ")
    });
    rows.collect()
}

/// The first day of the month before.
fn last_month(today: NaiveDate) -> NaiveDate {
    let last = today - Days::new(today.day().into());
    last.with_day(1).unwrap()
}

#[tokio::test]
async fn an_applicant_learns_what_is_before_and_what_is_usual() {
    let w = World::new().await;
    let pool = &w.context.pool;
    let empty = w.get("/api/queue", &w.owner).await.ok();
    assert_eq!((&empty["orders"], &empty["total"]), (&json!([]), &json!(0)));
    let none = [
        "1 10 0 null null",
        "11 100 0 null null",
        "101 1000 0 null null",
        "1001 null 0 null null",
    ];
    assert_eq!(usual(&empty), none);
    assert_eq!(empty["promise"]["hours"], Value::Null);

    // Two became ready in the month before this one: one as was promised, one late.
    let month = last_month(china_day(w.now()));
    let begin: DateTime<Utc> = month.and_hms_opt(4, 0, 0).unwrap().and_utc();
    let mut db = w.context.connection().await.unwrap();
    let promise = SysKey::PreparationPromise;
    let saved = storage::db::system::save(&mut db, promise, "24", w.admin.id, begin);
    saved.await.unwrap();
    let approve = async |at: DateTime<Utc>| {
        let ids = ["s1".to_owned(), "s2".to_owned()];
        let order = order(w.owner.id, &ids).create(pool, at).await;
        let by = acting(w.admin.id, Role::Admin);
        let admin = Changes { pool, by, now: at };
        admin.approve(order).await.unwrap();
        order
    };
    for hours in [2, 72] {
        approve(begin + TimeDelta::hours(1)).await;
        worker::do_everything(pool, begin + TimeDelta::hours(1 + hours)).await;
    }
    let waiting = approve(w.now()).await;
    let found = w.get("/api/queue", &w.owner).await.ok();
    let kept = json!({
        "hours": 24, "month": month.format("%Y-%m").to_string(), "promised": 2, "kept": 1
    });
    assert_eq!(found["promise"], kept);
    assert_eq!(usual(&found)[0], "1 10 2 7200 259200");
    assert_eq!(found["total"], 1);
    let mine = &found["orders"][0];
    assert_eq!(mine["id"], waiting.0.to_string());
    assert_eq!((&mine["scenes"], &mine["sstatus"]), (&json!(2), &json!(1)));
    let reasons = mine["waits"].as_array().unwrap().iter();
    let reasons: Vec<&str> = reasons.filter_map(|wait| wait["reason"].as_str()).collect();
    assert!(reasons.contains(&"no_worker"), "{reasons:?}");

    // Nobody reads of others.
    let other = w.get("/api/queue", &w.stranger).await.ok();
    assert_eq!(other["total"], 0);
}

#[tokio::test]
async fn an_ftp_session_is_seen_and_ended_by_whoever_steers() {
    let w = World::new().await;
    let order = w.prepared().await;
    let mut db = w.context.connection().await.unwrap();
    let id = order.parse().unwrap();
    let delivery = deliveries::latest(&mut db, id).await.unwrap().unwrap();
    let session = ServedSession {
        id: Uuid::now_v7(),
        root: FtpRoot::Delivery(delivery.id),
        account: "a1".into(),
        client_ip: "10.0.0.7".into(),
        encrypted: true,
        since: w.now(),
        bytes: 4096,
        path: Some("s1.tif".into()),
    };
    let (gateway, served) = (Uuid::now_v7(), std::slice::from_ref(&session));
    let ended = ftp_sessions::report(&mut db, gateway, served).await;
    assert!(ended.unwrap().is_empty());

    let found = w.get("/api/monitor", &w.operator).await.ok();
    let seen = &found["ftpSessions"][0];
    assert_eq!(seen["order"]["id"], order);
    assert_eq!(
        (&seen["account"], &seen["bytes"], &seen["isEnding"]),
        (&json!("a1"), &json!(4096), &json!(false))
    );
    assert_eq!(found["waits"].as_array().unwrap().len(), 60);
    assert_eq!(found["resting"], json!([]));

    let path = format!("/api/monitor/ftp-sessions/{}", session.id);
    let end = async |who| w.call(Method::DELETE, &path, who, None).await.status;
    assert_eq!(end(&w.operator).await, StatusCode::FORBIDDEN);
    assert_eq!(end(&w.admin).await, StatusCode::NO_CONTENT);
    assert_eq!(end(&w.admin).await, StatusCode::NOT_FOUND);
    let found = w.get("/api/monitor", &w.operator).await.ok();
    assert_eq!(found["ftpSessions"][0]["isEnding"], true);
    let log = "/api/audit-log?subject=delivery";
    let entry = w.get(log, &w.admin).await.ok()["items"][0].clone();
    assert_eq!(
        (&entry["action"], &entry["reason"]),
        (&json!("end_session"), &json!("a1 10.0.0.7"))
    );

    // Its gateway reads it with its next word; what is told of no more is gone.
    let ended = ftp_sessions::report(&mut db, gateway, served).await;
    assert_eq!(ended.unwrap(), [session.id]);
    let ended = ftp_sessions::report(&mut db, gateway, &[]).await;
    assert!(ended.unwrap().is_empty());
    let found = w.get("/api/monitor", &w.operator).await.ok();
    assert_eq!(found["ftpSessions"], json!([]));
}

#[tokio::test]
async fn every_attempt_of_an_order_is_answered_to_whoever_watches() {
    let w = World::new().await;
    let order = w.prepared().await;
    let path = format!("/api/orders/{order}/attempts");
    let found = w.get(&path, &w.operator).await.ok();
    let kinds: Vec<_> = found["kinds"].as_array().unwrap().iter().collect();
    assert_eq!(kinds.len(), 3, "{found}");
    assert!(kinds.iter().all(|kind| kind["endedAt"].is_string()));
    assert_eq!(found["total"], 4);
    let first = &found["items"][0]["attempts"][0];
    assert_eq!(
        (&first["attempt"], &first["outcome"]),
        (&json!(1), &json!("done"))
    );
    let troubled = format!("{path}?troubled=true");
    assert_eq!(w.get(&troubled, &w.admin).await.ok()["total"], 0);
    let one = format!("{path}?kind=package_order&pageSize=1");
    assert_eq!(w.get(&one, &w.admin).await.ok()["total"], 1);
    assert_eq!(w.get(&path, &w.owner).await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_source_that_rests_is_seen_tried_and_given_another_share() {
    let w = World::new().await;
    w.prepared().await;
    let rest = "UPDATE archive_source SET failures = 12, rests_until = now() + interval '1 hour'";
    sqlx::query(rest).execute(&w.context.pool).await.unwrap();
    let found = w.get("/api/monitor", &w.operator).await.ok();
    let source = &found["sources"][0];
    assert_eq!(
        (&source["name"], &source["gate"], &source["failures"]),
        (&json!("file:///"), &json!("shut"), &json!(12))
    );
    assert!(source["until"].is_string());

    let path = format!("/api/monitor/sources/{}", source["id"]);
    let probe = format!("{path}/probe");
    let probe = async |who| w.call(Method::POST, &probe, who, None).await.status;
    assert_eq!(probe(&w.owner).await, StatusCode::FORBIDDEN);
    assert_eq!(probe(&w.operator).await, StatusCode::NO_CONTENT);
    assert_eq!(
        probe(&w.operator).await,
        StatusCode::NOT_FOUND,
        "it rests no more"
    );
    let found = w.get("/api/monitor", &w.operator).await.ok();
    assert_eq!(found["sources"][0]["gate"], "probe");

    let set = async |who, share: Value| {
        let body = Some(json!({ "share": share }));
        w.call(Method::PUT, &path, who, body).await.status
    };
    assert_eq!(set(&w.operator, json!(25)).await, StatusCode::FORBIDDEN);
    for wrong in [0, 101] {
        let status = set(&w.admin, json!(wrong)).await;
        assert_eq!(status, StatusCode::BAD_REQUEST);
    }
    assert_eq!(set(&w.admin, json!(25)).await, StatusCode::NO_CONTENT);
    let found = w.get("/api/monitor", &w.operator).await.ok();
    assert_eq!(found["sources"][0]["share"], 25);
    let log = "/api/audit-log?subject=archive_source";
    let log = w.get(log, &w.admin).await.ok();
    let actions = log["items"].as_array().unwrap().iter();
    let actions: Vec<_> = actions.map(|entry| entry["action"].clone()).collect();
    assert_eq!(actions, [json!("change"), json!("probe")]);
}

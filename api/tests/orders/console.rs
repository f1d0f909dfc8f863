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
async fn a_source_that_rests_is_seen_tried_and_given_other_bounds() {
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

    let set = async |who, share: Value, rate: Value| {
        let body = Some(json!({ "share": share, "bytesPerSecond": rate }));
        w.call(Method::PUT, &path, who, body).await.status
    };
    let (none, slow) = (json!(null), json!(65_536));
    let status = set(&w.operator, json!(25), slow.clone()).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    for (share, rate) in [
        (json!(0), none.clone()),
        (json!(101), none.clone()),
        (none.clone(), json!(65_535)),
    ] {
        let status = set(&w.admin, share, rate).await;
        assert_eq!(status, StatusCode::BAD_REQUEST);
    }
    let bounds = async || {
        let found = w.get("/api/monitor", &w.operator).await.ok();
        let source = &found["sources"][0];
        ["share", "bytesPerSecond", "atBandwidth"].map(|field| source[field].clone())
    };
    let status = set(&w.admin, json!(25), slow.clone()).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    assert_eq!(bounds().await, [json!(25), slow.clone(), json!(false)]);
    // The bandwidth alone; and once more, which changes nothing.
    for _ in 0..2 {
        let status = set(&w.admin, none.clone(), slow.clone()).await;
        assert_eq!(status, StatusCode::NO_CONTENT);
    }
    assert_eq!(bounds().await, [none.clone(), slow.clone(), json!(false)]);
    let waits = "INSERT INTO source_pace (source_id, free_at, waited_until) SELECT id, now(), now() FROM archive_source";
    sqlx::query(waits).execute(&w.context.pool).await.unwrap();
    assert_eq!(bounds().await, [none, slow, json!(true)]);
    let log = "/api/audit-log?subject=archive_source";
    let log = w.get(log, &w.admin).await.ok();
    let entries = log["items"].as_array().unwrap().iter();
    let entries: Vec<_> = entries
        .map(|entry| {
            let changes = entry["changes"].as_array().unwrap().iter();
            let fields = changes.map(|change| change["field"].as_str().unwrap());
            let fields: Vec<_> = fields.collect();
            (entry["action"].as_str().unwrap(), fields.join(" "))
        })
        .collect();
    let expected = [
        ("change", "share"),
        ("change", "share bytesPerSecond"),
        ("probe", ""),
    ];
    assert_eq!(
        entries,
        expected.map(|(action, fields)| (action, fields.to_owned()))
    );
}

#[tokio::test]
async fn an_emergency_is_marked_with_its_cause_and_stands_in_the_time_line() {
    let w = World::new().await;
    let order = w.approved().await;
    let path = format!("/api/orders/{order}");
    let mark = async |who, emergency: bool, cause: &str| {
        let body = json!({ "emergency": emergency, "cause": cause });
        w.post(&format!("{path}/emergency"), who, body).await
    };
    assert_eq!(
        mark(&w.operator, true, "山洪").await.status,
        StatusCode::FORBIDDEN
    );
    let refused = mark(&w.admin, true, "  ").await.refusal();
    assert_eq!(
        refused,
        (422, "cause_missing".into(), "请填写应急原因！".into())
    );
    let marked = mark(&w.admin, true, " 山洪 ").await.ok();
    assert_eq!(
        (&marked["emergency"]["cause"], &marked["emergency"]["by"]),
        (&json!("山洪"), &json!("管理员"))
    );
    // Its owner reads it too, and so does who lists orders.
    let seen = w.get(&path, &w.owner).await.ok();
    assert_eq!(seen["emergency"]["cause"], "山洪");
    let listed = w.get("/api/orders", &w.operator).await.ok();
    assert_eq!(listed["items"][0]["emergency"]["cause"], "山洪");
    // Saying it again is nothing new.
    mark(&w.admin, true, "山洪").await.ok();
    let ended = mark(&w.admin, false, "").await.ok();
    assert_eq!(ended["emergency"], Value::Null);
    mark(&w.admin, false, "").await.ok();
    let events = w.get(&format!("{path}/events"), &w.owner).await.ok();
    let events = events["items"].as_array().unwrap().iter();
    let told: Vec<_> = events
        .filter(|event| event["action"] == "set_emergency")
        .map(|event| event["text"].as_str().unwrap())
        .collect();
    assert_eq!(told, ["已列为应急订单：山洪", "不再列为应急订单"]);
    let log = w.get("/api/audit-log?subject=order", &w.admin).await.ok();
    let entries = log["items"].as_array().unwrap().iter();
    let entries = entries.filter(|entry| entry["action"] == "set_emergency");
    let before: Vec<_> = entries
        .map(|entry| entry["changes"][0]["before"].clone())
        .collect();
    assert_eq!(before, [json!("山洪"), json!("")]);
}

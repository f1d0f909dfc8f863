//! What applicants learn of the queue.

use chrono::{DateTime, Datelike, Days, NaiveDate, TimeDelta, Utc};
use domain::calendar::china_day;
use domain::role::Role;
use domain::system::SysKey;
use serde_json::{Value, json};
use testkit::builders::changes::Changes;
use testkit::builders::{acting, order, worker};

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

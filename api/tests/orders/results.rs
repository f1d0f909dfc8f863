//! Results that applicants report: whose orders they may be based on, what administrators make of them, and how they are counted.

use std::io::{Cursor, Read as _};

use api::Settings;
use axum::http::Method;
use chrono::TimeDelta;
use domain::research_result::MAX_RESULTS;
use serde_json::{Value, json};
use storage::db::handles;
use storage::db::mail::{self, MailAbout};
use storage::db::research_results;

use crate::world::{Answer, Person, World, id};

fn paper(orders: &[&str]) -> Value {
    json!({
        "kind": "paper", "title": "=冰川变化", "authors": "张三；李四", "month": "2026-02", "venue": "遥感学报",
        "doi": "doi:10.11834/jrs.20260001", "link": "https://doi.org/10.11834/jrs.20260001", "note": "", "orderIds": orders,
    })
}

async fn reported(w: &World, form: Value) -> Value {
    w.post("/api/results", &w.owner, form).await.ok()
}

async fn desk(w: &World, query: &str) -> Value {
    let path = format!("/api/result-desk?{query}");
    w.get(&path, &w.admin).await.ok()
}

/// As workers do, counts them before.
async fn figures(w: &World, query: &str) -> Value {
    let mut tx = handles::begin(&w.context.pool).await.unwrap();
    research_results::roll_up_due(&mut tx).await.unwrap();
    handles::commit(tx).await.unwrap();
    let path = format!("/api/result-desk/figures?{query}");
    w.get(&path, &w.admin).await.ok()["items"].clone()
}

/// Decides about the result as it is now.
async fn decide(w: &World, result: &Value, body: Value, who: &Person) -> u16 {
    let items = desk(w, "").await["items"].clone();
    let mut items = items.as_array().unwrap().iter();
    let now = items.find(|one| one["id"] == result["id"]).unwrap();
    decide_on(w, now, body, who).await.status.as_u16()
}

/// Decides about the result as it was read.
async fn decide_on(w: &World, read: &Value, mut body: Value, who: &Person) -> Answer {
    body["version"] = read["version"].clone();
    let path = format!("/api/results/{}/decision", id(read));
    w.post(&path, who, body).await
}

#[tokio::test]
async fn a_result_is_reported_changed_and_withdrawn_by_its_owner() {
    let w = World::new().await;
    let order = w.prepared().await;
    let offered = w.get("/api/results/orders", &w.owner).await.ok();
    assert_eq!(offered["items"][0]["id"], order);
    let made = reported(&w, paper(&[&order, &order])).await;
    insta::assert_json_snapshot!(made, {
        ".id" => "[id]", ".orders[].id" => "[id]", ".orders[].ordername" => "[number]", ".createdAt" => "[time]",
    });
    let path = format!("/api/results/{}", id(&made));
    let mut other = paper(&[&order]);
    other["kind"] = json!("award");
    let foreign = w
        .call(Method::PUT, &path, &w.stranger, Some(other.clone()))
        .await;
    assert_eq!(foreign.status.as_u16(), 404);
    assert_eq!(
        decide(&w, &made, json!({"decision": "check"}), &w.admin).await,
        204
    );
    let changed = w.call(Method::PUT, &path, &w.owner, Some(other)).await.ok();
    assert_eq!(changed["kind"], "award");
    // What was checked was what it said before.
    assert_eq!(changed["state"], "reported");
    assert_eq!(changed["decidedBy"], "");
    let own = |query: String| {
        let w = &w;
        async move { w.get(&format!("/api/results?{query}"), &w.owner).await.ok()["total"].clone() }
    };
    assert_eq!(own(format!("orderId={order}")).await, 1);
    assert_eq!(own(format!("orderId={}", id(&made))).await, 0);
    let foreign = w.call(Method::DELETE, &path, &w.stranger, None).await;
    assert_eq!(foreign.status.as_u16(), 404);
    let gone = w.call(Method::DELETE, &path, &w.owner, None).await;
    assert_eq!(gone.status.as_u16(), 204);
    assert_eq!(own(String::new()).await, 0);
    assert_logged(&log(&w).await, &made);
}

/// The newest first.
async fn log(w: &World) -> Vec<Value> {
    let path = "/api/audit-log?subject=research_result";
    let page = w.get(path, &w.admin).await.ok();
    page["items"].as_array().unwrap().clone()
}

/// That a result was reported, checked, made an award of and withdrawn.
#[track_caller]
fn assert_logged(log: &[Value], made: &Value) {
    let actions: Vec<_> = log.iter().map(|entry| &entry["action"]).collect();
    assert_eq!(actions, ["withdraw", "change", "check", "report"]);
    let change = |field: &str, before: &Value, after: &Value| json!({"field": field, "before": before, "after": after});
    let none = json!("");
    let changed = [
        change("kind", &json!("paper"), &json!("award")),
        change("state", &json!("checked"), &json!("reported")),
    ];
    assert_eq!(log[1]["changes"], json!(changed));
    let has = |n: usize, one: Value| log[n]["changes"].as_array().unwrap().contains(&one);
    assert!(has(3, change("title", &none, &made["title"])));
    let order = &made["orders"][0]["ordername"];
    assert!(has(3, change("orders", &none, order)));
    assert!(has(0, change("title", &made["title"], &none)));
    for entry in [&log[0], &log[1], &log[3]] {
        assert_eq!(entry["byLoginName"], "zhangsan");
        assert_eq!(entry["clientIp"], "192.0.2.1");
        assert_eq!(entry["subjectName"], "C000001 =冰川变化");
    }
}

#[tokio::test]
async fn only_own_orders_whose_data_were_handed_out_bear_results() {
    let w = World::new().await;
    let (waiting, order) = (w.submitted().await, w.prepared().await);
    for (who, orders) in [
        (&w.owner, vec![&*waiting]),
        (&w.owner, vec![&*order, &*waiting]),
        (&w.stranger, vec![&*order]),
        (&w.owner, vec![]),
    ] {
        let refused = w.post("/api/results", who, paper(&orders)).await;
        let body = refused.json();
        assert_eq!(body["errors"][0]["field"], "orderIds", "{body}");
    }
    let mut wrong = paper(&[&order]);
    wrong["doi"] = json!("11.1/2");
    wrong["title"] = json!("");
    let refused = w.post("/api/results", &w.owner, wrong).await.json();
    let fields: Vec<_> = refused["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| &e["field"])
        .collect();
    assert_eq!(fields, ["title", "doi"]);
}

#[tokio::test]
async fn results_are_counted_by_satellite_unit_year_and_kind_with_their_rows() {
    let w = World::new().await;
    let order = w.prepared().await;
    let first = reported(&w, paper(&[&order])).await;
    w.pass(TimeDelta::seconds(1)).await;
    let mut other = paper(&[&order]);
    other["month"] = json!("2025-12");
    other["kind"] = json!("product");
    let second = reported(&w, other).await;
    let refusal = json!({"decision": "refuse", "reason": " 与数据无关 "});
    assert_eq!(
        decide(&w, &second, json!({"decision": "refuse"}), &w.admin).await,
        400
    );
    assert_eq!(decide(&w, &second, refusal.clone(), &w.operator).await, 403);
    assert_eq!(
        decide(&w, &first, json!({"decision": "check"}), &w.admin).await,
        204
    );
    let satellite = first["satellites"][0].as_str().unwrap();
    for (query, value, counts) in [
        ("by=satellite", satellite, (2, 1)),
        ("by=satellite&year=2025", satellite, (1, 0)),
        ("by=year", "2026", (1, 1)),
        ("by=kind", "paper", (1, 1)),
        ("by=unit", first["unit"].as_str().unwrap(), (2, 1)),
    ] {
        let want = json!({"value": value, "results": counts.0, "checked": counts.1});
        assert_eq!(figures(&w, query).await[0], want, "{query}");
    }
    assert_eq!(decide(&w, &second, refusal, &w.admin).await, 204);
    assert_eq!(figures(&w, "by=year").await.as_array().unwrap().len(), 1);
    let log = log(&w).await;
    let told = |n: usize, field: &str| log[n][field].clone();
    assert_eq!(
        (told(0, "action"), told(1, "action")),
        (json!("refuse"), json!("check"))
    );
    assert_eq!(told(0, "reason"), "与数据无关");
    assert_eq!(told(0, "subjectName"), "C000002 =冰川变化");
    for (query, total) in [
        ("", 2),
        ("counted=true", 1),
        ("state=refused", 1),
        ("kind=paper", 1),
        ("year=2025", 1),
        ("q=遥感", 2),
        ("q=%25", 0),
        (&format!("satellite={satellite}&counted=true"), 1),
        ("satellite=none", 0),
        ("unit=无此单位", 0),
    ] {
        assert_eq!(desk(&w, query).await["total"], total, "{query}");
    }
    let page = desk(&w, "sort=month").await;
    assert_eq!(page["items"][0]["id"], second["id"]);
    assert_eq!(page["items"][0]["reason"], "与数据无关");
    assert_eq!(
        page["states"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["count"].as_i64().unwrap())
            .sum::<i64>(),
        2
    );
}

#[tokio::test]
async fn the_workbook_holds_what_the_list_shows_and_no_formulas() {
    let w = World::new().await;
    let order = w.prepared().await;
    reported(&w, paper(&[&order])).await;
    let answer = w
        .get("/api/result-desk/export.xlsx?kind=paper", &w.admin)
        .await;
    assert_eq!(answer.status, 200);
    let mut book = zip::ZipArchive::new(Cursor::new(answer.bytes)).unwrap();
    let mut part = |name: &str| {
        let mut text = String::new();
        book.by_name(name)
            .unwrap()
            .read_to_string(&mut text)
            .unwrap();
        text
    };
    let texts = part("xl/sharedStrings.xml");
    for text in ["=冰川变化", "论文", "C000001", "10.11834/jrs.20260001"] {
        assert!(texts.contains(text), "{text}");
    }
    assert!(!part("xl/worksheets/sheet1.xml").contains("<f>"));
}

#[tokio::test]
async fn one_person_reports_so_many_and_no_more() {
    let w = World::new().await;
    let order = w.prepared().await;
    for _ in 0..MAX_RESULTS {
        reported(&w, paper(&[&order])).await;
    }
    let refused = w.post("/api/results", &w.owner, paper(&[&order])).await;
    assert_eq!(refused.status.as_u16(), 409);
    assert_eq!(refused.json()["code"], "too_many");
    let withdrawn = w.get("/api/results", &w.owner).await.ok()["items"][0].clone();
    let path = format!("/api/results/{}", id(&withdrawn));
    w.call(Method::DELETE, &path, &w.owner, None).await;
    reported(&w, paper(&[&order])).await;
}

#[tokio::test]
async fn whose_result_is_refused_is_told_why() {
    let w = World::with(Settings {
        captcha: false,
        mail: true,
        ..Settings::default()
    })
    .await;
    sqlx::query("UPDATE app_user SET email = login_name || '@example.org'")
        .execute(&w.context.pool)
        .await
        .unwrap();
    let order = w.prepared().await;
    let made = reported(&w, paper(&[&order])).await;
    let inbox = async |who: &Person| w.get("/api/inbox", who).await.ok();
    let before = inbox(&w.owner).await["unread"].as_i64().unwrap();
    let check = json!({"decision": "check"});
    assert_eq!(decide(&w, &made, check, &w.admin).await, 204);
    assert_eq!(inbox(&w.owner).await["unread"], before);
    let refusal = json!({"decision": "refuse", "reason": "与数据无关"});
    assert_eq!(decide(&w, &made, refusal, &w.admin).await, 204);
    let told = inbox(&w.owner).await;
    assert_eq!(told["unread"], before + 1);
    let notice = &told["items"][0];
    assert_eq!(notice["kind"], "result_refused");
    assert_eq!(notice["orderId"], Value::Null);
    assert_eq!(notice["ordername"], made["number"]);
    let want = "您的成果C000001“=冰川变化”未通过核实，原因：与数据无关";
    assert_eq!(notice["text"], want);
    assert_eq!(notice["message"]["code"], "notice.result_refused");
    let others = inbox(&w.stranger).await;
    assert_eq!(others["items"], json!([]));
    // The mail is due, and says the same.
    let mut db = handles::connection(&w.context.pool).await.unwrap();
    let due = mail::claim(&mut db, 100, w.now()).await.unwrap();
    let mails: Vec<_> = due
        .iter()
        .filter(|due| matches!(&due.about, MailAbout::Result { number } if number == "C000001"))
        .collect();
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].user, w.owner.id);
    assert_eq!(mails[0].detail.chinese(), want);
    drop(db);
    // What is withdrawn takes its notices along.
    let path = format!("/api/results/{}", id(&made));
    let gone = w.call(Method::DELETE, &path, &w.owner, None).await;
    assert_eq!(gone.status.as_u16(), 204);
    assert_eq!(inbox(&w.owner).await["unread"], before);
}

#[tokio::test]
async fn nobody_decides_about_what_was_changed_meanwhile() {
    let w = World::new().await;
    let order = w.prepared().await;
    let read = reported(&w, paper(&[&order])).await;
    let path = format!("/api/results/{}", id(&read));
    let mut other = paper(&[&order]);
    other["title"] = json!("冻土变化");
    let changed = w.call(Method::PUT, &path, &w.owner, Some(other)).await.ok();
    let refusal = || json!({"decision": "refuse", "reason": "与数据无关"});
    for body in [refusal(), json!({"decision": "check"})] {
        let refused = decide_on(&w, &read, body, &w.admin).await;
        assert_eq!(refused.status.as_u16(), 409);
        assert_eq!(refused.json()["code"], "changed_meanwhile");
    }
    let seen = desk(&w, "").await["items"][0].clone();
    assert_eq!(
        (&seen["state"], &seen["title"]),
        (&json!("reported"), &json!("冻土变化"))
    );
    let decided = |entry: &Value| entry["action"] != "report" && entry["action"] != "change";
    assert!(!log(&w).await.iter().any(decided));
    let done = decide_on(&w, &changed, refusal(), &w.admin).await;
    assert_eq!(done.status.as_u16(), 204);
    // Of two who look at the same, the second sees what the first decided before deciding otherwise.
    let late = decide_on(&w, &changed, json!({"decision": "check"}), &w.admin).await;
    assert_eq!(late.status.as_u16(), 409);
    let unnamed = format!("{path}/decision");
    let unnamed = w.post(&unnamed, &w.admin, refusal()).await;
    assert_eq!(unnamed.status.as_u16(), 400);
}

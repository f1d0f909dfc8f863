//! Second signatures in SM2, and published reports: what anybody is told of such files.

use std::io::Read as _;
use std::sync::Arc;

use api::{Context, Settings};
use axum::http::Method;
use chrono::{DateTime, Utc};
use forms::signing::Sm2Key;
use serde_json::{Value, json};
use testkit::builders::server_key;

use crate::world::{World, request};

fn settings(digits: &str) -> Settings {
    let key: Sm2Key = digits.repeat(32).parse().unwrap();
    Settings {
        captcha: false,
        sm2_key: Some(key),
        ..Settings::default()
    }
}

/// The same installation, started again with another setting.
fn restarted(w: &mut World, settings: Settings) {
    let store = Arc::clone(&w.objects.store);
    let now = w.now();
    let clock = Arc::new(move || now);
    let pool = w.context.pool.clone();
    w.context = Context::with_clock(pool, store, server_key(), settings, clock).unwrap();
    w.router = api::app(w.context.clone());
}

async fn finding(w: &World, bytes: &[u8]) -> Value {
    let mut asking = request(Method::POST, "/api/delivery-records/verification", "");
    *asking.body_mut() = bytes.to_vec().into();
    w.send(asking).await.ok()
}

async fn keys(w: &World) -> Vec<(String, String)> {
    let keys = w.get("/api/delivery-records/keys", &w.owner).await.ok();
    let keys = keys["items"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    keys.map(|key| (text(&key["algorithm"]), text(&key["id"])))
        .collect()
}

async fn record(w: &World, order: &str, format: &str) -> Vec<u8> {
    let path = format!("/api/orders/{order}/records");
    let number = w.get(&path, &w.owner).await.ok()["items"][0]["number"].clone();
    let path = format!("{path}/{number}?format={format}");
    w.get(&path, &w.owner).await.bytes
}

#[tokio::test]
async fn records_are_signed_twice_where_a_key_is_set_and_stay_good_when_it_changes() {
    let mut w = World::with(settings("01")).await;
    let order = w.prepared().await;
    let first = record(&w, &order, "json").await;
    let paper = record(&w, &order, "pdf").await;
    let [ed25519, sm2] = keys(&w).await.try_into().unwrap();
    assert_eq!((&*ed25519.0, &*sm2.0), ("Ed25519", "SM2"));
    for bytes in [&first, &paper] {
        let found = finding(&w, bytes).await;
        assert_eq!(found["finding"], "genuine", "{found}");
        assert_eq!(found["key"], ed25519.1);
        assert_eq!(found["secondKey"], sm2.1);
        assert_eq!(found["report"], Value::Null);
    }
    // Without its second signature it is another file.
    let mut bare: Value = serde_json::from_slice(&first).unwrap();
    bare.as_object_mut().unwrap().remove("secondSignature");
    let found = finding(&w, bare.to_string().as_bytes()).await;
    assert_eq!(found["finding"], "altered");

    w.pass(chrono::TimeDelta::hours(1)).await;
    restarted(&mut w, settings("02"));
    let second = record(&w, &order, "json").await;
    assert_ne!(first, second);
    let listed = keys(&w).await;
    assert_eq!(listed.len(), 3);
    // The key that signs now stands before the one that did.
    assert_eq!((&listed[0], &listed[2]), (&ed25519, &sm2));
    for (bytes, key) in [(&first, &listed[2].1), (&second, &listed[1].1)] {
        let found = finding(&w, bytes).await;
        assert_eq!(
            (&found["finding"], &found["secondKey"]),
            (&json!("genuine"), &json!(key))
        );
    }
    let plain = Settings {
        captcha: false,
        ..Settings::default()
    };
    restarted(&mut w, plain);
    let found = finding(&w, &record(&w, &order, "json").await).await;
    assert_eq!(
        (&found["finding"], &found["secondKey"]),
        (&json!("genuine"), &Value::Null)
    );
    assert_eq!(finding(&w, &first).await["finding"], "genuine");
}

#[tokio::test]
async fn every_file_of_a_published_report_is_told_from_a_changed_one() {
    let w = World::with(settings("01")).await;
    let year = domain::calendar::china_day(w.now()).format("%Y");
    let year: i32 = year.to_string().parse().unwrap();
    let path = format!("/api/reports/yearly?year={year}");
    let draft = w.get(&path, &w.admin).await.ok();
    let body = json!({"year": year, "sha256": draft["sha256"]});
    let edition = w.post("/api/reports/yearly", &w.admin, body).await.json();
    let id = edition["id"].as_str().unwrap().to_owned();
    let file = async |format: &str| {
        let path = format!("/api/reports/yearly/{id}/file?format={format}");
        w.get(&path, &w.admin).await.bytes
    };
    for format in ["json", "docx", "xlsx"] {
        let bytes = file(format).await;
        let found = finding(&w, &bytes).await;
        assert_eq!(found["finding"], "genuine", "{format}: {found}");
        let report = &found["report"];
        assert_eq!(report["year"], year);
        assert_eq!(report["edition"], 1);
        assert_eq!(report["sha256"], draft["sha256"]);
        let [sealed, told] = [&report["publishedAt"], &edition["publishedAt"]]
            .map(|at| at.as_str().unwrap().parse::<DateTime<Utc>>().unwrap());
        assert_eq!(sealed, told);
        assert!(found["secondKey"].is_string() && found["record"].is_null());
        for at in [bytes.len() / 3, bytes.len() / 2, bytes.len() - 30] {
            let mut spoiled = bytes.clone();
            spoiled[at] ^= 1;
            let found = finding(&w, &spoiled).await;
            assert_ne!(found["finding"], "genuine", "{format}: {at}");
        }
    }
    // The workbook is one as before.
    let workbook = file("xlsx").await;
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(workbook)).unwrap();
    zip.by_name("xl/workbook.xml").unwrap();
    // Drafts are not signed.
    for format in ["json", "docx", "xlsx"] {
        let path = format!("/api/reports/yearly/file?year={year}&format={format}");
        let bytes = w.get(&path, &w.admin).await.bytes;
        assert_eq!(finding(&w, &bytes).await["finding"], "unreadable");
    }
}

/// What stands below each page of a Word file.
fn footer(file: &[u8]) -> String {
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(file)).unwrap();
    let mut part = zip.by_name("word/footer1.xml").unwrap();
    let mut text = String::new();
    part.read_to_string(&mut text).unwrap();
    text
}

#[tokio::test]
async fn what_is_issued_names_the_system_as_an_administrator_saved_it() {
    let w = World::new().await;
    let year = domain::calendar::china_day(w.now()).format("%Y");
    let path = format!("/api/reports/yearly?year={year}");
    let draft = w.get(&path, &w.admin).await.ok();
    let body = json!({"year": draft["year"], "sha256": draft["sha256"]});
    let edition = w.post("/api/reports/yearly", &w.admin, body).await.ok();
    let report = edition["id"].as_str().unwrap();
    let order = w.prepared().await;
    let issued = async || {
        let mut files = vec![
            record(&w, &order, "json").await,
            record(&w, &order, "pdf").await,
        ];
        for format in ["json", "xlsx", "docx"] {
            let path = format!("/api/reports/yearly/{report}/file?format={format}");
            files.push(w.get(&path, &w.admin).await.bytes);
        }
        files
    };
    let before = issued().await;
    let name = json!({"items": [{"sysKey": "sysName", "sysValue": "青海数据服务"}]});
    let saved = w.call(Method::PUT, "/api/system", &w.admin, Some(name));
    assert!(saved.await.status.is_success());
    let after = issued().await;
    // What was issued under the former name stays good, and says it.
    for (files, name) in [
        (&before, "卫星遥感数据信息共享服务"),
        (&after, "青海数据服务"),
    ] {
        for file in files {
            let found = finding(&w, file).await;
            assert_eq!(found["finding"], "genuine", "{found}");
            let issuers = [&found["record"]["issuer"], &found["report"]["issuer"]];
            assert!(issuers.contains(&&json!(name)), "{found}");
        }
        let printed = footer(files.last().unwrap());
        assert!(printed.contains(name), "{printed}");
    }
    let path = format!("/api/reports/yearly/file?year={year}&format=docx");
    let draft = w.get(&path, &w.admin).await.bytes;
    assert!(footer(&draft).contains("青海数据服务"));
}

#[tokio::test]
async fn nothing_is_signed_that_is_not_what_was_published() {
    let w = World::new().await;
    let year = domain::calendar::china_day(w.now()).format("%Y");
    let path = format!("/api/reports/yearly?year={year}");
    let draft = w.get(&path, &w.admin).await.ok();
    let body = json!({"year": draft["year"], "sha256": draft["sha256"]});
    let edition = w.post("/api/reports/yearly", &w.admin, body).await.json();
    for statement in [
        "ALTER TABLE yearly_report DISABLE TRIGGER yearly_report_frozen",
        "UPDATE yearly_report SET content = replace(content, '2', '3')",
    ] {
        sqlx::query(statement)
            .execute(&w.context.pool)
            .await
            .unwrap();
    }
    let id = edition["id"].as_str().unwrap();
    for format in ["json", "docx", "xlsx"] {
        let path = format!("/api/reports/yearly/{id}/file?format={format}");
        assert_eq!(w.get(&path, &w.admin).await.status, 500, "{format}");
    }
}

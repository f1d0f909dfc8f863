//! The report of a year: what it counts, what operators say of it, and that an edition stays as it is.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use storage::db::{handles, order_figures};

use crate::world::{Person, World};

async fn roll_up(w: &World) {
    let mut tx = handles::begin(&w.context.pool).await.unwrap();
    order_figures::roll_up_due(&mut tx).await.unwrap();
    handles::commit(tx).await.unwrap();
}

/// An order that was prepared, in the year of the world's clock.
async fn world() -> (World, i32) {
    let w = World::new().await;
    w.approved().await;
    w.prepare().await;
    roll_up(&w).await;
    let year = domain::calendar::china_day(w.now());
    let year = year.format("%Y").to_string().parse().unwrap();
    (w, year)
}

async fn report(w: &World, query: &str) -> Value {
    let path = format!("/api/reports/yearly?{query}");
    w.get(&path, &w.admin).await.ok()
}

fn paragraphs(report: &Value, heading: &str) -> String {
    let sections = report["sections"].as_array().unwrap();
    let section = sections
        .iter()
        .find(|section| section["heading"].as_str().unwrap().ends_with(heading))
        .unwrap();
    let pieces = section["blocks"].as_array().unwrap().iter();
    let pieces = pieces
        .filter_map(|block| block["pieces"].as_array())
        .flatten();
    pieces
        .map(|piece| match piece["note"].as_u64() {
            Some(number) => format!("[{number}]"),
            None => piece["text"].as_str().unwrap().to_owned(),
        })
        .collect()
}

/// How many rows the page shows that a figure leads to.
async fn rows_at(w: &World, source: &str) -> Value {
    let (page, query) = source.split_once('?').unwrap();
    if page == "/registry" {
        let listed = w.get(&format!("/api/registry?{query}"), &w.admin).await;
        return listed.ok()["sum"]["entries"].clone();
    }
    assert_eq!(page, "/orderManage");
    let (_, filter) = url::form_urlencoded::parse(query.as_bytes())
        .next()
        .unwrap();
    let filter: serde_json::Map<String, Value> = serde_json::from_str(&filter).unwrap();
    let conditions = filter.iter();
    let query = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(conditions.map(|(name, value)| (name, value.as_str().unwrap())))
        .finish();
    let listed = w.get(&format!("/api/orders?{query}"), &w.admin).await;
    listed.ok()["total"].clone()
}

/// Names of units and satellites, which may hold digits.
fn names_of_rows(report: &Value) -> Vec<&str> {
    let sections = report["sections"].as_array().unwrap().iter();
    let blocks = sections.flat_map(|section| section["blocks"].as_array().unwrap());
    let told_apart = blocks.filter(|block| block["names"] != "月份");
    let rows = told_apart.filter_map(|block| block["rows"].as_array());
    rows.flatten()
        .map(|row| row["name"].as_str().unwrap())
        .collect()
}

/// No figure, in tables and sentences, is without an address.
fn assert_no_figure_without_source(report: &Value) {
    let is_address = |source: &Value| {
        let pages = ["/registry?", "/orderManage?"];
        let address = source.as_str().unwrap_or_default();
        pages.iter().any(|page| address.starts_with(page))
    };
    let year = format!("{}年", report["year"]);
    let names = names_of_rows(report);
    for section in report["sections"].as_array().unwrap() {
        let is_note = section["heading"].as_str().unwrap().ends_with("附注");
        for block in section["blocks"].as_array().unwrap() {
            for piece in block["pieces"].as_array().into_iter().flatten() {
                if is_note || is_address(&piece["source"]) {
                    continue;
                }
                let words = piece["text"].as_str().unwrap().replace(&year, "");
                let words = names
                    .iter()
                    .fold(words, |words, name| words.replace(*name, ""));
                assert!(!words.contains(|one: char| one.is_ascii_digit()), "{piece}");
            }
            for row in block["rows"].as_array().into_iter().flatten() {
                let sources = row["sources"].as_array().unwrap();
                assert_eq!(sources.len(), row["figures"].as_array().unwrap().len());
                assert!(sources.iter().all(is_address), "{row}");
                assert!(is_address(&row["source"]), "{row}");
            }
        }
    }
}

/// Every figure has a source, and every number of orders and of deliveries, in tables and sentences, leads to as many rows; at
/// least so many of them.
async fn assert_sources(w: &World, report: &Value, least: usize) {
    assert_no_figure_without_source(report);
    let mut followed = 0;
    let sections = report["sections"].as_array().unwrap();
    for block in sections
        .iter()
        .flat_map(|one| one["blocks"].as_array().unwrap())
    {
        for piece in block["pieces"].as_array().into_iter().flatten() {
            let counted = piece["text"]
                .as_str()
                .and_then(|text| text.parse::<u64>().ok());
            let source = piece["source"].as_str();
            let scenes = counted == Some(2);
            if let (Some(count), Some(source), false) = (counted, source, scenes)
                && !source.contains("tab=figures")
            {
                assert_eq!(rows_at(w, source).await, json!(count), "{piece}");
                followed += 1;
            }
        }
        let heads = block["columns"].as_array().into_iter().flatten();
        let heads: Vec<_> = heads.map(|one| one["heading"].as_str().unwrap()).collect();
        for row in block["rows"].as_array().into_iter().flatten() {
            for (at, head) in heads.iter().enumerate() {
                let counts_rows = ["在线订单", "离线订单", "提供次数"];
                let source = row["sources"][at].as_str();
                if let Some(source) =
                    source.filter(|_| counts_rows.iter().any(|one| head.starts_with(one)))
                    && row["figures"][at] != 0
                {
                    assert_eq!(rows_at(w, source).await, row["figures"][at], "{row}");
                    followed += 1;
                }
            }
        }
    }
    assert!(followed >= least, "{followed}");
}

async fn note(w: &World, by: &Person, body: Value) -> StatusCode {
    w.call(Method::PUT, "/api/reports/yearly/notes", by, Some(body))
        .await
        .status
}

async fn publish(w: &World, year: i32, sha256: &Value) -> (StatusCode, Value) {
    let body = json!({"year": year, "sha256": sha256});
    let answer = w.post("/api/reports/yearly", &w.admin, body).await;
    (answer.status, answer.json())
}

#[tokio::test]
async fn a_report_says_what_was_ordered_and_provided_and_leads_there() {
    let (w, year) = world().await;
    let seen = report(&w, &format!("year={year}")).await;
    assert_eq!(seen["title"], format!("{year}年度卫星遥感数据分发服务报告"));
    let overview = paragraphs(&seen, "概况");
    assert!(
        overview.starts_with(&format!(
            "{year}年共受理数据订单 1 个，其中在线下载 1 个、离线拷贝 0 个"
        )),
        "{overview}"
    );
    assert!(
        overview.contains("全年向 1 家单位提供数据 1 次，影像 2 景"),
        "{overview}"
    );
    let unit = crate::world::form()["applyUserUnit"].clone();
    let sections = seen["sections"].as_array().unwrap();
    let tables: Vec<&Value> = sections
        .iter()
        .flat_map(|section| section["blocks"].as_array().unwrap())
        .filter(|block| block["kind"] == "table")
        .collect();
    assert_eq!(tables[1]["rows"][0]["name"], unit);
    assert_eq!(tables[1]["rows"][0]["figures"], json!([1, 2, 20, 1000]));
    // A figure leads to the registry with just its rows.
    let source = tables[1]["rows"][0]["source"].as_str().unwrap();
    let query = source.strip_prefix("/registry?").unwrap();
    let listed = w
        .get(&format!("/api/registry?{query}"), &w.admin)
        .await
        .ok();
    assert_eq!(listed["sum"]["entries"], 1);
    assert_sources(&w, &seen, 12).await;
    // Of the unit alone, and of one that has nothing.
    let unit = unit.as_str().unwrap();
    let (_, encoded) = query.rsplit_once("unit=").unwrap();
    let own = report(&w, &format!("year={year}&unit={encoded}")).await;
    assert!(paragraphs(&own, "概况").contains(&format!("全年向{unit}提供数据 1 次")));
    assert_sources(&w, &own, 10).await;
    let other = report(&w, &format!("year={year}&unit=nobody")).await;
    assert!(paragraphs(&other, "概况").contains("共受理数据订单 0 个"));
    let refused = w.get("/api/reports/yearly?year=1999", &w.admin).await;
    assert_eq!(refused.json()["errors"][0]["field"], "year");
}

#[tokio::test]
async fn the_share_of_the_satisfied_leads_to_their_deliveries() {
    let (w, year) = world().await;
    let (pleased, other) = (w.completed().await, w.completed().await);
    for (order, score) in [(pleased, 1), (other, 2)] {
        let body = json!({"score": score, "content": "收到"});
        let path = format!("/api/orders/{order}/feedback");
        w.post(&path, &w.owner, body).await.ok();
    }
    roll_up(&w).await;
    let seen = report(&w, &format!("year={year}")).await;
    assert_no_figure_without_source(&seen);
    let sections = seen["sections"].as_array().unwrap().iter();
    let pieces = sections
        .filter(|section| section["heading"].as_str().unwrap().ends_with("服务质量"))
        .flat_map(|section| section["blocks"].as_array().unwrap())
        .filter_map(|block| block["pieces"].as_array())
        .flatten();
    let shares: Vec<&Value> = pieces.filter(|piece| piece["text"] == "50.0%").collect();
    let [share] = shares.as_slice() else {
        panic!("{shares:?}");
    };
    let source = share["source"].as_str().unwrap();
    assert!(source.contains("satisfied=true"), "{source}");
    assert_eq!(rows_at(&w, source).await, 1);
    let others = source.replace("satisfied=true", "satisfied=false");
    assert_eq!(rows_at(&w, &others).await, 1);
    let listed = w.get(&format!("/api{source}"), &w.admin).await.ok();
    assert_eq!(listed["items"].as_array().unwrap().len(), 1, "{listed}");
}

#[tokio::test]
async fn notes_stand_in_the_report_and_can_be_taken_back() {
    let (w, year) = world().await;
    let body = |text: &str| json!({"year": year, "month": 3, "subject": "orders", "text": text});
    assert_eq!(
        note(&w, &w.admin, body(" 汛期应急 ")).await,
        StatusCode::NO_CONTENT
    );
    let seen = report(&w, &format!("year={year}")).await;
    assert!(paragraphs(&seen, "附注").contains("[1] 3月订单：汛期应急"));
    let log = w
        .get("/api/audit-log?subject=yearly_report", &w.admin)
        .await
        .ok();
    assert_eq!(log["items"][0]["changes"][0]["after"], "汛期应急", "{log}");
    assert_eq!(note(&w, &w.admin, body("")).await, StatusCode::NO_CONTENT);
    assert_eq!(
        report(&w, &format!("year={year}")).await["notes"],
        json!([])
    );
    for wrong in [
        json!({"year": year, "month": 13, "subject": "orders", "text": "x"}),
        json!({"year": year, "month": 1, "subject": "orders", "text": "长".repeat(501)}),
        json!({"year": 2100, "month": 1, "subject": "orders", "text": "x"}),
    ] {
        assert_eq!(note(&w, &w.admin, wrong).await, StatusCode::BAD_REQUEST);
    }
    assert_eq!(note(&w, &w.owner, body("x")).await, StatusCode::FORBIDDEN);
}

/// Of the role that every new installation has.
#[tokio::test]
async fn operators_note_what_stands_out_and_reach_neither_publishing_nor_the_registry() {
    let (w, year) = world().await;
    let body = json!({"year": year, "month": 3, "subject": "orders", "text": "汛期应急"});
    assert_eq!(note(&w, &w.operator, body).await, StatusCode::NO_CONTENT);
    let path = format!("/api/reports/yearly?year={year}");
    let seen = w.get(&path, &w.operator).await.ok();
    assert!(paragraphs(&seen, "附注").contains("[1] 3月订单：汛期应急"));
    // Whose reports there are follows from the report: what the registry can be searched by is not for operators.
    assert_eq!(
        seen["units"],
        json!([crate::world::form()["applyUserUnit"]])
    );
    let body = json!({"year": year, "sha256": seen["sha256"]});
    let refused = w.post("/api/reports/yearly", &w.operator, body).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    assert_eq!(refused.json()["needs"], json!(["/report/publish"]));
    let (status, first) = publish(&w, year, &seen["sha256"]).await;
    assert_eq!(status, StatusCode::CREATED);
    let id = first["id"].as_str().unwrap();
    for (path, expected) in [
        (format!("/api/reports/yearly/{id}"), 200_u16),
        (
            format!("/api/reports/yearly/file?year={year}&format=json"),
            200,
        ),
        (format!("/api/reports/yearly/{id}/file?format=docx"), 200),
        ("/api/registry".to_owned(), 403),
        ("/api/registry/1".to_owned(), 403),
        ("/api/registry/export.csv".to_owned(), 403),
    ] {
        assert_eq!(w.get(&path, &w.operator).await.status, expected, "{path}");
    }
}

#[tokio::test]
async fn nothing_is_published_while_orders_are_not_counted() {
    let (w, year) = world().await;
    // Nobody counts it: the roll-up is what only this test brings up to date.
    w.approved().await;
    let draft = report(&w, &format!("year={year}")).await;
    assert_eq!(draft["current"], false);
    assert!(paragraphs(&draft, "概况").contains("共受理数据订单 1 个"));
    let refused = publish(&w, year, &draft["sha256"]).await;
    assert_eq!(
        (refused.0, &refused.1["code"]),
        (StatusCode::CONFLICT, &json!("figures_not_counted"))
    );
    roll_up(&w).await;
    let whole = report(&w, &format!("year={year}")).await;
    assert_eq!(whole["current"], true);
    let (status, _) = publish(&w, year, &whole["sha256"]).await;
    assert_eq!(status, StatusCode::CREATED);
}

#[tokio::test]
async fn an_edition_stays_as_it_is_and_the_same_report_is_the_same_edition() {
    let (w, year) = world().await;
    let draft = report(&w, &format!("year={year}")).await;
    let stale = publish(&w, year, &json!("0".repeat(64))).await;
    assert_eq!(
        (stale.0, &stale.1["code"]),
        (StatusCode::CONFLICT, &json!("changed_meanwhile"))
    );
    let (status, first) = publish(&w, year, &draft["sha256"]).await;
    assert_eq!(
        (status, &first["edition"]),
        (StatusCode::CREATED, &json!(1))
    );
    let again = publish(&w, year, &draft["sha256"]).await;
    assert_eq!((again.0, &again.1), (StatusCode::OK, &first));
    // Something more happens: the edition says what it said.
    w.approved().await;
    w.prepare().await;
    roll_up(&w).await;
    let id = first["id"].as_str().unwrap();
    let kept = w
        .get(&format!("/api/reports/yearly/{id}"), &w.admin)
        .await
        .ok();
    assert_eq!(kept["sections"], draft["sections"]);
    assert_eq!(kept["edition"]["sha256"], draft["sha256"]);
    let next = report(&w, &format!("year={year}")).await;
    assert_ne!(next["sha256"], draft["sha256"]);
    let (status, second) = publish(&w, year, &next["sha256"]).await;
    assert_eq!(
        (status, &second["edition"]),
        (StatusCode::CREATED, &json!(2))
    );
    let file = w
        .get(
            &format!("/api/reports/yearly/{id}/file?format=json"),
            &w.admin,
        )
        .await;
    assert_eq!(file.status, StatusCode::OK);
    // Its report, cut out as it stands, is what the digest is of.
    let text = String::from_utf8(file.bytes.clone()).unwrap();
    let report = text.strip_prefix(r#"{"report":"#).unwrap();
    let (report, _) = report.split_once(r#","seal":{"#).unwrap();
    assert_eq!(json!(hex::encode(Sha256::digest(report))), draft["sha256"]);
    let rest: Value = serde_json::from_str(report).unwrap();
    assert_eq!(rest["format"], "scenedock-yearly-report/1");
    for (format, begin) in [("docx", b"PK"), ("xlsx", b"PK")] {
        let path = format!("/api/reports/yearly/{id}/file?format={format}");
        let file = w.get(&path, &w.admin).await;
        assert_eq!(file.status, StatusCode::OK);
        assert!(file.bytes.starts_with(begin));
        let name = file.header("content-disposition");
        assert!(name.contains("%E7%AC%AC1%E7%89%88"), "{name}");
    }
    let missing = "/api/reports/yearly/00000000-0000-0000-0000-000000000000";
    assert_eq!(w.get(missing, &w.admin).await.status, StatusCode::NOT_FOUND);
}

//! Workbooks of the order statistics, opened by another program and compared cell by cell with what the API answers.

use std::path::Path;
use std::process::Command;

use axum::http::StatusCode;
use domain::order::get_method::GetMethod;
use domain::role::Role;
use serde_json::{Value, json};
use testkit::builders::{form, order};

use super::with_orders;

/// The system's, for which openpyxl is packaged, even where another stands in front of it.
fn python() -> &'static str {
    let system = "/usr/bin/python3";
    if Path::new(system).exists() {
        system
    } else {
        "python3"
    }
}

const CHECK: &str = "
import json, sys, openpyxl
sheet = openpyxl.load_workbook(sys.argv[1]).active
rows = json.load(open(sys.argv[2], encoding='utf-8'))
found = [list(row) for row in sheet.iter_rows(min_row=2, max_col=len(rows[0]))]
assert len(found) == len(rows), (len(found), len(rows))
for cells, row in zip(found, rows):
    for cell, value in zip(cells, row):
        if isinstance(value, str):
            assert cell.data_type == 's' and cell.value == value, (cell.coordinate, cell.value, value)
        else:
            assert abs(cell.value - value) <= 1e-9 * max(1, abs(value)), (cell.coordinate, cell.value, value)
assert sheet._charts, 'no chart'
";

/// Fails unless openpyxl finds just these rows below the heading.
fn assert_rows(workbook: &[u8], rows: &Value, name: &str) {
    let file = tempfile::NamedTempFile::with_suffix(".xlsx").unwrap();
    std::fs::write(file.path(), workbook).unwrap();
    let expected = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(expected.path(), rows.to_string()).unwrap();
    let output = Command::new(python())
        .env("PYTHONUTF8", "1")
        .args(["-c", CHECK])
        .args([file.path(), expected.path()])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {said}");
}

fn cells(row: &Value, names: &[&str]) -> Vec<Value> {
    names.iter().map(|name| row[name].clone()).collect()
}

/// Bytes as the workbook has them, in GB.
fn gigabytes(row: &Value, names: &[&str]) -> Vec<Value> {
    let bytes = names.iter().map(|name| row[name].as_f64().unwrap());
    bytes.map(|bytes| json!(bytes / 1_073_741_824.0)).collect()
}

/// The rows that each workbook has to have, put together from the answers of the API.
fn expected_rows(path: &str, answer: &Value) -> Value {
    let items = answer["items"].as_array().cloned().unwrap_or_default();
    let rows: Vec<Vec<Value>> = match path {
        "orders" => [
            ("在线下载", "online", "Order"),
            ("离线拷贝", "offline", "Order"),
            ("合计", "", "order"),
        ]
        .into_iter()
        .map(|(name, prefix, order)| {
            let figures = ["Num", "SceneNum", "Size"];
            let figures = figures.map(|end| answer[format!("{prefix}{order}{end}")].clone());
            [vec![json!(name)], figures.to_vec()].concat()
        })
        .collect(),
        "monthly" => items
            .iter()
            .map(|row| {
                cells(
                    row,
                    &[
                        "month",
                        "onlineOrderNum",
                        "onlineOrderSceneNum",
                        "onlineOrderSize",
                        "offlineOrderNum",
                        "offlineOrderSceneNum",
                        "offlineOrderSize",
                        "OrderNum",
                        "OrderSceneNum",
                        "OrderSize",
                    ],
                )
            })
            .collect(),
        _ => items
            .iter()
            .map(|row| {
                let orders = ["unit", "onlineOrderNum", "offlineOrderNum", "allNum"];
                let volumes = ["onlineOrderSize", "offlineOrderSize", "allSize"];
                [cells(row, &orders), gigabytes(row, &volumes)].concat()
            })
            .collect(),
    };
    json!(rows)
}

#[tokio::test]
async fn another_program_finds_in_workbooks_what_the_pages_show() {
    let (api, staff) = with_orders().await;
    let days = "from=2026-01-01&to=2026-12-31";
    for path in ["orders", "monthly", "units"] {
        let answer = api.get(&format!("/api/stats/{path}?{days}"), &staff).await;
        let workbook = format!("/api/stats/{path}.xlsx?{days}");
        let workbook = api.get(&workbook, &staff).await;
        assert_eq!(workbook.status, StatusCode::OK, "{path}");
        let rows = expected_rows(path, &answer.json());
        assert!(!rows.as_array().unwrap().is_empty(), "{path}");
        assert_rows(&workbook.bytes, &rows, path);
    }
}

#[tokio::test]
async fn answers_and_workbooks_say_when_orders_are_not_counted() {
    let (api, staff) = with_orders().await;
    let flags = async |expected: bool| {
        for path in ["monthly?", "units?", "breakdown?by=usage"] {
            let answer = api.get(&format!("/api/stats/{path}"), &staff).await;
            assert_eq!(answer.json()["current"], expected, "{path}");
        }
    };
    flags(true).await;
    // Nobody counts it.
    let owner = api.account("wangwu_1", Role::Applicant).await;
    let form = domain::order::application::ApplicationForm {
        get_method: Some(GetMethod::OfflineCopy),
        ..form()
    };
    order(owner, &["s1".to_owned()])
        .form(form)
        .create(&api.context.pool, api.context.now())
        .await;
    flags(false).await;
    for path in ["orders", "units"] {
        let workbook = api.get(&format!("/api/stats/{path}.xlsx"), &staff).await;
        let mut zip = zip::ZipArchive::new(std::io::Cursor::new(workbook.bytes)).unwrap();
        let part = zip.by_name("xl/sharedStrings.xml").unwrap();
        let texts = std::io::read_to_string(part).unwrap();
        assert!(texts.contains("正在统计"), "{path}: {texts}");
    }
}

#[tokio::test]
async fn a_list_of_twenty_thousand_rows_is_one_workbook() {
    let (api, staff) = with_orders().await;
    // Some 5 MB: more than other calls may bring.
    let text = "一条用户行为记录：检索影像，范围为所绘多边形，含全部条件。".repeat(3);
    let rows: Vec<Value> = (0..20_000)
        .map(|n| json!([format!("第{n}行"), text, {"value": n, "as": "whole"}]))
        .collect();
    let table = json!({"name": "用户行为", "heads": ["行", "内容", "次数"], "rows": rows});
    let made = api.post("/api/stats/table.xlsx", &staff, table).await;
    assert_eq!(made.status, StatusCode::OK);
    let mut parts = zip::ZipArchive::new(std::io::Cursor::new(made.bytes)).unwrap();
    let sheet = parts.by_name("xl/worksheets/sheet1.xml").unwrap();
    let sheet = std::io::read_to_string(sheet).unwrap();
    // One for the headings.
    assert_eq!(sheet.matches("<row ").count(), 20_001);
    assert!(sheet.contains("第19999行"), "the last row is there");
}

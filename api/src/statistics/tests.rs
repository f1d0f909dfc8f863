use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use domain::order::application::ApplicationForm;
use domain::order::get_method::GetMethod;
use domain::role::Role;
use insta::assert_json_snapshot;
use serde_json::{Value, json};
use storage::db::handles;
use storage::db::order_figures;
use testkit::builders::{add_scenes, form, order, scene};

use crate::testing::{BEGINNING, TestApi};

mod counted_orders;
mod metrics;
mod raw_rows;
mod workbooks;

/// Three orders of two units: two in March, one of them offline, one in January.
async fn with_orders() -> (TestApi, String) {
    let api = TestApi::new().await;
    let pool = &api.context.pool;
    add_scenes(pool, &[scene("s1"), scene("s2")]).await;
    let owner = api.account("lisi_1", Role::Applicant).await;
    let both = ["s1".to_owned(), "s2".to_owned()];
    let now: DateTime<Utc> = BEGINNING.parse().unwrap();
    let offline = ApplicationForm {
        unit: "=乙单位".to_owned(),
        get_method: Some(GetMethod::OfflineCopy),
        ..form()
    };
    order(owner, &both).create(pool, now).await;
    order(owner, &both).form(offline).create(pool, now).await;
    order(owner, &both[..1])
        .create(pool, now - TimeDelta::days(40))
        .await;
    let mut tx = handles::begin(pool).await.unwrap();
    order_figures::roll_up_due(&mut tx).await.unwrap();
    handles::commit(tx).await.unwrap();
    let staff = api.signed_in("ops_1", Role::Operator).await;
    (api, staff)
}

#[tokio::test]
async fn figures_of_the_year_so_far() {
    let (api, staff) = with_orders().await;
    let mut answers = Vec::new();
    for path in [
        "orders",
        "monthly",
        "units",
        "breakdown?by=node",
        "breakdown?by=method",
        "breakdown?by=day",
    ] {
        answers.push((
            path,
            api.get(&format!("/api/stats/{path}"), &staff).await.json(),
        ));
    }
    assert_json_snapshot!(answers);
}

#[tokio::test]
async fn a_period_that_runs_backwards_counts_nothing() {
    let (api, staff) = with_orders().await;
    let period = "from=2026-03-02&to=2026-03-01";
    let found = api
        .get(&format!("/api/stats/orders?{period}"), &staff)
        .await;
    assert_eq!(
        (found.status, &found.json()["orderNum"]),
        (StatusCode::OK, &0.into())
    );
    let months = api
        .get(&format!("/api/stats/monthly?{period}"), &staff)
        .await;
    assert_eq!(months.json()["total"], 0);
    let wrong = api.get("/api/stats/orders?from=soon", &staff).await;
    assert_eq!(wrong.status, StatusCode::BAD_REQUEST);
    let wrong = api.get("/api/stats/breakdown?by=colour", &staff).await;
    assert_eq!(wrong.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn orders_that_nobody_counts_are_said_to_be_missing() {
    let (api, staff) = with_orders().await;
    let owner = api.account("wangwu_1", Role::Applicant).await;
    order(owner, &["s1".to_owned()])
        .create(&api.context.pool, api.context.now())
        .await;
    let found = api.get("/api/stats/orders", &staff).await;
    assert_eq!(
        (&found.json()["orderNum"], &found.json()["current"]),
        (&3.into(), &false.into())
    );
    // Of another time: nobody waits for it.
    let earlier = api.get("/api/stats/orders?to=2026-02-28", &staff).await;
    assert_eq!(
        (&earlier.json()["orderNum"], &earlier.json()["current"]),
        (&1.into(), &true.into())
    );
}

#[tokio::test]
async fn workbooks_are_named_after_their_sheet_and_days() {
    let (api, staff) = with_orders().await;
    for (path, name) in [
        ("orders", "订单总量"),
        ("monthly", "订单月度统计"),
        ("units", "服务单位分布"),
        ("ranking", "单位排名"),
        ("breakdown", "订单类型统计"),
    ] {
        let found = api
            .get(
                &format!("/api/stats/{path}.xlsx?by=kind&from=2026-01-01&to=2026-12-31"),
                &staff,
            )
            .await;
        assert_eq!(found.status, StatusCode::OK, "{path}");
        let escaped: String = url::form_urlencoded::byte_serialize(name.as_bytes()).collect();
        let disposition = found.header("content-disposition");
        let expected = format!("filename*=UTF-8''{escaped}_2026-01-01_2026-12-31.xlsx");
        assert!(disposition.ends_with(&expected), "{disposition}");
    }
}

#[tokio::test]
async fn any_table_of_a_page_is_a_workbook() {
    let (api, staff) = with_orders().await;
    let path = "/api/stats/table.xlsx";
    let table = |rows: Value| json!({"name": "各单位", "heads": ["单位", "景数"], "rows": rows});
    let body = table(
        json!([["=1+1", "1,234"], ["＠院", {"value": 4_617_089_843_i64, "as": "whole"}],
         ["无", {"value": null, "as": "percent"}]]),
    );
    let made = api.post(path, &staff, body.clone()).await;
    assert_eq!(made.status, StatusCode::OK);
    assert!(made.bytes.starts_with(b"PK"));
    let name: String = url::form_urlencoded::byte_serialize("各单位".as_bytes()).collect();
    let disposition = made.header("content-disposition");
    assert!(
        disposition.ends_with(&format!("{name}.xlsx")),
        "{disposition}"
    );
    for wrong in [
        table(json!([["一"]])),
        table(json!([["一", "2", "3"]])),
        table(json!([["一", "长".repeat(32_768)]])),
        json!({"name": "", "heads": [], "rows": []}),
    ] {
        let refused = api.post(path, &staff, wrong).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST);
        assert_eq!(refused.json()["errors"][0]["field"], "rows");
    }
    let mut named = body.clone();
    for (characters, status) in [(200, StatusCode::OK), (201, StatusCode::BAD_REQUEST)] {
        named["name"] = json!("长".repeat(characters));
        let answer = api.post(path, &staff, named.clone()).await;
        assert_eq!(answer.status, status, "{characters}");
    }
    let applicant = api.signed_in("wangwu_1", Role::Applicant).await;
    let refused = api.post(path, &applicant, body).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn what_people_did_is_counted_by_type_and_day() {
    let api = TestApi::new().await;
    api.account("lisi_1", Role::Applicant).await;
    for _ in 0..2 {
        api.login("lisi_1", "Scenedock1").await;
    }
    api.pass(TimeDelta::days(1));
    api.login("lisi_1", "Scenedock1").await;
    let staff = api.signed_in("ops_1", Role::Operator).await;
    let answer = api.get("/api/stats/behaviours", &staff).await.json();
    assert_json_snapshot!(answer);
    let workbook = api.get("/api/stats/behaviours.xlsx", &staff).await;
    assert!(workbook.bytes.starts_with(b"PK"));
}

use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use domain::role::Role;
use domain::task::ErrorClass;
use insta::assert_json_snapshot;
use storage::lifecycle::preparation;
use testkit::builders::changes::Changes;
use testkit::builders::{acting, add_scenes, order, scene, worker};
use texts::{FailureText, Message};

use crate::testing::TestApi;

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

/// A promise of a day; an order that kept it in January, one that was late in February, and one of which a scene failed.
async fn with_preparations() -> (TestApi, String) {
    let api = TestApi::new().await;
    let pool = &api.context.pool;
    add_scenes(pool, &[scene("s1"), scene("s2")]).await;
    let owner = api.account("lisi_1", Role::Applicant).await;
    let token = api.signed_in("admin_1", Role::Admin).await;
    let auditor = api.account("admin_2", Role::Admin).await;
    promise_a_day(&api).await;
    let ids = ["s1".to_owned(), "s2".to_owned()];
    let approved = async |now: DateTime<Utc>| {
        let order = order(owner, &ids)
            .create(pool, now - TimeDelta::hours(1))
            .await;
        let by = acting(auditor, Role::Admin);
        let admin = Changes { pool, by, now };
        admin.approve(order).await.unwrap();
    };
    approved(at("2026-01-10T00:00:00Z")).await;
    worker::do_everything(pool, at("2026-01-10T01:00:00Z")).await;
    approved(at("2026-02-01T00:00:00Z")).await;
    worker::do_everything(pool, at("2026-02-03T00:00:00Z")).await;
    approved(at("2026-02-04T00:00:00Z")).await;
    let task = worker::claim_all(pool).await.remove(0);
    let class = ErrorClass::SourceMissing;
    let why: Message = FailureText::Bug { what: "=x".into() }.into();
    preparation::fail(pool, task, class, &why, at("2026-02-04T01:00:00Z"))
        .await
        .unwrap();
    (api, token)
}

async fn promise_a_day(api: &TestApi) {
    let mut db = api.context.connection().await.unwrap();
    let by = api.account("config_1", Role::Admin).await;
    let key = domain::system::SysKey::PreparationPromise;
    let since = at("2026-01-01T00:00:00Z");
    storage::db::system::save(&mut db, key, "24", by, since)
        .await
        .unwrap();
}

#[tokio::test]
async fn how_soon_data_were_ready() {
    let (api, token) = with_preparations().await;
    let mut answers = Vec::new();
    for path in [
        "preparation?from=2026-01-01&to=2026-03-31",
        "preparation?from=2026-02-01&to=2026-01-01",
        "preparation/failures?from=2026-01-01&to=2026-03-31",
        "preparation/failures?from=2026-01-01&to=2026-03-31&cause=bug",
    ] {
        answers.push((
            path,
            api.get(&format!("/api/stats/{path}"), &token).await.json(),
        ));
    }
    assert_json_snapshot!(answers, {
        "[][1].items[].orderId" => "[order]",
    });
    let book = "/api/stats/preparation.xlsx?from=2026-02-02&to=2026-02-01";
    assert_eq!(api.get(book, &token).await.status, StatusCode::OK);
    for wrong in ["failures?cause=x", "failures?before=1"] {
        let found = api
            .get(&format!("/api/stats/preparation/{wrong}"), &token)
            .await;
        assert_eq!(found.status, StatusCode::BAD_REQUEST, "{wrong}");
    }
}

#[tokio::test]
async fn a_table_and_a_workbook_say_the_same() {
    let (api, token) = with_preparations().await;
    let days = "from=2026-01-01&to=2026-03-31";
    let table = api
        .get(&format!("/api/stats/preparation.csv?{days}"), &token)
        .await;
    let text = String::from_utf8(table.bytes.clone()).unwrap();
    let lines: Vec<&str> = text.lines().skip(1).collect();
    assert_eq!(
        lines,
        [
            "2026-01,1,3648,3648,1,1,0,0,0,0,0,0,0,0,0,0",
            "2026-02,1,176128,176128,1,0,1,0,0,0,0,0,0,0,0,0",
            "2026-03,0,,,0,0,0,0,0,0,0,0,0,0,0,0",
        ]
    );
    let book = api
        .get(&format!("/api/stats/preparation.xlsx?{days}"), &token)
        .await;
    assert!(book.bytes.starts_with(b"PK"));
}

/// Every figure beside the list that it opens; what the figures say.
async fn compared_with_the_registry(api: &TestApi, token: &str) -> [u64; 3] {
    let days = "from=2026-01-01&to=2026-03-31";
    let path = format!("/api/stats/preparation?{days}");
    let figures = api.get(&path, token).await.json();
    let [prepared, promised, kept] =
        ["prepared", "promised", "kept"].map(|field| figures["total"][field].as_u64().unwrap());
    for (query, count) in [
        ("first=true", prepared),
        ("promise=any", promised),
        ("promise=kept", kept),
        ("promise=late", promised - kept),
    ] {
        let path = format!("/api/registry?{days}&{query}");
        let answer = api.get(&path, token).await.json();
        assert_eq!(answer["sum"]["entries"], count, "{query}: {answer}");
        let rows = answer["items"].as_array().unwrap().len();
        assert_eq!(answer["sum"]["entries"], rows, "{query}: {answer}");
    }
    [prepared, promised, kept]
}

#[tokio::test]
async fn figures_lead_to_exactly_their_deliveries() {
    let (api, token) = with_preparations().await;
    let all = compared_with_the_registry(&api, &token).await;
    assert_eq!(all, [2, 2, 1]);
    // As if nothing had been promised yet when the late one was approved.
    let unpromised = "UPDATE registry_entry SET promised_hours = NULL \
        WHERE number = (SELECT max(number) FROM registry_entry)";
    let written = sqlx::raw_sql(unpromised).execute(&api.context.pool);
    written.await.unwrap();
    let rest = compared_with_the_registry(&api, &token).await;
    assert_eq!(rest, [2, 1, 1]);
}

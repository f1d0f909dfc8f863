use axum::http::StatusCode;
use domain::order::application::ApplicationForm;
use domain::role::Role;
use insta::assert_json_snapshot;
use storage::db::transfers::{self, NewTransfer, Outcome, Protocol, Source, Visitor};
use testkit::builders::{add_scenes, form, order, scene};
use uuid::Uuid;

use crate::testing::{BEGINNING, TestApi};

/// Which of two orders, over what, first byte and bytes, how it ended and when, and who fetched.
type Ended = (usize, Protocol, (u64, u64), Outcome, &'static str, Visitor);

const TRANSFERS: [Ended; 6] = [
    (
        0,
        Protocol::Ftp,
        (0, 100),
        Outcome::Done,
        "2026-02-27T15:59:59Z",
        Visitor::Applicant,
    ),
    (
        0,
        Protocol::Ftp,
        (0, 40),
        Outcome::Aborted,
        "2026-02-27T16:00:00Z",
        Visitor::Applicant,
    ),
    (
        1,
        Protocol::Https,
        (0, 60),
        Outcome::Done,
        "2026-02-28T01:00:00Z",
        Visitor::Applicant,
    ),
    (
        1,
        Protocol::Https,
        (60, 40),
        Outcome::Done,
        "2026-02-28T01:00:01Z",
        Visitor::Applicant,
    ),
    (
        1,
        Protocol::Https,
        (0, 0),
        Outcome::Failed,
        "2025-12-31T15:00:00Z",
        Visitor::Applicant,
    ),
    (
        1,
        Protocol::Ftp,
        (0, 100),
        Outcome::Done,
        "2026-02-28T01:00:02Z",
        Visitor::Check,
    ),
];

/// Downloads of single scenes of two units: whole, broken off, in two ranges, by a worker's check.
async fn with_downloads() -> (TestApi, String) {
    let api = TestApi::new().await;
    let pool = &api.context.pool;
    add_scenes(pool, &[scene("s1")]).await;
    let owner = api.account("lisi_1", Role::Applicant).await;
    let now = BEGINNING.parse().unwrap();
    let unit = |name: &str| ApplicationForm {
        unit: name.to_owned(),
        ..form()
    };
    let ids = ["s1".to_owned()];
    let first = order(owner, &ids)
        .form(unit("=甲单位"))
        .create(pool, now)
        .await;
    let second = order(owner, &ids)
        .form(unit("乙单位"))
        .create(pool, now)
        .await;
    for (number, protocol, (offset, bytes), outcome, at, visitor) in TRANSFERS {
        let order = [first, second][number];
        let mut db = api.context.connection().await.unwrap();
        let at = at.parse().unwrap();
        let new = NewTransfer {
            id: Uuid::now_v7(),
            source: Source::Scene {
                order,
                did: 1,
                size: 100,
            },
            account: "lisi_1",
            path: "/s1.tif",
            protocol,
            address: "",
            offset,
            client_ip: "127.0.0.1",
            started: at,
            visitor,
        };
        transfers::begin(&mut db, &new).await.unwrap();
        transfers::finish(&mut db, new.id, bytes, outcome, "curl", at)
            .await
            .unwrap();
    }
    let admin = api.signed_in("admin_1", Role::Admin).await;
    (api, admin)
}

#[tokio::test]
async fn what_was_downloaded_this_year() {
    let (api, admin) = with_downloads().await;
    let mut answers = Vec::new();
    for path in [
        "downloads?by=day",
        "downloads?by=unit",
        "downloads?by=protocol",
        "downloads?by=month&from=2025-01-01&unit=乙单位",
        "downloads?by=day&from=2026-02-02&to=2026-02-01",
        "downloads/transfers",
        "downloads/transfers?from=2025-01-01&unit=乙单位&protocol=https&outcome=failed",
    ] {
        let path = path.replace("乙单位", "%E4%B9%99%E5%8D%95%E4%BD%8D");
        let found = api.get(&format!("/api/stats/{path}"), &admin).await;
        answers.push((path, found.json()));
    }
    assert_json_snapshot!(answers, {
        "[][1].items[].id" => "[id]",
        "[][1].items[].orderId" => "[order]",
        "[][1].items[].ordername" => "[ordername]",
    });
    for wrong in [
        "?by=colour",
        "",
        "/transfers?before=1",
        "/transfers?outcome=x",
    ] {
        let path = format!("/api/stats/downloads{wrong}");
        let found = api.get(&path, &admin).await;
        assert_eq!(found.status, StatusCode::BAD_REQUEST, "{wrong}");
    }
}

#[tokio::test]
async fn a_table_holds_days_units_and_protocols() {
    let (api, admin) = with_downloads().await;
    let table = api.get("/api/stats/downloads.csv", &admin).await;
    let text = String::from_utf8(table.bytes.clone()).unwrap();
    assert_eq!(
        text.lines().collect::<Vec<_>>(),
        [
            "\u{feff}日期,单位,协议,下载次数（次）,下载完成文件（个）,中断（次）,下载量（字节）",
            "2026-02-27,'=甲单位,ftp,1,1,0,100",
            "2026-02-28,'=甲单位,ftp,1,0,1,40",
            "2026-02-28,乙单位,https,2,1,0,100",
        ]
    );
    let book = api.get("/api/stats/downloads.xlsx?by=unit", &admin).await;
    assert!(book.bytes.starts_with(b"PK"));
}

#[tokio::test]
async fn deliveries_are_fetched_begun_or_untouched() {
    let (api, admin) = with_downloads().await;
    let found = api.get("/api/stats/downloads/completion", &admin).await;
    let none = serde_json::json!({"total": {"deliveries": 0, "fetched": 0, "begun": 0, "untouched": 0, "repeated": 0},
        "items": []});
    assert_eq!(found.json(), none, "no delivery was opened");
}

/// How many downloads the list has.
async fn listed(api: &TestApi, token: &str, query: &str) -> usize {
    let path = format!("/api/stats/downloads/transfers?{query}");
    let page = api.get(&path, token).await.json();
    assert!(page["next"].is_null(), "more than a page");
    page["items"].as_array().unwrap().len()
}

#[tokio::test]
async fn every_number_opens_exactly_its_downloads() {
    let (api, admin) = with_downloads().await;
    // An order of an old portal may name no unit.
    let emptied = "UPDATE orders SET apply_user_unit = '' WHERE apply_user_unit = '乙单位'; \
        UPDATE download_change SET unit = '' WHERE unit = '乙单位'";
    let written = sqlx::raw_sql(emptied).execute(&api.context.pool);
    written.await.unwrap();
    let days = "from=2025-01-01&to=2026-12-31";
    let ends = [
        ("transfers", ""),
        ("files", "&outcome=whole"),
        ("broken", "&outcome=broken"),
    ];
    for by in ["unit", "protocol"] {
        let path = format!("/api/stats/downloads?by={by}&{days}");
        let found = api.get(&path, &admin).await.json();
        let total = &found["total"];
        let counts = ends.map(|(field, _)| total[field].as_u64().unwrap());
        assert_eq!(counts, [5, 2, 2]);
        let mut figures = vec![(days.to_owned(), total)];
        for item in found["items"].as_array().unwrap() {
            let (condition, value) = match item["value"].as_str().unwrap() {
                "" => ("without", by),
                value => (by, value),
            };
            let mut query = url::form_urlencoded::Serializer::new(days.to_owned());
            figures.push((query.append_pair(condition, value).finish(), item));
        }
        assert_eq!(figures.len(), 3, "two values of {by}");
        for (query, figure) in figures {
            for (field, end) in ends {
                let rows = listed(&api, &admin, &format!("{query}{end}")).await;
                assert_eq!(figure[field], rows, "{field} of {query}");
            }
        }
    }
    let parts = listed(&api, &admin, &format!("{days}&outcome=done")).await;
    assert_eq!(parts, 3, "a part that was sent as well");
}

//! What was downloaded, beside a plain count of the same transfers by a statement of the test's own.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::ids::OrderId;
use domain::order::application::ApplicationForm;
use domain::statistics::Period;
use proptest::prelude::RngExt as _;
use proptest::test_runner::{RngAlgorithm, TestRng};
use sqlx::{AssertSqlSafe, PgPool};
use storage::db::downloads::{self, DownloadCell, DownloadDimension, DownloadFigures};
use storage::db::handles::{self, connection};
use storage::db::order_scope::OrderScope;
use storage::db::retention;
use storage::db::transfers::{self, NewTransfer, Outcome, Protocol, Source, Visitor};
use testkit::builders::{add_scenes, form, morning, order, person, scene};
use testkit::postgres::TestDatabase;
use uuid::Uuid;

const SIZE: u64 = 1000;
const BY: [DownloadDimension; 4] = [
    DownloadDimension::Unit,
    DownloadDimension::Protocol,
    DownloadDimension::Month,
    DownloadDimension::Day,
];

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn century() -> Period {
    Period::new(day("2000-01-01"), day("2099-12-31"))
}

async fn fold(pool: &PgPool) {
    let mut tx = handles::begin(pool).await.unwrap();
    assert!(!downloads::fold_changes(&mut tx).await.unwrap());
    handles::commit(tx).await.unwrap();
}

/// Two units, each with an order of one scene.
async fn world() -> (PgPool, [OrderId; 2]) {
    let pool = TestDatabase::new().await.pool;
    add_scenes(&pool, &[scene("s1")]).await;
    let owner = person("lisi").create(&pool, morning()).await;
    let ids = ["s1".to_owned()];
    let mut orders = Vec::new();
    for unit in [" 甲单位 ", "乙单位"] {
        let form = ApplicationForm {
            unit: unit.to_owned(),
            ..form()
        };
        let made = order(owner, &ids).form(form);
        orders.push(made.create(&pool, morning()).await);
    }
    (pool, orders.try_into().unwrap())
}

/// A transfer that ends at `at` after having sent `bytes` from `offset` on.
struct Transfer {
    order: OrderId,
    protocol: Protocol,
    offset: u64,
    bytes: u64,
    outcome: Outcome,
    visitor: Visitor,
    at: DateTime<Utc>,
}

impl Transfer {
    async fn begin(&self, pool: &PgPool) -> Uuid {
        let new = NewTransfer {
            id: Uuid::now_v7(),
            source: Source::Scene {
                order: self.order,
                did: 1,
                size: i64::try_from(SIZE).unwrap(),
            },
            account: "lisi",
            path: "/s1.tif",
            protocol: self.protocol,
            address: "",
            offset: self.offset,
            client_ip: "127.0.0.1",
            started: self.at - TimeDelta::minutes(1),
            visitor: self.visitor,
        };
        let mut db = connection(pool).await.unwrap();
        transfers::begin(&mut db, &new).await.unwrap();
        new.id
    }

    async fn end(&self, pool: &PgPool, id: Uuid) {
        let mut db = connection(pool).await.unwrap();
        transfers::finish(&mut db, id, self.bytes, self.outcome, "curl", self.at)
            .await
            .unwrap();
    }
}

fn some_transfer(random: &mut TestRng, orders: &[OrderId]) -> Transfer {
    let offset = [0, 400][random.random_range(0..2)];
    let hours = random.random_range(0..24 * 365 * 2);
    Transfer {
        order: orders[random.random_range(0..orders.len())],
        protocol: Protocol::ALL[random.random_range(0..3)],
        offset,
        bytes: random.random_range(0..2) * (SIZE - offset),
        outcome: Outcome::ALL[random.random_range(0..3)],
        visitor: [Visitor::Applicant, Visitor::Applicant, Visitor::Check]
            [random.random_range(0..3)],
        at: "2024-12-30T15:59:59Z".parse::<DateTime<Utc>>().unwrap() + TimeDelta::hours(hours),
    }
}

type FiguresByValue = BTreeMap<String, (i64, i64, i64, i64)>;

fn plain(figures: DownloadFigures) -> (i64, i64, i64, i64) {
    let number = |count: u64| i64::try_from(count).unwrap();
    (
        number(figures.transfers),
        number(figures.files),
        number(figures.broken),
        number(figures.bytes.0),
    )
}

async fn answered(pool: &PgPool, by: DownloadDimension) -> FiguresByValue {
    let mut db = connection(pool).await.unwrap();
    let found = downloads::figures(&mut db, (&OrderScope::All, century()), None, by).await;
    let found = found.unwrap().into_iter();
    found
        .map(|(value, figures)| (value, plain(figures)))
        .collect()
}

/// The same from the single transfers, which here know their order and their size themselves.
async fn counted(pool: &PgPool, by: DownloadDimension) -> FiguresByValue {
    let value = match by {
        DownloadDimension::Unit => "trim(o.apply_user_unit)",
        DownloadDimension::Protocol => "t.protocol",
        DownloadDimension::Month => "to_char(t.ended_at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM')",
        DownloadDimension::Day => "to_char(t.ended_at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD')",
    };
    let rows: Vec<(String, i64, i64, i64, i64)> = sqlx::query_as(AssertSqlSafe(format!(
        "SELECT {value}, count(*), count(*) FILTER (WHERE t.outcome = 'done' AND t.from_offset + t.bytes = t.size), \
         count(*) FILTER (WHERE t.outcome IN ('aborted', 'failed')), sum(t.bytes)::bigint \
         FROM transfer t JOIN orders o ON o.id = t.order_id WHERE t.outcome IS NOT NULL AND NOT t.by_check GROUP BY 1"
    )))
    .fetch_all(pool)
    .await
    .unwrap();
    let rows = rows.into_iter();
    rows.map(|(value, transfers, files, broken, bytes)| (value, (transfers, files, broken, bytes)))
        .collect()
}

async fn cells(pool: &PgPool, unit: Option<&str>) -> Vec<DownloadCell> {
    let mut db = connection(pool).await.unwrap();
    downloads::cells(&mut db, (&OrderScope::All, century()), unit)
        .await
        .unwrap()
}

#[tokio::test]
async fn figures_are_those_of_the_transfers_before_and_after_they_are_folded() {
    let (pool, orders) = world().await;
    let mut random = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    for round in 0..6 {
        for _ in 0..15 {
            let transfer = some_transfer(&mut random, &orders);
            let id = transfer.begin(&pool).await;
            // One in six goes on.
            if random.random_range(0..6) > 0 {
                transfer.end(&pool, id).await;
                // Who says so twice is heard once.
                transfer.end(&pool, id).await;
            }
        }
        for by in BY {
            assert_eq!(
                answered(&pool, by).await,
                counted(&pool, by).await,
                "{round}: {by:?}"
            );
        }
        let before = cells(&pool, None).await;
        if round % 2 == 0 {
            fold(&pool).await;
        }
        assert_eq!(cells(&pool, None).await, before, "{round}");
    }
    let all = answered(&pool, DownloadDimension::Protocol).await;
    assert!(
        all.values()
            .all(|(_, files, broken, _)| *files > 0 && *broken > 0)
    );
    let mut of_units = cells(&pool, Some("甲单位")).await;
    of_units.extend(cells(&pool, Some("乙单位")).await);
    of_units.sort_by(|a, b| (a.day, &a.unit, &a.protocol).cmp(&(b.day, &b.unit, &b.protocol)));
    let mut both = cells(&pool, None).await;
    both.sort_by(|a, b| (a.day, &a.unit, &a.protocol).cmp(&(b.day, &b.unit, &b.protocol)));
    assert_eq!(of_units, both);
}

#[tokio::test]
async fn figures_stay_when_their_transfers_are_removed() {
    let (pool, [first, _]) = world().await;
    let transfer = Transfer {
        order: first,
        protocol: Protocol::Ftps,
        offset: 0,
        bytes: SIZE,
        outcome: Outcome::Done,
        visitor: Visitor::Applicant,
        at: morning(),
    };
    let id = transfer.begin(&pool).await;
    transfer.end(&pool, id).await;
    let mut db = connection(&pool).await.unwrap();
    let later = morning() + TimeDelta::days(2000);
    for _ in 0..2 {
        retention::sweep(&mut db, TimeDelta::days(1095), later)
            .await
            .unwrap();
        let left: i64 = sqlx::query_scalar("SELECT count(*) FROM transfer")
            .fetch_one(&pool)
            .await
            .unwrap();
        assert_eq!(left, 0);
        let found = answered(&pool, DownloadDimension::Unit).await;
        assert_eq!(found, [("甲单位".to_owned(), (1, 1, 0, 1000))].into());
        fold(&pool).await;
    }
}

#[tokio::test]
async fn a_check_names_sums_that_are_not_those_of_the_transfers() {
    let (pool, orders) = world().await;
    let mut random = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    for _ in 0..30 {
        let transfer = some_transfer(&mut random, &orders);
        let id = transfer.begin(&pool).await;
        transfer.end(&pool, id).await;
    }
    let since = day("2000-01-01");
    let mut db = connection(&pool).await.unwrap();
    // Before and after they are folded into the sums.
    for _ in 0..2 {
        assert_eq!(downloads::differences(&mut db, since).await.unwrap(), []);
        fold(&pool).await;
    }
    let (starts, protocol): (NaiveDate, String) = sqlx::query_as(
        "UPDATE download_figure SET bytes = bytes + 1 WHERE ctid = (SELECT ctid FROM download_figure WHERE span = 'day' LIMIT 1) \
         RETURNING starts, protocol",
    )
    .fetch_one(&pool)
    .await
    .unwrap();
    let found = downloads::differences(&mut db, since).await.unwrap();
    // The day, and its month, whose days add up to something else now.
    let spans: Vec<_> = found.iter().map(|one| (&*one.span, one.starts)).collect();
    assert!(spans.contains(&("day", starts)), "{spans:?}");
    assert_eq!(spans.len(), 2, "{spans:?}");
    assert!(found.iter().all(|one| one.protocol == protocol));
    // Of days whose transfers may be removed nobody says that they are wrong.
    let after = starts.succ_opt().unwrap();
    let later = downloads::differences(&mut db, after).await.unwrap();
    assert!(later.iter().all(|one| one.span == "month"), "{later:?}");
}

#[tokio::test]
async fn a_transfer_whose_process_died_counts_as_broken() {
    let (pool, [first, _]) = world().await;
    let transfer = Transfer {
        order: first,
        protocol: Protocol::Https,
        offset: 0,
        bytes: 0,
        outcome: Outcome::Failed,
        visitor: Visitor::Applicant,
        at: morning(),
    };
    transfer.begin(&pool).await;
    assert_eq!(
        answered(&pool, DownloadDimension::Day).await,
        FiguresByValue::new()
    );
    let mut db = connection(&pool).await.unwrap();
    let ended = transfers::abandon(&mut db, morning()).await.unwrap();
    assert_eq!(ended, 0, "nobody tells whether it goes on");
    let days_later = morning() + TimeDelta::days(5);
    let ended = transfers::abandon(&mut db, days_later).await.unwrap();
    assert_eq!(ended, 1);
    let found = answered(&pool, DownloadDimension::Day).await;
    assert_eq!(found, [("2026-11-21".to_owned(), (1, 0, 1, 0))].into());
}

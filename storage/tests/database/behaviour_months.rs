//! The record of what people did lies in a part for each month in China.

use chrono::{DateTime, Utc};
use domain::list_order::LogOrder;
use domain::statistics::Period;
use futures::TryStreamExt as _;
use sqlx::PgPool;
use storage::db::backup::{self, Migrations};
use storage::db::behaviour_log::{self, BehaviourFilter};
use storage::db::handles::connection;
use storage::db::{behaviour_figures, behaviours, retention};
use storage::{PgConnection, StorageError};
use testkit::postgres::TestDatabase;

/// The last second of October in China and the first of November, and a month of an old portal.
const ROWS: &str = "INSERT INTO behaviour (kind, at, data_num, searched) VALUES (2, '2026-10-31T15:59:59Z', 1, '{}'), \
    (2, '2026-10-31T16:00:00Z', 2, NULL), (5, '2026-11-20T00:00:00Z', 3, NULL), (0, '2000-02-01T00:00:00Z', 4, NULL)";

async fn run(db: &mut PgConnection, statement: &'static str) {
    sqlx::raw_sql(statement).execute(db).await.expect(statement);
}

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

/// The part that each row lies in, with its id.
async fn parts(pool: &PgPool) -> Vec<(String, i64)> {
    let rows = "SELECT tableoid::regclass::text, id FROM behaviour ORDER BY id";
    sqlx::query_as(rows).fetch_all(pool).await.unwrap()
}

fn named(rows: &[(&str, i64)]) -> Vec<(String, i64)> {
    (rows.iter().map(|(part, id)| ((*part).to_owned(), *id))).collect()
}

async fn digest(db: &mut PgConnection) -> String {
    let rows = "SELECT string_agg(to_jsonb(b)::text, '|' ORDER BY id) FROM behaviour b";
    sqlx::query_scalar(rows).fetch_one(db).await.unwrap()
}

#[tokio::test]
async fn a_record_that_was_one_table_keeps_every_row_and_every_number() {
    let database = TestDatabase::new().await;
    let mut db = database.pool.acquire().await.unwrap();
    let newest = backup::migrations(&mut db).await.unwrap();
    let older: Migrations = newest.into_iter().take_while(|(at, _)| *at < 82).collect();
    run(&mut db, "DROP SCHEMA public CASCADE; CREATE SCHEMA public").await;
    backup::fit(&mut db, &older).await.unwrap();
    run(&mut db, ROWS).await;
    let before = digest(&mut db).await;
    storage::db::migrate(&database.pool).await.unwrap();
    assert_eq!(digest(&mut db).await, before);
    run(
        &mut db,
        "INSERT INTO behaviour (kind, at) VALUES (1, '2026-11-30T15:59:59Z')",
    )
    .await;
    let lie = [
        ("behaviour_2026_10", 1),
        ("behaviour_2026_11", 2),
        ("behaviour_2026_11", 3),
        ("behaviour_2000_02", 4),
        ("behaviour_2026_11", 5),
    ];
    assert_eq!(parts(&database.pool).await, named(&lie));
}

#[tokio::test]
async fn no_row_is_refused_and_each_gets_its_month() {
    let pool = TestDatabase::new().await.pool;
    let mut db = connection(&pool).await.unwrap();
    // Years from now, on a server that nobody's workers look after.
    run(
        &mut db,
        "INSERT INTO behaviour (kind, at) VALUES (1, '2041-05-31T16:00:00Z')",
    )
    .await;
    assert_eq!(parts(&pool).await, named(&[("behaviour_rest", 1)]));
    let now = at("2041-05-31T17:00:00Z");
    assert_eq!(behaviours::make_months(&mut db, now).await.unwrap(), 4);
    assert_eq!(behaviours::make_months(&mut db, now).await.unwrap(), 0);
    assert_eq!(parts(&pool).await, named(&[("behaviour_2041_06", 1)]));
    run(
        &mut db,
        "INSERT INTO behaviour (kind, at) VALUES (1, '2041-09-30T15:59:59Z')",
    )
    .await;
    assert_eq!(parts(&pool).await[1].0, "behaviour_2041_09", "made ahead");
}

/// Parts are made and dropped beside people who are writing: who makes them gives up, not they.
#[tokio::test]
async fn whoever_writes_is_waited_for_only_a_moment() {
    let pool = TestDatabase::new().await.pool;
    let mut db = connection(&pool).await.unwrap();
    let mut writing = pool.begin().await.unwrap();
    run(
        &mut writing,
        "INSERT INTO behaviour (kind, at) VALUES (1, '1999-06-01')",
    )
    .await;
    let now = at("2041-05-31T17:00:00Z");
    assert_eq!(behaviours::make_months(&mut db, now).await.unwrap(), 0);
    writing.commit().await.unwrap();
    assert_eq!(behaviours::make_months(&mut db, now).await.unwrap(), 5);
    assert_eq!(parts(&pool).await, named(&[("behaviour_1999_06", 1)]));
}

#[tokio::test]
async fn months_that_are_over_go_whole_and_the_rest_row_by_row() {
    let pool = TestDatabase::new().await.pool;
    let mut db = connection(&pool).await.unwrap();
    run(&mut db, ROWS).await;
    let now = at("2026-11-28T00:00:00Z");
    behaviours::make_months(&mut db, now).await.unwrap();
    let sweep = async |db: &mut PgConnection, until: &str| {
        let swept = retention::sweep(db, now - at(until), now).await;
        swept.unwrap()
    };
    assert_eq!(sweep(&mut db, "2026-10-31T15:59:59Z").await, 0);
    let left = [
        ("behaviour_2026_10", 1),
        ("behaviour_2026_11", 2),
        ("behaviour_2026_11", 3),
    ];
    assert_eq!(
        parts(&pool).await,
        named(&left),
        "only a month that is over"
    );
    assert_eq!(
        sweep(&mut db, "2026-11-19T00:00:00Z").await,
        1,
        "of November"
    );
    assert_eq!(parts(&pool).await, named(&left[2..]));
    let old =
        "SELECT count(*) FROM pg_class WHERE relname IN ('behaviour_2000_02', 'behaviour_2026_10')";
    let old: i64 = sqlx::query_scalar(old).fetch_one(&pool).await.unwrap();
    assert_eq!(old, 0);
}

/// Every month but two is locked by somebody else: whoever looked at one of them would wait.
#[tokio::test]
async fn a_day_reads_no_other_month() {
    let pool = TestDatabase::new().await.pool;
    let mut db = connection(&pool).await.unwrap();
    run(&mut db, ROWS).await;
    behaviours::make_months(&mut db, at("2026-11-28T00:00:00Z"))
        .await
        .unwrap();
    let mut other = pool.begin().await.unwrap();
    let lock = "LOCK TABLE behaviour_rest, behaviour_2000_02, behaviour_2026_12, behaviour_2027_01, behaviour_2027_02 \
        IN ACCESS EXCLUSIVE MODE";
    run(&mut other, lock).await;
    run(&mut db, "SET lock_timeout = '10s'").await;
    let day = Period::new("2026-11-20".parse().unwrap(), "2026-11-20".parse().unwrap());
    // As a page that ended an hour later, and one that ended an hour before.
    let [later, earlier] =
        ["1795136400000000.0", "1795129200000000.0"].map(|text| text.parse().unwrap());
    for (order, after) in [
        (LogOrder::Newest, None),
        (LogOrder::Newest, Some(later)),
        (LogOrder::Oldest, None),
        (LogOrder::Oldest, Some(earlier)),
    ] {
        let filter = BehaviourFilter {
            period: day,
            kind: None,
            part: None,
            after,
            order,
        };
        let page = behaviour_log::rows(&mut db, &filter, 20).await.unwrap();
        assert_eq!(page.items.len(), 1, "{order:?} {after:?}");
    }
    let days = behaviour_figures::by_day(&mut db, day).await.unwrap();
    assert_eq!(days.len(), 1);
    run(&mut db, "RESET lock_timeout").await;
}

#[tokio::test]
async fn a_backup_has_every_row_once_and_they_come_back_into_their_months() {
    let database = TestDatabase::new().await;
    let mut db = database.pool.acquire().await.unwrap();
    run(&mut db, ROWS).await;
    behaviours::make_months(&mut db, at("2026-11-28T00:00:00Z"))
        .await
        .unwrap();
    let (before, lay) = (digest(&mut db).await, parts(&database.pool).await);
    let tables = backup::tables(&mut db).await.unwrap();
    let tables: Vec<_> = (tables.into_iter())
        .filter(|table| table.name.starts_with("behaviour") && table.name != "behaviour_figure")
        .collect();
    let names: Vec<_> = tables.iter().map(|table| &table.name[..]).collect();
    assert_eq!(names, ["behaviour"]);
    let blocks = backup::copy_out(&mut db, &tables[0]).await.unwrap();
    let blocks: Vec<_> = blocks.try_collect().await.unwrap();
    backup::empty(&mut db, &tables).await.unwrap();
    run(&mut db, "DROP TABLE behaviour_2000_02").await;
    let blocks = futures::stream::iter(blocks.into_iter().map(Ok::<_, StorageError>));
    let added = backup::copy_in(&mut db, &tables[0], blocks).await.unwrap();
    assert_eq!(added, 4);
    assert_ne!(parts(&database.pool).await, lay);
    behaviours::make_months(&mut db, at("2026-11-28T00:00:00Z"))
        .await
        .unwrap();
    assert_eq!(digest(&mut db).await, before);
    assert_eq!(parts(&database.pool).await, lay);
}

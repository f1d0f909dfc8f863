//! Figures of orders, rolled up, beside a plain count of the same orders by a statement of the test's own.

use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};
use domain::ids::UserId;
use domain::order::application::ApplicationForm;
use domain::order::get_method::GetMethod;
use domain::order::state::OrderState;
use domain::role::Role;
use domain::size::ByteCount;
use domain::statistics::{Dimension, MethodFigures, OrderFigures, Period};
use sqlx::{PgPool, Row as _};
use storage::db::handles::{self, connection};
use storage::db::order_figures::{self, FigureSource};
use storage::db::scenes::NewScene;
use testkit::builders::{add_nodes, add_scenes, form, node, order, person, scene};
use testkit::postgres::TestDatabase;

mod nodes;
mod years;

/// Counts what is due until nothing is.
async fn roll_up(pool: &PgPool) {
    loop {
        let mut tx = handles::begin(pool).await.unwrap();
        let may_be_more = order_figures::roll_up_due(&mut tx).await.unwrap();
        handles::commit(tx).await.unwrap();
        if !may_be_more {
            return;
        }
    }
}

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

const fn figures(orders: u64, scenes: u64, bytes: u64) -> OrderFigures {
    OrderFigures {
        orders,
        scenes,
        bytes: ByteCount(bytes),
    }
}

async fn total(pool: &PgPool, from: &str, to: &str) -> MethodFigures {
    let mut db = connection(pool).await.unwrap();
    let period = Period::new(day(from), day(to));
    order_figures::total(&mut db, &FigureSource::RolledUp, period)
        .await
        .unwrap()
}

async fn is_due(pool: &PgPool, from: &str, to: &str) -> bool {
    let mut db = connection(pool).await.unwrap();
    let period = Period::new(day(from), day(to));
    order_figures::is_due(&mut db, period).await.unwrap()
}

fn form_of(unit: &str, method: GetMethod) -> ApplicationForm {
    ApplicationForm {
        unit: unit.to_owned(),
        get_method: Some(method),
        ..form()
    }
}

/// Scenes of two satellites in two nodes: `a0`, `a1` … of 10 bytes, `b0`, `b1` … of a gigabyte.
async fn catalogue(pool: &PgPool) {
    add_nodes(pool, &[node(1, "高分一号"), node(2, "资源三号")]).await;
    let mut batch = Vec::new();
    for n in 0..6 {
        batch.push(scene(&format!("a{n}")));
        batch.push(NewScene {
            nodeid: 2,
            satellite: "ZY3".to_owned(),
            size: 1 << 30,
            ..scene(&format!("b{n}"))
        });
    }
    add_scenes(pool, &batch).await;
}

fn names(list: &[&str]) -> Vec<String> {
    list.iter().map(|name| (*name).to_owned()).collect()
}

async fn world() -> (PgPool, UserId, UserId) {
    let pool = TestDatabase::new().await.pool;
    catalogue(&pool).await;
    let now = at("2026-01-01T00:00:00Z");
    let applicant = person("lisi_1").create(&pool, now).await;
    let admin = person("admin_1").role(Role::Admin).create(&pool, now).await;
    (pool, applicant, admin)
}

#[tokio::test]
async fn an_order_counts_from_its_submission_on_whatever_becomes_of_it() {
    use OrderState as S;
    let (pool, applicant, admin) = world().await;
    let scenes = names(&["a0", "b0"]);
    let now = at("2026-11-21T02:00:00Z");
    let bytes = (1 << 30) + 10;
    for (state, counted) in [
        (S::PendingSubmission, 0),
        (S::PendingReview, 1),
        (S::Rejected, 2),
        (S::Deleted, 3),
        (S::Approved, 4),
        (S::FeedbackGiven, 5),
    ] {
        let order = order(applicant, &scenes).in_state(state, admin);
        order.create(&pool, now).await;
        roll_up(&pool).await;
        let found = total(&pool, "2026-01-01", "2026-11-21").await;
        assert_eq!(
            found.online,
            figures(counted, 2 * counted, bytes * counted),
            "{state:?}"
        );
    }
}

#[tokio::test]
async fn days_and_months_are_those_of_china() {
    let (pool, applicant, _) = world().await;
    let scenes = names(&["a0"]);
    for moment in [
        "2027-12-31T15:59:59Z",
        "2027-12-31T16:00:00Z",
        "2028-02-28T16:00:00Z",
        "2028-02-29T16:00:00Z",
    ] {
        order(applicant, &scenes).create(&pool, at(moment)).await;
    }
    roll_up(&pool).await;
    for (from, to, counted) in [
        ("2027-12-31", "2027-12-31", 1),
        ("2028-01-01", "2028-01-01", 1),
        ("2028-02-29", "2028-02-29", 1),
        ("2028-02-01", "2028-02-29", 1),
        ("2028-02-01", "2028-02-28", 0),
        ("2028-03-01", "2028-03-31", 1),
        ("2028-01-01", "2028-12-31", 3),
        ("2028-12-31", "2028-01-01", 0),
    ] {
        let found = total(&pool, from, to).await.total().orders;
        assert_eq!(found, counted, "{from} {to}");
    }
    let mut db = connection(&pool).await.unwrap();
    let period = Period::new(day("2027-12-31"), day("2028-02-29"));
    let months = order_figures::by_month(&mut db, &FigureSource::RolledUp, period)
        .await
        .unwrap();
    let months: Vec<_> = months
        .into_iter()
        .map(|(month, found)| (month.to_string(), found.total().orders))
        .collect();
    let expected = [("2027-12-01", 1), ("2028-01-01", 1), ("2028-02-01", 1)];
    assert_eq!(months, expected.map(|(month, n)| (month.to_owned(), n)));
}

#[tokio::test]
async fn who_commits_while_a_day_is_counted_is_counted_next() {
    let (pool, applicant, _) = world().await;
    let scenes = names(&["a0"]);
    let now = at("2026-11-21T02:00:00Z");
    order(applicant, &scenes).create(&pool, now).await;
    let other = order(applicant, &scenes).create(&pool, now).await;
    roll_up(&pool).await;
    // Written, not committed, when the day is counted for another reason.
    let mut late = pool.begin().await.unwrap();
    let offline = "UPDATE orders SET get_method = 2 WHERE id = $1";
    sqlx::query(offline)
        .bind(other.0)
        .execute(&mut *late)
        .await
        .unwrap();
    // Not at the same moment: two orders of one number wait for one another.
    let later = now + TimeDelta::seconds(1);
    order(applicant, &scenes).create(&pool, later).await;
    roll_up(&pool).await;
    assert_eq!(
        total(&pool, "2026-11-21", "2026-11-21").await.online.scenes,
        3
    );
    assert!(!is_due(&pool, "2026-11-21", "2026-11-21").await);
    late.commit().await.unwrap();
    assert!(is_due(&pool, "2026-11-21", "2026-11-21").await);
    assert!(!is_due(&pool, "2026-11-22", "2026-12-31").await);
    roll_up(&pool).await;
    assert_eq!(
        total(&pool, "2026-11-01", "2026-11-30").await.online.scenes,
        2
    );
}

#[tokio::test]
async fn a_scene_that_changes_its_satellite_counts_there() {
    let (pool, applicant, _) = world().await;
    let now = at("2026-11-21T02:00:00Z");
    order(applicant, &names(&["a0", "a1", "b0"]))
        .create(&pool, now)
        .await;
    roll_up(&pool).await;
    let satellites = async || {
        let mut db = connection(&pool).await.unwrap();
        let period = Period::new(day("2026-11-01"), day("2026-11-30"));
        let found = order_figures::by_value(
            &mut db,
            &FigureSource::RolledUp,
            Dimension::Satellite,
            period,
        )
        .await
        .unwrap();
        let counts = found.into_iter().map(|(name, found)| (name, found.total()));
        counts.collect::<Vec<_>>()
    };
    let gf1 = ("GF1".to_owned(), figures(1, 2, 20));
    let zy3 = ("ZY3".to_owned(), figures(1, 1, 1 << 30));
    assert_eq!(satellites().await, [gf1, zy3.clone()]);
    let again = NewScene {
        satellite: "GF6".to_owned(),
        size: 11,
        ..scene("a1")
    };
    add_scenes(&pool, &[again]).await;
    roll_up(&pool).await;
    let (gf1, gf6) = (
        ("GF1".to_owned(), figures(1, 1, 10)),
        ("GF6".to_owned(), figures(1, 1, 11)),
    );
    assert_eq!(satellites().await, [gf1, gf6, zy3]);
    // And so in every dimension, beside an order that was counted before.
    for dimension in [Dimension::Unit, Dimension::Usage, Dimension::Kind] {
        let period = Period::new(day("2026-11-01"), day("2026-11-30"));
        let found = counted(&pool, &FigureSource::RolledUp, dimension, period).await;
        let bytes: i64 = found.iter().map(|(.., bytes)| bytes).sum();
        assert_eq!(bytes, 21 + (1 << 30), "{dimension:?}");
    }
}

/// A plain count, by a statement that knows neither roll-ups nor their functions.
async fn plain_count(
    pool: &PgPool,
    column: &str,
    period: Period,
) -> Vec<(String, i16, i64, i64, i64)> {
    let sql = format!(
        "SELECT {column} AS value, get_method, count(*) AS orders, \
         sum((SELECT count(*) FROM order_scene os WHERE os.order_id = orders.id))::bigint AS scenes, \
         sum((SELECT coalesce(sum(s.size), 0) FROM scene s WHERE s.did IN \
             (SELECT os.did FROM order_scene os WHERE os.order_id = orders.id)))::bigint AS bytes FROM orders \
         WHERE ordername IS NOT NULL AND state <> -1 \
         AND to_char(created_at + interval '8 hours', 'YYYY-MM-DD') BETWEEN $1 AND $2 \
         GROUP BY 1, 2 ORDER BY 1, 2"
    );
    let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(period.first().to_string())
        .bind(period.last().to_string())
        .fetch_all(pool)
        .await
        .unwrap();
    let read =
        |row: &sqlx::postgres::PgRow| (row.get(0), row.get(1), row.get(2), row.get(3), row.get(4));
    rows.iter().map(read).collect()
}

async fn counted(
    pool: &PgPool,
    source: &FigureSource,
    dimension: Dimension,
    period: Period,
) -> Vec<(String, i16, i64, i64, i64)> {
    let mut db = connection(pool).await.unwrap();
    let found = order_figures::by_value(&mut db, source, dimension, period)
        .await
        .unwrap();
    let signed = |n: u64| i64::try_from(n).unwrap();
    let mut rows = Vec::new();
    for (value, MethodFigures { online, offline }) in found {
        for (method, part) in [(0, online), (2, offline)] {
            if part.orders > 0 {
                let (orders, scenes) = (signed(part.orders), signed(part.scenes));
                rows.push((value.clone(), method, orders, scenes, signed(part.bytes.0)));
            }
        }
    }
    rows
}

/// Whoever sees every scene, but by number, is told what the roll-ups say; of some scenes, what is theirs.
async fn the_orders_say_the_same(pool: &PgPool, period: Period) {
    let mut db = connection(pool).await.unwrap();
    let scenes: Vec<(i64, String)> = sqlx::query_as("SELECT did, satellite FROM scene")
        .fetch_all(&mut *db)
        .await
        .unwrap();
    let all = FigureSource::Scenes(scenes.iter().map(|(did, _)| *did).collect());
    let rolled_up = FigureSource::RolledUp;
    for dimension in Dimension::ALL {
        assert_eq!(
            counted(pool, &all, dimension, period).await,
            counted(pool, &rolled_up, dimension, period).await,
            "{period:?} {dimension:?}"
        );
    }
    let by_month = order_figures::by_month(&mut db, &all, period)
        .await
        .unwrap();
    let by_day = order_figures::by_day(&mut db, &all, period).await.unwrap();
    let months = order_figures::by_month(&mut db, &rolled_up, period).await;
    let days = order_figures::by_day(&mut db, &rolled_up, period).await;
    assert_eq!((by_month, by_day), (months.unwrap(), days.unwrap()));

    let one = &scenes[0].1;
    let those = scenes.iter().filter(|(_, satellite)| satellite == one);
    let some = FigureSource::Scenes(those.map(|(did, _)| *did).collect());
    let theirs = counted(pool, &rolled_up, Dimension::Satellite, period).await;
    let theirs: Vec<_> = theirs.into_iter().filter(|row| row.0 == *one).collect();
    assert_eq!(
        counted(pool, &some, Dimension::Satellite, period).await,
        theirs
    );
    let total = counted(pool, &some, Dimension::Total, period).await;
    let volumes = |rows: &[(String, i16, i64, i64, i64)]| -> Vec<_> {
        rows.iter()
            .map(|row| (row.1, row.2, row.3, row.4))
            .collect()
    };
    assert_eq!(volumes(&total), volumes(&theirs));
}

#[tokio::test]
async fn any_period_says_what_a_plain_count_says() {
    let (pool, applicant, _) = world().await;
    let lists = [
        names(&["a0"]),
        names(&["a1", "b1"]),
        names(&["b0", "b1", "b2", "b3", "b4", "b5"]),
    ];
    // Some 90 days around the end of a year, at all hours.
    let mut moment = at("2027-11-28T23:30:00Z");
    for n in 0..45_usize {
        let unit = ["甲单位", "乙单位", "丙单位"][n % 3];
        let method = if n % 4 == 0 {
            GetMethod::OfflineCopy
        } else {
            GetMethod::OnlineDownload
        };
        let order = order(applicant, &lists[n % 3]).form(form_of(unit, method));
        order.create(&pool, moment).await;
        if n % 7 == 0 {
            roll_up(&pool).await;
        }
        moment += TimeDelta::minutes(2_931);
    }
    roll_up(&pool).await;
    for (skip, length) in [
        (0, 400),
        (3, 27),
        (3, 28),
        (34, 1),
        (35, 60),
        (20, 45),
        (60, 31),
    ] {
        let first = day("2027-11-28") + Days::new(skip);
        let period = Period::new(first, first + Days::new(length));
        for (dimension, column) in [
            (Dimension::Total, "''"),
            (Dimension::Unit, "apply_user_unit"),
            (Dimension::Usage, "apply_user_used"),
            (Dimension::Kind, "kind::text"),
        ] {
            let mut plain = plain_count(&pool, column, period).await;
            plain.sort();
            assert_eq!(
                counted(&pool, &FigureSource::RolledUp, dimension, period).await,
                plain,
                "{period:?} {dimension:?}"
            );
        }
        the_orders_say_the_same(&pool, period).await;
        nodes::the_nodes_say_the_same(&pool, period).await;
    }
    let mut db = connection(&pool).await.unwrap();
    assert_eq!(order_figures::differences(&mut db).await.unwrap(), []);
    sqlx::query(
        "UPDATE order_figure SET scenes = scenes + 1 WHERE span = 'day' AND dimension = 'total'",
    )
    .execute(&mut *db)
    .await
    .unwrap();
    let differences = order_figures::differences(&mut db).await.unwrap();
    assert!(differences.iter().any(|found| found.span == "day"));
    assert!(differences.iter().any(|found| found.span == "month"));
    let wrong = "UPDATE order_node_figure SET bytes = array_replace(bytes, bytes[1], bytes[1] + 1) WHERE dimension = 'unit'";
    sqlx::query(wrong).execute(&mut *db).await.unwrap();
    let differences = order_figures::differences(&mut db).await.unwrap();
    let of_nodes = differences
        .iter()
        .filter(|found| found.value.ends_with('}'));
    assert_ne!(of_nodes.count(), 0);
}

#[tokio::test]
async fn days_that_are_wrong_are_counted_anew_and_no_others() {
    let (pool, applicant, _) = world().await;
    for moment in ["2026-03-31T02:00:00Z", "2026-04-01T02:00:00Z"] {
        let scenes = names(&["a0"]);
        order(applicant, &scenes).create(&pool, at(moment)).await;
    }
    roll_up(&pool).await;
    // A row that is too much, and rows of a day that has none any more.
    for change in [
        "UPDATE order_figure SET orders = orders + 1",
        "INSERT INTO order_figure (span, starts, dimension, value, get_method, orders, scenes, bytes) \
         VALUES ('day', '2026-03-30', 'total', '', 0, 1, 1, 1)",
    ] {
        sqlx::query(change).execute(&pool).await.unwrap();
    }
    let mut db = connection(&pool).await.unwrap();
    let march = Period::new(day("2026-03-01"), day("2026-03-31"));
    assert_eq!(order_figures::mark_due(&mut db, march).await.unwrap(), 2);
    roll_up(&pool).await;
    let orders = async |from, to| total(&pool, from, to).await.total().orders;
    assert_eq!(orders("2026-03-30", "2026-03-31").await, 1);
    assert_eq!(orders("2026-04-01", "2026-04-01").await, 2);
    let ever = Period::new(NaiveDate::MIN, NaiveDate::MAX);
    assert_eq!(order_figures::mark_due(&mut db, ever).await.unwrap(), 2);
    roll_up(&pool).await;
    let differing = order_figures::differences(&mut db).await.unwrap();
    assert!(differing.is_empty(), "{differing:?}");
}

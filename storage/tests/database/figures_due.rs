//! One look finds every sum that has something to add, and no other.

use std::time::{Duration, Instant};

use sqlx::{AssertSqlSafe, PgConnection};
use storage::db::figures_due::{Sum, look, rows_come_in};
use storage::lifecycle::old_portal::{ImportRun, import_orders};
use testkit::builders::server_key;
use testkit::postgres::TestDatabase;

/// What makes each due.
const DUE: [(Sum, &str); Sum::ALL.len()] = [
    (
        Sum::Orders,
        "INSERT INTO order_figure_due (day) VALUES ('2026-01-01')",
    ),
    (
        Sum::Received,
        "INSERT INTO received_change (day, satellite, nodeid, scenes, bytes) VALUES ('2026-01-01', 'GF1', 1, 1, 1)",
    ),
    (
        Sum::Downloads,
        "INSERT INTO download_change (day, unit, protocol, files, broken, bytes) VALUES ('2026-01-01', '', 'ftp', 1, 0, 1)",
    ),
    (
        Sum::Service,
        "INSERT INTO service_change (day, measure, value, count) VALUES ('2026-01-01', 'ready', '', 1)",
    ),
    (
        Sum::Provided,
        "INSERT INTO provided_change (tells, day, unit, value, entries, scenes, bytes) \
         VALUES ('unit', '2026-01-01', '', '', 1, 1, 1)",
    ),
    (
        Sum::Results,
        "INSERT INTO result_figure_due (year) VALUES (2026)",
    ),
    (
        Sum::Behaviours,
        "INSERT INTO recent_behaviour_change (day, kind, times, scenes, bytes) VALUES ('2026-01-01', 2, 1, 1, 1)",
    ),
    (
        Sum::AuditLog,
        "INSERT INTO audit_entry (at, by_name, subject, action, subject_id, subject_name, outcome) \
         VALUES (now(), '', 'setting', 'change', '', '', 'done')",
    ),
];

async fn run(db: &mut PgConnection, statement: &'static str) {
    sqlx::query(AssertSqlSafe(statement))
        .execute(db)
        .await
        .unwrap();
}

#[tokio::test]
async fn each_sum_is_found_when_it_has_something_to_add() {
    let pool = TestDatabase::new().await.pool;
    for (sum, statement) in DUE {
        let mut tx = pool.begin().await.unwrap();
        assert_eq!(look(&mut tx).await.unwrap(), []);
        run(&mut tx, statement).await;
        assert_eq!(look(&mut tx).await.unwrap(), [sum]);
        tx.rollback().await.unwrap();
    }
    let mut tx = pool.begin().await.unwrap();
    for (_, statement) in DUE {
        run(&mut tx, statement).await;
    }
    assert_eq!(look(&mut tx).await.unwrap(), Sum::ALL);
}

#[tokio::test]
async fn rows_come_in_while_a_batch_of_orders_is_written() {
    let pool = TestDatabase::new().await.pool;
    let mut db = pool.acquire().await.unwrap();
    assert!(!rows_come_in(&mut db).await.unwrap());
    // A batch that cannot read the orders that there are is on its way for as long as somebody has them.
    let mut holder = pool.begin().await.unwrap();
    run(&mut holder, "LOCK TABLE orders").await;
    let importer = pool.clone();
    let import = tokio::spawn(async move {
        let now = "2026-11-28T00:00:00Z".parse().unwrap();
        import_orders(&importer, &server_key(), Vec::new(), ImportRun::Real, now).await
    });
    let until = Instant::now() + Duration::from_secs(30);
    while !rows_come_in(&mut db).await.unwrap() {
        assert!(Instant::now() < until, "the batch does not begin");
    }
    holder.commit().await.unwrap();
    import.await.unwrap().unwrap();
    assert!(!rows_come_in(&mut db).await.unwrap());
}

//! How each unit was served, as the yearly report says it, beside plain counts of deliveries and ratings.

use domain::order::feedback::Rating;
use domain::yearly_report::{ReportYear, ServiceFigures};
use storage::db::handles::connection;
use storage::db::yearly_reports;

use super::satisfaction::feedback;
use super::world::World;

const UNIT: &str = "甲单位";

async fn reported(world: &World, unit: Option<&str>) -> ServiceFigures {
    let mut db = connection(&world.pool).await.unwrap();
    let year = ReportYear::try_from(2026).unwrap();
    let today = "2026-12-31".parse().unwrap();
    let report = yearly_reports::figures(&mut db, year, unit, today).await;
    report.unwrap().service
}

/// Prepared, rated, satisfied and fetched; seconds that half of them and 95 of 100 took, exactly.
type PlainCount = (i64, i64, i64, i64, Option<f64>, Option<f64>);

async fn plain_count(world: &World, unit: Option<&str>) -> PlainCount {
    let count = sqlx::query_as(
        "WITH opened AS (SELECT * FROM registry_entry WHERE opened_at >= '2025-12-31T16:00:00Z' AND opened_at < '2026-12-31T16:00:00Z' \
          AND ($1::text IS NULL OR unit = $1)), \
         first AS (SELECT e.*, f.appraise, extract(epoch FROM e.opened_at - (SELECT max(v.at) FROM order_event v \
           WHERE v.order_id = e.order_id AND v.action = 'approve' AND v.at <= e.opened_at))::float8 AS seconds \
          FROM opened e LEFT JOIN feedback f USING (order_id) WHERE round = 1) \
         SELECT count(seconds), count(appraise), count(*) FILTER (WHERE appraise <= 1), \
          (SELECT count(*) FROM opened e WHERE EXISTS (SELECT FROM registry_fetch g WHERE g.entry = e.number AND g.times > 0)), \
          percentile_disc(0.5) WITHIN GROUP (ORDER BY seconds), percentile_disc(0.95) WITHIN GROUP (ORDER BY seconds) FROM first",
    );
    count.bind(unit).fetch_one(&world.pool).await.unwrap()
}

#[expect(
    clippy::cast_precision_loss,
    reason = "seconds of tests are few enough to be exact"
)]
fn assert_within_a_step(said: u64, exact: Option<f64>) {
    let (said, exact) = (said as f64, exact.unwrap_or_default());
    assert!(
        said >= exact && said <= exact * 33.0 / 32.0 + 1.0,
        "{said} of {exact}"
    );
}

async fn assert_said(world: &World, what: &str) {
    world.assert_exact().await;
    for unit in [None, Some(UNIT), Some("nobody")] {
        let said = reported(world, unit).await;
        let (prepared, rated, satisfied, fetched, median, p95) = plain_count(world, unit).await;
        let counts = [said.prepared, said.ratings, said.satisfied, said.fetched];
        let expected = [prepared, rated, satisfied, fetched].map(i64::unsigned_abs);
        assert_eq!(counts, expected, "{what}, {unit:?}");
        assert_within_a_step(said.median_seconds, median);
        assert_within_a_step(said.p95_seconds, p95);
    }
}

#[tokio::test]
async fn a_report_says_of_all_and_of_one_unit_how_their_deliveries_went() {
    let world = World::new().await;
    let mut orders = Vec::new();
    for (scene, approved, ready) in [
        ("s0", "2025-12-31T15:00:00Z", "2025-12-31T15:59:59Z"),
        ("s1", "2025-12-31T15:00:00Z", "2025-12-31T16:00:00Z"),
        ("s2", "2026-02-01T00:00:00Z", "2026-02-03T04:05:06Z"),
        ("s3", "2026-02-05T00:00:00Z", "2026-02-05T00:01:00Z"),
        ("s4", "2026-12-30T00:00:00Z", "2026-12-31T15:59:59Z"),
    ] {
        orders.push(world.prepared(&[scene], approved, ready).await);
    }
    assert_said(&world, "prepared").await;
    for (order, rating) in [
        (1, Rating::VerySatisfied),
        (2, Rating::VeryDissatisfied),
        (4, Rating::Satisfied),
    ] {
        let rating = feedback(rating, None);
        world
            .rate(orders[order], &rating, "2027-01-05T00:00:00Z")
            .await;
        assert_said(&world, "rated").await;
    }
    world.fold().await;
    assert_eq!(reported(&world, None).await.satisfied, 2);
    for statement in [
        "UPDATE registry_entry SET unit = '甲单位' WHERE number IN (2, 3)",
        "INSERT INTO registry_fetch SELECT number, 'a', 1, 1, '2026-03-01', '2026-03-01' FROM registry_entry WHERE number IN (1, 2, 4)",
        "UPDATE feedback SET appraise = 2 WHERE order_id = (SELECT order_id FROM registry_entry WHERE number = 2)",
        "UPDATE registry_entry SET opened_at = opened_at + interval '30 days' WHERE number = 5",
        "DELETE FROM feedback WHERE order_id = (SELECT order_id FROM registry_entry WHERE number = 3)",
    ] {
        world.run(statement).await;
        assert_said(&world, statement).await;
        world.fold().await;
        assert_said(&world, statement).await;
    }
}

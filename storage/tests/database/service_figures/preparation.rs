//! How soon data were ready, and what failed on the way.

use chrono::TimeDelta;
use domain::ids::OrderId;
use domain::statistics::Period;
use domain::task::ErrorClass;
use proptest::prelude::RngExt as _;
use proptest::test_runner::{RngAlgorithm, TestRng};
use storage::db::handles::connection;
use storage::db::order_scope::OrderScope;
use storage::db::service_figures::{self, FailureFilter, PreparationFigures};
use storage::lifecycle::Scope;
use testkit::builders::worker;

use super::world::{World, at, period};

impl World {
    /// Month, orders, seconds within which half and 95 of 100 were ready, in time, late; failures by class.
    pub async fn preparation(&self, period: Period) -> Vec<String> {
        let mut db = connection(&self.pool).await.unwrap();
        let months = service_figures::preparation_by_month(&mut db, (&OrderScope::All, period))
            .await
            .unwrap();
        let rows = months
            .iter()
            .map(|(month, figures)| row(&month.format("%Y-%m").to_string(), figures));
        rows.collect()
    }
}

fn row(month: &str, figures: &PreparationFigures) -> String {
    let seconds = |percent| figures.took.within(percent).unwrap_or_default();
    let failures = figures.failures.iter();
    let failures: Vec<_> = failures
        .map(|(cause, count)| format!(" {cause} {count}"))
        .collect();
    format!(
        "{month} {} {} {} {} {}{}",
        figures.took.durations(),
        seconds(50),
        seconds(95),
        figures.kept,
        figures.late,
        failures.concat()
    )
}

#[tokio::test]
async fn an_order_counts_when_its_first_delivery_is_opened() {
    let world = World::new().await;
    let order = world.approved(&["s0"], at("2026-02-27T10:00:00Z")).await;
    assert_eq!(
        world.preparation(period("2026-01-01", "2026-12-31")).await,
        [""; 0]
    );
    worker::do_everything(&world.pool, at("2026-02-28T16:00:00Z")).await;
    // Thirty hours: 108000 s, of which steps are 2048 long. In China it is March already.
    let counted = "2026-03 1 108544 108544 0 0";
    assert_eq!(
        world.preparation(period("2026-01-01", "2026-12-31")).await,
        [counted]
    );
    world.fold().await;
    assert_eq!(
        world.preparation(period("2026-03-01", "2026-03-01")).await,
        [counted]
    );
    assert_eq!(
        world.preparation(period("2026-03-02", "2026-12-31")).await,
        [""; 0]
    );

    world
        .admin(at("2026-04-01T00:00:00Z"))
        .mark_overdue(order)
        .await
        .unwrap();
    world
        .admin(at("2026-04-02T00:00:00Z"))
        .reopen(order)
        .await
        .unwrap();
    worker::do_everything(&world.pool, at("2026-04-03T00:00:00Z")).await;
    let found = world.preparation(period("2026-01-01", "2026-12-31")).await;
    assert_eq!(found, [counted], "a reopened one is no preparation");
    world.assert_exact().await;
}

#[tokio::test]
async fn a_promise_is_that_of_the_day_of_approval() {
    let world = World::new().await;
    world
        .prepared(&["s0"], "2026-01-05T00:00:00Z", "2026-01-06T00:00:00Z")
        .await;
    world.promise("24", "2026-02-01T00:00:00Z").await;
    world
        .prepared(&["s0"], "2026-02-02T00:00:00Z", "2026-02-03T00:00:00Z")
        .await;
    world
        .prepared(&["s0"], "2026-02-04T00:00:00Z", "2026-02-05T00:00:01Z")
        .await;
    world.promise("48", "2026-03-01T12:00:00Z").await;
    let early = world.approved(&["s0"], at("2026-03-01T11:59:59Z")).await;
    worker::do_everything(&world.pool, at("2026-03-03T00:00:00Z")).await;
    world
        .prepared(&["s0"], "2026-03-01T12:00:00Z", "2026-03-03T00:00:00Z")
        .await;
    world.promise(" ", "2026-04-01T00:00:00Z").await;
    world
        .prepared(&["s0"], "2026-04-02T00:00:00Z", "2026-04-03T00:00:00Z")
        .await;
    // A day and thirty-six hours, in steps of 2048 s.
    let (step, over) = (88_064, 131_072);
    assert_eq!(
        world.preparation(period("2026-01-01", "2026-12-31")).await,
        [
            format!("2026-01 1 {step} {step} 0 0"),
            format!("2026-02 2 {step} {step} 1 1"),
            format!("2026-03 2 {over} {over} 1 1"),
            format!("2026-04 1 {step} {step} 0 0"),
        ]
    );
    let mut db = connection(&world.pool).await.unwrap();
    for (moment, hours) in [
        ("2026-01-31T00:00:00Z", None),
        ("2026-03-01T11:59:59Z", Some(24)),
        ("2026-03-01T12:00:00Z", Some(48)),
        ("2026-05-01T00:00:00Z", None),
    ] {
        let found = service_figures::promised_hours(&mut db, at(moment))
            .await
            .unwrap();
        assert_eq!(found, hours, "{moment}");
    }
    let late: Vec<OrderId> = sqlx::query_scalar::<_, uuid::Uuid>(
        "SELECT order_id FROM registry_entry WHERE opened_at > approved_at + make_interval(hours => promised_hours) \
         AND opened_at > '2026-03-01'",
    )
    .fetch_all(&world.pool)
    .await
    .unwrap()
    .into_iter()
    .map(OrderId)
    .collect();
    assert_eq!(late, [early]);
}

#[tokio::test]
async fn what_failed_for_good_counts_each_time_and_is_listed() {
    let world = World::new().await;
    let order = world
        .approved(&["s0", "s1"], at("2026-02-01T00:00:00Z"))
        .await;
    let begun = worker::claim_all(&world.pool).await;
    for (task, class) in begun
        .iter()
        .zip([ErrorClass::SourceMissing, ErrorClass::TransientIo])
    {
        // The second is tried again.
        world.fail(*task, class, at("2026-02-01T01:00:00Z")).await;
    }
    world
        .run("UPDATE task SET run_after = now() + interval '1 day' WHERE state = 'waiting'")
        .await;
    world
        .admin(at("2026-03-01T00:00:00Z"))
        .reextract(order, Scope::Failed, 0)
        .await
        .unwrap();
    for task in worker::claim_all(&world.pool).await {
        world
            .fail(task, ErrorClass::SourceMissing, at("2026-03-01T00:00:00Z"))
            .await;
    }
    let counted = [
        "2026-02 0 0 0 0 0 source_missing 1",
        "2026-03 0 0 0 0 0 source_missing 1",
    ];
    let year = period("2026-01-01", "2026-12-31");
    assert_eq!(world.preparation(year).await, counted);
    world.fold().await;
    assert_eq!(world.preparation(year).await, counted);

    let mut db = connection(&world.pool).await.unwrap();
    let mut filter = FailureFilter {
        period: year,
        cause: None,
        before: None,
    };
    let first = service_figures::preparation_failures(&mut db, &filter, 1)
        .await
        .unwrap();
    filter.before = first.next;
    let second = service_figures::preparation_failures(&mut db, &filter, 1)
        .await
        .unwrap();
    let moments = [&first, &second].map(|page| page.items[0].at);
    assert_eq!(
        moments,
        [at("2026-03-01T00:00:00Z"), at("2026-02-01T01:00:00Z")]
    );
    assert_eq!(second.next, None);
    filter = FailureFilter {
        cause: Some(ErrorClass::Bug),
        before: None,
        ..filter
    };
    let none = service_figures::preparation_failures(&mut db, &filter, 1)
        .await
        .unwrap();
    assert_eq!(none.items, []);
    world.assert_exact().await;
}

/// Of the time lines of orders: an order's first delivery, the last approval before it, and how many were ready within how
/// many hours of it.
const PLAIN: &str = "WITH ready AS (SELECT order_id, min(at) AS at FROM order_event \
      WHERE action = 'finish_preparation' AND to_state = 6 GROUP BY 1), \
     took AS (SELECT r.at, extract(epoch FROM r.at - (SELECT max(a.at) FROM order_event a \
      WHERE a.order_id = r.order_id AND a.action = 'approve' AND a.at <= r.at))::bigint AS seconds FROM ready r) \
     SELECT to_char(at AT TIME ZONE interval '8 hours', 'YYYY-MM') || ' ' || count(*) || ' ' \
      || percentile_disc(0.5) WITHIN GROUP (ORDER BY seconds) || ' ' || percentile_disc(0.95) WITHIN GROUP (ORDER BY seconds) \
      || ' ' || count(*) FILTER (WHERE seconds <= 72 * 3600) || ' ' || count(*) FILTER (WHERE seconds > 72 * 3600) \
     FROM took GROUP BY to_char(at AT TIME ZONE interval '8 hours', 'YYYY-MM') ORDER BY 1";

/// What a histogram says of a duration: at most 1/32 more, and nothing less.
fn is_step_of(step: u64, seconds: u64) -> bool {
    step >= seconds && (step - seconds) * 32 < seconds.max(32)
}

/// One order, and whatever becomes of it.
async fn lead_order(world: &World, chance: &mut TestRng) {
    let mut below = |n: i64| chance.random_range(0..n);
    let approved = at("2026-01-02T00:00:00Z") + TimeDelta::seconds(below(150 * 86_400));
    let longer = match below(4) {
        0 => 3,
        1 => 600,
        2 => 86_400,
        _ => 400_000,
    };
    let ready = approved + TimeDelta::seconds(longer + below(5000));
    let order = world.approved(&["s0", "s1"], approved).await;
    match below(5) {
        0 => {
            let admin = world.admin(ready);
            admin.cancel_preparation(order, "不再需要").await.unwrap();
        }
        1 => {
            for task in worker::claim_all(&world.pool).await.into_iter().take(1) {
                world.fail(task, ErrorClass::SourceMissing, ready).await;
            }
            world
                .run("UPDATE task SET state = 'cancelled' WHERE state = 'running'")
                .await;
        }
        2 => {
            worker::do_everything(&world.pool, ready).await;
            let later = world.admin(ready + TimeDelta::days(40));
            later.mark_overdue(order).await.unwrap();
            later.reopen(order).await.unwrap();
            worker::do_everything(&world.pool, ready + TimeDelta::days(41)).await;
        }
        _ => worker::do_everything(&world.pool, ready).await,
    }
}

/// What every month says beside the time lines.
async fn assert_as_plain(world: &World, found: &[String]) {
    let expected: Vec<String> = sqlx::query_scalar(PLAIN)
        .fetch_all(&world.pool)
        .await
        .unwrap();
    let with_orders: Vec<&String> = found
        .iter()
        .filter(|row| !row.contains(" 0 0 0 0 0"))
        .collect();
    assert_eq!(
        with_orders.len(),
        expected.len(),
        "{found:#?} {expected:#?}"
    );
    for (row, plain) in with_orders.iter().zip(&expected) {
        let (row, plain): (Vec<_>, Vec<_>) = (row.split(' ').collect(), plain.split(' ').collect());
        let number = |text: &str| text.parse::<u64>().unwrap();
        assert_eq!(
            (row[0], row[1], row[4], row[5]),
            (plain[0], plain[1], plain[4], plain[5])
        );
        for percentile in [2, 3] {
            assert!(
                is_step_of(number(row[percentile]), number(plain[percentile])),
                "{row:?} {plain:?}"
            );
        }
    }
}

/// What all months say together beside the time lines.
async fn assert_total_as_plain(world: &World, year: Period) {
    let mut total = PreparationFigures::default();
    let mut db = connection(&world.pool).await.unwrap();
    for figures in service_figures::preparation_by_month(&mut db, (&OrderScope::All, year))
        .await
        .unwrap()
        .values()
    {
        total += figures;
    }
    let plain: (i64, i64) = sqlx::query_as(
        "WITH ready AS (SELECT order_id, min(at) AS at FROM order_event WHERE action = 'finish_preparation' AND to_state = 6 GROUP BY 1) \
         SELECT count(*), percentile_disc(0.95) WITHIN GROUP (ORDER BY extract(epoch FROM at - (SELECT max(a.at) FROM order_event a \
          WHERE a.order_id = ready.order_id AND a.action = 'approve' AND a.at <= ready.at)))::bigint FROM ready",
    )
    .fetch_one(&world.pool)
    .await
    .unwrap();
    assert_eq!(total.took.durations(), plain.0.unsigned_abs());
    assert!(is_step_of(
        total.took.within(95).unwrap(),
        plain.1.unsigned_abs()
    ));
}

/// Orders are approved, fail, are cancelled, reopened and corrected, and sums are folded now and then: every month is what a
/// count of their time lines says.
#[tokio::test]
async fn months_are_what_the_time_lines_of_orders_say() {
    let world = World::new().await;
    world.promise("72", "2026-01-01T00:00:00Z").await;
    let mut chance = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    for _ in 0..30 {
        lead_order(&world, &mut chance).await;
        if chance.random_range(0..3) == 0 {
            world.fold().await;
        }
        world.assert_exact().await;
    }
    // Somebody sets right when a delivery was opened, and a failure's class.
    world.run("UPDATE preparation_failure SET cause = 'bug' WHERE id = (SELECT min(id) FROM preparation_failure)").await;
    world
        .run(
            "UPDATE registry_entry SET opened_at = opened_at + interval '40 days' WHERE number = 1",
        )
        .await;
    world.run(
        "UPDATE order_event SET at = at + interval '40 days' WHERE id = (SELECT min(id) FROM order_event \
         WHERE action = 'finish_preparation' AND order_id = (SELECT order_id FROM registry_entry WHERE number = 1))",
    )
    .await;
    world.assert_exact().await;

    let year = period("2026-01-01", "2026-12-31");
    let found = world.preparation(year).await;
    assert_as_plain(&world, &found).await;
    world.fold().await;
    assert_eq!(
        world.preparation(year).await,
        found,
        "folding changes nothing"
    );
    world.fold().await;
    world.assert_exact().await;
    assert_total_as_plain(&world, year).await;
}

/// Every duration lies in its step, and every step ends less than 1/32 later.
#[tokio::test]
async fn steps_of_the_histogram_are_narrow() {
    let world = World::new().await;
    let wrong: Vec<(i64, i64)> = sqlx::query_as(
        "SELECT s, duration_step(make_interval(secs => s)) FROM generate_series(1, 300000, 7) AS s \
         WHERE duration_step(make_interval(secs => s)) < s OR (duration_step(make_interval(secs => s)) - s) * 32 >= greatest(s, 32) \
         OR duration_step(make_interval(secs => s)) > duration_step(make_interval(secs => s + 1)) LIMIT 5",
    )
    .fetch_all(&world.pool)
    .await
    .unwrap();
    assert_eq!(wrong, []);
}

//! Units are rolled up by years, too: long periods are put together from these.

use domain::order::get_method::GetMethod;
use domain::statistics::{Dimension, Period};
use sqlx::PgPool;
use storage::db::handles::connection;
use storage::db::order_figures::{self, FigureSource};
use testkit::builders::order;

use super::{at, day, form_of, names, roll_up, world};

/// Orders of each unit, from years where these are whole.
async fn by_unit(pool: &PgPool, from: &str, to: &str) -> Vec<(String, u64)> {
    let mut db = connection(pool).await.unwrap();
    let differences = order_figures::differences(&mut db).await.unwrap();
    assert_eq!(differences, []);
    let period = Period::new(day(from), day(to));
    let source = FigureSource::RolledUp;
    let units = order_figures::by_value(&mut db, &source, Dimension::Unit, period);
    let units = units.await.unwrap().into_iter();
    units
        .map(|(unit, figures)| (unit, figures.online.orders))
        .collect()
}

#[tokio::test]
async fn years_of_units_are_those_of_china_and_follow_their_orders() {
    let (pool, applicant, _) = world().await;
    for (unit, moment) in [
        ("甲", "2025-12-31T15:59:59Z"),
        ("甲", "2025-12-31T16:00:00Z"),
        ("乙", "2026-12-31T15:59:59Z"),
        ("乙", "2026-12-31T16:00:00Z"),
    ] {
        let form = form_of(unit, GetMethod::OnlineDownload);
        let scenes = names(&["a0"]);
        let made = order(applicant, &scenes).form(form);
        made.create(&pool, at(moment)).await;
    }
    roll_up(&pool).await;
    let counts = |counts: &[(&str, u64)]| -> Vec<(String, u64)> {
        let counts = counts.iter();
        counts.map(|(unit, n)| ((*unit).to_owned(), *n)).collect()
    };
    for (from, to, expected) in [
        ("2026-01-01", "2026-12-31", vec![("乙", 1), ("甲", 1)]),
        ("2025-01-01", "2026-12-31", vec![("乙", 1), ("甲", 2)]),
        ("2025-12-31", "2027-01-01", vec![("乙", 2), ("甲", 2)]),
        ("2026-01-01", "2026-12-30", vec![("甲", 1)]),
    ] {
        assert_eq!(
            by_unit(&pool, from, to).await,
            counts(&expected),
            "{from} {to}"
        );
    }
    let renamed = "UPDATE orders SET apply_user_unit = '甲' WHERE apply_user_unit = '乙'";
    sqlx::query(renamed).execute(&pool).await.unwrap();
    roll_up(&pool).await;
    let year = by_unit(&pool, "2026-01-01", "2026-12-31").await;
    assert_eq!(year, counts(&[("甲", 2)]));
}

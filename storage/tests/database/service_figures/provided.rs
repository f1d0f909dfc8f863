//! What was handed out and how far it was fetched, while fetches, completions and corrections come one by one and at once.

use domain::statistics::Period;
use sqlx::PgPool;
use storage::db::downloads::{self, UnitCompletion};
use storage::db::handles::{begin, commit, connection};
use storage::db::order_scope::OrderScope;
use storage::db::registry::{self, ProvidedDimension, ProvidedFigure};

use super::world::{World, period};

const FETCH: &str = "INSERT INTO registry_fetch AS r (entry, path, times, bytes, first_at, last_at) \
    SELECT number, $2, $3, 1, '2026-02-01', '2026-02-01' FROM registry_entry WHERE number = ANY ($1) \
    ON CONFLICT (entry, path) DO UPDATE SET times = r.times + excluded.times, last_at = excluded.last_at + interval '1 day'";

impl World {
    /// By each of the five, all of them.
    pub async fn provided(&self, period: Period) -> Vec<Vec<ProvidedFigure>> {
        let mut db = connection(&self.pool).await.unwrap();
        let mut found = Vec::new();
        for by in [
            ProvidedDimension::Month,
            ProvidedDimension::Unit,
            ProvidedDimension::Usage,
            ProvidedDimension::Satellite,
            ProvidedDimension::Region,
        ] {
            let figures = registry::figures(&mut db, by, period, None).await;
            found.push(figures.unwrap());
        }
        found
    }

    pub async fn completion(&self, period: Period) -> Vec<UnitCompletion> {
        let mut db = connection(&self.pool).await.unwrap();
        let found = downloads::completion(&mut db, (&OrderScope::All, period)).await;
        found.unwrap()
    }
}

async fn fetch(pool: &PgPool, entries: &[i64], path: &str, times: i64) {
    let fetch = sqlx::query(FETCH).bind(entries).bind(path).bind(times);
    fetch.execute(pool).await.unwrap();
}

/// Deliveries, fetched, begun, untouched and repeated of all units.
fn summed(units: &[UnitCompletion]) -> [i64; 5] {
    let sum = |of: fn(&UnitCompletion) -> i64| units.iter().map(of).sum();
    [
        sum(|unit| unit.deliveries),
        sum(|unit| unit.fetched),
        sum(|unit| unit.begun),
        sum(|unit| unit.untouched),
        sum(|unit| unit.repeated),
    ]
}

pub async fn three_deliveries() -> World {
    let world = World::new().await;
    let approved = "2026-01-05T00:00:00Z";
    for (scenes, ready) in [
        (&["s0", "s1", "s2"][..], "2026-01-31T15:59:59Z"),
        (&["s3"][..], "2026-01-31T16:00:00Z"),
        (&["s4"][..], "2026-02-05T00:00:00Z"),
    ] {
        world.prepared(scenes, approved, ready).await;
    }
    world
}

#[tokio::test]
async fn whatever_happens_to_a_delivery_the_sums_say_it() {
    let world = three_deliveries().await;
    let year = period("2026-01-01", "2026-12-31");
    world.assert_exact().await;
    let months = &world.provided(year).await[0];
    let deliveries: Vec<_> =
        (months.iter().map(|month| (&month.value[..], month.entries))).collect();
    assert_eq!(deliveries, [("2026-01", 1), ("2026-02", 2)]);
    for (entries, path, times, told) in [
        (&[1, 2][..], "a", 0, [3, 0, 2, 1, 0]),
        (&[1][..], "a", 2, [3, 1, 1, 1, 1]),
        (&[1, 2, 3][..], "b", 1, [3, 3, 0, 0, 1]),
        (&[1, 3][..], "b", 1, [3, 3, 0, 0, 3]),
    ] {
        fetch(&world.pool, entries, path, times).await;
        world.assert_exact().await;
        assert_eq!(
            summed(&world.completion(year).await),
            told,
            "{path} {times}"
        );
        world.fold().await;
    }
    let last = world.completion(year).await[0].last_fetched;
    assert_eq!(last, Some("2026-02-02T00:00:00Z".parse().unwrap()));
    for statement in [
        "UPDATE registry_scene SET satellite = 'GF1', size = size + 5 WHERE entry = 1",
        "UPDATE registry_scene SET satellite = 'GF7' WHERE entry = 1 AND position = 1",
        "UPDATE registry_entry SET unit = '甲单位', usage = '测绘', opened_at = opened_at + interval '400 days' WHERE number < 3",
    ] {
        world.run(statement).await;
        world.assert_exact().await;
        world.fold().await;
        world.assert_exact().await;
    }
    assert_eq!(summed(&world.completion(year).await)[0], 1);
    world
        .run("UPDATE provided_figure SET fetched = fetched + 1 WHERE span = 'day' AND starts = '2026-02-05' AND tells = 'usage'")
        .await;
    let mut db = connection(&world.pool).await.unwrap();
    let found = registry::differences(&mut db).await.unwrap();
    assert_eq!((found.len(), found[0].summed.fetched), (1, 2));
}

/// A first file, a second one and the completion of an offline copy each make a delivery a fetched one: it is so once.
#[tokio::test]
async fn a_delivery_that_is_fetched_and_completed_at_once_counts_once() {
    let world = three_deliveries().await;
    let year = period("2026-01-01", "2026-12-31");
    let mut first = begin(&world.pool).await.unwrap();
    let offline =
        "UPDATE registry_entry SET get_method = 2, completed_at = opened_at WHERE number = 1";
    sqlx::query(offline).execute(&mut *first).await.unwrap();
    let others = async {
        tokio::join!(
            fetch(&world.pool, &[1], "a", 1),
            fetch(&world.pool, &[1], "b", 1)
        )
    };
    let done = async { commit(first).await.unwrap() };
    tokio::join!(others, done);
    world.assert_exact().await;
    assert_eq!(summed(&world.completion(year).await), [3, 1, 0, 2, 0]);
}

//! In which province scenes lie, and what is counted of it, beside a plain count by a statement of the test's own.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use domain::ids::UserId;
use domain::statistics::{Dimension, Period};
use geometry::NamedAreas;
use sqlx::PgPool;
use storage::db::handles::{self, connection};
use storage::db::order_figures::{self, FigureSource};
use storage::db::scene_regions;
use storage::db::scenes::NewScene;
use testkit::builders::{add_scenes, order, person, scene, square};
use testkit::postgres::TestDatabase;

const WEST: &str = "POLYGON((0 0,10 0,10 10,0 10,0 0))";
const EAST: &str = "POLYGON((10 0,20 0,20 10,10 10,10 0))";

fn provinces(outlines: [(&str, &str); 2]) -> Arc<NamedAreas> {
    Arc::new(NamedAreas::new(outlines))
}

fn at(dataid: &str, west: f64) -> NewScene {
    NewScene {
        footprint: square(west, 3.0).parse().unwrap(),
        ..scene(dataid)
    }
}

/// Looks at all scenes that are due, and counts the orders that this changes.
async fn settle(pool: &PgPool, provinces: &Arc<NamedAreas>) {
    loop {
        let mut tx = handles::begin(pool).await.unwrap();
        let may_be_more = scene_regions::settle_due(&mut tx, provinces).await.unwrap();
        handles::commit(tx).await.unwrap();
        if !may_be_more {
            break;
        }
    }
    let mut tx = handles::begin(pool).await.unwrap();
    order_figures::roll_up_due(&mut tx).await.unwrap();
    handles::commit(tx).await.unwrap();
    let mut db = connection(pool).await.unwrap();
    assert!(!scene_regions::is_due(&mut db).await.unwrap());
    assert_eq!(order_figures::differences(&mut db).await.unwrap(), []);
}

fn year() -> Period {
    Period::new("2026-01-01".parse().unwrap(), "2026-12-31".parse().unwrap())
}

/// Orders and scenes by province, from the roll-ups; whoever sees every scene by number is told the same.
async fn counted(pool: &PgPool) -> Vec<(String, u64, u64)> {
    let mut db = connection(pool).await.unwrap();
    let dids: Vec<i64> = sqlx::query_scalar("SELECT did FROM scene")
        .fetch_all(&mut *db)
        .await
        .unwrap();
    let mut found = Vec::new();
    for source in [FigureSource::RolledUp, FigureSource::Scenes(dids)] {
        let figures = order_figures::by_value(&mut db, &source, Dimension::Region, year());
        let figures = figures.await.unwrap().into_iter();
        let rows = figures.map(|(region, figures)| {
            let total = figures.total();
            (region, total.orders, total.scenes)
        });
        found.push(rows.collect::<Vec<_>>());
    }
    assert_eq!(found[0], found[1]);
    found.swap_remove(0)
}

/// The same by the middle of each box, which is that of each square, and by boxes of the test's own.
async fn plain_count(pool: &PgPool, border: f64) -> Vec<(String, u64, u64)> {
    let rows: Vec<(String, i64, i64)> = sqlx::query_as(
        "SELECT CASE WHEN x < 0 OR x > 20 THEN '' WHEN x <= $1 THEN '1' ELSE '2' END, count(DISTINCT order_id), count(*) \
         FROM (SELECT os.order_id, (center(s.bounds))[0] AS x FROM order_scene os JOIN scene s USING (did)) places \
         GROUP BY 1 ORDER BY 1",
    )
    .bind(border)
    .fetch_all(pool)
    .await
    .unwrap();
    let rows = rows.into_iter();
    rows.map(|(region, orders, scenes)| (region, orders.unsigned_abs(), scenes.unsigned_abs()))
        .collect()
}

async fn ordered(pool: &PgPool) -> UserId {
    let now: DateTime<Utc> = "2026-05-01T02:00:00Z".parse().unwrap();
    let applicant = person("lisi_1").create(pool, now).await;
    for (n, ids) in [&["a", "b"][..], &["a", "c", "sea"], &["sea"], &["d"]]
        .into_iter()
        .enumerate()
    {
        let ids: Vec<String> = ids.iter().map(|id| (*id).to_owned()).collect();
        let days = TimeDelta::days(40 * i64::try_from(n).unwrap());
        order(applicant, &ids).create(pool, now + days).await;
    }
    applicant
}

#[tokio::test]
async fn orders_count_in_the_province_that_holds_the_middle_of_their_scenes() {
    let pool = TestDatabase::new().await.pool;
    let scenes = [
        at("a", 2.0),
        at("b", 9.4),
        at("c", 15.0),
        at("d", 9.6),
        at("sea", 30.0),
    ];
    add_scenes(&pool, &scenes).await;
    ordered(&pool).await;
    // Nobody has looked yet: all of them lie nowhere, and it is said that this may change.
    let mut db = connection(&pool).await.unwrap();
    assert!(scene_regions::is_due(&mut db).await.unwrap());
    drop(db);
    let two = provinces([("1", WEST), ("2", EAST)]);
    settle(&pool, &two).await;
    let expected = vec![
        (String::new(), 2, 2),
        ("1".to_owned(), 2, 3),
        ("2".to_owned(), 2, 2),
    ];
    assert_eq!(counted(&pool).await, expected);
    assert_eq!(plain_count(&pool, 10.0).await, expected);

    // Scenes are corrected: one moves to the other province, one into one, one to the sea.
    add_scenes(&pool, &[at("a", 12.0), at("sea", 1.0), at("d", -9.0)]).await;
    let mut db = connection(&pool).await.unwrap();
    assert!(scene_regions::is_due(&mut db).await.unwrap());
    drop(db);
    settle(&pool, &two).await;
    let expected = plain_count(&pool, 10.0).await;
    assert_eq!(expected[0], (String::new(), 1, 1));
    assert_eq!(counted(&pool).await, expected);

    // The border moves: every scene is looked at again.
    let moved = provinces([
        ("1", "POLYGON((0 0,14 0,14 10,0 10,0 0))"),
        ("2", "POLYGON((14 0,20 0,20 10,14 10,14 0))"),
    ]);
    settle(&pool, &moved).await;
    assert_eq!(counted(&pool).await, plain_count(&pool, 14.0).await);
    assert_ne!(counted(&pool).await, expected);
}

#[tokio::test]
async fn who_commits_while_scenes_are_looked_at_is_looked_at_next() {
    let pool = TestDatabase::new().await.pool;
    add_scenes(&pool, &[at("a", 2.0)]).await;
    let two = provinces([("1", WEST), ("2", EAST)]);
    settle(&pool, &two).await;
    let region = async || -> String {
        let found = sqlx::query_scalar("SELECT region FROM scene_region");
        found.fetch_one(&pool).await.unwrap()
    };
    assert_eq!(region().await, "1");
    // Written, not committed, when the scene is looked at for another reason.
    let mut late = pool.begin().await.unwrap();
    sqlx::query("UPDATE scene SET outline = $1")
        .bind(at("a", 12.0).footprint.to_bytes())
        .execute(&mut *late)
        .await
        .unwrap();
    sqlx::query("INSERT INTO scene_region_due (did) SELECT did FROM scene")
        .execute(&pool)
        .await
        .unwrap();
    settle(&pool, &two).await;
    assert_eq!(region().await, "1");
    late.commit().await.unwrap();
    settle(&pool, &two).await;
    assert_eq!(region().await, "2");
}

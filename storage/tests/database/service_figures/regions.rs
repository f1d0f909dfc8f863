//! In which provinces the scenes of deliveries lie, while scenes move, come and go and deliveries are corrected.

use std::sync::Arc;

use geometry::NamedAreas;
use sqlx::{AssertSqlSafe, PgPool};
use storage::db::handles::{begin, commit, connection};
use storage::db::registry::{self, ProvidedDimension};
use storage::db::scene_regions::settle_due;

use super::provided::three_deliveries;
use super::world::{World, period};

type RegionRow = (String, i64, i64, i64);

/// By a statement of the test's own: where the scenes of all deliveries lie now.
async fn plain_count(pool: &PgPool) -> Vec<RegionRow> {
    let count = sqlx::query_as(
        "SELECT coalesce(r.region, ''), count(DISTINCT s.entry), count(*), sum(s.size)::bigint FROM registry_scene s \
         LEFT JOIN scene c USING (dataid) LEFT JOIN scene_region r USING (did) GROUP BY 1 ORDER BY 1",
    );
    count.fetch_all(pool).await.unwrap()
}

async fn summed(pool: &PgPool) -> Vec<RegionRow> {
    let mut db = connection(pool).await.unwrap();
    let ever = period("2000-01-01", "2099-12-31");
    let figures = registry::figures(&mut db, ProvidedDimension::Region, ever, None).await;
    let rows = figures.unwrap().into_iter();
    let mut rows: Vec<RegionRow> = rows
        .map(|row| (row.value, row.entries, row.scenes, row.bytes))
        .collect();
    rows.sort();
    rows
}

async fn assert_said(world: &World, what: &str) {
    world.assert_exact().await;
    assert_eq!(
        summed(&world.pool).await,
        plain_count(&world.pool).await,
        "{what}"
    );
}

#[tokio::test]
async fn deliveries_count_in_the_provinces_where_their_scenes_lie_now() {
    let world = three_deliveries().await;
    assert_said(&world, "nobody has looked").await;
    for statement in [
        "INSERT INTO scene_region (did, region) SELECT did, CASE WHEN dataid < 's2' THEN '1' ELSE '2' END FROM scene WHERE dataid <> 's4'",
        "UPDATE scene_region r SET region = '1' FROM scene s WHERE s.did = r.did AND s.dataid IN ('s2', 's3')",
        "DELETE FROM scene_region r USING scene s WHERE s.did = r.did AND s.dataid = 's0'",
        "UPDATE registry_scene SET size = size + 5, dataid = 's4' WHERE entry = 1 AND position = 1",
        "UPDATE registry_entry SET unit = '甲单位', opened_at = opened_at + interval '40 days' WHERE number = 1",
        "DELETE FROM order_scene USING scene s WHERE s.did = order_scene.did AND s.dataid = 's3'",
        "DELETE FROM scene WHERE dataid = 's3'",
    ] {
        world.run(statement).await;
        assert_said(&world, statement).await;
        world.fold().await;
        assert_said(&world, statement).await;
    }
    let before = summed(&world.pool).await;
    let ready = "2026-03-05T00:00:00Z";
    world
        .prepared(&["s1", "s2", "s4"], "2026-03-01T00:00:00Z", ready)
        .await;
    assert_said(&world, "one more delivery").await;
    assert_ne!(summed(&world.pool).await, before);
}

/// Whoever opens a delivery, and whoever looks where its scenes lie, would not see what the other has not committed.
#[tokio::test]
async fn a_delivery_that_is_opened_while_scenes_are_looked_at_counts_where_they_lie() {
    let world = three_deliveries().await;
    let square = "POLYGON((0 0,10 0,10 10,0 10,0 0))";
    let provinces = Arc::new(NamedAreas::new([("1", square)]));
    let mut looking = begin(&world.pool).await.unwrap();
    settle_due(&mut looking, &provinces).await.unwrap();
    let pool = world.pool.clone();
    let opening = tokio::spawn(async move { hand_out(&pool, "s7", 2).await });
    while !opening.is_finished() && !is_waited_for(&world.pool).await {
        tokio::task::yield_now().await;
    }
    commit(looking).await.unwrap();
    opening.await.unwrap();
    assert_said(&world, "opened meanwhile").await;

    let mut opening = begin(&world.pool).await.unwrap();
    let one_more = hand_out_statement("s6", 3);
    let one_more = sqlx::query(AssertSqlSafe(one_more));
    one_more.execute(&mut *opening).await.unwrap();
    let nowhere = Arc::new(NamedAreas::new([("2", square)]));
    let mut looking = begin(&world.pool).await.unwrap();
    assert!(!settle_due(&mut looking, &nowhere).await.unwrap());
    commit(looking).await.unwrap();
    commit(opening).await.unwrap();
    assert_said(&world, "left to the next look").await;
    let mut looking = begin(&world.pool).await.unwrap();
    settle_due(&mut looking, &nowhere).await.unwrap();
    commit(looking).await.unwrap();
    assert_said(&world, "looked again").await;
    let all = summed(&world.pool).await;
    assert_eq!((all.len(), &all[0].0[..]), (1, "2"));
}

/// One more scene of the second delivery.
fn hand_out_statement(scene: &str, position: i32) -> String {
    format!(
        "INSERT INTO registry_scene SELECT 2, {position}, c.dataid, c.dataname, '', c.satellite, c.sensor, c.acquired, 7, NULL \
         FROM scene c WHERE dataid = '{scene}'"
    )
}

async fn hand_out(pool: &PgPool, scene: &str, position: i32) {
    let statement = AssertSqlSafe(hand_out_statement(scene, position));
    sqlx::query(statement).execute(pool).await.unwrap();
}

async fn is_waited_for(pool: &PgPool) -> bool {
    let locks = "SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted \
                 AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))";
    sqlx::query_scalar(locks).fetch_one(pool).await.unwrap()
}

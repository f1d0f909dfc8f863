//! Tallies of orders' scenes, kept by differences, are what counting the scenes gives.

use domain::ids::OrderId;
use domain::order::rules::SceneTally;
use domain::task::ErrorClass;
use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng as _};
use storage::db::order_scenes;
use storage::lifecycle::{Scope, preparation};

use super::world::{World, broken};

/// What counting gives.
async fn counted(world: &World, order: OrderId) -> SceneTally {
    let (extracted, extracting, failed) = sqlx::query_as(
        "SELECT count(*) FILTER (WHERE state = 0), count(*) FILTER (WHERE state = 1), count(*) FILTER (WHERE state = 2) \
         FROM order_scene WHERE order_id = $1",
    )
    .bind(order.0)
    .fetch_one(&world.pool)
    .await
    .unwrap();
    SceneTally {
        extracted,
        extracting,
        failed,
    }
}

async fn assert_exact(world: &World, orders: &[OrderId], after: &str) {
    for order in orders {
        let kept = order_scenes::tally(&mut *world.db().await, *order).await;
        assert_eq!(kept.unwrap(), counted(world, *order).await, "{after}");
    }
}

/// Statements over one scene, some, all of an order, and several orders.
const WRITES: [&str; 9] = [
    "UPDATE order_scene SET state = 1 WHERE order_id = $1 AND $2::bigint >= 0",
    "UPDATE order_scene SET state = 0 WHERE order_id = $1 AND did % 7 = $2",
    "UPDATE order_scene SET state = 2 WHERE order_id = $1 AND did % 5 = $2 % 5",
    "UPDATE order_scene SET state = NULL WHERE order_id = $1 AND did % 3 = $2 % 3",
    "UPDATE order_scene SET flog = 'x' WHERE order_id = $1 AND $2::bigint >= 0",
    "UPDATE order_scene SET state = (state + 1) % 3 WHERE order_id <> $1 AND did % 7 = $2",
    "DELETE FROM order_scene WHERE order_id = $1 AND did % 7 = $2",
    "DELETE FROM order_scene WHERE order_id <> $1 AND did % 11 = $2",
    "INSERT INTO order_scene (order_id, did, position, state) \
     SELECT $1, did, did, (did + $2) % 3 FROM scene ON CONFLICT DO NOTHING",
];

#[tokio::test(flavor = "multi_thread")]
async fn tallies_are_exact_after_whatever_is_written() {
    let world = World::new(24).await;
    let mut orders = Vec::new();
    for count in [24, 7, 1] {
        orders.push(world.approved(world.owner, count).await);
    }
    assert_exact(&world, &orders, "approved").await;
    let mut random = SmallRng::seed_from_u64(20_261_128);
    for step in 0..120 {
        let statement = WRITES[random.random_range(0..WRITES.len())];
        let order = orders[random.random_range(0..orders.len())];
        let mut tx = world.pool.begin().await.unwrap();
        sqlx::query(statement)
            .bind(order.0)
            .bind(random.random_range(0..7_i64))
            .execute(&mut *tx)
            .await
            .unwrap();
        if random.random_bool(0.2) {
            tx.rollback().await.unwrap();
        } else {
            tx.commit().await.unwrap();
        }
        assert_exact(&world, &orders, &format!("step {step}: {statement}")).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tallies_are_exact_through_an_orders_life() {
    let world = World::new(6).await;
    let order = world.approved(world.owner, 6).await;
    let orders = [order];
    for (at, task) in world.claim_all().await.into_iter().enumerate() {
        if at % 3 == 0 {
            let class = ErrorClass::SourceMissing;
            let failed = preparation::fail(&world.pool, task, class, &broken("x"), world.now).await;
            failed.unwrap();
        } else {
            assert!(world.publish(task).await.unwrap());
        }
        assert_exact(&world, &orders, "in work").await;
    }
    let again = world.admin().reextract(order, Scope::Failed, 5).await;
    again.unwrap();
    assert_exact(&world, &orders, "again").await;
    world.work().await;
    assert_exact(&world, &orders, "prepared").await;
    assert_eq!(counted(&world, order).await.extracted, 6);
}

//! What a worker is to write of an export, as it begins.

use std::pin::pin;

use futures::future::{Either, select};
use storage::lifecycle::exports::plan;

use super::exports::{claimed, create_export};
use super::world::World;

async fn until_somebody_waits(world: &World) {
    let waiting = "SELECT count(*) FROM pg_stat_activity \
                   WHERE datname = current_database() AND wait_event_type = 'Lock'";
    while world.count(waiting).await == 0 {
        tokio::task::yield_now().await;
    }
}

/// There may be many scenes, and the lease of the claim is renewed meanwhile.
#[tokio::test]
async fn nothing_is_locked_while_the_scenes_of_an_export_are_looked_at() {
    let world = World::new(2).await;
    create_export(&world, world.owner).await.unwrap();
    let task = claimed(&world).await;
    world.run("DELETE FROM scope_grant").await;
    let mut holder = world.pool.begin().await.unwrap();
    sqlx::query("LOCK TABLE scene")
        .execute(&mut *holder)
        .await
        .unwrap();
    let planning = pin!(plan(&world.pool, task, world.now));
    let waits = pin!(until_somebody_waits(&world));
    let Either::Right(((), planning)) = select(planning, waits).await else {
        panic!("nobody looked at the scenes");
    };
    world.run("SELECT FROM export FOR UPDATE NOWAIT").await;
    world.run("SELECT FROM task FOR UPDATE NOWAIT").await;
    holder.rollback().await.unwrap();
    let planned = planning.await.unwrap().unwrap();
    assert!(planned.dids.is_empty());
}

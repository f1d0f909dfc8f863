//! Everything at once: nobody is refused by a deadlock, and no work is lost.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use domain::emergency::{Room, Slots};
use domain::order::state::OrderState;
use storage::db::tasks;
use storage::lifecycle::{LifecycleError, Scope, preparation};

use super::world::World;

const SCENES: u32 = 200;

/// Dispatchers and sweepers in a loop until `over`.
async fn reconcile(world: &World, over: &AtomicBool) -> Result<(), LifecycleError> {
    while !over.load(Ordering::SeqCst) {
        let mut tx = world.pool.begin().await?;
        tasks::release(&mut tx, Room::ordinary(SCENES.into())).await?;
        tx.commit().await?;
        preparation::expire_leases(&world.pool, world.now).await?;
        let mut db = world.db().await;
        tasks::requeue_stale(&mut db, Slots::ordinary(u64::MAX), Duration::ZERO).await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn administrators_dispatchers_and_sweepers_do_not_block_each_other() {
    let world = World::new(SCENES).await;
    let order = world.approved(world.owner, SCENES as usize).await;
    let over = AtomicBool::new(false);
    let administrator = async {
        for priority in 0..30 {
            world.admin().reextract(order, Scope::All, priority).await?;
        }
        world.admin().cancel_preparation(order, "停").await?;
        over.store(true, Ordering::SeqCst);
        Ok::<_, LifecycleError>(())
    };
    let (administrator, first, second) = tokio::join!(
        administrator,
        reconcile(&world, &over),
        reconcile(&world, &over),
    );
    over.store(true, Ordering::SeqCst);
    administrator.unwrap();
    first.unwrap();
    second.unwrap();
    assert_eq!(world.state(order).await, OrderState::Rejected);
    let live = "SELECT count(*) FROM task WHERE state IN ('waiting', 'released', 'running')";
    assert_eq!(world.count(live).await, 0);
}

/// Workers that died at every attempt, and workers that publish, in the same order.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn used_up_tasks_end_while_others_of_their_order_are_published() {
    for _ in 0..5 {
        let world = World::new(40).await;
        let order = world.approved(world.owner, 40).await;
        let claimed = world.claim_all().await;
        world
            .sql(
                "UPDATE task SET attempt = max_attempts, lease_until = now() - interval '1 hour' \
                 WHERE order_id = $1",
                order,
            )
            .await;
        let publishing = futures::future::join_all(claimed.into_iter().map(|mut task| {
            task.claim.attempt = task.kind.max_attempts();
            world.publish(task)
        }));
        let (published, expired) = tokio::join!(
            publishing,
            preparation::expire_leases(&world.pool, world.now),
        );
        expired.unwrap();
        let published = published
            .into_iter()
            .filter(|done| *done.as_ref().unwrap())
            .count();
        let tally = world.tally(order).await;
        assert_eq!(tally.extracting, 0);
        assert_eq!(tally.extracted, i64::try_from(published).unwrap());
        assert_eq!(tally.extracted + tally.failed, 40);
    }
}

//! Which tasks are released, and which releases are taken back.

use std::collections::HashSet;
use std::time::Duration;

use domain::emergency::{Room, Slots};
use domain::ids::{OrderId, TaskId};
use domain::order::state::OrderState;
use storage::db::tasks;
use storage::lifecycle::{Scope, accounts};

use super::world::World;

async fn order_of(world: &World, task: TaskId) -> OrderId {
    let id = sqlx::query_scalar("SELECT order_id FROM task WHERE id = $1")
        .bind(task.0)
        .fetch_one(&world.pool)
        .await
        .unwrap();
    OrderId(id)
}

#[tokio::test]
async fn no_more_is_released_than_there_is_room_for() {
    let world = World::new(10).await;
    world.approved(world.owner, 10).await;
    assert_eq!(world.release(0).await, []);
    let first = world.release(3).await;
    assert_eq!(first.len(), 3);
    assert_eq!(world.release(3).await, [], "three are live");
    let running = world.claim(first[0]).await.unwrap();
    assert_eq!(
        world.release(3).await,
        [],
        "a running one takes room as well"
    );
    assert!(world.publish(running).await.unwrap());
    assert_eq!(world.release(3).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_of_5000_scenes_does_not_hold_back_an_order_of_one() {
    let world = World::new(5000).await;
    let large = world.approved(world.owner, 5000).await;
    let mut live = world.release(8).await;
    assert_eq!(live.len(), 8);
    let small = world.approved(world.other, 1).await;
    // One slot becomes free.
    let done = world.claim(live.remove(0)).await.unwrap();
    assert!(world.publish(done).await.unwrap());
    let next = world.release(8).await;
    assert_eq!(next.len(), 1);
    assert_eq!(order_of(&world, next[0]).await, small);
    // Its package and its check go before the thousands as well.
    let mut task = next[0];
    loop {
        let claimed = world.claim(task).await.unwrap();
        assert_eq!(claimed.order, small);
        assert!(world.publish(claimed).await.unwrap());
        if world.state(small).await == OrderState::Prepared {
            break;
        }
        task = world.release(8).await[0];
    }
    assert_eq!(world.tally(large).await.extracted, 1);
}

#[tokio::test]
async fn priority_goes_before_fairness_and_age() {
    let world = World::new(4).await;
    let old = world.approved(world.owner, 2).await;
    let urgent = world.approved(world.owner, 2).await;
    world
        .admin()
        .reextract(urgent, Scope::All, 50)
        .await
        .unwrap();
    // The person with urgent work holds more than anybody else, and still.
    let patient = world.approved(world.other, 1).await;
    let mut orders = Vec::new();
    for room in 1..=5 {
        orders.push(order_of(&world, world.release(room).await[0]).await);
    }
    assert_eq!(orders, [urgent, urgent, patient, old, old]);
}

#[tokio::test]
async fn a_task_that_waits_its_time_is_not_released() {
    let world = World::new(1).await;
    let order = world.approved(world.owner, 1).await;
    world
        .sql(
            "UPDATE task SET run_after = now() + interval '1 hour' WHERE order_id = $1",
            order,
        )
        .await;
    assert_eq!(world.release(10).await, []);
}

/// Many dispatchers, as many processes have them, over and over.
#[tokio::test(flavor = "multi_thread")]
async fn dispatchers_at_once_release_disjoint_sets_and_not_too_much() {
    let world = World::new(60).await;
    world.approved(world.owner, 60).await;
    let mut seen = HashSet::new();
    for room in [20, 40, 60] {
        let sets = futures::future::join_all((0..6).map(|_| world.release(room))).await;
        for id in sets.into_iter().flatten() {
            assert!(seen.insert(id), "{id} was released twice");
        }
        assert_eq!(
            i64::try_from(seen.len()).unwrap(),
            room,
            "released: {}",
            seen.len()
        );
    }
}

/// What it has released is not to be seen before it commits, so nobody else may count the room meanwhile.
#[tokio::test]
async fn while_one_dispatcher_releases_another_gets_nothing() {
    let world = World::new(4).await;
    world.approved(world.owner, 4).await;
    let mut first = world.pool.begin().await.unwrap();
    let released = tasks::release(&mut first, Room::ordinary(4)).await.unwrap();
    assert_eq!(released.ordinary.len(), 4);
    let urgent = world.approved(world.other, 4).await;
    world
        .admin()
        .reextract(urgent, Scope::All, 90)
        .await
        .unwrap();
    assert_eq!(world.release(4).await, []);
    first.commit().await.unwrap();
    assert_eq!(world.release(5).await.len(), 1, "four are live");
}

#[tokio::test]
async fn releases_that_never_reached_the_queue_are_taken_back() {
    let world = World::new(2).await;
    world.approved(world.owner, 2).await;
    let released = world.release(2).await;
    let taken = world.claim(released[0]).await.unwrap();
    tasks::requeue(&mut *world.db().await, &released)
        .await
        .unwrap();
    assert_eq!(
        world.state_of(taken.claim.task).await,
        "running",
        "a claimed one stays"
    );
    assert_eq!(world.state_of(released[1]).await, "waiting");
    assert_eq!(world.release(2).await, [released[1]]);
}

#[tokio::test]
async fn lost_releases_are_taken_back_only_when_slots_are_free() {
    let world = World::new(3).await;
    let order = world.approved(world.owner, 3).await;
    let released = world.release(3).await;
    let running = world.claim(released[0]).await.unwrap();
    let patience = Duration::from_secs(4);
    let stale = async |slots| {
        let mut db = world.db().await;
        tasks::requeue_stale(&mut db, Slots::ordinary(slots), patience)
            .await
            .unwrap()
    };
    assert_eq!(stale(9).await, 0, "they are fresh");
    world
        .sql(
            "UPDATE task SET released_at = now() - interval '5 seconds' WHERE order_id = $1",
            order,
        )
        .await;
    assert_eq!(
        stale(1).await,
        0,
        "the only slot is busy: they stand in line"
    );
    assert_eq!(stale(0).await, 0, "nobody works");
    assert_eq!(stale(2).await, 2);
    assert_eq!(world.state_of(running.claim.task).await, "running");
    assert_eq!(world.state_of(released[1]).await, "waiting");
    // The lost job turns up after all: it finds nothing to take, and the next release does.
    assert_eq!(world.claim(released[1]).await, None);
    assert_eq!(world.release(2).await.len(), 1);
}

#[tokio::test]
async fn the_work_of_a_person_who_is_switched_off_waits() {
    let world = World::new(3).await;
    world.approved(world.owner, 2).await;
    let other = world.approved(world.other, 1).await;
    accounts::disable(&world.pool, world.owner, world.now)
        .await
        .unwrap();
    let released = world.release(8).await;
    assert_eq!(released.len(), 1);
    assert_eq!(order_of(&world, released[0]).await, other);
    accounts::enable(&world.pool, world.owner).await.unwrap();
    assert_eq!(world.release(8).await.len(), 2);
}

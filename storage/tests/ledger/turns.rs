//! Whose turn it is: among the orders of one person, and among the kinds of work that are nobody's.

use std::collections::VecDeque;

use domain::ids::{OrderId, TaskId};
use domain::order::state::OrderState;
use domain::size::ByteCount;
use storage::db::scenes;
use storage::db::waits::{WaitSubject, facts};
use storage::db::worker_registry;
use storage::lifecycle::{copies, previews};

use super::world::World;

/// Tasks at once of the workers that the test plays.
const SLOTS: usize = 4;

/// Rounds in which all slots do one task each, in the order in which they were released, until the order is prepared.
async fn rounds_until_prepared(
    world: &World,
    order: OrderId,
    queue: &mut VecDeque<TaskId>,
) -> usize {
    let room = i64::try_from(2 * SLOTS).unwrap();
    for round in 1..100 {
        queue.extend(world.release(room).await);
        let first = queue.len().min(SLOTS);
        for task in queue.drain(..first) {
            let claimed = world.claim(task).await.unwrap();
            assert!(world.publish(claimed).await.unwrap());
        }
        if world.state(order).await == OrderState::Prepared {
            return round;
        }
    }
    panic!("it is not prepared")
}

#[tokio::test(flavor = "multi_thread")]
async fn ones_own_order_of_2000_scenes_holds_back_ones_own_order_of_one_three_times_at_most() {
    let world = World::new(2000).await;
    let mut queue = VecDeque::new();
    let alone = world.approved(world.owner, 1).await;
    let alone = rounds_until_prepared(&world, alone, &mut queue).await;
    let large = world.approved(world.owner, 2000).await;
    queue.extend(world.release(i64::try_from(2 * SLOTS).unwrap()).await);
    let small = world.approved(world.owner, 1).await;
    let beside = rounds_until_prepared(&world, small, &mut queue).await;
    assert!(beside <= 3 * alone, "{beside} rounds in place of {alone}");
    assert!(world.tally(large).await.extracted > 0, "both go on");
}

/// Two orders of one person are no reason to go before somebody else.
#[tokio::test]
async fn people_take_turns_however_many_orders_they_have() {
    let world = World::new(4).await;
    for _ in 0..3 {
        world.approved(world.owner, 4).await;
    }
    let other = world.approved(world.other, 4).await;
    let mut of_other = 0;
    for task in world.release(8).await {
        let claimed = world.claim(task).await.unwrap();
        of_other += usize::from(claimed.order == other);
    }
    assert_eq!(of_other, 4);
}

async fn ask_for_copies(world: &World, most: usize) {
    let mut db = world.db().await;
    let dids: Vec<i64> = sqlx::query_scalar("SELECT did FROM scene ORDER BY did")
        .fetch_all(&mut *db)
        .await
        .unwrap();
    let found = scenes::by_dids(&mut db, &dids[..most]).await.unwrap();
    let told = copies::ask(&world.pool, &found, ByteCount::gib(1), world.now).await;
    told.unwrap();
}

#[tokio::test]
async fn copies_that_wait_do_not_keep_pictures_from_idle_slots() {
    let world = World::new(20).await;
    ask_for_copies(&world, 20).await;
    previews::expect(&world.pool).await.unwrap();
    let released = world.release(8).await;
    let ids: Vec<_> = released.iter().map(|id| id.0).collect();
    let kinds: Vec<(String, i64)> = sqlx::query_as(
        "SELECT kind, count(*) FROM task WHERE id = ANY($1) GROUP BY kind ORDER BY kind",
    )
    .bind(&ids)
    .fetch_all(&world.pool)
    .await
    .unwrap();
    let expected = [("copy_scene", 4), ("make_preview", 1)];
    assert_eq!(
        kinds,
        expected.map(|(kind, count)| (kind.to_owned(), count))
    );
    assert_eq!(world.release(8).await, [], "each has its share");
}

#[tokio::test]
async fn a_copy_that_its_share_holds_back_says_so() {
    let world = World::new(3).await;
    let mut db = world.db().await;
    worker_registry::beat(&mut db, "played", (1, 0))
        .await
        .unwrap();
    ask_for_copies(&world, 3).await;
    assert_eq!(world.release(2).await.len(), 1, "half, one at least");
    let waiting: uuid::Uuid = sqlx::query_scalar("SELECT id FROM task WHERE state = 'waiting'")
        .fetch_one(&mut *db)
        .await
        .unwrap();
    let found = facts(&mut db, WaitSubject::Task(TaskId(waiting)))
        .await
        .unwrap();
    let waits = domain::wait::task_waits(&found.groups[0], &found.crew);
    let words: Vec<_> = waits.iter().map(|wait| wait.reason.word()).collect();
    assert_eq!(words, ["turn", "copies_share"]);
}

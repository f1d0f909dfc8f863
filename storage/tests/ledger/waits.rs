//! Why tasks and orders wait, as the ledger knows it.

use domain::ids::{OrderId, TaskId};
use domain::order::state::OrderState;
use domain::task::ErrorClass;
use domain::wait::{Wait, order_waits, task_waits};
use storage::db::waits::{WaitSubject, facts};
use storage::db::worker_registry;
use storage::lifecycle::{accounts, preparation, previews};

use super::world::{World, broken};

/// The words of all reasons of an order.
async fn order_words(world: &World, order: OrderId) -> Vec<&'static str> {
    let waits = waits_of_order(world, order).await;
    waits.iter().map(|wait| wait.reason.word()).collect()
}

async fn waits_of_order(world: &World, order: OrderId) -> Vec<Wait> {
    let subject = WaitSubject::Order(order);
    let found = facts(&mut *world.db().await, subject).await.unwrap();
    order_waits(&found.order.unwrap(), &found.groups, &found.crew)
}

/// The words of a task's reasons.
async fn task_words(world: &World, task: TaskId) -> Vec<String> {
    let subject = WaitSubject::Task(task);
    let found = facts(&mut *world.db().await, subject).await.unwrap();
    let groups = found.groups.iter();
    let waits = groups.flat_map(|group| task_waits(group, &found.crew));
    waits.map(|wait| wait.reason.word().to_owned()).collect()
}

async fn tasks_of(world: &World, order: OrderId) -> Vec<TaskId> {
    let ids = "SELECT id FROM task WHERE order_id = $1 ORDER BY created_at, id";
    let ids: Vec<uuid::Uuid> = sqlx::query_scalar(ids)
        .bind(order.0)
        .fetch_all(&world.pool)
        .await
        .unwrap();
    ids.into_iter().map(TaskId).collect()
}

async fn slots(world: &World, slots: i32) {
    let mut db = world.db().await;
    worker_registry::beat(&mut db, "played", (slots, 0))
        .await
        .unwrap();
}

#[tokio::test]
async fn an_order_waits_for_its_audit_and_for_a_decision_to_take_effect() {
    let world = World::new(1).await;
    let order = world.submitted(world.owner, 1).await;
    assert_eq!(order_words(&world, order).await, ["audit"]);
    let decide = "INSERT INTO pending_decision (order_id, decision, user_id, due_at) \
                  SELECT $1, 'approve', auditor.id, now() + interval '8 seconds' FROM app_user auditor LIMIT 1";
    world.sql(decide, order).await;
    let waits = waits_of_order(&world, order).await;
    assert_eq!(waits[0].reason.word(), "decision");
    assert!(waits[0].reason.until() > waits[0].since);
}

#[tokio::test]
async fn without_workers_everything_waits_for_one_and_keeps_its_place() {
    let world = World::new(3).await;
    let order = world.approved(world.owner, 2).await;
    assert_eq!(
        order_words(&world, order).await,
        ["scenes", "turn", "no_worker"]
    );
    slots(&world, 1).await;
    assert_eq!(order_words(&world, order).await, ["scenes", "turn"]);
    let last = tasks_of(&world, order).await[1];
    assert_eq!(task_words(&world, last).await, ["turn", "own_tasks"]);
}

#[tokio::test]
async fn what_is_released_is_about_to_be_picked_up_and_the_rest_finds_no_slot() {
    let world = World::new(4).await;
    slots(&world, 1).await;
    let order = world.approved(world.owner, 4).await;
    let [first, second] = world.release(2).await[..] else {
        panic!("two are released")
    };
    assert_eq!(task_words(&world, first).await, ["pick_up"]);
    world.claim(first).await.unwrap();
    assert!(task_words(&world, first).await.is_empty(), "it runs");
    assert_eq!(task_words(&world, second).await, ["pick_up", "slots_full"]);
    assert_eq!(
        order_words(&world, order).await,
        ["scenes", "pick_up", "slots_full", "turn", "own_tasks"]
    );
}

#[tokio::test]
async fn a_failure_backs_off_and_one_for_good_waits_for_the_administrator() {
    let world = World::new(2).await;
    slots(&world, 4).await;
    let order = world.approved(world.owner, 2).await;
    let claimed = world.claim_all().await;
    let fail = |at: usize, class| {
        let task = claimed[at];
        let pool = world.pool.clone();
        let now = world.now;
        async move { preparation::fail(&pool, task, class, &broken("x"), now).await }
    };
    fail(0, ErrorClass::TransientIo).await.unwrap();
    fail(1, ErrorClass::SourceMissing).await.unwrap();
    let waits = waits_of_order(&world, order).await;
    let words: Vec<_> = waits.iter().map(|wait| wait.reason.word()).collect();
    assert_eq!(words, ["scenes", "failed_scenes", "back_off"]);
    assert!(waits[2].reason.until() > waits[2].since);
}

#[tokio::test]
async fn what_failed_of_this_installations_own_outage_says_so() {
    let world = World::new(1).await;
    slots(&world, 4).await;
    let order = world.approved(world.owner, 1).await;
    for _ in 0..10 {
        let [task] = world.claim_all().await[..] else {
            panic!("it is never given up")
        };
        let class = ErrorClass::DependencyAway;
        let failed = preparation::fail(&world.pool, task, class, &broken("x"), world.now).await;
        failed.unwrap();
        assert_eq!(
            order_words(&world, order).await,
            ["scenes", "back_off", "dependency_away"]
        );
        let due = "UPDATE task SET run_after = now() WHERE order_id = $1";
        world.sql(due, order).await;
    }
    let due = order_words(&world, order).await;
    assert_eq!(due, ["scenes", "turn", "dependency_away"]);
}

#[tokio::test]
async fn a_package_that_failed_for_good_waits_for_the_administrator() {
    let world = World::new(1).await;
    slots(&world, 4).await;
    let order = world.approved(world.owner, 1).await;
    let [scene] = world.claim_all().await[..] else {
        panic!("one scene")
    };
    assert!(world.publish(scene).await.unwrap());
    assert_eq!(order_words(&world, order).await, ["package", "turn"]);
    let [package] = world.claim_all().await[..] else {
        panic!("a package")
    };
    assert_eq!(order_words(&world, order).await, ["package"]);
    let class = ErrorClass::SourceMissing;
    let failed = preparation::fail(&world.pool, package, class, &broken("x"), world.now).await;
    failed.unwrap();
    assert_eq!(world.state(order).await, OrderState::PendingPackaging);
    assert_eq!(order_words(&world, order).await, ["failed_task"]);
}

#[tokio::test]
async fn an_offline_copy_waits_to_be_handed_over() {
    let world = World::new(1).await;
    let order = world.prepared(world.owner, 1).await;
    assert!(order_words(&world, order).await.is_empty());
    world
        .sql("UPDATE orders SET get_method = 2 WHERE id = $1", order)
        .await;
    assert_eq!(order_words(&world, order).await, ["offline_copy"]);
}

/// Every two circumstances that can stand together, in one ledger.
#[tokio::test]
async fn circumstances_stand_together() {
    let world = World::new(1).await;
    slots(&world, 1).await;
    let order = world.approved(world.owner, 1).await;
    let [task] = tasks_of(&world, order).await[..] else {
        panic!("one task")
    };
    let pause = "UPDATE task SET paused_at = now(), paused_by = (SELECT id FROM app_user LIMIT 1) WHERE order_id = $1";
    let early = "UPDATE task SET run_after = now() + interval '1 hour' WHERE order_id = $1";
    let failed =
        "UPDATE task SET failures = 1, run_after = now() + interval '1 hour' WHERE order_id = $1";
    let circumstances = [
        ("paused", pause),
        ("postponed", early),
        ("back_off", failed),
    ];
    for (one, first) in circumstances {
        for (other, second) in circumstances {
            world.sql(first, order).await;
            world.sql(second, order).await;
            let found = task_words(&world, task).await;
            let covers =
                |word: &str| word != "postponed" || (one != "back_off" && other != "back_off");
            for word in [one, other].into_iter().filter(|word| covers(word)) {
                assert!(found.contains(&word.to_owned()), "{one} {other}: {found:?}");
            }
            assert!(!found.contains(&"turn".to_owned()), "{found:?}");
            accounts::disable(&world.pool, world.owner, world.now)
                .await
                .unwrap();
            let found = task_words(&world, task).await;
            assert!(found.contains(&"account_off".to_owned()), "{found:?}");
            accounts::enable(&world.pool, world.owner).await.unwrap();
            let anew = "UPDATE task SET failures = 0, run_after = now(), paused_at = NULL, paused_by = NULL WHERE order_id = $1";
            world.sql(anew, order).await;
        }
    }
    assert_eq!(task_words(&world, task).await, ["turn"]);
}

#[tokio::test]
async fn pictures_use_up_their_share() {
    let world = World::new(3).await;
    slots(&world, 1).await;
    previews::expect(&world.pool).await.unwrap();
    let ids: Vec<uuid::Uuid> =
        sqlx::query_scalar("SELECT id FROM task WHERE kind = 'make_preview'")
            .fetch_all(&world.pool)
            .await
            .unwrap();
    let [released] = world.release(2).await[..] else {
        panic!("an eighth, one at least")
    };
    let waiting = ids.into_iter().map(TaskId).find(|id| *id != released);
    // The third one stands behind the second, too.
    let found = task_words(&world, waiting.unwrap()).await;
    for word in ["turn", "pictures_share"] {
        assert!(found.contains(&word.to_owned()), "{found:?}");
    }
}

/// Whoever is told a place is released in that place.
#[tokio::test]
async fn places_are_those_in_which_tasks_are_released() {
    let world = World::new(6).await;
    let first = world.approved(world.owner, 6).await;
    let second = world.approved(world.other, 3).await;
    let third = world.approved(world.owner, 2).await;
    world
        .sql("UPDATE task SET priority = 7 WHERE order_id = $1", third)
        .await;
    let mut all = Vec::new();
    for order in [first, second, third] {
        for task in tasks_of(&world, order).await {
            let subject = WaitSubject::Task(task);
            let found = facts(&mut *world.db().await, subject).await.unwrap();
            all.push((found.groups[0].ahead.unwrap(), task));
        }
    }
    all.sort_unstable();
    let places: Vec<_> = all.iter().map(|(ahead, _)| *ahead).collect();
    assert_eq!(places, (0..11).collect::<Vec<u64>>());
    // All at once: what is released together was ranked together.
    for (room, (ahead, _)) in (1..=11).zip(&all) {
        let world_room = world.first_to_go(room).await;
        let expected: std::collections::BTreeSet<_> = all[..=usize::try_from(*ahead).unwrap()]
            .iter()
            .map(|(_, id)| *id)
            .collect();
        assert_eq!(world_room, expected, "room for {room}");
    }
}

#[tokio::test]
async fn since_when_is_noted_by_the_ledger() {
    let world = World::new(1).await;
    let order = world.approved(world.owner, 1).await;
    let long = "SELECT count(*) FROM task WHERE state_since < now() - interval '30 minutes'";
    world
        .sql(
            "UPDATE task SET state_since = now() - interval '1 hour' WHERE order_id = $1",
            order,
        )
        .await;
    world
        .sql("UPDATE task SET bytes_done = 5 WHERE order_id = $1", order)
        .await;
    assert_eq!(world.count(long).await, 1, "progress changes nothing");
    world.release(1).await;
    assert_eq!(world.count(long).await, 0);
}

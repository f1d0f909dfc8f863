//! A file that its target refuses, among others that it takes: none of the others waits for it.

use chrono::TimeDelta;
use domain::push_target::PATIENCE;
use domain::subscription::SubscriptionCriteria;
use domain::task::ErrorClass;
use storage::db::tasks::PushTask;
use storage::lifecycle::pushes::{TargetFailure, fail_target};

use super::pushes::{DELIVERED, WAITING, add, claimed, deliver, matched, subscribed, tested};
use super::world::{World, broken};

async fn dataname(world: &World, task: PushTask) -> String {
    sqlx::query_scalar("SELECT dataname FROM subscription_match WHERE id = $1")
        .bind(task.matched.0)
        .fetch_one(&world.pool)
        .await
        .unwrap()
}

/// Sends what is due to a target that refuses one file for ever.
async fn send_all_but(world: &World, refused: &str, is_denial: bool) {
    let why = broken("553 not this one");
    let tested = tested(world).await;
    for task in claimed(world).await {
        if dataname(world, task).await == refused {
            let failed = TargetFailure {
                class: ErrorClass::TransientIo,
                is_stranger: false,
                is_denial,
                tested,
                why: &why,
            };
            fail_target(&world.pool, task, failed, world.now)
                .await
                .unwrap();
        } else {
            deliver(world, task).await;
        }
    }
}

async fn rests(world: &World) -> bool {
    world
        .count("SELECT count(*) FROM push_target WHERE rests_until IS NOT NULL")
        .await
        == 1
}

#[tokio::test]
async fn the_file_that_shows_whether_a_target_works_is_not_the_same_each_time() {
    let mut world = World::new(0).await;
    subscribed(&world, SubscriptionCriteria::default()).await;
    world.run("UPDATE push_target SET most_parallel = 1").await;
    for name in ["refused", "b", "c"] {
        add(&world, &[name]).await;
        matched(&world).await;
        world.now += TimeDelta::seconds(1);
    }
    // It is the first one in line: the target rests because of it, and is probed with it once.
    for _ in 0..PATIENCE {
        send_all_but(&world, "GF1_refused", false).await;
        world.now += TimeDelta::seconds(10);
    }
    assert!(rests(&world).await);
    assert_eq!(world.count(DELIVERED).await, 0);
    world.now += TimeDelta::hours(1);
    send_all_but(&world, "GF1_refused", false).await;
    assert_eq!(world.count(DELIVERED).await, 0);
    world.now += TimeDelta::hours(1);
    send_all_but(&world, "GF1_refused", false).await;
    assert_eq!(world.count(DELIVERED).await, 1, "another one's turn");
    assert!(!rests(&world).await);
}

#[tokio::test]
async fn a_file_that_is_refused_while_others_are_taken_does_not_make_its_target_rest() {
    let mut world = World::new(0).await;
    subscribed(&world, SubscriptionCriteria::default()).await;
    // Once for the target, which then takes another one.
    for name in ["refused", "a"] {
        add(&world, &[name]).await;
        matched(&world).await;
        send_all_but(&world, "GF1_refused", true).await;
        world.now += TimeDelta::seconds(1);
    }
    world.now += TimeDelta::seconds(10);
    send_all_but(&world, "GF1_refused", true).await;
    assert_eq!(world.count(DELIVERED).await, 1);
    for day in 0..8 {
        world.now += TimeDelta::hours(2);
        add(&world, &[&format!("new{day}")]).await;
        matched(&world).await;
        send_all_but(&world, "GF1_refused", true).await;
        assert_eq!(world.count(DELIVERED).await, day + 2);
        assert!(!rests(&world).await, "day {day}");
    }
    assert_eq!(world.count(WAITING).await, 1, "nothing is given up");
}

//! Matches that are given up before they are sent, each with its reason.

use chrono::TimeDelta;
use domain::role::Role;
use domain::subscription::{SubscriptionAction, SubscriptionActor, SubscriptionCriteria};
use domain::task::ErrorClass;
use storage::lifecycle::pushes::{BegunPush, begin, fail, publish, release_due};
use testkit::builders::subscription::desk;
use testkit::builders::{add_scenes, scene, square};

use super::pushes::{DELIVERED, TASKS, WAITING, add, claimed, deliver, matched, subscribed};
use super::world::{World, broken};

async fn given_up(world: &World, code: &str) -> i64 {
    let statement = "SELECT count(*) FROM subscription_match WHERE state = 'missed' AND ended_at IS NOT NULL \
        AND error_detail->>'code' = $1";
    sqlx::query_scalar(statement)
        .bind(code)
        .fetch_one(&world.pool)
        .await
        .unwrap()
}

#[tokio::test]
async fn nothing_goes_out_after_what_one_may_see_was_taken_back() {
    use SubscriptionAction::{Pause, Resume};
    let world = World::new(0).await;
    let id = subscribed(&world, SubscriptionCriteria::default()).await;
    let act = |action| {
        let desk = desk(&world.pool, (world.owner, Role::Applicant), world.now);
        async move {
            desk.act(id, (action, SubscriptionActor::Owner), "")
                .await
                .unwrap()
        }
    };
    act(Pause).await;
    add(&world, &["a", "b", "c", "d"]).await;
    assert_eq!(matched(&world).await.matched, 4);
    world.run("DELETE FROM scope_grant").await;
    act(Resume).await;
    assert!(claimed(&world).await.is_empty());
    assert_eq!(given_up(&world, "failure.scope_taken_back").await, 4);
    let class = "SELECT count(*) FROM subscription_match WHERE error_class = 'out_of_scope'";
    assert_eq!(world.count(class).await, 4);
    assert_eq!(
        (world.count(WAITING).await, world.count(TASKS).await),
        (0, 0)
    );
}

#[tokio::test]
async fn what_was_hidden_makes_room_for_what_is_seen() {
    let world = World::new(0).await;
    subscribed(&world, SubscriptionCriteria::default()).await;
    add(&world, &["a", "b", "c"]).await;
    let mut inside = scene("d");
    inside.footprint = square(10.0, 20.0).parse().unwrap();
    add_scenes(&world.pool, &[inside]).await;
    assert_eq!(matched(&world).await.matched, 4);
    world
        .run("UPDATE scope_grant SET area = 'POLYGON((5 15,15 15,15 25,5 25,5 15))'")
        .await;
    let tasks = claimed(&world).await;
    assert_eq!(tasks.len(), 1);
    deliver(&world, tasks[0]).await;
    assert_eq!(given_up(&world, "failure.scope_taken_back").await, 3);
    assert_eq!(world.count(DELIVERED).await, 1);
}

#[tokio::test]
async fn a_task_that_waits_in_line_asks_again_before_it_sends() {
    let world = World::new(0).await;
    subscribed(&world, SubscriptionCriteria::default()).await;
    add(&world, &["a"]).await;
    matched(&world).await;
    let task = claimed(&world).await[0];
    let begun = begin(&world.pool, task, world.now).await.unwrap();
    assert!(matches!(begun, BegunPush::Send(_)));
    world.run("DELETE FROM scope_grant").await;
    let begun = begin(&world.pool, task, world.now).await.unwrap();
    assert_eq!(begun, BegunPush::GivenUp);
    assert_eq!(given_up(&world, "failure.scope_taken_back").await, 1);
    assert_eq!(world.count(TASKS).await, 0);
    assert!(
        !publish(&world.pool, task, world.now).await.unwrap(),
        "it is over"
    );
    let begun = begin(&world.pool, task, world.now).await.unwrap();
    assert_eq!(begun, BegunPush::NotOurs);
}

#[tokio::test]
async fn what_waits_of_an_ended_subscription_gets_its_reason() {
    let world = World::new(0).await;
    let id = subscribed(&world, SubscriptionCriteria::default()).await;
    let other = subscribed(&world, SubscriptionCriteria::default()).await;
    add(&world, &["a", "b", "c"]).await;
    assert_eq!(matched(&world).await.matched, 6);
    let end = (SubscriptionAction::End, SubscriptionActor::Owner);
    desk(&world.pool, (world.owner, Role::Applicant), world.now)
        .act(id, end, "")
        .await
        .unwrap();
    for task in claimed(&world).await {
        deliver(&world, task).await;
    }
    assert_eq!(given_up(&world, "failure.subscription_ended").await, 3);
    let unaccounted: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM subscription_match WHERE subscription_id = $1 \
         AND (state = 'waiting' OR (state = 'missed' AND error_detail IS NULL))",
    )
    .bind(id.0)
    .fetch_one(&world.pool)
    .await
    .unwrap();
    assert_eq!(unaccounted, 0);
    let of_other: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM subscription_match WHERE subscription_id = $1 AND state <> 'missed'",
    )
    .bind(other.0)
    .fetch_one(&world.pool)
    .await
    .unwrap();
    assert_eq!(of_other, 3, "another one's go on");
}

#[tokio::test]
async fn an_ended_subscription_is_looked_at_for_two_days_and_until_nothing_waits() {
    const LOOKED_AT: &str =
        "SELECT count(*) FROM subscription WHERE unsettled_since IS NOT NULL AND state = 'ended'";
    let world = World::new(0).await;
    let id = subscribed(&world, SubscriptionCriteria::default()).await;
    add(&world, &["a", "b"]).await;
    assert_eq!(matched(&world).await.matched, 2);
    let tasks = claimed(&world).await;
    assert_eq!(world.count(LOOKED_AT).await, 0, "it has not ended");
    let end = (SubscriptionAction::End, SubscriptionActor::Owner);
    desk(&world.pool, (world.owner, Role::Applicant), world.now)
        .act(id, end, "")
        .await
        .unwrap();
    let later = world.now + TimeDelta::days(3);
    release_due(&world.pool, later).await.unwrap();
    assert_eq!(world.count(LOOKED_AT).await, 1, "both are on their way");
    deliver(&world, tasks[0]).await;
    let why = broken("cut");
    let failure = (ErrorClass::TransientIo, &why);
    fail(&world.pool, tasks[1], failure, world.now)
        .await
        .unwrap();
    assert_eq!(world.count(WAITING).await, 1);
    release_due(&world.pool, world.now).await.unwrap();
    assert_eq!(given_up(&world, "failure.subscription_ended").await, 1);
    let next_day = world.now + TimeDelta::days(2);
    release_due(&world.pool, next_day).await.unwrap();
    assert_eq!(
        world.count(LOOKED_AT).await,
        1,
        "its last day may still be told of"
    );
    release_due(&world.pool, later).await.unwrap();
    assert_eq!(world.count(LOOKED_AT).await, 0);
}

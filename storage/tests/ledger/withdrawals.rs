//! Delivered files whose scene leaves the catalogue: their targets are told, once, whatever fails in between.

use chrono::{DateTime, TimeDelta, Utc};
use domain::ids::SubscriptionId;
use domain::push_target::PATIENCE;
use domain::role::Role;
use domain::subscription::{
    SubscriptionAction, SubscriptionActor, SubscriptionCriteria, day_begin,
};
use domain::task::ErrorClass;
use storage::db::Page;
use storage::db::subscriptions::{self, MatchCounts, SubscriptionQuery};
use storage::db::tasks::{self, Claimed, Failure, PushTask};
use storage::lifecycle::pushes::{TargetFailure, note_whole, release_due};
use storage::lifecycle::withdrawals::{self, withdraw};
use storage::lifecycle::{digests, preparation};
use testkit::builders::subscription::desk;
use testkit::builders::worker::LONG;

use super::pushes::{DELIVERED, add, claimed, deliver, matched, subscribed, tested};
use super::world::{World, broken};

const WAITING: &str = "SELECT count(*) FROM subscription_withdrawal WHERE state = 'waiting'";
const DONE: &str = "SELECT count(*) FROM subscription_withdrawal WHERE state = 'done'";
const MISSED: &str =
    "SELECT count(*) FROM subscription_withdrawal WHERE state = 'missed' AND ended_at IS NOT NULL";
const TASKS: &str = "SELECT count(*) FROM task WHERE kind = 'withdraw_scene'";

/// With a subscription to which these scenes were delivered.
async fn delivered(dataids: &[&str]) -> World {
    let world = World::new(0).await;
    subscribed(&world, SubscriptionCriteria::default()).await;
    world.run("UPDATE push_target SET most_parallel = 16").await;
    add(&world, dataids).await;
    matched(&world).await;
    for task in claimed(&world).await {
        deliver(&world, task).await;
    }
    world
}

async fn withdrawals(world: &World) -> Vec<PushTask> {
    release_due(&world.pool, world.now).await.unwrap();
    let mut claimed = Vec::new();
    for id in world.release(1000).await {
        match tasks::claim(&mut *world.db().await, id, "played", LONG).await {
            Ok(Some(Claimed::Withdrawal(task))) => claimed.push(task),
            other => panic!("{other:?}"),
        }
    }
    claimed
}

async fn counts(world: &World) -> MatchCounts {
    let query = SubscriptionQuery::default();
    let times = (world.now, day_begin(world.now));
    let page = Page::new(None, None);
    let found = subscriptions::list(&mut *world.db().await, query, times, page).await;
    found.unwrap().items[0].counts
}

async fn take_out(world: &World, dataids: &[&str]) {
    let ids: Vec<String> = dataids.iter().map(|id| (*id).to_owned()).collect();
    let done = withdraw(&world.pool, &ids, "定位超差", world.now).await;
    assert_eq!(done.unwrap().withdrawn.len(), dataids.len());
}

#[tokio::test]
async fn each_file_of_a_withdrawn_scene_is_withdrawn_once_and_counted_as_that() {
    let world = delivered(&["a", "b"]).await;
    world
        .run("UPDATE scene SET size = 11 WHERE dataid = 'a'")
        .await;
    matched(&world).await;
    for task in claimed(&world).await {
        deliver(&world, task).await;
    }
    take_out(&world, &["a"]).await;
    assert_eq!(world.count(WAITING).await, 2, "the file and its correction");
    let before = counts(&world).await;
    assert_eq!(
        (before.matched, before.delivered, before.withdrawn),
        (3, 1, 2)
    );
    let tasks = withdrawals(&world).await;
    assert_eq!(tasks.len(), 2);
    assert!(withdrawals(&world).await.is_empty(), "both have a task");
    for task in &tasks {
        let job = withdrawals::begin(&world.pool, *task).await.unwrap();
        let note = job.unwrap().note;
        assert_eq!((&*note.dataname, &*note.reason), ("GF1_a", "定位超差"));
        assert_eq!(note.sha256, "07".repeat(32));
        let done = withdrawals::publish(&world.pool, *task, None, world.now).await;
        assert!(done.unwrap());
        let again = withdrawals::publish(&world.pool, *task, None, world.now).await;
        assert!(!again.unwrap(), "it is over");
    }
    assert_eq!((world.count(DONE).await, world.count(TASKS).await), (2, 0));
    assert!(withdrawals(&world).await.is_empty());
    let page = Page::new(None, None);
    let mut db = world.db().await;
    let id: uuid::Uuid = sqlx::query_scalar("SELECT id FROM subscription")
        .fetch_one(&mut *db)
        .await
        .unwrap();
    let listed = subscriptions::scenes(&mut db, SubscriptionId(id), Some("withdrawn"), page).await;
    let listed = listed.unwrap();
    assert_eq!(listed.total, 2);
    let withdrawal = listed.items[0].withdrawal.clone().unwrap();
    assert_eq!(
        (&*withdrawal.state, &*withdrawal.reason),
        ("done", "定位超差")
    );
    let logged =
        "SELECT count(*) FROM audit_entry WHERE action = 'withdraw_scenes' AND reason = '定位超差'";
    assert_eq!(world.count(logged).await, 1);
}

#[tokio::test]
async fn the_log_has_every_scene_that_was_withdrawn() {
    let world = World::new(0).await;
    add(&world, &["c", "a", "b"]).await;
    take_out(&world, &["c", "b", "a"]).await;
    let (ids, digest): (String, String) = sqlx::query_as(
        "SELECT changes -> 0 ->> 'before', changes -> 1 ->> 'before' FROM audit_entry WHERE action = 'withdraw_scenes'",
    )
    .fetch_one(&world.pool)
    .await
    .unwrap();
    assert_eq!(ids, "a, b, c");
    // Of a file with a line for each.
    assert_eq!(
        digest,
        "880553fca8fcea94e325ee2cfb48e5a985cc797f39a14cc6d3cedecfeb2ae4d2"
    );
}

#[tokio::test]
async fn what_is_on_its_way_when_its_scene_goes_does_not_stay() {
    let world = World::new(0).await;
    subscribed(&world, SubscriptionCriteria::default()).await;
    world.run("UPDATE push_target SET most_parallel = 16").await;
    add(&world, &["late", "half", "unsent"]).await;
    matched(&world).await;
    let tasks = claimed(&world).await;
    assert_eq!(tasks.len(), 3);
    for task in &tasks[..2] {
        let whole = note_whole(&world.pool, *task, 10, &[7; 32]).await;
        assert!(whole.unwrap());
    }
    world.run("DELETE FROM scene").await;
    // One is renamed after its scene was gone, one worker dies between renaming and saying so, one had sent nothing.
    deliver(&world, tasks[0]).await;
    world
        .run("UPDATE task SET attempt = 12, lease_until = now() - interval '1 hour'")
        .await;
    preparation::expire_leases(&world.pool, world.now)
        .await
        .unwrap();
    storage::lifecycle::pushes::settle_used_up(&world.pool, world.now)
        .await
        .unwrap();
    assert_eq!(world.count(DELIVERED).await, 1);
    assert_eq!(world.count(WAITING).await, 2, "of what may lie there");
    let sums = counts(&world).await;
    assert_eq!(
        (sums.matched, sums.delivered, sums.withdrawn, sums.missed),
        (3, 0, 1, 2)
    );
}

#[tokio::test]
async fn a_target_that_is_down_is_told_once_it_is_back() {
    let mut world = delivered(&["a", "b"]).await;
    take_out(&world, &["a", "b"]).await;
    let why = broken("away");
    let failure = TargetFailure {
        class: ErrorClass::TransientIo,
        is_stranger: false,
        is_denial: false,
        tested: tested(&world).await,
        why: &why,
    };
    let mut failures = 0;
    while failures < PATIENCE {
        for task in withdrawals(&world).await {
            let outcome = withdrawals::fail_target(&world.pool, task, failure, world.now).await;
            assert!(matches!(outcome.unwrap(), Failure::Retried(_)));
            failures += 1;
        }
        world.now += TimeDelta::seconds(10);
    }
    assert!(withdrawals(&world).await.is_empty(), "it rests");
    world.now += TimeDelta::hours(24);
    let probe = withdrawals(&world).await;
    assert_eq!(probe.len(), 1);
    let done = withdrawals::publish(&world.pool, probe[0], None, world.now).await;
    assert!(done.unwrap());
    let other = withdrawals(&world).await;
    assert_eq!(other.len(), 1);
    let done = withdrawals::publish(&world.pool, other[0], None, world.now).await;
    assert!(done.unwrap());
    assert_eq!(world.count(DONE).await, 2);
    let works = "SELECT count(*) FROM push_target WHERE failures = 0 AND rests_until IS NULL";
    assert_eq!(world.count(works).await, 1);
}

#[tokio::test]
async fn what_cannot_be_told_any_more_is_given_up_with_its_reason() {
    let world = delivered(&["a", "b"]).await;
    take_out(&world, &["a"]).await;
    let task = withdrawals(&world).await[0];
    let why = broken("a bug");
    let failed = (ErrorClass::Bug, &why);
    let outcome = withdrawals::fail(&world.pool, task, failed, world.now).await;
    assert!(matches!(outcome.unwrap(), Failure::Retried(_)));
    assert_eq!(world.count(WAITING).await, 1);
    world
        .run("UPDATE subscription_withdrawal SET failures = 2, retry_at = NULL")
        .await;
    let task = withdrawals(&world).await[0];
    let outcome = withdrawals::fail(&world.pool, task, failed, world.now).await;
    assert_eq!(outcome.unwrap(), Failure::Final);
    assert_eq!(world.count(MISSED).await, 1);
    // The subscription ends before the second is told.
    take_out(&world, &["b"]).await;
    let id: uuid::Uuid = sqlx::query_scalar("SELECT id FROM subscription")
        .fetch_one(&world.pool)
        .await
        .unwrap();
    desk(&world.pool, (world.owner, Role::Applicant), world.now)
        .act(
            SubscriptionId(id),
            (SubscriptionAction::End, SubscriptionActor::Owner),
            "",
        )
        .await
        .unwrap();
    assert!(withdrawals(&world).await.is_empty());
    let ended = "SELECT count(*) FROM subscription_withdrawal WHERE state = 'missed' \
        AND error_detail->>'code' = 'failure.subscription_ended'";
    assert_eq!(world.count(ended).await, 1);
}

#[tokio::test]
async fn scenes_of_orders_stay_and_nobody_is_told() {
    let world = World::new(2).await;
    world.submitted(world.owner, 1).await;
    let ids = ["s0", "s1", "nowhere"].map(str::to_owned);
    let done = withdraw(&world.pool, &ids, "撤回", world.now)
        .await
        .unwrap();
    assert_eq!(
        (done.withdrawn, done.ordered),
        (vec!["s1".to_owned()], vec!["s0".to_owned()])
    );
    assert_eq!(done.to_tell, 0);
    assert_eq!(world.count("SELECT count(*) FROM scene").await, 1);
}

#[tokio::test]
async fn owners_are_told_of_a_day_what_was_withdrawn_on_it() {
    let mut world = delivered(&["a", "b"]).await;
    world
        .run(
            "UPDATE subscription_match SET matched_at = matched_at - interval '9 days', \
              ended_at = ended_at - interval '9 days'",
        )
        .await;
    world.run("DELETE FROM scene WHERE dataid = 'a'").await;
    let withdrawn: DateTime<Utc> =
        sqlx::query_scalar("SELECT withdrawn_at FROM subscription_withdrawal")
            .fetch_one(&world.pool)
            .await
            .unwrap();
    world.now = day_begin(withdrawn) + TimeDelta::hours(24 + 9);
    digests::tell_owners(&world.pool, world.now, false)
        .await
        .unwrap();
    let text: String = sqlx::query_scalar("SELECT text FROM notice WHERE order_id IS NULL")
        .fetch_one(&world.pool)
        .await
        .unwrap();
    assert!(
        text.contains("匹配 1 = 送达 0 + 待推送 0 + 未送达 0 + 已撤回 1"),
        "{text}"
    );
}

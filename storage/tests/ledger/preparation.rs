//! From approval to delivery, and every way in which it is stopped or begun again.

use std::collections::HashMap;

use domain::order::rules::Unmet;
use domain::order::state::{OrderState, Refusal};
use domain::task::{ErrorClass, TaskKind};
use storage::db::order_scenes;
use storage::db::tasks::{self, Failure, NewTasks, Task};
use storage::lifecycle::{LifecycleError, Scope, preparation};
use testkit::builders::worker::{self, scene_key};

use super::world::{World, broken};

async fn kinds(world: &World) -> HashMap<(String, String), i64> {
    let rows: Vec<(String, String, i64)> =
        sqlx::query_as("SELECT kind, state, count(*) FROM task GROUP BY kind, state")
            .fetch_all(&world.pool)
            .await
            .unwrap();
    rows.into_iter()
        .map(|(kind, state, count)| ((kind, state), count))
        .collect()
}

fn task_count(kind: TaskKind, state: &str, count: i64) -> ((String, String), i64) {
    ((kind.as_str().to_owned(), state.to_owned()), count)
}

async fn fail_for_good(world: &World, task: Task) {
    let class = ErrorClass::SourceMissing;
    let why = broken("归档文件不存在");
    let failed = preparation::fail(&world.pool, task, class, &why, world.now);
    assert_eq!(failed.await.unwrap(), Failure::Final);
}

fn is_wrong_state<T>(result: &Result<T, LifecycleError>) -> bool {
    matches!(
        result,
        Err(LifecycleError::Refused(Refusal::WrongState { .. }))
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_approvals_at_once_one_wins() {
    let world = World::new(3).await;
    let order = world.submitted(world.owner, 3).await;
    let results = futures::future::join_all((0..8).map(|_| world.admin().approve(order))).await;
    let (won, lost): (Vec<_>, Vec<_>) = results.into_iter().partition(Result::is_ok);
    assert_eq!(won.len(), 1);
    assert!(lost.iter().all(is_wrong_state));
    assert_eq!(
        kinds(&world).await,
        HashMap::from([task_count(TaskKind::ExtractScene, "waiting", 3)])
    );
    let approvals = "SELECT count(*) FROM order_event WHERE action = 'approve'";
    assert_eq!(world.count(approvals).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn approval_and_rejection_at_once_have_one_winner() {
    for _ in 0..5 {
        let world = World::new(1).await;
        let order = world.submitted(world.owner, 1).await;
        let (approved, rejected) =
            tokio::join!(world.admin().approve(order), world.admin().reject(order),);
        assert_ne!(approved.is_ok(), rejected.is_ok());
        let tasks = world.count("SELECT count(*) FROM task").await;
        assert_eq!(tasks, i64::from(approved.is_ok()));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn last_scenes_published_at_once_make_exactly_one_package() {
    for _ in 0..5 {
        let world = World::new(6).await;
        let order = world.approved(world.owner, 6).await;
        let claimed = world.claim_all().await;
        let published =
            futures::future::join_all(claimed.into_iter().map(|task| world.publish(task))).await;
        assert!(published.into_iter().all(|done| done.unwrap()));
        assert_eq!(world.state(order).await, OrderState::PendingPackaging);
        let expected = [
            task_count(TaskKind::ExtractScene, "done", 6),
            task_count(TaskKind::PackageOrder, "waiting", 1),
        ];
        assert_eq!(kinds(&world).await, HashMap::from(expected));
    }
}

#[tokio::test]
async fn one_live_task_of_a_kind_and_scene() {
    let world = World::new(1).await;
    let order = world.approved(world.owner, 1).await;
    let mut db = world.db().await;
    let new = |kind| NewTasks {
        kind,
        order,
        owner: world.owner,
        priority: 0,
    };
    let dids = order_scenes::dids(&mut db, order).await.unwrap();
    let twice = tasks::insert_for_scenes(&mut db, new(TaskKind::ExtractScene), &dids).await;
    assert_eq!(twice.unwrap_err().violated_unique(), Some("task_one_live"));
    for _ in 0..3 {
        let package = new(TaskKind::PackageOrder);
        tasks::insert_for_order(&mut db, package).await.unwrap();
    }
    let packages = "SELECT count(*) FROM task WHERE kind = 'package_order'";
    assert_eq!(world.count(packages).await, 1);
}

#[tokio::test]
async fn what_is_published_after_the_preparation_was_cancelled_changes_nothing() {
    let world = World::new(2).await;
    let order = world.approved(world.owner, 2).await;
    let claimed = world.claim_all().await;
    assert!(world.publish(claimed[0]).await.unwrap());
    world
        .admin()
        .cancel_preparation(order, "数据有误")
        .await
        .unwrap();
    assert!(!world.publish(claimed[1]).await.unwrap());
    assert!(
        !tasks::renew(&mut *world.db().await, claimed[1].claim, worker::LONG, 1)
            .await
            .unwrap()
    );
    assert_eq!(world.state(order).await, OrderState::Rejected);
    let tally = world.tally(order).await;
    assert_eq!((tally.extracted, tally.extracting, tally.failed), (0, 0, 0));
    assert_eq!(world.release(10).await, []);
}

#[tokio::test]
async fn a_package_and_a_check_that_come_after_the_cancellation_change_nothing() {
    for publish_package in [false, true] {
        let world = World::new(1).await;
        let order = world.approved(world.owner, 1).await;
        let scene = world.claim_all().await[0];
        assert!(world.publish(scene).await.unwrap());
        let mut late = world.claim_all().await[0];
        if publish_package {
            assert!(world.publish(late).await.unwrap());
            late = world.claim_all().await[0];
        }
        world.admin().cancel_preparation(order, "停").await.unwrap();
        assert!(!world.publish(late).await.unwrap(), "{:?}", late.kind);
        assert_eq!(world.state(order).await, OrderState::Rejected);
        let live = "SELECT count(*) FROM delivery WHERE state <> 'ended'";
        assert_eq!(world.count(live).await, 0);
    }
}

#[tokio::test]
async fn a_failed_scene_leaves_the_others_and_waits_for_the_administrator() {
    let world = World::new(3).await;
    let order = world.approved(world.owner, 3).await;
    let claimed = world.claim_all().await;
    fail_for_good(&world, claimed[0]).await;
    let early = world.admin().continue_without_failed(order).await;
    assert!(
        matches!(early, Err(LifecycleError::Unmet(Unmet::NothingToContinue))),
        "two are unfinished"
    );
    assert!(world.publish(claimed[1]).await.unwrap());
    assert!(world.publish(claimed[2]).await.unwrap());
    assert_eq!(world.state(order).await, OrderState::Approved);
    assert_eq!(world.release(10).await, [], "no package without a decision");
    world.admin().continue_without_failed(order).await.unwrap();
    world.work().await;
    assert_eq!(world.state(order).await, OrderState::Prepared);
}

#[tokio::test]
async fn failed_scenes_are_extracted_again_with_a_priority() {
    let world = World::new(2).await;
    let order = world.approved(world.owner, 2).await;
    let none = world.admin().reextract(order, Scope::Failed, 1).await;
    assert!(matches!(
        none,
        Err(LifecycleError::Unmet(Unmet::NothingFailed))
    ));
    let claimed = world.claim_all().await;
    let kept = scene_key(claimed[1]);
    fail_for_good(&world, claimed[0]).await;
    assert!(world.publish(claimed[1]).await.unwrap());
    world
        .admin()
        .reextract(order, Scope::Failed, 70)
        .await
        .unwrap();
    assert_eq!(
        world
            .count("SELECT priority::bigint FROM task WHERE state = 'waiting'")
            .await,
        70
    );
    let again = world.claim_all().await;
    assert_eq!(again.len(), 1, "only the failed one");
    assert_eq!(again[0].did, claimed[0].did);
    assert!(
        !world.publish(claimed[0]).await.unwrap(),
        "the first claim is history"
    );
    assert!(world.publish(again[0]).await.unwrap());
    world.work().await;
    assert_eq!(world.state(order).await, OrderState::Prepared);
    let ready = order_scenes::ready(&mut *world.db().await, order)
        .await
        .unwrap();
    let keys: Vec<_> = ready
        .iter()
        .map(|scene| &scene.extracted.object_key)
        .collect();
    assert!(
        keys.contains(&&kept) && keys.contains(&&scene_key(again[0])),
        "{keys:?}"
    );
}

#[tokio::test]
async fn extracting_everything_again_takes_running_work_away() {
    let world = World::new(3).await;
    let order = world.approved(world.owner, 3).await;
    let first = world.claim_all().await;
    assert!(world.publish(first[0]).await.unwrap());
    world.admin().reextract(order, Scope::All, 0).await.unwrap();
    let tally = world.tally(order).await;
    assert_eq!((tally.extracting, tally.extracted), (3, 0));
    let second = world.claim_all().await;
    assert_eq!(second.len(), 3);
    for late in &first[1..] {
        assert!(!world.publish(*late).await.unwrap());
    }
    for task in second {
        assert!(world.publish(task).await.unwrap());
    }
    world.work().await;
    assert_eq!(world.state(order).await, OrderState::Prepared);
    assert_eq!(world.count("SELECT count(*) FROM delivery").await, 1);
}

async fn overdue(world: &World, order: domain::ids::OrderId, bytes_gone: bool) {
    world.admin().mark_overdue(order).await.unwrap();
    if bytes_gone {
        preparation::expire_deliveries(&world.pool, world.now)
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn a_reopened_order_gets_a_fresh_delivery_from_what_is_left() {
    let world = World::new(2).await;
    let order = world.prepared(world.owner, 2).await;
    let old = world.delivery(order).await;
    overdue(&world, order, false).await;
    world.admin().reopen(order).await.unwrap();
    let next = world.claim_all().await;
    assert_eq!(next.len(), 1);
    assert_eq!(
        next[0].kind,
        TaskKind::PackageOrder,
        "the scenes are still there"
    );
    assert!(world.publish(next[0]).await.unwrap());
    world.work().await;
    assert_eq!(world.state(order).await, OrderState::Prepared);
    assert_ne!(world.delivery(order).await, old);
}

#[tokio::test]
async fn a_reopened_order_whose_scenes_are_gone_extracts_them_again() {
    let world = World::new(2).await;
    let order = world.prepared(world.owner, 2).await;
    overdue(&world, order, true).await;
    world.admin().reopen(order).await.unwrap();
    let next = world.claim_all().await;
    assert_eq!(next.len(), 2);
    assert!(next.iter().all(|task| task.kind == TaskKind::ExtractScene));
    for task in next {
        assert!(world.publish(task).await.unwrap());
    }
    world.work().await;
    assert_eq!(world.state(order).await, OrderState::Prepared);
    let live = "SELECT count(*) FROM delivery WHERE state = 'active'";
    assert_eq!(world.count(live).await, 1);
}

/// An order that went on without a scene goes on without it when it is reopened.
#[tokio::test]
async fn a_scene_that_was_left_out_does_not_stop_a_reopened_order() {
    let world = World::new(2).await;
    let order = world.approved(world.owner, 2).await;
    let claimed = world.claim_all().await;
    fail_for_good(&world, claimed[0]).await;
    assert!(world.publish(claimed[1]).await.unwrap());
    world.admin().continue_without_failed(order).await.unwrap();
    world.work().await;
    overdue(&world, order, true).await;
    world.admin().reopen(order).await.unwrap();
    world.work().await;
    assert_eq!(world.state(order).await, OrderState::Prepared);
    assert_eq!(world.tally(order).await.failed, 1);
}

/// What the archive has lost since is missing from the fresh delivery, whichever scene ends last; nothing is stuck.
#[tokio::test]
async fn a_reopened_order_goes_on_without_what_the_archive_has_lost() {
    for lost_last in [false, true] {
        let world = World::new(2).await;
        let order = world.prepared(world.owner, 2).await;
        overdue(&world, order, true).await;
        world.admin().reopen(order).await.unwrap();
        let next = world.claim_all().await;
        if lost_last {
            assert!(world.publish(next[1]).await.unwrap());
        }
        fail_for_good(&world, next[0]).await;
        if !lost_last {
            assert!(world.publish(next[1]).await.unwrap());
        }
        world.work().await;
        assert_eq!(
            world.state(order).await,
            OrderState::Prepared,
            "{lost_last}"
        );
    }
}

//! Claims, leases, and what becomes of them.

use std::time::Duration;

use domain::ids::TaskId;
use domain::order::state::OrderState;
use domain::task::{ErrorClass, TaskKind};
use storage::db::tasks::{self, Failure, Task};
use storage::lifecycle::preparation;
use testkit::builders::worker::LONG;

use super::world::{World, broken};

/// An order of one scene, and its claimed extraction.
async fn claimed(world: &World) -> Task {
    world.approved(world.owner, 1).await;
    world.claim_all().await[0]
}

/// The lease ended some time ago.
async fn end_lease(world: &World, task: Task) {
    let ended = world
        .sql(
            "UPDATE task SET lease_until = now() - interval '1 hour' \
             WHERE order_id = $1 AND state = 'running'",
            task.order,
        )
        .await;
    assert_eq!(ended, 1);
}

async fn expire(world: &World) {
    preparation::expire_leases(&world.pool, world.now)
        .await
        .unwrap();
}

/// The wait of a retried task is over.
async fn skip_wait(world: &World, task: Task) {
    let done = world
        .sql(
            "UPDATE task SET run_after = now() WHERE order_id = $1 AND state = 'waiting'",
            task.order,
        )
        .await;
    assert_eq!(done, 1);
}

async fn claim_again(world: &World, task: Task) -> Task {
    assert_eq!(world.release(10).await, [task.claim.task]);
    world.claim(task.claim.task).await.unwrap()
}

async fn fail(world: &World, task: Task, class: ErrorClass) -> Failure {
    preparation::fail(&world.pool, task, class, &broken("为什么"), world.now)
        .await
        .unwrap()
}

#[tokio::test]
async fn a_task_is_claimed_once_and_only_when_released() {
    let world = World::new(1).await;
    world.approved(world.owner, 1).await;
    let [task] = world.release(1).await[..] else {
        panic!("one task");
    };
    let first = world.claim(task).await.unwrap();
    assert_eq!(
        (first.claim.attempt, first.kind),
        (1, TaskKind::ExtractScene)
    );
    assert_eq!(world.claim(task).await, None, "it is taken");
    assert_eq!(world.claim(TaskId::fresh()).await, None);
    assert!(world.publish(first).await.unwrap());
    assert_eq!(world.claim(task).await, None, "it is done");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_workers_one_gets_the_task() {
    let world = World::new(1).await;
    world.approved(world.owner, 1).await;
    let task = world.release(1).await[0];
    let claims = futures::future::join_all((0..20).map(|_| world.claim(task))).await;
    assert_eq!(claims.iter().flatten().count(), 1);
    assert_eq!(world.row(task).await.1, 1, "one attempt counted");
}

#[tokio::test]
async fn a_renewed_lease_does_not_end() {
    let world = World::new(1).await;
    let task = claimed(&world).await;
    end_lease(&world, task).await;
    let mut db = world.db().await;
    assert!(tasks::renew(&mut db, task.claim, LONG, 4).await.unwrap());
    expire(&world).await;
    assert_eq!(world.state_of(task.claim.task).await, "running");
    let done = world.count("SELECT bytes_done FROM task").await;
    assert_eq!(done, 4, "the progress is kept");
}

/// The heart of fencing: whoever lost the claim changes nothing, whatever it tries.
#[tokio::test]
async fn a_worker_that_lost_its_claim_changes_nothing() {
    let world = World::new(1).await;
    let late = claimed(&world).await;
    end_lease(&world, late).await;
    expire(&world).await;
    let id = late.claim.task;
    for holder in ["waiting", "released", "running"] {
        match holder {
            "released" => assert_eq!(world.release(1).await, [id]),
            "running" => assert_eq!(world.claim(id).await.unwrap().claim.attempt, 2),
            _ => {}
        }
        let before = world.row(id).await;
        assert_eq!(before.0, holder);
        let mut db = world.db().await;
        assert!(!tasks::renew(&mut db, late.claim, LONG, 9).await.unwrap());
        tasks::hand_back(&mut db, late.claim).await.unwrap();
        drop(db);
        assert_eq!(
            fail(&world, late, ErrorClass::SourceMissing).await,
            Failure::NotOurs
        );
        assert!(!world.publish(late).await.unwrap());
        assert_eq!(world.row(id).await, before);
        let tally = world.tally(late.order).await;
        assert_eq!((tally.extracting, tally.extracted, tally.failed), (1, 0, 0));
    }
    let second = Task {
        claim: storage::objects::Claim {
            task: id,
            attempt: 2,
        },
        ..late
    };
    assert!(world.publish(second).await.unwrap());
    let key: String = sqlx::query_scalar("SELECT object_key FROM order_scene")
        .fetch_one(&world.pool)
        .await
        .unwrap();
    assert!(key.ends_with("-2"), "the second attempt's object: {key}");
}

/// Nobody says why: the task kills its workers.
#[tokio::test]
async fn a_task_that_kills_its_workers_ends_at_its_limit_with_a_reason() {
    let world = World::new(2).await;
    let order = world.approved(world.owner, 2).await;
    let claims = world.claim_all().await;
    let (mut poison, good) = (claims[0], claims[1]);
    assert!(world.publish(good).await.unwrap());
    let limit = TaskKind::ExtractScene.max_attempts();
    for attempt in 1..=limit {
        assert_eq!(poison.claim.attempt, attempt);
        end_lease(&world, poison).await;
        expire(&world).await;
        let waits = world.state_of(poison.claim.task).await == "waiting";
        assert_eq!(waits, attempt < limit, "attempt {attempt}");
        if waits {
            poison = claim_again(&world, poison).await;
        }
    }
    assert_eq!(world.state_of(poison.claim.task).await, "failed");
    let flog: String = sqlx::query_scalar("SELECT flog FROM order_scene WHERE state = 2")
        .fetch_one(&world.pool)
        .await
        .unwrap();
    assert!(flog.contains("异常退出"), "{flog}");
    assert_eq!(
        world.state(order).await,
        OrderState::Approved,
        "the administrator decides"
    );
}

/// Being stopped, and failing with a reason, is not being killed.
#[tokio::test]
async fn claims_that_were_given_back_or_failed_do_not_count_against_the_limit() {
    let world = World::new(1).await;
    let mut task = claimed(&world).await;
    let limit = TaskKind::ExtractScene.max_attempts();
    for round in 0..limit {
        tasks::hand_back(&mut *world.db().await, task.claim)
            .await
            .unwrap();
        let (state, attempt, handed_back, failures) = world.row(task.claim.task).await;
        assert_eq!(
            (state.as_str(), handed_back, failures),
            ("waiting", round + 1, 0)
        );
        assert_eq!(attempt, round + 1, "the fencing token is never taken back");
        task = claim_again(&world, task).await;
    }
    // Fewer than the class allows, more than a killed worker may have left.
    for _ in 0..limit {
        let failed = fail(&world, task, ErrorClass::NoSpace).await;
        assert!(matches!(failed, Failure::Retried(_)), "{failed:?}");
        skip_wait(&world, task).await;
        task = claim_again(&world, task).await;
    }
    end_lease(&world, task).await;
    expire(&world).await;
    assert_eq!(
        world.state_of(task.claim.task).await,
        "waiting",
        "only one worker died"
    );
}

/// Each class, to its end.
#[tokio::test]
async fn every_class_of_error_has_its_own_patience() {
    for class in ErrorClass::ALL {
        let world = World::new(1).await;
        let mut task = claimed(&world).await;
        let limit = class.limit(TaskKind::ExtractScene);
        // One without a limit: more often than any other.
        for failures in 1..limit.min(30) {
            let wait = class.retry_after(TaskKind::ExtractScene, failures).unwrap();
            assert_eq!(
                fail(&world, task, class).await,
                Failure::Retried(wait),
                "{class:?}"
            );
            assert_eq!(world.release(10).await, [], "it waits its time");
            let lasts: f64 = sqlx::query_scalar(
                "SELECT extract(epoch FROM run_after - now())::float8 FROM task",
            )
            .fetch_one(&world.pool)
            .await
            .unwrap();
            let patience = Duration::from_secs_f64(lasts);
            assert!(
                patience <= wait && patience + Duration::from_secs(5) > wait,
                "{patience:?} {wait:?}"
            );
            skip_wait(&world, task).await;
            task = claim_again(&world, task).await;
        }
        if limit == u32::MAX {
            continue;
        }
        assert_eq!(fail(&world, task, class).await, Failure::Final, "{class:?}");
        assert_eq!(world.state_of(task.claim.task).await, "failed");
        assert_eq!(world.tally(task.order).await.failed, 1);
    }
}

/// While a scene is tried again, its row says why it is not there yet; when it is there, no longer.
#[tokio::test]
async fn a_scene_that_is_tried_again_says_why() {
    let world = World::new(1).await;
    let task = claimed(&world).await;
    assert!(matches!(
        fail(&world, task, ErrorClass::NoSpace).await,
        Failure::Retried(_)
    ));
    let flog = "SELECT count(*) FROM order_scene WHERE flog LIKE '%：为什么' \
        AND flog_detail->'params'->>'what' = '为什么' AND state = 1";
    assert_eq!(world.count(flog).await, 1);
    skip_wait(&world, task).await;
    let again = claim_again(&world, task).await;
    assert!(world.publish(again).await.unwrap());
    assert_eq!(
        world
            .count(
                "SELECT count(*) FROM order_scene WHERE flog IS NOT NULL OR flog_detail IS NOT NULL"
            )
            .await,
        0
    );
}

/// A process that knows that it is alone puts the work of its dead predecessor back at once.
#[tokio::test]
async fn a_lonely_start_frees_everything_but_what_is_used_up() {
    let world = World::new(3).await;
    world.approved(world.owner, 3).await;
    let released = world.release(3).await;
    let running = world.claim(released[0]).await.unwrap();
    let used_up = world.claim(released[1]).await.unwrap();
    sqlx::query("UPDATE task SET attempt = max_attempts WHERE id = $1")
        .bind(used_up.claim.task.0)
        .execute(&world.pool)
        .await
        .unwrap();
    assert_eq!(tasks::free_all(&mut *world.db().await).await.unwrap(), 2);
    assert_eq!(world.state_of(released[2]).await, "waiting");
    assert_eq!(world.state_of(running.claim.task).await, "waiting");
    assert_eq!(
        world.state_of(used_up.claim.task).await,
        "running",
        "its lease ends it"
    );
    assert!(!world.publish(running).await.unwrap());
}

/// The package of an order whose dependency was down for long is not given up when one worker dies.
#[tokio::test]
async fn a_package_outlives_a_long_outage_and_then_a_killed_worker() {
    let world = World::new(1).await;
    let order = world.approved(world.owner, 1).await;
    let scene = world.claim_all().await[0];
    assert!(world.publish(scene).await.unwrap());
    let mut package = world.claim_all().await[0];
    assert_eq!(package.kind, TaskKind::PackageOrder);
    for _ in 0..=TaskKind::PackageOrder.max_attempts() {
        let failed = fail(&world, package, ErrorClass::TransientIo).await;
        assert!(matches!(failed, Failure::Retried(_)), "{failed:?}");
        skip_wait(&world, package).await;
        package = claim_again(&world, package).await;
    }
    end_lease(&world, package).await;
    expire(&world).await;
    assert_eq!(world.state_of(package.claim.task).await, "waiting");
    world.work().await;
    assert_eq!(world.state(order).await, OrderState::Prepared);
}

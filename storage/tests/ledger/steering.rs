//! What people do to tasks one by one.

use chrono::DateTime;
use domain::ids::{OrderId, ScopeGrantId, TaskId};
use domain::order::rules::Unmet;
use domain::order::state::{OrderState, Refusal};
use domain::role::Role;
use domain::scope::{GrantExtent, ScopeSubject};
use domain::steering::TaskAct;
use domain::task::{ErrorClass, TaskKind};
use storage::db::order_events;
use storage::db::scopes::{self, GrantDraft};
use storage::db::task_listing::{TaskCounts, TaskFilter, counts, failures, find, page};
use storage::db::tasks::Task;
use storage::lifecycle::steering::{Steered, TaskSteering, steer};
use storage::lifecycle::{LifecycleError, preparation};
use testkit::builders::acting;

use super::world::{World, broken};

async fn act(world: &World, act: TaskAct, filter: &TaskFilter) -> Result<Steered, LifecycleError> {
    let by = acting(world.admin, Role::Admin);
    let steering = TaskSteering { act, priority: 60 };
    steer(&world.pool, filter, steering, by, world.now).await
}

/// Does it, to so many tasks as were counted before.
async fn acts(world: &World, expected: TaskAct, filter: &TaskFilter) -> u64 {
    let before = counted(world, filter).await;
    let count = match expected {
        TaskAct::Pause => before.pause,
        TaskAct::Resume => before.resume,
        TaskAct::Retry => before.retry,
        TaskAct::Cancel => before.cancel,
        TaskAct::SetPriority => before.set_priority,
    };
    let steered = act(world, expected, filter).await.unwrap();
    assert_eq!(i64::try_from(steered.tasks).unwrap(), count, "{expected:?}");
    steered.tasks
}

async fn counted(world: &World, filter: &TaskFilter) -> TaskCounts {
    let mut db = world.db().await;
    counts(&mut db, filter, world.admin).await.unwrap()
}

fn of_order(order: OrderId) -> TaskFilter {
    TaskFilter {
        order: Some(order),
        ..TaskFilter::default()
    }
}

fn only(task: TaskId) -> TaskFilter {
    TaskFilter {
        ids: vec![task],
        ..TaskFilter::default()
    }
}

async fn actions(world: &World, order: OrderId) -> Vec<String> {
    let events = order_events::list(&mut *world.db().await, order).await;
    let events = events.unwrap().into_iter();
    events.map(|event| event.action).collect()
}

#[tokio::test]
async fn what_is_paused_is_not_released_until_it_is_resumed() {
    let world = World::new(3).await;
    let order = world.approved(world.owner, 3).await;
    let released = world.release(1).await;
    assert_eq!(acts(&world, TaskAct::Pause, &of_order(order)).await, 3);
    assert_eq!(world.claim(released[0]).await, None, "it came back");
    assert_eq!(world.release(10).await, []);
    assert_eq!(acts(&world, TaskAct::Pause, &of_order(order)).await, 0);
    let task = find(&mut *world.db().await, released[0]).await.unwrap();
    let (by, _) = task.unwrap().pause.unwrap();
    assert!(!by.is_empty());
    assert_eq!(acts(&world, TaskAct::Resume, &only(released[0])).await, 1);
    assert_eq!(world.release(10).await, released);
    assert_eq!(acts(&world, TaskAct::Resume, &of_order(order)).await, 2);
    assert_eq!(world.release(10).await.len(), 2);
    let done = actions(&world, order).await;
    assert_eq!(
        done[done.len() - 3..],
        ["pause_tasks", "resume_tasks", "resume_tasks"],
        "nothing is written where nothing was touched"
    );
    let audited =
        "SELECT count(*) FROM audit_entry WHERE subject = 'order' AND action LIKE '%\\_tasks'";
    assert_eq!(world.count(audited).await, 3);
}

#[tokio::test]
async fn a_running_task_that_is_paused_ends_and_waits_when_it_fails() {
    let world = World::new(1).await;
    let order = world.approved(world.owner, 1).await;
    let [task] = world.claim_all().await[..] else {
        panic!("one task")
    };
    assert_eq!(acts(&world, TaskAct::Pause, &of_order(order)).await, 1);
    let class = ErrorClass::TransientIo;
    let failed = preparation::fail(&world.pool, task, class, &broken("x"), world.now).await;
    failed.unwrap();
    // Trying again at once does not lift the pause.
    assert_eq!(acts(&world, TaskAct::Retry, &of_order(order)).await, 1);
    assert_eq!(world.release(10).await, []);
    assert_eq!(acts(&world, TaskAct::Resume, &of_order(order)).await, 1);
    assert_eq!(world.release(10).await.len(), 1);
}

#[tokio::test]
async fn scenes_that_failed_for_good_are_tried_again() {
    let world = World::new(2).await;
    let order = world.approved(world.owner, 2).await;
    let tasks = world.claim_all().await;
    let class = ErrorClass::SourceMissing;
    for round in 1..=2 {
        let claimed = if round == 1 {
            tasks.clone()
        } else {
            world.claim_all().await
        };
        for task in claimed {
            preparation::fail(&world.pool, task, class, &broken("x"), world.now)
                .await
                .unwrap();
        }
        assert_eq!(world.tally(order).await.failed, 2);
        // The failures of the round before are history.
        let unresolved = TaskFilter {
            unresolved: Some(true),
            ..of_order(order)
        };
        assert_eq!(counted(&world, &unresolved).await.total, 2, "{round}");
        assert_eq!(acts(&world, TaskAct::Retry, &of_order(order)).await, 2);
        assert_eq!(world.tally(order).await.failed, 0);
    }
    world.work().await;
    assert_eq!(world.state(order).await, OrderState::Prepared);
}

#[tokio::test]
async fn a_package_or_check_that_failed_for_good_is_tried_again() {
    let world = World::new(1).await;
    let order = world.approved(world.owner, 1).await;
    let [scene] = world.claim_all().await[..] else {
        panic!("one scene")
    };
    assert!(world.publish(scene).await.unwrap());
    for stage in ["package_order", "verify_delivery"] {
        let [task] = world.claim_all().await[..] else {
            panic!("{stage}")
        };
        assert_eq!(task.kind.as_str(), stage);
        let class = ErrorClass::SourceMissing;
        preparation::fail(&world.pool, task, class, &broken("x"), world.now)
            .await
            .unwrap();
        assert_eq!(world.claim_all().await, []);
        assert_eq!(acts(&world, TaskAct::Retry, &of_order(order)).await, 1);
        let [again] = world.claim_all().await[..] else {
            panic!("{stage} again")
        };
        assert_eq!(again.kind, task.kind);
        assert_ne!(again.claim.task, task.claim.task);
        assert!(world.publish(again).await.unwrap());
    }
    assert_eq!(world.state(order).await, OrderState::Prepared);
}

#[tokio::test]
async fn a_cancelled_task_fails_its_scene_and_its_worker_publishes_nothing() {
    let world = World::new(2).await;
    let order = world.approved(world.owner, 2).await;
    let tasks = world.claim_all().await;
    let first = tasks[0].claim.task;
    assert_eq!(acts(&world, TaskAct::Cancel, &only(first)).await, 1);
    assert!(!world.publish(tasks[0]).await.unwrap());
    assert!(world.publish(tasks[1]).await.unwrap());
    assert_eq!(world.tally(order).await.failed, 1);
    assert_eq!(world.state(order).await, OrderState::Approved);
    assert_eq!(acts(&world, TaskAct::Resume, &only(first)).await, 0);
    world.admin().continue_without_failed(order).await.unwrap();
    // A package stands for the whole order.
    assert_eq!(acts(&world, TaskAct::Cancel, &of_order(order)).await, 0);
}

#[tokio::test]
async fn tasks_move_in_the_queue_one_by_one() {
    let world = World::new(3).await;
    let order = world.approved(world.owner, 3).await;
    let all = page(&mut *world.db().await, &of_order(order), None, 9).await;
    let last = all.unwrap().last().unwrap().id;
    assert_eq!(acts(&world, TaskAct::SetPriority, &only(last)).await, 1);
    assert_eq!(world.release(1).await, [last]);
}

#[tokio::test]
async fn nobody_else_steers_and_nothing_changes_then() {
    let world = World::new(2).await;
    let order = world.approved(world.owner, 2).await;
    world.approved(world.other, 1).await;
    for (user, role) in [
        (world.owner, Role::Applicant),
        (world.other, Role::Operator),
    ] {
        let by = acting(user, role);
        let steering = TaskSteering {
            act: TaskAct::Pause,
            priority: 0,
        };
        let refused = steer(&world.pool, &of_order(order), steering, by, world.now).await;
        assert!(matches!(
            refused,
            Err(LifecycleError::Refused(Refusal::NotAllowed))
        ));
    }
    // Of all orders the own one is left out, and counted.
    let by = acting(world.owner, Role::Admin);
    let everything = TaskFilter::default();
    let steering = TaskSteering {
        act: TaskAct::Pause,
        priority: 0,
    };
    let steered = steer(&world.pool, &everything, steering, by, world.now).await;
    let steered = steered.unwrap();
    assert_eq!((steered.tasks, steered.orders, steered.refused), (1, 1, 1));
    let own = counts(&mut *world.db().await, &of_order(order), world.owner).await;
    assert_eq!(own.unwrap().pause, 0);
    assert_eq!(world.release(10).await.len(), 2);
}

#[tokio::test]
async fn nothing_is_tried_again_that_its_applicant_may_not_see_any_more() {
    let world = World::new(2).await;
    let order = world.approved(world.owner, 2).await;
    world.approved(world.other, 1).await;
    let claimed = world.claim_all().await.into_iter();
    let (own, others): (Vec<Task>, Vec<Task>) = claimed.partition(|task| task.order == order);
    for task in [own[0], others[0]] {
        let class = ErrorClass::SourceMissing;
        let failed = preparation::fail(&world.pool, task, class, &broken("x"), world.now).await;
        failed.unwrap();
    }
    assert!(world.publish(own[1]).await.unwrap());
    world.run("DELETE FROM scope_grant").await;
    let draft = GrantDraft {
        subject: ScopeSubject::Person(world.other),
        extent: GrantExtent::default(),
        region: None,
        area_name: String::new(),
        note: String::new(),
    };
    let mut db = world.db().await;
    scopes::save(&mut db, ScopeGrantId::fresh(), &draft, (None, world.now))
        .await
        .unwrap();
    let retried = act(&world, TaskAct::Retry, &of_order(order)).await;
    let retried = retried.map(|_| ());
    let continued = world.admin().continue_without_failed(order).await;
    for refused in [retried, continued.map(|_| ())] {
        assert!(
            matches!(refused, Err(LifecycleError::Unmet(Unmet::OutOfScope(2)))),
            "{refused:?}"
        );
    }
    // Of all orders this one is left out, and counted.
    let everything = TaskFilter::default();
    let steered = act(&world, TaskAct::Retry, &everything).await.unwrap();
    assert_eq!((steered.tasks, steered.orders, steered.refused), (1, 1, 1));
    assert_eq!(world.tally(order).await.failed, 1);
}

#[tokio::test]
async fn tasks_are_listed_by_any_filter_page_after_page() {
    let world = World::new(5).await;
    let order = world.approved(world.owner, 5).await;
    world.approved(world.other, 1).await;
    world.claim_all().await;
    let mut db = world.db().await;
    let mut seen = Vec::new();
    let mut after = None;
    loop {
        let found = page(&mut db, &TaskFilter::default(), after, 4)
            .await
            .unwrap();
        let Some(last) = found.last() else { break };
        after = Some((last.created_at, last.id));
        seen.extend(found.iter().map(|task| task.id));
    }
    assert_eq!(seen.len(), 6);
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), 6, "each once");
    let number = page(&mut db, &of_order(order), None, 1).await.unwrap()[0]
        .order
        .clone();
    let part = |change: fn(&mut TaskFilter, String), value: &str| {
        let mut filter = TaskFilter::default();
        change(&mut filter, value.to_owned());
        filter
    };
    let number = number.unwrap().1;
    for (filter, count) in [
        (part(|f, v| f.number = Some(v), &number[8..]), 5),
        (part(|f, v| f.person = Some(v), "WANGWU"), 1),
        (part(|f, v| f.worker = Some(v), "played"), 6),
        (part(|f, v| f.worker = Some(v), "play"), 0),
        (part(|f, v| f.source = Some(v), "nowhere"), 0),
        (part(|f, v| f.class = Some(v), "bug"), 0),
        (part(|f, _| f.paused = Some(true), ""), 0),
        (part(|f, _| f.unresolved = Some(false), ""), 6),
    ] {
        let found = page(&mut db, &filter, None, 99).await.unwrap();
        assert_eq!(found.len(), count, "{filter:?}");
        let counts = counts(&mut db, &filter, world.admin).await.unwrap();
        assert_eq!(counts.total, i64::try_from(count).unwrap(), "{filter:?}");
    }
}

#[tokio::test]
async fn failures_are_grouped_by_what_they_are() {
    let world = World::new(4).await;
    let order = world.approved(world.owner, 4).await;
    let tasks = world.claim_all().await;
    let classes = [
        ErrorClass::SourceMissing,
        ErrorClass::SourceMissing,
        ErrorClass::TransientIo,
    ];
    for (task, class) in tasks.iter().zip(classes) {
        preparation::fail(&world.pool, *task, class, &broken("x"), world.now)
            .await
            .unwrap();
    }
    let mut db = world.db().await;
    let mut groups = failures(&mut db, DateTime::UNIX_EPOCH).await.unwrap();
    groups.sort_by(|a, b| a.class.cmp(&b.class));
    let found: Vec<_> = groups
        .iter()
        .map(|group| (&*group.class, group.failed, group.unresolved, group.retried))
        .collect();
    assert_eq!(
        found,
        [("source_missing", 2, 2, 0), ("transient_io", 0, 0, 1)]
    );
    assert_eq!(groups[0].kind, TaskKind::ExtractScene);
    assert_eq!(groups[0].code.as_deref(), Some("failure.bug"));
    assert_eq!(groups[0].examples.len(), 1);
    assert_eq!(groups[0].examples[0].order, order);
    assert!(groups[0].first <= groups[0].last);
    // All of a group are tried again by its fingerprint.
    let fingerprint = TaskFilter {
        kind: Some(TaskKind::ExtractScene),
        class: Some("source_missing".into()),
        code: groups[0].code.clone(),
        unresolved: Some(true),
        ..TaskFilter::default()
    };
    assert_eq!(acts(&world, TaskAct::Retry, &fingerprint).await, 2);
    let groups = failures(&mut db, DateTime::UNIX_EPOCH).await.unwrap();
    assert_eq!(groups.iter().map(|group| group.unresolved).sum::<i64>(), 0);
}

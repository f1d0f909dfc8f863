//! What became of every attempt at the tasks of an order.

use std::time::Duration;

use domain::attempt::AttemptOutcome as Outcome;
use domain::task::{ErrorClass, TaskKind};
use storage::db::task_attempts::{self, LaneFilter, TaskLane};
use storage::db::{Page, tasks};
use storage::lifecycle::preparation;

use super::world::{World, broken};

async fn lanes(world: &World, order: domain::ids::OrderId, filter: LaneFilter) -> Vec<TaskLane> {
    let page = Page::new(Some(1), Some(100));
    let mut db = world.db().await;
    task_attempts::lanes(&mut db, order, filter, page)
        .await
        .unwrap()
        .0
}

fn outcomes(lane: &TaskLane) -> Vec<Option<Outcome>> {
    lane.attempts.iter().map(|one| one.outcome).collect()
}

/// Given back, lost, failed, and done: one row an attempt, and the wait before each.
#[tokio::test]
async fn every_way_in_which_an_attempt_ends_is_kept() {
    let world = World::new(1).await;
    let order = world.approved(world.owner, 1).await;
    let ready = "UPDATE task SET run_after = now() WHERE state = 'waiting'";
    let claim = async || {
        world.run(ready).await;
        let task = world.release(10).await[0];
        world.claim(task).await.unwrap()
    };
    let waits = lanes(&world, order, LaneFilter::default()).await;
    assert_eq!((waits[0].tries, outcomes(&waits[0])), (1, vec![None]));
    assert_eq!(waits[0].attempts[0].started_at, None);

    let task = claim().await;
    let mut db = world.db().await;
    tasks::renew(&mut db, task.claim, Duration::from_mins(1), 77)
        .await
        .unwrap();
    tasks::hand_back(&mut db, task.claim).await.unwrap();
    claim().await;
    world
        .run("UPDATE task SET lease_until = now() - interval '1 second' WHERE state = 'running'")
        .await;
    assert_eq!(tasks::expire_leases(&mut db).await.unwrap(), 1);
    let task = claim().await;
    let (class, why) = (ErrorClass::TransientIo, broken("x"));
    preparation::fail(&world.pool, task, class, &why, world.now)
        .await
        .unwrap();
    let task = claim().await;
    let running = lanes(&world, order, LaneFilter::default()).await;
    let last = running[0].attempts.last().unwrap();
    assert_eq!((last.attempt, last.outcome), (4, None));
    assert!(last.started_at.is_some() && last.ended_at.is_none());
    assert!(world.publish(task).await.unwrap());

    let found = lanes(&world, order, LaneFilter::default()).await;
    let extraction = found.iter().find(|lane| lane.scene.is_some()).unwrap();
    let ways = [
        Outcome::HandedBack,
        Outcome::Lost,
        Outcome::Failed,
        Outcome::Done,
    ];
    assert_eq!(outcomes(extraction), ways.map(Some));
    let attempts = &extraction.attempts;
    assert_eq!(
        (attempts[0].bytes, attempts[2].error_class.as_deref()),
        (77, Some("transient_io"))
    );
    assert_eq!(attempts[3].error_class, None);
    for pair in attempts.windows(2) {
        assert!(pair[0].ended_at.unwrap() <= pair[1].ready_at, "{pair:?}");
        assert!(Some(pair[1].ready_at) <= pair[1].started_at, "{pair:?}");
    }

    // One ended in a minute that is shown, and its wait is known.
    let minutes = task_attempts::waits_by_minute(&mut db).await.unwrap();
    let waits: Vec<f64> = minutes
        .iter()
        .filter_map(|minute| minute.p95_seconds)
        .collect();
    assert_eq!(minutes.len(), 60);
    assert!(
        !waits.is_empty() && waits.iter().all(|wait| *wait >= 0.0),
        "{waits:?}"
    );

    // The package waits now, and is there as what is to come.
    let of_kind = |kind| LaneFilter {
        kind: Some(kind),
        troubled: false,
    };
    let package = lanes(&world, order, of_kind(TaskKind::PackageOrder)).await;
    assert_eq!((package.len(), outcomes(&package[0])), (1, vec![None]));
    let troubled = LaneFilter {
        kind: None,
        troubled: true,
    };
    assert_eq!(lanes(&world, order, troubled).await.len(), 1);
    let kinds = task_attempts::by_kind(&mut db, order).await.unwrap();
    let counts: Vec<_> = kinds
        .iter()
        .map(|kind| (kind.tasks, kind.attempts, kind.without_result))
        .collect();
    assert_eq!(counts, [(1, 4, 3), (1, 0, 0)]);
    assert!(kinds[0].ended_at.is_some() && kinds[1].ended_at.is_none());
}

#[tokio::test]
async fn a_page_of_a_large_order_names_its_tasks_once() {
    let world = World::new(7).await;
    let order = world.approved(world.owner, 7).await;
    let mut db = world.db().await;
    let mut seen = Vec::new();
    for page in 1..=3 {
        let page = Page::new(Some(page), Some(3));
        let found = task_attempts::lanes(&mut db, order, LaneFilter::default(), page).await;
        let (lanes, total) = found.unwrap();
        assert_eq!(total, 7);
        seen.extend(lanes.into_iter().map(|lane| lane.task.0));
    }
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), 7);
}

/// A cancelled order's attempts end with it; what is nobody's order leaves no history.
#[tokio::test]
async fn cancelling_ends_the_attempts() {
    let world = World::new(1).await;
    let order = world.approved(world.owner, 1).await;
    let task = world.release(10).await[0];
    world.claim(task).await.unwrap();
    world
        .admin()
        .cancel_preparation(order, "不再需要")
        .await
        .unwrap();
    let found = lanes(&world, order, LaneFilter::default()).await;
    assert_eq!(outcomes(&found[0]), [Some(Outcome::Cancelled)]);
}

//! A ledger that a newer version writes to as well: what only that one knows is left alone.

use domain::ids::{OrderId, TaskId};
use domain::task::ListedKind;
use domain::wait::task_waits;
use storage::db::task_listing::{self, TaskFilter};
use storage::db::waits::{WaitSubject, facts};
use storage::db::{monitor, tasks};
use storage::lifecycle::preparation;
use testkit::builders::worker::LONG;

use super::world::World;

/// A task of a kind that nobody here knows, of a person's order.
async fn strange(world: &World, order: OrderId) -> TaskId {
    world
        .run("ALTER TABLE task DROP CONSTRAINT IF EXISTS task_kind_check")
        .await;
    let id = TaskId::fresh();
    sqlx::query(
        "INSERT INTO task (id, kind, order_id, user_id, priority, max_attempts) VALUES ($1, 'sing', $2, $3, 9, 3)",
    )
    .bind(id.0)
    .bind(order.0)
    .bind(world.owner.0)
    .execute(&world.pool)
    .await
    .unwrap();
    id
}

#[tokio::test]
async fn what_only_a_newer_version_knows_is_neither_released_nor_claimed() {
    let world = World::new(1).await;
    let order = world.approved(world.owner, 1).await;
    let strange = strange(&world, order).await;
    let released = world.release(10).await;
    assert_eq!(released.len(), 1);
    assert!(!released.contains(&strange), "its priority is the highest");
    // The newer version's dispatcher has released it, and its job reached this worker.
    let release = "UPDATE task SET state = 'released', released_at = now() WHERE kind = 'sing'";
    world.run(release).await;
    let mut db = world.db().await;
    let claimed = tasks::claim(&mut db, strange, "old", LONG).await.unwrap();
    assert_eq!(claimed, None);
    assert_eq!(
        world.row(strange).await,
        ("released".to_owned(), 0, 0, 0),
        "no attempt is used up"
    );
}

#[tokio::test]
async fn what_the_newer_versions_workers_died_over_is_theirs_to_settle() {
    let world = World::new(2).await;
    let order = world.approved(world.owner, 2).await;
    let strange = strange(&world, order).await;
    let [first, second] = world.claim_all().await[..] else {
        panic!("two scenes")
    };
    world
        .run(
            "UPDATE task SET state = 'running', attempt = max_attempts, worker = 'gone', \
             lease_until = now() - interval '1 minute' WHERE kind = 'sing'",
        )
        .await;
    let over = "UPDATE task SET attempt = max_attempts, lease_until = now() - interval '1 minute' \
                WHERE order_id = $1 AND kind = 'extract_scene'";
    world.sql(over, order).await;
    preparation::expire_leases(&world.pool, world.now)
        .await
        .unwrap();
    for known in [first, second] {
        assert_eq!(world.state_of(known.claim.task).await, "failed");
    }
    assert_eq!(world.state_of(strange).await, "running");
    // One that has attempts left goes back to whoever knows it.
    world
        .run("UPDATE task SET attempt = 1 WHERE kind = 'sing'")
        .await;
    preparation::expire_leases(&world.pool, world.now)
        .await
        .unwrap();
    assert_eq!(world.row(strange).await, ("waiting".to_owned(), 1, 0, 0));
}

#[tokio::test]
async fn operators_see_it_as_of_a_newer_version() {
    let world = World::new(1).await;
    let order = world.approved(world.owner, 1).await;
    let strange = strange(&world, order).await;
    let mut db = world.db().await;
    let queues = monitor::queues(&mut db).await.unwrap();
    let newer: Vec<_> = queues
        .iter()
        .filter(|queue| queue.kind == ListedKind::Newer)
        .collect();
    assert_eq!(newer.len(), 1);
    assert_eq!(newer[0].waiting, 1);
    let listed = task_listing::find(&mut db, strange).await.unwrap();
    assert_eq!(listed.unwrap().kind, ListedKind::Newer);
    let filter = TaskFilter {
        ids: vec![strange],
        ..TaskFilter::default()
    };
    let counts = task_listing::counts(&mut db, &filter, world.admin).await;
    let counts = counts.unwrap();
    assert_eq!((counts.total, counts.pause), (1, 0), "nobody steers it");
    for subject in [WaitSubject::Task(strange), WaitSubject::Order(order)] {
        let found = facts(&mut db, subject).await.unwrap();
        let group = found.groups.iter();
        let group = group.filter(|group| group.kind == ListedKind::Newer);
        let words: Vec<_> = group
            .flat_map(|group| task_waits(group, &found.crew))
            .map(|wait| wait.reason.word())
            .collect();
        assert!(words.contains(&"newer_version"), "{words:?}");
        assert!(!words.contains(&"turn"), "{words:?}");
    }
    world
        .run(
            "UPDATE task SET state = 'running', attempt = 1, worker = 'new', started_at = now(), \
             lease_until = now() + interval '1 hour', failures = 1, error_class = 'out_of_tune', error_text = 'x' \
             WHERE kind = 'sing'",
        )
        .await;
    let running = monitor::running(&mut db).await.unwrap();
    assert_eq!(running[0].kind, ListedKind::Newer);
    let from = world.now - chrono::TimeDelta::days(36500);
    let failures = task_listing::failures(&mut db, from).await.unwrap();
    assert_eq!(failures[0].kind, ListedKind::Newer);
}

//! Work that belongs to no order: exports in the ledger.

use chrono::TimeDelta;
use domain::export::{self, ExportKind, ExportState, KEPT, MAX_LIVE};
use domain::ids::{ExportId, UserId};
use domain::quota::QuotaMet;
use domain::task::{ErrorClass, TaskKind};
use storage::db::Page;
use storage::db::exports::{self, Export, ExportFile};
use storage::db::tasks::{self, Claimed, ExportTask, Failure};
use storage::lifecycle::exports::{Choice, ExportError, begin, fail, publish, settle_used_up};
use storage::lifecycle::preparation;
use storage::objects::ObjectKey;
use testkit::builders::worker::LONG;

use super::world::{World, broken};

pub async fn create_export(world: &World, user: UserId) -> Result<ExportId, ExportError> {
    let choice = Choice::Catalogue(&world.scenes);
    begin(
        &world.pool,
        user,
        ExportKind::Csv,
        choice,
        &world.quotas,
        world.now,
    )
    .await
}

/// Releases and claims the one export that waits.
pub async fn claimed(world: &World) -> ExportTask {
    let [id] = world.release(10).await[..] else {
        panic!("not one task waits");
    };
    let claimed = tasks::claim(&mut *world.db().await, id, "played", LONG).await;
    match claimed.unwrap() {
        Some(Claimed::Export(task)) => task,
        other => panic!("{other:?}"),
    }
}

fn file(task: ExportTask) -> ExportFile {
    let key = ObjectKey::Export {
        export: task.export,
        claim: task.claim,
    };
    ExportFile {
        object_key: key.path().to_string(),
        name: "景数据.csv".into(),
        size: 3,
        sha256: vec![3; 32],
    }
}

async fn get_export(world: &World, id: ExportId) -> Export {
    let found = exports::find(&mut *world.db().await, id, world.owner).await;
    found.unwrap().unwrap()
}

async fn recover(world: &World) {
    preparation::expire_leases(&world.pool, world.now)
        .await
        .unwrap();
    settle_used_up(&world.pool, world.now).await.unwrap();
}

async fn end_leases(world: &World) {
    sqlx::query("UPDATE task SET lease_until = now() - interval '1 hour' WHERE state = 'running'")
        .execute(&world.pool)
        .await
        .unwrap();
}

#[tokio::test]
async fn an_export_is_done_once_and_seen_by_its_owner_only() {
    let world = World::new(3).await;
    let id = create_export(&world, world.owner).await.unwrap();
    assert_eq!(get_export(&world, id).await.state, ExportState::Working);
    let task = claimed(&world).await;
    assert_eq!(task.export, id);
    assert!(
        publish(&world.pool, task, &file(task), world.now)
            .await
            .unwrap()
    );
    let done = get_export(&world, id).await;
    assert_eq!((done.state, done.count), (ExportState::Done, 3));
    assert_eq!(done.file, Some(file(task)));
    let kept = TimeDelta::from_std(KEPT).unwrap();
    assert_eq!(done.expires, Some(world.now + kept));
    let again = publish(&world.pool, task, &file(task), world.now).await;
    assert!(!again.unwrap(), "the claim is over");

    let mut db = world.db().await;
    let strangers = exports::find(&mut db, id, world.other).await.unwrap();
    assert_eq!(strangers, None);
    for (user, total) in [(world.owner, 1), (world.other, 0)] {
        let listed = exports::list(&mut db, user, Page::new(None, None)).await;
        assert_eq!(listed.unwrap().total, total);
    }
}

/// How far it is says whoever works at it, and nobody who was paused.
#[tokio::test]
async fn an_export_says_how_far_it_is() {
    let world = World::new(3).await;
    let id = create_export(&world, world.owner).await.unwrap();
    let paused = claimed(&world).await;
    let note = async |task: ExportTask, written| {
        let mut db = world.db().await;
        let noted = exports::note_written(&mut db, task.export, task.claim, written).await;
        noted.unwrap();
    };
    note(paused, 2).await;
    assert_eq!(get_export(&world, id).await.written, 2);
    end_leases(&world).await;
    recover(&world).await;
    let second = claimed(&world).await;
    note(second, 1).await;
    note(paused, 3).await;
    assert_eq!(get_export(&world, id).await.written, 1);
    assert!(
        publish(&world.pool, second, &file(second), world.now)
            .await
            .unwrap()
    );
    note(second, 1).await;
    assert_eq!(get_export(&world, id).await.written, 3, "all of them");
}

/// A worker that was paused and comes back changes nothing.
#[tokio::test]
async fn the_attempt_fences_the_file() {
    let world = World::new(1).await;
    let id = create_export(&world, world.owner).await.unwrap();
    let paused = claimed(&world).await;
    end_leases(&world).await;
    recover(&world).await;
    let second = claimed(&world).await;
    assert_eq!(second.claim.attempt, 2);
    let late = publish(&world.pool, paused, &file(paused), world.now).await;
    assert!(!late.unwrap());
    let late = fail(
        &world.pool,
        paused,
        ErrorClass::Bug,
        &broken("late"),
        world.now,
    )
    .await;
    assert_eq!(late.unwrap(), Failure::NotOurs);
    assert!(
        publish(&world.pool, second, &file(second), world.now)
            .await
            .unwrap()
    );
    assert_eq!(get_export(&world, id).await.file, Some(file(second)));
}

#[tokio::test]
async fn an_export_whose_worker_dies_every_time_fails_with_a_message() {
    let world = World::new(1).await;
    let id = create_export(&world, world.owner).await.unwrap();
    for attempt in 1..=TaskKind::Export.max_attempts() {
        assert_eq!(get_export(&world, id).await.state, ExportState::Working);
        assert_eq!(claimed(&world).await.claim.attempt, attempt);
        end_leases(&world).await;
        recover(&world).await;
    }
    let failed = get_export(&world, id).await;
    assert_eq!(failed.state, ExportState::Failed);
    assert_eq!(
        failed.failure,
        Some(export::failure(ErrorClass::Bug).into())
    );
    assert!(failed.expires.is_some());
    assert_eq!(world.release(10).await, []);
}

#[tokio::test]
async fn a_failure_is_tried_again_and_then_told() {
    let world = World::new(1).await;
    let id = create_export(&world, world.owner).await.unwrap();
    let class = ErrorClass::NoSpace;
    for failures in 1..=class.limit(TaskKind::Export) {
        let task = claimed(&world).await;
        let failure = fail(
            &world.pool,
            task,
            class,
            &broken("disk /dev/sda is full"),
            world.now,
        )
        .await;
        match class.retry_after(TaskKind::Export, failures) {
            Some(wait) => assert_eq!(failure.unwrap(), Failure::Retried(wait)),
            None => assert_eq!(failure.unwrap(), Failure::Final),
        }
        sqlx::query("UPDATE task SET run_after = now()")
            .execute(&world.pool)
            .await
            .unwrap();
    }
    let failed = get_export(&world, id).await;
    assert_eq!(failed.failure, Some(export::failure(class).into()));
}

#[tokio::test]
async fn a_person_has_so_many_exports_at_work_and_no_more() {
    let world = World::new(1).await;
    let asking = (0..2 * MAX_LIVE).map(|_| create_export(&world, world.owner));
    let begun = futures::future::join_all(asking).await;
    let refused = |answer: &Result<_, _>| matches!(answer, Err(ExportError::TooManyExports));
    let most = usize::try_from(MAX_LIVE).unwrap();
    assert_eq!(begun.iter().filter(|answer| answer.is_ok()).count(), most);
    assert_eq!(begun.iter().filter(|answer| refused(answer)).count(), most);
    create_export(&world, world.other).await.unwrap();
    // One ends, and there is room for one.
    let id = world.release(1).await[0];
    let task = tasks::claim(&mut *world.db().await, id, "played", LONG).await;
    let Some(Claimed::Export(task)) = task.unwrap() else {
        panic!("no export");
    };
    publish(&world.pool, task, &file(task), world.now)
        .await
        .unwrap();
    create_export(&world, world.owner).await.unwrap();
    assert!(refused(&create_export(&world, world.owner).await));
}

/// Thousands of scenes that wait, of the same person, do not hold back a list somebody waits for.
#[tokio::test]
async fn an_export_goes_before_the_thousands() {
    let world = World::new(200).await;
    world.approved(world.owner, 200).await;
    assert_eq!(world.release(4).await.len(), 4);
    let id = create_export(&world, world.owner).await.unwrap();
    let next = world.release(5).await;
    let export: Option<uuid::Uuid> = sqlx::query_scalar("SELECT export_id FROM task WHERE id = $1")
        .bind(next[0].0)
        .fetch_one(&world.pool)
        .await
        .unwrap();
    assert_eq!(export, Some(id.0));
}

#[tokio::test]
async fn a_lonely_start_frees_exports_too() {
    let world = World::new(1).await;
    create_export(&world, world.owner).await.unwrap();
    let task = claimed(&world).await;
    assert_eq!(tasks::free_all(&mut *world.db().await).await.unwrap(), 1);
    assert_eq!(claimed(&world).await.claim.attempt, task.claim.attempt + 1);
    tasks::hand_back(&mut *world.db().await, task.claim)
        .await
        .unwrap();
    assert!(
        tasks::renew(&mut *world.db().await, task.claim, LONG, 0)
            .await
            .is_ok_and(|ours| !ours)
    );
}

#[tokio::test]
async fn what_is_over_is_forgotten_with_its_task() {
    let world = World::new(1).await;
    let old = create_export(&world, world.owner).await.unwrap();
    let task = claimed(&world).await;
    publish(&world.pool, task, &file(task), world.now)
        .await
        .unwrap();
    let waiting = create_export(&world, world.owner).await.unwrap();
    let mut db = world.db().await;
    let kept = TimeDelta::from_std(KEPT).unwrap();
    let keys = [file(task).object_key];
    let early = world.now + kept - TimeDelta::seconds(1);
    assert_eq!(exports::forget_expired(&mut db, early).await.unwrap(), 0);
    let orphans = storage::db::deliveries::orphans(&mut db, &keys).await;
    assert!(orphans.unwrap().is_empty());
    assert_eq!(
        exports::forget_expired(&mut db, world.now + kept)
            .await
            .unwrap(),
        1
    );
    let orphans = storage::db::deliveries::orphans(&mut db, &keys).await;
    assert_eq!(orphans.unwrap(), keys);
    assert_eq!(
        exports::find(&mut db, old, world.owner).await.unwrap(),
        None
    );
    assert!(
        exports::find(&mut db, waiting, world.owner)
            .await
            .unwrap()
            .is_some()
    );
    assert_eq!(world.count("SELECT count(*) FROM task").await, 1);
}

/// Gone while it is worked on: the worker learns of it and publishes nothing.
#[tokio::test]
async fn an_export_that_is_gone_is_not_published() {
    let world = World::new(1).await;
    create_export(&world, world.owner).await.unwrap();
    let task = claimed(&world).await;
    sqlx::query("DELETE FROM export")
        .execute(&world.pool)
        .await
        .unwrap();
    let mut db = world.db().await;
    assert!(!tasks::renew(&mut db, task.claim, LONG, 0).await.unwrap());
    assert!(
        !publish(&world.pool, task, &file(task), world.now)
            .await
            .unwrap()
    );
    let failure = fail(&world.pool, task, ErrorClass::Bug, &broken(""), world.now).await;
    assert_eq!(failure.unwrap(), Failure::NotOurs);
}

#[tokio::test]
async fn what_was_chosen_is_checked_and_kept_in_order() {
    let world = World::new(3).await;
    let order = world.approved(world.owner, 2).await;
    let by = |choice| {
        begin(
            &world.pool,
            world.owner,
            ExportKind::Geojson,
            choice,
            &world.quotas,
            world.now,
        )
    };
    let dids: Vec<i64> = sqlx::query_scalar("SELECT did FROM scene ORDER BY did")
        .fetch_all(&world.pool)
        .await
        .unwrap();

    let unknown = by(Choice::SomeOfOrder(order, &dids)).await;
    assert!(
        matches!(unknown, Err(ExportError::UnknownScenes(who)) if who == [dids[2].to_string()])
    );
    let nobody = ["nobody".to_owned()];
    let unknown = by(Choice::Catalogue(&nobody)).await;
    assert!(matches!(unknown, Err(ExportError::UnknownScenes(who)) if who == nobody));
    assert!(matches!(
        by(Choice::Catalogue(&[])).await,
        Err(ExportError::NothingChosen)
    ));
    assert!(matches!(
        by(Choice::SomeOfOrder(order, &[])).await,
        Err(ExportError::NothingChosen)
    ));
    let many = vec![1; domain::export::MAX_SCENES + 1];
    assert!(matches!(
        by(Choice::SomeOfOrder(order, &many)).await,
        Err(ExportError::TooManyScenes)
    ));

    let mut backwards = world.scenes.clone();
    backwards.reverse();
    backwards.push(backwards[0].clone());
    let id = by(Choice::Catalogue(&backwards)).await.unwrap();
    let plan = exports::plan(&mut *world.db().await, id)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        plan.dids,
        [dids[2], dids[1], dids[0]],
        "each once, as named"
    );
    let rows = exports::rows(&mut *world.db().await, None, &plan.dids)
        .await
        .unwrap();
    let dataids: Vec<_> = rows.into_iter().map(|row| row.scene.dataid).collect();
    assert_eq!(dataids, backwards[..3]);

    sqlx::query("UPDATE scene SET outline = ''")
        .execute(&world.pool)
        .await
        .unwrap();
    assert!(matches!(
        by(Choice::Order(order)).await,
        Err(ExportError::NoFootprint)
    ));
    let table = begin(
        &world.pool,
        world.owner,
        ExportKind::Csv,
        Choice::Order(order),
        &world.quotas,
        world.now,
    );
    let plan = exports::plan(&mut *world.db().await, table.await.unwrap())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(plan.order.map(|(id, _)| id), Some(order));
    assert_eq!(plan.dids.len(), 2);
}

#[tokio::test]
async fn a_person_keeps_as_many_exports_as_one_may_and_makes_room_by_removing() {
    let mut world = World::new(2).await;
    world.quotas.exports = 2;
    let mut made = Vec::new();
    for _ in 0..2 {
        made.push(create_export(&world, world.owner).await.unwrap());
    }
    let refused = create_export(&world, world.owner).await;
    assert!(
        matches!(refused, Err(ExportError::Quota(QuotaMet::Exports(2)))),
        "{refused:?}"
    );
    create_export(&world, world.other).await.unwrap();
    let mut db = world.db().await;
    let remove = async |db: &mut _, id| exports::remove(db, id, world.owner).await.unwrap();
    assert!(
        remove(&mut db, made[1]).await,
        "one that is made is cancelled"
    );
    world
        .run("UPDATE export SET state = 'failed', message = 'x', finished_at = now(), expires_at = now() + interval '1 day'")
        .await;
    let elsewhere = exports::remove(&mut db, made[0], world.other).await;
    assert!(!elsewhere.unwrap(), "another person's");
    assert!(remove(&mut db, made[0]).await);
    for _ in 0..2 {
        create_export(&world, world.owner).await.unwrap();
    }
}

//! Copies of scenes' files for other systems in the ledger.

use chrono::TimeDelta;
use domain::scene_copy::CopyState;
use domain::size::ByteCount;
use domain::task::ErrorClass;
use storage::db::scene_copies::{self, CopiedFile, SceneCopy, file_tag};
use storage::db::scenes::{self, Scene};
use storage::db::tasks::{self, Claimed, CopyTask, Failure};
use storage::lifecycle::copies::{ask, fail, publish};
use testkit::builders::worker::LONG;

use super::world::{World, broken};

const TASKS: &str = "SELECT count(*) FROM task WHERE kind = 'copy_scene'";

async fn all_scenes(world: &World) -> Vec<Scene> {
    let mut db = world.db().await;
    let dids: Vec<i64> = sqlx::query_scalar("SELECT did FROM scene ORDER BY did")
        .fetch_all(&mut *db)
        .await
        .unwrap();
    scenes::by_dids(&mut db, &dids).await.unwrap()
}

async fn ask_within(world: &World, scenes: &[Scene], gib: u64) -> Vec<SceneCopy> {
    let told = ask(&world.pool, scenes, ByteCount::gib(gib), world.now).await;
    told.unwrap()
}

/// Releases and claims what waits, with room for so many tasks.
async fn claimed(world: &World, room: i64) -> Vec<CopyTask> {
    let mut claimed = Vec::new();
    for id in world.release(room).await {
        let mut db = world.db().await;
        match tasks::claim(&mut db, id, "played", LONG).await.unwrap() {
            Some(Claimed::Copy(task)) => claimed.push(task),
            other => panic!("{other:?}"),
        }
    }
    claimed
}

async fn begun(world: &World) -> CopyTask {
    let [task] = claimed(world, 1).await[..] else {
        panic!("not one task waits");
    };
    assert!(
        tasks::begin_copy(&mut *world.db().await, task.claim)
            .await
            .unwrap()
    );
    task
}

async fn copy_of(world: &World, did: i64) -> SceneCopy {
    let found = scene_copies::find(&mut *world.db().await, did).await;
    found.unwrap().unwrap()
}

fn copied(task: CopyTask) -> CopiedFile {
    CopiedFile {
        copy_key: format!(
            "copies/{}/{}-{}",
            task.did, task.claim.task, task.claim.attempt
        ),
        size: ByteCount(3),
        sha256: vec![7; 32],
    }
}

/// However many are asked for, half of the slots are an order's that comes.
#[tokio::test]
async fn a_flood_of_copies_leaves_half_of_the_slots() {
    let world = World::new(100).await;
    let scenes = all_scenes(&world).await;
    assert_eq!(ask_within(&world, &scenes, 1000).await.len(), 100);
    let first = claimed(&world, 8).await.len();
    assert!((1..=4).contains(&first), "{first}");
    world.approved(world.owner, 20).await;
    let released = world.release(8).await;
    assert_eq!(released.len(), 8 - first, "all the rest is the order's");
}

/// Where nothing lies there is room for one copy, however large, and for no second one that is asked for meanwhile.
#[tokio::test]
async fn room_is_given_once_however_many_ask_at_once() {
    let world = World::new(8).await;
    let scenes = all_scenes(&world).await;
    let asked = scenes.chunks(1).map(|one| ask_within(&world, one, 0));
    let answers = futures::future::join_all(asked).await;
    assert_eq!(answers.concat().len(), 1);
    assert_eq!(world.count(TASKS).await, 1);
}

#[tokio::test]
async fn a_copy_is_made_once_and_its_task_goes() {
    let world = World::new(1).await;
    let scenes = all_scenes(&world).await;
    ask_within(&world, &scenes, 1).await;
    ask_within(&world, &scenes, 1).await;
    assert_eq!(world.count(TASKS).await, 1);
    let task = begun(&world).await;
    let tag = file_tag(&scenes[0]).unwrap();
    assert!(
        publish(&world.pool, (task, &tag), &copied(task), world.now)
            .await
            .unwrap()
    );
    assert!(
        !publish(&world.pool, (task, &tag), &copied(task), world.now)
            .await
            .unwrap()
    );
    assert_eq!(world.count(TASKS).await, 0);
    let copy = copy_of(&world, task.did).await;
    assert_eq!(
        (copy.state, copy.file),
        (CopyState::Ready, Some(copied(task)))
    );
    assert_eq!(
        ask_within(&world, &scenes, 1).await[0].state,
        CopyState::Ready
    );
    assert_eq!(
        world.count(TASKS).await,
        0,
        "what is there is not made again"
    );
}

#[tokio::test]
async fn a_file_that_became_another_one_is_copied_anew() {
    let world = World::new(1).await;
    let scenes = all_scenes(&world).await;
    ask_within(&world, &scenes, 1).await;
    let task = begun(&world).await;
    sqlx::query("UPDATE scene SET archive_url = archive_url || '2'")
        .execute(&world.pool)
        .await
        .unwrap();
    let changed = all_scenes(&world).await;
    ask_within(&world, &changed, 1).await;
    let stale = file_tag(&scenes[0]).unwrap();
    assert!(
        !publish(&world.pool, (task, &stale), &copied(task), world.now)
            .await
            .unwrap()
    );
    assert_eq!(copy_of(&world, task.did).await.state, CopyState::Waiting);
    let next = begun(&world).await;
    let tag = file_tag(&changed[0]).unwrap();
    assert!(
        publish(&world.pool, (next, &tag), &copied(next), world.now)
            .await
            .unwrap()
    );
}

#[tokio::test]
async fn what_failed_for_good_is_tried_again_when_somebody_asks_later() {
    let mut world = World::new(1).await;
    let scenes = all_scenes(&world).await;
    ask_within(&world, &scenes, 1).await;
    let task = begun(&world).await;
    let why = broken("gone");
    let failed = fail(
        &world.pool,
        task,
        (ErrorClass::SourceMissing, &why),
        world.now,
    )
    .await;
    assert_eq!(failed.unwrap(), Failure::Final);
    let told = ask_within(&world, &scenes, 1).await;
    assert_eq!(told[0].state, CopyState::Failed);
    assert_eq!(world.count(TASKS).await, 0);
    world.now += TimeDelta::hours(1);
    assert_eq!(
        ask_within(&world, &scenes, 1).await[0].state,
        CopyState::Waiting
    );
    assert_eq!(world.count(TASKS).await, 1);
}

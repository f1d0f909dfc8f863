//! Work that belongs to nobody: pictures of scenes in the ledger.

use chrono::TimeDelta;
use domain::preview::PreviewState;
use domain::task::{ErrorClass, TaskKind};
use storage::db::previews::{self, Keys, MadePictures, Preview};
use storage::db::scenes;
use storage::db::tasks::{self, Claimed, Failure, PreviewTask};
use storage::lifecycle::preparation;
use storage::lifecycle::previews::{expect, fail, publish, settle_used_up, want};
use testkit::builders::worker::LONG;

use super::world::{World, broken};

const TASKS: &str = "SELECT count(*) FROM task WHERE kind = 'make_preview'";

/// Releases and claims what waits, with room for so many tasks.
async fn claimed(world: &World, room: i64) -> Vec<PreviewTask> {
    let mut claimed = Vec::new();
    for id in world.release(room).await {
        let mut db = world.db().await;
        match tasks::claim(&mut db, id, "played", LONG).await.unwrap() {
            Some(Claimed::Preview(task)) => claimed.push(task),
            other => panic!("{other:?}"),
        }
    }
    claimed
}

/// The one picture that is to be made, begun.
async fn begun(world: &World) -> PreviewTask {
    expect(&world.pool).await.unwrap();
    let [task] = claimed(world, 1).await[..] else {
        panic!("not one task waits");
    };
    let address = tasks::begin_preview(&mut *world.db().await, task.claim).await;
    assert!(address.unwrap().flatten().is_some());
    task
}

fn made_pictures(task: PreviewTask) -> MadePictures {
    let key = |name| {
        format!(
            "previews/{}/{}-{}/{name}.jpg",
            task.did, task.claim.task, task.claim.attempt
        )
    };
    MadePictures {
        keys: Keys {
            thumbnail: key("thumbnail"),
            preview: key("preview"),
        },
        width: 1024,
        height: 700,
    }
}

async fn get_preview(world: &World, data_id: &str) -> Preview {
    let mut db = world.db().await;
    previews::of_data_id(&mut db, data_id)
        .await
        .unwrap()
        .unwrap()
}

async fn change_files(world: &World) {
    world.run("UPDATE scene SET size = size + 1").await;
}

async fn end_leases(world: &World) {
    world
        .run("UPDATE task SET lease_until = now() - interval '1 hour' WHERE state = 'running'")
        .await;
    preparation::expire_leases(&world.pool, world.now)
        .await
        .unwrap();
    settle_used_up(&world.pool, world.now).await.unwrap();
}

#[tokio::test]
async fn a_picture_is_made_once_and_its_task_goes() {
    let world = World::new(1).await;
    assert_eq!(
        get_preview(&world, &world.scenes[0]).await.state,
        PreviewState::None
    );
    let task = begun(&world).await;
    assert_eq!(expect(&world.pool).await.unwrap(), 0, "it is being made");
    assert!(
        publish(&world.pool, task, &made_pictures(task), world.now)
            .await
            .unwrap()
    );
    let preview = get_preview(&world, &world.scenes[0]).await;
    assert_eq!(
        (preview.state, preview.keys),
        (PreviewState::Made, Some(made_pictures(task).keys))
    );
    assert_eq!(world.count(TASKS).await, 0);
    assert_eq!(expect(&world.pool).await.unwrap(), 0);
    assert!(
        !publish(&world.pool, task, &made_pictures(task), world.now)
            .await
            .unwrap()
    );
    let listed = scenes::by_data_ids(&mut *world.db().await, &world.scenes).await;
    assert!(listed.unwrap()[0].has_preview);
}

/// What the catalogue says of the scene otherwise is nothing to its pictures.
#[tokio::test]
async fn a_scene_whose_file_changes_is_done_again_and_shows_the_old_picture_until_then() {
    let world = World::new(1).await;
    let task = begun(&world).await;
    publish(&world.pool, task, &made_pictures(task), world.now)
        .await
        .unwrap();
    world
        .run("UPDATE scene SET cloud = 3, dataname = 'other'")
        .await;
    assert_eq!(
        get_preview(&world, &world.scenes[0]).await.state,
        PreviewState::Made
    );
    change_files(&world).await;
    let waiting = get_preview(&world, &world.scenes[0]).await;
    assert_eq!(
        (waiting.state, waiting.keys),
        (PreviewState::None, Some(made_pictures(task).keys))
    );
    let next = begun(&world).await;
    assert_ne!(next.claim.task, task.claim.task);
    // And once more, while it is worked on: this picture is of no file that there is.
    change_files(&world).await;
    assert!(
        !publish(&world.pool, next, &made_pictures(next), world.now)
            .await
            .unwrap()
    );
    assert_eq!(
        get_preview(&world, &world.scenes[0]).await.state,
        PreviewState::None
    );
    let last = begun(&world).await;
    assert!(
        publish(&world.pool, last, &made_pictures(last), world.now)
            .await
            .unwrap()
    );
    assert_eq!(
        get_preview(&world, &world.scenes[0]).await.keys,
        Some(made_pictures(last).keys)
    );
}

#[tokio::test]
async fn what_cannot_be_read_is_given_up_until_the_file_changes() {
    let world = World::new(1).await;
    let task = begun(&world).await;
    let class = ErrorClass::SourceCorrupt;
    let failure = fail(&world.pool, task, class, &broken("不是 TIFF"), world.now).await;
    assert_eq!(failure.unwrap(), Failure::Final);
    let given_up = "SELECT count(*) FROM scene_preview WHERE state = 'impossible' \
         AND error_class = 'source_corrupt' AND error_detail->'params'->>'what' = '不是 TIFF'";
    assert_eq!(world.count(given_up).await, 1);
    want(&world.pool, task.did, world.now).await.unwrap();
    assert_eq!(expect(&world.pool).await.unwrap(), 0);
    assert_eq!(world.count(TASKS).await, 0);
    change_files(&world).await;
    let next = begun(&world).await;
    // The failure is the old file's, not the new one's.
    change_files(&world).await;
    fail(&world.pool, next, class, &broken("不是 TIFF"), world.now)
        .await
        .unwrap();
    assert_eq!(
        get_preview(&world, &world.scenes[0]).await.state,
        PreviewState::None
    );
    begun(&world).await;
}

#[tokio::test]
async fn what_may_come_back_is_tried_again_later_and_not_for_ever() {
    let world = World::new(1).await;
    for round in 1..=8 {
        let task = begun(&world).await;
        let class = ErrorClass::SourceMissing;
        fail(&world.pool, task, class, &broken("没有"), world.now)
            .await
            .unwrap();
        assert_eq!(
            world
                .count("SELECT rounds::bigint FROM scene_preview")
                .await,
            round
        );
        // Whoever looks at it meanwhile changes nothing.
        want(&world.pool, task.did, world.now).await.unwrap();
        world.run("UPDATE scene_preview SET retry_at = now() + interval '1 hour' WHERE state = 'none'").await;
        assert_eq!(expect(&world.pool).await.unwrap(), 0, "round {round}");
        world.run("UPDATE scene_preview SET retry_at = now() - interval '1 hour' WHERE state = 'none'").await;
    }
    assert_eq!(
        get_preview(&world, &world.scenes[0]).await.state,
        PreviewState::Impossible
    );
    assert_eq!(expect(&world.pool).await.unwrap(), 0);
}

#[tokio::test]
async fn the_wait_is_the_domains() {
    let world = World::new(1).await;
    let task = begun(&world).await;
    let class = ErrorClass::SourceMissing;
    fail(&world.pool, task, class, &broken("没有"), world.now)
        .await
        .unwrap();
    let retry: chrono::DateTime<chrono::Utc> =
        sqlx::query_scalar("SELECT retry_at FROM scene_preview")
            .fetch_one(&world.pool)
            .await
            .unwrap();
    assert_eq!(retry - world.now, TimeDelta::hours(1));
}

#[tokio::test]
async fn a_worker_that_comes_back_too_late_shows_nothing() {
    let world = World::new(1).await;
    let stale = begun(&world).await;
    end_leases(&world).await;
    let [fresh] = claimed(&world, 1).await[..] else {
        panic!("the task waits again");
    };
    assert_eq!(fresh.claim.attempt, stale.claim.attempt + 1);
    assert!(
        !publish(&world.pool, stale, &made_pictures(stale), world.now)
            .await
            .unwrap()
    );
    let gone = tasks::begin_preview(&mut *world.db().await, stale.claim).await;
    assert_eq!(gone.unwrap(), None);
    let failure = fail(&world.pool, stale, ErrorClass::Bug, &broken(""), world.now).await;
    assert_eq!(failure.unwrap(), Failure::NotOurs);
    tasks::begin_preview(&mut *world.db().await, fresh.claim)
        .await
        .unwrap();
    assert!(
        publish(&world.pool, fresh, &made_pictures(fresh), world.now)
            .await
            .unwrap()
    );
}

#[tokio::test]
async fn a_raster_that_kills_its_workers_is_given_up() {
    let world = World::new(1).await;
    expect(&world.pool).await.unwrap();
    for attempt in 1..=TaskKind::MakePreview.max_attempts() {
        assert_eq!(claimed(&world, 1).await[0].claim.attempt, attempt);
        end_leases(&world).await;
    }
    assert_eq!(
        get_preview(&world, &world.scenes[0]).await.state,
        PreviewState::Impossible
    );
    assert_eq!(world.count(TASKS).await, 0);
}

/// However many scenes wait for pictures, few tasks are written, few of those are released, and orders go first.
#[tokio::test]
async fn a_flood_of_pictures_holds_no_order_back() {
    let world = World::new(500).await;
    assert_eq!(expect(&world.pool).await.unwrap(), 32);
    assert_eq!(expect(&world.pool).await.unwrap(), 0);
    // Four slots: eight tasks in the queue, one of pictures.
    assert_eq!(claimed(&world, 8).await.len(), 1);
    assert_eq!(claimed(&world, 8).await.len(), 0);
    let order = world.approved(world.owner, 20).await;
    let released = world.release(8).await;
    assert_eq!(released.len(), 7, "all the rest is the order's");
    for id in released {
        assert_eq!(world.claim(id).await.unwrap().order, order);
    }
    // Sixteen slots: an eighth of their room.
    assert_eq!(world.release(32).await.len(), 13 + 3);
}

#[tokio::test]
async fn what_somebody_looks_for_comes_first() {
    let world = World::new(200).await;
    expect(&world.pool).await.unwrap();
    let (waits, later) = (
        "SELECT preview_did FROM task ORDER BY preview_did LIMIT 1",
        &world.scenes[3],
    );
    let waits = world.count(waits).await;
    let later = get_preview(&world, later).await.did;
    for did in [waits, later] {
        want(&world.pool, did, world.now).await.unwrap();
        want(&world.pool, did, world.now).await.unwrap();
    }
    assert_eq!(
        expect(&world.pool).await.unwrap(),
        1,
        "although enough wait"
    );
    let first = [claimed(&world, 1).await, claimed(&world, 16).await].concat();
    let mut first: Vec<_> = first.iter().map(|task| task.did).collect();
    first.sort_unstable();
    assert_eq!(first, [later.min(waits), later.max(waits)]);
}

#[tokio::test]
async fn a_scene_that_goes_takes_its_pictures_with_it() {
    let world = World::new(2).await;
    begun(&world).await;
    world.run("DELETE FROM scene").await;
    assert_eq!(world.count("SELECT count(*) FROM scene_preview").await, 0);
    assert_eq!(world.count(TASKS).await, 0);
}

/// The processes keep scenes in memory by what was written last: a picture writes no scene.
#[tokio::test]
async fn a_picture_writes_no_scene() {
    let world = World::new(1).await;
    let version = || async {
        let version = sqlx::query_scalar("SELECT version::text FROM scene");
        version.fetch_one(&world.pool).await.unwrap()
    };
    let before: String = version().await;
    let task = begun(&world).await;
    publish(&world.pool, task, &made_pictures(task), world.now)
        .await
        .unwrap();
    let after: String = version().await;
    assert_eq!(before, after);
}

/// Objects that are gone, after a restore or by hand: the pictures are made again.
#[tokio::test]
async fn lost_pictures_are_made_again() {
    let world = World::new(1).await;
    let task = begun(&world).await;
    publish(&world.pool, task, &made_pictures(task), world.now)
        .await
        .unwrap();
    let mut db = world.db().await;
    previews::lost(&mut db, task.did, "previews/another", world.now)
        .await
        .unwrap();
    assert_eq!(
        get_preview(&world, &world.scenes[0]).await.state,
        PreviewState::Made
    );
    let key = made_pictures(task).keys.thumbnail;
    previews::lost(&mut db, task.did, &key, world.now)
        .await
        .unwrap();
    let next = begun(&world).await;
    publish(&world.pool, next, &made_pictures(next), world.now)
        .await
        .unwrap();
    assert_eq!(previews::forget_all(&mut db).await.unwrap(), 1);
    begun(&world).await;
}

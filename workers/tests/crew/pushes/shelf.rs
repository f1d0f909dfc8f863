//! Scenes that reach their subscriber's shelf on our gateway.

use domain::shelf::ShelfLimits;
use domain::size::ByteCount;
use object_store::ObjectStoreExt as _;
use object_store::path::Path;
use sqlx::Row as _;
use storage::clock;
use storage::lifecycle::pushes::note_whole;
use storage::lifecycle::shelves::{ShelfPutting, StoredFile, put};
use storage::lifecycle::withdrawals::withdraw;
use storage::objects::ObjectKey;
use testkit::archive::sha256_of;
use testkit::builders::subscription::TargetAccess;
use workers::crew::CrewSettings;
use workers::reconcile::orphans;

use super::{DELIVERED, SIZES, claimed, original, subscribed};
use crate::world::{RunningCrew, World, files};

/// What is sent as soon as it may be.
const AT_ONCE: [&str; 2] = [
    "UPDATE push_target SET rests_until = now() - interval '1 second' WHERE rests_until > now()",
    "UPDATE subscription_match SET retry_at = NULL WHERE retry_at > now()",
];

/// What lies on the shelf, and the objects behind it.
async fn on_shelf(world: &World) -> Vec<(String, String, Vec<u8>)> {
    let rows = sqlx::query("SELECT path, object_key, size, sha256 FROM shelf_file ORDER BY path")
        .fetch_all(world.pool())
        .await
        .unwrap();
    let store = world.objects().store;
    let mut lying = Vec::new();
    for row in rows {
        let key: String = row.get("object_key");
        let found = store.get(&Path::from(key.as_str())).await.unwrap();
        let bytes = found.bytes().await.unwrap().to_vec();
        assert_eq!(
            row.get::<i64, _>("size"),
            i64::try_from(bytes.len()).unwrap()
        );
        lying.push((row.get("path"), key, bytes));
    }
    lying
}

/// Workers for whom so many bytes fit on a shelf.
fn with_room(world: &World, most: u64) -> RunningCrew {
    let settings = CrewSettings {
        shelf: ShelfLimits {
            most: ByteCount(most),
            ..ShelfLimits::default()
        },
        ..world.settings("w1", 2)
    };
    let (pool, queue) = (world.pool().clone(), world.queue.clone());
    RunningCrew::start(pool, queue, world.objects(), settings)
}

async fn assert_all_there(world: &World) {
    let lying = on_shelf(world).await;
    assert_eq!(lying.len(), SIZES.len(), "{lying:?}");
    let originals = SIZES.map(|size| original(world, size));
    for (path, _, bytes) in &lying {
        assert!(originals.contains(bytes), "{path} is none of the scenes");
    }
    let sums: Vec<Vec<u8>> = sqlx::query_scalar("SELECT sha256 FROM shelf_file")
        .fetch_all(world.pool())
        .await
        .unwrap();
    for scene in &world.archive.scenes {
        let sum = hex::decode(sha256_of(&scene.path).unwrap()).unwrap();
        assert!(sums.contains(&sum), "{}", scene.file_name);
    }
}

#[tokio::test]
async fn scenes_arrive_whole_on_the_own_shelf() {
    let world = subscribed(&TargetAccess::shelf()).await;
    let crew = world.work("w1", 2, world.objects());
    world.until(DELIVERED, 3).await;
    crew.stop().await;
    assert_all_there(&world).await;
    let objects = files(&world.objects_folder());
    let objects = objects.iter().filter(|key| key.contains("shelves/"));
    assert_eq!(objects.count(), SIZES.len());
    assert_eq!(world.count("SELECT count(*) FROM task").await, 0);
    let counted = "SELECT count(*) FROM transfer";
    assert_eq!(world.count(counted).await, 0, "a subscription's are none");
}

/// Before its row stands the file is written anew and what was left is swept; after that nothing is written again.
#[tokio::test]
async fn a_worker_that_dies_around_the_publishing_leaves_one_file() {
    for published in [false, true] {
        let world = subscribed(&TargetAccess::shelf()).await;
        let (task, path) = claimed(&world, SIZES[0]).await;
        let bytes = original(&world, SIZES[0]);
        let sum = hex::decode(sha256_of(&world.archive.scenes[0].path).unwrap()).unwrap();
        let key = ObjectKey::Shelf {
            owner: world.owner(),
            matched: task.matched,
            claim: task.claim,
        }
        .path();
        let size = bytes.len() as u64;
        let stored = world.objects().store.put(&key, bytes.into()).await;
        stored.unwrap();
        assert!(note_whole(world.pool(), task, size, &sum).await.unwrap());
        let scene = &world.archive.scenes[0].path;
        let away = world.folder.path().join("away");
        if published {
            let file = StoredFile {
                path: &path,
                object_key: key.as_ref(),
                size,
                sha256: &sum,
            };
            let whose = (task, world.owner());
            let limits = ShelfLimits::default();
            let putting = put(world.pool(), whose, file, limits, clock::now()).await;
            assert_eq!(putting.unwrap(), ShelfPutting::Done);
            // Whoever wrote it again would fail.
            std::fs::rename(scene, &away).unwrap();
        }
        world
            .sql("UPDATE task SET lease_until = now() - interval '1 hour' WHERE state = 'running'")
            .await;
        let crew = world.work("w2", 2, world.objects());
        world.until(DELIVERED, 3).await;
        crew.stop().await;
        if published {
            std::fs::rename(&away, scene).unwrap();
        }
        assert_all_there(&world).await;
        let lying = on_shelf(&world).await;
        let lies = lying.iter().any(|(_, at, _)| at == key.as_ref());
        assert_eq!(lies, published);
        let later = clock::now() + chrono::TimeDelta::hours(1);
        let swept = orphans::sweep(world.pool(), &world.objects(), later).await;
        assert_eq!(swept.unwrap().objects, usize::from(!published));
        assert_all_there(&world).await;
    }
}

#[tokio::test]
async fn a_full_shelf_holds_up_what_does_not_fit_and_loses_nothing() {
    let world = subscribed(&TargetAccess::shelf()).await;
    // Each fits, and the two larger ones do not fit beside one another.
    let crew = with_room(&world, (3 << 20) + 1);
    world.until_with(DELIVERED, 2, &AT_ONCE).await;
    let why = "SELECT count(*) FROM push_target WHERE failure_detail->'params'->'what'->>'code' = 'failure.shelf_full'";
    world.until_with(why, 1, &AT_ONCE).await;
    crew.stop().await;
    let waiting =
        "SELECT count(*) FROM subscription_match WHERE state = 'waiting' AND failures = 0";
    assert_eq!(world.count(waiting).await, 1);
    let crew = world.work("w2", 2, world.objects());
    world.until_with(DELIVERED, 3, &AT_ONCE).await;
    crew.stop().await;
    assert_all_there(&world).await;
}

/// It waits for a larger shelf, not for room: the target works, and what comes behind it does not rest.
#[tokio::test]
async fn a_file_that_is_larger_than_the_shelf_holds_up_nothing_else() {
    let world = subscribed(&TargetAccess::shelf()).await;
    let crew = with_room(&world, 1 << 20);
    world.until_with(DELIVERED, 2, &AT_ONCE).await;
    let alone = "SELECT count(*) FROM subscription_match WHERE state = 'waiting' AND failures > 2 \
                 AND error_detail->'params'->'what'->>'code' = 'failure.shelf_full'";
    world.until_with(alone, 1, &AT_ONCE).await;
    crew.stop().await;
    let blamed =
        "SELECT count(*) FROM push_target WHERE failures > 0 OR failure_detail IS NOT NULL";
    assert_eq!(world.count(blamed).await, 0);
    let crew = world.work("w2", 2, world.objects());
    world.until_with(DELIVERED, 3, &AT_ONCE).await;
    crew.stop().await;
    assert_all_there(&world).await;
}

/// Else it would be read and written whole each time, for nothing.
#[tokio::test]
async fn a_file_that_found_no_room_is_not_read_again_before_there_is() {
    let world = subscribed(&TargetAccess::shelf()).await;
    // Nobody knows beforehand how large it is.
    world.sql("UPDATE scene SET size = 0").await;
    let crew = with_room(&world, 1 << 20);
    world.until_with(DELIVERED, 2, &AT_ONCE).await;
    let failed = "SELECT count(*) FROM subscription_match WHERE state = 'waiting' AND failures > 1";
    world.until_with(failed, 1, &AT_ONCE).await;
    // Whoever read it again would fail for good.
    let scene = &world.archive.scenes[1].path;
    std::fs::rename(scene, world.folder.path().join("away")).unwrap();
    world
        .sql("UPDATE subscription_match SET failures = 0")
        .await;
    world.until_with(failed, 1, &AT_ONCE).await;
    crew.stop().await;
}

#[tokio::test]
async fn a_withdrawn_scene_leaves_a_note_on_the_shelf() {
    let world = subscribed(&TargetAccess::shelf()).await;
    let crew = world.work("w1", 2, world.objects());
    world.until(DELIVERED, 3).await;
    let ids = [world.archive.scenes[0].dataid.clone()];
    let done = withdraw(world.pool(), &ids, "定位超差", clock::now()).await;
    assert_eq!(done.unwrap().withdrawn.len(), 1);
    let ended = "SELECT count(*) FROM subscription_withdrawal WHERE state = 'done'";
    world.until(ended, 1).await;
    crew.stop().await;
    let lying = on_shelf(&world).await;
    assert_eq!(lying.len(), SIZES.len(), "{lying:?}");
    let added = lying
        .iter()
        .filter(|(path, ..)| path.ends_with(".withdrawn.json"));
    let added: Vec<_> = added.collect();
    let [(path, _, bytes)] = &added[..] else {
        panic!("{added:?}");
    };
    let note: serde_json::Value = serde_json::from_slice(bytes).unwrap();
    assert_eq!(note["reason"], "定位超差");
    let file = note["path"].as_str().unwrap();
    assert_eq!(format!("{file}.withdrawn.json"), *path);
    assert!(lying.iter().all(|(path, ..)| path != file));
}

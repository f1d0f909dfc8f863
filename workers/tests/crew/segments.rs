//! Segments of the scene index by real workers: stopped and starved in the middle, built anew, and swept when nothing names
//! them.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use chrono::TimeDelta;
use futures::FutureExt;
use storage::clock;
use storage::db::scenes::SceneIndex;
use storage::objects::Objects;
use storage::segment_shelf::SegmentShelf;
use tokio::sync::Notify;
use workers::crew::CrewSettings;
use workers::reconcile::orphans;

use super::store::{Hook, full};
use super::world::{RunningCrew, World, files};

const BUILT: &str =
    "SELECT coalesce(max(number), 0) FROM scene_manifest WHERE NOT EXISTS (SELECT FROM task)";
const WRITE_ONE: &str = "UPDATE scene SET size = size + 1 WHERE did = (SELECT max(did) FROM scene)";

fn shelf(world: &World, name: &str, objects: &Objects) -> SegmentShelf {
    let folder = world.folder.path().join(name);
    SegmentShelf::open(folder, Arc::clone(&objects.store)).unwrap()
}

/// A crew that builds segments, and a reconciler that expects them after every change.
fn builders(world: &World, name: &str, objects: Objects) -> RunningCrew {
    let settings = CrewSettings {
        segments: Some(shelf(world, name, &objects)),
        ..world.settings(name, 1)
    };
    RunningCrew::start(world.pool().clone(), world.queue.clone(), objects, settings)
}

async fn named(world: &World) -> BTreeSet<String> {
    let keys = sqlx::query_scalar("SELECT object_key FROM scene_segment");
    let keys: Vec<String> = keys.fetch_all(world.pool()).await.unwrap();
    keys.into_iter().collect()
}

/// A process on another machine begins with what was built, and finds every scene.
async fn is_read_elsewhere(world: &World, name: &str) {
    let index = SceneIndex::sharing(
        world.pool().clone(),
        Some(shelf(world, name, &world.objects())),
    );
    let mut db = world.db().await;
    assert!(index.is_ready(&mut db).await.unwrap());
    let facts = index.facts().unwrap();
    assert!(facts.manifest.is_some());
    let scenes = world.count("SELECT count(*) FROM scene").await;
    assert_eq!(i64::try_from(facts.scenes), Ok(scenes));
}

#[tokio::test(flavor = "multi_thread")]
async fn segments_are_built_after_a_change_and_only_those_that_a_manifest_names_stay() {
    let world = World::new(&[10, 20, 30]).await;
    let crew = builders(&world, "w", world.objects());
    world.until(BUILT, 1).await;
    is_read_elsewhere(&world, "first").await;
    let before = named(&world).await;
    world.sql(WRITE_ONE).await;
    world.until(BUILT, 2).await;
    is_read_elsewhere(&world, "second").await;
    crew.stop().await;
    let named = named(&world).await;
    let later = clock::now() + TimeDelta::hours(2);
    orphans::sweep(world.pool(), &world.objects(), later)
        .await
        .unwrap();
    assert_eq!(files(&world.objects_folder()), named);
    assert_ne!(named, before);
}

/// The worker stops in the middle: the task is given back, and another one builds.
#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_stops_in_the_middle_leaves_the_build_to_another() {
    let world = World::new(&[10]).await;
    let seen = Arc::new(Notify::new());
    let hook: Hook = {
        let seen = Arc::clone(&seen);
        Arc::new(move |_, path| {
            if !path.starts_with("segments/") {
                return std::future::ready(Ok(())).boxed();
            }
            seen.notify_one();
            std::future::pending().boxed()
        })
    };
    let crew = builders(&world, "stops", world.hooked(hook));
    seen.notified().await;
    crew.stop().await;
    let back = "SELECT count(*) FROM task WHERE kind = 'build_segments' AND handed_back = 1 \
         AND state IN ('waiting', 'released')";
    assert_eq!(world.count(back).await, 1);
    assert_eq!(world.count("SELECT count(*) FROM scene_manifest").await, 0);
    let next = builders(&world, "next", world.objects());
    world.until(BUILT, 1).await;
    next.stop().await;
    is_read_elsewhere(&world, "elsewhere").await;
}

/// The manifest of before goes on serving; once there is room, the next build takes its place.
#[tokio::test(flavor = "multi_thread")]
async fn a_full_store_leaves_the_earlier_segments_in_place() {
    let world = World::new(&[10, 20]).await;
    let is_full = Arc::new(AtomicBool::new(false));
    let hook: Hook = {
        let is_full = Arc::clone(&is_full);
        Arc::new(move |_, _| {
            let is_full = is_full.load(Ordering::SeqCst);
            async move { if is_full { Err(full()) } else { Ok(()) } }.boxed()
        })
    };
    let crew = builders(&world, "w", world.hooked(hook));
    world.until(BUILT, 1).await;
    let before = named(&world).await;
    is_full.store(true, Ordering::SeqCst);
    world.sql(WRITE_ONE).await;
    let tried = "SELECT count(*) FROM task WHERE kind = 'build_segments' AND error_class = 'no_space' AND failures > 2";
    world.until(tried, 1).await;
    assert_eq!(named(&world).await, before);
    is_read_elsewhere(&world, "meanwhile").await;
    is_full.store(false, Ordering::SeqCst);
    world.until(BUILT, 2).await;
    crew.stop().await;
    assert_ne!(named(&world).await, before);
    is_read_elsewhere(&world, "after").await;
}

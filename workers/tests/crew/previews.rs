//! Pictures by real workers: made without anybody asking, killed in the middle, made anew, given up, and swept.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use chrono::TimeDelta;
use domain::preview::PreviewState;
use futures::FutureExt;
use storage::db::previews::{self, Keys, Preview};
use storage::objects::Objects;
use storage::{clock, queue::Queue};
use tiff::encoder::{TiffEncoder, colortype};
use tokio::sync::Notify;
use workers::reconcile::orphans;

use super::store::Hook;
use super::world::{RunningCrew, World, files};

const MADE: &str = "SELECT count(*) FROM scene_preview WHERE state = 'made'";
const GIVEN_UP: &str = "SELECT count(*) FROM scene_preview WHERE state = 'impossible'";

/// A raster of 300 by 200 pixels of 16 bits, from dark to bright.
fn raster(path: &Path) {
    let pixels: Vec<u16> = (0..300_u16 * 200).map(|at| at % 300 * 100).collect();
    let mut encoder = TiffEncoder::new(File::create(path).unwrap()).unwrap();
    encoder
        .write_image::<colortype::Gray16>(300, 200, &pixels)
        .unwrap();
}

/// Scenes of which each has a raster.
async fn with_rasters(count: usize) -> World {
    let world = World::new(&vec![10; count]).await;
    for scene in &world.archive.scenes {
        raster(&scene.path);
    }
    world
}

fn work(world: &World, name: &str, objects: Objects) -> RunningCrew {
    work_with(world, name, objects, world.queue.clone(), 1 << 30)
}

fn work_with(world: &World, name: &str, objects: Objects, queue: Queue, most: u64) -> RunningCrew {
    let mut settings = world.settings(name, 2);
    settings.preview_max_bytes = most;
    RunningCrew::start(world.pool().clone(), queue, objects, settings)
}

async fn get_preview(world: &World, at: usize) -> Preview {
    let mut db = world.db().await;
    let data_id = &world.archive.scenes[at].dataid;
    previews::of_data_id(&mut db, data_id)
        .await
        .unwrap()
        .unwrap()
}

async fn keys(world: &World, at: usize) -> Keys {
    get_preview(world, at).await.keys.unwrap()
}

fn stored(world: &World) -> std::collections::BTreeSet<String> {
    files(&world.objects_folder())
}

fn path(world: &World, key: &str) -> PathBuf {
    world.objects_folder().join(key)
}

/// Lets the first write of a preview wait for ever, behind the thumbnail; tells when there was one.
fn stuck() -> (Hook, Arc<Notify>) {
    let (seen, calls) = (Arc::new(Notify::new()), Arc::new(AtomicUsize::new(0)));
    let told = Arc::clone(&seen);
    let hook: Hook = Arc::new(move |_, path| {
        let (told, calls) = (Arc::clone(&told), Arc::clone(&calls));
        async move {
            if path.ends_with("preview.jpg") && calls.fetch_add(1, Ordering::SeqCst) == 0 {
                told.notify_one();
                std::future::pending::<()>().await;
            }
            Ok(())
        }
        .boxed()
    });
    (hook, seen)
}

async fn sweep(world: &World) {
    let hour_later = clock::now() + TimeDelta::hours(1);
    orphans::sweep(world.pool(), &world.objects(), hour_later)
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn every_scene_gets_its_pictures_without_anybody_asking() {
    let world = with_rasters(5).await;
    let crew = work(&world, "w", world.objects());
    world.until(MADE, 5).await;
    crew.stop().await;
    assert_eq!(world.count("SELECT count(*) FROM task").await, 0);
    let keys = keys(&world, 2).await;
    for (key, width, height) in [(&keys.thumbnail, 256, 171), (&keys.preview, 300, 200)] {
        assert!(key.starts_with("previews/"), "{key}");
        let seen = image_of(&path(&world, key));
        assert_eq!((seen.width(), seen.height()), (width, height));
        let shade = |x| seen.get_pixel(x, 100).0[0];
        assert!(shade(1) < 10 && shade(width - 2) > 245, "stretched");
    }
    sweep(&world).await;
    assert_eq!(stored(&world).len(), 10, "rows name all");
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_are_made_as_fast_as_their_folder_may_be_read() {
    const WAITED: &str = "SELECT count(*) FROM source_pace WHERE waited_until IS NOT NULL";
    let world = with_rasters(2).await;
    let folder = url::Url::from_directory_path(&world.archive.folder).unwrap();
    sqlx::query("INSERT INTO archive_source (name, bytes_per_second) VALUES ($1, 200000)")
        .bind(folder.as_str())
        .execute(world.pool())
        .await
        .unwrap();
    let crew = work(&world, "w", world.objects());
    world.until(MADE, 2).await;
    crew.stop().await;
    assert_eq!(world.count(WAITED).await, 1);
}

fn image_of(path: &Path) -> image::GrayImage {
    let bytes = std::fs::read(path).unwrap();
    image::load_from_memory(&bytes).unwrap().to_luma8()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_stops_in_the_middle_gives_the_picture_back() {
    let world = with_rasters(1).await;
    let (hook, seen) = stuck();
    let crew = work(&world, "stops", world.hooked(hook));
    seen.notified().await;
    crew.stop().await;
    let back =
        "SELECT count(*) FROM task WHERE state IN ('waiting', 'released') AND handed_back = 1";
    assert_eq!(world.count(back).await, 1);
    assert_eq!(get_preview(&world, 0).await.state, PreviewState::None);
    half_is_swept(&world).await;
}

/// As after `kill -9`: nobody gives anything back, the lease runs out.
#[tokio::test(flavor = "multi_thread")]
async fn a_killed_workers_picture_is_made_by_another() {
    let world = with_rasters(1).await;
    let (hook, seen) = stuck();
    let dead = std::thread::spawn({
        let (objects, url) = (world.hooked(hook), world.database.url.clone());
        let mut settings = world.settings("dies", 1);
        settings.preview_max_bytes = 1 << 30;
        move || {
            let runtime = tokio::runtime::Runtime::new().unwrap();
            runtime.block_on(async {
                let pool = storage::db::connect(&url, 4).await.unwrap();
                let queue = Queue::open(None, &pool).await.unwrap();
                let _working = RunningCrew::start(pool, queue, objects, settings);
                seen.notified().await;
            });
            // Everything that ran on it is gone in the middle of what it did.
            runtime.shutdown_background();
        }
    });
    tokio::task::spawn_blocking(|| dead.join().unwrap())
        .await
        .unwrap();
    let running = "SELECT count(*) FROM task WHERE state = 'running' AND attempt = 1";
    assert_eq!(world.count(running).await, 1);
    half_is_swept(&world).await;
}

/// Half of the pictures lies there, seen by nobody; another worker makes them, and the half goes.
async fn half_is_swept(world: &World) {
    assert_eq!(stored(world).len(), 1, "the thumbnail of the first attempt");
    let next = work(world, "next", world.objects());
    world.until(MADE, 1).await;
    next.stop().await;
    assert_eq!(stored(world).len(), 3);
    sweep(world).await;
    let keys = keys(world, 0).await;
    assert!(keys.preview.ends_with("-2/preview.jpg"), "{}", keys.preview);
    assert_eq!(stored(world), [keys.thumbnail, keys.preview].into());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_scene_gets_new_pictures_and_the_old_ones_go() {
    let world = with_rasters(2).await;
    let crew = work(&world, "w", world.objects());
    world.until(MADE, 2).await;
    let (old, other) = (keys(&world, 0).await, keys(&world, 1).await);
    sqlx::query("UPDATE scene SET size = size + 1 WHERE dataid = $1")
        .bind(&world.archive.scenes[0].dataid)
        .execute(world.pool())
        .await
        .unwrap();
    world
        .until("SELECT count(*) FROM scene_preview WHERE state = 'none'", 0)
        .await;
    crew.stop().await;
    sweep(&world).await;
    let new = keys(&world, 0).await;
    assert_ne!(new, old);
    assert_eq!(keys(&world, 1).await, other, "only that one");
    let all = [new.thumbnail, new.preview, other.thumbnail, other.preview];
    assert_eq!(stored(&world), all.into());
    world.sql("DELETE FROM scene").await;
    sweep(&world).await;
    assert!(stored(&world).is_empty(), "with the scene its pictures go");
}

/// What is no raster, too large, or not there: each is given up in its own way, and nobody tries again at once.
#[tokio::test(flavor = "multi_thread")]
async fn what_has_no_picture_is_given_up_with_its_reason() {
    let world = World::new(&[100, 100, 100]).await;
    raster(&world.archive.scenes[1].path);
    std::fs::remove_file(&world.archive.scenes[2].path).unwrap();
    let crew = work_with(&world, "w", world.objects(), world.queue.clone(), 50_000);
    world.until(GIVEN_UP, 2).await;
    world
        .until("SELECT count(*) FROM scene_preview WHERE rounds = 1", 3)
        .await;
    crew.stop().await;
    assert_eq!(world.count("SELECT count(*) FROM task").await, 0);
    let rows: Vec<(String, String, String)> =
        sqlx::query_as("SELECT state, error_class, error_text FROM scene_preview ORDER BY did")
            .fetch_all(world.pool())
            .await
            .unwrap();
    let [garbage, large, missing] = &rows[..] else {
        panic!("{rows:?}");
    };
    assert_eq!((&*garbage.0, &*garbage.1), ("impossible", "source_corrupt"));
    assert!(garbage.2.contains("不是 TIFF"), "{}", garbage.2);
    assert_eq!((&*large.0, &*large.1), ("impossible", "source_corrupt"));
    assert!(large.2.contains("上限 50000 字节"), "{}", large.2);
    assert_eq!((&*missing.0, &*missing.1), ("none", "source_missing"));
    assert!(stored(&world).is_empty());
    let again = work(&world, "again", world.objects());
    world.approved().await;
    world
        .until("SELECT count(*) FROM task WHERE kind = 'extract_scene' AND state IN ('done', 'failed')", 3)
        .await;
    again.stop().await;
    let rounds = "SELECT sum(rounds)::bigint FROM scene_preview";
    assert_eq!(world.count(rounds).await, 3, "not tried again meanwhile");
}

/// Two hundred scenes wait for pictures that take for ever; the order goes through.
#[tokio::test(flavor = "multi_thread")]
async fn orders_pass_a_flood_of_pictures() {
    let world = with_rasters(200).await;
    let hook: Hook = Arc::new(|_, path| {
        async move {
            if path.starts_with("previews/") {
                std::future::pending::<()>().await;
            }
            Ok(())
        }
        .boxed()
    });
    let crew = work(&world, "w", world.hooked(hook));
    world
        .until(
            "SELECT count(*) FROM task WHERE kind = 'make_preview' AND state = 'running'",
            1,
        )
        .await;
    // The rasters are no more what the catalogue says they are; their pictures do not mind.
    world.sql("UPDATE scene SET size = 0, sha256 = NULL").await;
    let expected = world.archive.dataids()[..20].to_vec();
    world.approved_of(&expected).await;
    world.until_packaged().await;
    let running = "SELECT count(*) FROM task WHERE kind = 'make_preview' AND state = 'running'";
    assert_eq!(
        world.count(running).await,
        1,
        "of two slots pictures take one"
    );
    crew.stop().await;
}

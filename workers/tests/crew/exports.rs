//! Exports by real workers: killed, taken away and starved in the middle, and swept when they are over.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use chrono::TimeDelta;
use domain::export::{ExportContent, ExportKind, ExportState, failure};
use domain::ids::ExportId;
use domain::task::ErrorClass;
use futures::FutureExt;
use storage::clock;
use storage::db::exports::{self, Export};
use storage::lifecycle::exports::{Choice, begin, begin_as};
use storage::lifecycle::pushes::SubscriptionShelf;
use testkit::builders::{add_nodes, node};
use tokio::sync::Notify;
use workers::reconcile::{Reconcile, orphans};

use super::store::{Hook, full};
use super::world::{World, files};

const DONE: &str = "SELECT count(*) FROM export WHERE state = 'done'";

async fn create_export(world: &World, kind: ExportKind) -> ExportId {
    let dataids = world.archive.dataids();
    let choice = Choice::Catalogue(&dataids);
    begin(
        world.pool(),
        world.owner(),
        kind,
        choice,
        &domain::quota::Quotas::default(),
        clock::now(),
    )
    .await
    .unwrap()
}

async fn get_export(world: &World, id: ExportId) -> Export {
    let found = exports::find(&mut *world.db().await, id, world.owner()).await;
    found.unwrap().unwrap()
}

fn stored(world: &World) -> BTreeSet<String> {
    files(&world.objects_folder())
}

/// Lets the first calls wait for ever; tells when there was one.
fn stuck(first: usize) -> (Hook, Arc<Notify>) {
    let (seen, calls) = (Arc::new(Notify::new()), Arc::new(AtomicUsize::new(0)));
    let told = Arc::clone(&seen);
    let hook: Hook = Arc::new(move |_, path| {
        let (told, calls) = (Arc::clone(&told), Arc::clone(&calls));
        async move {
            if path.starts_with("exports/") && calls.fetch_add(1, Ordering::SeqCst) < first {
                told.notify_one();
                std::future::pending::<()>().await;
            }
            Ok(())
        }
        .boxed()
    });
    (hook, seen)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_is_made_and_what_is_told_of_the_file_is_so() {
    let world = World::new(&[10, 20, 30]).await;
    let crew = world.work("w", 2, world.objects());
    for (kind, done) in ExportKind::ALL.into_iter().zip(1..) {
        let id = create_export(&world, kind).await;
        world.until(DONE, done).await;
        let file = get_export(&world, id).await.file.unwrap();
        assert_eq!(file.name, format!("景数据.{}", kind.extension()));
        let path = world.objects_folder().join(&file.object_key);
        let sum = testkit::archive::sha256_of(&path).unwrap();
        assert_eq!(hex::encode(&file.sha256), sum);
        let size = std::fs::metadata(&path).unwrap().len();
        assert_eq!(Ok(size), u64::try_from(file.size));
        assert!(file.object_key.ends_with("-1"), "{}", file.object_key);
    }
    crew.stop().await;
}

/// What the field lists of the scenes' nodes show stands beside what every list has.
#[tokio::test(flavor = "multi_thread")]
async fn metadata_have_a_column_for_each_field() {
    let world = World::new(&[10, 20]).await;
    world
        .sql("UPDATE scene SET gsd = 2.5, properties = '{\"processing:level\": \"=L1\", \"path\": \"/archive/a\"}'")
        .await;
    let crew = world.work("w", 1, world.objects());
    let dataids = world.archive.dataids();
    let id = begin_as(
        ExportId::fresh(),
        world.pool(),
        world.owner(),
        (ExportKind::Csv, ExportContent::Metadata),
        Choice::Catalogue(&dataids),
        &domain::quota::Quotas::default(),
        clock::now(),
    )
    .await
    .unwrap();
    world.until(DONE, 1).await;
    crew.stop().await;
    let export = get_export(&world, id).await;
    assert_eq!((export.written, export.count), (2, 2));
    let file = export.file.unwrap();
    assert_eq!(file.name, "景元数据.csv");
    let text = std::fs::read_to_string(world.objects_folder().join(&file.object_key)).unwrap();
    let mut lines = csv::Reader::from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    let headings = lines.headers().unwrap().clone();
    let row = lines.records().next().unwrap().unwrap();
    let cell = |heading: &str| {
        let column = headings.iter().position(|one| one == heading);
        &row[column.unwrap_or_else(|| panic!("{heading}: {headings:?}"))]
    };
    assert_eq!(cell("分辨率（米）"), "2.5");
    assert_eq!(cell("是否在线"), "是");
    let level = headings.iter().find(|heading| heading.contains("级别"));
    assert_eq!(cell(level.unwrap()), "'=L1");
    assert!(!text.contains("/archive/a"), "{text}");
    let unique: BTreeSet<_> = headings.iter().collect();
    assert_eq!(unique.len(), headings.len());
}

/// What a file leaves out it does not say that it holds. One of which nothing is left is none.
#[tokio::test(flavor = "multi_thread")]
async fn what_its_owner_may_not_see_any_more_is_in_no_file() {
    let world = World::new(&[10, 20]).await;
    let dataids = world.archive.dataids();
    let (hidden, visible) = (&dataids[0], &dataids[1]);
    add_nodes(world.pool(), &[node(9, "授权")]).await;
    sqlx::query("UPDATE scene SET nodeid = 9 WHERE dataid = $1")
        .bind(visible)
        .execute(world.pool())
        .await
        .unwrap();
    let id = create_export(&world, ExportKind::Csv).await;
    world
        .sql("UPDATE scope_grant SET node_ids = '{9}', version = version + 1")
        .await;
    let crew = world.work("w", 1, world.objects());
    world.until(DONE, 1).await;
    let export = get_export(&world, id).await;
    assert_eq!((export.written, export.count), (1, 1));
    let path = export.file.unwrap().object_key;
    let text = std::fs::read_to_string(world.objects_folder().join(path)).unwrap();
    assert!(text.contains(visible) && !text.contains(hidden), "{text}");

    world.sql("DELETE FROM scope_grant").await;
    let id = create_export(&world, ExportKind::Csv).await;
    let failed = "SELECT count(*) FROM export WHERE state = 'failed'";
    world.until(failed, 1).await;
    crew.stop().await;
    let why = get_export(&world, id).await.failure;
    assert_eq!(why, Some(failure(ErrorClass::SourceMissing).into()));
}

/// The worker stops in the middle: the task is given back, another makes the file, and of the first nothing is left.
#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_stops_in_the_middle_gives_the_export_back() {
    let world = World::new(&[10]).await;
    let (hook, seen) = stuck(1);
    let crew = world.work("stops", 1, world.hooked(hook));
    let id = create_export(&world, ExportKind::Csv).await;
    seen.notified().await;
    crew.stop().await;
    let back =
        "SELECT count(*) FROM task WHERE state IN ('waiting', 'released') AND handed_back = 1";
    assert_eq!(world.count(back).await, 1);
    assert_eq!(get_export(&world, id).await.state, ExportState::Working);
    assert!(stored(&world).is_empty());
    let next = world.work("next", 1, world.objects());
    world.until(DONE, 1).await;
    next.stop().await;
    let file = get_export(&world, id).await.file.unwrap();
    assert_eq!(stored(&world), [file.object_key].into());
}

/// Nobody wants it any more: the worker notices, and is free for the next.
#[tokio::test(flavor = "multi_thread")]
async fn an_export_taken_away_in_the_middle_ends() {
    let world = World::new(&[10]).await;
    let (hook, seen) = stuck(1);
    let crew = world.work("w", 1, world.hooked(hook));
    create_export(&world, ExportKind::Csv).await;
    seen.notified().await;
    world.sql("DELETE FROM export").await;
    let id = create_export(&world, ExportKind::Geojson).await;
    world.until(DONE, 1).await;
    crew.stop().await;
    let file = get_export(&world, id).await.file.unwrap();
    assert_eq!(stored(&world), [file.object_key].into());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_store_fails_the_export_in_words_without_places() {
    let world = World::new(&[10]).await;
    let hook: Hook = Arc::new(|_, _| async { Err(full()) }.boxed());
    let crew = world.work("w", 1, world.hooked(hook));
    let id = create_export(&world, ExportKind::Shapefile).await;
    let failed = "SELECT count(*) FROM export WHERE state = 'failed'";
    world.until(failed, 1).await;
    crew.stop().await;
    let kept = get_export(&world, id).await.failure;
    assert_eq!(kept, Some(failure(ErrorClass::NoSpace).into()));
    let tries = "SELECT failures::bigint FROM task WHERE kind = 'export'";
    assert_eq!(world.count(tries).await, 3);
    assert!(stored(&world).is_empty());
}

/// Its owner ends an export while a worker is at it: what the worker has written is swept.
#[tokio::test(flavor = "multi_thread")]
async fn an_export_that_is_cancelled_while_it_is_written_leaves_nothing() {
    let world = World::new(&[10]).await;
    let (reached, go_on) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let hook: Hook = {
        let (reached, go_on) = (Arc::clone(&reached), Arc::clone(&go_on));
        Arc::new(move |_, _| {
            let (reached, go_on) = (Arc::clone(&reached), Arc::clone(&go_on));
            async move {
                reached.notify_one();
                go_on.notified().await;
                Ok(())
            }
            .boxed()
        })
    };
    let crew = world.work("w", 1, world.hooked(hook));
    let id = create_export(&world, ExportKind::Csv).await;
    reached.notified().await;
    assert!(
        exports::remove(&mut *world.db().await, id, world.owner())
            .await
            .unwrap()
    );
    go_on.notify_one();
    go_on.notify_waiters();
    world.until("SELECT count(*) FROM task", 0).await;
    crew.stop().await;
    assert_eq!(world.count("SELECT count(*) FROM export").await, 0);
    let later = clock::now() + TimeDelta::hours(2);
    orphans::sweep(world.pool(), &world.objects(), later)
        .await
        .unwrap();
    assert!(stored(&world).is_empty());
}

/// A day later row and bytes are gone; of one that is still wanted, neither.
#[tokio::test(flavor = "multi_thread")]
async fn the_bytes_of_an_export_that_is_over_are_removed() {
    let world = World::new(&[10]).await;
    let crew = world.work("w", 1, world.objects());
    let old = create_export(&world, ExportKind::Csv).await;
    world.until(DONE, 1).await;
    let kept = create_export(&world, ExportKind::Csv).await;
    world.until(DONE, 2).await;
    crew.stop().await;
    let kept = get_export(&world, kept).await.file.unwrap().object_key;

    let hour_later = clock::now() + TimeDelta::hours(1);
    orphans::sweep(world.pool(), &world.objects(), hour_later)
        .await
        .unwrap();
    assert_eq!(stored(&world).len(), 2, "rows name both");
    sqlx::query("UPDATE export SET expires_at = now() WHERE id = $1")
        .bind(old.0)
        .execute(world.pool())
        .await
        .unwrap();
    let reconcile = Reconcile {
        segments: None,
        subscriptions: SubscriptionShelf::default(),
        push: push::PushConfig::default(),
        shelf: None,
        pool: world.pool().clone(),
        queue: world.queue.clone(),
        objects: world.objects(),
        key: testkit::builders::server_key(),
        staging: world.staging(),
        records: chrono::TimeDelta::days(1095),
        previews: false,
        time: Arc::default(),
        clock: std::sync::Arc::new(storage::clock::now),
        loops: storage::loop_health::LoopHealth::default(),
        freed: Arc::default(),
    };
    reconcile.remove().await.unwrap();
    orphans::sweep(world.pool(), &world.objects(), hour_later)
        .await
        .unwrap();
    assert_eq!(world.count("SELECT count(*) FROM export").await, 1);
    assert_eq!(stored(&world), [kept].into());
}

//! What goes wrong with one scene, or with the store, for a while or for good.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use domain::order::state::OrderState;
use futures::FutureExt;
use storage::clock;
use storage::lifecycle::Scope;
use workers::reconcile::orphans;

use super::store::{Hook, Op, broken, full};
use super::world::World;

const MIB: usize = 1 << 20;
const FAILED: &str = "SELECT count(*) FROM order_scene WHERE state = 2";
const EXTRACTED: &str = "SELECT count(*) FROM order_scene WHERE state = 0";

/// Fails the first `times` calls of `op` whose path contains `part`.
pub fn failing(
    op: Op,
    part: &str,
    times: usize,
    error: fn() -> object_store::Error,
) -> (Hook, Arc<AtomicUsize>) {
    let (seen, part) = (Arc::new(AtomicUsize::new(0)), part.to_owned());
    let count = Arc::clone(&seen);
    let hook: Hook = Arc::new(move |asked, path| {
        let fails =
            asked == op && path.contains(&part) && count.fetch_add(1, Ordering::SeqCst) < times;
        async move { if fails { Err(error()) } else { Ok(()) } }.boxed()
    });
    (hook, seen)
}

async fn flog(world: &World) -> String {
    sqlx::query_scalar("SELECT flog FROM order_scene WHERE state = 2")
        .fetch_one(world.pool())
        .await
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_is_extracted_and_packaged() {
    let world = World::new(&[8 * MIB, 100, 0]).await;
    let order = world.approved().await;
    let crew = world.work("w", 2, world.objects());
    world.until_packaged().await;
    crew.stop().await;
    assert_eq!(world.state(order).await, OrderState::PendingPackaging);
    world.assert_store_is_clean().await;
}

/// The same failure of a foreign archive ends a scene at the sixth time.
#[tokio::test(flavor = "multi_thread")]
async fn no_scene_is_given_up_while_the_object_store_is_away() {
    let world = World::new(&[100]).await;
    world.approved().await;
    let (hook, _) = failing(Op::Put, "/scenes/", 12, broken);
    let crew = world.work("w", 1, world.hooked(hook));
    world.until_packaged().await;
    crew.stop().await;
    assert_eq!(world.count(FAILED).await, 0);
    let away = "SELECT (failures_of_class ->> 'dependency_away')::bigint FROM task WHERE kind = 'extract_scene'";
    assert_eq!(world.count(away).await, 12);
}

/// A panic inside a job, and one inside a part that is sent beside it.
#[tokio::test(flavor = "multi_thread")]
async fn a_scene_that_makes_its_job_panic_ends_as_failed_and_the_order_goes_on() {
    for (size, op) in [(100, Op::Put), (20 * MIB, Op::Part)] {
        let world = World::new(&[size, 200, 300]).await;
        let order = world.approved().await;
        let poison = format!("/scenes/{}/", world.did(0).await);
        let hook: Hook = Arc::new(move |asked, path| {
            assert!(asked != op || !path.contains(&poison), "poison");
            async { Ok(()) }.boxed()
        });
        let crew = world.work("w", 1, world.hooked(hook));
        world.until(FAILED, 1).await;
        world.until(EXTRACTED, 2).await;
        let tries = "SELECT max(attempt)::bigint FROM task WHERE state = 'failed'";
        assert_eq!(world.count(tries).await, 3);
        assert!(
            flog(&world).await.contains("程序内部错误"),
            "{}",
            flog(&world).await
        );
        assert_eq!(world.state(order).await, OrderState::Approved);
        world.admin().continue_without_failed(order).await.unwrap();
        world.until_packaged().await;
        crew.stop().await;
        let (named, stored) = world.named_and_stored().await;
        assert_eq!(named, stored, "nothing of the poison is left");
    }
}

/// An archive server that never answers: tried as often as its class says, then failed with the reason.
#[tokio::test(flavor = "multi_thread")]
async fn a_source_that_always_fails_ends_as_failed_and_the_order_goes_on() {
    let world = World::new(&[100, 200]).await;
    world
        .sql("UPDATE scene SET archive_url = 'http://127.0.0.1:1/secret/x.tif' WHERE dataid = 'TEST-000'")
        .await;
    let order = world.approved().await;
    let crew = world.work("w", 2, world.objects());
    world.until(FAILED, 1).await;
    let tries = "SELECT max(attempt)::bigint FROM task WHERE state = 'failed'";
    assert_eq!(world.count(tries).await, 6);
    let reason = flog(&world).await;
    assert!(reason.contains("读写失败"), "{reason}");
    assert!(!reason.contains("/secret/"), "{reason}");
    world.until(EXTRACTED, 1).await;
    // The archive is back.
    let url = url::Url::from_file_path(&world.archive.scenes[0].path).unwrap();
    sqlx::query("UPDATE scene SET archive_url = $1 WHERE dataid = 'TEST-000'")
        .bind(url.as_str())
        .execute(world.pool())
        .await
        .unwrap();
    world
        .admin()
        .reextract(order, Scope::Failed, 9)
        .await
        .unwrap();
    world.until_packaged().await;
    crew.stop().await;
    world.assert_store_is_clean().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_and_corrupt_sources_are_told_apart() {
    let world = World::new(&[100, 200, 300, 400]).await;
    std::fs::remove_file(&world.archive.scenes[0].path).unwrap();
    std::fs::write(&world.archive.scenes[1].path, [0; 199]).unwrap();
    std::fs::remove_file(&world.archive.scenes[2].path).unwrap();
    std::fs::create_dir(&world.archive.scenes[2].path).unwrap();
    world.approved().await;
    let crew = world.work("w", 4, world.objects());
    world.until(FAILED, 3).await;
    world.until(EXTRACTED, 1).await;
    crew.stop().await;
    let rows: Vec<(String, i32, String, String)> = sqlx::query_as(
        "SELECT t.error_class, t.failures, os.flog, s.dataid FROM task t \
         JOIN order_scene os USING (order_id, did) JOIN scene s USING (did) \
         WHERE t.state = 'failed' ORDER BY s.dataid",
    )
    .fetch_all(world.pool())
    .await
    .unwrap();
    let expected = [
        ("source_missing", 1, "归档文件不存在"),
        ("source_corrupt", 2, "大小应为 200 字节，实为 199 字节"),
        ("source_corrupt", 2, "是目录"),
    ];
    assert_eq!(rows.len(), expected.len());
    for ((class, failures, flog, dataid), wanted) in rows.iter().zip(expected) {
        assert_eq!(
            (class.as_str(), *failures),
            (wanted.0, wanted.1),
            "{dataid}"
        );
        assert!(flog.contains(wanted.2), "{flog}");
        assert!(
            !flog.contains(world.archive.folder.to_str().unwrap()),
            "{flog}"
        );
    }
    let (named, stored) = world.named_and_stored().await;
    assert_eq!((named.len(), &named), (1, &stored));
}

/// At every point at which writing a scene can fail: tried again, and no half object is ever seen.
#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_fails_for_a_while_costs_time_only() {
    for op in [Op::Put, Op::Begin, Op::Part, Op::Complete] {
        let world = World::new(&[100, 20 * MIB]).await;
        world.approved().await;
        let (hook, seen) = failing(op, "/scenes/", 2, broken);
        let crew = world.work("w", 1, world.hooked(hook));
        world.until_packaged().await;
        crew.stop().await;
        assert!(seen.load(Ordering::SeqCst) > 2, "{op:?} failed twice");
        let classes = "SELECT count(*) FROM task WHERE kind = 'extract_scene' AND failures > 0";
        assert_eq!(world.count(classes).await, 1, "{op:?}");
        world.assert_store_is_clean().await;
        assert_eq!(
            world
                .count("SELECT count(*) FROM order_scene WHERE flog IS NOT NULL")
                .await,
            0
        );
    }
}

/// The same while the package is written and while its scenes are read; there is one package in the end.
#[tokio::test(flavor = "multi_thread")]
async fn packaging_survives_a_store_that_fails_for_a_while() {
    for (op, part) in [
        (Op::Get, "/scenes/"),
        (Op::Begin, "/packages/"),
        (Op::Part, "/packages/"),
        (Op::Complete, "/packages/"),
        (Op::Put, "/packages/"),
    ] {
        let world = World::new(&[100, 20 * MIB]).await;
        let order = world.approved().await;
        let (hook, _) = failing(op, part, 2, broken);
        let crew = world.work("w", 2, world.hooked(hook));
        world.until_packaged().await;
        crew.stop().await;
        assert_eq!(world.state(order).await, OrderState::PendingPackaging);
        assert_eq!(
            world.count("SELECT count(*) FROM delivery").await,
            1,
            "{op:?}"
        );
        let tries = "SELECT failures::bigint FROM task WHERE kind = 'package_order'";
        let failures = world.count(tries).await;
        // Parts are sent side by side: two of them may fail in one try.
        assert!((1..=2).contains(&failures), "{op:?}: {failures}");
        // Of a try that failed after its zip was whole, the zip is left for the sweep, under its own name.
        let swept = orphans::sweep(world.pool(), &world.objects(), clock::now())
            .await
            .unwrap();
        assert_eq!(swept.objects, if op == Op::Put { 2 } else { 0 }, "{op:?}");
        world.assert_store_is_clean().await;
    }
}

fn gone() -> object_store::Error {
    object_store::Error::NotFound {
        path: "scenes/lost".into(),
        source: "no such object".into(),
    }
}

/// What the store lost does not come back by trying to pack it again.
#[tokio::test(flavor = "multi_thread")]
async fn a_scene_that_the_store_lost_is_extracted_anew_when_the_package_is_tried_again() {
    let world = World::new(&[100, 200]).await;
    let order = world.approved().await;
    let (hook, _) = failing(Op::Get, "/scenes/", 1, gone);
    let crew = world.work("w", 1, world.hooked(hook));
    let given_up = "SELECT count(*) FROM task WHERE kind = 'package_order' AND state = 'failed' \
         AND error_class = 'source_missing'";
    world.until(given_up, 1).await;
    world.admin().retry_preparation(order).await.unwrap();
    world.until_packaged().await;
    crew.stop().await;
    let extractions = "SELECT count(*) FROM task WHERE kind = 'extract_scene' AND state = 'done'";
    assert_eq!(world.count(extractions).await, 4, "each twice");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_store_is_named_as_such_and_waited_for() {
    let world = World::new(&[100]).await;
    world.approved().await;
    // More often than any other class is tried.
    let (hook, _) = failing(Op::Put, "/scenes/", 8, full);
    let crew = world.work("w", 1, world.hooked(hook));
    let said = "SELECT count(*) FROM order_scene os JOIN task t USING (order_id, did) \
         WHERE os.state = 1 AND os.flog LIKE '存储空间不足%' AND t.error_class = 'no_space'";
    world.until(said, 1).await;
    world.until_packaged().await;
    crew.stop().await;
    world.assert_store_is_clean().await;
}

//! Offline copies: staged whole or not at all, read back, and gone with their delivery.

use std::collections::BTreeSet;
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use domain::ids::{OrderId, TaskId};
use domain::order::state::OrderState;
use storage::db::deliveries::HandOver;
use storage::db::{deliveries, orders, tasks};
use storage::lifecycle::pushes::SubscriptionShelf;
use testkit::archive::sha256_of;
use tokio_util::sync::CancellationToken;
use workers::crew::LEASE;
use workers::fault::Fault;
use workers::reconcile::{Reconcile, staged};
use workers::staging;
use workers::stream::ProgressWatch;

use super::store::{Op, broken};
use super::world::World;

const MIB: usize = 1 << 20;
/// One when an order is prepared.
const PREPARED: &str = "SELECT count(*) FROM orders WHERE state = 6";

/// What lies in the staging area, hidden or not.
pub fn staged_names(world: &World) -> BTreeSet<String> {
    let entries = std::fs::read_dir(world.staging()).into_iter().flatten();
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

pub async fn number(world: &World, order: OrderId) -> String {
    let found = orders::find(&mut *world.db().await, order).await.unwrap();
    found.unwrap().number.to_string()
}

/// The copy is whole, as its own list of checksums and the archive say.
pub fn assert_whole(world: &World, copy: &Path) {
    let checked = Command::new("sha256sum")
        .args(["--check", "--strict", "--quiet", "SHA256SUMS"])
        .current_dir(copy)
        .output()
        .unwrap();
    assert!(checked.status.success(), "{checked:?}");
    for scene in &world.archive.scenes {
        let staged = copy.join("scenes").join(&scene.file_name);
        assert_eq!(
            sha256_of(&staged).unwrap(),
            scene.sha256,
            "{}",
            staged.display()
        );
    }
    for beside in ["README.txt", "manifest.json", "footprints/footprints.shp"] {
        assert!(copy.join(beside).is_file(), "{beside}");
    }
}

/// An order that is prepared as an offline copy; the folder of the copy.
async fn prepared(world: &World) -> (OrderId, PathBuf) {
    let order = world.approved_offline().await;
    let crew = world.work("w", 2, world.objects());
    world.until(PREPARED, 1).await;
    crew.stop().await;
    let copy = world.staging().join(number(world, order).await);
    (order, copy)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offline_copy_is_staged_and_read_back_and_no_account_opens_it() {
    let world = World::new(&[8 * MIB + 3, 100, 0]).await;
    let (order, copy) = prepared(&world).await;
    assert_eq!(world.state(order).await, OrderState::Prepared);
    assert_whole(&world, &copy);
    assert_eq!(
        staged_names(&world),
        BTreeSet::from([number(&world, order).await]),
        "nothing else is left"
    );
    let mut db = world.db().await;
    let delivery = deliveries::latest(&mut db, order).await.unwrap().unwrap();
    let path = copy.to_str().unwrap().to_owned();
    assert_eq!(delivery.hand_out, HandOver::Staged(path));
    let files = deliveries::files(&mut db, delivery.id).await.unwrap();
    assert!(files.iter().all(|file| file.object_key.is_none()));
    let listed: BTreeSet<_> = files.into_iter().map(|file| file.path).collect();
    let mut expected: BTreeSet<String> = world
        .archive
        .scenes
        .iter()
        .map(|scene| format!("scenes/{}", scene.file_name))
        .collect();
    expected.extend(["README.txt", "manifest.json", "SHA256SUMS"].map(str::to_owned));
    let shapes = ["shp", "shx", "dbf", "prj", "cpg"];
    expected.extend(shapes.map(|kind| format!("footprints/footprints.{kind}")));
    assert_eq!(listed, expected);
    // The store holds the scenes and no package.
    assert_eq!(world.named_and_stored().await.1.len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_fails_while_a_copy_is_staged_costs_time_only() {
    let world = World::new(&[100, 2 * MIB]).await;
    let order = world.approved_offline().await;
    let (hook, seen) = super::faults::failing(Op::Get, "/scenes/", 3, broken);
    let crew = world.work("w", 1, world.hooked(hook));
    world.until(PREPARED, 1).await;
    crew.stop().await;
    assert!(seen.load(std::sync::atomic::Ordering::SeqCst) > 3);
    let number = number(&world, order).await;
    assert_whole(&world, &world.staging().join(&number));
    assert_eq!(
        staged_names(&world),
        BTreeSet::from([number]),
        "failed attempts leave nothing"
    );
}

fn reconcile(world: &World) -> Reconcile {
    Reconcile {
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
        freed: std::sync::Arc::default(),
    }
}

/// However a delivery ends, the copy goes with it; as long as it is open, it stays.
#[tokio::test(flavor = "multi_thread")]
async fn a_copy_is_removed_when_its_delivery_is_over() {
    for overdue in [false, true] {
        let world = World::new(&[100]).await;
        let (order, copy) = prepared(&world).await;
        reconcile(&world).remove().await.unwrap();
        assert!(copy.is_dir(), "it is open");
        if overdue {
            world.admin().mark_overdue(order).await.unwrap();
        } else {
            world
                .sql("UPDATE delivery SET expires_at = now() - interval '1 second'")
                .await;
        }
        reconcile(&world).remove().await.unwrap();
        assert_eq!(staged_names(&world), BTreeSet::new(), "{overdue}");
    }
}

/// The old copy need not have been swept; the new one takes its place.
#[tokio::test(flavor = "multi_thread")]
async fn a_reopened_order_gets_a_fresh_copy() {
    let world = World::new(&[100, 300]).await;
    let (order, copy) = prepared(&world).await;
    world.admin().mark_overdue(order).await.unwrap();
    std::fs::write(copy.join("scribbled"), b"on the old one").unwrap();
    world.admin().reopen(order).await.unwrap();
    let crew = world.work("again", 2, world.objects());
    world.until(PREPARED, 1).await;
    crew.stop().await;
    assert_whole(&world, &copy);
    assert!(!copy.join("scribbled").exists());
    staged::sweep(world.pool(), &world.staging()).await.unwrap();
    assert_eq!(
        staged_names(&world),
        BTreeSet::from([number(&world, order).await])
    );
}

/// What was written is read back before anybody is told of it.
#[tokio::test(flavor = "multi_thread")]
async fn a_copy_that_is_not_what_was_staged_is_not_handed_out() {
    let world = World::new(&[100]).await;
    let order = world.approved_offline().await;
    world
        .sql(
            "CREATE FUNCTION wrong() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
             NEW.sha256 = decode(repeat('00', 32), 'hex'); RETURN NEW; END $$",
        )
        .await;
    world
        .sql(
            "CREATE TRIGGER wrong BEFORE INSERT ON delivery_file FOR EACH ROW \
             WHEN (NEW.path = 'README.txt') EXECUTE FUNCTION wrong()",
        )
        .await;
    let crew = world.work("w", 1, world.objects());
    let given_up = "SELECT count(*) FROM task WHERE kind = 'verify_delivery' AND state = 'failed' \
         AND error_class = 'source_corrupt' AND error_text LIKE '%README.txt%'";
    world.until(given_up, 1).await;
    crew.stop().await;
    assert_eq!(world.state(order).await, OrderState::PendingPackaging);
    let told = "SELECT count(*) FROM order_event WHERE reason_code = 'source_corrupt'";
    assert_eq!(world.count(told).await, 1, "the time line says why");
}

/// As after weeks in which nothing could be checked.
#[tokio::test(flavor = "multi_thread")]
async fn the_time_of_a_delivery_begins_with_its_check() {
    let world = World::new(&[100]).await;
    world.approved_offline().await;
    world
        .sql(
            "CREATE FUNCTION late() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
             NEW.expires_at = now() - interval '1 day'; RETURN NEW; END $$",
        )
        .await;
    world
        .sql("CREATE TRIGGER late BEFORE INSERT ON delivery FOR EACH ROW EXECUTE FUNCTION late()")
        .await;
    let crew = world.work("w", 1, world.objects());
    world.until(PREPARED, 1).await;
    crew.stop().await;
    let whole = "SELECT count(*) FROM delivery WHERE state = 'active' \
         AND expires_at > now() + interval '29 days'";
    assert_eq!(world.count(whole).await, 1);
}

/// Folders of dead attempts go. What is being written, what is open, and what is not ours stays.
#[tokio::test(flavor = "multi_thread")]
async fn the_sweep_takes_what_killed_attempts_left_and_nothing_else() {
    let world = World::new(&[100]).await;
    let (order, _) = prepared(&world).await;
    let other = world.approved_offline().await;
    let released = world.release().await;
    let mut db = world.db().await;
    let running = tasks::claim(&mut db, released[0], "w2", LEASE)
        .await
        .unwrap()
        .unwrap()
        .claim();
    let (first, second) = (number(&world, order).await, number(&world, other).await);
    let stays = [
        format!(".{second}.{}-{}", running.task, running.attempt),
        first.clone(),
        "disk-7".to_owned(),
        ".snapshots".to_owned(),
        "20200101WP000000000".to_owned(),
    ];
    let goes = [
        format!(".{second}.{}-{}", running.task, running.attempt - 1),
        format!(".{second}.{}-1", TaskId::fresh()),
        format!(".{first}.{}-out", TaskId::fresh()),
        second,
    ];
    for name in stays.iter().chain(&goes) {
        let folder = world.staging().join(name).join("scenes");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("half.tif"), b"half").unwrap();
    }
    std::fs::write(world.staging().join("notes.txt"), b"mine").unwrap();
    let removed = staged::sweep(world.pool(), &world.staging()).await.unwrap();
    assert_eq!(removed, goes.len());
    let mut expected = BTreeSet::from(stays);
    expected.insert("notes.txt".to_owned());
    assert_eq!(staged_names(&world), expected);
}

/// Those who fill disks read through the area's group; nobody else reads.
#[tokio::test(flavor = "multi_thread")]
async fn a_copy_allows_its_group_what_the_area_allows() {
    for (area, folder, file) in [(0o2750, 0o2750, 0o640), (0o700, 0o700, 0o600)] {
        let world = World::new(&[100]).await;
        fs::create_dir_all(world.staging()).unwrap();
        fs::set_permissions(world.staging(), Permissions::from_mode(area)).unwrap();
        let (_, copy) = prepared(&world).await;
        let mode = |path: &Path| fs::metadata(path).unwrap().mode() & 0o7777;
        for inside in ["", "scenes", "footprints"] {
            assert_eq!(mode(&copy.join(inside)), folder, "{area:o} {inside}");
        }
        let scene = Path::new("scenes").join(&world.archive.scenes[0].file_name);
        for inside in [Path::new("SHA256SUMS"), &scene] {
            assert_eq!(
                mode(&copy.join(inside)),
                file,
                "{area:o} {}",
                inside.display()
            );
        }
    }
}

/// Somebody removed the copy before it was read back: it does not come back by itself. An area that is away does.
#[tokio::test]
async fn a_copy_that_is_gone_is_told_from_an_area_that_is_away() {
    let area = tempfile::tempdir().unwrap();
    let watch = ProgressWatch::new(|_| {}, CancellationToken::new());
    let check = async |folder: &Path| staging::check(folder, &[], &watch).await;
    let gone = check(&area.path().join("20261125WP100000000")).await;
    assert!(matches!(gone, Err(Fault::SourceCorrupt(_))), "{gone:?}");
    let away = check(&area.path().join("mount/20261125WP100000000")).await;
    assert!(matches!(away, Err(Fault::TransientIo(_))), "{away:?}");
}

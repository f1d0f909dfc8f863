//! Files of orders that were pushed to their applicant: the registry and the figures of downloads have them as fetched, once.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use domain::ids::{OrderId, PushTargetId};
use domain::push_target::TargetKind;
use domain::statistics::Period;
use domain::subscription::SubscriptionCriteria;
use storage::db::deliveries;
use storage::db::downloads::{self, DownloadDimension, DownloadFigures};
use storage::db::handles;
use storage::db::order_pushes::{self, NewOrderFile, NewOrderPush};
use storage::db::order_scope::OrderScope;
use storage::db::push_targets;
use storage::db::registry::{self, RegistryEntry};
use storage::db::tasks::PushTask;
use storage::lifecycle::pushes::{BegunPush, begin, note_whole, publish};

use super::pushes::{add, claimed, deliver, matched, subscribed, target};
use super::world::World;

const TRANSFERS: &str = "SELECT count(*) FROM transfer";
/// Bytes of the one file that a played worker packages.
const SIZE: u64 = 3;

fn century() -> Period {
    let day = |text: &str| text.parse().unwrap();
    Period::new(day("2000-01-01"), day("2099-12-31"))
}

/// Answers how many files wait that did not.
async fn push(world: &World, order: OrderId, target: PushTargetId) -> u64 {
    let delivery = world.delivery(order).await;
    let mut db = world.db().await;
    let stored = deliveries::files(&mut db, delivery).await.unwrap();
    let files: Vec<_> = stored
        .iter()
        .map(|file| NewOrderFile {
            file: &file.path,
            path: &file.path,
            size: file.size,
        })
        .collect();
    let new = NewOrderPush {
        order,
        delivery,
        target,
        target_name: "省中心",
        owner: world.owner,
        by: world.admin,
    };
    let put = order_pushes::put(&mut db, new, &files, world.now).await;
    put.unwrap().unwrap()
}

/// Sends what waits, as a worker does.
async fn send(world: &World) -> Vec<PushTask> {
    let tasks = claimed(world).await;
    for task in &tasks {
        let job = match begin(&world.pool, *task, world.now).await.unwrap() {
            BegunPush::Send(job) => job,
            other => panic!("{other:?}"),
        };
        let size = job.size.unsigned_abs();
        let whole = note_whole(&world.pool, *task, size, &[2; 32]).await;
        assert!(whole.unwrap());
        assert!(publish(&world.pool, *task, world.now).await.unwrap());
    }
    tasks
}

async fn entry(world: &World, order: OrderId) -> RegistryEntry {
    let found = registry::of_order(&mut *world.db().await, order).await;
    found.unwrap().remove(0)
}

/// Files to their end, bytes, and when something of it was fetched last.
async fn fetched(world: &World, order: OrderId) -> (i64, i64, Option<DateTime<Utc>>) {
    let entry = entry(world, order).await;
    (entry.fetched_files, entry.fetched_bytes, entry.last_fetched)
}

/// What was downloaded by protocol: transfers, files, broken, bytes.
async fn by_protocol(world: &World) -> BTreeMap<String, (u64, u64, u64, u64)> {
    let subject = (&OrderScope::All, century());
    let by = DownloadDimension::Protocol;
    let found = downloads::figures(&mut *world.db().await, subject, None, by).await;
    let plain = |one: DownloadFigures| (one.transfers, one.files, one.broken, one.bytes.0);
    let found = found.unwrap().into_iter();
    found.map(|(value, one)| (value, plain(one))).collect()
}

/// Deliveries, fetched, begun, untouched and repeated.
async fn completion(world: &World) -> [i64; 5] {
    let subject = (&OrderScope::All, century());
    let units = downloads::completion(&mut *world.db().await, subject).await;
    let unit = units.unwrap().remove(0);
    [
        unit.deliveries,
        unit.fetched,
        unit.begun,
        unit.untouched,
        unit.repeated,
    ]
}

/// The sums say what `admin check-figures` counts, before and after they are folded.
async fn assert_sums_agree(world: &World) {
    for _ in 0..2 {
        let mut tx = handles::begin(&world.pool).await.unwrap();
        assert_eq!(registry::differences(&mut tx).await.unwrap(), []);
        let since = century().first();
        assert_eq!(downloads::differences(&mut tx, since).await.unwrap(), []);
        registry::fold_changes(&mut tx).await.unwrap();
        downloads::fold_changes(&mut tx).await.unwrap();
        handles::commit(tx).await.unwrap();
    }
}

#[tokio::test]
async fn a_file_that_was_pushed_whole_is_fetched_once_for_each_target() {
    let mut world = World::new(1).await;
    let order = world.prepared(world.owner, 1).await;
    let first = target(&world).await;
    assert_eq!(push(&world, order, first).await, 1);
    assert_eq!(fetched(&world, order).await, (0, 0, None), "it only waits");
    assert_eq!(completion(&world).await, [1, 0, 0, 1, 0]);
    let sent = send(&world).await;
    assert_eq!(sent.len(), 1);
    let arrived = world.now;
    // Who says so twice is heard once, and what is there is not sent again.
    assert!(!publish(&world.pool, sent[0], world.now).await.unwrap());
    world.now += TimeDelta::hours(1);
    assert_eq!(push(&world, order, first).await, 0);
    assert!(send(&world).await.is_empty());
    assert_eq!(fetched(&world, order).await, (1, 3, Some(arrived)));
    assert_eq!(completion(&world).await, [1, 1, 0, 0, 0]);
    let figures = by_protocol(&world).await;
    assert_eq!(figures, [("push".to_owned(), (1, 1, 0, SIZE))].into());
    assert_sums_agree(&world).await;

    let second = target(&world).await;
    assert_eq!(push(&world, order, second).await, 1);
    send(&world).await;
    let number = entry(&world, order).await.number;
    let mut db = world.db().await;
    let fetches = registry::fetches(&mut db, number).await.unwrap();
    let counts: Vec<_> = (fetches.iter())
        .map(|one| (one.path.as_str(), one.times, one.bytes, one.last))
        .collect();
    assert_eq!(counts, [("1.zip", 2, 6, world.now)]);
    assert_eq!(completion(&world).await, [1, 1, 0, 0, 1]);
    assert_sums_agree(&world).await;
    let figures = by_protocol(&world).await;
    assert_eq!(figures, [("push".to_owned(), (2, 2, 0, 2 * SIZE))].into());
    let behaviours = "SELECT count(*) FROM behaviour WHERE ordername IS NOT NULL AND data_size = 3";
    assert_eq!(world.count(behaviours).await, 0, "nobody came");
    let pushes = registry::pushes(&mut db, number).await.unwrap();
    let moments: Vec<_> = pushes.iter().map(|one| one.delivered).collect();
    assert_eq!(moments, [arrived, world.now]);
    assert!(pushes.iter().all(|one| one.path == "1.zip"
        && one.size == 3
        && one.target_name == "省中心"
        && one.kind == Some(TargetKind::Ftp)
        && one.address.as_deref() == Some("ftp://example.cn/")));
}

#[tokio::test]
async fn how_a_file_was_sent_stays_when_its_target_changes_while_it_is_sent() {
    let world = World::new(1).await;
    let order = world.prepared(world.owner, 1).await;
    let first = target(&world).await;
    push(&world, order, first).await;
    let task = claimed(&world).await[0];
    let begun = begin(&world.pool, task, world.now).await.unwrap();
    assert!(matches!(begun, BegunPush::Send(_)));
    world
        .run("UPDATE push_target SET kind = 's3', address = 'https://s3.example.cn/bucket'")
        .await;
    deliver(&world, task).await;
    let number = entry(&world, order).await.number;
    let mut db = world.db().await;
    let pushes = registry::pushes(&mut db, number).await.unwrap();
    assert_eq!(pushes[0].kind, Some(TargetKind::Ftp));
    let host = "SELECT count(*) FROM transfer WHERE client_ip = 'example.cn' AND account = 'admin'";
    assert_eq!(world.count(host).await, 1);
}

#[tokio::test]
async fn a_scene_of_a_subscription_is_no_delivery_and_no_download() {
    let world = World::new(0).await;
    subscribed(&world, SubscriptionCriteria::default()).await;
    add(&world, &["a"]).await;
    matched(&world).await;
    for task in claimed(&world).await {
        let begun = begin(&world.pool, task, world.now).await.unwrap();
        assert!(matches!(begun, BegunPush::Send(_)));
        deliver(&world, task).await;
    }
    assert_eq!(world.count(TRANSFERS).await, 0);
    let noted = "SELECT count(*) FROM subscription_match WHERE state = 'delivered' AND sent_to IS NOT NULL AND sent_kind IS NULL";
    assert_eq!(world.count(noted).await, 1);
}

/// To a target that is as it was, one that was saved anew since, and one that was removed.
#[tokio::test]
async fn the_migration_counts_what_was_pushed_before() {
    let world = World::new(1).await;
    let order = world.prepared(world.owner, 1).await;
    let targets = [
        target(&world).await,
        target(&world).await,
        target(&world).await,
    ];
    for one in targets {
        push(&world, order, one).await;
    }
    // As the version before left it.
    world
        .run("UPDATE subscription_match SET state = 'delivered', ended_at = matched_at + interval '1 hour', sha256 = sha256('')")
        .await;
    world
        .run("ALTER TABLE subscription_match DROP CONSTRAINT subscription_match_sent, DROP COLUMN sent_kind, DROP COLUMN sent_address")
        .await;
    sqlx::query("UPDATE push_target SET tested_at = tested_at + interval '1 day' WHERE id = $1")
        .bind(targets[1].0)
        .execute(&world.pool)
        .await
        .unwrap();
    let mut db = world.db().await;
    let removed = push_targets::remove(&mut db, world.owner, targets[2]).await;
    assert!(removed.unwrap());
    let migration = include_str!("../../../migrations/0095_pushes_are_fetches.sql");
    sqlx::raw_sql(migration).execute(&mut *db).await.unwrap();
    let arrived = world.now + TimeDelta::hours(1);
    assert_eq!(fetched(&world, order).await, (1, 9, Some(arrived)));
    assert_eq!(completion(&world).await, [1, 1, 0, 0, 2]);
    let figures = by_protocol(&world).await;
    assert_eq!(figures, [("push".to_owned(), (3, 3, 0, 3 * SIZE))].into());
    assert_sums_agree(&world).await;
    let number = entry(&world, order).await.number;
    let pushes = registry::pushes(&mut db, number).await.unwrap();
    let known: Vec<_> = pushes.iter().filter_map(|one| one.kind).collect();
    assert_eq!((pushes.len(), known), (3, vec![TargetKind::Ftp]));
}

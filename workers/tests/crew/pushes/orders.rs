//! Finished orders that reach somebody's server.

use domain::ids::{DeliveryId, OrderId, PushTargetId};
use storage::clock;
use storage::db::deliveries::{self, DeliveryFile};
use storage::db::order_pushes::{self, NewOrderFile, NewOrderPush};
use storage::db::{push_targets, registry};
use testkit::builders::subscription::{TargetAccess, target_with_access};

use super::receiver::{Receiver, keep_key};
use super::{DELIVERED, crew};
use crate::world::World;

/// What opening a delivery enters in the registry.
const ENTRY: &str = "INSERT INTO registry_entry (delivery_id, order_id, round, opened_at, ordername, kind, get_method, user_id, \
    login_name, user_name, applicant, unit, usage, project, description, scene_count, scene_bytes, file_count, file_bytes) \
    SELECT d.id, o.id, 1, now(), o.ordername, o.kind, o.get_method, o.user_id, 'zhangsan', 'zhangsan', o.applyuser, \
    o.apply_user_unit, o.apply_user_used, o.product_name, o.description, 0, 0, 0, 0 FROM delivery d JOIN orders o ON o.id = d.order_id";

/// An order whose delivery is open.
async fn handed_out(world: &World) -> (OrderId, DeliveryId) {
    let order = world.approved().await;
    let crew = world.work("w0", 2, world.objects());
    world.until_packaged().await;
    crew.stop().await;
    // There is no gateway here that could show it.
    world
        .sql("UPDATE delivery SET state = 'active' WHERE state = 'verifying'")
        .await;
    world.sql(ENTRY).await;
    let delivery = deliveries::latest(&mut *world.db().await, order).await;
    (order, delivery.unwrap().unwrap().id)
}

/// Answers how many files wait that did not.
async fn push(
    world: &World,
    (order, delivery): (OrderId, DeliveryId),
    target: PushTargetId,
) -> u64 {
    let mut db = world.db().await;
    let files = deliveries::files(&mut db, delivery).await.unwrap();
    let placed: Vec<_> = files
        .iter()
        .map(|file| (file, format!("order/{}", file.path)))
        .collect();
    let files: Vec<_> = placed
        .iter()
        .map(|(file, path)| NewOrderFile {
            file: &file.path,
            path,
            size: file.size,
        })
        .collect();
    let new = NewOrderPush {
        order,
        delivery,
        target,
        target_name: "省中心",
        owner: world.owner(),
        by: world.admin,
    };
    let put = order_pushes::put(&mut db, new, &files, clock::now()).await;
    put.unwrap().unwrap()
}

#[tokio::test]
async fn a_finished_order_arrives_whole_and_once_by_sftp() {
    arrives_whole_and_once(Receiver::sftp()).await;
}

#[tokio::test]
async fn a_finished_order_arrives_whole_and_once_by_ftp() {
    arrives_whole_and_once(Receiver::ftp()).await;
}

#[tokio::test]
async fn a_finished_order_arrives_whole_and_once_in_a_bucket() {
    arrives_whole_and_once(Receiver::bucket()).await;
}

async fn arrives_whole_and_once(receiver: Receiver) {
    let world = World::new(&[700_000, 1]).await;
    keep_key(&world).await;
    let handed = handed_out(&world).await;
    let access = receiver.access();
    let target = target_with_access(world.pool(), world.owner(), &access, clock::now()).await;
    let files = push(&world, handed, target).await;
    assert!(files > 0);
    let running = crew(&world, "w1", &receiver);
    world.until(DELIVERED, files.cast_signed()).await;
    assert_eq!(push(&world, handed, target).await, 0, "it is there");
    running.stop().await;
    let stored = deliveries::files(&mut *world.db().await, handed.1)
        .await
        .unwrap();
    let mut expected: Vec<_> = stored
        .iter()
        .map(|file| {
            let key = file.object_key.clone().unwrap();
            let bytes = std::fs::read(world.objects_folder().join(key)).unwrap();
            (format!("order/{}", file.path), bytes)
        })
        .collect();
    expected.sort();
    assert_eq!(receiver.files(), expected);
    assert_registered(&world, handed.0, (&stored[..], &access)).await;
}

/// The registry has each of these files as fetched once, and says how and where it was sent.
async fn assert_registered(
    world: &World,
    order: OrderId,
    (files, access): (&[DeliveryFile], &TargetAccess),
) {
    let mut db = world.db().await;
    let entry = registry::of_order(&mut db, order).await.unwrap().remove(0);
    assert_eq!(usize::try_from(entry.fetched_files).unwrap(), files.len());
    let fetches = registry::fetches(&mut db, entry.number).await.unwrap();
    let counts: Vec<_> = fetches
        .iter()
        .map(|one| (&one.path, one.times, one.bytes))
        .collect();
    let sizes: Vec<_> = files
        .iter()
        .map(|file| (&file.path, 1_i64, file.size))
        .collect();
    assert_eq!(counts, sizes);
    let pushes = registry::pushes(&mut db, entry.number).await.unwrap();
    assert_eq!(pushes.len(), files.len());
    for one in pushes {
        assert_eq!(one.kind, Some(access.kind));
        assert_eq!(one.address.as_deref(), Some(&*access.address));
    }
    let differences = registry::differences(&mut db).await.unwrap();
    assert_eq!(differences, []);
}

#[tokio::test]
async fn what_waits_when_the_delivery_ends_is_missed_with_its_reason() {
    let receiver = Receiver::ftp();
    let world = World::new(&[100]).await;
    let handed = handed_out(&world).await;
    let access = receiver.access();
    let target = target_with_access(world.pool(), world.owner(), &access, clock::now()).await;
    let files = push(&world, handed, target).await;
    world.sql("UPDATE delivery SET state = 'ended'").await;
    let running = crew(&world, "w1", &receiver);
    world
        .until(
            "SELECT count(*) FROM subscription_match WHERE state = 'missed' AND error_detail->>'code' = 'failure.delivery_closed'",
            files.cast_signed(),
        )
        .await;
    running.stop().await;
    assert!(receiver.files().is_empty());
}

#[tokio::test]
async fn what_waits_for_a_target_that_its_owner_removes_is_missed_with_its_reason() {
    let receiver = Receiver::ftp();
    let world = World::new(&[100]).await;
    let handed = handed_out(&world).await;
    let access = receiver.access();
    let target = target_with_access(world.pool(), world.owner(), &access, clock::now()).await;
    let files = push(&world, handed, target).await;
    let mut db = world.db().await;
    let removed = push_targets::remove(&mut db, world.owner(), target).await;
    assert!(removed.unwrap());
    let running = crew(&world, "w1", &receiver);
    world
        .until(
            "SELECT count(*) FROM subscription_match WHERE state = 'missed' AND error_detail->>'code' = 'failure.target_removed'",
            files.cast_signed(),
        )
        .await;
    running.stop().await;
    assert!(receiver.files().is_empty());
}

//! A worker that is played: it claims tasks as workers do, and publishes results whose bytes are nowhere.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use domain::emergency::Room;
use domain::ids::{DeliveryId, TaskId};
use domain::size::ByteCount;
use domain::task::TaskKind;
use sqlx::PgPool;
use storage::db::deliveries::{self, DeliveryFile, FtpAccount, HandOver};
use storage::db::handles::connection;
use storage::db::order_scenes::Extracted;
use storage::db::tasks::{self, Claimed, Task};
use storage::lifecycle::LifecycleError;
use storage::lifecycle::preparation::{self, Packaged};
use storage::objects::{ObjectKey, PackagePart};

/// Long enough that no lease ends by itself during a test.
pub const LONG: Duration = Duration::from_mins(10);

/// Hands tasks that wait to the workers, while there is `room`.
pub async fn release(pool: &PgPool, room: i64) -> Vec<TaskId> {
    let mut tx = pool.begin().await.unwrap();
    let room = Room::ordinary(room.unsigned_abs());
    let released = tasks::release(&mut tx, room).await.unwrap();
    tx.commit().await.unwrap();
    released.ordinary
}

/// Claims a task of an order, unless it is nobody's to claim.
pub async fn claim(pool: &PgPool, id: TaskId) -> Option<Task> {
    let mut db = connection(pool).await.unwrap();
    let claimed = tasks::claim(&mut db, id, "played", LONG).await;
    claimed.unwrap().and_then(Claimed::order)
}

/// Releases and claims everything that waits.
pub async fn claim_all(pool: &PgPool) -> Vec<Task> {
    let mut claimed = Vec::new();
    for id in release(pool, i64::MAX / 2).await {
        claimed.push(claim(pool, id).await.unwrap());
    }
    claimed
}

/// Does what waits now. What that leads to waits then.
pub async fn do_waiting(pool: &PgPool, now: DateTime<Utc>) -> usize {
    let claimed = claim_all(pool).await;
    for task in &claimed {
        assert!(publish(pool, *task, now).await.unwrap(), "{task:?}");
    }
    claimed.len()
}

/// Does everything that waits, until nothing does.
pub async fn do_everything(pool: &PgPool, now: DateTime<Utc>) {
    while do_waiting(pool, now).await > 0 {}
}

/// Publishes what the claim is about; false when it is no longer the worker's.
pub async fn publish(
    pool: &PgPool,
    task: Task,
    now: DateTime<Utc>,
) -> Result<bool, LifecycleError> {
    match task.kind {
        TaskKind::ExtractScene => {
            let did = task.did.unwrap();
            preparation::publish_scene(pool, task, did, &extracted(task), now).await
        }
        TaskKind::PackageOrder => {
            let file = DeliveryFile {
                path: "1.zip".into(),
                object_key: Some(package_key(task)),
                size: 3,
                sha256: vec![2; 32],
                modified: now,
            };
            let account = FtpAccount {
                name: format!("wp{}", task.claim.task.0.simple()),
                password_sealed: b"sealed".to_vec(),
            };
            let days = TimeDelta::days(7);
            publish_package(pool, task, account, &[file], (now, days)).await
        }
        TaskKind::VerifyDelivery => {
            let mut db = connection(pool).await.unwrap();
            let latest = deliveries::latest(&mut db, task.order).await;
            let delivery = latest.unwrap().unwrap().id;
            preparation::publish_verified(pool, task, delivery, now).await
        }
        TaskKind::Export
        | TaskKind::MakePreview
        | TaskKind::PushScene
        | TaskKind::BuildSegments
        | TaskKind::ReceiveRun
        | TaskKind::CopyScene
        | TaskKind::WithdrawScene => unreachable!("no task of an order"),
    }
}

/// Publishes a package of these files, which is handed out over FTP for so long.
pub async fn publish_package(
    pool: &PgPool,
    task: Task,
    account: FtpAccount,
    files: &[DeliveryFile],
    (now, open): (DateTime<Utc>, TimeDelta),
) -> Result<bool, LifecycleError> {
    let packaged = Packaged {
        delivery: DeliveryId::fresh(),
        hand_out: &HandOver::Ftp(account),
        expires: now + open,
        files,
    };
    preparation::publish_package(pool, task, &packaged, now).await
}

/// The result of extracting a scene.
#[must_use]
pub fn extracted(task: Task) -> Extracted {
    Extracted {
        object_key: scene_key(task),
        size: ByteCount(10),
        sha256: [7; 32],
        crc32: 0xffff_ffff,
    }
}

/// Where the claim puts its scene.
#[must_use]
pub fn scene_key(task: Task) -> String {
    let key = ObjectKey::Scene {
        order: task.order,
        did: task.did.unwrap(),
        claim: task.claim,
    };
    key.path().to_string()
}

/// Where the claim puts its package.
#[must_use]
pub fn package_key(task: Task) -> String {
    let key = ObjectKey::Package {
        order: task.order,
        claim: task.claim,
        part: PackagePart::Zip(1),
    };
    key.path().to_string()
}

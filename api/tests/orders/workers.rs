//! The workers' part, played by hand.

use std::time::Duration;

use chrono::TimeDelta;
use domain::emergency::Room;
use domain::ids::{DeliveryId, OrderId};
use domain::order::get_method::GetMethod;
use domain::size::ByteCount;
use domain::task::{ErrorClass, TaskKind};
use object_store::ObjectStoreExt as _;
use sha2::{Digest as _, Sha256};
use storage::db::deliveries::{DeliveryFile, FtpAccount, HandOver};
use storage::db::order_scenes::Extracted;
use storage::db::orders::{self, Order};
use storage::db::tasks::{self, Claimed, Task};
use storage::lifecycle::preparation::{self, Packaged};
use storage::objects::{ObjectKey, PackagePart};
use texts::FailureText;

use crate::world::World;

/// The password behind every FTP account of the tests.
const FTP_PASSWORD: &str = "pass-word-1";
/// What every scene holds here.
pub const SCENE: &[u8] = b"0123456789";
/// What every zip holds here.
pub const ZIP: &[u8] = b"PK\x03\x04 all of the scenes";

impl World {
    /// Plays the workers until nothing is left to do.
    pub async fn prepare(&self) {
        loop {
            let claimed = self.claim().await;
            if claimed.is_empty() {
                return;
            }
            for task in claimed {
                self.work(task).await;
            }
        }
    }

    /// Claims every task that waits.
    pub async fn claim(&self) -> Vec<Task> {
        let mut tx = self.context.begin().await.unwrap();
        let room = Room::ordinary(100);
        let released = tasks::release(&mut tx, room).await.unwrap();
        let mut claimed = Vec::new();
        for id in released.ordinary {
            let lease = Duration::from_mins(1);
            let task = tasks::claim(&mut tx, id, "test", lease).await.unwrap();
            claimed.extend(task.and_then(Claimed::order));
        }
        tx.commit().await.unwrap();
        claimed
    }

    /// Does what a worker would do.
    pub async fn work(&self, task: Task) {
        let done = match task.kind {
            TaskKind::ExtractScene => self.extract(task).await,
            TaskKind::PackageOrder => self.package(task).await,
            TaskKind::VerifyDelivery => {
                let delivery = self.delivery_of(task.order).await;
                preparation::publish_verified(&self.context.pool, task, delivery, self.now())
                    .await
                    .unwrap()
            }
            TaskKind::Export
            | TaskKind::MakePreview
            | TaskKind::PushScene
            | TaskKind::BuildSegments
            | TaskKind::ReceiveRun
            | TaskKind::CopyScene
            | TaskKind::WithdrawScene => unreachable!("no task of an order"),
        };
        assert!(done, "{task:?} was no longer ours");
    }

    async fn extract(&self, task: Task) -> bool {
        self.extract_as(task, SCENE).await
    }

    /// Extracts a scene that holds these bytes.
    pub async fn extract_as(&self, task: Task, bytes: &'static [u8]) -> bool {
        let did = task.did.unwrap();
        let key = ObjectKey::Scene {
            order: task.order,
            did,
            claim: task.claim,
        };
        self.put(&key, bytes).await;
        let extracted = Extracted {
            object_key: key.path().to_string(),
            size: ByteCount(bytes.len() as u64),
            sha256: Sha256::digest(bytes).into(),
            crc32: 0,
        };
        preparation::publish_scene(&self.context.pool, task, did, &extracted, self.now())
            .await
            .unwrap()
    }

    async fn package(&self, task: Task) -> bool {
        let order = orders::find(&mut self.context.connection().await.unwrap(), task.order).await;
        let order = order.unwrap().unwrap();
        if order.form.rest().get_method == Some(GetMethod::OfflineCopy) {
            return self.stage(task, &order).await;
        }
        let key = ObjectKey::Package {
            order: task.order,
            claim: task.claim,
            part: PackagePart::Zip(1),
        };
        self.put(&key, ZIP).await;
        let account = format!("wp{}", task.claim.task.0.simple());
        let sealed = self
            .context
            .server_key
            .seal(FTP_PASSWORD.as_bytes(), account.as_bytes())
            .unwrap();
        let file = |path: &str, key: &ObjectKey, bytes: &[u8]| DeliveryFile {
            path: path.into(),
            object_key: Some(key.path().to_string()),
            size: i64::try_from(bytes.len()).unwrap(),
            sha256: Sha256::digest(bytes).to_vec(),
            modified: self.now(),
        };
        let packaged = Packaged {
            delivery: DeliveryId::fresh(),
            hand_out: &HandOver::Ftp(FtpAccount {
                name: account,
                password_sealed: sealed,
            }),
            expires: self.now() + TimeDelta::days(7),
            files: &[
                file("package/订单.zip", &key, ZIP),
                file("scenes/s1 中文.tif", &key, ZIP),
            ],
        };
        preparation::publish_package(&self.context.pool, task, &packaged, self.now())
            .await
            .unwrap()
    }

    /// An offline copy: the API never looks at its folder.
    async fn stage(&self, task: Task, order: &Order) -> bool {
        let file = |path: &str, bytes: &[u8]| DeliveryFile {
            path: path.into(),
            object_key: None,
            size: i64::try_from(bytes.len()).unwrap(),
            sha256: Sha256::digest(bytes).to_vec(),
            modified: self.now(),
        };
        let packaged = Packaged {
            delivery: DeliveryId::fresh(),
            hand_out: &HandOver::Staged(format!("/srv/offline/{}", order.number)),
            expires: self.now() + TimeDelta::days(7),
            files: &[
                file("README.txt", b"read me"),
                file("scenes/s1.tif", b"0123456789"),
                file("scenes/s2.tif", b"0123456789"),
            ],
        };
        preparation::publish_package(&self.context.pool, task, &packaged, self.now())
            .await
            .unwrap()
    }

    /// Fails a claimed task for good.
    pub async fn fail(&self, task: Task, what: &str) {
        let class = ErrorClass::SourceMissing;
        let what = what.into();
        let failure = FailureText::SourceMissing { what }.into();
        preparation::fail(&self.context.pool, task, class, &failure, self.now())
            .await
            .unwrap();
    }

    async fn put(&self, key: &ObjectKey, bytes: &'static [u8]) {
        self.objects
            .store
            .put(&key.path(), bytes.into())
            .await
            .unwrap();
    }

    async fn delivery_of(&self, order: OrderId) -> DeliveryId {
        let mut db = self.context.connection().await.unwrap();
        let latest = storage::db::deliveries::latest(&mut db, order)
            .await
            .unwrap();
        latest.unwrap().id
    }
}

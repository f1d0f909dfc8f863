//! A database with people, scenes and orders, and a worker that is played by the test.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use domain::attachment::{AttachmentKind, PaperFormat};
use domain::ids::{AttachmentId, DeliveryId, OrderId, TaskId, UserId};
use domain::order::application::{ApplicationForm, Intent};
use domain::order::get_method::GetMethod;
use domain::order::kind::OrderKind;
use domain::order::state::OrderState;
use domain::quota::Quotas;
use domain::role::Role;
use domain::size::ByteCount;
use domain::task::TaskKind;
use storage::PgPool;
use storage::db::attachments::{self, Attachment};
use storage::db::catalogue::{self, NewNode};
use storage::db::deliveries::{DeliveryFile, FtpAccount, HandOver};
use storage::db::handles::{Connection, connection};
use storage::db::order_scenes::{self, Extracted, SceneTally};
use storage::db::orders::{self, Order};
use storage::db::scenes::{self, NewScene};
use storage::db::tasks::{self, Claimed, Task};
use storage::db::users::{self, NewUser};
use storage::lifecycle::application::{self, Application, Idempotency};
use storage::lifecycle::preparation::{self, Packaged};
use storage::lifecycle::{By, Deed, LifecycleError, act};
use storage::objects::{ObjectKey, PackagePart};
use testkit::postgres::TestDatabase;

/// Long enough that no lease ends by itself during a test.
pub const LONG: Duration = Duration::from_mins(10);

pub struct World {
    pub pool: PgPool,
    /// 张三, who orders.
    pub owner: UserId,
    /// Another applicant.
    pub other: UserId,
    pub admin: UserId,
    /// `dataid` of every scene; each has 10 bytes.
    pub scenes: Vec<String>,
    pub now: DateTime<Utc>,
    pub quotas: Quotas,
}

impl World {
    pub async fn new(scene_count: u32) -> Self {
        let pool = TestDatabase::new().await.pool;
        let mut db = connection(&pool).await.unwrap();
        let node = NewNode {
            id: Some(1),
            parent_id: None,
            label: "高分一号",
            obj_type: "WX",
            collection: None,
            position: 0,
        };
        catalogue::ensure(&mut db, &node).await.unwrap();
        let batch: Vec<_> = (0..scene_count).map(scene).collect();
        scenes::upsert_batch(&mut db, &batch).await.unwrap();
        let now = "2026-11-21T02:00:00Z".parse().unwrap();
        let mut people = Vec::new();
        for (login, role) in [
            ("zhangsan", Role::Applicant),
            ("wangwu", Role::Applicant),
            ("admin", Role::Admin),
        ] {
            people.push(
                users::insert(&mut db, &user(login, role), now)
                    .await
                    .unwrap(),
            );
        }
        drop(db);
        Self {
            pool,
            owner: people[0],
            other: people[1],
            admin: people[2],
            scenes: batch.into_iter().map(|scene| scene.dataid).collect(),
            now,
            quotas: Quotas::default(),
        }
    }

    pub async fn db(&self) -> Connection {
        connection(&self.pool).await.unwrap()
    }

    /// Runs SQL that plays the passing of time or looks behind the scenes.
    pub async fn sql(&self, statement: &'static str, order: OrderId) -> u64 {
        let done = sqlx::query(statement).bind(order.0);
        done.execute(&self.pool).await.unwrap().rows_affected()
    }

    /// The same, of no order.
    pub async fn run(&self, statement: &'static str) {
        sqlx::query(statement).execute(&self.pool).await.unwrap();
    }

    pub async fn count(&self, query: &'static str) -> i64 {
        sqlx::query_scalar(query)
            .fetch_one(&self.pool)
            .await
            .unwrap()
    }

    /// A paper in each of the four slots.
    pub async fn papers(&self, user: UserId) -> Vec<(AttachmentKind, AttachmentId)> {
        let mut db = self.db().await;
        let mut papers = Vec::new();
        for kind in AttachmentKind::FOR_COMPLETION {
            let id = AttachmentId::fresh();
            let paper = Attachment {
                id,
                uploader: user,
                order: None,
                kind,
                stored_name: format!("0123456789012345678扫描件{}.pdf", kind.code()),
                format: PaperFormat::Pdf,
                size: 9,
                sha256: vec![1; 32],
                object_key: ObjectKey::Attachment(id).path().to_string(),
                created: self.now,
                replaced: None,
            };
            attachments::insert(&mut db, &paper).await.unwrap();
            papers.push((kind, id));
        }
        papers
    }

    /// Hands in an order for the first `count` scenes.
    pub async fn create(
        &self,
        user: UserId,
        count: usize,
        papers: &[(AttachmentKind, AttachmentId)],
        idempotency: Option<Idempotency<'_>>,
    ) -> Result<Order, LifecycleError> {
        let application = Application {
            kind: OrderKind::ExistingProduct,
            data_type: "0",
            form: form(),
            scenes: &self.scenes[..count],
            papers,
            intent: Intent::Submit,
            catalogue_only: None,
        };
        let by = person(user, Role::Applicant);
        application::create(
            &self.pool,
            application,
            user,
            by,
            &self.quotas,
            idempotency,
            self.now,
        )
        .await
    }

    pub async fn submitted(&self, user: UserId, count: usize) -> OrderId {
        let papers = self.papers(user).await;
        self.create(user, count, &papers, None).await.unwrap().id
    }

    pub async fn approved(&self, user: UserId, count: usize) -> OrderId {
        let order = self.submitted(user, count).await;
        self.act(order, Deed::Approve).await.unwrap();
        order
    }

    /// The administrator does it.
    pub async fn act(&self, order: OrderId, deed: Deed<'_>) -> Result<Order, LifecycleError> {
        let by = person(self.admin, Role::Admin);
        act(&self.pool, order, deed, by, self.now).await
    }

    pub async fn state(&self, order: OrderId) -> OrderState {
        let mut db = self.db().await;
        orders::find(&mut db, order).await.unwrap().unwrap().state
    }

    pub async fn tally(&self, order: OrderId) -> SceneTally {
        order_scenes::tally(&mut *self.db().await, order)
            .await
            .unwrap()
    }

    pub async fn release(&self, room: i64) -> Vec<TaskId> {
        let mut tx = self.pool.begin().await.unwrap();
        let released = tasks::release(&mut tx, room).await.unwrap();
        tx.commit().await.unwrap();
        released
    }

    pub async fn claim(&self, id: TaskId) -> Option<Task> {
        let mut db = self.db().await;
        let claimed = tasks::claim(&mut db, id, "played", LONG).await;
        claimed.unwrap().and_then(Claimed::order)
    }

    /// Releases and claims everything that waits.
    pub async fn claim_all(&self) -> Vec<Task> {
        let mut claimed = Vec::new();
        for id in self.release(i64::MAX / 2).await {
            claimed.push(self.claim(id).await.unwrap());
        }
        claimed
    }

    /// Publishes what the claim is about.
    pub async fn publish(&self, task: Task) -> Result<bool, LifecycleError> {
        match task.kind {
            TaskKind::ExtractScene => {
                let (did, extracted) = (task.did.unwrap(), extracted(task));
                preparation::publish_scene(&self.pool, task, did, &extracted, self.now).await
            }
            TaskKind::PackageOrder => self.publish_package(task).await,
            TaskKind::VerifyDelivery => {
                let delivery = self.delivery(task.order).await;
                preparation::publish_verified(&self.pool, task, delivery, self.now).await
            }
            TaskKind::Export | TaskKind::MakePreview => unreachable!("no task of an order"),
        }
    }

    async fn publish_package(&self, task: Task) -> Result<bool, LifecycleError> {
        let account = format!("wp{}", task.claim.task.0.simple());
        let packaged = Packaged {
            delivery: DeliveryId::fresh(),
            hand_out: &HandOver::Ftp(FtpAccount {
                name: account,
                password_sealed: b"sealed".to_vec(),
            }),
            expires: self.now + TimeDelta::days(7),
            files: &[DeliveryFile {
                path: "1.zip".into(),
                object_key: Some(package_key(task)),
                size: 3,
                sha256: vec![2; 32],
                modified: self.now,
            }],
        };
        preparation::publish_package(&self.pool, task, &packaged, self.now).await
    }

    pub async fn delivery(&self, order: OrderId) -> DeliveryId {
        let mut db = self.db().await;
        let latest = storage::db::deliveries::latest(&mut db, order).await;
        latest.unwrap().unwrap().id
    }

    /// Does everything that waits, until nothing does.
    pub async fn work(&self) {
        loop {
            let claimed = self.claim_all().await;
            if claimed.is_empty() {
                return;
            }
            for task in claimed {
                assert!(self.publish(task).await.unwrap(), "{task:?}");
            }
        }
    }

    pub async fn prepared(&self, user: UserId, count: usize) -> OrderId {
        let order = self.approved(user, count).await;
        self.work().await;
        assert_eq!(self.state(order).await, OrderState::Prepared);
        order
    }

    /// State, attempt, hand-backs and failures of the task.
    pub async fn row(&self, task: TaskId) -> (String, i32, i32, i32) {
        sqlx::query_as("SELECT state, attempt, handed_back, failures FROM task WHERE id = $1")
            .bind(task.0)
            .fetch_one(&self.pool)
            .await
            .unwrap()
    }

    pub async fn state_of(&self, task: TaskId) -> String {
        self.row(task).await.0
    }
}

pub fn extracted(task: Task) -> Extracted {
    Extracted {
        object_key: scene_key(task),
        size: ByteCount(10),
        sha256: [7; 32],
        crc32: 0xffff_ffff,
    }
}

pub fn scene_key(task: Task) -> String {
    let key = ObjectKey::Scene {
        order: task.order,
        did: task.did.unwrap(),
        claim: task.claim,
    };
    key.path().to_string()
}

pub fn package_key(task: Task) -> String {
    let key = ObjectKey::Package {
        order: task.order,
        claim: task.claim,
        part: PackagePart::Zip(1),
    };
    key.path().to_string()
}

pub fn person(user: UserId, role: Role) -> By<'static> {
    By::Person {
        user,
        role,
        client_ip: "192.0.2.1",
        agent: "test",
    }
}

fn user(login: &str, role: Role) -> NewUser {
    NewUser {
        login_name: login.into(),
        password_hash: String::new(),
        role,
        user_name: login.into(),
        unit: "中国地质调查局".into(),
        phone: "13812345678".into(),
        email: String::new(),
    }
}

fn form() -> ApplicationForm {
    ApplicationForm {
        applyuser: "张三".into(),
        phone: "13812345678".into(),
        unit: "中国地质调查局".into(),
        project: "青藏高原矿产调查".into(),
        usage: "科研".into(),
        get_method: Some(GetMethod::OnlineDownload),
        ..ApplicationForm::default()
    }
}

fn scene(number: u32) -> NewScene {
    NewScene {
        dataid: format!("s{number}"),
        dataname: format!("GF1_{number}"),
        datatype: 0,
        nodeid: 1,
        satellite: "GF1".into(),
        sensor: "PMS1".into(),
        acquired: "2024-05-01T03:00:00Z".parse().unwrap(),
        received: None,
        cloud: None,
        gsd: None,
        archive_url: Some(format!("file:///archive/{number}.tif")),
        file_name: Some(format!("{number}.tif")),
        size: 10,
        sha256: None,
        footprint: "POLYGON((0 0,1 0,1 1,0 1,0 0))".parse().unwrap(),
        properties: serde_json::json!({}),
        image_url: None,
    }
}

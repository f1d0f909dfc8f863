//! A database with people, scenes and orders, and a worker that is played by the test.

use chrono::{DateTime, Utc};
use domain::attachment::AttachmentKind;
use domain::emergency::Room;
use domain::ids::{AttachmentId, DeliveryId, OrderId, TaskId, UserId};
use domain::order::application::Intent;
use domain::order::kind::OrderKind;
use domain::order::state::OrderState;
use domain::quota::Quotas;
use domain::role::Role;
use storage::PgPool;
use storage::db::handles::{Connection, connection};
use storage::db::order_scenes::{self, SceneTally};
use storage::db::orders::{self, Order};
use storage::db::tasks::Task;
use storage::lifecycle::LifecycleError;
use storage::lifecycle::application::{self, Application, Idempotency};
use testkit::builders::{
    self, Changes, acting, add_scenes, form, morning, order, person, scene, server_key, worker,
};
use testkit::postgres::TestDatabase;
use texts::{FailureText, Message};

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
        let scenes: Vec<_> = (0..scene_count)
            .map(|number| format!("s{number}"))
            .collect();
        let batch: Vec<_> = scenes.iter().map(|dataid| scene(dataid)).collect();
        add_scenes(&pool, &batch).await;
        let now = morning();
        Self {
            owner: person("zhangsan").create(&pool, now).await,
            other: person("wangwu").create(&pool, now).await,
            admin: person("admin").role(Role::Admin).create(&pool, now).await,
            pool,
            scenes,
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
        builders::papers(&self.pool, user, self.now).await
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
        let by = acting(user, Role::Applicant);
        application::create(
            (&self.pool, &server_key()),
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
        self.in_state(OrderState::PendingReview, user, count).await
    }

    pub async fn approved(&self, user: UserId, count: usize) -> OrderId {
        self.in_state(OrderState::Approved, user, count).await
    }

    pub async fn prepared(&self, user: UserId, count: usize) -> OrderId {
        self.in_state(OrderState::Prepared, user, count).await
    }

    async fn in_state(&self, state: OrderState, user: UserId, count: usize) -> OrderId {
        let order = order(user, &self.scenes[..count]).in_state(state, self.admin);
        order.create(&self.pool, self.now).await
    }

    /// The administrator, at work.
    pub fn admin(&self) -> Changes<'_> {
        Changes {
            pool: &self.pool,
            by: acting(self.admin, Role::Admin),
            now: self.now,
        }
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
        worker::release(&self.pool, room).await
    }

    pub async fn claim(&self, id: TaskId) -> Option<Task> {
        worker::claim(&self.pool, id).await
    }

    pub async fn claim_all(&self) -> Vec<Task> {
        worker::claim_all(&self.pool).await
    }

    /// Publishes what the claim is about.
    pub async fn publish(&self, task: Task) -> Result<bool, LifecycleError> {
        worker::publish(&self.pool, task, self.now).await
    }

    pub async fn delivery(&self, order: OrderId) -> DeliveryId {
        let mut db = self.db().await;
        let latest = storage::db::deliveries::latest(&mut db, order).await;
        latest.unwrap().unwrap().id
    }

    /// Does everything that waits, until nothing does.
    pub async fn work(&self) {
        worker::do_everything(&self.pool, self.now).await;
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

/// A failure that says `what`.
pub fn broken(what: &str) -> Message {
    FailureText::Bug { what: what.into() }.into()
}

impl World {
    /// What would be released if there were this much room; nothing is.
    pub async fn first_to_go(&self, room: i64) -> std::collections::BTreeSet<TaskId> {
        let mut tx = self.pool.begin().await.unwrap();
        let room = Room::ordinary(room.unsigned_abs());
        let released = storage::db::tasks::release(&mut tx, room).await.unwrap();
        tx.rollback().await.unwrap();
        released.ordinary.into_iter().collect()
    }
}

//! A database with people, and orders that things happen to.

use chrono::{DateTime, TimeDelta, Utc};
use domain::ids::{OrderId, UserId, WebhookId};
use domain::notice::NoticeKind;
use domain::order::application::ApplicationForm;
use domain::order::get_method::GetMethod;
use domain::order::kind::OrderKind;
use domain::order::state::OrderState;
use domain::role::Role;
use storage::PgPool;
use storage::db::handles::{Connection, connection};
use storage::db::orders::{self, NewOrder, Order};
use storage::db::users::{self, NewUser};
use storage::db::webhooks::{self, NewWebhook};
use storage::lifecycle::{By, Deed, act};
use storage::sealed::ServerKey;
use testkit::postgres::TestDatabase;
use workers::reconcile::notify::post::PostSettings;
use workers::reconcile::notify::{Notifier, NotifySettings};

const KEY: &str = "0123456789abcdeffedcba9876543210";
pub const SECRET: &str = "a secret of the test";

pub struct World {
    pub pool: PgPool,
    pub key: ServerKey,
    pub now: DateTime<Utc>,
    pub owner: UserId,
    pub admin: UserId,
    pub second_admin: UserId,
}

impl World {
    pub async fn new() -> Self {
        let pool = TestDatabase::new().await.pool;
        let now = "2026-11-21T02:00:00Z".parse().unwrap();
        let mut db = connection(&pool).await.unwrap();
        let mut people = Vec::new();
        for (login, role) in [
            ("zhangsan", Role::Applicant),
            ("admin", Role::Admin),
            ("admin2", Role::Admin),
            ("operator", Role::Operator),
        ] {
            let new = NewUser {
                login_name: login.into(),
                password_hash: String::new(),
                role,
                user_name: "张三".into(),
                unit: String::new(),
                phone: String::new(),
                email: format!("{login}@example.org"),
            };
            people.push(users::insert(&mut db, &new, now).await.unwrap());
        }
        drop(db);
        Self {
            pool,
            key: ServerKey::parse(KEY).unwrap(),
            now,
            owner: people[0],
            admin: people[1],
            second_admin: people[2],
        }
    }

    pub async fn db(&self) -> Connection {
        connection(&self.pool).await.unwrap()
    }

    /// Without mail.
    pub fn notifier(&self, webhook_allow_private: bool) -> Notifier {
        let settings = NotifySettings {
            mail: None,
            webhook_allow_private,
        };
        Notifier::new(self.pool.clone(), self.key.clone(), &settings).unwrap()
    }

    pub fn with_mail(&self, smtp_url: String) -> Notifier {
        let settings = NotifySettings {
            mail: Some(PostSettings {
                smtp_url,
                from: "数据服务 <noreply@example.org>".into(),
                public_url: "https://data.example.org/".parse().unwrap(),
                sys_name: "卫星数据服务".into(),
            }),
            webhook_allow_private: false,
        };
        Notifier::new(self.pool.clone(), self.key.clone(), &settings).unwrap()
    }

    /// An order that waits for review.
    pub async fn order(&self) -> OrderId {
        let mut tx = self.pool.begin().await.unwrap();
        let new = NewOrder {
            id: OrderId::fresh(),
            state: OrderState::PendingReview,
            kind: OrderKind::ExistingProduct,
            data_type: "0",
            owner: self.owner,
            form: &ApplicationForm {
                applyuser: "李四".into(),
                get_method: Some(GetMethod::OnlineDownload),
                ..ApplicationForm::default()
            },
            now: self.now,
        };
        orders::insert(&mut tx, &new).await.unwrap();
        tx.commit().await.unwrap();
        new.id
    }

    /// A rejected order: one event, which concerns its owner.
    pub async fn rejected(&self) -> Order {
        let order = self.order().await;
        let by = By::Person {
            user: self.admin,
            role: Role::Admin,
            client_ip: "192.0.2.1",
            agent: "test",
        };
        act(&self.pool, order, Deed::Reject("材料不全"), by, self.now)
            .await
            .unwrap()
    }

    pub async fn webhook(&self, url: &str, events: &[NoticeKind]) -> WebhookId {
        let id = WebhookId::fresh();
        let sealed = webhooks::seal_secret(&self.key, id, SECRET).unwrap();
        let new = NewWebhook {
            id,
            url,
            secret_sealed: &sealed,
            events,
            by: self.admin,
            now: self.now,
        };
        webhooks::insert(&mut *self.db().await, &new).await.unwrap();
        id
    }

    pub async fn count(&self, query: &'static str) -> i64 {
        sqlx::query_scalar(query)
            .fetch_one(&self.pool)
            .await
            .unwrap()
    }

    pub async fn sql(&self, statement: &'static str) {
        sqlx::query(statement).execute(&self.pool).await.unwrap();
    }

    pub fn after(&self, seconds: i64) -> DateTime<Utc> {
        self.now + TimeDelta::seconds(seconds)
    }
}

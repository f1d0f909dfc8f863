//! A database with people, and orders that things happen to.

use chrono::{DateTime, TimeDelta, Utc};
use domain::ids::{OrderId, UserId, WebhookId};
use domain::notice::NoticeKind;
use domain::order::application::ApplicationForm;
use domain::role::Role;
use storage::PgPool;
use storage::db::handles::{Connection, connection};
use storage::db::orders::Order;
use storage::db::webhooks::{self, NewWebhook};
use storage::sealed::ServerKey;
use testkit::builders::{
    Changes, acting, add_scenes, form, morning, order, person, scene, server_key,
};
use testkit::postgres::TestDatabase;
use workers::reconcile::notify::post::PostSettings;
use workers::reconcile::notify::{Notifier, NotifySettings};

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
        let now = morning();
        let account = async |login: &str, role| {
            let person = person(login).role(role).name("张三");
            let person = person.email(&format!("{login}@example.org"));
            person.create(&pool, now).await
        };
        let owner = account("zhangsan", Role::Applicant).await;
        let admin = account("admin", Role::Admin).await;
        let second_admin = account("admin2", Role::Admin).await;
        account("operator", Role::Operator).await;
        add_scenes(&pool, &[scene("s0")]).await;
        Self {
            pool,
            key: server_key(),
            now,
            owner,
            admin,
            second_admin,
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

    /// An order that waits for review, of which everybody has been told.
    pub async fn order(&self) -> OrderId {
        let scenes = ["s0".to_owned()];
        let order = order(self.owner, &scenes).form(ApplicationForm {
            applyuser: "李四".into(),
            ..form()
        });
        let order = order.create(&self.pool, self.now).await;
        self.sql("UPDATE order_event SET told = true WHERE action = 'submit'")
            .await;
        order
    }

    /// A rejected order: one event, which concerns its owner.
    pub async fn rejected(&self) -> Order {
        let order = self.order().await;
        self.changes_of(self.admin, Role::Admin)
            .reject(order)
            .await
            .unwrap()
    }

    pub fn changes_of(&self, user: UserId, role: Role) -> Changes<'_> {
        Changes {
            pool: &self.pool,
            by: acting(user, role),
            now: self.now,
        }
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

//! An archive of two satellites, whose orders are approved, prepared and rated.

use chrono::{DateTime, TimeDelta, Utc};
use domain::ids::{OrderId, UserId};
use domain::role::Role;
use domain::statistics::Period;
use domain::system::SysKey;
use domain::task::ErrorClass;
use sqlx::PgPool;
use storage::db::behaviour_figures;
use storage::db::handles::{self, connection};
use storage::db::registry;
use storage::db::scenes::NewScene;
use storage::db::service_figures;
use storage::db::system;
use storage::db::tasks::Task;
use storage::lifecycle::preparation;
use testkit::builders::changes::Changes;
use testkit::builders::worker;
use testkit::builders::{acting, add_nodes, add_scenes, node, order, person, scene};
use testkit::postgres::TestDatabase;
use texts::{FailureText, Message};

pub struct World {
    pub pool: PgPool,
    pub applicant: UserId,
    admin: UserId,
}

pub fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

pub fn period(from: &str, to: &str) -> Period {
    Period::new(from.parse().unwrap(), to.parse().unwrap())
}

impl World {
    /// Eight scenes, `s0` to `s7`, of two satellites.
    pub async fn new() -> Self {
        let pool = TestDatabase::new().await.pool;
        add_nodes(&pool, &[node(1, "高分一号"), node(2, "资源三号")]).await;
        let scenes = (0..8).map(|n| NewScene {
            nodeid: 1 + n % 2,
            satellite: ["GF1", "ZY3"][usize::from(n % 2 == 1)].to_owned(),
            received: Some(at("2025-12-01T00:00:00Z")),
            ..scene(&format!("s{n}"))
        });
        add_scenes(&pool, &scenes.collect::<Vec<_>>()).await;
        let now = at("2026-01-01T00:00:00Z");
        let applicant = person("lisi_1").create(&pool, now).await;
        let admin = person("admin_1").role(Role::Admin).create(&pool, now).await;
        Self {
            pool,
            applicant,
            admin,
        }
    }

    pub fn admin(&self, now: DateTime<Utc>) -> Changes<'_> {
        Changes {
            pool: &self.pool,
            by: acting(self.admin, Role::Admin),
            now,
        }
    }

    pub async fn approved(&self, scenes: &[&str], now: DateTime<Utc>) -> OrderId {
        let scenes: Vec<String> = scenes.iter().map(|id| (*id).to_owned()).collect();
        let made = order(self.applicant, &scenes).create(&self.pool, now - TimeDelta::hours(1));
        let order = made.await;
        self.admin(now).approve(order).await.unwrap();
        order
    }

    pub async fn prepared(&self, scenes: &[&str], approved: &str, ready: &str) -> OrderId {
        let order = self.approved(scenes, at(approved)).await;
        worker::do_everything(&self.pool, at(ready)).await;
        order
    }

    pub async fn fail(&self, task: Task, class: ErrorClass, now: DateTime<Utc>) {
        let why: Message = FailureText::Bug { what: "x".into() }.into();
        let failed = preparation::fail(&self.pool, task, class, &why, now);
        failed.await.unwrap();
    }

    pub async fn promise(&self, hours: &str, since: &str) {
        let mut db = connection(&self.pool).await.unwrap();
        let key = SysKey::PreparationPromise;
        system::save(&mut db, key, hours, self.admin, at(since))
            .await
            .unwrap();
    }

    pub async fn fold(&self) {
        let mut tx = handles::begin(&self.pool).await.unwrap();
        service_figures::fold_changes(&mut tx).await.unwrap();
        registry::fold_changes(&mut tx).await.unwrap();
        behaviour_figures::fold_changes(&mut tx).await.unwrap();
        handles::commit(tx).await.unwrap();
    }

    pub async fn run(&self, statement: &'static str) {
        sqlx::query(statement)
            .execute(&self.pool)
            .await
            .expect(statement);
    }

    /// Nothing differs, folded or not, and folding changes no answer.
    pub async fn assert_exact(&self) {
        let mut db = connection(&self.pool).await.unwrap();
        let differences = service_figures::differences(&mut db).await.unwrap();
        assert_eq!(differences, [], "in the sums");
        let differences = registry::differences(&mut db).await.unwrap();
        assert_eq!(differences, [], "in the sums of the registry");
    }
}

//! A catalogue of ten scenes, people of an old portal, and its orders as a file has them.

use chrono::{DateTime, TimeDelta, Utc};
use domain::ids::UserId;
use domain::old_portal::order_row::OldOrder;
use domain::role::Role;
use domain::statistics::Period;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use sqlx::PgPool;
use storage::db::handles;
use storage::db::scenes::NewScene;
use storage::db::{order_figures, registry, service_figures};
use storage::lifecycle::old_portal::{
    ImportError, ImportRun, ImportedBatch, NumberedRow, import_orders,
};
use testkit::builders::{add_nodes, add_scenes, node, person, scene, server_key};
use testkit::postgres::TestDatabase;

pub struct World {
    pub pool: PgPool,
    pub people: Vec<UserId>,
}

pub fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

/// When everything is imported.
pub fn now() -> DateTime<Utc> {
    at("2026-11-28T00:00:00Z")
}

pub fn everything() -> Period {
    Period::new("2000-01-01".parse().unwrap(), "2026-12-31".parse().unwrap())
}

/// Rows with the numbers of their lines.
pub fn numbered<T: DeserializeOwned>(rows: &[Value]) -> Vec<NumberedRow<T>> {
    let row = |row: &Value| serde_json::from_value(row.clone()).unwrap();
    (1..).zip(rows.iter().map(row)).collect()
}

/// Why rows are refused, by their lines.
pub fn refusals(batch: &ImportedBatch) -> Vec<(u64, &str)> {
    let code = |fault: &domain::old_portal::OldRowFault| fault.text.code.clone();
    let refused = batch.refused.iter();
    refused
        .map(|(line, fault)| match code(fault) {
            std::borrow::Cow::Borrowed(code) => (*line, code),
            std::borrow::Cow::Owned(code) => panic!("{code}"),
        })
        .collect()
}

impl World {
    /// Scenes `s0` to `s9` of 10 bytes each, of two satellites; `user_0` to `user_4`, and `auditor`.
    pub async fn new() -> Self {
        let pool = TestDatabase::new().await.pool;
        add_nodes(&pool, &[node(1, "高分一号"), node(2, "资源三号")]).await;
        let scenes = (0..10).map(|n| NewScene {
            nodeid: 1 + n % 2,
            satellite: ["GF1", "ZY3"][usize::from(n % 2 == 1)].to_owned(),
            ..scene(&format!("s{n}"))
        });
        add_scenes(&pool, &scenes.collect::<Vec<_>>()).await;
        let made = at("2026-01-01T00:00:00Z");
        let mut people = Vec::new();
        for n in 0..5 {
            people.push(person(&format!("user_{n}")).create(&pool, made).await);
        }
        person("auditor")
            .role(Role::Admin)
            .create(&pool, made)
            .await;
        Self { pool, people }
    }

    pub async fn import(&self, orders: &[Value]) -> ImportedBatch {
        self.try_import(orders, ImportRun::Real).await.unwrap()
    }

    pub async fn try_import(
        &self,
        orders: &[Value],
        run: ImportRun,
    ) -> Result<ImportedBatch, ImportError> {
        let rows = numbered::<OldOrder>(orders);
        import_orders(&self.pool, &server_key(), rows, run, now()).await
    }

    pub async fn count(&self, statement: &'static str) -> usize {
        let counted = sqlx::query_scalar(statement).fetch_one(&self.pool).await;
        let counted: i64 = counted.expect(statement);
        usize::try_from(counted).unwrap()
    }

    pub async fn run(&self, statement: &'static str) {
        sqlx::raw_sql(statement)
            .execute(&self.pool)
            .await
            .expect(statement);
    }

    /// Brings every roll-up up to date, after which none differs from what it counts.
    pub async fn roll_up(&self) {
        loop {
            let mut tx = handles::begin(&self.pool).await.unwrap();
            let orders = order_figures::roll_up_due(&mut tx).await.unwrap();
            let service = service_figures::fold_changes(&mut tx).await.unwrap();
            let provided = registry::fold_changes(&mut tx).await.unwrap();
            handles::commit(tx).await.unwrap();
            if !(orders || service || provided) {
                break;
            }
        }
        let mut db = handles::connection(&self.pool).await.unwrap();
        assert_eq!(order_figures::differences(&mut db).await.unwrap(), []);
        assert_eq!(service_figures::differences(&mut db).await.unwrap(), []);
        assert_eq!(registry::differences(&mut db).await.unwrap(), []);
    }
}

/// The `n`-th order of a file: of every state, person, unit, month and way of handing over.
pub fn order(n: usize) -> Value {
    let created = at("2018-01-15T02:00:00Z") + TimeDelta::days(17 * i64::try_from(n).unwrap());
    let after = |hours: i64| (created + TimeDelta::hours(hours)).to_rfc3339();
    let offline = n.is_multiple_of(3);
    let scenes: Vec<Value> = (0..=n % 4)
        .map(|m| json!({"dataid": format!("s{}", (n + m) % 10), "size": 11}))
        .collect();
    let state = [2, 5, 7, 8, 8][n % 5];
    let mut order = json!({
        "orderNumber": domain::order::number::OrderNumber::at(created).as_str(),
        "loginName": format!("USER_{}", n % 5), "state": state,
        "form": {"applyuser": "张三", "applyUserPhone": "13800000000", "applyUserUnit": format!("单位{}", n % 3),
            "productName": "矿产调查", "applyUserUsed": "科研", "getMethod": if offline { 2 } else { 0 }},
        "scenes": scenes, "createdAt": after(0), "submittedAt": after(i64::from(n % 2 == 1)),
        "auditedAt": after(5), "auditor": "auditor", "opinion": "同意",
    });
    let fields = order.as_object_mut().unwrap();
    if state == 2 {
        fields.insert("cause".into(), json!("材料不全"));
        return order;
    }
    fields.insert("readyAt".into(), json!(after(6)));
    fields.insert("delivery".into(), json!({"files": 3, "bytes": 40}));
    if state == 5 {
        fields.insert("overdueAt".into(), json!(after(900)));
        return order;
    }
    fields.insert("completedAt".into(), json!(after(100)));
    if !offline {
        fields["delivery"]["download"] = json!({"firstAt": after(7), "lastAt": after(8), "files": 2, "bytes": 30, "protocol": "ftp"});
    }
    if state == 8 {
        fields.insert("ratedAt".into(), json!(after(200)));
        fields.insert(
            "evaluation".into(),
            json!({"overall": n % 4, "responseSpeed": 1, "content": "好"}),
        );
    }
    order
}

pub fn orders(count: usize) -> Vec<Value> {
    (0..count).map(order).collect()
}

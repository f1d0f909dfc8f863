//! What people do to orders, one word each, by one person at one moment.

use chrono::{DateTime, Utc};
use domain::ids::OrderId;
use sqlx::PgPool;
use storage::db::orders::Order;
use storage::lifecycle::{By, LifecycleError, Scope, audit, completion, intervention, removal};

type Changed = Result<Order, LifecycleError>;

/// A person who changes orders.
#[derive(Debug, Clone, Copy)]
pub struct Changes<'a> {
    /// Where the orders are.
    pub pool: &'a PgPool,
    /// Author of the changes.
    pub by: By<'a>,
    /// Time of the changes.
    pub now: DateTime<Utc>,
}

impl Changes<'_> {
    /// 通过
    pub async fn approve(self, order: OrderId) -> Changed {
        audit::approve(self.pool, order, self.by, self.now).await
    }

    /// 驳回: the papers are not complete.
    pub async fn reject(self, order: OrderId) -> Changed {
        audit::reject(self.pool, order, "材料不全", self.by, self.now).await
    }

    /// 重提
    pub async fn reextract(self, order: OrderId, scope: Scope, priority: i32) -> Changed {
        intervention::reextract(self.pool, order, (scope, priority), self.by, self.now).await
    }

    /// 应急, for this cause; `None`: no longer.
    pub async fn set_emergency(self, order: OrderId, cause: Option<&str>) -> Changed {
        intervention::set_emergency(self.pool, order, cause, self.by, self.now).await
    }

    /// Packages without the scenes that failed.
    pub async fn continue_without_failed(self, order: OrderId) -> Changed {
        intervention::continue_without_failed(self.pool, order, self.by, self.now).await
    }

    /// 重新打包
    pub async fn retry_preparation(self, order: OrderId) -> Changed {
        intervention::retry_preparation(self.pool, order, self.by, self.now).await
    }

    /// Stops the preparation, with its cause.
    pub async fn cancel_preparation(self, order: OrderId, cause: &str) -> Changed {
        intervention::cancel_preparation(self.pool, order, cause, self.by, self.now).await
    }

    /// 完成
    pub async fn complete(self, order: OrderId) -> Changed {
        completion::complete(self.pool, order, self.by, self.now).await
    }

    /// 逾期
    pub async fn mark_overdue(self, order: OrderId) -> Changed {
        completion::mark_overdue(self.pool, order, self.by, self.now).await
    }

    /// A fresh delivery for an overdue order.
    pub async fn reopen(self, order: OrderId) -> Changed {
        completion::reopen(self.pool, order, self.by, self.now).await
    }

    /// Leaves a tombstone.
    pub async fn delete(self, order: OrderId) {
        let ids = [order].into();
        removal::delete_all(self.pool, &ids, self.by, self.now)
            .await
            .unwrap();
    }
}

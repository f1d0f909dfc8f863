//! The end of a prepared order, and its way back from an end that came too early.

use chrono::{DateTime, Utc};
use domain::ids::OrderId;
use domain::order::rules;
use domain::order::state::Action;
use sqlx::PgPool;

use super::guard::LockedOrder;
use super::scope::check_order;
use super::{By, LifecycleError, preparation, stored_content_of};
use crate::db::deliveries;
use crate::db::orders::Order;
use crate::db::registry;

/// 完成: needs the papers that are scanned at pick-up, which the registry then names.
pub async fn complete(
    pool: &PgPool,
    id: OrderId,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<Order, LifecycleError> {
    let mut order = LockedOrder::lock(pool, id, by, now).await?;
    order.ask(Action::Complete)?;
    let (db, row) = order.parts();
    rules::may_complete(&stored_content_of(db, row).await?)?;
    order.act(Action::Complete).await?;
    let (db, _) = order.parts();
    registry::complete(db, id, now).await?;
    order.commit_and_read().await
}

/// 逾期: closes the delivery.
pub async fn mark_overdue(
    pool: &PgPool,
    id: OrderId,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<Order, LifecycleError> {
    let mut order = LockedOrder::lock(pool, id, by, now).await?;
    order.act(Action::MarkOverdue).await?;
    let (db, _) = order.parts();
    deliveries::end_of_order(db, id).await?;
    order.commit_and_read().await
}

/// Makes a fresh delivery for an overdue order, of what its applicant may still see.
pub async fn reopen(
    pool: &PgPool,
    id: OrderId,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<Order, LifecycleError> {
    let mut order = LockedOrder::lock(pool, id, by, now).await?;
    order.ask(Action::Reopen)?;
    let (db, row) = order.parts();
    check_order(db, row, now).await?;
    order.act(Action::Reopen).await?;
    let (db, row) = order.parts();
    preparation::reopen(db, row).await?;
    order.commit_and_read().await
}

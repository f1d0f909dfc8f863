//! Orders that are urgent for an emergency, and why.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::ids::{OrderId, UserId};
use sqlx::PgConnection;

use crate::StorageError;

/// That an order is an emergency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Emergency {
    /// Reason that the operator gave.
    pub reason: String,
    /// Who said so: a name.
    pub by: Option<String>,
    /// When the order was made an emergency.
    pub at: DateTime<Utc>,
}

/// Which of these orders are.
pub async fn of_orders(
    db: &mut PgConnection,
    orders: &[OrderId],
) -> Result<HashMap<OrderId, Emergency>, StorageError> {
    let ids: Vec<_> = orders.iter().map(|order| order.0).collect();
    let rows = sqlx::query!(
        "SELECT e.order_id AS \"order_id!\", e.reason AS \"reason!\", e.marked_at AS \"marked_at!\", u.user_name AS \"by?\" FROM order_emergency e \
         LEFT JOIN app_user u ON u.id = e.marked_by WHERE e.order_id = ANY($1)",
        &ids[..]
    )
    .fetch_all(db)
    .await?;
    let emergency = |reason, by, at| Emergency { reason, by, at };
    let emergencies = rows.into_iter().map(|row| {
        let order = OrderId(row.order_id);
        (order, emergency(row.reason, row.by, row.marked_at))
    });
    Ok(emergencies.collect())
}

/// Why the order is one; `None`: it is none.
pub(crate) async fn reason(
    db: &mut PgConnection,
    order: OrderId,
) -> Result<Option<String>, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT reason FROM order_emergency WHERE order_id = $1",
        order.0
    )
    .fetch_optional(db)
    .await?)
}

/// Makes the order one, or gives the one that it is another reason.
pub(crate) async fn mark(
    db: &mut PgConnection,
    order: OrderId,
    reason: &str,
    (by, now): (Option<UserId>, DateTime<Utc>),
) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO order_emergency (order_id, reason, marked_by, marked_at) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (order_id) DO UPDATE SET reason = excluded.reason, marked_by = excluded.marked_by, \
             marked_at = excluded.marked_at",
        order.0,
        reason,
        by.map(|user| user.0),
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// It is one no longer.
pub(crate) async fn end(db: &mut PgConnection, order: OrderId) -> Result<(), StorageError> {
    sqlx::query!("DELETE FROM order_emergency WHERE order_id = $1", order.0)
        .execute(db)
        .await?;
    Ok(())
}

/// Whether work of an emergency waits that may go. Most looks find none, and this one is cheap.
pub(crate) async fn may_wait(db: &mut PgConnection) -> Result<bool, StorageError> {
    Ok(sqlx::query_scalar!(
        // From the few emergencies to their tasks, and never the other way round.
        "SELECT EXISTS (SELECT FROM order_emergency e CROSS JOIN LATERAL (SELECT FROM task t \
             WHERE t.order_id = e.order_id AND t.state = 'waiting' AND t.paused_at IS NULL AND t.run_after <= now() LIMIT 1) AS first) \
         AS \"waits!\""
    )
    .fetch_one(db)
    .await?)
}

//! When deliveries close: what is due, what has been said of it, and more time.

use chrono::{DateTime, Utc};
use domain::ids::{DeliveryId, OrderId};
use domain::notice::ExpiryStage;
use sqlx::PgConnection;

use crate::StorageError;

/// A delivery whose end is near or past.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EndingDelivery {
    pub delivery: DeliveryId,
    pub order: OrderId,
    /// When it closes.
    pub expires: DateTime<Utc>,
}

/// Deliveries whose time is over and that have not been closed. One that is still being checked is not handed out yet: its time
/// begins with the check ([`begin_validity`]).
pub async fn over(
    db: &mut PgConnection,
    now: DateTime<Utc>,
) -> Result<Vec<EndingDelivery>, StorageError> {
    Ok(sqlx::query_as!(
        EndingDelivery,
        "SELECT id AS delivery, order_id AS \"order\", expires_at AS expires FROM delivery \
         WHERE removed_at IS NULL AND state = 'active' AND expires_at <= $1 ORDER BY expires_at",
        now
    )
    .fetch_all(db)
    .await?)
}

/// Gives a delivery that is being checked its whole time: until `expires`, where that is later. False when it is no longer being
/// checked.
pub async fn begin_validity(
    db: &mut PgConnection,
    id: DeliveryId,
    expires: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let done = sqlx::query!(
        "UPDATE delivery SET expires_at = greatest(expires_at, $2) WHERE id = $1 AND state = 'verifying'",
        id.0,
        expires
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Closes a delivery; false when it is closed already or has been given more time.
pub(crate) async fn close(
    db: &mut PgConnection,
    id: DeliveryId,
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let done = sqlx::query!(
        "UPDATE delivery SET state = 'ended' WHERE id = $1 AND state = 'active' AND expires_at <= $2", id.0, now)
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Open deliveries that have come to `stage` at `now`, of which that has not been said.
pub async fn unsaid(
    db: &mut PgConnection,
    stage: ExpiryStage,
    now: DateTime<Utc>,
) -> Result<Vec<EndingDelivery>, StorageError> {
    let mut found = sqlx::query_as!(
        EndingDelivery,
        "SELECT d.id AS delivery, d.order_id AS \"order\", d.expires_at AS expires FROM delivery d \
         WHERE d.removed_at IS NULL AND d.state = 'active' AND d.expires_at > $1 AND d.expires_at <= $2 \
         AND NOT EXISTS (SELECT FROM expiry_note n WHERE n.delivery_id = d.id \
             AND n.expires_at = d.expires_at AND n.code = $3) ORDER BY d.expires_at", now, now + ExpiryStage::FIRST, stage.as_str())
    .fetch_all(db)
    .await?;
    found.retain(|due| ExpiryStage::at(due.expires, now) == Some(stage));
    Ok(found)
}

/// Keeps that `stage` is being said of a delivery; false when it was said before, or no longer holds.
pub(crate) async fn record_stage(
    db: &mut PgConnection,
    due: EndingDelivery,
    stage: ExpiryStage,
) -> Result<bool, StorageError> {
    let done = sqlx::query!(
        "INSERT INTO expiry_note (delivery_id, expires_at, code) \
         SELECT id, expires_at, $3 FROM delivery \
         WHERE id = $1 AND expires_at = $2 AND state = 'active' ON CONFLICT DO NOTHING",
        due.delivery.0,
        due.expires,
        stage.as_str()
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// When the order's open delivery closes; `None`: nothing is open.
pub async fn open_until(
    db: &mut PgConnection,
    order: OrderId,
    now: DateTime<Utc>,
) -> Result<Option<DateTime<Utc>>, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT expires_at FROM delivery WHERE order_id = $1 AND state = 'active' AND expires_at > $2", order.0, now)
    .fetch_optional(db)
    .await?)
}

/// Moves the end of the order's open delivery; when that then is.
pub(crate) async fn prolong(
    db: &mut PgConnection,
    order: OrderId,
    days: u16,
    now: DateTime<Utc>,
) -> Result<Option<DateTime<Utc>>, StorageError> {
    Ok(sqlx::query_scalar!(
        "WITH later AS (UPDATE delivery SET expires_at = expires_at + $3::integer * interval '1 day' \
             WHERE order_id = $1 AND state = 'active' AND expires_at > $2 RETURNING order_id, expires_at) \
         UPDATE orders o SET delaytime = later.expires_at FROM later WHERE o.id = later.order_id \
         RETURNING later.expires_at", order.0, now, i32::from(days))
    .fetch_optional(db)
    .await?)
}

/// Whether more time was asked for after `since`.
pub async fn asked_since(
    db: &mut PgConnection,
    order: OrderId,
    since: DateTime<Utc>,
) -> Result<bool, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT EXISTS (SELECT FROM order_event \
         WHERE order_id = $1 AND action = 'request_extension' AND at > $2) AS \"holds!\"",
        order.0,
        since
    )
    .fetch_one(db)
    .await?)
}

//! Staged folders (offline copies): which of them are still wanted.

use domain::ids::DeliveryId;
use domain::order::number::OrderNumber;
use sqlx::PgConnection;

use crate::StorageError;
use crate::objects::Claim;

/// Whether the folder that packaging wrote under this claim is still wanted: being written, or the copy of a delivery
/// that is not over.
pub async fn is_written(db: &mut PgConnection, claim: Claim) -> Result<bool, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT EXISTS (SELECT FROM task t WHERE t.id = $1 AND t.attempt = $2 AND (t.state = 'running' \
         OR EXISTS (SELECT FROM delivery d WHERE d.attempt_task = t.id AND d.state <> 'ended'))) AS \"holds!\"", claim.task.0, claim.attempt)
    .fetch_one(db)
    .await?)
}

/// Whether the folder of the order with this number is over: the order exists and has no staged copy that is not
/// ended. The order is locked then, so that none comes about until the transaction ends; one that somebody holds is
/// not over yet.
pub async fn lock_ended(db: &mut PgConnection, number: &OrderNumber) -> Result<bool, StorageError> {
    let order: Option<sqlx::types::Uuid> = sqlx::query_scalar!(
        "SELECT id FROM orders WHERE ordername = $1 FOR UPDATE SKIP LOCKED",
        number.as_str()
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(order) = order else {
        return Ok(false);
    };
    // A statement of its own: what was committed before the lock is seen.
    Ok(sqlx::query_scalar!(
        "SELECT NOT EXISTS (SELECT FROM delivery WHERE order_id = $1 AND staged_path IS NOT NULL AND state <> 'ended') AS \"holds!\"", order)
    .fetch_one(db)
    .await?)
}

/// Whether the delivery is still being verified. Its order is locked then, so that the delivery stays as it is until the
/// transaction ends.
pub async fn lock_verifying(
    db: &mut PgConnection,
    delivery: DeliveryId,
) -> Result<bool, StorageError> {
    sqlx::query!(
        "SELECT FROM orders WHERE id = (SELECT order_id FROM delivery WHERE id = $1) FOR UPDATE",
        delivery.0
    )
    .execute(&mut *db)
    .await?;
    Ok(sqlx::query_scalar!(
        "SELECT EXISTS (SELECT FROM delivery WHERE id = $1 AND state = 'verifying') AS \"holds!\"",
        delivery.0
    )
    .fetch_one(db)
    .await?)
}

//! Requests that make an order once, however often they come.

use domain::ids::{OrderId, UserId};
use sqlx::PgConnection;

use crate::StorageError;

/// Waits until nobody else is making an order with this person's idempotency key, and keeps everybody
/// else waiting until the transaction ends.
pub(crate) async fn lock_idempotent(
    db: &mut PgConnection,
    user: UserId,
    key: &str,
) -> Result<(), StorageError> {
    sqlx::query!(
        "SELECT pg_advisory_xact_lock(hashtextextended($1::uuid::text || $2, 0))",
        user.0,
        key
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The order that this person's idempotency key has already made, with the digest of that request.
pub(crate) async fn find_idempotent(
    db: &mut PgConnection,
    user: UserId,
    key: &str,
) -> Result<Option<(OrderId, Vec<u8>)>, StorageError> {
    let row = sqlx::query!(
        "SELECT order_id, request FROM idempotency WHERE user_id = $1 AND key = $2",
        user.0,
        key
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| (OrderId(row.order_id), row.request)))
}

/// Keeps what an idempotency key, locked before, has made.
pub(crate) async fn keep_idempotent(
    db: &mut PgConnection,
    user: UserId,
    key: &str,
    request: &[u8],
    order: OrderId,
) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO idempotency (user_id, key, request, order_id) VALUES ($1, $2, $3, $4)",
        user.0,
        key,
        request,
        order.0
    )
    .execute(db)
    .await?;
    Ok(())
}

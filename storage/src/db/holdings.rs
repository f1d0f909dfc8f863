//! How much a person holds, for quotas. The person's row is locked first ([`super::users::lock`]), so that of two who
//! count at once the second sees what the first has added.

use domain::ids::UserId;
use domain::order::state::OrderState;
use sqlx::PgConnection;

use crate::StorageError;

/// Bytes of papers that the person uploaded and that are in nothing yet, or in an order or a subscription that no administrator
/// has accepted.
/// Rows that share an object count once.
pub(crate) async fn paper_bytes(db: &mut PgConnection, user: UserId) -> Result<u64, StorageError> {
    let number = sqlx::query_scalar!(
        "SELECT coalesce(sum(size), 0)::bigint AS \"bytes!\" FROM (SELECT DISTINCT ON (a.object_key) a.size \
         FROM attachment a LEFT JOIN orders o ON o.id = a.order_id LEFT JOIN subscription s ON s.id = a.subscription_id \
         WHERE a.user_id = $1 AND ((a.order_id IS NULL AND a.subscription_id IS NULL) \
         OR o.state = ANY($2) OR (o.state = $3 AND o.auditor_id IS NULL) \
         OR s.state IN ('pending', 'refused') OR (s.state = 'ended' AND s.decided_at IS NULL))) held",
        user.0,
        &[
            OrderState::PendingSubmission,
            OrderState::PendingReview,
            OrderState::Rejected,
        ]
        .map(OrderState::code)[..],
        OrderState::Deleted.code()
    )
    .fetch_one(db)
    .await?;
    Ok(number.unsigned_abs())
}

/// Orders that are drafts or wait for review.
pub(crate) async fn open_orders(db: &mut PgConnection, user: UserId) -> Result<u64, StorageError> {
    let number = sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM orders WHERE user_id = $1 AND state = ANY($2)",
        user.0,
        &[OrderState::PendingSubmission, OrderState::PendingReview].map(OrderState::code)[..]
    )
    .fetch_one(db)
    .await?;
    Ok(number.unsigned_abs())
}

/// Exports that are made, kept or failed.
pub(crate) async fn exports(db: &mut PgConnection, user: UserId) -> Result<u64, StorageError> {
    let number = sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM export WHERE user_id = $1",
        user.0
    )
    .fetch_one(db)
    .await?;
    Ok(number.unsigned_abs())
}

/// Units that the person added to the list.
pub(crate) async fn units(db: &mut PgConnection, user: UserId) -> Result<u64, StorageError> {
    let number = sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM unit WHERE added_by = $1",
        user.0
    )
    .fetch_one(db)
    .await?;
    Ok(number.unsigned_abs())
}

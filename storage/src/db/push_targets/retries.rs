//! The end of a wait for a target that failed.

use domain::ids::PushTargetId;
use sqlx::PgConnection;

use crate::StorageError;

/// What waits because the target failed, not the file, has nothing to wait for any more.
pub(crate) async fn send_at_once(
    db: &mut PgConnection,
    target: PushTargetId,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE subscription_match m SET retry_at = NULL WHERE (m.subscription_id IN (SELECT id FROM subscription WHERE target_id = $1) \
         OR m.order_push_id IN (SELECT id FROM order_push WHERE target_id = $1)) AND m.state = 'waiting' AND m.failures = 0 AND m.retry_at IS NOT NULL",
        target.0
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "UPDATE subscription_withdrawal w SET retry_at = NULL FROM subscription_match m JOIN subscription s ON s.id = m.subscription_id \
         WHERE m.id = w.match_id AND w.state = 'waiting' AND w.failures = 0 AND w.retry_at IS NOT NULL \
         AND coalesce(m.sent_to, s.target_id) = $1",
        target.0
    )
    .execute(db)
    .await?;
    Ok(())
}

//! What administrators do to anybody's target: stop it, let it go on, have it tried out.

use chrono::{DateTime, Utc};
use domain::ids::PushTargetId;
use sqlx::PgConnection;

use super::send_at_once;
use crate::StorageError;

/// Stops a target, or says another reason why it is; false when there is none. What is on its way goes on to its end.
pub async fn stop(
    db: &mut PgConnection,
    id: PushTargetId,
    reason: &str,
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let done = sqlx::query!(
        "UPDATE push_target SET stopped_at = coalesce(stopped_at, $2), stop_reason = $3 WHERE id = $1",
        id.0,
        now,
        reason
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Lets a target go on; false when it is not stopped.
pub async fn resume(db: &mut PgConnection, id: PushTargetId) -> Result<bool, StorageError> {
    let done = sqlx::query!(
        "UPDATE push_target SET stopped_at = NULL, stop_reason = '' WHERE id = $1 AND stopped_at IS NOT NULL",
        id.0
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Notes that a file was written, read and removed there: what the target failed at is forgotten, and what waits for it is due. One
/// that was saved anew since `tested` is another one, and stays as it is.
pub async fn note_trial(
    db: &mut PgConnection,
    id: PushTargetId,
    tested: DateTime<Utc>,
) -> Result<(), StorageError> {
    let done = sqlx::query!(
        "UPDATE push_target SET failures = 0, rests_until = NULL, failure_detail = NULL WHERE id = $1 AND tested_at = $2",
        id.0,
        tested
    )
    .execute(&mut *db)
    .await?;
    if done.rows_affected() == 1 {
        send_at_once(db, id).await?;
    }
    Ok(())
}

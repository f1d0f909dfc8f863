//! What still waits of subscriptions that have ended.

use chrono::{DateTime, TimeDelta, Utc};
use domain::task::ErrorClass;
use sqlx::PgConnection;
use sqlx::types::Json;
use texts::{FailureText, Message};

use crate::StorageError;

/// Matches that are given up in one statement.
const AT_ONCE: i64 = 5000;
/// How long a subscription that has ended is looked at: no match of it is written, and no file of it sent, after that, and its owner
/// was told of its last day. One that something waits of is looked at for longer.
const LOOKED_AT: TimeDelta = TimeDelta::days(2);

/// Gives up what waits of subscriptions that have ended and has no task, some at a time. Answers how many. Only those that
/// ended lately are looked at, and those of which something waits: there are ever more that have ended, and one looks twice a
/// second.
pub(crate) async fn miss_ended(
    db: &mut PgConnection,
    now: DateTime<Utc>,
) -> Result<u64, StorageError> {
    let why = Message::from(FailureText::SubscriptionEnded);
    let done = sqlx::query!(
        "UPDATE subscription_match SET state = 'missed', ended_at = $1, error_class = $2, error_detail = $3 WHERE id IN ( \
             SELECT m.id FROM subscription s JOIN subscription_match m ON m.subscription_id = s.id \
             WHERE s.unsettled_since IS NOT NULL AND m.state = 'waiting' \
             AND NOT EXISTS (SELECT FROM task k WHERE k.match_id = m.id) \
             LIMIT $4 FOR UPDATE OF m SKIP LOCKED)",
        now,
        ErrorClass::Cancelled.as_str(),
        Json(&why) as _,
        AT_ONCE
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "UPDATE subscription s SET unsettled_since = NULL WHERE id IN (SELECT id FROM subscription \
             WHERE unsettled_since < $1 FOR NO KEY UPDATE SKIP LOCKED) \
         AND NOT EXISTS (SELECT FROM subscription_match m WHERE m.subscription_id = s.id AND m.state = 'waiting')",
        now - LOOKED_AT
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}

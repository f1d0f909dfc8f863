//! How often people call, counted by all processes together.

use chrono::{DateTime, Utc};
use domain::ids::UserId;
use sqlx::PgConnection;

use crate::StorageError;

/// One more call of this person; how many it has made in this minute, this one included.
pub async fn count(
    db: &mut PgConnection,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<i32, StorageError> {
    Ok(sqlx::query_scalar!(
        "INSERT INTO call_count AS c (user_id, minute, calls) VALUES ($1, date_trunc('minute', $2::timestamptz), 1) \
         ON CONFLICT (user_id) DO UPDATE SET minute = excluded.minute, \
         calls = CASE WHEN c.minute = excluded.minute THEN least(c.calls, 1000000) + 1 ELSE 1 END RETURNING calls",
        user.0,
        now
    )
    .fetch_one(db)
    .await?)
}

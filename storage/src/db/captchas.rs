//! Captchas: made by the server, answered once.

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StorageError;

/// How long a captcha may be answered.
pub const LIFETIME: TimeDelta = TimeDelta::seconds(120);

/// Remembers what the picture shows. Forgets those that nobody answered in time.
pub async fn issue(
    connection: &mut PgConnection,
    answer: &str,
    now: DateTime<Utc>,
) -> Result<Uuid, StorageError> {
    let id = Uuid::new_v4();
    sqlx::query!(
        "WITH swept AS (DELETE FROM captcha WHERE expires_at <= $3)
         INSERT INTO captcha (id, answer, expires_at) VALUES ($1, $2, $4)",
        id,
        answer,
        now,
        now + LIFETIME
    )
    .execute(connection)
    .await?;
    Ok(id)
}

/// Uses a captcha up, whether or not the answer is right. Of several who answer the same one at the same
/// time, one is heard.
pub async fn redeem(
    connection: &mut PgConnection,
    id: Uuid,
    answer: &str,
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let right: Option<bool> = sqlx::query_scalar!(
        "DELETE FROM captcha WHERE id = $1 RETURNING (answer = $2 AND expires_at > $3) AS \"right!\"",
        id,
        answer,
        now
    )
    .fetch_optional(connection)
    .await?;
    Ok(right.unwrap_or(false))
}

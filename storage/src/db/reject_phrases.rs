//! What rejections mostly say: phrases that administrators write for the audit desk.

use chrono::{DateTime, Utc};
use domain::ids::UserId;
use domain::order::decision::FIRST_PHRASES;
use sqlx::PgConnection;
use sqlx::types::Json;

use crate::StorageError;

/// The key under which they are stored.
const KEY: &str = "reject_phrases";

/// The phrases, in the order in which they are offered.
pub async fn list(db: &mut PgConnection) -> Result<Vec<String>, StorageError> {
    let stored = sqlx::query_scalar!("SELECT value FROM setting WHERE key = $1", KEY)
        .fetch_optional(db)
        .await?;
    let stored = stored.and_then(|value| serde_json::from_value(value).ok());
    Ok(stored.unwrap_or_else(|| FIRST_PHRASES.map(str::to_owned).to_vec()))
}

/// Replaces them all, and keeps who did.
pub async fn replace(
    db: &mut PgConnection,
    phrases: &[String],
    by: UserId,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO setting (key, value, set_by, set_at) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (key) DO UPDATE SET value = excluded.value, set_by = excluded.set_by, set_at = excluded.set_at",
        KEY,
        Json(phrases) as _,
        by.0,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

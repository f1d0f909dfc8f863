//! The link of the first start.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::StorageError;

/// Keeps a link; one from before opens nothing any more.
pub(crate) async fn replace(
    db: &mut PgConnection,
    token_hash: &[u8],
    expires: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO set_up_link (token_hash, expires_at) VALUES ($1, $2) \
         ON CONFLICT (only_one) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at",
        token_hash,
        expires
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Whether this is the link, and not over.
pub(crate) async fn lives(
    db: &mut PgConnection,
    token_hash: &[u8],
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT EXISTS (SELECT FROM set_up_link WHERE token_hash = $1 AND expires_at > $2) AS \"holds!\"",
        token_hash,
        now
    )
    .fetch_one(db)
    .await?)
}

/// Whatever link there is opens nothing any more.
pub(crate) async fn remove(db: &mut PgConnection) -> Result<(), StorageError> {
    sqlx::query!("DELETE FROM set_up_link").execute(db).await?;
    Ok(())
}

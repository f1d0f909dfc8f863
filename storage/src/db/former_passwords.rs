//! Hashes of passwords that people had before.

use chrono::{DateTime, Utc};
use domain::ids::UserId;
use domain::password::MAX_FORMER_PASSWORDS;
use sqlx::PgConnection;

use crate::StorageError;

/// Keeps the password that a person has now among those of before, and forgets those that nobody compares with.
pub(crate) async fn keep_present(
    db: &mut PgConnection,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO former_password (user_id, password_hash, replaced_at) \
         SELECT id, password_hash, $2 FROM app_user WHERE id = $1",
        user.0,
        now
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "DELETE FROM former_password WHERE user_id = $1 AND id NOT IN \
         (SELECT id FROM former_password WHERE user_id = $1 ORDER BY id DESC LIMIT $2)",
        user.0,
        i64::from(MAX_FORMER_PASSWORDS)
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The hashes of the last `count` passwords before the present one, the latest first.
pub async fn latest(
    db: &mut PgConnection,
    user: UserId,
    count: u32,
) -> Result<Vec<String>, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT password_hash FROM former_password WHERE user_id = $1 ORDER BY id DESC LIMIT $2",
        user.0,
        i64::from(count)
    )
    .fetch_all(db)
    .await?)
}

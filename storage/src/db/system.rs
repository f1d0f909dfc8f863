//! System configuration: pairs of a key and a text, in the table of settings.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use domain::ids::UserId;
use domain::system::SysKey;
use sqlx::PgConnection;

use crate::StorageError;

/// Keys of the table that hold system configuration begin so; the others are switches.
const PREFIX: &str = "sys.";

/// The entries that administrators saved.
pub async fn saved(db: &mut PgConnection) -> Result<BTreeMap<SysKey, String>, StorageError> {
    let rows = sqlx::query!(
        "SELECT key, value #>> '{}' AS text FROM setting WHERE starts_with(key, $1)",
        PREFIX
    )
    .fetch_all(db)
    .await?;
    let entry = |row: (String, Option<String>)| {
        let key = SysKey::parse(row.0.strip_prefix(PREFIX)?)?;
        Some((key, row.1?))
    };
    Ok(rows
        .into_iter()
        .map(|row| (row.key, row.text))
        .filter_map(entry)
        .collect())
}

/// Saves one entry, and keeps who did.
pub async fn save(
    db: &mut PgConnection,
    key: SysKey,
    value: &str,
    by: UserId,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO setting (key, value, set_by, set_at) VALUES ($1, to_jsonb($2::text), $3, $4) \
         ON CONFLICT (key) DO UPDATE SET value = excluded.value, set_by = excluded.set_by, \
         set_at = excluded.set_at",
        format!("{PREFIX}{}", key.as_str()),
        value,
        by.0,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

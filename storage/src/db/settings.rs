//! What administrators switch for everybody.

use chrono::{DateTime, Utc};
use domain::ids::UserId;
use domain::push_bounds::PushCaps;
use domain::setting::{PushCap, Setting};
use sqlx::PgConnection;

use crate::StorageError;

/// Whoever changes settings waits for whoever does, so that nothing is compared with, or told of, a value that is being
/// replaced. In a transaction; readers do not wait.
pub async fn lock(db: &mut PgConnection) -> Result<(), StorageError> {
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtextextended('setting', 0))")
        .execute(db)
        .await?;
    Ok(())
}

/// Whether it is on.
pub async fn is_on(db: &mut PgConnection, setting: Setting) -> Result<bool, StorageError> {
    let stored: Option<serde_json::Value> =
        sqlx::query_scalar!("SELECT value FROM setting WHERE key = $1", setting.as_str())
            .fetch_optional(db)
            .await?;
    let stored = stored.and_then(|value| value.as_bool());
    Ok(stored.unwrap_or_else(|| setting.default()))
}

/// Sets the switch, and records who did.
pub async fn switch(
    db: &mut PgConnection,
    setting: Setting,
    on: bool,
    by: UserId,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO setting (key, value, set_by, set_at) VALUES ($1, to_jsonb($2::boolean), $3, $4) \
         ON CONFLICT (key) DO UPDATE SET value = excluded.value, set_by = excluded.set_by, \
         set_at = excluded.set_at", setting.as_str(), on, by.0, now)
    .execute(db)
    .await?;
    Ok(())
}

/// What everything that is pushed may take together.
pub async fn push_caps(db: &mut PgConnection) -> Result<PushCaps, StorageError> {
    let keys = PushCap::ALL.map(|cap| cap.as_str().to_owned());
    let rows = sqlx::query!(
        "SELECT key, value FROM setting WHERE key = ANY($1)",
        &keys[..]
    )
    .fetch_all(db)
    .await?;
    let read = |cap: PushCap| {
        let row = rows.iter().find(|row| row.key == cap.as_str());
        row.and_then(|row| row.value.as_i64())
    };
    Ok(PushCaps {
        most_parallel: read(PushCap::MostParallel),
        daily_bytes: read(PushCap::DailyBytes),
        bytes_per_second: read(PushCap::BytesPerSecond),
    })
}

/// Sets one of them (`None`: any), and keeps who did.
pub async fn set_push_cap(
    db: &mut PgConnection,
    (cap, most): (PushCap, Option<i64>),
    by: UserId,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO setting (key, value, set_by, set_at) VALUES ($1, coalesce(to_jsonb($2::bigint), 'null'), $3, $4) \
         ON CONFLICT (key) DO UPDATE SET value = excluded.value, set_by = excluded.set_by, set_at = excluded.set_at",
        cap.as_str(),
        most,
        by.0,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

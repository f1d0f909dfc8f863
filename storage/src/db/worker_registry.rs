//! Worker processes that are alive, and the slots they offer.

use std::time::Duration;

use sqlx::PgConnection;

use crate::StorageError;

/// A worker process silent for this long offers no slots.
pub const SILENCE: Duration = Duration::from_secs(10);

/// Says that the worker is alive.
pub async fn beat(db: &mut PgConnection, name: &str, slots: i32) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO worker (name, slots, seen_at) VALUES ($1, $2, now()) \
         ON CONFLICT (name) DO UPDATE SET slots = excluded.slots, seen_at = now()",
        name,
        slots
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Says that the worker leaves.
pub async fn leave(db: &mut PgConnection, name: &str) -> Result<(), StorageError> {
    sqlx::query!("DELETE FROM worker WHERE name = $1", name)
        .execute(db)
        .await?;
    Ok(())
}

/// Slots offered by workers that are alive; the others are struck off.
pub async fn slots(db: &mut PgConnection) -> Result<i64, StorageError> {
    sqlx::query!(
        "DELETE FROM worker WHERE seen_at < now() - make_interval(secs => $1)",
        SILENCE.as_secs_f64()
    )
    .execute(&mut *db)
    .await?;
    Ok(
        sqlx::query_scalar!("SELECT coalesce(sum(slots), 0)::bigint AS \"slots!\" FROM worker")
            .fetch_one(db)
            .await?,
    )
}

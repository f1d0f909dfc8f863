//! Worker processes that are alive, and the slots they offer.

use std::time::Duration;

use domain::emergency::Slots;
use sqlx::PgConnection;

use crate::StorageError;

/// A worker process silent for this long offers no slots.
pub const SILENCE: Duration = Duration::from_secs(10);

/// Says that the worker is alive, with its ordinary slots and those for emergencies.
pub async fn beat(
    db: &mut PgConnection,
    name: &str,
    (slots, emergency_slots): (i32, i32),
) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO worker (name, slots, emergency_slots, seen_at) VALUES ($1, $2, $3, now()) \
         ON CONFLICT (name) DO UPDATE SET slots = excluded.slots, emergency_slots = excluded.emergency_slots, seen_at = now()",
        name,
        slots,
        emergency_slots
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
pub async fn slots(db: &mut PgConnection) -> Result<Slots, StorageError> {
    sqlx::query!(
        "DELETE FROM worker WHERE seen_at < now() - make_interval(secs => $1)",
        SILENCE.as_secs_f64()
    )
    .execute(&mut *db)
    .await?;
    let row = sqlx::query!(
        "SELECT coalesce(sum(slots), 0)::bigint AS \"ordinary!\", \
         coalesce(sum(emergency_slots), 0)::bigint AS \"emergency!\" FROM worker"
    )
    .fetch_one(db)
    .await?;
    Ok(Slots {
        ordinary: row.ordinary.unsigned_abs(),
        emergency: row.emergency.unsigned_abs(),
    })
}

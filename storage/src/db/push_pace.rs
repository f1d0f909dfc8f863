//! How fast files are sent: whoever sends takes the next bytes of the line to a target, and of the line of the whole installation,
//! before they go. The lines stand in the database, so that all workers together are no faster than what was set.

use std::time::Duration;

use domain::ids::PushTargetId;
use domain::push_bounds::{grant, time_taken};
use domain::setting::PushCap;
use sqlx::PgConnection;

use super::settings;
use crate::StorageError;

/// Bytes that may be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaceGrant {
    pub bytes: u64,
    /// Not before this time has passed.
    pub wait: Duration,
}

/// Takes the next bytes to a target, no more than are `left` of the file; `None`: at this moment nobody bounds how fast they go.
pub async fn take(
    db: &mut PgConnection,
    target: PushTargetId,
    left: u64,
) -> Result<Option<PaceGrant>, StorageError> {
    let total = settings::push_caps(db).await?;
    let total = total.get(PushCap::BytesPerSecond).and_then(rate);
    let own = own_rate(db, target).await?;
    let Some(slowest) = [own, total].into_iter().flatten().min() else {
        return Ok(None);
    };
    let bytes = grant(slowest).min(left.max(1));
    let mut wait = Duration::ZERO;
    for (line, rate) in [(Some(target), own), (None, total)] {
        if let Some(rate) = rate {
            wait = wait.max(reserve(db, line, time_taken(bytes, rate)).await?);
        }
    }
    Ok(Some(PaceGrant { bytes, wait }))
}

fn rate(stored: i64) -> Option<u64> {
    u64::try_from(stored).ok().filter(|rate| *rate > 0)
}

/// Bytes a second of a target: as its owner has set it, and no more than administrators allow.
async fn own_rate(
    db: &mut PgConnection,
    target: PushTargetId,
) -> Result<Option<u64>, StorageError> {
    let stored = sqlx::query_scalar!(
        "SELECT least(bytes_per_second, most_bytes_per_second) AS \"rate?\" FROM push_target WHERE id = $1",
        target.0
    )
    .fetch_optional(db)
    .await?;
    Ok(stored.flatten().and_then(rate))
}

/// Takes so much time of a line, behind whoever took some before; answers how long it is until then.
async fn reserve(
    db: &mut PgConnection,
    line: Option<PushTargetId>,
    time: Duration,
) -> Result<Duration, StorageError> {
    let wait = sqlx::query_scalar!(
        "INSERT INTO push_pace AS p (target_id, free_at) VALUES ($1, clock_timestamp() + make_interval(secs => $2)) \
         ON CONFLICT (target_id) DO UPDATE SET free_at = greatest(p.free_at, clock_timestamp()) + make_interval(secs => $2) \
         RETURNING extract(epoch FROM p.free_at - clock_timestamp())::float8 - $2 AS \"wait!\"",
        line.map(|line| line.0),
        time.as_secs_f64()
    )
    .fetch_one(db)
    .await?;
    Ok(Duration::try_from_secs_f64(wait).unwrap_or_default())
}

//! How fast sources of scenes are read: whoever reads takes the next bytes of the source's line before they are read on, as whoever sends
//! takes those of a target's ([`super::push_pace`]), so that all workers together are no faster than what was set.

use std::time::Duration;

use domain::archive_source::SourceId;
use domain::push_bounds::{grant, time_taken};
use sqlx::PgConnection;

use super::push_pace::PaceGrant;
use crate::StorageError;

/// Whether any source has a bandwidth: most installations set none, and one look tells it of all.
pub async fn is_any_bounded(db: &mut PgConnection) -> Result<bool, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT EXISTS (SELECT FROM archive_source WHERE bytes_per_second IS NOT NULL) AS \"bounded!\""
    )
    .fetch_one(db)
    .await?)
}

/// Takes the next bytes of the source that this address lies in, no more than are `left` of the file; `None`: at this moment
/// nobody bounds how fast it is read.
pub async fn take(
    db: &mut PgConnection,
    address: &str,
    left: u64,
) -> Result<Option<PaceGrant>, StorageError> {
    let bounded = sqlx::query!(
        "SELECT id, bytes_per_second AS \"rate!\" FROM archive_source \
         WHERE name = archive_source_of($1) AND bytes_per_second IS NOT NULL",
        address
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(source) = bounded else {
        return Ok(None);
    };
    let rate = source.rate.unsigned_abs();
    let bytes = grant(rate).min(left.max(1));
    let wait = reserve(db, SourceId(source.id), time_taken(bytes, rate)).await?;
    Ok(Some(PaceGrant { bytes, wait }))
}

/// Takes so much time of a source's line, behind whoever took some before, and notes until when it is waited for; answers how
/// long it is until then.
async fn reserve(
    db: &mut PgConnection,
    source: SourceId,
    time: Duration,
) -> Result<Duration, StorageError> {
    let wait = sqlx::query_scalar!(
        "INSERT INTO source_pace AS p (source_id, free_at) VALUES ($1, clock_timestamp() + make_interval(secs => $2)) \
         ON CONFLICT (source_id) DO UPDATE SET free_at = greatest(p.free_at, clock_timestamp()) + make_interval(secs => $2), \
             waited_until = CASE WHEN p.free_at > clock_timestamp() THEN p.free_at ELSE p.waited_until END \
         RETURNING extract(epoch FROM p.free_at - clock_timestamp())::float8 - $2 AS \"wait!\"",
        source.0,
        time.as_secs_f64()
    )
    .fetch_one(db)
    .await?;
    Ok(Duration::try_from_secs_f64(wait).unwrap_or_default())
}

//! Sources of scenes' files: what each may have of the slots and of the line to it, and what is remembered of one that fails. All
//! processes read the same rows, so that a source that one finds down is left alone by all.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use domain::archive_source::{ArchiveSource, SourceBounds, SourceCaps, SourceId, after_failure};
use domain::push_target::{Breaker, Gate};
use sqlx::PgConnection;
use sqlx::types::Json;
use texts::{Detail, Message};

use super::worker_registry::SILENCE;
use crate::StorageError;

/// Sources that are named at most, those that fail and those with most to do first.
const MAX_NAMED: i64 = 100;

/// A source as operators watch it.
#[derive(Debug, Clone, PartialEq)]
pub struct WatchedSource {
    /// The source, with its bounds.
    pub source: ArchiveSource,
    /// Whether it works at this moment.
    pub gate: Gate,
    /// Tasks that are released or running.
    pub live: u64,
    /// Tasks of it that may be live at once by its share; `None`: as many as there is room for.
    pub cap: Option<u64>,
    /// Whether its bandwidth is what those wait for who read from it.
    pub is_at_bandwidth: bool,
    /// Why it failed last; `None`: it works, or that is not known.
    pub failure: Option<Detail>,
}

struct SourceRow {
    id: i32,
    name: String,
    share: Option<i16>,
    bytes_per_second: Option<i64>,
    failures: i32,
    rests_until: Option<DateTime<Utc>>,
    waited_until: Option<DateTime<Utc>>,
}

impl From<SourceRow> for ArchiveSource {
    fn from(row: SourceRow) -> Self {
        Self {
            id: SourceId(row.id),
            name: row.name,
            bounds: bounds(row.share, row.bytes_per_second),
            waited_until: row.waited_until,
            breaker: Breaker {
                failures: row.failures,
                rests_until: row.rests_until,
            },
        }
    }
}

/// The bounds that are stored so.
fn bounds(share: Option<i16>, bytes_per_second: Option<i64>) -> SourceBounds {
    SourceBounds {
        share: share.and_then(|share| u8::try_from(share).ok()),
        bytes_per_second,
    }
}

/// Says that these folders are read from: files below one of them are of its source. Each is the address of a folder with a slash at
/// its end.
pub async fn name_folders(db: &mut PgConnection, folders: &[String]) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO archive_source (name) SELECT f.name FROM unnest($1::text[]) AS f (name) \
         WHERE NOT EXISTS (SELECT FROM archive_source a WHERE a.name = f.name) ORDER BY 1 ON CONFLICT DO NOTHING",
        folders
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Gives the sources of these scenes a row, where they have none.
pub(super) async fn name_those_of(db: &mut PgConnection, dids: &[i64]) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO archive_source (name) SELECT DISTINCT archive_source_of(s.archive_url) AS name FROM scene s \
         WHERE s.did = ANY($1) AND archive_source_of(s.archive_url) <> '' \
         AND NOT EXISTS (SELECT FROM archive_source a WHERE a.name = archive_source_of(s.archive_url)) \
         ORDER BY 1 ON CONFLICT DO NOTHING",
        dids
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Gives the source of this address a row, where it has none: whoever reads from there by a way of its own can be given a
/// bandwidth then. Folders are named by those who serve them.
pub async fn name_that_of(db: &mut PgConnection, address: &str) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO archive_source (name) SELECT s.name FROM (SELECT archive_source_of($1) AS name) AS s \
         WHERE s.name <> '' AND s.name NOT LIKE 'file:%' AND NOT EXISTS (SELECT FROM archive_source a WHERE a.name = s.name) \
         ON CONFLICT DO NOTHING",
        address
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Every source by its number, and the database's time.
pub async fn all(
    db: &mut PgConnection,
) -> Result<(BTreeMap<SourceId, ArchiveSource>, DateTime<Utc>), StorageError> {
    let now = super::database_time::now(&mut *db).await?;
    let rows = sqlx::query_as!(
        SourceRow,
        "SELECT a.id AS \"id!\", a.name AS \"name!\", a.share, a.bytes_per_second, a.failures AS \"failures!\", \
         a.rests_until, p.waited_until AS \"waited_until?\" \
         FROM archive_source a LEFT JOIN source_pace p ON p.source_id = a.id"
    )
    .fetch_all(db)
    .await?;
    let sources = rows.into_iter().map(ArchiveSource::from);
    Ok((sources.map(|source| (source.id, source)).collect(), now))
}

/// How many tasks each source may have live where there are so many slots.
pub async fn caps(db: &mut PgConnection, slots: u64) -> Result<SourceCaps, StorageError> {
    let (sources, now) = all(db).await?;
    Ok(SourceCaps::new(sources.values(), slots, now))
}

/// Sources as operators watch them.
pub async fn watched(db: &mut PgConnection) -> Result<Vec<WatchedSource>, StorageError> {
    let now = super::database_time::now(&mut *db).await?;
    let rows = sqlx::query!(
        "SELECT a.id AS \"id!\", a.name AS \"name!\", a.share, a.failures AS \"failures!\", a.rests_until, a.failure_detail AS \"failure?: Json<Detail>\", \
         coalesce(t.live, 0) AS \"live!\", \
         (SELECT coalesce(sum(slots), 0)::bigint FROM worker WHERE seen_at >= now() - make_interval(secs => $2)) AS \"slots!\", \
         a.bytes_per_second, p.waited_until AS \"waited_until?\" \
         FROM archive_source a LEFT JOIN source_pace p ON p.source_id = a.id LEFT JOIN (SELECT source_id, count(*) AS live FROM task \
             WHERE state IN ('released', 'running') GROUP BY source_id) AS t ON t.source_id = a.id \
         ORDER BY a.rests_until DESC NULLS LAST, a.failures DESC, 7 DESC, a.name LIMIT $1",
        MAX_NAMED,
        SILENCE.as_secs_f64()
    )
    .fetch_all(db)
    .await?;
    let watch = rows.into_iter().map(|row| {
        let source = ArchiveSource::from(SourceRow {
            id: row.id,
            name: row.name,
            share: row.share,
            bytes_per_second: row.bytes_per_second,
            failures: row.failures,
            rests_until: row.rests_until,
            waited_until: row.waited_until,
        });
        WatchedSource {
            gate: source.breaker.gate(now),
            is_at_bandwidth: source.reached_bandwidth(now).is_some(),
            live: row.live.unsigned_abs(),
            cap: source.cap(row.slots.unsigned_abs()),
            failure: row.failure.map(|detail| detail.0),
            source,
        }
    });
    Ok(watch.collect())
}

/// Notes that reading from a source failed.
pub(super) async fn note_failure(
    db: &mut PgConnection,
    id: SourceId,
    failure: &Message,
) -> Result<(), StorageError> {
    let row = sqlx::query!(
        "SELECT failures, rests_until, clock_timestamp() AS \"now!\" FROM archive_source WHERE id = $1 FOR NO KEY UPDATE",
        id.0
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(row) = row else { return Ok(()) };
    let before = Breaker {
        failures: row.failures,
        rests_until: row.rests_until,
    };
    let after = after_failure(before, row.now);
    if after == before {
        return Ok(());
    }
    sqlx::query!(
        "UPDATE archive_source SET failures = $2, rests_until = $3, failure_detail = $4 WHERE id = $1",
        id.0,
        after.failures,
        after.rests_until,
        Json(Detail::Message(failure.clone())) as _
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Lets a source that rests be tried at once; its name, or `None`: it does not rest.
pub async fn probe_now(
    db: &mut PgConnection,
    id: SourceId,
) -> Result<Option<String>, StorageError> {
    Ok(sqlx::query_scalar!(
        "UPDATE archive_source SET rests_until = now() WHERE id = $1 AND rests_until > now() RETURNING name",
        id.0
    )
    .fetch_optional(db)
    .await?)
}

/// Gives a source these bounds; its name and the bounds before, or `None`: there is no such source.
pub async fn set_bounds(
    db: &mut PgConnection,
    id: SourceId,
    new: SourceBounds,
) -> Result<Option<(String, SourceBounds)>, StorageError> {
    let row = sqlx::query!(
        "UPDATE archive_source a SET share = $2, bytes_per_second = $3 \
         FROM (SELECT id, share, bytes_per_second FROM archive_source WHERE id = $1 FOR UPDATE) AS before \
         WHERE a.id = before.id RETURNING a.name AS \"name!\", before.share, before.bytes_per_second",
        id.0,
        new.share.map(i16::from),
        new.bytes_per_second
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| (row.name, bounds(row.share, row.bytes_per_second))))
}

//! What became of each item of a run, and what was seen of the files of a folder.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use domain::ids::{ReceiveRunId, ReceiveTaskId};
use domain::receive::{FileMark, ItemOutcome, ItemReason, Sighting};
use sqlx::PgConnection;
use sqlx::types::Json;
use texts::Detail;

use super::{Listing, Page};
use crate::StorageError;

/// How often it is noted that a file is still there.
const LOOK_NOTED: TimeDelta = TimeDelta::days(7);

/// Outcome of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemReport {
    /// A path below the folder, or what an API calls it.
    pub name: String,
    /// The scene's public id, where it could be read.
    pub dataid: Option<String>,
    /// Bytes of its file, as declared or found.
    pub size: i64,
    pub outcome: ItemOutcome,
    /// Why it was refused, or waits; and in words.
    pub reason: Option<(ItemReason, Detail)>,
}

/// An item's report as it is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadReport {
    pub id: i64,
    pub report: ItemReport,
    /// When it was written.
    pub at: DateTime<Utc>,
}

/// Writes reports. Of an item that has one in this run already the new one counts, unless the old one says that the scene came in.
pub async fn report(
    db: &mut PgConnection,
    run: ReceiveRunId,
    reports: &[ItemReport],
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let names: Vec<&str> = reports.iter().map(|one| one.name.as_str()).collect();
    let ids: Vec<Option<&str>> = reports.iter().map(|one| one.dataid.as_deref()).collect();
    let sizes: Vec<i64> = reports.iter().map(|one| one.size).collect();
    let outcomes: Vec<&str> = reports.iter().map(|one| one.outcome.as_str()).collect();
    let reasons: Vec<Option<&str>> = reports
        .iter()
        .map(|one| one.reason.as_ref().map(|(reason, _)| reason.as_str()))
        .collect();
    let details: Vec<Option<serde_json::Value>> = reports
        .iter()
        .map(|one| {
            let detail = one.reason.as_ref().map(|(_, detail)| detail);
            detail.and_then(|detail| serde_json::to_value(detail).ok())
        })
        .collect();
    sqlx::query!(
        "INSERT INTO receive_file AS f (run_id, name, dataid, size, outcome, reason, detail, at) \
         SELECT DISTINCT ON (n.name) $1, n.name, n.dataid, n.size, n.outcome, n.reason, n.detail, $8 \
         FROM unnest($2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::jsonb[]) WITH ORDINALITY \
             AS n (name, dataid, size, outcome, reason, detail, position) ORDER BY n.name, n.position DESC \
         ON CONFLICT (run_id, md5(name)) DO UPDATE SET (dataid, size, outcome, reason, detail, at) \
             = (excluded.dataid, excluded.size, excluded.outcome, excluded.reason, excluded.detail, excluded.at) \
         WHERE f.outcome NOT IN ('new', 'updated')",
        run.0,
        &names as _,
        &ids as _,
        &sizes,
        &outcomes as _,
        &reasons as _,
        &details as _,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Reports of a run, in the order in which they were written; `outcome`: only of those.
pub async fn list(
    db: &mut PgConnection,
    run: ReceiveRunId,
    outcome: Option<ItemOutcome>,
    page: Page,
) -> Result<Listing<ReadReport>, StorageError> {
    let word = outcome.map(ItemOutcome::as_str);
    let total = sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM receive_file WHERE run_id = $1 AND ($2::text IS NULL OR outcome = $2)",
        run.0,
        word
    )
    .fetch_one(&mut *db)
    .await?;
    let rows = sqlx::query!(
        "SELECT id, name, dataid, size, outcome, reason, detail AS \"detail: Json<Detail>\", at FROM receive_file \
         WHERE run_id = $1 AND ($2::text IS NULL OR outcome = $2) ORDER BY id LIMIT $3 OFFSET $4",
        run.0,
        word,
        page.limit(),
        page.offset()
    )
    .fetch_all(db)
    .await?;
    let items: Result<Vec<_>, StorageError> = rows
        .into_iter()
        .map(|row| {
            let unknown = |column, value: &str| StorageError::UnknownValue {
                column,
                value: value.to_owned(),
            };
            let reason = row.reason.as_deref().map(|word| {
                ItemReason::parse(word).ok_or_else(|| unknown("receive_file.reason", word))
            });
            let report = ItemReport {
                name: row.name,
                dataid: row.dataid,
                size: row.size,
                outcome: ItemOutcome::parse(&row.outcome)
                    .ok_or_else(|| unknown("receive_file.outcome", &row.outcome))?,
                reason: reason.transpose()?.map(|reason| {
                    (
                        reason,
                        row.detail.map(|detail| detail.0).unwrap_or_default(),
                    )
                }),
            };
            Ok(ReadReport {
                id: row.id,
                report,
                at: row.at,
            })
        })
        .collect();
    Ok(Listing {
        items: items?,
        total,
    })
}

/// What is noted of a file of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenFile {
    /// Its path below the folder.
    pub path: String,
    /// How it is, since when, and whether it is done with.
    pub sighting: Sighting,
}

/// What earlier looks saw of these files.
pub async fn sightings(
    db: &mut PgConnection,
    task: ReceiveTaskId,
    paths: &[&str],
) -> Result<HashMap<String, Sighting>, StorageError> {
    let rows = sqlx::query!(
        "SELECT path, size, modified, etag, since, is_settled FROM receive_seen \
         WHERE receive_task_id = $1 AND md5(path) = ANY(ARRAY(SELECT md5(p) FROM unnest($2::text[]) AS p))",
        task.0,
        paths as _
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let mark = FileMark {
                size: row.size,
                modified: row.modified,
                etag: row.etag,
            };
            let sighting = Sighting {
                mark,
                since: row.since,
                is_settled: row.is_settled,
            };
            (row.path, sighting)
        })
        .collect())
}

/// Notes what was seen.
pub async fn note_sightings(
    db: &mut PgConnection,
    task: ReceiveTaskId,
    seen: &[SeenFile],
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let paths: Vec<&str> = seen.iter().map(|one| one.path.as_str()).collect();
    let sizes: Vec<i64> = seen.iter().map(|one| one.sighting.mark.size).collect();
    let modified: Vec<i64> = seen.iter().map(|one| one.sighting.mark.modified).collect();
    let etags: Vec<Option<&str>> = seen
        .iter()
        .map(|one| one.sighting.mark.etag.as_deref())
        .collect();
    let since: Vec<DateTime<Utc>> = seen.iter().map(|one| one.sighting.since).collect();
    let settled: Vec<bool> = seen.iter().map(|one| one.sighting.is_settled).collect();
    sqlx::query!(
        "INSERT INTO receive_seen (receive_task_id, path, size, modified, etag, since, is_settled, looked_at) \
         SELECT $1, n.path, n.size, n.modified, n.etag, n.since, n.is_settled, $8 \
         FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::timestamptz[], $7::boolean[]) \
             AS n (path, size, modified, etag, since, is_settled) \
         ON CONFLICT (receive_task_id, md5(path)) DO UPDATE SET (size, modified, etag, since, is_settled, looked_at) \
             = (excluded.size, excluded.modified, excluded.etag, excluded.since, excluded.is_settled, excluded.looked_at)",
        task.0,
        &paths as _,
        &sizes,
        &modified,
        &etags as _,
        &since,
        &settled,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Notes that these files, which are as they were, are still there.
pub async fn note_known(
    db: &mut PgConnection,
    task: ReceiveTaskId,
    paths: &[&str],
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE receive_seen SET looked_at = $3 WHERE receive_task_id = $1 \
         AND md5(path) = ANY(ARRAY(SELECT md5(p) FROM unnest($2::text[]) AS p)) AND looked_at < $4",
        task.0,
        paths as _,
        now,
        now - LOOK_NOTED
    )
    .execute(db)
    .await?;
    Ok(())
}

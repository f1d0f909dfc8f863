//! Tasks of pictures. They belong to nobody, and go when they are over: a million of them must not slow the ledger.

use domain::preview::{PRIORITY, WANTED_PRIORITY};
use domain::task::TaskKind;
use sqlx::PgConnection;

use crate::StorageError;
use crate::objects::Claim;

/// A claimed task of a scene's pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PreviewTask {
    /// This claim; its attempt is the fencing token.
    pub claim: Claim,
    /// The scene.
    pub did: i64,
}

/// Writes tasks for scenes without pictures: first for those that somebody looked for, up to `most` tasks in all, then
/// for the newest, up to half of it. Answers how many.
pub async fn expect_previews(db: &mut PgConnection, most: i64) -> Result<u64, StorageError> {
    let room = most - live(db).await?;
    let written = write_wanted(db, room).await?;
    let room = most / 2 - live(db).await?;
    let others = write_others(db, room).await?;
    Ok(written + others)
}

/// Tasks of pictures that are not over.
async fn live(db: &mut PgConnection) -> Result<i64, StorageError> {
    Ok(
        sqlx::query_scalar!(
            "SELECT count(*) AS \"count!\" FROM task WHERE preview_did IS NOT NULL"
        )
        .fetch_one(db)
        .await?,
    )
}

/// For scenes that somebody looked for, at most so many tasks.
async fn write_wanted(db: &mut PgConnection, most: i64) -> Result<u64, StorageError> {
    let done = sqlx::query!(
        "INSERT INTO task (id, kind, preview_did, priority, max_attempts, source_id) \
         SELECT gen_random_uuid(), $1, p.did, $2, $3, a.id FROM scene_preview p JOIN scene s USING (did) \
         LEFT JOIN archive_source a ON a.name = archive_source_of(s.archive_url) \
         WHERE p.state = 'none' AND wanted_at IS NOT NULL \
         AND NOT EXISTS (SELECT FROM task t WHERE t.preview_did = p.did) \
         ORDER BY p.wanted_at LIMIT $4 ON CONFLICT DO NOTHING",
        TaskKind::MakePreview.as_str(),
        WANTED_PRIORITY,
        TaskKind::MakePreview.max_attempts(),
        most.max(0)
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}

/// For scenes that nobody has looked for, at most so many tasks.
async fn write_others(db: &mut PgConnection, most: i64) -> Result<u64, StorageError> {
    let done = sqlx::query!(
        "INSERT INTO task (id, kind, preview_did, priority, max_attempts, source_id) \
         SELECT gen_random_uuid(), $1, p.did, $2, $3, a.id FROM scene_preview p JOIN scene s USING (did) \
         LEFT JOIN archive_source a ON a.name = archive_source_of(s.archive_url) \
         WHERE p.state = 'none' AND wanted_at IS NULL AND retry_at <= now() \
         AND NOT EXISTS (SELECT FROM task t WHERE t.preview_did = p.did) \
         ORDER BY p.retry_at, p.did DESC LIMIT $4 ON CONFLICT DO NOTHING",
        TaskKind::MakePreview.as_str(),
        PRIORITY,
        TaskKind::MakePreview.max_attempts(),
        most.max(0)
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}

/// Puts a scene's waiting task before the others.
pub async fn hurry_preview(db: &mut PgConnection, did: i64) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE task SET priority = $2 WHERE preview_did = $1 AND state = 'waiting'",
        did,
        WANTED_PRIORITY
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Removes a task whose claim is the worker's, or that has just failed for good under it, and answers of which file it
/// was (empty: it was never begun); `None` when it is neither, and then nothing may be published.
pub async fn end_preview(
    db: &mut PgConnection,
    claim: Claim,
) -> Result<Option<String>, StorageError> {
    let source = sqlx::query_scalar!(
        "WITH ended AS (DELETE FROM task WHERE id = $1 AND attempt = $2 AND state IN ('running', 'failed') \
             RETURNING source_id, state, preview_source), \
         works AS (UPDATE archive_source a SET failures = 0, rests_until = NULL, failure_detail = NULL FROM ended \
             WHERE a.id = ended.source_id AND ended.state = 'running' AND a.failures > 0) \
         SELECT coalesce(preview_source, '') AS \"source!\" FROM ended",
        claim.task.0,
        claim.attempt
    );
    Ok(source.fetch_optional(db).await?)
}

/// Notes which file the claim is about from now on, and answers where it lies; `None` when the scene or the claim is
/// gone. The address is `None` when the scene is not online any more.
pub async fn begin_preview(
    db: &mut PgConnection,
    claim: Claim,
) -> Result<Option<Option<String>>, StorageError> {
    let address = sqlx::query_scalar!(
        "UPDATE task SET preview_source = p.source FROM scene_preview p JOIN scene s USING (did) \
         WHERE task.id = $1 AND task.attempt = $2 AND task.state = 'running' AND p.did = task.preview_did \
         RETURNING s.archive_url",
        claim.task.0,
        claim.attempt
    );
    Ok(address.fetch_optional(db).await?)
}

/// Tasks whose lease ran out at their last attempt.
pub async fn previews_with_used_up(
    db: &mut PgConnection,
) -> Result<Vec<PreviewTask>, StorageError> {
    let rows = sqlx::query!(
        "SELECT id, attempt, preview_did AS \"did!\" FROM task WHERE kind = 'make_preview' AND preview_did IS NOT NULL \
         AND state = 'running' AND lease_until < now() \
         AND attempt - handed_back - failures >= max_attempts"
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| PreviewTask {
            claim: super::rows::claim_of(row.id, row.attempt),
            did: row.did,
        })
        .collect())
}

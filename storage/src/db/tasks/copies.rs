//! Tasks that bring files of scenes to where other systems fetch them. They belong to nobody, and go when they are over.

use domain::scene_copy::PRIORITY;
use domain::task::TaskKind;
use sqlx::PgConnection;

use crate::StorageError;
use crate::db::archive_sources;
use crate::objects::Claim;

/// A claimed task of a scene's copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CopyTask {
    /// This claim; its attempt is the fencing token.
    pub claim: Claim,
    /// The scene.
    pub did: i64,
}

/// Writes tasks for copies that wait and have none.
pub(crate) async fn insert_for_copies(
    db: &mut PgConnection,
    dids: &[i64],
) -> Result<(), StorageError> {
    archive_sources::name_those_of(db, dids).await?;
    sqlx::query!(
        "INSERT INTO task (id, kind, copy_did, priority, max_attempts, bytes_all, source_id) \
         SELECT gen_random_uuid(), $1, c.did, $2, $3, s.size, a.id FROM scene_copy c JOIN scene s USING (did) \
         LEFT JOIN archive_source a ON a.name = archive_source_of(s.archive_url) \
         WHERE c.did = ANY($4) AND c.state = 'waiting' ORDER BY c.did ON CONFLICT DO NOTHING",
        TaskKind::CopyScene.as_str(),
        PRIORITY,
        TaskKind::CopyScene.max_attempts(),
        dids
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Notes which file the claim is about from now on; false when the copy or the claim is gone.
pub async fn begin_copy(db: &mut PgConnection, claim: Claim) -> Result<bool, StorageError> {
    let done = sqlx::query!(
        "UPDATE task SET copy_source = c.source FROM scene_copy c \
         WHERE task.id = $1 AND task.attempt = $2 AND task.state = 'running' AND c.did = task.copy_did",
        claim.task.0,
        claim.attempt
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Removes a task whose claim is the worker's, or that has just failed for good under it, and answers of which file it was (empty: it
/// was never begun); `None` when it is neither, and then nothing may be published.
pub(crate) async fn end_copy(
    db: &mut PgConnection,
    claim: Claim,
) -> Result<Option<String>, StorageError> {
    let source = sqlx::query_scalar!(
        "WITH ended AS (DELETE FROM task WHERE id = $1 AND attempt = $2 AND state IN ('running', 'failed') \
             RETURNING source_id, state, copy_source), \
         works AS (UPDATE archive_source a SET failures = 0, rests_until = NULL, failure_detail = NULL FROM ended \
             WHERE a.id = ended.source_id AND ended.state = 'running' AND a.failures > 0) \
         SELECT coalesce(copy_source, '') AS \"source!\" FROM ended",
        claim.task.0,
        claim.attempt
    );
    Ok(source.fetch_optional(db).await?)
}

/// Tasks whose lease ran out at their last attempt.
pub async fn copies_with_used_up(db: &mut PgConnection) -> Result<Vec<CopyTask>, StorageError> {
    let rows = sqlx::query!(
        "SELECT id, attempt, copy_did AS \"did!\" FROM task WHERE kind = 'copy_scene' AND copy_did IS NOT NULL AND state = 'running' \
         AND lease_until < now() AND attempt - handed_back - failures >= max_attempts"
    )
    .fetch_all(db)
    .await?;
    let tasks = rows.into_iter().map(|row| CopyTask {
        claim: super::rows::claim_of(row.id, row.attempt),
        did: row.did,
    });
    Ok(tasks.collect())
}

//! What happens to the segments of the scene index: when they are built, and how they take the place of the earlier ones.

use domain::segments::{BuildPolicy, is_due};
use domain::task::ErrorClass;
use sqlx::PgPool;
use texts::Message;

use crate::StorageError;
use crate::db::scenes::{self, Manifest};
use crate::db::tasks::{self, BuildTask, Failure};

/// Writes a task if segments are worth being built. Answers whether it did.
pub async fn expect(pool: &PgPool, policy: BuildPolicy) -> Result<bool, StorageError> {
    let mut db = pool.acquire().await?;
    let lag = scenes::manifest_lag(&mut db, policy.changes).await?;
    if !is_due(policy, lag.scenes, lag.changes) {
        return Ok(false);
    }
    let mut tx = sqlx::Connection::begin(&mut *db).await?;
    let is_new = tasks::insert_build(&mut tx).await?;
    tx.commit().await?;
    Ok(is_new)
}

/// Puts a manifest in the place of the one there is; false when the claim is no longer the worker's: then nothing changed,
/// and what it has stored are orphans.
pub async fn publish(
    pool: &PgPool,
    task: BuildTask,
    manifest: &Manifest,
) -> Result<bool, StorageError> {
    let mut tx = pool.begin().await?;
    if !tasks::end_build(&mut tx, task.claim).await? {
        return Ok(false);
    }
    scenes::replace_manifest(&mut tx, manifest).await?;
    tx.commit().await?;
    Ok(true)
}

/// Ends a claim as failed. The earlier segments go on serving.
pub async fn fail(
    pool: &PgPool,
    task: BuildTask,
    class: ErrorClass,
    failure: &Message,
) -> Result<Failure, StorageError> {
    let mut tx = pool.begin().await?;
    let outcome = tasks::fail(&mut tx, task.claim, class, failure).await?;
    tx.commit().await?;
    Ok(outcome)
}

/// Ends a build whose worker died at every attempt.
pub async fn settle_used_up(pool: &PgPool) -> Result<(), StorageError> {
    let mut db = pool.acquire().await?;
    tasks::end_used_up_build(&mut db).await
}

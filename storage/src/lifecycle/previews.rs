//! What happens to pictures of scenes: each write is one transaction, the pictures' row locked before its task's.

use chrono::{DateTime, TimeDelta, Utc};
use domain::preview::again_after;
use domain::task::ErrorClass;
use sqlx::{Connection, PgConnection, PgPool};
use texts::{FailureText, Message};

use crate::StorageError;
use crate::db::previews::{self, MadePictures};
use crate::db::tasks::{self, Failure, PreviewTask};

/// Tasks of pictures that are written at a time, however many scenes have none.
const MAX_TASKS: i64 = 64;

/// Writes tasks for scenes without pictures, a few at a time.
pub async fn expect(pool: &PgPool) -> Result<u64, StorageError> {
    let mut db = pool.acquire().await?;
    tasks::expect_previews(&mut db, MAX_TASKS).await
}

/// Somebody looked for pictures that are still to be made: they go before the others.
pub async fn want(pool: &PgPool, did: i64, now: DateTime<Utc>) -> Result<(), StorageError> {
    let mut tx = pool.begin().await?;
    if previews::want(&mut tx, did, now).await? {
        tasks::hurry_preview(&mut tx, did).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Shows pictures; false when the claim is no longer the worker's, or the scene is gone: then nothing changed, and the
/// objects are orphans. Pictures of a file that is not the scene's any more are not shown, and will be made anew.
pub async fn publish(
    pool: &PgPool,
    task: PreviewTask,
    made: &MadePictures,
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let mut tx = pool.begin().await?;
    let Some((source, _)) = previews::lock(&mut tx, task.did).await? else {
        return Ok(false);
    };
    let Some(taken) = tasks::end_preview(&mut tx, task.claim).await? else {
        return Ok(false);
    };
    let is_current = source == taken;
    if is_current {
        previews::publish(&mut tx, task.did, made, now).await?;
    }
    tx.commit().await?;
    Ok(is_current)
}

/// Ends a claim as failed. What has no patience left is given up, for a while or for good; but not when the scene's
/// file became another one meanwhile: then the failure says nothing.
pub async fn fail(
    pool: &PgPool,
    task: PreviewTask,
    class: ErrorClass,
    failure: &Message,
    now: DateTime<Utc>,
) -> Result<Failure, StorageError> {
    let mut tx = pool.begin().await?;
    let Some((current, rounds)) = previews::lock(&mut tx, task.did).await? else {
        return Ok(Failure::NotOurs);
    };
    let outcome = tasks::fail(&mut tx, task.claim, class, failure).await?;
    if outcome == Failure::Final {
        let taken = tasks::end_preview(&mut tx, task.claim).await?;
        if taken.is_some_and(|taken| taken.is_empty() || taken == current) {
            give_up(&mut tx, task.did, rounds + 1, class, failure, now).await?;
        }
    }
    tx.commit().await?;
    Ok(outcome)
}

/// Gives up rasters whose worker died at every attempt.
pub async fn settle_used_up(pool: &PgPool, now: DateTime<Utc>) -> Result<(), StorageError> {
    let died = FailureText::PreviewWorkersDied.into();
    let mut db = pool.acquire().await?;
    for task in tasks::previews_with_used_up(&mut db).await? {
        let mut tx = db.begin().await?;
        if let Some((current, rounds)) = previews::lock(&mut tx, task.did).await?
            && let Some(taken) = tasks::end_preview(&mut tx, task.claim).await?
            && (taken.is_empty() || taken == current)
        {
            give_up(&mut tx, task.did, rounds + 1, ErrorClass::Bug, &died, now).await?;
        }
        tx.commit().await?;
    }
    Ok(())
}

async fn give_up(
    db: &mut PgConnection,
    did: i64,
    rounds: u32,
    class: ErrorClass,
    failure: &Message,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let again = again_after(class, rounds)
        .map(|wait| now + TimeDelta::from_std(wait).unwrap_or(TimeDelta::MAX));
    previews::give_up(db, did, class, failure, again).await
}

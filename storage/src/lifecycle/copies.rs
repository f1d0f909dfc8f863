//! What happens to copies of scenes' files: each write is one transaction, the copy's row locked before its task's.

use chrono::{DateTime, Utc};
use domain::scene_copy::{CopyState, MAX_WAITING, retry_after};
use domain::size::ByteCount;
use domain::task::ErrorClass;
use sqlx::{Connection, PgConnection, PgPool};
use texts::{FailureText, Message};

use crate::StorageError;
use crate::db::scene_copies::{self, CopiedFile, SceneCopy, file_tag};
use crate::db::scenes::Scene;
use crate::db::tasks::{self, CopyTask, Failure};

/// Asks for copies of these scenes' files. What is there or under way is answered as it is; of the others as many are written down as there
/// is room for, and those left out have to be asked for again: [`MAX_WAITING`], and `most` bytes in the object store.
pub async fn ask(
    pool: &PgPool,
    scenes: &[Scene],
    most: ByteCount,
    now: DateTime<Utc>,
) -> Result<Vec<SceneCopy>, StorageError> {
    let mut requested: Vec<(i64, String, i64)> = scenes
        .iter()
        .filter_map(|scene| Some((scene.did, file_tag(scene)?, scene.size)))
        .collect();
    requested.sort_unstable();
    requested.dedup_by_key(|(did, ..)| *did);
    let all: Vec<i64> = requested.iter().map(|(did, ..)| *did).collect();
    let mut tx = pool.begin().await?;
    scene_copies::take_turn(&mut tx).await?;
    let known = scene_copies::lock(&mut tx, &all).await?;
    let is_current = |did: i64, tag: &str| {
        let copy = known.iter().find(|copy| copy.did == did);
        copy.is_some_and(|copy| copy.source == tag && !may_be_retried(copy, now))
    };
    let (current, missing): (Vec<_>, Vec<_>) = requested
        .into_iter()
        .partition(|(did, tag, _)| is_current(*did, tag));
    let current: Vec<i64> = current.into_iter().map(|(did, ..)| did).collect();
    scene_copies::ask_again(&mut tx, &current, now).await?;
    let fitting = with_room(&mut tx, missing, most).await?;
    let (dids, sources): (Vec<i64>, Vec<String>) = fitting.into_iter().unzip();
    if !dids.is_empty() {
        scene_copies::expect(&mut tx, &dids, &sources, now).await?;
        tasks::insert_for_copies(&mut tx, &dids).await?;
    }
    let known = [current, dids].concat();
    let copies = scene_copies::lock(&mut tx, &known).await?;
    tx.commit().await?;
    Ok(copies)
}

fn may_be_retried(copy: &SceneCopy, now: DateTime<Utc>) -> bool {
    match (&copy.failure, copy.state) {
        (Some((class, _, failed)), CopyState::Failed) => retry_after(*class, *failed) <= now,
        _ => false,
    }
}

/// Those for which there is room. Where nothing lies at all there is room for one, however large.
async fn with_room(
    db: &mut PgConnection,
    missing: Vec<(i64, String, i64)>,
    most: ByteCount,
) -> Result<Vec<(i64, String)>, StorageError> {
    if missing.is_empty() {
        return Ok(Vec::new());
    }
    let (mut waiting, ByteCount(mut bytes)) = scene_copies::load(db).await?;
    let mut fitting = Vec::new();
    for (did, tag, size) in missing {
        let size = size.unsigned_abs();
        let fits = waiting < MAX_WAITING && (bytes == 0 || bytes.saturating_add(size) <= most.0);
        if fits {
            waiting += 1;
            bytes = bytes.saturating_add(size);
            fitting.push((did, tag));
        }
    }
    Ok(fitting)
}

/// Shows a copy of the file of this tag; false when the claim is no longer the worker's, or the scene is gone or has another file: then the object is an orphan, and
/// of another file the copy waits to be made anew.
pub async fn publish(
    pool: &PgPool,
    (task, tag): (CopyTask, &str),
    file: &CopiedFile,
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let mut tx = pool.begin().await?;
    let Some(copy) = scene_copies::lock(&mut tx, &[task.did]).await?.pop() else {
        return Ok(false);
    };
    if tasks::end_copy(&mut tx, task.claim).await?.is_none() {
        return Ok(false);
    }
    let is_current = copy.source == tag;
    if is_current {
        scene_copies::publish(&mut tx, task.did, file, now).await?;
    } else {
        tasks::insert_for_copies(&mut tx, &[task.did]).await?;
    }
    tx.commit().await?;
    Ok(is_current)
}

/// Ends a claim as failed. What has no patience left is given up until somebody asks again.
pub async fn fail(
    pool: &PgPool,
    task: CopyTask,
    why: (ErrorClass, &Message),
    now: DateTime<Utc>,
) -> Result<Failure, StorageError> {
    let mut tx = pool.begin().await?;
    if scene_copies::lock(&mut tx, &[task.did]).await?.is_empty() {
        return Ok(Failure::NotOurs);
    }
    let outcome = tasks::fail(&mut tx, task.claim, why.0, why.1).await?;
    if outcome == Failure::Final {
        give_up(&mut tx, task, why, now).await?;
    }
    tx.commit().await?;
    Ok(outcome)
}

/// Gives up copies whose worker died at every attempt.
pub async fn settle_used_up(pool: &PgPool, now: DateTime<Utc>) -> Result<(), StorageError> {
    let died = FailureText::WorkersDied.into();
    let mut db = pool.acquire().await?;
    for task in tasks::copies_with_used_up(&mut db).await? {
        let mut tx = db.begin().await?;
        if !scene_copies::lock(&mut tx, &[task.did]).await?.is_empty() {
            give_up(&mut tx, task, (ErrorClass::Bug, &died), now).await?;
        }
        tx.commit().await?;
    }
    Ok(())
}

/// A failure says nothing of a file that took the other's place meanwhile: that one is tried.
async fn give_up(
    db: &mut PgConnection,
    task: CopyTask,
    why: (ErrorClass, &Message),
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let Some(taken) = tasks::end_copy(db, task.claim).await? else {
        return Ok(());
    };
    let copy = scene_copies::lock(db, &[task.did]).await?.pop();
    if copy.is_some_and(|copy| taken.is_empty() || copy.source == taken) {
        scene_copies::give_up(db, task.did, why, now).await
    } else {
        tasks::insert_for_copies(db, &[task.did]).await
    }
}

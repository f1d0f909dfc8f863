//! How files come onto shelves, and go when they are withdrawn: each in one transaction, by whoever holds the claim. The object is
//! written before; whoever dies in between leaves one that no row names. And how they go when their time is over. Locks are taken in
//! one order: the account's row, the target's, the shelf's.

use chrono::{DateTime, Utc};
use domain::ids::UserId;
use domain::shelf::ShelfLimits;
use sqlx::{PgConnection, PgPool};

use super::By;
use crate::StorageError;
use crate::db::shelves::{self, NewShelfFile};
use crate::db::subscriptions;
use crate::db::tasks::{self, PushTask};
use crate::sealed::ServerKey;

/// An object that was written for a shelf.
#[derive(Debug, Clone, Copy)]
pub struct StoredFile<'a> {
    /// Path on the shelf.
    pub path: &'a str,
    /// Path in the object store.
    pub object_key: &'a str,
    /// Bytes.
    pub size: u64,
    /// SHA-256 of the bytes.
    pub sha256: &'a [u8],
}

impl<'a> StoredFile<'a> {
    fn row(
        self,
        (owner, task): (UserId, PushTask),
        is_note: bool,
        times: (DateTime<Utc>, DateTime<Utc>),
    ) -> NewShelfFile<'a> {
        NewShelfFile {
            owner,
            matched: task.matched,
            is_note,
            path: self.path,
            object_key: self.object_key,
            size: i64::try_from(self.size).unwrap_or(i64::MAX),
            sha256: self.sha256,
            times,
        }
    }
}

/// What became of a file that was to be put on a shelf.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShelfPutting {
    /// The file is on the shelf.
    Done,
    /// There is no room.
    Full,
    /// The claim is no longer the worker's, or the shelf is gone.
    NotOurs,
}

/// Whether a file of this size fits on a person's shelf now, under this path. It is asked again when the file is put there.
pub async fn has_room(
    pool: &PgPool,
    (owner, limits): (UserId, ShelfLimits),
    (path, size): (&str, u64),
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let mut db = pool.acquire().await?;
    let held = shelves::held_beside(&mut db, owner, path, now).await?;
    Ok(limits.has_room(held, size))
}

/// Puts a file on a person's shelf, where there is room. Whoever puts something there waits for the others, so that all together
/// never go beyond what may lie there, and what a claim that was lost wrote never replaces what a later one put there.
pub async fn put(
    pool: &PgPool,
    (task, owner): (PushTask, UserId),
    file: StoredFile<'_>,
    limits: ShelfLimits,
    now: DateTime<Utc>,
) -> Result<ShelfPutting, StorageError> {
    let mut tx = pool.begin().await?;
    if !shelves::lock(&mut tx, owner).await? {
        return Ok(ShelfPutting::NotOurs);
    }
    let held = shelves::held_beside(&mut tx, owner, file.path, now).await?;
    if !limits.has_room(held, file.size) {
        tx.rollback().await?;
        // Else its scene's withdrawal would leave a note of a file that never lay there.
        let mut db = pool.acquire().await?;
        subscriptions::forget_whole(&mut db, (task.matched, task.claim)).await?;
        return Ok(ShelfPutting::Full);
    }
    let times = (now, limits.expires(now));
    shelves::insert_file(&mut tx, file.row((owner, task), false, times)).await?;
    // Behind the row, which holds the match: everybody locks matches before tasks.
    if !tasks::stands(&mut tx, task.claim).await? {
        return Ok(ShelfPutting::NotOurs);
    }
    tx.commit().await?;
    Ok(ShelfPutting::Done)
}

/// Puts the note that a file was withdrawn beside where it lay, and takes the file away: both or neither. A note finds room on a
/// shelf that is full. A file of another size is not what was sent, and stays. False when the claim is no longer the worker's, or
/// the shelf is gone.
pub async fn withdraw(
    pool: &PgPool,
    (task, owner): (PushTask, UserId),
    (note, withdrawn): (StoredFile<'_>, (&str, i64)),
    limits: ShelfLimits,
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let mut tx = pool.begin().await?;
    if !shelves::lock(&mut tx, owner).await? {
        return Ok(false);
    }
    let times = (now, limits.expires(now));
    shelves::insert_file(&mut tx, note.row((owner, task), true, times)).await?;
    shelves::remove_path(&mut tx, owner, withdrawn).await?;
    if !tasks::stands(&mut tx, task.claim).await? {
        return Ok(false);
    }
    tx.commit().await?;
    Ok(true)
}

/// Takes from all shelves what has been there for its whole time, and ends the rests of targets that waited for room: both or
/// neither. Answers how many files went.
pub async fn remove_expired(pool: &PgPool, now: DateTime<Utc>) -> Result<u64, StorageError> {
    let mut tx = pool.begin().await?;
    let removed = shelves::remove_expired(&mut tx, now).await?;
    tx.commit().await?;
    Ok(removed)
}

/// Gives whoever asks a new password of the own shelf; false when there is none. Refused where the account was changed since the
/// caller was let in: what ended with that must not come back with a password that is answered afterwards. Call in a transaction.
pub async fn renew_password(
    db: &mut PgConnection,
    key: &ServerKey,
    by: By<'_>,
) -> Result<bool, StorageError> {
    // The account before the shelf, as whoever changes the account's password locks them.
    by.lock_actor(db).await?;
    match by.user() {
        Some(owner) => shelves::renew_password(db, key, owner).await,
        None => Ok(false),
    }
}

//! Uploads into buckets that have begun: the next attempt at the same file, on whatever worker, goes on with them. Those that nobody
//! goes on with are taken back, for what was sent of them costs the bucket's owner money.

use chrono::{DateTime, TimeDelta, Utc};
use domain::ids::PushTargetId;
use sqlx::PgConnection;
use uuid::Uuid;

use super::push_targets::TargetLogin;
use super::tasks::PushTask;
use crate::StorageError;
use crate::sealed::ServerKey;

/// How long an upload waits whose file waits, while its target works: its subscription is paused, or its owner's account is off.
const IDLE: TimeDelta = TimeDelta::days(7);
/// How long it is tried to take an upload back.
const PATIENCE: TimeDelta = TimeDelta::days(1);
/// How long after an attempt to take an upload back the next one is made.
const TRY_AGAIN: TimeDelta = TimeDelta::minutes(10);

/// What the ledger knows of an upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotedUpload {
    /// By which the bucket knows it.
    pub upload_id: String,
    /// Bytes of each part but the last.
    pub part_size: i64,
    /// What the bucket answered to the first parts, without a gap.
    pub parts: Vec<String>,
}

/// The upload that an attempt at this file goes on with. One that lies elsewhere than the file goes by now is left, and the login of
/// the other one is kept as it is now: whoever takes it back signs in with it.
pub async fn find(
    db: &mut PgConnection,
    task: PushTask,
    to: &TargetLogin,
    now: DateTime<Utc>,
) -> Result<Option<NotedUpload>, StorageError> {
    sqlx::query!(
        "UPDATE push_upload SET left_at = $7 WHERE match_id = $3 AND left_at IS NULL \
         AND (target_id <> $4 OR address <> $5 OR region <> $6) \
         AND EXISTS (SELECT FROM task WHERE id = $1 AND attempt = $2 AND state = 'running' AND match_id = $3)",
        task.claim.task.0,
        task.claim.attempt,
        task.matched.0,
        to.target.0,
        to.address,
        to.region,
        now
    )
    .execute(&mut *db)
    .await?;
    Ok(sqlx::query_as!(
        NotedUpload,
        "UPDATE push_upload SET login_name = $4, secret_sealed = $5 WHERE match_id = $3 AND left_at IS NULL \
         AND EXISTS (SELECT FROM task WHERE id = $1 AND attempt = $2 AND state = 'running' AND match_id = $3) \
         RETURNING upload_id, part_size, parts",
        task.claim.task.0,
        task.claim.attempt,
        task.matched.0,
        to.login_name,
        to.secret_sealed()
    )
    .fetch_optional(db)
    .await?)
}

/// An upload that has just begun.
#[derive(Debug, Clone, Copy)]
pub struct NewUpload<'a> {
    /// Path of the file, relative to the target's folder.
    pub path: &'a str,
    /// By which the bucket knows it.
    pub upload_id: &'a str,
    /// Bytes of each part but the last.
    pub part_size: i64,
}

/// Notes an upload before anything is sent of it; false when the claim is no longer the worker's, or the file has another one.
pub async fn begin(
    db: &mut PgConnection,
    task: PushTask,
    (to, new): (&TargetLogin, NewUpload<'_>),
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let done = sqlx::query!(
        "INSERT INTO push_upload (id, match_id, target_id, address, region, login_name, secret_sealed, path, upload_id, part_size, \
             begun_at, moved_at) \
         SELECT $4::uuid, k.match_id, $5::uuid, $6::text, $7::text, $8::text, $9::bytea, $10::text, $11::text, $12::bigint, $13::timestamptz, \
             $13::timestamptz \
         FROM task k WHERE k.id = $1 AND k.attempt = $2 AND k.state = 'running' AND k.match_id = $3 \
         ON CONFLICT (match_id) WHERE left_at IS NULL DO NOTHING",
        task.claim.task.0,
        task.claim.attempt,
        task.matched.0,
        Uuid::now_v7(),
        to.target.0,
        to.address,
        to.region,
        to.login_name,
        to.secret_sealed(),
        new.path,
        new.upload_id,
        new.part_size,
        now
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Notes further parts behind the `known` ones of an upload; false when the claim is no longer the worker's, or the upload was left
/// meanwhile.
pub async fn add_parts(
    db: &mut PgConnection,
    task: PushTask,
    (upload_id, known, new): (&str, usize, &[String]),
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let done = sqlx::query!(
        "UPDATE push_upload SET parts = parts || $6::text[], moved_at = $7 \
         WHERE match_id = $3 AND left_at IS NULL AND upload_id = $4 AND cardinality(parts) = $5 \
         AND EXISTS (SELECT FROM task WHERE id = $1 AND attempt = $2 AND state = 'running' AND match_id = $3)",
        task.claim.task.0,
        task.claim.attempt,
        task.matched.0,
        upload_id,
        i32::try_from(known).unwrap_or(i32::MAX),
        new,
        now
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Leaves the upload of a file that cannot be gone on with: the next attempt begins anew.
pub async fn leave(
    db: &mut PgConnection,
    task: PushTask,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE push_upload SET left_at = $4 WHERE match_id = $3 AND left_at IS NULL \
         AND EXISTS (SELECT FROM task WHERE id = $1 AND attempt = $2 AND state = 'running' AND match_id = $3)",
        task.claim.task.0,
        task.claim.attempt,
        task.matched.0,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Forgets the upload of a file that lies at its target whole. Call in the transaction that notes that. One that lies elsewhere, where
/// the file was to go before, stays noted: it is left when the file is over ([`leave_over`]).
pub(crate) async fn end(db: &mut PgConnection, task: PushTask) -> Result<(), StorageError> {
    sqlx::query!(
        "DELETE FROM push_upload u WHERE match_id = $1 AND left_at IS NULL \
         AND EXISTS (SELECT FROM subscription_match m JOIN push_target t ON t.id = m.sent_to \
             WHERE m.id = u.match_id AND t.id = u.target_id AND t.address = u.address AND t.region = u.region)",
        task.matched.0
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Leaves uploads that nobody goes on with: their file is over, goes elsewhere, or has not moved for a week though its target works.
/// Answers how many.
pub async fn leave_over(db: &mut PgConnection, now: DateTime<Utc>) -> Result<u64, StorageError> {
    let done = sqlx::query!(
        "UPDATE push_upload u SET left_at = $1 WHERE left_at IS NULL \
         AND NOT EXISTS (SELECT FROM task k WHERE k.match_id = u.match_id) \
         AND NOT EXISTS (SELECT FROM subscription_match m LEFT JOIN subscription s ON s.id = m.subscription_id \
             LEFT JOIN order_push p ON p.id = m.order_push_id JOIN push_target t ON t.id = coalesce(s.target_id, p.target_id) \
             WHERE m.id = u.match_id AND m.state = 'waiting' AND t.id = u.target_id AND t.kind = 's3' \
             AND t.address = u.address AND t.region = u.region AND (u.moved_at > $2 OR t.failures > 0))",
        now,
        now - IDLE
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}

/// An upload that is to be taken back.
#[derive(Debug, Clone)]
pub struct LeftUpload {
    pub id: Uuid,
    /// The bucket's address.
    pub address: String,
    pub region: String,
    /// Access key of the account that began the upload.
    pub login_name: String,
    /// Path of the file, relative to the target's folder.
    pub path: String,
    /// By which the bucket knows it.
    pub upload_id: String,
    target: PushTargetId,
    secret_sealed: Vec<u8>,
}

impl LeftUpload {
    /// The secret that one signs in with.
    pub fn secret(&self, key: &ServerKey) -> Result<String, StorageError> {
        let bytes = key.open(&self.secret_sealed, self.target.0.as_bytes())?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// Uploads that were left and are tried to be taken back now, this many at most. Nobody else gets them for a while.
pub async fn take_left(
    db: &mut PgConnection,
    now: DateTime<Utc>,
    most: i64,
) -> Result<Vec<LeftUpload>, StorageError> {
    let rows = sqlx::query!(
        "UPDATE push_upload SET retry_at = $2 WHERE id IN (SELECT id FROM push_upload WHERE left_at IS NOT NULL \
             AND (retry_at IS NULL OR retry_at <= $1) ORDER BY retry_at NULLS FIRST, left_at, id LIMIT $3 FOR UPDATE SKIP LOCKED) \
         RETURNING id, target_id, address, region, login_name, secret_sealed, path, upload_id",
        now,
        now + TRY_AGAIN,
        most
    )
    .fetch_all(db)
    .await?;
    let left = rows.into_iter().map(|row| LeftUpload {
        id: row.id,
        address: row.address,
        region: row.region,
        login_name: row.login_name,
        path: row.path,
        upload_id: row.upload_id,
        target: PushTargetId(row.target_id),
        secret_sealed: row.secret_sealed,
    });
    Ok(left.collect())
}

/// Forgets an upload that was taken back.
pub async fn forget(db: &mut PgConnection, id: Uuid) -> Result<(), StorageError> {
    sqlx::query!(
        "DELETE FROM push_upload WHERE id = $1 AND left_at IS NOT NULL",
        id
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Forgets uploads that could not be taken back for a day. Answers how many.
pub async fn give_up(db: &mut PgConnection, now: DateTime<Utc>) -> Result<u64, StorageError> {
    let done = sqlx::query!("DELETE FROM push_upload WHERE left_at < $1", now - PATIENCE)
        .execute(db)
        .await?;
    Ok(done.rows_affected())
}

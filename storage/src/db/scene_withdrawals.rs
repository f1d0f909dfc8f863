//! What the withdrawal of scenes touches, and the list of those that were withdrawn, which other installations follow.

use chrono::{DateTime, Utc};
use domain::ids::ReceiveTaskId;
use sqlx::PgConnection;

use crate::StorageError;

/// What a withdrawal would touch.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WithdrawalEffect {
    /// Public ids of scenes that would leave the catalogue.
    pub withdrawn: Vec<String>,
    /// Those that would stay, because orders have them.
    pub ordered: Vec<String>,
    /// Orders that have them.
    pub orders: i64,
    /// Subscriptions to which scenes that would go were sent, or are to be.
    pub subscriptions: i64,
    /// Files of theirs that lie at targets, and whose targets would be told.
    pub to_tell: i64,
    /// Files of theirs that wait, and would not be sent.
    pub waiting: i64,
}

/// In which node each of these scenes lies; those that are in no catalogue are left out.
pub(crate) async fn nodes_of(
    db: &mut PgConnection,
    dataids: &[String],
) -> Result<Vec<(String, i64)>, StorageError> {
    let rows = sqlx::query!(
        "SELECT dataid, nodeid FROM scene WHERE dataid = ANY($1) ORDER BY dataid",
        dataids
    )
    .fetch_all(db)
    .await?;
    let rows = rows.into_iter();
    Ok(rows.map(|row| (row.dataid, row.nodeid)).collect())
}

/// What the withdrawal of these scenes, which are in the catalogue, would touch.
pub(crate) async fn effect(
    db: &mut PgConnection,
    dataids: &[String],
) -> Result<WithdrawalEffect, StorageError> {
    let scenes = sqlx::query!(
        "SELECT s.dataid, EXISTS (SELECT FROM order_scene o WHERE o.did = s.did) AS \"is_ordered!\" FROM scene s \
         WHERE s.dataid = ANY($1) ORDER BY s.dataid",
        dataids
    )
    .fetch_all(&mut *db)
    .await?;
    let (ordered, withdrawn): (Vec<_>, Vec<_>) = scenes.into_iter().partition(|one| one.is_ordered);
    let withdrawn: Vec<String> = withdrawn.into_iter().map(|one| one.dataid).collect();
    let ordered: Vec<String> = ordered.into_iter().map(|one| one.dataid).collect();
    let orders = sqlx::query_scalar!(
        "SELECT count(DISTINCT o.order_id) AS \"count!\" FROM order_scene o JOIN scene s ON s.did = o.did \
         WHERE s.dataid = ANY($1)",
        &ordered[..]
    )
    .fetch_one(&mut *db)
    .await?;
    let files = sqlx::query!(
        "SELECT count(DISTINCT m.subscription_id) AS \"subscriptions!\", \
         count(*) FILTER (WHERE m.state = 'delivered') AS \"to_tell!\", \
         count(*) FILTER (WHERE m.state = 'waiting') AS \"waiting!\" \
         FROM subscription_match m JOIN scene s ON s.did = m.did \
         WHERE s.dataid = ANY($1) AND m.subscription_id IS NOT NULL AND m.state <> 'missed'",
        &withdrawn[..]
    )
    .fetch_one(db)
    .await?;
    Ok(WithdrawalEffect {
        withdrawn,
        ordered,
        orders,
        subscriptions: files.subscriptions,
        to_tell: files.to_tell,
        waiting: files.waiting,
    })
}

/// Writes scenes into the list that have just left the catalogue. Whoever withdraws waits for the others, so that numbers are committed in
/// their order: who has read up to one has missed none before it.
pub(crate) async fn note(
    db: &mut PgConnection,
    dataids: &[String],
    reason: &str,
) -> Result<(), StorageError> {
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtextextended('scene_withdrawal', 0))")
        .execute(&mut *db)
        .await?;
    sqlx::query!(
        "INSERT INTO scene_withdrawal (dataid, digest, reason) \
         SELECT w.dataid, sha256(convert_to(w.dataid, 'UTF8')), $2 FROM unnest($1::text[]) AS w (dataid) ORDER BY w.dataid",
        dataids,
        reason
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A withdrawal as others follow it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedWithdrawal {
    /// Place in the list.
    pub number: i64,
    /// SHA-256 of the scene's public id.
    pub digest: Vec<u8>,
    /// Whether the scene is in the catalogue again.
    pub is_back: bool,
}

/// Up to `most` withdrawals behind this number, in their order.
pub async fn behind(
    db: &mut PgConnection,
    number: i64,
    most: i64,
) -> Result<Vec<ListedWithdrawal>, StorageError> {
    Ok(sqlx::query_as!(
        ListedWithdrawal,
        "SELECT w.number, w.digest, EXISTS (SELECT FROM scene s WHERE s.dataid = w.dataid) AS \"is_back!\" \
         FROM scene_withdrawal w WHERE w.number > $1 ORDER BY w.number LIMIT $2",
        number,
        most
    )
    .fetch_all(db)
    .await?)
}

/// When and why a scene left the catalogue last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SceneWithdrawal {
    /// Its public id.
    pub dataid: String,
    pub withdrawn: DateTime<Utc>,
    pub reason: String,
}

/// Of these scenes those that were withdrawn, and are not in the catalogue again.
pub async fn of_scenes(
    db: &mut PgConnection,
    dataids: &[String],
) -> Result<Vec<SceneWithdrawal>, StorageError> {
    Ok(sqlx::query_as!(
        SceneWithdrawal,
        "SELECT DISTINCT ON (w.dataid) w.dataid, w.withdrawn_at AS withdrawn, w.reason FROM scene_withdrawal w \
         WHERE w.dataid = ANY($1) AND NOT EXISTS (SELECT FROM scene s WHERE s.dataid = w.dataid) \
         ORDER BY w.dataid, w.number DESC",
        dataids
    )
    .fetch_all(db)
    .await?)
}

/// Of the scenes that a receive task has brought those whose ids have these digests: with a file below its folder (an address that
/// ends in a slash), or without one and in a report of the task that is kept still.
pub async fn brought(
    db: &mut PgConnection,
    (task, folder): (ReceiveTaskId, &str),
    digests: &[Vec<u8>],
) -> Result<Vec<String>, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT s.dataid AS \"dataid!\" FROM scene s WHERE starts_with(s.archive_url, $2) AND sha256(convert_to(s.dataid, 'UTF8')) = ANY($3) \
         UNION SELECT s.dataid FROM receive_run r JOIN receive_file f ON f.run_id = r.id JOIN scene s ON s.dataid = f.dataid \
         WHERE r.receive_task_id = $1 AND f.outcome IN ('new', 'updated', 'same') AND s.archive_url IS NULL \
         AND sha256(convert_to(f.dataid, 'UTF8')) = ANY($3)",
        task.0,
        folder,
        digests
    )
    .fetch_all(db)
    .await?)
}

//! Finished orders that are pushed to targets of their owners. Their files stand among the matches.

use chrono::{DateTime, Utc};
use domain::ids::{DeliveryId, MatchId, OrderId, PushTargetId, UserId};
use domain::task::ErrorClass;
use sqlx::PgConnection;
use sqlx::types::Json;
use texts::{Detail, FailureText, Message};
use uuid::Uuid;

use super::push_targets;
use super::subscriptions::DueMatch;
use crate::StorageError;

/// An order and the target that it is pushed to.
#[derive(Debug, Clone, Copy)]
pub struct NewOrderPush<'a> {
    pub order: OrderId,
    /// What of it is handed out.
    pub delivery: DeliveryId,
    pub target: PushTargetId,
    /// Name of the target at that time.
    pub target_name: &'a str,
    /// Whose order and target it is.
    pub owner: UserId,
    /// Account that pushed the order.
    pub by: UserId,
}

/// A file of a delivery, and where it lies at the target.
#[derive(Debug, Clone, Copy)]
pub struct NewOrderFile<'a> {
    /// Path in the delivery.
    pub file: &'a str,
    /// Path below the target's folder.
    pub path: &'a str,
    /// Bytes.
    pub size: i64,
}

/// A file of an order that is pushed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PushedFile {
    /// Path in the delivery.
    pub file: String,
    /// Path below the target's folder.
    pub path: String,
    /// Bytes.
    pub size: i64,
    /// `waiting`, `delivered` or `missed`.
    pub state: String,
    /// Whether it is being sent.
    pub is_sending: bool,
    /// When it was delivered or given up.
    pub ended: Option<DateTime<Utc>>,
    /// Why it was given up, or failed last.
    pub failure: Option<Detail>,
}

/// An order that is pushed to a target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderPush {
    pub id: Uuid,
    /// What the target is called.
    pub target_name: String,
    /// `None`: it was removed since.
    pub target: Option<PushTargetId>,
    /// What of the order was handed out then.
    pub delivery: DeliveryId,
    /// When it was pushed.
    pub created: DateTime<Utc>,
    /// Name of who pushed the order.
    pub by: String,
    /// Files of the push, by path.
    pub files: Vec<PushedFile>,
}

/// Which delivery of its order it is, from 1 on.
pub async fn ordinal(db: &mut PgConnection, delivery: DeliveryId) -> Result<i64, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM delivery d JOIN delivery e ON e.order_id = d.order_id \
         AND (e.created_at, e.id) <= (d.created_at, d.id) WHERE d.id = $1",
        delivery.0
    )
    .fetch_one(db)
    .await?)
}

/// Writes that these files go to the target. What lies there or is on its way stays as it is; what was given up is tried again.
/// Answers how many wait now that did not. Call inside a transaction; `None`: the target is gone.
pub async fn put(
    db: &mut PgConnection,
    new: NewOrderPush<'_>,
    files: &[NewOrderFile<'_>],
    now: DateTime<Utc>,
) -> Result<Option<u64>, StorageError> {
    if push_targets::lock(db, new.target).await?.is_none() {
        return Ok(None);
    }
    sqlx::query!(
        "INSERT INTO order_push (id, order_id, delivery_id, target_id, target_name, user_id, pushed_by, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (delivery_id, target_id) DO NOTHING",
        Uuid::now_v7(),
        new.order.0,
        new.delivery.0,
        new.target.0,
        new.target_name,
        new.owner.0,
        new.by.0,
        now
    )
    .execute(&mut *db)
    .await?;
    let push = sqlx::query_scalar!(
        "SELECT id FROM order_push WHERE delivery_id = $1 AND target_id = $2",
        new.delivery.0,
        new.target.0
    )
    .fetch_one(&mut *db)
    .await?;
    let mut waiting = 0;
    for one in files {
        let done = sqlx::query!(
            "INSERT INTO subscription_match (id, order_push_id, dataname, revision, round, size, path, matched_at, due_at) \
             VALUES ($1, $2, $3, $4, 1, $5, $6, $7, $7) ON CONFLICT (order_push_id, path) DO UPDATE SET state = 'waiting', \
                 ended_at = NULL, retry_at = NULL, failures = 0, error_class = NULL, error_detail = NULL, due_at = $7 \
             WHERE subscription_match.state = 'missed'",
            MatchId::fresh().0,
            push,
            one.file,
            new.delivery.0.to_string(),
            one.size,
            one.path,
            now
        )
        .execute(&mut *db)
        .await?;
        waiting += done.rows_affected();
    }
    Ok(Some(waiting))
}

/// Where an order was pushed to, newest first, with every file.
pub async fn list(db: &mut PgConnection, order: OrderId) -> Result<Vec<OrderPush>, StorageError> {
    let rows = sqlx::query!(
        "SELECT p.id, p.target_id, p.target_name, p.delivery_id, p.created_at, u.user_name, m.dataname, m.path, m.size, m.state, \
         m.ended_at, m.error_detail AS \"failure: Json<Detail>\", \
         EXISTS (SELECT FROM task k WHERE k.match_id = m.id) AS \"is_sending!\" \
         FROM order_push p JOIN app_user u ON u.id = p.pushed_by JOIN subscription_match m ON m.order_push_id = p.id \
         WHERE p.order_id = $1 \
         ORDER BY p.created_at DESC, p.id, m.path COLLATE \"C\"",
        order.0
    )
    .fetch_all(db)
    .await?;
    let mut pushes: Vec<OrderPush> = Vec::new();
    for row in rows {
        let file = PushedFile {
            file: row.dataname,
            path: row.path,
            size: row.size,
            is_sending: row.is_sending && row.state == "waiting",
            state: row.state,
            ended: row.ended_at,
            failure: row.failure.map(|detail| detail.0),
        };
        match pushes.last_mut().filter(|push| push.id == row.id) {
            Some(push) => push.files.push(file),
            None => pushes.push(OrderPush {
                id: row.id,
                target: row.target_id.map(PushTargetId),
                target_name: row.target_name,
                delivery: DeliveryId(row.delivery_id),
                by: row.user_name,
                created: row.created_at,
                files: vec![file],
            }),
        }
    }
    Ok(pushes)
}

/// Files of orders that go to a target next, of people whose account is on, in the order in which they were pushed. `turns`:
/// those that were never tried first, and then those whose last try was longest ago.
pub async fn due_files(
    db: &mut PgConnection,
    (target, turns): (PushTargetId, bool),
    now: DateTime<Utc>,
    most: i64,
) -> Result<Vec<DueMatch>, StorageError> {
    let rows = sqlx::query!(
        "SELECT m.id, p.user_id, m.size FROM order_push p JOIN subscription_match m ON m.order_push_id = p.id \
         JOIN app_user u ON u.id = p.user_id WHERE p.target_id = $1 AND u.disabled_at IS NULL AND m.state = 'waiting' \
         AND m.due_at <= $2 AND (m.retry_at IS NULL OR m.retry_at <= $2) \
         AND NOT EXISTS (SELECT FROM task k WHERE k.match_id = m.id) \
         ORDER BY CASE WHEN $4 THEN m.retry_at END NULLS FIRST, m.matched_at, m.id LIMIT $3",
        target.0,
        now,
        most,
        turns
    )
    .fetch_all(db)
    .await?;
    let due = rows.into_iter().map(|row| DueMatch {
        id: MatchId(row.id),
        owner: UserId(row.user_id),
        subscription: None,
        did: None,
        size: row.size,
    });
    Ok(due.collect())
}

/// Gives up what waits of deliveries that are closed, or whose target is gone, and has no task. Answers how many.
pub async fn miss_closed(db: &mut PgConnection, now: DateTime<Utc>) -> Result<u64, StorageError> {
    let closed = Message::from(FailureText::DeliveryClosed);
    let removed = Message::from(FailureText::TargetRemoved);
    let done = sqlx::query!(
        "UPDATE subscription_match m SET state = 'missed', ended_at = $1, error_class = $2, \
         error_detail = CASE WHEN p.target_id IS NULL THEN $4::jsonb ELSE $3 END \
         FROM order_push p JOIN delivery d ON d.id = p.delivery_id WHERE p.id = m.order_push_id AND m.state = 'waiting' \
         AND (d.state <> 'active' OR d.expires_at <= $1 OR p.target_id IS NULL) \
         AND NOT EXISTS (SELECT FROM task k WHERE k.match_id = m.id)",
        now,
        ErrorClass::SourceMissing.as_str(),
        Json(&closed) as _,
        Json(&removed) as _
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}

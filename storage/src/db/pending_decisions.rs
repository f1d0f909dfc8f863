//! Decisions that can still be taken back, and those that were not carried out.

use chrono::{DateTime, TimeDelta, Utc};
use domain::ids::{OrderId, UserId};
use domain::order::decision::{Decision, DropReason};
use sqlx::PgConnection;
use sqlx::postgres::types::PgInterval;
use uuid::Uuid;

use crate::StorageError;

/// A decision to insert, carried out when its grace period is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewDecision<'a> {
    pub order: OrderId,
    pub decision: Decision,
    /// Of an approval: whether scenes that are only in the catalogue leave the order.
    pub leave_out: bool,
    /// Reason for a rejection; empty for an approval.
    pub cause: &'a str,
    /// The person who decides.
    pub user: UserId,
    /// Address of the client.
    pub client_ip: &'a str,
    /// User agent of the client.
    pub agent: &'a str,
}

/// A decision within its grace period, not carried out yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingDecision {
    pub order: OrderId,
    pub decision: Decision,
    /// Of an approval: whether scenes that are only in the catalogue leave the order.
    pub leave_out: bool,
    /// Reason for a rejection; empty for an approval.
    pub cause: String,
    /// The person who decided.
    pub user: UserId,
    /// Address of the client.
    pub client_ip: String,
    /// User agent of the client.
    pub agent: String,
    /// When, by the database's clock.
    pub decided: DateTime<Utc>,
    /// From when on it is carried out.
    pub due: DateTime<Utc>,
}

/// Every column of `pending_decision`, so that its statements may say `*`.
struct DecisionRow {
    order_id: Uuid,
    decision: String,
    leave_out: bool,
    cause: String,
    user_id: Uuid,
    client_ip: String,
    agent: String,
    decided_at: DateTime<Utc>,
    due_at: DateTime<Utc>,
}

impl TryFrom<DecisionRow> for PendingDecision {
    type Error = StorageError;

    fn try_from(row: DecisionRow) -> Result<Self, StorageError> {
        Ok(Self {
            order: OrderId(row.order_id),
            decision: known_decision(&row.decision)?,
            leave_out: row.leave_out,
            cause: row.cause,
            user: UserId(row.user_id),
            client_ip: row.client_ip,
            agent: row.agent,
            decided: row.decided_at,
            due: row.due_at,
        })
    }
}

pub(super) fn known_decision(word: &str) -> Result<Decision, StorageError> {
    Decision::parse(word).ok_or_else(|| StorageError::UnknownValue {
        column: "pending_decision.decision",
        value: word.to_owned(),
    })
}

fn interval(time: TimeDelta) -> PgInterval {
    PgInterval {
        months: 0,
        days: 0,
        microseconds: time.num_microseconds().unwrap_or(i64::MAX),
    }
}

/// Holds a decision for `time`, by the database's clock; when it is due. `None`: the order has one already.
pub(crate) async fn insert(
    db: &mut PgConnection,
    new: &NewDecision<'_>,
    time: TimeDelta,
) -> Result<Option<DateTime<Utc>>, StorageError> {
    Ok(sqlx::query_scalar!(
        "INSERT INTO pending_decision (order_id, decision, leave_out, cause, user_id, client_ip, agent, due_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp() + $8::interval) \
         ON CONFLICT (order_id) DO NOTHING RETURNING due_at",
        new.order.0,
        new.decision.as_str(),
        new.leave_out,
        new.cause,
        new.user.0,
        new.client_ip,
        new.agent,
        interval(time) as _
    )
    .fetch_optional(db)
    .await?)
}

/// The decision that is held about the order.
pub async fn find(
    db: &mut PgConnection,
    order: OrderId,
) -> Result<Option<PendingDecision>, StorageError> {
    let row = sqlx::query_as!(
        DecisionRow,
        "SELECT * FROM pending_decision WHERE order_id = $1",
        order.0
    )
    .fetch_optional(db)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// Takes the decision back.
pub(crate) async fn remove(db: &mut PgConnection, order: OrderId) -> Result<(), StorageError> {
    sqlx::query!("DELETE FROM pending_decision WHERE order_id = $1", order.0)
        .execute(db)
        .await?;
    Ok(())
}

/// Orders whose decision is due, those that have waited longest first.
pub async fn due(db: &mut PgConnection, limit: i64) -> Result<Vec<OrderId>, StorageError> {
    let orders = sqlx::query_scalar!(
        "SELECT order_id FROM pending_decision WHERE due_at <= clock_timestamp() ORDER BY due_at LIMIT $1",
        limit
    )
    .fetch_all(db)
    .await?;
    Ok(orders.into_iter().map(OrderId).collect())
}

/// Locks the order and takes its decision, if that is due. `None`: it is not, it was taken back, or somebody else is at
/// the order; whoever comes next looks again.
pub(crate) async fn take_due(
    db: &mut PgConnection,
    order: OrderId,
) -> Result<Option<PendingDecision>, StorageError> {
    let locked = sqlx::query_scalar!(
        "SELECT id FROM orders WHERE id = $1 FOR UPDATE SKIP LOCKED",
        order.0
    )
    .fetch_optional(&mut *db)
    .await?;
    if locked.is_none() {
        return Ok(None);
    }
    let row = sqlx::query_as!(
        DecisionRow,
        "DELETE FROM pending_decision WHERE order_id = $1 AND due_at <= clock_timestamp() RETURNING *",
        order.0
    )
    .fetch_optional(db)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// Whether a decision has been due for longer than `time`.
pub(crate) async fn is_older(
    db: &mut PgConnection,
    pending: &PendingDecision,
    time: TimeDelta,
) -> Result<bool, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT clock_timestamp() > $1::timestamptz + $2::interval AS \"older!\"",
        pending.due,
        interval(time) as _
    )
    .fetch_one(db)
    .await?)
}

/// Drops whatever is held about the order, and keeps for whoever decided why.
pub(crate) async fn drop_of_order(
    db: &mut PgConnection,
    order: OrderId,
    reason: DropReason,
) -> Result<(), StorageError> {
    sqlx::query!(
        "WITH gone AS (DELETE FROM pending_decision WHERE order_id = $1 RETURNING order_id, user_id, decision) \
         INSERT INTO dropped_decision (order_id, user_id, decision, reason) \
         SELECT order_id, user_id, decision, $2 FROM gone",
        order.0,
        reason.as_str()
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A decision that was not carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DroppedDecision {
    pub id: i64,
    pub order: OrderId,
    /// The order's number.
    pub number: String,
    pub decision: Decision,
    /// Why it was not carried out; `None`: a reason of a later version.
    pub reason: Option<DropReason>,
    /// When the decision was dropped.
    pub at: DateTime<Utc>,
}

/// Most dropped decisions that somebody is shown at once.
const MAX_DROPPED: i64 = 50;

/// The person's decisions that were not carried out and that they have not put away, the latest first.
pub async fn dropped(
    db: &mut PgConnection,
    user: UserId,
) -> Result<Vec<DroppedDecision>, StorageError> {
    let rows = sqlx::query!(
        "SELECT d.id, d.order_id, o.ordername, d.decision, d.reason, d.at FROM dropped_decision d \
         JOIN orders o ON o.id = d.order_id WHERE d.user_id = $1 ORDER BY d.id DESC LIMIT $2",
        user.0,
        MAX_DROPPED
    )
    .fetch_all(db)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(DroppedDecision {
                id: row.id,
                order: OrderId(row.order_id),
                number: row.ordername,
                decision: known_decision(&row.decision)?,
                reason: DropReason::parse(&row.reason),
                at: row.at,
            })
        })
        .collect()
}

/// Puts away one of the person's dropped decisions; false when there is none of this number.
pub async fn put_away(db: &mut PgConnection, user: UserId, id: i64) -> Result<bool, StorageError> {
    let done = sqlx::query!(
        "DELETE FROM dropped_decision WHERE id = $1 AND user_id = $2",
        id,
        user.0
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

//! The queue of the audit desk: orders that wait for their audit, those that wait longest first.

use chrono::{DateTime, Utc};
use domain::ids::{OrderId, UserId};
use domain::order::decision::Decision;
use domain::order::state::OrderState;
use domain::size::ByteCount;
use sqlx::PgConnection;

use super::pending_decisions::known_decision;
use crate::StorageError;

/// A decision that is held, as the others at the desk see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueuedDecision {
    pub decision: Decision,
    /// Reason for a rejection; empty for an approval.
    pub cause: String,
    /// The person who decided.
    pub user: UserId,
    /// Name of the person who decided.
    pub user_name: String,
    /// From when on it is carried out.
    pub due: DateTime<Utc>,
}

/// An order in the queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueuedOrder {
    pub id: OrderId,
    pub number: String,
    /// The applicant.
    pub owner: UserId,
    /// The applicant's name, as the form has it.
    pub applicant: String,
    /// The applying unit, as the form has it.
    pub unit: String,
    pub project: String,
    /// `sorder`, 0 to 100; more is sooner.
    pub priority: i32,
    /// Scenes ordered.
    pub scenes: i32,
    /// Sum of their sizes, as far as they are known.
    pub volume: ByteCount,
    /// Scenes whose size nobody knows.
    pub unsized_scenes: i32,
    /// Since when it waits.
    pub since: DateTime<Utc>,
    /// Whether it was rejected before.
    pub returned: bool,
    /// A decision that is held back for its grace period; `None`: the order is free.
    pub decision: Option<QueuedDecision>,
}

/// The queue at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeskQueue {
    /// The orders that have waited longest.
    pub orders: Vec<QueuedOrder>,
    /// How many wait in all.
    pub total: i64,
    /// When that was, by the clock that decisions are due by.
    pub now: DateTime<Utc>,
}

/// Orders that wait, at most `limit` of them.
pub async fn queue(db: &mut PgConnection, limit: i64) -> Result<DeskQueue, StorageError> {
    let waits = OrderState::PendingReview.code();
    let head = sqlx::query!(
        "SELECT count(*) AS \"total!\", clock_timestamp() AS \"now!\" FROM orders WHERE state = $1",
        waits
    )
    .fetch_one(&mut *db)
    .await?;
    let rows = sqlx::query!(
        "SELECT o.id, o.ordername, o.user_id, o.applyuser, o.apply_user_unit, o.product_name, o.priority, o.data_count, \
         o.data_size, o.unsized_count, coalesce(o.submitted_at, o.created_at) AS \"since!\", \
         o.rejected_form IS NOT NULL AS \"returned!\", d.decision AS \"decision?\", d.cause AS \"cause?\", \
         d.user_id AS \"decider?\", u.user_name AS \"decider_name?\", d.due_at AS \"due?\" \
         FROM orders o LEFT JOIN pending_decision d ON d.order_id = o.id LEFT JOIN app_user u ON u.id = d.user_id \
         WHERE o.state = $1 ORDER BY coalesce(o.submitted_at, o.created_at), o.id LIMIT $2",
        waits,
        limit
    )
    .fetch_all(db)
    .await?;
    let items = rows.into_iter().map(|row| {
        let decision = match (row.decision, row.decider, row.due) {
            (Some(word), Some(user), Some(due)) => Some(QueuedDecision {
                decision: known_decision(&word)?,
                cause: row.cause.unwrap_or_default(),
                user: UserId(user),
                user_name: row.decider_name.unwrap_or_default(),
                due,
            }),
            _ => None,
        };
        Ok(QueuedOrder {
            id: OrderId(row.id),
            number: row.ordername,
            owner: UserId(row.user_id),
            applicant: row.applyuser,
            unit: row.apply_user_unit,
            project: row.product_name,
            priority: row.priority,
            scenes: row.data_count,
            volume: ByteCount(row.data_size.unsigned_abs()),
            unsized_scenes: row.unsized_count,
            since: row.since,
            returned: row.returned,
            decision,
        })
    });
    Ok(DeskQueue {
        orders: items.collect::<Result<_, StorageError>>()?,
        total: head.total,
        now: head.now,
    })
}

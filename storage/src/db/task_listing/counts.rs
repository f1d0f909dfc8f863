//! How many tasks match, and how many of them an act would touch.

use domain::ids::{OrderId, UserId};
use domain::order::state::OrderState;
use domain::steering::TaskAct;
use domain::task::TaskKind;
use sqlx::PgConnection;

use super::TaskFilter;
use crate::StorageError;
use crate::db::containing;

/// Orders whose tasks one act touches at most; the rest is left for the next.
pub const MAX_ORDERS: usize = 2000;

/// How many tasks match, and how many of them allow each act.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TaskCounts {
    /// Tasks that match.
    pub total: i64,
    /// Tasks that can be paused.
    pub pause: i64,
    /// Tasks that can be resumed.
    pub resume: i64,
    /// They can be tried again.
    pub retry: i64,
    /// Tasks that can be cancelled.
    pub cancel: i64,
    /// Their priority can be changed.
    pub set_priority: i64,
}

impl TaskCounts {
    /// Of how many an act would change something.
    #[must_use]
    pub const fn touched_by(self, act: TaskAct) -> i64 {
        match act {
            TaskAct::Pause => self.pause,
            TaskAct::Resume => self.resume,
            TaskAct::Retry => self.retry,
            TaskAct::Cancel => self.cancel,
            TaskAct::SetPriority => self.set_priority,
        }
    }

    const fn with(self, other: Self) -> Self {
        Self {
            total: self.total + other.total,
            pause: self.pause + other.pause,
            resume: self.resume + other.resume,
            retry: self.retry + other.retry,
            cancel: self.cancel + other.cancel,
            set_priority: self.set_priority + other.set_priority,
        }
    }
}

/// The matching tasks of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OrderTasks {
    /// Which; `None`: those of no order.
    pub order: Option<OrderId>,
    /// Numbers of tasks by state.
    pub counts: TaskCounts,
}

/// All of them together, as `caller` may steer them: nobody steers orders of one's own.
pub async fn counts(
    db: &mut PgConnection,
    filter: &TaskFilter,
    caller: UserId,
) -> Result<TaskCounts, StorageError> {
    let orders = counts_by_order(db, filter, caller).await?;
    let sum = |sum: TaskCounts, order: &OrderTasks| sum.with(order.counts);
    Ok(orders.iter().fold(TaskCounts::default(), sum))
}

/// The same for each order. What an act touches is [`TaskAct::touches`](domain::steering::TaskAct::touches)' to say; a test
/// holds the two together.
pub async fn counts_by_order(
    db: &mut PgConnection,
    filter: &TaskFilter,
    caller: UserId,
) -> Result<Vec<OrderTasks>, StorageError> {
    let prepared = [OrderState::Approved, OrderState::PendingPackaging].map(OrderState::code);
    let rows = sqlx::query!(
        "SELECT m.order_id, count(*) AS \"total!\", \
         count(*) FILTER (WHERE m.steered AND m.live AND m.paused_at IS NULL) AS \"pause!\", \
         count(*) FILTER (WHERE m.steered AND m.live AND m.paused_at IS NOT NULL) AS \"resume!\", \
         count(*) FILTER (WHERE m.steered AND (m.unresolved OR m.state = 'waiting' AND m.run_after > now())) AS \"retry!\", \
         count(*) FILTER (WHERE m.steered AND m.live AND m.kind = $13) AS \"cancel!\", \
         count(*) FILTER (WHERE m.steered AND m.live) AS \"set_priority!\" \
         FROM (SELECT t.*, t.state IN ('waiting', 'released', 'running') AS live, \
             coalesce(t.order_state = ANY($14) AND t.user_id <> $15 AND t.kind = ANY($16), false) AS steered FROM task_listing t \
             WHERE (cardinality($1::uuid[]) = 0 OR t.id = ANY($1)) AND (cardinality($2::text[]) = 0 OR t.state = ANY($2)) \
             AND ($3::text IS NULL OR t.kind = $3) AND ($4::uuid IS NULL OR t.order_id = $4) \
             AND ($5::text IS NULL OR t.ordername ILIKE $5) \
             AND ($6::text IS NULL OR t.login_name ILIKE $6 OR t.user_name ILIKE $6) \
             AND ($7::text IS NULL OR t.error_class = $7) AND ($8::text IS NULL OR t.error_code = $8) \
             AND ($9::text IS NULL OR t.worker = $9) AND ($10::text IS NULL OR t.source = $10) \
             AND ($11::bool IS NULL OR $11 = (t.paused_at IS NOT NULL)) AND ($12::bool IS NULL OR $12 = t.unresolved)) AS m \
         GROUP BY m.order_id ORDER BY min(m.created_at), m.order_id",
        &filter.ids()[..],
        &filter.states()[..],
        filter.kind.map(TaskKind::as_str),
        filter.order.map(|order| order.0),
        filter.number.as_deref().map(containing),
        filter.person.as_deref().map(containing),
        filter.class,
        filter.code,
        filter.worker,
        filter.source,
        filter.paused,
        filter.unresolved,
        TaskKind::ExtractScene.as_str(),
        &prepared[..],
        caller.0,
        &TaskKind::words()[..]
    )
    .fetch_all(db)
    .await?;
    let rows = rows.into_iter().map(|row| OrderTasks {
        order: row.order_id.map(OrderId),
        counts: TaskCounts {
            total: row.total,
            pause: row.pause,
            resume: row.resume,
            retry: row.retry,
            cancel: row.cancel,
            set_priority: row.set_priority,
        },
    });
    Ok(rows.collect())
}

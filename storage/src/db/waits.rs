//! What the ledger knows of why tasks and orders wait; [`domain::wait`] says what follows.

use chrono::{DateTime, Utc};
use domain::ids::{OrderId, TaskId};
use domain::order::get_method::GetMethod;
use domain::order::scene_state::SceneState;
use domain::order::state::OrderState;
use domain::task::{ErrorClass, ListedKind, TaskKind};
use domain::task_state::TaskState;
use domain::wait::{CrewFacts, OrderFacts, Pause, TaskGroup};
use sqlx::PgConnection;

use super::known;
use super::worker_registry::SILENCE;
use crate::StorageError;

/// Whose tasks are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WaitSubject {
    /// One.
    Task(TaskId),
    /// All of an order.
    Order(OrderId),
}

/// What is known.
#[derive(Debug, Clone)]
pub struct WaitFacts {
    /// The slots and what takes them. Whether the object store answers the database cannot know.
    pub crew: CrewFacts,
    /// The order, when it is about one.
    pub order: Option<OrderFacts>,
    /// Tasks that are not over, and those that ended for good without a result and wait for somebody.
    pub groups: Vec<TaskGroup>,
}

/// What is known of a task or of an order, in two statements.
pub async fn facts(db: &mut PgConnection, subject: WaitSubject) -> Result<WaitFacts, StorageError> {
    let (crew, order) = crew_and_order(db, subject).await?;
    Ok(WaitFacts {
        crew,
        order,
        groups: groups(db, subject).await?,
    })
}

async fn crew_and_order(
    db: &mut PgConnection,
    subject: WaitSubject,
) -> Result<(CrewFacts, Option<OrderFacts>), StorageError> {
    let (_, order) = ids(subject);
    let row = sqlx::query!(
        "SELECT now() AS \"now!\", \
         (SELECT coalesce(sum(slots), 0)::bigint FROM worker WHERE seen_at >= now() - make_interval(secs => $1)) AS \"slots!\", \
         crew.live AS \"live!\", crew.running AS \"running!\", crew.pictures AS \"pictures!\", crew.copies AS \"copies!\", \
         crew.receives AS \"receives!\", o.state AS \"state?\", \
         o.get_method, d.decided_at AS \"decided_at?\", d.due_at AS \"due_at?\", \
         coalesce((SELECT max(e.at) FROM order_event e WHERE e.order_id = o.id AND e.to_state = o.state \
             AND e.from_state IS DISTINCT FROM e.to_state), o.created_at) AS since, \
         (SELECT count(*) FROM order_scene s WHERE s.order_id = o.id AND s.state = $3) AS \"missing!\" \
         FROM (SELECT count(*) AS live, count(*) FILTER (WHERE state = 'running') AS running, \
             count(*) FILTER (WHERE kind = 'make_preview') AS pictures, \
             count(*) FILTER (WHERE kind = 'copy_scene') AS copies, count(*) FILTER (WHERE kind = 'receive_run') AS receives \
             FROM task WHERE state IN ('released', 'running')) AS crew \
         LEFT JOIN orders o ON o.id = $2 LEFT JOIN pending_decision d ON d.order_id = o.id",
        SILENCE.as_secs_f64(),
        order,
        SceneState::Extracting.code()
    )
    .fetch_one(db)
    .await?;
    let crew = CrewFacts {
        now: row.now,
        slots: row.slots.unsigned_abs(),
        live: row.live.unsigned_abs(),
        running: row.running.unsigned_abs(),
        live_pictures: row.pictures.unsigned_abs(),
        live_copies: row.copies.unsigned_abs(),
        live_receives: row.receives.unsigned_abs(),
        objects_away: false,
    };
    let Some(code) = row.state else {
        return Ok((crew, None));
    };
    let order = OrderFacts {
        state: known::<i16, OrderState>("orders.state", code)?,
        since: row.since.unwrap_or(row.now),
        decision: row.decided_at.zip(row.due_at),
        offline: row.get_method == Some(GetMethod::OfflineCopy.code()),
        missing_scenes: row.missing.unsigned_abs(),
    };
    Ok((crew, Some(order)))
}

const fn ids(subject: WaitSubject) -> (Option<uuid::Uuid>, Option<uuid::Uuid>) {
    match subject {
        WaitSubject::Task(task) => (Some(task.0), None),
        WaitSubject::Order(order) => (None, Some(order.0)),
    }
}

/// Places are counted as [`release`](super::tasks::release) chooses; a test holds the two together.
async fn groups(
    db: &mut PgConnection,
    subject: WaitSubject,
) -> Result<Vec<TaskGroup>, StorageError> {
    let (task, order) = ids(subject);
    let rows = sqlx::query!(
        "WITH live AS (SELECT user_id, order_id, kind, count(*) AS held FROM task \
             WHERE state IN ('released', 'running') GROUP BY user_id, order_id, kind), \
         owners AS (SELECT user_id, CASE WHEN user_id IS NULL THEN kind END AS kind, sum(held)::bigint AS held \
             FROM live GROUP BY 1, 2), \
         heads AS (SELECT * FROM (SELECT t.id, t.priority, t.created_at, t.kind, t.user_id, t.order_id, row_number() OVER \
                 (PARTITION BY t.user_id, t.order_id, t.kind ORDER BY t.priority DESC, t.created_at, t.id) AS place \
             FROM task t WHERE t.state = 'waiting' AND t.run_after <= now() AND t.paused_at IS NULL AND t.kind = ANY($4)) AS w), \
         lots AS (SELECT h.*, coalesce(l.held, 0) + h.place AS lot_turn FROM heads h LEFT JOIN live l ON l.kind = h.kind \
                 AND l.user_id IS NOT DISTINCT FROM h.user_id AND l.order_id IS NOT DISTINCT FROM h.order_id \
             WHERE NOT EXISTS (SELECT FROM app_user u WHERE u.id = h.user_id AND u.disabled_at IS NOT NULL)), \
         ranked AS (SELECT lots.*, coalesce(o.held, 0) + row_number() OVER (PARTITION BY lots.user_id, \
                 CASE WHEN lots.user_id IS NULL THEN lots.kind END \
                 ORDER BY lots.priority DESC, lots.lot_turn, lots.created_at, lots.id) AS turn \
             FROM lots LEFT JOIN owners o ON o.user_id = lots.user_id OR o.user_id IS NULL AND lots.user_id IS NULL AND o.kind = lots.kind), \
         places AS (SELECT id, CASE WHEN user_id IS NOT NULL THEN turn - 1 END AS own_ahead, \
             row_number() OVER (ORDER BY priority DESC, turn, created_at, id) - 1 AS ahead FROM ranked) \
         SELECT t.kind AS \"kind!\", t.state AS \"state!\", count(*) AS \"tasks!\", min(t.state_since) AS \"since!\", \
             min(t.run_after) AS \"run_after!\", t.failures > 0 AS \"has_failed!\", \
             t.failures > 0 AND t.error_class = $3 AS \"away?\", \
             min(t.paused_at) AS \"paused_at?\", t.paused_by AS \"paused_by?\", u.disabled_at AS \"account_off?\", \
             min(p.ahead) AS \"ahead?\", min(p.own_ahead) AS \"own_ahead?\" \
         FROM task_listing t LEFT JOIN places p ON p.id = t.id LEFT JOIN app_user u ON u.id = t.user_id \
         WHERE (t.id = $1 OR t.order_id = $2) AND (t.state IN ('waiting', 'released', 'running') OR t.unresolved) \
         GROUP BY t.kind, t.state, t.failures > 0, t.failures > 0 AND t.error_class = $3, t.run_after > now(), t.paused_at IS NULL, t.paused_by, u.disabled_at \
         ORDER BY t.kind, t.state, min(p.ahead), t.failures > 0, min(t.run_after)",
        task,
        order,
        ErrorClass::DependencyAway.as_str(),
        &TaskKind::words()[..]
    )
    .fetch_all(db)
    .await?;
    rows.into_iter()
        .map(|row| {
            let pause = |(at, by): (DateTime<Utc>, String)| Pause { by, at };
            Ok(TaskGroup {
                kind: ListedKind::parse(&row.kind),
                state: state(row.state)?,
                tasks: row.tasks.unsigned_abs(),
                since: row.since,
                run_after: row.run_after,
                has_failed: row.has_failed,
                away: row.away.unwrap_or_default(),
                pause: row.paused_at.zip(row.paused_by).map(pause),
                account_off: row.account_off,
                ahead: row.ahead.map(i64::unsigned_abs),
                own_ahead: row.own_ahead.map(i64::unsigned_abs),
            })
        })
        .collect()
}

/// The state of a task that is stored so.
pub(super) fn state(word: String) -> Result<TaskState, StorageError> {
    TaskState::parse(&word).ok_or(StorageError::UnknownValue {
        column: "task.state",
        value: word,
    })
}

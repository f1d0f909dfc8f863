//! What the ledger knows of why tasks and orders wait; [`domain::wait`] says what follows.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use domain::archive_source::{ArchiveSource, SourceCaps, SourceId};
use domain::ids::{OrderId, TaskId, UserId};
use domain::order::get_method::GetMethod;
use domain::order::scene_state::SceneState;
use domain::order::state::OrderState;
use domain::task::{ErrorClass, ListedKind};
use domain::task_state::TaskState;
use domain::turns::{Lot, Ranking, ranking, within_caps};
use domain::wait::{CrewFacts, EmergencyFacts, OrderFacts, Pause, SourceFacts, TaskGroup};
use sqlx::PgConnection;

use super::tasks::lots;
use super::worker_registry::SILENCE;
use super::{archive_sources, known};
use crate::StorageError;

/// Of each order so many tasks are ranked at first.
const FIRST_RANKED: u64 = 32;
/// So many tasks of all orders together are ranked at most, where that did not reach; of each order [`FIRST_RANKED`] still are.
const MAX_RANKED: u64 = 10_000;

/// Whose tasks are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WaitSubject {
    /// A single task.
    Task(TaskId),
    /// All tasks of an order.
    Order(OrderId),
}

/// Facts that reasons to wait follow from.
#[derive(Debug, Clone)]
pub struct WaitFacts {
    /// The slots and what takes them. Whether the object store answers the database cannot know.
    pub crew: CrewFacts,
    /// Facts of the order that the tasks belong to; `None`: they belong to none.
    pub order: Option<OrderFacts>,
    /// Tasks that are not over, and those that ended for good without a result and wait for somebody.
    pub groups: Vec<TaskGroup>,
}

/// What is known of a task or of an order, in a few statements.
pub async fn facts(db: &mut PgConnection, subject: WaitSubject) -> Result<WaitFacts, StorageError> {
    let (crew, order) = crew_and_order(db, subject).await?;
    let groups = groups(db, subject, crew.slots).await?;
    Ok(WaitFacts {
        crew,
        order,
        groups,
    })
}

async fn crew_and_order(
    db: &mut PgConnection,
    subject: WaitSubject,
) -> Result<(CrewFacts, Option<OrderFacts>), StorageError> {
    let (_, order) = ids(subject);
    let row = sqlx::query!(
        "SELECT now() AS \"now!\", \
         workers.slots AS \"slots!\", workers.emergency_slots AS \"emergency_slots!\", \
         crew.live AS \"live!\", crew.running AS \"running!\", crew.urgent_live AS \"urgent_live!\", \
         crew.urgent_running AS \"urgent_running!\", crew.pictures AS \"pictures!\", crew.copies AS \"copies!\", \
         crew.receives AS \"receives!\", o.state AS \"state?\", \
         o.get_method, d.decided_at AS \"decided_at?\", d.due_at AS \"due_at?\", \
         coalesce((SELECT max(e.at) FROM order_event e WHERE e.order_id = o.id AND e.to_state = o.state \
             AND e.from_state IS DISTINCT FROM e.to_state), o.created_at) AS since, \
         (SELECT count(*) FROM order_scene s WHERE s.order_id = o.id AND s.state = $3) AS \"missing!\" \
         FROM (SELECT coalesce(sum(slots), 0)::bigint AS slots, coalesce(sum(emergency_slots), 0)::bigint AS emergency_slots \
             FROM worker WHERE seen_at >= now() - make_interval(secs => $1)) AS workers \
         CROSS JOIN (SELECT count(*) FILTER (WHERE NOT emergency_slot) AS live, \
             count(*) FILTER (WHERE state = 'running' AND NOT emergency_slot) AS running, \
             count(*) FILTER (WHERE emergency_slot) AS urgent_live, \
             count(*) FILTER (WHERE state = 'running' AND emergency_slot) AS urgent_running, \
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
        emergency: EmergencyFacts {
            slots: row.emergency_slots.unsigned_abs(),
            live: row.urgent_live.unsigned_abs(),
            running: row.urgent_running.unsigned_abs(),
        },
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

/// The groups with their places. Only the first tasks of each order are ranked, a few at first: most pages are about the first
/// task of an order. What stands behind all that was ranked has at least these before it.
async fn groups(
    db: &mut PgConnection,
    subject: WaitSubject,
    slots: u64,
) -> Result<Vec<TaskGroup>, StorageError> {
    let live = lots::live(db).await?;
    let (sources, now) = archive_sources::all(db).await?;
    let caps = SourceCaps::new(sources.values(), slots, now);
    let source_facts = |source: &ArchiveSource| SourceFacts {
        name: source.name.clone(),
        live: live.of_source(source.id),
        cap: source.cap(slots),
        gate: source.breaker.gate(now),
        reached_bandwidth: source.reached_bandwidth(now),
    };
    let sources: Sources = sources
        .iter()
        .map(|(id, source)| (*id, source_facts(source)))
        .collect();
    let ranked = |lots: &[Lot]| ranking(&within_caps(lots, &live, &caps, u64::MAX), &live);
    let first = lots::heads(db, FIRST_RANKED).await?;
    let nearest = groups_among(db, subject, &ranked(&first), &sources).await?;
    let is_cut = first.iter().any(|lot| lot.is_cut);
    if !is_cut || !nearest.iter().any(|group| group.at_least) {
        return Ok(nearest);
    }
    let of_each = MAX_RANKED / u64::try_from(first.len()).unwrap_or(u64::MAX).max(1);
    let more = lots::heads(db, of_each.max(FIRST_RANKED)).await?;
    groups_among(db, subject, &ranked(&more), &sources).await
}

/// The groups, those in the queue with the place of the first of them. Places are those in which [`release`](super::tasks::release)
/// chooses: both have them from [`domain::turns`].
async fn groups_among(
    db: &mut PgConnection,
    subject: WaitSubject,
    ranking: &Ranking,
    sources: &Sources,
) -> Result<Vec<TaskGroup>, StorageError> {
    let (task, order) = ids(subject);
    let places = Places::among(ranking, subject);
    let rows = sqlx::query!(
        "SELECT t.kind AS \"kind!\", t.state AS \"state!\", count(*) AS \"tasks!\", min(t.state_since) AS \"since!\", \
             min(t.run_after) AS \"run_after!\", t.run_after > now() AS \"is_early!\", t.failures > 0 AS \"has_failed!\", \
             t.failures > 0 AND t.error_class = $3 AS \"away?\", t.user_id AS \"user_id?\", t.source_id, \
             min(t.paused_at) AS \"paused_at?\", t.paused_by AS \"paused_by?\", u.disabled_at AS \"account_off?\", \
             min(p.ahead) AS \"ahead?\", min(p.own_ahead) AS \"own_ahead?\", \
             bool_or(EXISTS (SELECT FROM order_emergency e WHERE e.order_id = t.order_id)) AS \"is_emergency!\" \
         FROM task_listing t LEFT JOIN unnest($4::uuid[], $5::bigint[], $6::bigint[]) AS p (id, ahead, own_ahead) ON p.id = t.id \
         LEFT JOIN app_user u ON u.id = t.user_id \
         WHERE (t.id = $1 OR t.order_id = $2) AND (t.state IN ('waiting', 'released', 'running') OR t.unresolved) \
         GROUP BY t.kind, t.state, t.failures > 0, t.failures > 0 AND t.error_class = $3, t.run_after > now(), t.paused_at IS NULL, t.paused_by, \
             t.user_id, u.disabled_at, t.source_id \
         ORDER BY t.kind, t.state, min(p.ahead), t.failures > 0, min(t.run_after)",
        task,
        order,
        ErrorClass::DependencyAway.as_str(),
        &places.tasks[..],
        &places.ahead[..],
        &places.own_ahead[..]
    )
    .fetch_all(db)
    .await?;
    rows.into_iter()
        .map(|row| {
            let pause = |(at, by): (DateTime<Utc>, String)| Pause { by, at };
            let kind = ListedKind::parse(&row.kind);
            let state = state(row.state)?;
            let source = row.source_id.map(SourceId).and_then(|id| sources.get(&id));
            let is_queued = state == TaskState::Waiting
                && kind != ListedKind::Newer
                && !row.is_early
                && row.paused_at.is_none()
                && row.account_off.is_none()
                && !source.is_some_and(SourceFacts::is_closed);
            let at_least = is_queued && row.ahead.is_none();
            let person = row.user_id.map(UserId);
            let (ahead, own_ahead) = if at_least {
                let counted = u64::try_from(ranking.certain).ok();
                (counted, person.map(|person| counted_of(ranking, person)))
            } else {
                let own = person.and(row.own_ahead);
                (row.ahead.map(i64::unsigned_abs), own.map(i64::unsigned_abs))
            };
            Ok(TaskGroup {
                kind,
                is_emergency: row.is_emergency,
                state,
                tasks: row.tasks.unsigned_abs(),
                since: row.since,
                run_after: row.run_after,
                has_failed: row.has_failed,
                away: row.away.unwrap_or_default(),
                pause: row.paused_at.zip(row.paused_by).map(pause),
                account_off: row.account_off,
                ahead,
                own_ahead,
                at_least,
                source: source.cloned(),
            })
        })
        .collect()
}

/// What is known of each source.
type Sources = BTreeMap<SourceId, SourceFacts>;

/// The certain places of the subject's tasks, as columns.
#[derive(Default)]
struct Places {
    tasks: Vec<uuid::Uuid>,
    ahead: Vec<i64>,
    own_ahead: Vec<i64>,
}

impl Places {
    fn among(ranking: &Ranking, subject: WaitSubject) -> Self {
        let mut places = Self::default();
        for (ahead, ranked) in (0..).zip(&ranking.tasks[..ranking.certain]) {
            let is_about = match subject {
                WaitSubject::Task(task) => ranked.task == task,
                WaitSubject::Order(order) => ranked.key.order == Some(order),
            };
            if is_about {
                let own_ahead = ranked.turn.saturating_sub(1);
                places.tasks.push(ranked.task.0);
                places.ahead.push(ahead);
                places.own_ahead.push(own_ahead.cast_signed());
            }
        }
        places
    }
}

/// How many tasks of the person were counted, those that are live included.
fn counted_of(ranking: &Ranking, person: UserId) -> u64 {
    let certain = ranking.tasks[..ranking.certain].iter();
    let turns = certain.filter(|ranked| ranked.key.person == Some(person));
    turns.map(|ranked| ranked.turn).max().unwrap_or_default()
}

/// The state of a task that is stored so.
pub(super) fn state(word: String) -> Result<TaskState, StorageError> {
    TaskState::parse(&word).ok_or(StorageError::UnknownValue {
        column: "task.state",
        value: word,
    })
}

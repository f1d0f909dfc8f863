//! What the rounds of the dispatcher look at before they let files go to targets: what is on its way, what went today, and what
//! else is due.

use chrono::{DateTime, Utc};
use domain::ids::PushTargetId;
use domain::push_bounds::{DayUse, PushHold};
use domain::push_target::Breaker;
use sqlx::PgConnection;

use crate::StorageError;

/// A target for which something is due, and what it takes now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TargetLoad {
    pub(crate) target: PushTargetId,
    /// Whether it works.
    pub(crate) breaker: Breaker,
    /// Files at once.
    pub(crate) most_parallel: i64,
    /// Bytes a day.
    pub(crate) daily_bytes: Option<i64>,
    /// Files that are being sent, or are about to be.
    pub(crate) live: i64,
    /// What went there today, and is on its way.
    pub(crate) used: DayUse,
}

/// What is on its way to all targets together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TotalLoad {
    /// Files that are being sent, or are about to be.
    pub(crate) live: i64,
    /// What went today, and is on its way.
    pub(crate) used: DayUse,
}

/// What a round has come to for a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TargetOutcome {
    pub(crate) target: PushTargetId,
    /// What holds back what is due.
    pub(crate) hold: Option<PushHold>,
    /// Whether something was let go.
    pub(crate) has_released: bool,
}

/// Waits for whoever else decides what goes out, in whichever process: two who look at what is left of a bound at the same time
/// would both take it. In a transaction, before anything is read.
pub(crate) async fn lock_round(db: &mut PgConnection) -> Result<(), StorageError> {
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtextextended('push_round', 0))")
        .execute(db)
        .await?;
    Ok(())
}

/// Takes back what waits of people whose account is off: no worker gets it, and it would keep its place in every bound until
/// somebody switches the account on. Its file waits, and is let go then.
pub(crate) async fn take_back_of_switched_off(db: &mut PgConnection) -> Result<(), StorageError> {
    sqlx::query!(
        "DELETE FROM task WHERE id IN (SELECT k.id FROM task k JOIN app_user u ON u.id = k.user_id \
             WHERE k.match_id IS NOT NULL AND k.state = 'waiting' AND u.disabled_at IS NOT NULL FOR UPDATE OF k SKIP LOCKED)"
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Locks the targets for which something is due whose row nobody holds. What they take is read after that: a statement that does
/// both would count what stood there before it waited.
pub(crate) async fn lock_due_targets(
    db: &mut PgConnection,
    now: DateTime<Utc>,
) -> Result<Vec<PushTargetId>, StorageError> {
    let ids = sqlx::query_scalar!(
        "SELECT t.id FROM push_target t WHERE t.stopped_at IS NULL AND (EXISTS (SELECT FROM subscription s JOIN subscription_match m ON m.subscription_id = s.id \
             WHERE s.target_id = t.id AND s.state = 'running' AND m.state = 'waiting' AND m.due_at <= $1) \
         OR EXISTS (SELECT FROM order_push p JOIN subscription_match m ON m.order_push_id = p.id \
             WHERE p.target_id = t.id AND m.state = 'waiting' AND m.due_at <= $1) \
         OR t.id IN (SELECT coalesce(m.sent_to, s.target_id) FROM subscription_withdrawal w \
             JOIN subscription_match m ON m.id = w.match_id JOIN subscription s ON s.id = m.subscription_id \
             WHERE w.state = 'waiting' AND s.state = 'running')) \
         FOR UPDATE OF t SKIP LOCKED",
        now
    )
    .fetch_all(db)
    .await?;
    Ok(ids.into_iter().map(PushTargetId).collect())
}

/// What these targets take. Those to which the fewest files are on their way come first, and of these the one to which something
/// went the longest ago.
pub(crate) async fn target_loads(
    db: &mut PgConnection,
    targets: &[PushTargetId],
    day_begin: DateTime<Utc>,
) -> Result<Vec<TargetLoad>, StorageError> {
    let ids: Vec<_> = targets.iter().map(|target| target.0).collect();
    let rows = sqlx::query!(
        "SELECT t.id, t.failures, t.rests_until, t.most_parallel, t.daily_bytes, d.bytes AS \"delivered!\", f.live AS \"live!\", \
         f.reserved AS \"reserved!\", f.of_unknown_size AS \"of_unknown_size!\" \
         FROM push_target t \
         CROSS JOIN LATERAL (SELECT coalesce(sum(m.size), 0)::bigint AS bytes FROM subscription_match m \
             WHERE t.daily_bytes IS NOT NULL AND m.sent_to = t.id AND m.state = 'delivered' AND m.ended_at >= $2) d \
         CROSS JOIN LATERAL (SELECT count(*) AS live, \
             coalesce(sum(m.size) FILTER (WHERE m.state = 'waiting' AND m.size > 0), 0)::bigint AS reserved, \
             count(*) FILTER (WHERE m.state = 'waiting' AND m.size <= 0) AS of_unknown_size \
             FROM task k JOIN subscription_match m ON m.id = k.match_id \
             LEFT JOIN subscription s ON s.id = m.subscription_id LEFT JOIN order_push p ON p.id = m.order_push_id \
             WHERE coalesce(m.sent_to, s.target_id, p.target_id) = t.id) f \
         WHERE t.id = ANY($1) ORDER BY f.live, t.released_at NULLS FIRST, t.id",
        &ids[..],
        day_begin
    )
    .fetch_all(db)
    .await?;
    let loads = rows.into_iter().map(|row| TargetLoad {
        target: PushTargetId(row.id),
        breaker: Breaker {
            failures: row.failures,
            rests_until: row.rests_until,
        },
        most_parallel: row.most_parallel.into(),
        daily_bytes: row.daily_bytes,
        live: row.live,
        used: DayUse {
            delivered: row.delivered,
            reserved: row.reserved,
            of_unknown_size: row.of_unknown_size,
        },
    });
    Ok(loads.collect())
}

/// What all targets take together.
pub(crate) async fn total_load(
    db: &mut PgConnection,
    day_begin: DateTime<Utc>,
) -> Result<TotalLoad, StorageError> {
    let row = sqlx::query!(
        "SELECT d.bytes AS \"delivered!\", f.live AS \"live!\", f.reserved AS \"reserved!\", f.of_unknown_size AS \"of_unknown_size!\" \
         FROM (SELECT coalesce(sum(size), 0)::bigint AS bytes FROM subscription_match \
             WHERE state = 'delivered' AND ended_at >= $1) d \
         CROSS JOIN (SELECT count(*) AS live, \
             coalesce(sum(m.size) FILTER (WHERE m.state = 'waiting' AND m.size > 0), 0)::bigint AS reserved, \
             count(*) FILTER (WHERE m.state = 'waiting' AND m.size <= 0) AS of_unknown_size \
             FROM task k JOIN subscription_match m ON m.id = k.match_id) f",
        day_begin
    )
    .fetch_one(db)
    .await?;
    Ok(TotalLoad {
        live: row.live,
        used: DayUse {
            delivered: row.delivered,
            reserved: row.reserved,
            of_unknown_size: row.of_unknown_size,
        },
    })
}

/// Notes what a round has come to, for people and for the next round, in the order in which it went through the targets. They are
/// locked; of all others nothing is held back any more.
pub(crate) async fn note_round(
    db: &mut PgConnection,
    outcomes: &[TargetOutcome],
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let ids: Vec<_> = outcomes.iter().map(|one| one.target.0).collect();
    let holds: Vec<_> = outcomes
        .iter()
        .map(|one| {
            one.hold
                .map(PushHold::as_str)
                .unwrap_or_default()
                .to_owned()
        })
        .collect();
    let released: Vec<_> = outcomes.iter().map(|one| one.has_released).collect();
    sqlx::query!(
        "UPDATE push_target t SET hold = nullif(n.hold, ''), released_at = CASE WHEN n.released \
             THEN $4::timestamptz + n.place * interval '1 microsecond' ELSE t.released_at END \
         FROM unnest($1::uuid[], $2::text[], $3::boolean[]) WITH ORDINALITY AS n (id, hold, released, place) \
         WHERE t.id = n.id AND (n.released OR t.hold IS DISTINCT FROM nullif(n.hold, ''))",
        &ids[..],
        &holds[..],
        &released[..],
        now
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "UPDATE push_target SET hold = NULL WHERE id IN (SELECT id FROM push_target \
             WHERE hold IS NOT NULL AND NOT (id = ANY($1)) FOR UPDATE SKIP LOCKED)",
        &ids[..]
    )
    .execute(db)
    .await?;
    Ok(())
}

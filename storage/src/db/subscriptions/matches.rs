//! Scenes that subscriptions matched, and what became of each.

use chrono::{DateTime, NaiveDate, Utc};
use domain::ids::{MatchId, PushTargetId, SubscriptionId};
use domain::task::ErrorClass;
use sqlx::PgConnection;
use sqlx::types::Json;
use texts::{Detail, FailureText, Message};

use crate::StorageError;
use crate::db::{Listing, Page};
use crate::objects::Claim;

/// A match as people see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchedScene {
    pub id: MatchId,
    /// What the scene is called.
    pub dataname: String,
    /// The scene's public id, while it is in the catalogue.
    pub dataid: Option<String>,
    /// The first file of it, or a correction.
    pub round: i32,
    /// Bytes.
    pub size: i64,
    /// Where it lies at the target.
    pub path: String,
    /// `waiting`, `delivered`, `missed`, or `withdrawn`: delivered, and then taken out of the catalogue.
    pub state: String,
    /// Time of the match.
    pub matched: DateTime<Utc>,
    /// Earliest time of delivery.
    pub due: DateTime<Utc>,
    /// When it was delivered or given up.
    pub ended: Option<DateTime<Utc>>,
    /// Whether it is being sent.
    pub is_sending: bool,
    /// Why it was given up, or failed last.
    pub failure: Option<Detail>,
    /// SHA-256 of what lies at the target.
    pub sha256: Option<Vec<u8>>,
    /// What the target learns of its withdrawal, where it was withdrawn.
    pub withdrawal: Option<Withdrawal>,
}

/// That a file was withdrawn after it had been delivered, and whether its target was told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Withdrawal {
    /// When the scene was taken out of the catalogue.
    pub withdrawn: DateTime<Utc>,
    /// Why; empty: nobody said.
    pub reason: String,
    /// `waiting`, `done` or `missed`.
    pub state: String,
    /// When the target was told, or that was given up.
    pub ended: Option<DateTime<Utc>>,
    /// Why that was given up or failed last; or why the file lies there still, where the target was told.
    pub failure: Option<Detail>,
}

/// Scenes that a subscription matched, newest first; in this state, where one is said.
pub async fn scenes(
    db: &mut PgConnection,
    subscription: SubscriptionId,
    state: Option<&str>,
    page: Page,
) -> Result<Listing<MatchedScene>, StorageError> {
    let rows = sqlx::query!(
        "SELECT m.id, m.dataname, s.dataid AS \"dataid?\", m.round, m.size, m.path, \
         CASE WHEN m.state = 'delivered' AND w.match_id IS NOT NULL THEN 'withdrawn' ELSE m.state END AS \"state!\", \
         m.matched_at, m.due_at, m.ended_at, m.error_detail AS \"failure: Json<Detail>\", m.sha256, \
         EXISTS (SELECT FROM task t WHERE t.match_id = m.id) AS \"is_sending!\", \
         w.withdrawn_at AS \"withdrawn_at?\", w.reason AS \"withdrawn_because?\", w.state AS \"withdrawal_state?\", \
         w.ended_at AS \"withdrawal_ended_at?\", w.error_detail AS \"withdrawal_failure?: Json<Detail>\" \
         FROM subscription_match m LEFT JOIN scene s ON s.did = m.did LEFT JOIN subscription_withdrawal w ON w.match_id = m.id \
         WHERE m.subscription_id = $1 AND ($2::text IS NULL \
             OR CASE WHEN m.state = 'delivered' AND w.match_id IS NOT NULL THEN 'withdrawn' ELSE m.state END = $2) \
         ORDER BY m.matched_at DESC, m.id DESC LIMIT $3 OFFSET $4",
        subscription.0,
        state,
        page.limit(),
        page.offset()
    )
    .fetch_all(&mut *db)
    .await?;
    let total = sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM subscription_match m LEFT JOIN subscription_withdrawal w ON w.match_id = m.id \
         WHERE m.subscription_id = $1 AND ($2::text IS NULL \
             OR CASE WHEN m.state = 'delivered' AND w.match_id IS NOT NULL THEN 'withdrawn' ELSE m.state END = $2)",
        subscription.0,
        state
    )
    .fetch_one(db)
    .await?;
    let items = rows.into_iter().map(|row| MatchedScene {
        id: MatchId(row.id),
        dataname: row.dataname,
        dataid: row.dataid,
        round: row.round,
        size: row.size,
        path: row.path,
        is_sending: row.is_sending && row.state == "waiting",
        withdrawal: row.withdrawn_at.map(|withdrawn| Withdrawal {
            withdrawn,
            reason: row.withdrawn_because.unwrap_or_default(),
            state: row.withdrawal_state.unwrap_or_default(),
            ended: row.withdrawal_ended_at,
            failure: row.withdrawal_failure.map(|detail| detail.0),
        }),
        state: row.state,
        matched: row.matched_at,
        due: row.due_at,
        ended: row.ended_at,
        failure: row.failure.map(|detail| detail.0),
        sha256: row.sha256,
    });
    Ok(Listing {
        items: items.collect(),
        total,
    })
}

/// What became of the scenes that matched on one day in China.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FlowDay {
    pub day: NaiveDate,
    /// Scenes that matched on the day.
    pub matched: i64,
    /// Of the scenes of that day, those delivered by now.
    pub delivered: i64,
    /// Of these, delivered and withdrawn since.
    pub withdrawn: i64,
    /// Of the scenes of that day, those given up.
    pub missed: i64,
}

/// The days since `from` on which something matched.
pub async fn flow_days(
    db: &mut PgConnection,
    subscription: SubscriptionId,
    from: DateTime<Utc>,
) -> Result<Vec<FlowDay>, StorageError> {
    Ok(sqlx::query_as!(
        FlowDay,
        "SELECT china_day(m.matched_at) AS \"day!\", count(*) AS \"matched!\", \
         count(*) FILTER (WHERE m.state = 'delivered' AND w.match_id IS NULL) AS \"delivered!\", \
         count(*) FILTER (WHERE m.state = 'delivered' AND w.match_id IS NOT NULL) AS \"withdrawn!\", \
         count(*) FILTER (WHERE m.state = 'missed') AS \"missed!\" \
         FROM subscription_match m LEFT JOIN subscription_withdrawal w ON w.match_id = m.id \
         WHERE m.subscription_id = $1 AND m.matched_at >= $2 GROUP BY 1 ORDER BY 1",
        subscription.0,
        from
    )
    .fetch_all(db)
    .await?)
}

/// Gives up what waits of scenes that are no longer in the catalogue, and has no task. Answers how many.
pub async fn miss_withdrawn(
    db: &mut PgConnection,
    now: DateTime<Utc>,
) -> Result<u64, StorageError> {
    let why = Message::from(FailureText::NotInCatalogue);
    let done = sqlx::query!(
        "UPDATE subscription_match m SET state = 'missed', ended_at = $1, error_class = $2, error_detail = $3 \
         WHERE state = 'waiting' AND did IS NULL AND subscription_id IS NOT NULL AND NOT EXISTS (SELECT FROM task WHERE match_id = m.id)",
        now,
        ErrorClass::SourceMissing.as_str(),
        Json(&why) as _
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}

/// Gives up what came in since a change of a subscription that waits for approval, which is locked. Answers how many.
pub(crate) async fn miss_since_change(
    db: &mut PgConnection,
    id: SubscriptionId,
    why: FailureText,
    now: DateTime<Utc>,
) -> Result<u64, StorageError> {
    let why = Message::from(why);
    let done = sqlx::query!(
        "UPDATE subscription_match m SET state = 'missed', ended_at = $2, error_class = $3, error_detail = $4 \
         FROM subscription s WHERE s.id = $1 AND m.subscription_id = s.id AND m.state = 'waiting' \
         AND m.matched_at >= s.changed_at AND NOT EXISTS (SELECT FROM task k WHERE k.match_id = m.id)",
        id.0,
        now,
        ErrorClass::Cancelled.as_str(),
        Json(&why) as _
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}

/// Locks a match that waits, and answers how often it failed by itself, and whether it failed at all; `None`: it is over, or
/// gone. The target's row is locked before.
pub(crate) async fn lock_match(
    db: &mut PgConnection,
    id: MatchId,
) -> Result<Option<(u32, bool)>, StorageError> {
    let row = sqlx::query!(
        "SELECT failures, error_class IS NOT NULL AS \"has_failed!\" FROM subscription_match WHERE id = $1 AND state = 'waiting' FOR UPDATE",
        id.0
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| (row.failures.unsigned_abs(), row.has_failed)))
}

/// Notes that the whole file lies at the target under the name of a part; false when the claim is no longer the worker's.
pub(crate) async fn mark_whole(
    db: &mut PgConnection,
    (id, claim): (MatchId, Claim),
    (size, sha256): (i64, &[u8]),
) -> Result<bool, StorageError> {
    let done = sqlx::query!(
        "UPDATE subscription_match SET sha256 = $4, size = $5 WHERE id = $1 AND state = 'waiting' AND EXISTS ( \
             SELECT FROM task WHERE id = $2 AND attempt = $3 AND state = 'running' AND match_id = $1)",
        id.0,
        claim.task.0,
        claim.attempt,
        sha256,
        size
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Writes that the file lies at the target under its own name.
pub(crate) async fn mark_delivered(
    db: &mut PgConnection,
    id: MatchId,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE subscription_match SET state = 'delivered', ended_at = $2, error_class = NULL, error_detail = NULL \
         WHERE id = $1 AND state = 'waiting'",
        id.0,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Writes why sending failed, and when it is tried again. `own`: the failure is this file's, not the target's.
pub(crate) async fn mark_failed(
    db: &mut PgConnection,
    (id, own): (MatchId, bool),
    (class, why): (ErrorClass, &Message),
    retry: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE subscription_match SET retry_at = $5, error_class = $3, error_detail = $4, \
         failures = failures + CASE WHEN $2 THEN 1 ELSE 0 END WHERE id = $1 AND state = 'waiting'",
        id.0,
        own,
        class.as_str(),
        Json(why) as _,
        retry
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Lets a match wait that was not tried. Why it failed before stays its reason.
pub(crate) async fn put_off(
    db: &mut PgConnection,
    id: MatchId,
    (class, why): (ErrorClass, &Message),
    retry: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE subscription_match SET retry_at = $4, error_class = coalesce(error_class, $2), \
         error_detail = coalesce(error_detail, $3) WHERE id = $1 AND state = 'waiting'",
        id.0,
        class.as_str(),
        Json(why) as _,
        retry
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Gives a match up.
pub(crate) async fn mark_missed(
    db: &mut PgConnection,
    id: MatchId,
    (class, why): (ErrorClass, &Message),
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE subscription_match SET state = 'missed', ended_at = $4, error_class = $2, error_detail = $3, \
         failures = failures + 1 WHERE id = $1 AND state = 'waiting'",
        id.0,
        class.as_str(),
        Json(why) as _,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Target of the match's subscription or order.
pub(crate) async fn target_of_match(
    db: &mut PgConnection,
    id: MatchId,
) -> Result<Option<PushTargetId>, StorageError> {
    let target = sqlx::query_scalar!(
        "SELECT coalesce(s.target_id, p.target_id) AS \"target_id!\" FROM subscription_match m \
         LEFT JOIN subscription s ON s.id = m.subscription_id LEFT JOIN order_push p ON p.id = m.order_push_id \
         WHERE m.id = $1 AND coalesce(s.target_id, p.target_id) IS NOT NULL",
        id.0
    )
    .fetch_optional(db)
    .await?;
    Ok(target.map(PushTargetId))
}

/// Bytes of these scenes together.
pub async fn total_size(db: &mut PgConnection, dids: &[i64]) -> Result<i64, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT coalesce(sum(size), 0)::bigint AS \"bytes!\" FROM scene WHERE did = ANY($1)",
        dids
    )
    .fetch_one(db)
    .await?)
}

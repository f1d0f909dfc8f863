//! What was in the catalogue before somebody subscribed: what of it is asked for, how far its matching is, and what became of it.

use chrono::{DateTime, Utc};
use domain::ids::{BackfillId, SubscriptionId, UserId};
use domain::subscription::{BackfillBasis, BackfillRange, BackfillState, SubscriptionCriteria};
use domain::task::ErrorClass;
use sqlx::PgConnection;
use sqlx::types::Json;
use texts::{FailureText, Message};

use super::arriving::set_former_aside;
use super::{NewMatch, unknown};
use crate::StorageError;

/// Backfills of a subscription that are shown.
const MAX_LISTED: i64 = 20;
/// Matches of cancelled backfills that are given up in one statement.
const AT_ONCE: i64 = 5000;

/// A backfill as people see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Backfill {
    pub id: BackfillId,
    /// Which scenes are asked for.
    pub range: BackfillRange,
    pub state: BackfillState,
    /// Scenes that the search found.
    pub found: i64,
    /// Those of them that are matched: all, up to the bound.
    pub chosen: i64,
    /// Those that have met the subscription.
    pub looked: i64,
    /// Of those that are sent because of it, those that are on their way. The others were known already, or are not wanted.
    pub waiting: i64,
    /// Those that lie at the target.
    pub delivered: i64,
    /// Scenes that were given up.
    pub missed: i64,
    pub created: DateTime<Utc>,
    /// When all had been matched, or it was cancelled.
    pub ended: Option<DateTime<Utc>>,
    /// Whether somebody took it back: else its subscription was over.
    pub was_taken_back: bool,
}

fn range(
    basis: &str,
    from: DateTime<Utc>,
    to: DateTime<Utc>,
) -> Result<BackfillRange, StorageError> {
    let unreadable = || unknown("subscription_backfill.basis", basis);
    let basis = BackfillBasis::parse(basis).ok_or_else(unreadable)?;
    BackfillRange::new(basis, from, to).ok_or_else(unreadable)
}

/// The latest backfills of a subscription, newest first.
pub async fn backfills(
    db: &mut PgConnection,
    subscription: SubscriptionId,
) -> Result<Vec<Backfill>, StorageError> {
    let rows = sqlx::query!(
        "SELECT b.id, b.basis, b.range_from, b.range_to, b.state, b.found, b.chosen, b.looked, b.created_at, \
         b.ended_at, b.cancelled_by IS NOT NULL AS \"was_taken_back!\", c.delivered AS \"delivered!\", c.missed AS \"missed!\", \
         c.waiting AS \"waiting!\" \
         FROM subscription_backfill b, LATERAL (SELECT count(*) FILTER (WHERE m.state = 'delivered') AS delivered, \
             count(*) FILTER (WHERE m.state = 'missed') AS missed, count(*) FILTER (WHERE m.state = 'waiting') AS waiting FROM subscription_match m WHERE m.backfill_id = b.id) c \
         WHERE b.subscription_id = $1 ORDER BY b.created_at DESC, b.id DESC LIMIT $2",
        subscription.0,
        MAX_LISTED
    )
    .fetch_all(db)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Backfill {
                id: BackfillId(row.id),
                range: range(&row.basis, row.range_from, row.range_to)?,
                state: BackfillState::parse(&row.state)
                    .ok_or_else(|| unknown("subscription_backfill.state", &row.state))?,
                found: row.found,
                chosen: row.chosen,
                looked: row.looked,
                waiting: row.waiting,
                delivered: row.delivered,
                missed: row.missed,
                created: row.created_at,
                ended: row.ended_at,
                was_taken_back: row.was_taken_back,
            })
        })
        .collect()
}

/// Writes that scenes of a range are asked for; false when others are still being matched. The subscription is locked.
pub(crate) async fn insert_backfill(
    db: &mut PgConnection,
    (id, subscription): (BackfillId, SubscriptionId),
    range: BackfillRange,
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let (from, to) = range.bounds();
    let done = sqlx::query!(
        "INSERT INTO subscription_backfill (id, subscription_id, basis, range_from, range_to, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
        id.0,
        subscription.0,
        range.basis().as_str(),
        from,
        to,
        now
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Writes that somebody took a backfill back, and says which scenes it was to bring; `None` when it is another subscription's, or
/// over. One whose batch is being matched is waited for.
pub(crate) async fn cancel_backfill(
    db: &mut PgConnection,
    (id, subscription): (BackfillId, SubscriptionId),
    by: UserId,
    now: DateTime<Utc>,
) -> Result<Option<BackfillRange>, StorageError> {
    let row = sqlx::query!(
        "UPDATE subscription_backfill SET state = 'cancelled', dids = NULL, ended_at = $4, cancelled_by = $3 \
         WHERE id = $1 AND subscription_id = $2 AND (state IN ('waiting', 'running') \
         OR (state = 'done' AND EXISTS (SELECT FROM subscription_match m WHERE m.backfill_id = $1 AND m.state = 'waiting'))) \
         RETURNING basis, range_from, range_to",
        id.0,
        subscription.0,
        by.0,
        now
    )
    .fetch_optional(db)
    .await?;
    row.map(|row| range(&row.basis, row.range_from, row.range_to))
        .transpose()
}

/// Cancels what is still to be matched of subscriptions that are over.
pub(crate) async fn cancel_of_over(
    db: &mut PgConnection,
    now: DateTime<Utc>,
) -> Result<u64, StorageError> {
    let done = sqlx::query!(
        "UPDATE subscription_backfill b SET state = 'cancelled', dids = NULL, ended_at = $1 FROM subscription s \
         WHERE s.id = b.subscription_id AND b.state IN ('waiting', 'running') \
         AND (s.state IN ('ended', 'refused') OR s.valid_until <= $1)",
        now
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}

/// Gives up what waits of cancelled backfills and has no task, some at a time.
pub(crate) async fn miss_cancelled(
    db: &mut PgConnection,
    now: DateTime<Utc>,
) -> Result<u64, StorageError> {
    let why = Message::from(FailureText::BackfillCancelled);
    let done = sqlx::query!(
        "UPDATE subscription_match SET state = 'missed', ended_at = $1, error_class = $2, error_detail = $3 WHERE id IN ( \
             SELECT m.id FROM subscription_backfill b JOIN subscription_match m ON m.backfill_id = b.id \
             WHERE b.state = 'cancelled' AND m.state = 'waiting' AND NOT EXISTS (SELECT FROM task k WHERE k.match_id = m.id) \
             LIMIT $4 FOR UPDATE OF m SKIP LOCKED)",
        now,
        ErrorClass::Cancelled.as_str(),
        Json(&why) as _,
        AT_ONCE
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}

/// A backfill whose scenes are to be looked for.
#[derive(Debug, Clone, PartialEq)]
pub struct UnsearchedBackfill {
    pub id: BackfillId,
    /// The person who subscribed.
    pub owner: UserId,
    /// Conditions of its subscription.
    pub criteria: SubscriptionCriteria,
    /// Which scenes are asked for.
    pub range: BackfillRange,
}

/// The first of the approved subscriptions' backfills that nobody is looking for, which is the caller's until then.
pub(crate) async fn claim_unsearched(
    db: &mut PgConnection,
    now: DateTime<Utc>,
    until: DateTime<Utc>,
) -> Result<Option<UnsearchedBackfill>, StorageError> {
    let row = sqlx::query!(
        "UPDATE subscription_backfill b SET claimed_until = $2 FROM subscription s WHERE s.id = b.subscription_id AND b.id = ( \
             SELECT w.id FROM subscription_backfill w JOIN subscription o ON o.id = w.subscription_id \
             WHERE w.state = 'waiting' AND (w.claimed_until IS NULL OR w.claimed_until < $1) \
             AND o.state IN ('running', 'paused', 'suspended') ORDER BY w.created_at LIMIT 1 FOR UPDATE OF w SKIP LOCKED) \
         RETURNING b.id, b.basis, b.range_from, b.range_to, s.user_id, s.criteria AS \"criteria: Json<SubscriptionCriteria>\"",
        now,
        until
    )
    .fetch_optional(db)
    .await?;
    row.map(|row| {
        Ok(UnsearchedBackfill {
            id: BackfillId(row.id),
            owner: UserId(row.user_id),
            criteria: row.criteria.0,
            range: range(&row.basis, row.range_from, row.range_to)?,
        })
    })
    .transpose()
}

/// Keeps which scenes are matched, in order; `found` is how many there were. Nothing changes where it was cancelled, or others
/// were quicker.
pub(crate) async fn keep_found(
    db: &mut PgConnection,
    id: BackfillId,
    dids: &[i64],
    found: i64,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE subscription_backfill SET state = 'running', claimed_until = NULL, found = $3, dids = $2, \
         chosen = cardinality($2::bigint[]) WHERE id = $1 AND state = 'waiting'",
        id.0,
        dids,
        found
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The scenes of a backfill that are matched next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackfillBatch {
    pub id: BackfillId,
    pub subscription: SubscriptionId,
    /// The scenes' numbers; none: all were matched.
    pub dids: Vec<i64>,
}

/// The next batch of the oldest backfill that nobody else is at, locked; so is its subscription, which whoever changes locks
/// first. Call inside a transaction.
pub(crate) async fn next_batch(
    db: &mut PgConnection,
    most: i64,
) -> Result<Option<BackfillBatch>, StorageError> {
    let row = sqlx::query!(
        "SELECT b.id, b.subscription_id, b.dids[b.looked + 1 : b.looked + $1] AS \"dids!\" FROM subscription_backfill b \
         JOIN subscription s ON s.id = b.subscription_id \
         WHERE b.state = 'running' AND s.state IN ('running', 'paused', 'suspended') \
         ORDER BY b.created_at LIMIT 1 FOR UPDATE OF b SKIP LOCKED FOR KEY SHARE OF s SKIP LOCKED",
        most
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| BackfillBatch {
        id: BackfillId(row.id),
        subscription: SubscriptionId(row.subscription_id),
        dids: row.dids,
    }))
}

/// Counts a batch that was matched; with the last one the backfill is done.
pub(crate) async fn advance_backfill(
    db: &mut PgConnection,
    id: BackfillId,
    looked: i64,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE subscription_backfill SET looked = looked + $2, \
         state = CASE WHEN looked + $2 >= chosen THEN 'done' ELSE state END, \
         dids = CASE WHEN looked + $2 >= chosen THEN NULL ELSE dids END, \
         ended_at = CASE WHEN looked + $2 >= chosen THEN $3 ELSE ended_at END WHERE id = $1",
        id.0,
        looked,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Which file each of these scenes has, and how many files of it this subscription has matched; those that are not online are
/// left out.
pub(crate) async fn revisions(
    db: &mut PgConnection,
    subscription: SubscriptionId,
    dids: &[i64],
) -> Result<Vec<(i64, String, i32)>, StorageError> {
    let rows = sqlx::query!(
        "SELECT c.did, scene_source(c.archive_url, c.size, c.sha256) AS \"revision!\", coalesce((SELECT max(m.round) \
             FROM subscription_match m WHERE m.did = c.did AND m.subscription_id = $1), 0) AS \"rounds!\" \
         FROM scene c WHERE c.did = ANY($2) AND c.archive_url IS NOT NULL",
        subscription.0,
        dids
    )
    .fetch_all(db)
    .await?;
    let rows = rows.into_iter();
    Ok(rows
        .map(|row| (row.did, row.revision, row.rounds))
        .collect())
}

/// Writes what a backfill matched at this moment, due at once. What is on its way or lies at the target stays as it is; what was
/// given up is tried again.
pub(crate) async fn insert_backfilled(
    db: &mut PgConnection,
    batch: &BackfillBatch,
    new: &[NewMatch],
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    set_former_aside(db, new).await?;
    let ids: Vec<_> = new.iter().map(|one| one.id.0).collect();
    let dids: Vec<_> = new.iter().map(|one| one.did).collect();
    let names: Vec<_> = new.iter().map(|one| one.dataname.clone()).collect();
    let revisions: Vec<_> = new.iter().map(|one| one.revision.clone()).collect();
    let rounds: Vec<_> = new.iter().map(|one| one.round).collect();
    let sizes: Vec<_> = new.iter().map(|one| one.size).collect();
    let paths: Vec<_> = new.iter().map(|one| one.path.clone()).collect();
    sqlx::query!(
        "INSERT INTO subscription_match (id, subscription_id, backfill_id, did, dataname, revision, round, size, path, \
             matched_at, due_at) \
         SELECT n.id, $1, $2, n.did, n.dataname, n.revision, n.round, n.size, n.path, $3, $3 \
         FROM unnest($4::uuid[], $5::bigint[], $6::text[], $7::text[], $8::int[], $9::bigint[], $10::text[]) \
             AS n (id, did, dataname, revision, round, size, path) \
         WHERE n.round = 1 OR NOT EXISTS (SELECT FROM subscription_match m JOIN scene c ON c.did = m.did \
             WHERE m.subscription_id = $1 AND m.did = n.did AND m.state = 'delivered' AND m.sha256 = c.sha256 \
             AND NOT EXISTS (SELECT FROM subscription_match l WHERE l.subscription_id = $1 AND l.did = m.did \
                 AND l.round > m.round AND l.state <> 'missed')) \
         ON CONFLICT (subscription_id, did, revision) DO UPDATE SET state = 'waiting', ended_at = NULL, retry_at = NULL, \
             failures = 0, error_class = NULL, error_detail = NULL, due_at = $3, backfill_id = $2 \
         WHERE subscription_match.state = 'missed'",
        batch.subscription.0,
        batch.id.0,
        now,
        &ids[..],
        &dids[..],
        &names[..],
        &revisions[..],
        &rounds[..],
        &sizes[..],
        &paths[..]
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Of these scenes those that the survey received in a range, in their order.
pub(crate) async fn received_within(
    db: &mut PgConnection,
    dids: &[i64],
    (from, to): (DateTime<Utc>, DateTime<Utc>),
) -> Result<Vec<i64>, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT c.did FROM unnest($1::bigint[]) WITH ORDINALITY AS w (did, place) JOIN scene c ON c.did = w.did \
         WHERE scene_received(c.received, c.entered_at, c.ingested_at) BETWEEN $2 AND $3 ORDER BY w.place",
        dids,
        from,
        to
    )
    .fetch_all(db)
    .await?)
}

/// Of these scenes how many a subscription has not matched yet, or has given up, and their bytes.
pub async fn unmatched(
    db: &mut PgConnection,
    subscription: Option<SubscriptionId>,
    dids: &[i64],
) -> Result<(i64, i64), StorageError> {
    let row = sqlx::query!(
        "SELECT count(*) AS \"count!\", coalesce(sum(c.size), 0)::bigint AS \"bytes!\" FROM scene c \
         WHERE c.did = ANY($2) AND NOT EXISTS (SELECT FROM subscription_match m WHERE m.subscription_id = $1 \
             AND m.did = c.did AND (m.revision = scene_source(c.archive_url, c.size, c.sha256) AND m.state <> 'missed' \
                 OR m.sha256 = c.sha256 AND m.state = 'delivered'))",
        subscription.map(|id| id.0),
        dids
    )
    .fetch_one(db)
    .await?;
    Ok((row.count, row.bytes))
}

//! What of the matches goes out next.

use chrono::{DateTime, Utc};
use domain::ids::{MatchId, PushTargetId, SubscriptionId, UserId};
use domain::push_bounds::{DayBound, DayUse};
use domain::subscription::SendWindow;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StorageError;
use crate::db::push_targets::{self, TargetLogin};
use crate::objects::Claim;

/// A subscription that may send at this moment, and what its day has taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sender {
    pub(crate) id: SubscriptionId,
    /// Bytes a day, as its owner has set it.
    pub(crate) bound: DayBound,
    /// What it sent today, and has on its way.
    pub(crate) used: DayUse,
}

/// Subscriptions of a target that may send at this moment: they run, their window is open, their volume is not used up, and
/// their owner's account is on.
pub(crate) async fn sendable(
    db: &mut PgConnection,
    target: PushTargetId,
    (now, day_begin): (DateTime<Utc>, DateTime<Utc>),
) -> Result<Vec<Sender>, StorageError> {
    let rows = sqlx::query!(
        "SELECT s.id, s.window_from, s.window_to, s.daily_bytes, d.bytes AS \"delivered!\", f.reserved AS \"reserved!\", \
         f.of_unknown_size AS \"of_unknown_size!\" \
         FROM subscription s JOIN app_user u ON u.id = s.user_id \
         CROSS JOIN LATERAL (SELECT coalesce(sum(m.size), 0)::bigint AS bytes FROM subscription_match m \
             WHERE s.daily_bytes IS NOT NULL AND m.subscription_id = s.id AND m.state = 'delivered' AND m.ended_at >= $2) d \
         CROSS JOIN LATERAL (SELECT coalesce(sum(m.size) FILTER (WHERE m.size > 0), 0)::bigint AS reserved, \
             count(*) FILTER (WHERE m.size <= 0) AS of_unknown_size \
             FROM task k JOIN subscription_match m ON m.id = k.match_id WHERE m.subscription_id = s.id AND m.state = 'waiting') f \
         WHERE s.target_id = $1 AND s.state = 'running' AND u.disabled_at IS NULL",
        target.0,
        day_begin
    )
    .fetch_all(db)
    .await?;
    let may = rows.into_iter().filter(|row| {
        let hours = row.window_from.zip(row.window_to);
        let window = hours.and_then(|(from, to)| SendWindow::new(from, to));
        window.is_none_or(|window| window.is_open(now))
    });
    let senders = may.map(|row| Sender {
        id: SubscriptionId(row.id),
        bound: DayBound(row.daily_bytes),
        used: DayUse {
            delivered: row.delivered,
            reserved: row.reserved,
            of_unknown_size: row.of_unknown_size,
        },
    });
    let senders = senders.filter(|one| !one.bound.is_used_up(one.used));
    Ok(senders.collect())
}

/// Notes that these files are about to go to a target: until they are over, what they take is that target's.
pub(crate) async fn reserve(
    db: &mut PgConnection,
    target: PushTargetId,
    due: &[DueMatch],
) -> Result<(), StorageError> {
    let ids: Vec<_> = due.iter().map(|one| one.id.0).collect();
    sqlx::query!(
        "UPDATE subscription_match SET sent_to = $1 WHERE id = ANY($2) AND sent_to IS DISTINCT FROM $1",
        target.0,
        &ids[..]
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A match whose time has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DueMatch {
    pub id: MatchId,
    /// Whose it is: fairness goes by person.
    pub owner: UserId,
    /// Of which subscription; `None`: it is a file of an order.
    pub subscription: Option<SubscriptionId>,
    /// Which scene; `None`: it is a file of an order.
    pub did: Option<i64>,
    /// Bytes; 0: nobody knows.
    pub size: i64,
}

struct DueRow {
    id: Uuid,
    subscription: Uuid,
    user_id: Uuid,
    size: i64,
    did: Option<i64>,
}

impl From<DueRow> for DueMatch {
    fn from(row: DueRow) -> Self {
        Self {
            id: MatchId(row.id),
            owner: UserId(row.user_id),
            subscription: Some(SubscriptionId(row.subscription)),
            did: row.did,
            size: row.size,
        }
    }
}

/// Matches of these subscriptions that go out next, in the order in which they came in. `turns`: those that were never tried
/// first, and then those whose last try was longest ago.
pub async fn due_matches(
    db: &mut PgConnection,
    (subscriptions, turns): (&[SubscriptionId], bool),
    now: DateTime<Utc>,
    most: i64,
) -> Result<Vec<DueMatch>, StorageError> {
    let ids: Vec<_> = subscriptions.iter().map(|id| id.0).collect();
    let rows = sqlx::query_as!(
        DueRow,
        "SELECT m.id, s.id AS subscription, s.user_id, m.size, m.did FROM subscription s CROSS JOIN LATERAL ( \
             SELECT m.id, m.size, m.did, m.matched_at, m.retry_at FROM subscription_match m WHERE m.subscription_id = s.id \
             AND m.state = 'waiting' AND m.backfill_id IS NULL AND m.did IS NOT NULL AND m.due_at <= $2 \
             AND (m.retry_at IS NULL OR m.retry_at <= $2) AND NOT EXISTS (SELECT FROM task k WHERE k.match_id = m.id) \
             ORDER BY CASE WHEN $4 THEN m.retry_at END NULLS FIRST, m.matched_at, m.id LIMIT greatest($3::bigint, 0)) m \
         WHERE s.id = ANY($1) \
         ORDER BY CASE WHEN $4 THEN m.retry_at END NULLS FIRST, m.matched_at, m.id LIMIT greatest($3::bigint, 0)",
        &ids[..],
        now,
        most,
        turns
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// The same of what was there before these subscriptions.
pub async fn due_backfilled(
    db: &mut PgConnection,
    (subscriptions, turns): (&[SubscriptionId], bool),
    now: DateTime<Utc>,
    most: i64,
) -> Result<Vec<DueMatch>, StorageError> {
    let ids: Vec<_> = subscriptions.iter().map(|id| id.0).collect();
    let rows = sqlx::query_as!(
        DueRow,
        "SELECT m.id, s.id AS subscription, s.user_id, m.size, m.did FROM subscription s CROSS JOIN LATERAL ( \
             SELECT m.id, m.size, m.did, m.matched_at, m.retry_at FROM subscription_match m WHERE m.subscription_id = s.id \
             AND m.state = 'waiting' AND m.backfill_id IS NOT NULL AND m.did IS NOT NULL AND m.due_at <= $2 \
             AND (m.retry_at IS NULL OR m.retry_at <= $2) AND NOT EXISTS (SELECT FROM task k WHERE k.match_id = m.id) \
             ORDER BY CASE WHEN $4 THEN m.retry_at END NULLS FIRST, m.matched_at, m.id LIMIT greatest($3::bigint, 0)) m \
         WHERE s.id = ANY($1) \
         ORDER BY CASE WHEN $4 THEN m.retry_at END NULLS FIRST, m.matched_at, m.id LIMIT greatest($3::bigint, 0)",
        &ids[..],
        now,
        most,
        turns
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// What a worker has to know to send a scene.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PushJob {
    /// Where the scene's file lies; `None`: it is not online any more, or it is a file of an order.
    pub archive_url: Option<String>,
    /// Whose scene it is; `None`: it is a file of an order.
    pub scene: Option<(UserId, i64)>,
    /// Where the file of an order lies in the object store.
    pub object_key: Option<String>,
    /// Whether it is still the file that matched. Another one is a match of its own.
    pub is_current: bool,
    /// Whether it was let go to this target. Its subscription may have had another one then, and this one has counted nothing.
    pub is_released: bool,
    /// Bytes, as the catalogue says.
    pub size: i64,
    /// The same, or what an attempt before this one found where the catalogue does not know; 0: nobody knows.
    pub known_size: i64,
    /// SHA-256, where the archive gave one.
    pub expected_sha256: Option<Vec<u8>>,
    /// Where it goes below the target's folder.
    pub path: String,
    /// SHA-256 of what an attempt before this one has written whole, and how many bytes.
    pub whole: Option<(Vec<u8>, i64)>,
    /// The target.
    pub to: TargetLogin,
}

/// What the statements below read of a file and where it goes.
struct JobRow {
    archive_url: Option<String>,
    subscriber: Option<Uuid>,
    did: Option<i64>,
    object_key: Option<String>,
    is_current: bool,
    is_released: bool,
    size: i64,
    sha256: Option<Vec<u8>>,
    path: String,
    whole: Option<Vec<u8>>,
    whole_size: i64,
    target: Uuid,
}

/// What the claim is about; `None` when it is no longer the worker's, or the scene is gone.
pub(crate) async fn begin_push(
    db: &mut PgConnection,
    (id, claim): (MatchId, Claim),
) -> Result<Option<PushJob>, StorageError> {
    let row = match scene_job(db, id, claim).await? {
        Some(row) => Some(row),
        None => order_job(db, id, claim).await?,
    };
    let Some(row) = row else { return Ok(None) };
    let to = push_targets::login(db, PushTargetId(row.target)).await?;
    Ok(to.map(|to| row.into_job(to)))
}

async fn order_job(
    db: &mut PgConnection,
    id: MatchId,
    claim: Claim,
) -> Result<Option<JobRow>, StorageError> {
    Ok(sqlx::query_as!(
        JobRow,
        "SELECT NULL::text AS archive_url, NULL::uuid AS subscriber, NULL::bigint AS did, f.object_key, d.state = 'active' AND d.expires_at > now() AS \"is_current!\", \
         coalesce(m.sent_to, t.id) = t.id AS \"is_released!\", f.size, f.sha256 AS \"sha256?\", m.path, m.sha256 AS whole, m.size AS whole_size, t.id AS target \
         FROM task k JOIN subscription_match m ON m.id = k.match_id JOIN order_push p ON p.id = m.order_push_id \
         JOIN push_target t ON t.id = p.target_id JOIN delivery d ON d.id = p.delivery_id \
         JOIN delivery_file f ON f.delivery_id = d.id AND f.path = m.dataname \
         WHERE k.id = $1 AND k.attempt = $2 AND k.state = 'running' AND m.id = $3 AND m.state = 'waiting'",
        claim.task.0,
        claim.attempt,
        id.0
    )
    .fetch_optional(db)
    .await?)
}

async fn scene_job(
    db: &mut PgConnection,
    id: MatchId,
    claim: Claim,
) -> Result<Option<JobRow>, StorageError> {
    Ok(sqlx::query_as!(
        JobRow,
        "SELECT c.archive_url, s.user_id AS \"subscriber?\", c.did AS \"did?\", NULL::text AS object_key, \
         scene_source(c.archive_url, c.size, c.sha256) = m.revision AS \"is_current!\", \
         coalesce(m.sent_to, t.id) = t.id AS \"is_released!\", c.size, c.sha256, m.path, m.sha256 AS whole, m.size AS whole_size, t.id AS target \
         FROM task k JOIN subscription_match m ON m.id = k.match_id JOIN subscription s ON s.id = m.subscription_id \
         JOIN push_target t ON t.id = s.target_id JOIN scene c ON c.did = m.did \
         WHERE k.id = $1 AND k.attempt = $2 AND k.state = 'running' AND m.id = $3 AND m.state = 'waiting'",
        claim.task.0,
        claim.attempt,
        id.0
    )
    .fetch_optional(db)
    .await?)
}

impl JobRow {
    fn into_job(self, to: TargetLogin) -> PushJob {
        PushJob {
            archive_url: self.archive_url,
            scene: self.subscriber.map(UserId).zip(self.did),
            object_key: self.object_key,
            is_current: self.is_current,
            is_released: self.is_released,
            size: self.size,
            known_size: self.whole_size,
            expected_sha256: self.sha256,
            path: self.path,
            whole: self.whole.map(|sum| (sum, self.whole_size)),
            to,
        }
    }
}

/// Notes where a file goes: its subscription may have another target by the time its scene is withdrawn, and the registry says of
/// a file of an order how it was sent, whatever its target is later.
pub(crate) async fn note_target(
    db: &mut PgConnection,
    id: MatchId,
    to: &TargetLogin,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE subscription_match SET sent_to = $2, \
             sent_kind = CASE WHEN order_push_id IS NOT NULL THEN $3::text END, \
             sent_address = CASE WHEN order_push_id IS NOT NULL THEN $4::text END \
         WHERE id = $1 AND state = 'waiting' AND (order_push_id IS NOT NULL OR sent_to IS DISTINCT FROM $2)",
        id.0,
        to.target.0,
        to.kind.as_str(),
        to.address
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Notes that what was written whole lies nowhere after all. Its size stays known.
pub(crate) async fn forget_whole(
    db: &mut PgConnection,
    (id, claim): (MatchId, Claim),
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE subscription_match SET sha256 = NULL WHERE id = $1 AND state = 'waiting' AND EXISTS ( \
             SELECT FROM task WHERE id = $2 AND attempt = $3 AND state = 'running' AND match_id = $1)",
        id.0,
        claim.task.0,
        claim.attempt
    )
    .execute(db)
    .await?;
    Ok(())
}

//! Addresses that are told of orders' events, and what is on its way to them.

use chrono::{DateTime, Utc};
use domain::ids::{OrderId, UserId, WebhookId};
use domain::notice::NoticeKind;
use sqlx::PgConnection;
use sqlx::types::Json;
use texts::Detail;
use uuid::Uuid;

use super::detail::detail_of;
use super::{Listing, Page};
use crate::StorageError;
use crate::sealed::ServerKey;

/// Seconds from a try to the next: five tries in about an hour.
pub const WAITS: [i64; 5] = [60, 300, 900, 2400, 60];

/// An address that is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Webhook {
    pub id: WebhookId,
    /// The address.
    pub url: String,
    /// What it is told of; empty: everything.
    pub events: Vec<NoticeKind>,
    /// Whether it is told now.
    pub active: bool,
    pub created: DateTime<Utc>,
    /// Time of the last call.
    pub tried: Option<DateTime<Utc>>,
    /// The HTTP status that came back then.
    pub status: Option<i32>,
    /// Why that try failed.
    pub error: Option<Detail>,
}

/// An address to write.
#[derive(Debug, Clone)]
pub struct NewWebhook<'a> {
    pub id: WebhookId,
    /// The address.
    pub url: &'a str,
    /// The secret, from [`seal_secret`].
    pub secret_sealed: &'a [u8],
    /// What it is told of; empty: everything.
    pub events: &'a [NoticeKind],
    /// The person who adds the webhook.
    pub by: UserId,
    /// Time of creation.
    pub now: DateTime<Utc>,
}

/// Seals the secret of a webhook under its id.
pub fn seal_secret(key: &ServerKey, id: WebhookId, secret: &str) -> Result<Vec<u8>, StorageError> {
    key.seal(secret.as_bytes(), id.0.as_bytes())
}

/// Writes an address.
pub async fn insert(db: &mut PgConnection, new: &NewWebhook<'_>) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO webhook (id, url, secret_sealed, events, created_by, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6)",
        new.id.0,
        new.url,
        new.secret_sealed,
        &words(new.events),
        new.by.0,
        new.now
    )
    .execute(db)
    .await?;
    Ok(())
}

fn words(events: &[NoticeKind]) -> Vec<String> {
    events.iter().map(|kind| kind.as_str().to_owned()).collect()
}

/// Addresses, oldest first, with what the last try came to.
pub async fn list(db: &mut PgConnection, page: Page) -> Result<Listing<Webhook>, StorageError> {
    let total = sqlx::query_scalar!("SELECT count(*) AS \"count!\" FROM webhook")
        .fetch_one(&mut *db)
        .await?;
    let items = sqlx::query_as!(
        WebhookRow,
        "SELECT w.id, w.url, w.events, w.active, w.created_at, l.tried_at AS \"tried_at?\", l.status, l.error, l.error_detail AS \"error_detail: Json<Detail>\" \
         FROM webhook w LEFT JOIN LATERAL (SELECT tried_at, status, error, error_detail FROM webhook_delivery \
             WHERE webhook_id = w.id AND tried_at IS NOT NULL ORDER BY tried_at DESC LIMIT 1) l ON true \
         ORDER BY w.created_at, w.id LIMIT $1 OFFSET $2",
        page.limit(),
        page.offset()
    )
    .fetch_all(db)
    .await?
    .into_iter()
    .map(Webhook::from)
    .collect();
    Ok(Listing { items, total })
}

/// A webhook by its id.
pub async fn find(db: &mut PgConnection, id: WebhookId) -> Result<Option<Webhook>, StorageError> {
    let row = sqlx::query_as!(
        WebhookRow,
        "SELECT w.id, w.url, w.events, w.active, w.created_at, l.tried_at AS \"tried_at?\", l.status, l.error, l.error_detail AS \"error_detail: Json<Detail>\" \
         FROM webhook w LEFT JOIN LATERAL (SELECT tried_at, status, error, error_detail FROM webhook_delivery \
             WHERE webhook_id = w.id AND tried_at IS NOT NULL ORDER BY tried_at DESC LIMIT 1) l ON true \
         WHERE w.id = $1",
        id.0
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(Webhook::from))
}

/// An address as it is read.
struct WebhookRow {
    id: Uuid,
    url: String,
    events: Vec<String>,
    active: bool,
    created_at: DateTime<Utc>,
    tried_at: Option<DateTime<Utc>>,
    status: Option<i32>,
    error: Option<String>,
    error_detail: Option<Json<Detail>>,
}

impl From<WebhookRow> for Webhook {
    fn from(row: WebhookRow) -> Self {
        Self {
            id: WebhookId(row.id),
            url: row.url,
            events: row
                .events
                .iter()
                .filter_map(|word| NoticeKind::parse(word))
                .collect(),
            active: row.active,
            created: row.created_at,
            tried: row.tried_at,
            status: row.status,
            error: row.error.map(|words| detail_of(words, row.error_detail)),
        }
    }
}

/// Removes an address with everything that is on its way to it; false when there is none.
pub async fn delete(db: &mut PgConnection, id: WebhookId) -> Result<bool, StorageError> {
    let done = sqlx::query!("DELETE FROM webhook WHERE id = $1", id.0)
        .execute(db)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Switches an address on or off; false when there is none.
pub async fn set_active(
    db: &mut PgConnection,
    id: WebhookId,
    active: bool,
) -> Result<bool, StorageError> {
    let done = sqlx::query!("UPDATE webhook SET active = $2 WHERE id = $1", id.0, active)
        .execute(db)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Queues an event for every address that is told of such, unless the account that entered it is switched off.
pub async fn queue(
    db: &mut PgConnection,
    event: i64,
    kind: NoticeKind,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO webhook_delivery (id, webhook_id, event_id, kind, next_at) \
         SELECT gen_random_uuid(), w.id, $1, $2, $3 FROM webhook w \
         JOIN app_user u ON u.id = w.created_by AND u.disabled_at IS NULL \
         WHERE w.active AND (cardinality(w.events) = 0 OR $2 = ANY(w.events)) ON CONFLICT DO NOTHING", event, kind.as_str(), now)
    .execute(db)
    .await?;
    Ok(())
}

/// A call of a webhook that is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueDelivery {
    /// The same at every try, so that the receiver can tell a repetition.
    pub id: Uuid,
    /// Webhook to call.
    pub webhook: WebhookId,
    /// The address.
    pub url: String,
    /// Its secret; open it with [`DueDelivery::secret`].
    pub secret_sealed: Vec<u8>,
    /// Name of the event that is posted.
    pub kind: String,
    pub order: OrderId,
    pub number: String,
    /// `sstatus` before.
    pub from: Option<i16>,
    /// `sstatus` after.
    pub to: i16,
    /// When it happened.
    pub at: DateTime<Utc>,
    /// Which try this is, from 1.
    pub attempt: i32,
}

impl DueDelivery {
    /// The secret that signs it.
    pub fn secret(&self, key: &ServerKey) -> Result<Vec<u8>, StorageError> {
        key.open(&self.secret_sealed, self.webhook.0.as_bytes())
    }

    /// Whether this is the last try.
    #[must_use]
    pub fn is_last(&self) -> bool {
        usize::try_from(self.attempt).is_ok_and(|attempt| attempt >= WAITS.len())
    }
}

/// Begins a try of up to `limit` due deliveries to addresses that are switched on: from here on a try counts,
/// however it ends.
pub async fn claim(
    db: &mut PgConnection,
    limit: i64,
    now: DateTime<Utc>,
) -> Result<Vec<DueDelivery>, StorageError> {
    let rows = sqlx::query!(
        "UPDATE webhook_delivery d SET attempts = attempts + 1, tried_at = $1, \
             next_at = $1 + ($3::bigint[])[attempts + 1] * interval '1 second' \
         FROM webhook w, order_event e JOIN orders o ON o.id = e.order_id \
         WHERE w.id = d.webhook_id AND e.id = d.event_id AND d.id IN ( \
             SELECT q.id FROM webhook_delivery q JOIN webhook v ON v.id = q.webhook_id AND v.active \
             JOIN app_user u ON u.id = v.created_by AND u.disabled_at IS NULL \
             WHERE q.ended_at IS NULL AND q.next_at <= $1 AND q.attempts < cardinality($3::bigint[]) \
             ORDER BY q.next_at, q.event_id LIMIT $2 FOR UPDATE OF q SKIP LOCKED) \
         RETURNING d.id, d.webhook_id, w.url, w.secret_sealed, d.kind, e.order_id, o.ordername, \
             e.from_state, e.to_state, e.at, d.attempts", now, limit, WAITS.as_slice())
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| DueDelivery {
            id: row.id,
            webhook: WebhookId(row.webhook_id),
            url: row.url,
            secret_sealed: row.secret_sealed,
            kind: row.kind,
            order: OrderId(row.order_id),
            number: row.ordername,
            from: row.from_state,
            to: row.to_state,
            at: row.at,
            attempt: row.attempts,
        })
        .collect())
}

/// What a try came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome<'a> {
    /// The HTTP status, when one came back.
    pub status: Option<u16>,
    /// Why it failed; `None`: it did not.
    pub error: Option<&'a Detail>,
    /// Whether there is no further try.
    pub is_end: bool,
}

/// Keeps what a try came to.
pub async fn keep_outcome(
    db: &mut PgConnection,
    id: Uuid,
    outcome: Outcome<'_>,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE webhook_delivery SET status = $2, error = $3, error_detail = $6, \
         ended_at = CASE WHEN $4 THEN $5::timestamptz END WHERE id = $1 AND ended_at IS NULL",
        id,
        outcome.status.map(i32::from),
        outcome.error.map(Detail::chinese),
        outcome.is_end,
        now,
        outcome.error.map(Json) as _
    )
    .execute(db)
    .await?;
    Ok(())
}

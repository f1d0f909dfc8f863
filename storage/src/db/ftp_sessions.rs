//! FTP sessions of people, as the gateways tell of them once a second, and the end that somebody sets to one.
//!
//! A gateway writes what it serves and reads, in the same statement, which of these sessions are to end: so whoever ends one
//! need not know which gateway has it.

use std::time::Duration;

use chrono::{DateTime, Utc};
use domain::ids::{DeliveryId, OrderId, UserId};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StorageError;

/// A session of which nobody has told for so long is gone, with its gateway.
const SILENCE: Duration = Duration::from_secs(10);
/// Sessions that are named one by one at most.
const MAX_NAMED: i64 = 200;

/// What an FTP account shows: everything below its root.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FtpRoot {
    /// The delivery that the account was made for.
    Delivery(DeliveryId),
    /// Somebody's shelf.
    Shelf {
        owner: UserId,
        /// Which of its passwords opened it: with the next one this ends.
        password_number: i64,
    },
}

impl FtpRoot {
    /// The delivery, or whose shelf it is, as the row has it.
    const fn columns(self) -> (Option<Uuid>, Option<Uuid>) {
        match self {
            Self::Delivery(delivery) => (Some(delivery.0), None),
            Self::Shelf { owner, .. } => (None, Some(owner.0)),
        }
    }
}

/// A session as its gateway tells of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServedSession {
    /// The gateway's name for it.
    pub id: Uuid,
    pub root: FtpRoot,
    /// The FTP account.
    pub account: String,
    /// Address of the client.
    pub client_ip: String,
    /// Whether the control connection is encrypted.
    pub encrypted: bool,
    /// Since when it is signed in.
    pub since: DateTime<Utc>,
    /// Bytes that it has fetched.
    pub bytes: u64,
    /// The file that it fetches now.
    pub path: Option<String>,
}

/// Tells of every session that a gateway serves, and answers those that are to end. Sessions that are told of no more are gone.
pub async fn report(
    db: &mut PgConnection,
    gateway: Uuid,
    sessions: &[ServedSession],
) -> Result<Vec<Uuid>, StorageError> {
    let ids: Vec<Uuid> = sessions.iter().map(|one| one.id).collect();
    let (deliveries, shelves): (Vec<_>, Vec<_>) =
        sessions.iter().map(|one| one.root.columns()).unzip();
    let text = |value: fn(&ServedSession) -> String| sessions.iter().map(value).collect::<Vec<_>>();
    let encrypted: Vec<bool> = sessions.iter().map(|one| one.encrypted).collect();
    let since: Vec<DateTime<Utc>> = sessions.iter().map(|one| one.since).collect();
    let bytes = sessions.iter().map(|one| i64::try_from(one.bytes));
    let bytes: Vec<i64> = bytes.map(|bytes| bytes.unwrap_or(i64::MAX)).collect();
    let ended = sqlx::query_scalar!(
        "WITH gone AS (DELETE FROM ftp_session WHERE gateway = $1 AND id <> ALL($2)), \
         told AS (INSERT INTO ftp_session (id, gateway, delivery_id, shelf_user_id, account, client_ip, encrypted, since, seen_at, \
                 bytes, path) \
             SELECT s.id, $1, s.delivery_id, s.shelf_user_id, s.account, s.client_ip, s.encrypted, s.since, now(), s.bytes, \
                 nullif(s.path, '') \
             FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::boolean[], $7::timestamptz[], $8::bigint[], $9::text[], \
                 $10::uuid[]) AS s (id, delivery_id, account, client_ip, encrypted, since, bytes, path, shelf_user_id) \
             ON CONFLICT (id) DO UPDATE SET seen_at = now(), bytes = excluded.bytes, path = excluded.path \
             RETURNING id, ended_at) \
         SELECT id FROM told WHERE ended_at IS NOT NULL",
        gateway,
        &ids[..],
        &deliveries[..] as _,
        &text(|one| one.account.clone())[..],
        &text(|one| one.client_ip.clone())[..],
        &encrypted[..],
        &since[..],
        &bytes[..],
        &text(|one| one.path.clone().unwrap_or_default())[..],
        &shelves[..] as _
    )
    .fetch_all(db)
    .await?;
    Ok(ended)
}

/// A session as operators see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FtpSession {
    pub id: Uuid,
    /// The FTP account.
    pub account: String,
    /// Whose files it shows: the order and its number; `None`: those of a shelf.
    pub order: Option<(OrderId, String)>,
    /// Address of the client.
    pub client_ip: String,
    /// Whether the control connection is encrypted.
    pub encrypted: bool,
    /// Since when it is signed in.
    pub since: DateTime<Utc>,
    /// Bytes that it has fetched.
    pub bytes: i64,
    /// The file that it fetches now.
    pub path: Option<String>,
    /// Whether somebody has ended it, and its gateway has yet to do so.
    pub is_ending: bool,
}

/// The sessions that are served now, longest first.
pub async fn served(db: &mut PgConnection) -> Result<Vec<FtpSession>, StorageError> {
    let rows = sqlx::query!(
        "SELECT s.id AS \"id!\", s.account AS \"account!\", o.id AS \"order_id?\", o.ordername AS \"ordername?\", \
         s.client_ip AS \"client_ip!\", s.encrypted AS \"encrypted!\", s.since AS \"since!\", s.bytes AS \"bytes!\", s.path, \
         s.ended_at IS NOT NULL AS \"is_ending!\" FROM ftp_session s LEFT JOIN delivery d ON d.id = s.delivery_id \
         LEFT JOIN orders o ON o.id = d.order_id \
         WHERE s.seen_at >= now() - make_interval(secs => $1) AND (o.id IS NOT NULL OR s.shelf_user_id IS NOT NULL) \
         ORDER BY s.since, s.id LIMIT $2",
        SILENCE.as_secs_f64(),
        MAX_NAMED
    )
    .fetch_all(db)
    .await?;
    let sessions = rows.into_iter().map(|row| FtpSession {
        id: row.id,
        account: row.account,
        order: row.order_id.map(OrderId).zip(row.ordername),
        client_ip: row.client_ip,
        encrypted: row.encrypted,
        since: row.since,
        bytes: row.bytes,
        path: row.path,
        is_ending: row.is_ending,
    });
    Ok(sessions.collect())
}

/// A session whose end an operator requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndedSession {
    /// What it shows: the delivery with its order's number, or the shelf as a target with its name.
    pub subject: (Uuid, String),
    /// Whether it is a shelf.
    pub is_shelf: bool,
    /// The FTP account.
    pub account: String,
    /// Address of the client.
    pub client_ip: String,
}

/// Has its gateway end a session; `None`: it is over, or somebody ended it before.
pub async fn end(db: &mut PgConnection, id: Uuid) -> Result<Option<EndedSession>, StorageError> {
    let row = sqlx::query!(
        "UPDATE ftp_session s SET ended_at = now() FROM (SELECT f.id, coalesce(d.id, t.id) AS subject, \
             coalesce(o.ordername, t.name) AS name FROM ftp_session f LEFT JOIN delivery d ON d.id = f.delivery_id \
             LEFT JOIN orders o ON o.id = d.order_id LEFT JOIN shelf h ON h.user_id = f.shelf_user_id \
             LEFT JOIN push_target t ON t.id = h.target_id WHERE f.id = $1) x \
         WHERE s.id = x.id AND x.subject IS NOT NULL AND s.ended_at IS NULL \
         AND s.seen_at >= now() - make_interval(secs => $2) \
         RETURNING x.subject AS \"subject!\", x.name AS \"name!\", s.shelf_user_id IS NOT NULL AS \"is_shelf!\", s.account, s.client_ip",
        id,
        SILENCE.as_secs_f64()
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| EndedSession {
        subject: (row.subject, row.name),
        is_shelf: row.is_shelf,
        account: row.account,
        client_ip: row.client_ip,
    }))
}

//! The transfers that the figures count, as long as they are kept.

use chrono::{DateTime, Utc};
use domain::ids::OrderId;
use domain::size::ByteCount;
use domain::statistics::Period;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StorageError;
use crate::db::moment_cursor::MomentCursor;
use crate::db::transfers::{Outcome, Protocol};

/// Filter by the outcome of transfers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TransferEnd {
    /// Transfers with this outcome.
    Outcome(Outcome),
    /// With their file's last byte, not broken off: the figures' files.
    Whole,
    /// Broken off by the receiver, a fault, or the end of their process.
    Broken,
}

impl TransferEnd {
    fn as_str(self) -> &'static str {
        match self {
            Self::Outcome(outcome) => outcome.as_str(),
            Self::Whole => "whole",
            Self::Broken => "broken",
        }
    }
}

/// Which transfers to read; `None` filters nothing, an empty unit asks for orders that name none.
#[derive(Debug, Clone)]
pub struct TransferFilter {
    /// That ended on these days in China.
    pub period: Period,
    /// Only orders of this unit.
    pub unit: Option<String>,
    /// Only transfers over this protocol.
    pub protocol: Option<Protocol>,
    /// Only transfers that ended like this.
    pub end: Option<TransferEnd>,
    /// After those of the page before.
    pub before: Option<TransferCursor>,
}

/// A download that ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndedTransfer {
    pub id: Uuid,
    /// When it was begun.
    pub started: DateTime<Utc>,
    pub ended: DateTime<Utc>,
    pub order: OrderId,
    /// The order's number.
    pub ordername: String,
    /// The applying unit.
    pub unit: String,
    /// The FTP account, or the sign-in name; of a push, of whoever pushed the order.
    pub account: String,
    /// Path of the file in its delivery.
    pub path: String,
    /// `ftp`, `ftps`, `https` or `push`.
    pub protocol: String,
    /// How it ended: `done`, `aborted` or `failed`.
    pub outcome: String,
    /// First byte asked for.
    pub offset: ByteCount,
    /// Bytes sent.
    pub bytes: ByteCount,
    /// Whether it brought the file to its end.
    pub is_whole: bool,
    /// From where it was fetched; of a push, the target's host.
    pub client_ip: String,
}

/// Where a page ends: when its last transfer ended, and the transfer's id.
pub type TransferCursor = MomentCursor<Uuid>;

/// Transfers, the last to end first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransferPage {
    /// The transfers.
    pub items: Vec<EndedTransfer>,
    /// Where the next ones begin; `None`: there are none.
    pub next: Option<TransferCursor>,
}

/// At most `limit` transfers.
pub async fn transfers(
    db: &mut PgConnection,
    filter: &TransferFilter,
    limit: usize,
) -> Result<TransferPage, StorageError> {
    let before = filter.before.unwrap_or(MomentCursor {
        at: filter.period.end(),
        id: Uuid::nil(),
    });
    let rows = sqlx::query!(
        "SELECT t.id, t.started_at, t.ended_at AS \"ended_at!\", o.id AS order_id, o.ordername, \
         btrim(o.apply_user_unit) AS \"unit!\", t.account, t.path, t.protocol, t.outcome AS \"outcome!\", t.from_offset, \
         t.bytes, w.is_whole AS \"is_whole!\", t.client_ip \
         FROM transfer t LEFT JOIN delivery d ON d.id = t.delivery_id \
         JOIN orders o ON o.id = coalesce(t.order_id, d.order_id) \
         LEFT JOIN delivery_file f ON f.delivery_id = t.delivery_id AND f.path = t.path \
         CROSS JOIN LATERAL (SELECT coalesce(t.outcome = 'done' AND t.from_offset + t.bytes = coalesce(t.size, f.size), false) \
          AS is_whole) w \
         WHERE t.outcome IS NOT NULL AND NOT t.by_check \
         AND t.ended_at >= $1::date::timestamp AT TIME ZONE interval '8 hours' \
         AND (t.ended_at, t.id) < ($2::timestamptz, $3::uuid) \
         AND ($4::text IS NULL OR btrim(o.apply_user_unit) = $4) AND ($5::text IS NULL OR t.protocol = $5) \
         AND ($6::text IS NULL OR CASE $6 WHEN 'whole' THEN w.is_whole WHEN 'broken' THEN t.outcome <> 'done' \
          ELSE t.outcome = $6 END) ORDER BY t.ended_at DESC, t.id DESC LIMIT $7",
        filter.period.first(),
        before.at,
        before.id,
        filter.unit,
        filter.protocol.map(Protocol::as_str),
        filter.end.map(TransferEnd::as_str),
        i64::try_from(limit).unwrap_or(i64::MAX - 1) + 1
    )
    .fetch_all(db)
    .await?;
    let mut items: Vec<_> = (rows.into_iter())
        .map(|row| EndedTransfer {
            id: row.id,
            started: row.started_at,
            ended: row.ended_at,
            order: OrderId(row.order_id),
            ordername: row.ordername,
            unit: row.unit,
            account: row.account,
            path: row.path,
            protocol: row.protocol,
            outcome: row.outcome,
            offset: ByteCount(row.from_offset.unsigned_abs()),
            bytes: ByteCount(row.bytes.unsigned_abs()),
            is_whole: row.is_whole,
            client_ip: row.client_ip,
        })
        .collect();
    let has_more = items.len() > limit;
    items.truncate(limit);
    let next = items.last().filter(|_| has_more);
    let next = next.map(|last| MomentCursor {
        at: last.ended,
        id: last.id,
    });
    Ok(TransferPage { items, next })
}

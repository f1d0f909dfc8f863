//! The record of what people did, row by row, as administrators read it.

use chrono::{DateTime, Utc};
use domain::behaviour::Behaviour;
use domain::list_order::LogOrder;
use domain::statistics::Period;
use sqlx::PgConnection;

use super::moment_cursor::MomentCursor;
use super::{containing, known};
use crate::StorageError;

/// Which rows to read; `None` filters nothing.
#[derive(Debug, Clone)]
pub struct BehaviourFilter {
    /// Only acts on these days in China.
    pub period: Period,
    /// Only acts of this kind.
    pub kind: Option<Behaviour>,
    /// Part of the login name, the name or the unit of who did it.
    pub part: Option<String>,
    /// Only rows after where the page before ended, in the order.
    pub after: Option<BehaviourCursor>,
    /// Order of the rows.
    pub order: LogOrder,
}

/// A recorded act of a person: sign-in, search, download and the like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BehaviourRow {
    /// What was written down later has a higher one, whenever it was done.
    pub id: i64,
    pub kind: Behaviour,
    /// When it was written down.
    pub at: DateTime<Utc>,
    /// Login name, or empty for a guest.
    pub login_name: String,
    /// Name, or empty.
    pub user_name: String,
    /// Unit, or empty.
    pub unit: String,
    /// Address of the client.
    pub client_ip: String,
    /// The browser's name for itself.
    pub agent: String,
    /// The page or path.
    pub detail_url: String,
    /// The order concerned.
    pub ordername: Option<String>,
    /// Scenes that the act concerns.
    pub scenes: Option<i64>,
    /// Bytes that the act moved.
    pub bytes: Option<i64>,
    /// From when, of a stay.
    pub started: Option<DateTime<Utc>>,
    /// Until when, of a stay.
    pub ended: Option<DateTime<Utc>>,
}

/// The columns that both directions read.
struct StoredRow {
    id: i64,
    kind: i16,
    at: DateTime<Utc>,
    login_name: String,
    user_name: String,
    unit: String,
    client_ip: String,
    agent: String,
    detail_url: String,
    ordername: Option<String>,
    data_num: Option<i64>,
    data_size: Option<i64>,
    started_at: Option<DateTime<Utc>>,
    ended_at: Option<DateTime<Utc>>,
}

/// Where a page ends: when its last row was written down, and the row's id.
pub type BehaviourCursor = MomentCursor<i64>;

/// Rows in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BehaviourPage {
    /// The rows.
    pub items: Vec<BehaviourRow>,
    /// Where the next ones begin; `None`: there are none.
    pub next: Option<BehaviourCursor>,
}

/// The first rows, at most `limit` of them. Ordered by the moments at which things were done, not by ids: what was taken over from
/// an old portal got its ids late.
pub async fn rows(
    db: &mut PgConnection,
    filter: &BehaviourFilter,
    limit: usize,
) -> Result<BehaviourPage, StorageError> {
    let most = i64::try_from(limit).unwrap_or(i64::MAX - 1) + 1;
    let found = match filter.order {
        LogOrder::Oldest => oldest_first(db, filter, most).await?,
        LogOrder::Newest => newest_first(db, filter, most).await?,
    };
    let rows = found.into_iter().map(|row| {
        Ok(BehaviourRow {
            id: row.id,
            kind: known("behaviour.kind", row.kind)?,
            at: row.at,
            login_name: row.login_name,
            user_name: row.user_name,
            unit: row.unit,
            client_ip: row.client_ip,
            agent: row.agent,
            detail_url: row.detail_url,
            ordername: row.ordername,
            scenes: row.data_num,
            bytes: row.data_size,
            started: row.started_at,
            ended: row.ended_at,
        })
    });
    let mut items: Vec<BehaviourRow> = rows.collect::<Result<_, StorageError>>()?;
    let has_more = items.len() > limit;
    items.truncate(limit);
    let next = items.last().filter(|_| has_more);
    let next = next.map(|last| MomentCursor {
        at: last.at,
        id: last.id,
    });
    Ok(BehaviourPage { items, next })
}

/// A statement a direction: only so the index finds where a page begins. The moment alone is said once more: it tells which months to read.
async fn newest_first(
    db: &mut PgConnection,
    filter: &BehaviourFilter,
    limit: i64,
) -> Result<Vec<StoredRow>, StorageError> {
    Ok(sqlx::query_as!(
        StoredRow,
        "SELECT b.id, b.kind, b.at, coalesce(u.login_name, '') AS \"login_name!\", \
         coalesce(u.user_name, '') AS \"user_name!\", coalesce(u.unit, '') AS \"unit!\", b.client_ip, b.agent, \
         b.detail_url, b.ordername, b.data_num, b.data_size, b.started_at, b.ended_at \
         FROM behaviour b LEFT JOIN app_user u ON u.id = b.user_id \
         WHERE b.at >= $1::date::timestamp AT TIME ZONE interval '8 hours' \
         AND (b.at, b.id) < (coalesce($5::timestamptz, ($2::date + 1)::timestamp AT TIME ZONE interval '8 hours'), $6::bigint) \
         AND b.at <= coalesce($5::timestamptz, ($2::date + 1)::timestamp AT TIME ZONE interval '8 hours') \
         AND ($3::smallint IS NULL OR b.kind = $3) \
         AND ($4::text IS NULL OR u.login_name ILIKE $4 OR u.user_name ILIKE $4 OR u.unit ILIKE $4) \
         ORDER BY b.at DESC, b.id DESC LIMIT $7",
        filter.period.first(),
        filter.period.last(),
        filter.kind.map(Behaviour::code),
        filter.part.as_deref().map(containing),
        filter.after.map(|after| after.at),
        filter.after.map_or(i64::MIN, |after| after.id),
        limit
    )
    .fetch_all(db)
    .await?)
}

async fn oldest_first(
    db: &mut PgConnection,
    filter: &BehaviourFilter,
    limit: i64,
) -> Result<Vec<StoredRow>, StorageError> {
    Ok(sqlx::query_as!(
        StoredRow,
        "SELECT b.id, b.kind, b.at, coalesce(u.login_name, '') AS \"login_name!\", \
         coalesce(u.user_name, '') AS \"user_name!\", coalesce(u.unit, '') AS \"unit!\", b.client_ip, b.agent, \
         b.detail_url, b.ordername, b.data_num, b.data_size, b.started_at, b.ended_at \
         FROM behaviour b LEFT JOIN app_user u ON u.id = b.user_id \
         WHERE b.at < ($2::date + 1)::timestamp AT TIME ZONE interval '8 hours' \
         AND (b.at, b.id) > (coalesce($5::timestamptz, $1::date::timestamp AT TIME ZONE interval '8 hours'), $6::bigint) \
         AND b.at >= coalesce($5::timestamptz, $1::date::timestamp AT TIME ZONE interval '8 hours') \
         AND ($3::smallint IS NULL OR b.kind = $3) \
         AND ($4::text IS NULL OR u.login_name ILIKE $4 OR u.user_name ILIKE $4 OR u.unit ILIKE $4) \
         ORDER BY b.at, b.id LIMIT $7",
        filter.period.first(),
        filter.period.last(),
        filter.kind.map(Behaviour::code),
        filter.part.as_deref().map(containing),
        filter.after.map(|after| after.at),
        filter.after.map_or(i64::MIN, |after| after.id),
        limit
    )
    .fetch_all(db)
    .await?)
}

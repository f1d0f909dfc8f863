//! The record of what people did, row by row, as administrators read it.

use chrono::{DateTime, Utc};
use domain::behaviour::Behaviour;
use domain::list_order::LogOrder;
use domain::statistics::Period;
use sqlx::PgConnection;

use super::{containing, known};
use crate::StorageError;

/// Which rows to read; `None` filters nothing.
#[derive(Debug, Clone)]
pub struct BehaviourFilter {
    /// On these days.
    pub period: Period,
    /// Only this kind.
    pub kind: Option<Behaviour>,
    /// Part of the login name, the name or the unit of who did it.
    pub part: Option<String>,
    /// Only rows after this one, in the order: its id, from the page before.
    pub before: Option<i64>,
    /// What comes first.
    pub order: LogOrder,
}

/// One thing that somebody did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BehaviourRow {
    /// Newer rows have higher ones.
    pub id: i64,
    /// What.
    pub kind: Behaviour,
    /// When it was written down.
    pub at: DateTime<Utc>,
    /// Login name, or empty for a guest.
    pub login_name: String,
    /// Name, or empty.
    pub user_name: String,
    /// Unit, or empty.
    pub unit: String,
    /// From where.
    pub client_ip: String,
    /// The browser's name for itself.
    pub agent: String,
    /// The page or path.
    pub detail_url: String,
    /// The order concerned.
    pub ordername: Option<String>,
    /// How many scenes.
    pub scenes: Option<i64>,
    /// How many bytes.
    pub bytes: Option<i64>,
    /// From when, of a stay.
    pub started: Option<DateTime<Utc>>,
    /// Until when, of a stay.
    pub ended: Option<DateTime<Utc>>,
}

/// The first rows, at most `limit` of them.
pub async fn rows(
    db: &mut PgConnection,
    filter: &BehaviourFilter,
    limit: i64,
) -> Result<Vec<BehaviourRow>, StorageError> {
    let pattern = filter.part.as_deref().map(containing);
    let rows = sqlx::query!(
        "SELECT b.id, b.kind, b.at, coalesce(u.login_name, '') AS \"login_name!\", \
         coalesce(u.user_name, '') AS \"user_name!\", coalesce(u.unit, '') AS \"unit!\", b.client_ip, b.agent, \
         b.detail_url, b.ordername, b.data_num, b.data_size, b.started_at, b.ended_at \
         FROM behaviour b LEFT JOIN app_user u ON u.id = b.user_id \
         WHERE b.at >= $1::date::timestamp AT TIME ZONE interval '8 hours' \
         AND b.at < ($2::date + 1)::timestamp AT TIME ZONE interval '8 hours' \
         AND ($3::smallint IS NULL OR b.kind = $3) \
         AND ($4::text IS NULL OR u.login_name ILIKE $4 OR u.user_name ILIKE $4 OR u.unit ILIKE $4) \
         AND ($5::bigint IS NULL OR CASE WHEN $7::text = 'at' THEN b.id > $5 ELSE b.id < $5 END) \
         ORDER BY CASE WHEN $7 = 'at' THEN b.id END, CASE WHEN $7 = '-at' THEN b.id END DESC LIMIT $6",
        filter.period.first(),
        filter.period.last(),
        filter.kind.map(Behaviour::code),
        pattern,
        filter.before,
        limit,
        filter.order.as_str()
    )
    .fetch_all(db)
    .await?;
    let rows = rows.into_iter().map(|row| {
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
    rows.collect()
}

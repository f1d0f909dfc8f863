//! How far units fetched what was handed out to them.

use chrono::{DateTime, NaiveDate, Utc};
use domain::order::get_method::GetMethod;
use domain::statistics::Period;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StorageError;
use crate::db::order_scope::OrderScope;

/// What became of the deliveries to one unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitCompletion {
    /// The applying unit, as the registry has it.
    pub unit: String,
    /// Deliveries that were opened.
    pub deliveries: i64,
    /// Of which a file was fetched to its end, or that were completed as offline copies.
    pub fetched: i64,
    /// Of which something was fetched, but no file to its end.
    pub begun: i64,
    /// Of which nothing was fetched.
    pub untouched: i64,
    /// How often a file was fetched to its end that had been before.
    pub repeated: i64,
    /// Time of the last fetch; `None`: nothing was fetched.
    pub last_fetched: Option<DateTime<Utc>>,
}

/// How completely each unit fetched its deliveries that were opened in the period; units with most untouched ones first.
pub async fn completion(
    db: &mut PgConnection,
    (orders, period): (&OrderScope, Period),
) -> Result<Vec<UnitCompletion>, StorageError> {
    match orders.ids() {
        None => summed(db, period).await,
        Some(ids) => counted(db, ids, period).await,
    }
}

/// From the sums of the registry ([`crate::db::registry::figures`]).
async fn summed(
    db: &mut PgConnection,
    period: Period,
) -> Result<Vec<UnitCompletion>, StorageError> {
    let pieces = period.pieces_with_years();
    let spans: Vec<String> = (pieces.iter().map(|piece| piece.span.as_str().to_owned())).collect();
    let from: Vec<NaiveDate> = pieces.iter().map(|piece| piece.from).collect();
    let before: Vec<NaiveDate> = pieces.iter().map(|piece| piece.before).collect();
    Ok(sqlx::query_as!(
        UnitCompletion,
        "SELECT r.unit AS \"unit!\", sum(r.entries)::bigint AS \"deliveries!\", sum(r.fetched)::bigint AS \"fetched!\", \
         sum(r.begun)::bigint AS \"begun!\", sum(r.entries - r.fetched - r.begun)::bigint AS \"untouched!\", \
         sum(r.repeated)::bigint AS \"repeated!\", max(r.last_at) AS last_fetched \
         FROM (SELECT f.unit, f.entries, f.fetched, f.begun, f.repeated, f.last_at \
          FROM unnest($1::text[], $2::date[], $3::date[]) AS piece (span, from_day, before_day) JOIN provided_figure f \
          ON f.tells = 'usage' AND f.span = piece.span AND f.starts >= piece.from_day AND f.starts < piece.before_day \
          UNION ALL SELECT unit, entries, fetched, begun, repeated, last_at FROM provided_change \
          WHERE tells = 'usage' AND day BETWEEN $4 AND $5) r \
         GROUP BY r.unit HAVING sum(r.entries) <> 0 ORDER BY 5 DESC, 2 DESC, 1",
        &spans[..],
        &from[..],
        &before[..],
        period.first(),
        period.last()
    )
    .fetch_all(db)
    .await?)
}

/// From the entries of these orders themselves.
async fn counted(
    db: &mut PgConnection,
    orders: &[Uuid],
    period: Period,
) -> Result<Vec<UnitCompletion>, StorageError> {
    Ok(sqlx::query_as!(
        UnitCompletion,
        "SELECT e.unit, count(*) AS \"deliveries!\", count(*) FILTER (WHERE s.state = 'fetched') AS \"fetched!\", \
         count(*) FILTER (WHERE s.state = 'begun') AS \"begun!\", count(*) FILTER (WHERE s.state = 'untouched') AS \"untouched!\", \
         coalesce(sum(f.repeated), 0)::bigint AS \"repeated!\", max(f.last_at) AS last_fetched \
         FROM registry_entry e LEFT JOIN LATERAL (SELECT count(*) AS paths, count(*) FILTER (WHERE g.times > 0) AS files, \
          sum(g.times - 1) FILTER (WHERE g.times > 1) AS repeated, max(g.last_at) AS last_at \
          FROM registry_fetch g WHERE g.entry = e.number) f ON true \
         CROSS JOIN LATERAL (SELECT CASE WHEN f.files > 0 OR (e.get_method = $3 AND e.completed_at IS NOT NULL) THEN 'fetched' \
          WHEN f.paths > 0 THEN 'begun' ELSE 'untouched' END AS state) s \
         WHERE e.opened_at >= $1::date::timestamp AT TIME ZONE interval '8 hours' \
         AND e.opened_at < ($2::date + 1)::timestamp AT TIME ZONE interval '8 hours' \
         AND e.order_id = ANY ($4) \
         GROUP BY e.unit ORDER BY 5 DESC, 2 DESC, 1",
        period.first(),
        period.last(),
        GetMethod::OfflineCopy.code(),
        orders
    )
    .fetch_all(db)
    .await?)
}

//! How the deliveries to one unit, or to all, went: how soon they were ready, whether they were fetched, and how their orders were
//! rated. From the sums of what was provided.

use chrono::NaiveDate;
use domain::statistics::{DurationHistogram, Period};
use sqlx::PgConnection;

use crate::StorageError;

/// Stars from which on somebody is satisfied: 满意, or 非常满意.
const SATISFIED: i64 = 4;

/// Counts of deliveries by how far they were fetched.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Served {
    /// Deliveries of which a file was fetched to its end, or that were completed as offline copies.
    pub fetched: u64,
    /// Orders whose first delivery was opened, and that were rated since.
    pub rated: u64,
    /// Of these, those with four or five stars.
    pub satisfied: u64,
}

/// Of the deliveries that were opened in the period, to all units or to one.
pub(crate) async fn served(
    db: &mut PgConnection,
    period: Period,
    unit: Option<&str>,
) -> Result<Served, StorageError> {
    let mut served = Served::default();
    for row in sums(db, &["usage", "rating"], (period, unit)).await? {
        let entries = row.entries.unsigned_abs();
        match row.number {
            None => served.fetched += row.fetched.unsigned_abs(),
            Some(stars) => {
                served.rated += entries;
                served.satisfied += if stars >= SATISFIED { entries } else { 0 };
            }
        }
    }
    Ok(served)
}

/// How long the first deliveries of orders took that were opened to one unit in the period. Of all units together
/// [`crate::db::service_figures`] has fewer rows.
pub(crate) async fn took(
    db: &mut PgConnection,
    period: Period,
    unit: &str,
) -> Result<DurationHistogram, StorageError> {
    let mut took = DurationHistogram::default();
    for row in sums(db, &["took"], (period, Some(unit))).await? {
        let step = row.number.unwrap_or_default().unsigned_abs();
        took.count(step, row.entries.unsigned_abs());
    }
    Ok(took)
}

/// What has one number in common, of all that is told apart by numbers; else everything.
struct ServedSum {
    number: Option<i64>,
    entries: i64,
    fetched: i64,
}

async fn sums(
    db: &mut PgConnection,
    tells: &[&str],
    (period, unit): (Period, Option<&str>),
) -> Result<Vec<ServedSum>, StorageError> {
    let tells: Vec<String> = tells.iter().map(|one| (*one).to_owned()).collect();
    let pieces = period.pieces();
    let spans: Vec<String> = (pieces.iter().map(|piece| piece.span.as_str().to_owned())).collect();
    let from: Vec<NaiveDate> = pieces.iter().map(|piece| piece.from).collect();
    let before: Vec<NaiveDate> = pieces.iter().map(|piece| piece.before).collect();
    Ok(sqlx::query_as!(
        ServedSum,
        "SELECT CASE WHEN r.tells <> 'usage' THEN r.value::bigint END AS number, \
         sum(r.entries)::bigint AS \"entries!\", sum(r.fetched)::bigint AS \"fetched!\" \
         FROM (SELECT f.tells, f.unit, f.value, f.entries, f.fetched \
          FROM unnest($1::text[], $2::date[], $3::date[]) AS piece (span, from_day, before_day) \
          JOIN provided_figure f ON f.tells = ANY ($4) AND f.span = piece.span \
          AND f.starts >= piece.from_day AND f.starts < piece.before_day \
          UNION ALL SELECT tells, unit, value, entries, fetched FROM provided_change \
          WHERE tells = ANY ($4) AND day BETWEEN $5 AND $6) r \
         WHERE ($7::text IS NULL OR r.unit = $7) GROUP BY 1 HAVING sum(r.entries) <> 0",
        &spans[..],
        &from[..],
        &before[..],
        &tells[..],
        period.first(),
        period.last(),
        unit
    )
    .fetch_all(db)
    .await?)
}

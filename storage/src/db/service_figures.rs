//! How well the survey served: how soon data were ready and what failed on the way, how the service was rated, and how much
//! of what the archive holds was ever handed out.
//!
//! Sums by day and month (`service_figure`) and the differences that are not in them yet (`service_change`) are read
//! together, so an answer is exact at every moment and reads no order, delivery or rating. See docs/figures.md.

use chrono::NaiveDate;
use domain::statistics::Period;
use sqlx::PgConnection;
use strum::IntoStaticStr;
use uuid::Uuid;

use super::order_scope::OrderScope;
use crate::StorageError;

mod check;
mod delivered;
mod exploitation;
mod failures;
mod fold;
mod preparation;
mod ratings;
mod satisfaction;

pub use check::{ServiceDifference, differences};
pub use delivered::{
    DeliveredCursor, DeliveredFilter, DeliveredPage, FirstDelivery, delivered_scenes,
};
pub use exploitation::{Exploitation, ExploitationFigures, ExploitationMonth, exploitation};
pub(crate) use failures::note_failure;
pub use failures::{
    FailureCursor, FailureFilter, FailurePage, PreparationFailure, preparation_failures,
};
pub use fold::fold_changes;
pub use preparation::{PreparationFigures, preparation_by_month, promised_hours};
pub use ratings::{GivenRating, RatingCursor, RatingFilter, RatingPage, ratings};
pub use satisfaction::{RatingAspect, SatisfactionFigures, satisfaction_by_month};

/// A quantity that the monthly figures sum up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
enum Measure {
    /// Orders whose first delivery was opened.
    Delivered,
    /// How long the first delivery of an order took, by the step of the histogram.
    Took,
    /// Whether what was promised of it was kept.
    Promise,
    /// Steps of preparations that failed for good, by cause.
    Failure,
    /// Ratings of the service as a whole, by stars.
    Overall,
    /// Ratings of how fast it was.
    Speed,
    /// Ratings of how people were treated.
    Attitude,
    /// Of the orders whose first delivery was opened, those that were rated.
    Rated,
    /// Scenes that were handed out for the first time, by satellite.
    Scene,
}

impl Measure {
    /// Its name in the roll-up.
    fn as_str(self) -> &'static str {
        self.into()
    }
}

/// What one month has under one value of a measure.
struct MonthCount {
    /// First day of the month.
    month: NaiveDate,
    measure: String,
    value: String,
    count: u64,
}

/// The same as statements read it.
struct MonthCountRow {
    month: NaiveDate,
    measure: String,
    value: String,
    count: i64,
}

impl From<MonthCountRow> for MonthCount {
    fn from(row: MonthCountRow) -> Self {
        Self {
            month: row.month,
            measure: row.measure,
            value: row.value,
            count: row.count.unsigned_abs(),
        }
    }
}

impl MonthCount {
    /// The value, where it is a number.
    fn number(&self) -> Result<u64, StorageError> {
        self.value.parse().map_err(|_| StorageError::UnknownValue {
            column: "service_figure.value",
            value: self.value.clone(),
        })
    }

    fn is_of(&self, measure: Measure) -> bool {
        self.measure == measure.as_str()
    }
}

/// By month, measure and value, in this order; of the first and the last month only the days of the period.
async fn counts_by_month(
    db: &mut PgConnection,
    (orders, period): (&OrderScope, Period),
    measures: &[Measure],
) -> Result<Vec<MonthCount>, StorageError> {
    let measures: Vec<String> = (measures.iter().map(|one| one.as_str().to_owned())).collect();
    match orders.ids() {
        None => rolled_up(db, period, &measures).await,
        Some(orders) => counts_of(db, orders, period, &measures).await,
    }
}

/// From what deliveries, ratings and failures of these orders say themselves.
async fn counts_of(
    db: &mut PgConnection,
    orders: &[Uuid],
    period: Period,
    measures: &[String],
) -> Result<Vec<MonthCount>, StorageError> {
    let rows = sqlx::query_as!(
        MonthCountRow,
        "SELECT date_trunc('month', each.day::timestamp)::date AS \"month!\", each.measure AS \"measure!\", \
         each.value AS \"value!\", count(*) AS \"count!\" \
         FROM (SELECT s.day, s.measure, s.value FROM registry_entry e, service_of_entry(e) s WHERE e.order_id = ANY ($1) \
          UNION ALL SELECT s.day, s.measure, s.value FROM feedback f, service_of_feedback(f) s \
          WHERE f.order_id = ANY ($1) AND s.measure <> 'rated' \
          UNION ALL SELECT china_day(at), 'failure', cause FROM preparation_failure WHERE order_id = ANY ($1)) each \
         WHERE each.day BETWEEN $2 AND $3 AND each.measure = ANY ($4) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3",
        orders,
        period.first(),
        period.last(),
        measures
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// From what is summed of all orders.
async fn rolled_up(
    db: &mut PgConnection,
    period: Period,
    measures: &[String],
) -> Result<Vec<MonthCount>, StorageError> {
    let pieces = period.pieces();
    let spans: Vec<String> = (pieces.iter().map(|piece| piece.span.as_str().to_owned())).collect();
    let from: Vec<NaiveDate> = pieces.iter().map(|piece| piece.from).collect();
    let before: Vec<NaiveDate> = pieces.iter().map(|piece| piece.before).collect();
    let rows = sqlx::query_as!(
        MonthCountRow,
        "SELECT date_trunc('month', r.starts::timestamp)::date AS \"month!\", r.measure AS \"measure!\", \
         r.value AS \"value!\", sum(r.count)::bigint AS \"count!\" \
         FROM (SELECT f.starts, f.measure, f.value, f.count \
          FROM unnest($1::text[], $2::date[], $3::date[]) AS piece (span, from_day, before_day) \
          JOIN service_figure f ON f.measure = ANY ($4) AND f.span = piece.span \
          AND f.starts >= piece.from_day AND f.starts < piece.before_day \
          UNION ALL SELECT day, measure, value, count FROM service_change \
          WHERE day BETWEEN $5 AND $6 AND measure = ANY ($4)) r \
         GROUP BY 1, 2, 3 HAVING sum(r.count) <> 0 ORDER BY 1, 2, 3",
        &spans[..],
        &from[..],
        &before[..],
        measures,
        period.first(),
        period.last()
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

//! How soon data were ready, whether that was as promised, and what failed on the way.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use chrono::{DateTime, NaiveDate, Utc};
use domain::statistics::{DurationHistogram, Period};
use sqlx::PgConnection;

use super::{Measure, MonthCount, counts_by_month};
use crate::StorageError;
use crate::db::order_scope::OrderScope;

/// Preparations that ended, and steps of preparations that failed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PreparationFigures {
    /// From the last approval to the opening of an order's first delivery.
    pub took: DurationHistogram,
    /// Of these, which were ready within what was promised.
    pub kept: u64,
    /// Which were not. Nothing was promised of the rest.
    pub late: u64,
    /// Steps that failed for good, by class.
    pub failures: BTreeMap<String, u64>,
}

impl PreparationFigures {
    fn add(&mut self, row: MonthCount) -> Result<(), StorageError> {
        if row.is_of(Measure::Failure) {
            *self.failures.entry(row.value).or_default() += row.count;
        } else if row.is_of(Measure::Took) {
            self.took.count(row.number()?, row.count);
        } else if row.value == "kept" {
            self.kept += row.count;
        } else {
            self.late += row.count;
        }
        Ok(())
    }
}

impl AddAssign<&Self> for PreparationFigures {
    fn add_assign(&mut self, more: &Self) {
        self.took += &more.took;
        self.kept += more.kept;
        self.late += more.late;
        for (cause, failures) in &more.failures {
            *self.failures.entry(cause.clone()).or_default() += failures;
        }
    }
}

/// Of these orders, by the first day of each month; only months that have any.
pub async fn preparation_by_month(
    db: &mut PgConnection,
    (orders, period): (&OrderScope, Period),
) -> Result<BTreeMap<NaiveDate, PreparationFigures>, StorageError> {
    let measures = [Measure::Took, Measure::Promise, Measure::Failure];
    let mut months: BTreeMap<NaiveDate, PreparationFigures> = BTreeMap::new();
    for row in counts_by_month(db, (orders, period), &measures).await? {
        months.entry(row.month).or_default().add(row)?;
    }
    Ok(months)
}

/// Hours from approval within which data are promised to be ready, at this moment; `None`: nothing is promised.
pub async fn promised_hours(
    db: &mut PgConnection,
    at: DateTime<Utc>,
) -> Result<Option<i32>, StorageError> {
    let hours = sqlx::query_scalar!(
        "SELECT hours FROM preparation_promise WHERE since <= $1 ORDER BY since DESC LIMIT 1",
        at
    )
    .fetch_optional(db)
    .await?;
    Ok(hours.flatten())
}

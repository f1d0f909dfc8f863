//! How the service was rated.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use chrono::NaiveDate;
use domain::statistics::Period;
use sqlx::PgConnection;

use super::{Measure, counts_by_month};
use crate::StorageError;
use crate::db::order_scope::OrderScope;

/// Aspect of the service that a rating is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RatingAspect {
    /// The service as a whole (`appraise`).
    Overall,
    /// How fast it was (`responseSpeed`).
    Speed,
    /// How people were treated (`serviceAttitude`).
    Attitude,
}

impl RatingAspect {
    const fn measure(self) -> Measure {
        match self {
            Self::Overall => Measure::Overall,
            Self::Speed => Measure::Speed,
            Self::Attitude => Measure::Attitude,
        }
    }

    /// Its name in the roll-up.
    pub(super) fn as_str(self) -> &'static str {
        self.measure().as_str()
    }
}

/// Ratings that were given, and how many of the orders that were delivered are rated.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SatisfactionFigures {
    /// Ratings from one star (very dissatisfied) to five (very satisfied), given on these days.
    pub stars: [u64; 5],
    /// Orders whose first delivery was opened on these days.
    pub delivered: u64,
    /// Of these, which were rated, at whatever time.
    pub rated: u64,
}

impl SatisfactionFigures {
    /// How many ratings there are.
    #[must_use]
    pub fn answers(&self) -> u64 {
        self.stars.iter().sum()
    }

    /// Stars of all ratings together.
    #[must_use]
    pub fn sum(&self) -> u64 {
        (1..)
            .zip(self.stars)
            .map(|(stars, times)| stars * times)
            .sum()
    }
}

impl AddAssign for SatisfactionFigures {
    fn add_assign(&mut self, more: Self) {
        for (sum, more) in self.stars.iter_mut().zip(more.stars) {
            *sum += more;
        }
        self.delivered += more.delivered;
        self.rated += more.rated;
    }
}

/// Of these orders, by the first day of each month; only months that have any.
pub async fn satisfaction_by_month(
    db: &mut PgConnection,
    (orders, period): (&OrderScope, Period),
    aspect: RatingAspect,
) -> Result<BTreeMap<NaiveDate, SatisfactionFigures>, StorageError> {
    let measures = [aspect.measure(), Measure::Delivered, Measure::Rated];
    let mut months: BTreeMap<NaiveDate, SatisfactionFigures> = BTreeMap::new();
    for row in counts_by_month(db, (orders, period), &measures).await? {
        let figures = months.entry(row.month).or_default();
        if row.is_of(Measure::Delivered) {
            figures.delivered += row.count;
        } else if row.is_of(Measure::Rated) {
            figures.rated += row.count;
        } else {
            let (stars, count) = (row.number()?, row.count);
            if let Some(times) = (1..).zip(&mut figures.stars).find(|(n, _)| *n == stars) {
                *times.1 += count;
            }
        }
    }
    Ok(months)
}

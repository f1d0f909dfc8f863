//! The years that reports are of.

use std::fmt;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::statistics::Period;

/// A year of reports: 2000 to 2099, as [`Period`] counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "i32", into = "i32")]
pub struct ReportYear(i32);

/// A year out of the range of reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no report can be of the year {0}")]
pub struct NoReportYear(pub i32);

impl ReportYear {
    /// Its days, until `today` where it is not over.
    #[must_use]
    pub fn period(self, today: NaiveDate) -> Period {
        let day = |month, day| NaiveDate::from_ymd_opt(self.0, month, day).unwrap_or(today);
        Period::new(day(1, 1), day(12, 31).min(today))
    }

    /// The same days of the year before: until 28 February where `until` is the 29th.
    #[must_use]
    pub fn period_before(self, until: NaiveDate) -> Period {
        let before = |day: NaiveDate| day - chrono::Months::new(12);
        let first = NaiveDate::from_ymd_opt(self.0, 1, 1).unwrap_or(until);
        Period::new(before(first), before(until))
    }

    #[must_use]
    pub const fn number(self) -> i32 {
        self.0
    }
}

impl TryFrom<i32> for ReportYear {
    type Error = NoReportYear;

    fn try_from(year: i32) -> Result<Self, NoReportYear> {
        if (2000..=2099).contains(&year) {
            Ok(Self(year))
        } else {
            Err(NoReportYear(year))
        }
    }
}

impl From<ReportYear> for i32 {
    fn from(year: ReportYear) -> Self {
        year.0
    }
}

impl fmt::Display for ReportYear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

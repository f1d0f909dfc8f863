//! 年度报告: what a year's figures say, in the survey's manner.
//!
//! From [`YearlyFigures`] and the notes that operators attach follows the whole [`ReportDocument`]: screens, Word and
//! workbooks show the same pieces. What is frozen when a report is published is [`ReportContent`]; the same figures and
//! notes are the same content.

mod document;
mod figures;
mod numbers;
mod sections;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::statistics::Period;
use chrono::NaiveDate;

pub use document::{
    Block, ColumnKind, Piece, ReportChart, ReportColumn, ReportDocument, ReportQuery, ReportRow,
    ReportTable, Section, Series, SourcePage,
};
pub use figures::{MonthlyFigures, Ordered, Provided, ServiceFigures, ValueFigures, YearlyFigures};
pub use numbers::{change, grouped, hours};

/// Longest note, in characters.
pub const MAX_NOTE: usize = 500;
/// A month stands out when it has at least this many times the middle one of the other months …
const SPIKE_TIMES: u64 = 2;
/// … and at least this much.
const SPIKE_LEAST: u64 = 5;

/// A year of reports: 2000 to 2099, as [`Period`] counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "i32", into = "i32")]
pub struct ReportYear(i32);

/// A year that no report can be of.
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

/// What a note is about.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    strum::EnumString,
    strum::IntoStaticStr,
)]
#[serde(rename_all = "camelCase")]
#[strum(serialize_all = "camelCase")]
pub enum NoteSubject {
    /// Orders of the month.
    Orders,
    /// What was provided in the month.
    Provided,
}

impl NoteSubject {
    /// The word that is stored and sent.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Reads the word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }
}

/// What an operator says of a month that stands out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportNote {
    /// 1 to 12.
    pub month: u32,
    /// Of what.
    pub subject: NoteSubject,
    /// What is said.
    pub text: String,
}

/// What a published report holds for good. Nothing in it says when or by whom it was made, and no number is broken: made again
/// from the same figures and notes it is the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportContent {
    /// What was counted.
    pub figures: YearlyFigures,
    /// By month, orders before what was provided.
    pub notes: Vec<ReportNote>,
}

impl ReportContent {
    /// The content with its notes in their order.
    #[must_use]
    pub fn new(figures: YearlyFigures, mut notes: Vec<ReportNote>) -> Self {
        notes.sort_by_key(|note| (note.month, note.subject));
        Self { figures, notes }
    }

    /// What a reader is shown.
    #[must_use]
    pub fn document(&self) -> ReportDocument {
        sections::document(self)
    }

    /// Months that stand out, and in what: those that ask for a note.
    #[must_use]
    pub fn spikes(&self) -> Vec<(u32, NoteSubject)> {
        let by = |subject: NoteSubject, value: fn(&MonthlyFigures) -> u64| {
            let months = &self.figures.months;
            let values: Vec<u64> = months.iter().map(value).collect();
            let stand_out = spikes(&values).into_iter();
            stand_out.filter_map(move |at| Some((months.get(at)?.month, subject)))
        };
        let mut found: Vec<_> = by(NoteSubject::Orders, |month| month.ordered.orders())
            .chain(by(NoteSubject::Provided, |month| month.provided.scenes))
            .collect();
        found.sort_unstable();
        found
    }
}

/// Places of the values that stand out: at least [`SPIKE_TIMES`] the median of the others, and at least [`SPIKE_LEAST`].
fn spikes(values: &[u64]) -> Vec<usize> {
    let stands_out = |at: usize| {
        let mut others: Vec<u64> = values.to_vec();
        let value = others.swap_remove(at);
        others.sort_unstable();
        let median = others.get(others.len() / 2).copied().unwrap_or(0);
        value >= SPIKE_LEAST && value >= median.saturating_mul(SPIKE_TIMES)
    };
    (0..values.len()).filter(|at| stands_out(*at)).collect()
}

#[cfg(test)]
mod tests;

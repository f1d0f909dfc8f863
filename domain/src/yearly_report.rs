//! 年度报告: what a year's figures say, in the survey's manner.
//!
//! From [`YearlyFigures`] and the notes that operators attach follows the whole [`ReportDocument`]: screens, Word and
//! workbooks show the same pieces. What is frozen when a report is published is [`ReportContent`]; the same figures and
//! notes are the same content.

mod content;
mod document;
mod figures;
mod numbers;
mod sections;
mod year;

pub use content::{NoteSubject, ReportContent, ReportNote};
pub use document::{
    Block, ColumnKind, Piece, ReportChart, ReportColumn, ReportDocument, ReportQuery, ReportRow,
    ReportTable, Section, Series, SourcePage,
};
pub use figures::{MonthlyFigures, Ordered, Provided, ServiceFigures, ValueFigures, YearlyFigures};
pub use numbers::{change, grouped, hours};
pub use year::{NoReportYear, ReportYear};

/// Longest note, in characters.
pub const MAX_NOTE: usize = 500;
/// A month stands out when it has at least this many times the middle one of the other months …
const SPIKE_TIMES: u64 = 2;
/// … and at least this much.
const SPIKE_LEAST: u64 = 5;

impl ReportContent {
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

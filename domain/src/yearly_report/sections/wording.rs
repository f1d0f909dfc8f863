//! What all sections are put together from: sentences, queries behind their figures, and columns that tables share.

use chrono::NaiveDate;

use crate::yearly_report::document::{
    Block, ColumnKind, Piece, ReportColumn, ReportQuery, SourcePage,
};
use crate::yearly_report::figures::YearlyFigures;

pub(super) const DELIVERIES: ReportColumn = column("提供次数（次）", ColumnKind::Count);
pub(super) const VOLUME: ReportColumn = column("数据量（GB）", ColumnKind::Gigabytes);

pub(super) const fn column(heading: &'static str, kind: ColumnKind) -> ReportColumn {
    ReportColumn { heading, kind }
}

/// Sentences that are put together piece by piece.
#[derive(Default)]
pub(super) struct Sentences(pub(super) Vec<Piece>);

impl Sentences {
    pub(super) fn text(mut self, text: impl Into<String>) -> Self {
        self.0.push(Piece::Text(text.into()));
        self
    }

    pub(super) fn figure(mut self, text: String, query: &ReportQuery) -> Self {
        self.0.push(Piece::Figure(text, query.clone()));
        self
    }

    pub(super) fn done(self) -> Block {
        Block::Paragraph(self.0)
    }
}

pub(super) fn query(figures: &YearlyFigures, page: SourcePage) -> ReportQuery {
    let first = NaiveDate::from_ymd_opt(figures.year.number(), 1, 1).unwrap_or(figures.until);
    let filters = match (page, &figures.unit) {
        (SourcePage::Registry, Some(unit)) => vec![("unit", unit.clone())],
        (SourcePage::Orders, Some(unit)) => {
            vec![("counted", "unit".to_owned()), ("value", unit.clone())]
        }
        (SourcePage::Orders, None) => vec![("counted", "total".to_owned())],
        _ => Vec::new(),
    };
    ReportQuery {
        page,
        first,
        last: figures.until,
        filters,
    }
}

/// The query with one more filter.
pub(super) fn narrowed(source: &ReportQuery, filter: &'static str, value: &str) -> ReportQuery {
    let mut narrowed = source.clone();
    narrowed.filters.push((filter, value.to_owned()));
    narrowed
}

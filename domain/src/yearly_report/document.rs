//! A report in pieces that screens, Word and workbooks show in their own way.

use chrono::NaiveDate;

/// A report as it is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportDocument {
    /// Over the whole.
    pub title: String,
    /// Below it: of whom, and until when.
    pub subtitle: String,
    /// In their order.
    pub sections: Vec<Section>,
}

/// A part under a heading of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// With its number: 一、概况.
    pub heading: String,
    /// From above down.
    pub blocks: Vec<Block>,
}

/// What stands in a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// Sentences.
    Paragraph(Vec<Piece>),
    /// Figures in rows.
    Table(ReportTable),
    /// The same drawn.
    Chart(ReportChart),
}

/// A piece of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// Words, without figures: those say where they come from.
    Text(String),
    /// A figure, and where its rows are.
    Figure(String, ReportQuery),
    /// The number of a note.
    NoteMark(usize),
}

/// A page that shows what a figure counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SourcePage {
    /// Entries of the registry of provided data.
    Registry,
    /// What was provided by unit, usage or satellite.
    RegistryFigures,
    /// Just the orders that the statistics count.
    Orders,
}

/// What a figure was counted from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportQuery {
    /// Which page.
    pub page: SourcePage,
    /// From this day on.
    pub first: NaiveDate,
    /// Until this day.
    pub last: NaiveDate,
    /// Filters of the page, by their names there.
    pub filters: Vec<(&'static str, String)>,
}

/// What a column's numbers are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    /// Whole things.
    Count,
    /// Bytes, shown in GB (2^30) with two digits behind the point.
    Gigabytes,
    /// Tenths of a percent.
    Share,
}

/// A column of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReportColumn {
    /// With its unit in brackets.
    pub heading: &'static str,
    /// What its numbers are.
    pub kind: ColumnKind,
}

/// A table: each row has a name and as many numbers as there are columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportTable {
    /// Above it.
    pub caption: String,
    /// Heading of the names.
    pub names: &'static str,
    /// The other columns.
    pub columns: Vec<ReportColumn>,
    /// From above down.
    pub rows: Vec<ReportRow>,
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportRow {
    /// What it is of.
    pub name: String,
    /// Numbers of its notes.
    pub notes: Vec<usize>,
    /// By column.
    pub figures: Vec<u64>,
    /// Where its rows are; where no filter names them, the page on which it stands with its like.
    pub query: ReportQuery,
    /// By column, where the rows of a figure are: a share's are those of its part.
    pub sources: Vec<ReportQuery>,
}

/// Columns of some series side by side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportChart {
    /// Above it, with the unit.
    pub title: String,
    /// Below each group of columns.
    pub labels: Vec<String>,
    /// One or several.
    pub series: Vec<Series>,
    /// What the numbers are.
    pub kind: ColumnKind,
}

/// Numbers of one colour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Series {
    /// In the legend.
    pub name: &'static str,
    /// One a label.
    pub values: Vec<u64>,
}

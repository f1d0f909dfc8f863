//! A report in pieces that screens, Word and workbooks show in their own way.

use chrono::NaiveDate;

/// A report as it is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportDocument {
    /// Title of the report.
    pub title: String,
    /// Below it: of whom, and until when.
    pub subtitle: String,
    /// Sections in reading order.
    pub sections: Vec<Section>,
}

/// A part under a heading of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// With its number: 一、概况.
    pub heading: String,
    /// Content in reading order.
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
    /// Page of the back office that shows the figure.
    pub page: SourcePage,
    /// First day that was counted.
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
    /// Unit and format of the column's numbers.
    pub kind: ColumnKind,
}

/// A table: each row has a name and as many numbers as there are columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportTable {
    /// Caption above the table.
    pub caption: String,
    /// Heading of the names.
    pub names: &'static str,
    /// Columns of numbers.
    pub columns: Vec<ReportColumn>,
    /// Rows from top to bottom.
    pub rows: Vec<ReportRow>,
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportRow {
    /// Heading of the row.
    pub name: String,
    /// Numbers of its notes.
    pub notes: Vec<usize>,
    /// Numbers of the row, one a column.
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
    /// Series of the chart.
    pub series: Vec<Series>,
    /// Unit and format of the numbers.
    pub kind: ColumnKind,
}

/// Numbers of one colour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Series {
    /// Name in the legend.
    pub name: &'static str,
    /// Numbers of the series, one a label.
    pub values: Vec<u64>,
}

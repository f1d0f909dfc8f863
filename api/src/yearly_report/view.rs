//! A report as answers show it.

use chrono::{DateTime, Utc};
use domain::yearly_report::{
    Block, ColumnKind, NoteSubject, Piece, ReportChart, ReportContent, ReportNote, ReportQuery,
    ReportTable, Section, SourcePage,
};
use forms::yearly_report::{canonical_json, digest};
use serde::{Deserialize, Serialize};
use storage::db::yearly_reports::ReportEdition;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::problem::Problem;

/// The report of a year.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = YearlyReport)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReportView {
    year: i32,
    /// 申请单位; empty: all units.
    unit: String,
    /// SHA-256 of the canonical JSON, hexadecimal. The same figures and notes have the same.
    sha256: String,
    title: String,
    subtitle: String,
    sections: Vec<SectionView>,
    /// What operators said of months.
    notes: Vec<NoteView>,
    /// Months that stand out, whether something is said of them or not.
    spikes: Vec<SpikeView>,
    /// What was published, the newest first.
    editions: Vec<EditionView>,
    /// Units of which there is a report of their own: those that something was provided to, by name.
    units: Vec<String>,
    /// The edition that this is; null: what is counted at this moment.
    #[schema(required)]
    edition: Option<EditionView>,
    /// False when orders written just now are still being counted: it cannot be published, ask again. True of an edition.
    current: bool,
}

impl ReportView {
    pub(super) fn new(
        content: &ReportContent,
        (editions, units): (Vec<ReportEdition>, Vec<String>),
        edition: Option<ReportEdition>,
    ) -> Result<Self, Problem> {
        let document = content.document();
        let notes = content.notes.iter().cloned().map(Into::into).collect();
        let spikes = content.spikes().into_iter();
        Ok(Self {
            year: content.figures.year.number(),
            unit: content.figures.unit.clone().unwrap_or_default(),
            sha256: digest(&canonical(content)?),
            title: document.title,
            subtitle: document.subtitle,
            sections: document.sections.into_iter().map(Into::into).collect(),
            notes,
            spikes: spikes
                .map(|(month, subject)| SpikeView {
                    month,
                    subject: subject.into(),
                })
                .collect(),
            editions: editions.into_iter().map(Into::into).collect(),
            units,
            edition: edition.map(Into::into),
            current: true,
        })
    }

    /// Whether everything that it tells of is counted.
    pub(super) const fn counted_whole(mut self, is_current: bool) -> Self {
        self.current = is_current;
        self
    }
}

/// The canonical JSON of a report.
pub(super) fn canonical(content: &ReportContent) -> Result<String, Problem> {
    canonical_json(content).map_err(|error| {
        tracing::error!(%error, "a yearly report cannot be written as JSON");
        Problem::internal()
    })
}

/// Figure that a note explains.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) enum ReportNoteSubject {
    /// Orders of the month.
    Orders,
    /// What was provided in the month.
    Provided,
}

impl From<NoteSubject> for ReportNoteSubject {
    fn from(subject: NoteSubject) -> Self {
        match subject {
            NoteSubject::Orders => Self::Orders,
            NoteSubject::Provided => Self::Provided,
        }
    }
}

impl From<ReportNoteSubject> for NoteSubject {
    fn from(subject: ReportNoteSubject) -> Self {
        match subject {
            ReportNoteSubject::Orders => Self::Orders,
            ReportNoteSubject::Provided => Self::Provided,
        }
    }
}

/// What an operator says of a month.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReportNote)]
pub(super) struct NoteView {
    /// 1 to 12.
    month: u32,
    subject: ReportNoteSubject,
    text: String,
}

impl From<ReportNote> for NoteView {
    fn from(note: ReportNote) -> Self {
        Self {
            month: note.month,
            subject: note.subject.into(),
            text: note.text,
        }
    }
}

/// A month that stands out.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReportSpike)]
struct SpikeView {
    /// 1 to 12.
    month: u32,
    subject: ReportNoteSubject,
}

/// A published report.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReportEdition)]
#[serde(rename_all = "camelCase")]
pub(super) struct EditionView {
    id: Uuid,
    /// Number of the edition, from 1.
    edition: u32,
    /// SHA-256 of its canonical JSON, hexadecimal.
    sha256: String,
    /// The name of who published it.
    published_by: String,
    published_at: DateTime<Utc>,
}

impl From<ReportEdition> for EditionView {
    fn from(edition: ReportEdition) -> Self {
        Self {
            id: edition.id,
            edition: edition.edition,
            sha256: hex::encode(edition.sha256),
            published_by: edition.published_by,
            published_at: edition.published_at,
        }
    }
}

/// A part of a report under a heading.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReportSection)]
struct SectionView {
    heading: String,
    blocks: Vec<BlockView>,
}

impl From<Section> for SectionView {
    fn from(section: Section) -> Self {
        Self {
            heading: section.heading,
            blocks: section.blocks.into_iter().map(Into::into).collect(),
        }
    }
}

/// What stands in a section.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReportBlock)]
#[serde(tag = "kind", rename_all = "camelCase")]
enum BlockView {
    /// Sentences.
    Paragraph { pieces: Vec<PieceView> },
    /// Figures in rows.
    Table(TableView),
    /// The same drawn.
    Chart(ChartView),
}

impl From<Block> for BlockView {
    fn from(block: Block) -> Self {
        match block {
            Block::Paragraph(pieces) => Self::Paragraph {
                pieces: pieces.into_iter().map(Into::into).collect(),
            },
            Block::Table(table) => Self::Table(table.into()),
            Block::Chart(chart) => Self::Chart(chart.into()),
        }
    }
}

/// A piece of a sentence.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReportPiece)]
struct PieceView {
    text: String,
    /// The page with what a figure counts, as an address of the back office; null: no figure.
    #[schema(required)]
    source: Option<String>,
    /// The number of a note that stands here; null: none.
    #[schema(required)]
    note: Option<usize>,
}

impl From<Piece> for PieceView {
    fn from(piece: Piece) -> Self {
        let (text, source, note) = match piece {
            Piece::Text(text) => (text, None, None),
            Piece::Figure(text, query) => (text, Some(page(&query)), None),
            Piece::NoteMark(number) => (String::new(), None, Some(number)),
        };
        Self { text, source, note }
    }
}

/// What numbers are: whole things, bytes, or tenths of a percent.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
enum ReportNumbers {
    Count,
    Bytes,
    Permille,
}

impl From<ColumnKind> for ReportNumbers {
    fn from(kind: ColumnKind) -> Self {
        match kind {
            ColumnKind::Count => Self::Count,
            ColumnKind::Gigabytes => Self::Bytes,
            ColumnKind::Share => Self::Permille,
        }
    }
}

/// A table: each row has a name and as many numbers as there are columns.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReportTable)]
struct TableView {
    caption: String,
    /// Heading of the names.
    names: &'static str,
    columns: Vec<ColumnView>,
    rows: Vec<RowView>,
}

/// A column of a table.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReportColumn)]
struct ColumnView {
    /// Bytes stand below headings that say GB.
    heading: &'static str,
    numbers: ReportNumbers,
}

/// A row of a table.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReportRow)]
struct RowView {
    name: String,
    /// Numbers of its notes.
    notes: Vec<usize>,
    figures: Vec<u64>,
    /// The page with its rows, as an address of the back office.
    source: String,
    /// The same of each figure.
    sources: Vec<String>,
}

impl From<ReportTable> for TableView {
    fn from(table: ReportTable) -> Self {
        let columns = table.columns.into_iter().map(|column| ColumnView {
            heading: column.heading,
            numbers: column.kind.into(),
        });
        let rows = table.rows.into_iter().map(|row| RowView {
            name: row.name,
            notes: row.notes,
            figures: row.figures,
            source: page(&row.query),
            sources: row.sources.iter().map(page).collect(),
        });
        Self {
            caption: table.caption,
            names: table.names,
            columns: columns.collect(),
            rows: rows.collect(),
        }
    }
}

/// Columns of some series side by side.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReportChart)]
struct ChartView {
    title: String,
    labels: Vec<String>,
    series: Vec<SeriesView>,
    numbers: ReportNumbers,
}

/// Numbers of one colour, one a label.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReportSeries)]
struct SeriesView {
    name: &'static str,
    values: Vec<u64>,
}

impl From<ReportChart> for ChartView {
    fn from(chart: ReportChart) -> Self {
        let series = chart.series.into_iter().map(|series| SeriesView {
            name: series.name,
            values: series.values,
        });
        Self {
            title: chart.title,
            labels: chart.labels,
            series: series.collect(),
            numbers: chart.kind.into(),
        }
    }
}

/// The address of what a figure was counted from, within the back office.
pub(super) fn page(query: &ReportQuery) -> String {
    let days = [
        ("from", query.first.to_string()),
        ("to", query.last.to_string()),
    ];
    let conditions = days.into_iter().chain(query.filters.iter().cloned());
    let mut parameters = url::form_urlencoded::Serializer::new(String::new());
    let name = match query.page {
        SourcePage::Registry => "registry",
        SourcePage::RegistryFigures => {
            parameters.append_pair("tab", "figures");
            "registry"
        }
        // The list of orders has all its conditions in one parameter.
        SourcePage::Orders => {
            let filter: serde_json::Map<_, _> = conditions
                .map(|(name, value)| (name.to_owned(), value.into()))
                .collect();
            parameters.append_pair("filter", &serde_json::Value::from(filter).to_string());
            return format!("/orderManage?{}", parameters.finish());
        }
    };
    parameters.extend_pairs(conditions);
    format!("/{name}?{}", parameters.finish())
}

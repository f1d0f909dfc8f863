//! `POST /api/stats/table.xlsx`

use axum::http::header;
use axum::response::IntoResponse;
use domain::permission::Permission;
use forms::shown_table::{self, ShownCell, ShownFormat, ShownTable};
use serde::Deserialize;
use texts::FieldText;
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::workbook::XLSX;
use crate::attachments::disposition;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};
use crate::router::{RouteAccess, Routes};

/// Columns of a table.
const MAX_COLUMNS: usize = 100;
/// Rows of a table: the days of some years, or every unit.
const MAX_ROWS: usize = 20_000;
/// Bytes of a call: 20,000 rows of 800 each.
const BODY_LIMIT: usize = 16 * 1024 * 1024;
/// Characters of a cell, as spreadsheets have them.
const LONGEST_CELL: usize = 32_767;
/// Characters of the name, which stands in a header of the answer.
const LONGEST_NAME: usize = 200;

pub(super) fn declare(routes: &mut Routes) {
    // Whoever may look at any page of figures: it tells nobody anything.
    let access = RouteAccess::NeedsOne(&[
        Permission::OrderStatistics,
        Permission::BehaviourStatistics,
        Permission::Monitor,
        Permission::Registry,
        Permission::NoteReports,
        Permission::AllOrders,
    ]);
    routes.add_with_limit(access, BODY_LIMIT, routes!(workbook));
}

/// A cell: a text, or a number that the page rounds.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = ShownCell)]
#[serde(untagged)]
enum TableCell {
    Text(String),
    Number(WholeNumber),
}

/// An integer, shown without rounding.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[schema(as = ShownNumber)]
struct WholeNumber {
    /// Null where there is no value.
    #[schema(required)]
    value: Option<f64>,
    #[serde(rename = "as")]
    shown_as: NumberFormat,
}

/// Format of the numbers of a column.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[schema(as = ShownFormat)]
#[serde(rename_all = "lowercase")]
enum NumberFormat {
    /// Whole things, bytes too.
    Whole,
    /// Volumes and averages.
    Decimal,
    /// A part of one.
    Percent,
}

impl TableCell {
    fn is_fit(&self) -> bool {
        match self {
            Self::Text(text) => is_fit(text),
            Self::Number(_) => true,
        }
    }
}

impl From<TableCell> for ShownCell {
    fn from(cell: TableCell) -> Self {
        match cell {
            TableCell::Text(text) => Self::Text(text),
            TableCell::Number(number) => Self::Number(
                number.value,
                match number.shown_as {
                    NumberFormat::Whole => ShownFormat::Whole,
                    NumberFormat::Decimal => ShownFormat::Decimal,
                    NumberFormat::Percent => ShownFormat::Percent,
                },
            ),
        }
    }
}

fn is_fit(text: &str) -> bool {
    text.encode_utf16().count() <= LONGEST_CELL
}

/// A table as a page shows it.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = ShownTable)]
pub(super) struct TableBody {
    /// What it is called, in at most 200 characters: the sheet and the file are named after it.
    #[schema(max_length = 200)]
    name: String,
    /// Headings, 1 to 100.
    heads: Vec<String>,
    /// At most 20,000, of as many cells each as there are headings.
    rows: Vec<Vec<TableCell>>,
}

impl TableBody {
    fn checked(self) -> Result<ShownTable, Problem> {
        if self.name.chars().count() > LONGEST_NAME {
            let most = LONGEST_NAME as u64;
            let text = FieldText::FormTextTooLong { most };
            return Err(Problem::invalid_field("name", text));
        }
        let columns = self.heads.len();
        let is_fit = (1..=MAX_COLUMNS).contains(&columns)
            && self.rows.len() <= MAX_ROWS
            && self.rows.iter().all(|row| row.len() == columns)
            && self.heads.iter().all(|head| is_fit(head))
            && self.rows.iter().flatten().all(TableCell::is_fit);
        if !is_fit {
            return Err(Problem::invalid_field("rows", FieldText::TableUnfit));
        }
        Ok(ShownTable {
            name: self.name,
            heads: self.heads,
            rows: (self.rows.into_iter())
                .map(|row| row.into_iter().map(Into::into).collect())
                .collect(),
        })
    }
}

/// A table that a page shows, as a workbook: numbers are numbers, everything else is text, also what looks like a formula.
/// Nothing of it is kept.
#[utoipa::path(post, path = "/api/stats/table.xlsx", tag = "statistics", operation_id = "makeTableWorkbook",
    request_body = TableBody,
    responses((status = 200, content_type = "application/octet-stream"), (status = 400, body = ProblemBody)))]
pub(super) async fn workbook(Json(table): Json<TableBody>) -> Result<impl IntoResponse, Problem> {
    let table = table.checked()?;
    let name = format!("{}.xlsx", table.name);
    let written = tokio::task::spawn_blocking(move || shown_table::write(&table)).await;
    let bytes = written
        .map_err(|error| error.to_string())
        .and_then(|written| written.map_err(|error| error.to_string()))
        .map_err(|error| {
            tracing::error!(error, name, "a table cannot be written as a workbook");
            Problem::internal()
        })?;
    let headers = [
        (header::CONTENT_TYPE, XLSX.to_owned()),
        (
            header::CONTENT_DISPOSITION,
            disposition("attachment", &name),
        ),
        (header::CACHE_CONTROL, "private, no-store".to_owned()),
    ];
    Ok((headers, bytes))
}

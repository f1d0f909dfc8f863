//! `POST /api/stats/table.xlsx`

use axum::http::header;
use axum::response::IntoResponse;
use domain::permission::Permission;
use forms::shown_table::{self, ShownTable};
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
const MOST_COLUMNS: usize = 100;
/// Rows of a table: the days of some years, or every unit.
const MOST_ROWS: usize = 20_000;
/// Characters of a cell, as spreadsheets have them.
const LONGEST_CELL: usize = 32_767;

pub(super) fn declare(routes: &mut Routes) {
    // Whoever may look at any page of figures: it tells nobody anything.
    let access = RouteAccess::NeedsOne(&[
        Permission::OrderStatistics,
        Permission::BehaviourStatistics,
        Permission::Monitor,
        Permission::Registry,
        Permission::AllOrders,
    ]);
    routes.add(access, routes!(workbook));
}

/// A table as a page shows it.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = ShownTable)]
pub(super) struct TableBody {
    /// What it is called: the sheet and the file are named after it.
    name: String,
    /// Headings, 1 to 100.
    heads: Vec<String>,
    /// At most 20,000, of as many texts each as there are headings.
    rows: Vec<Vec<String>>,
}

impl TableBody {
    fn checked(self) -> Result<ShownTable, Problem> {
        let columns = self.heads.len();
        let mut cells = self.heads.iter().chain(self.rows.iter().flatten());
        let is_fit = (1..=MOST_COLUMNS).contains(&columns)
            && self.rows.len() <= MOST_ROWS
            && self.rows.iter().all(|row| row.len() == columns)
            && cells.all(|text| text.encode_utf16().count() <= LONGEST_CELL);
        if !is_fit {
            return Err(Problem::invalid_field("rows", FieldText::TableUnfit));
        }
        Ok(ShownTable {
            name: self.name,
            heads: self.heads,
            rows: self.rows,
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

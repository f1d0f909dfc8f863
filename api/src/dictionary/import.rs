//! `POST /api/dictionary/{kind}/import`

use axum::extract::State;
use domain::dictionary::DictionaryKind;
use domain::dictionary::sheet::{self, EntryColumn, EntryTable};
use domain::sheet::{MAX_LISTED, SheetHeading as _};
use forms::user_table::FaultLine;
use serde::{Deserialize, Serialize};
use texts::{Locale, Message};
use utoipa::{IntoParams, ToSchema};

use super::desk;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Multipart, Path, Query};
use crate::one_file;
use crate::orders::codes;
use crate::problem::{FieldError, Problem, ProblemBody};
use crate::table_file::{TableTurn, read_rows, report_workbook};

/// Largest file.
const FILE_BYTES: usize = 1024 * 1024;
/// Largest request: the file, and the form around it.
pub(super) const BODY_LIMIT: usize = FILE_BYTES + 64 * 1024;

/// The form of an upload.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "describes the body; the parts are read one by one"
)]
pub(super) struct DictionaryTableForm {
    /// XLSX, or CSV in UTF-8 or GB 18030.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Whether anything is written.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(super) struct DictionaryTableQuery {
    /// Looks the file through and writes nothing.
    dry_run: bool,
}

/// Something wrong with a row.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DictionaryTableFault {
    /// As spreadsheets number rows: the headings are row 1.
    row: u32,
    /// Heading of the column, or empty.
    column: String,
    #[serde(flatten)]
    error: FieldError,
}

/// What a table holds, and what is wrong with it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DictionaryTableReport {
    /// Rows that are not blank.
    rows: usize,
    /// Whether it was written.
    imported: bool,
    /// Number of faults, also of those that are not listed.
    fault_count: usize,
    /// The first thousand of it.
    faults: Vec<DictionaryTableFault>,
    /// A workbook in base64 with what is wrong; null: nothing is.
    #[schema(required)]
    workbook: Option<String>,
}

/// Makes a table the list: its rows, in their order, or nothing where one has a fault. Words that it leaves out go; where
/// orders have them nothing is written (`entry_in_use`).
#[utoipa::path(post, path = "/api/dictionary/{kind}/import", tag = "dictionary", operation_id = "importDictionaryList",
    params(("kind" = codes::DictionaryKind, Path), DictionaryTableQuery),
    request_body(content = DictionaryTableForm, content_type = "multipart/form-data"),
    responses((status = 200, body = DictionaryTableReport), (status = 400, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody), (status = 413, body = ProblemBody),
        (status = 503, body = ProblemBody)))]
pub(super) async fn import(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(kind): Path<DictionaryKind>,
    Query(query): Query<DictionaryTableQuery>,
    form: Multipart,
) -> Result<Json<DictionaryTableReport>, Problem> {
    let bytes = one_file::read(form, FILE_BYTES).await?;
    let turn = TableTurn::next(&context).await?;
    let (turn, checked) = turn
        .off_thread(move || looked_through(kind, &bytes))
        .await?;
    let checked = checked?;
    let write = !query.dry_run && checked.fault_count == 0;
    if write {
        let desk = desk(&context, &caller, &client);
        desk.import(kind, checked.entries.clone()).await?;
    }
    let report = turn.off_thread(move || DictionaryTableReport::new(checked, write));
    let (_turn, report) = report.await?;
    Ok(Json(report?))
}

fn looked_through(kind: DictionaryKind, bytes: &[u8]) -> Result<EntryTable, Problem> {
    let checked = sheet::check(kind, &read_rows(bytes)?);
    if checked.entries.is_empty() && checked.fault_count == 0 {
        return Err(Problem::bad_request(texts::ProblemText::ImportNothing));
    }
    Ok(checked)
}

impl DictionaryTableReport {
    fn new(checked: EntryTable, imported: bool) -> Result<Self, Problem> {
        let heading =
            |column: Option<EntryColumn>| column.map_or_else(String::new, EntryColumn::heading);
        let lines = checked.faults.iter().map(|fault| {
            let text = Message::from(fault.text.clone());
            FaultLine {
                row: fault.row,
                column: heading(fault.column),
                chinese: text.chinese(),
                english: text.render(Locale::En),
            }
        });
        let workbook = report_workbook(lines)?;
        let listed = checked.faults.into_iter().take(MAX_LISTED);
        let faults = listed.map(|fault| DictionaryTableFault {
            row: fault.row,
            column: heading(fault.column),
            error: FieldError::new("file", fault.text),
        });
        Ok(Self {
            rows: checked.entries.len(),
            imported,
            fault_count: checked.fault_count,
            faults: faults.collect(),
            workbook,
        })
    }
}

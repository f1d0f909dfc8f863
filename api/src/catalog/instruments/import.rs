//! `POST /api/catalog/instruments/import`

use axum::extract::State;
use domain::catalogue::instruments::sheet::{self, NameColumn, NameTable};
use domain::sheet::{MAX_LISTED, SheetHeading as _};
use forms::user_table::FaultLine;
use serde::{Deserialize, Serialize};
use texts::{Locale, Message};
use utoipa::{IntoParams, ToSchema};

use crate::caller::{Caller, Client};
use crate::catalog::directory::desk;
use crate::context::Context;
use crate::json::{Json, Multipart, Query};
use crate::one_file;
use crate::problem::{FieldError, Problem, ProblemBody};
use crate::table_file::{TableTurn, read_rows, report_workbook};

/// Largest file.
const FILE_BYTES: usize = 5 * 1024 * 1024;
/// Largest request: the file, and the form around it.
pub(super) const BODY_LIMIT: usize = FILE_BYTES + 64 * 1024;

/// The form of an upload.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "describes the body; the parts are read one by one"
)]
pub(super) struct InstrumentTableForm {
    /// XLSX, or CSV in UTF-8 or GB 18030.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Whether anything is written.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(super) struct InstrumentTableQuery {
    /// Looks the file through and writes nothing.
    dry_run: bool,
}

/// Something wrong with a row.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct InstrumentTableFault {
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
pub(super) struct InstrumentTableReport {
    /// Rows that are not blank.
    rows: usize,
    /// Names that became different; 0 where nothing was written.
    changed: usize,
    /// Whether it was written.
    imported: bool,
    /// Number of faults, also of those that are not listed.
    fault_count: usize,
    /// The first thousand of it.
    faults: Vec<InstrumentTableFault>,
    /// A workbook in base64 with what is wrong; null: nothing is.
    #[schema(required)]
    workbook: Option<String>,
}

/// Takes over a table of names: all of it, or nothing where one row has a fault. What does not occur in it stays.
#[utoipa::path(post, path = "/api/catalog/instruments/import", tag = "catalogue", operation_id = "importInstruments",
    params(InstrumentTableQuery), request_body(content = InstrumentTableForm, content_type = "multipart/form-data"),
    responses((status = 200, body = InstrumentTableReport), (status = 400, body = ProblemBody), (status = 413, body = ProblemBody),
        (status = 503, body = ProblemBody)))]
pub(super) async fn import(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Query(query): Query<InstrumentTableQuery>,
    form: Multipart,
) -> Result<Json<InstrumentTableReport>, Problem> {
    let bytes = one_file::read(form, FILE_BYTES).await?;
    let turn = TableTurn::next(&context).await?;
    let (turn, checked) = turn.off_thread(move || looked_through(&bytes)).await?;
    let checked = checked?;
    let write = !query.dry_run && checked.fault_count == 0;
    let changed = if write {
        let desk = desk(&context, &caller, &client);
        desk.import_names(&checked.names).await?
    } else {
        0
    };
    let report = turn.off_thread(move || InstrumentTableReport::new(checked, changed, write));
    let (_turn, report) = report.await?;
    Ok(Json(report?))
}

fn looked_through(bytes: &[u8]) -> Result<NameTable, Problem> {
    let checked = sheet::check(&read_rows(bytes)?);
    if checked.rows == 0 && checked.fault_count == 0 {
        return Err(Problem::bad_request(texts::ProblemText::ImportNothing));
    }
    Ok(checked)
}

impl InstrumentTableReport {
    fn new(checked: NameTable, changed: usize, imported: bool) -> Result<Self, Problem> {
        let heading =
            |column: Option<NameColumn>| column.map_or_else(String::new, NameColumn::heading);
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
        let faults = listed.map(|fault| InstrumentTableFault {
            row: fault.row,
            column: heading(fault.column),
            error: FieldError::new("file", fault.text),
        });
        Ok(Self {
            rows: checked.rows,
            changed,
            imported,
            fault_count: checked.fault_count,
            faults: faults.collect(),
            workbook,
        })
    }
}

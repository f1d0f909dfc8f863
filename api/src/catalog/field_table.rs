//! `GET /api/catalog/fields.xlsx` and `POST /api/catalog/fields/import`: all field lists as a table.

use axum::extract::State;
use axum::response::Response;
use domain::field::sheet::{self, KnownFields, SheetCheck, SheetColumn};
use domain::sheet::{MAX_LISTED, SheetHeading as _};
use forms::field_table::{self, TableList, TableNode};
use forms::user_table::FaultLine;
use serde::{Deserialize, Serialize};
use storage::db::catalogue::directory::DirectoryNode;
use storage::db::field_lists::{self, FieldList};
use storage::lifecycle::catalogue::{CatalogueError, KnownNodes};
use texts::{FieldText, Locale, ProblemText};
use utoipa::{IntoParams, ToSchema};

use super::directory::desk;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Multipart, Query};
use crate::one_file;
use crate::problem::{FieldError, Problem, ProblemBody};
use crate::table_file::{TableTurn, off_thread, read_rows, report_workbook, workbook};

/// Largest file.
const FILE_BYTES: usize = 20 * 1024 * 1024;
/// Largest request: the file, and the form around it.
pub(super) const BODY_LIMIT: usize = FILE_BYTES + 64 * 1024;

/// Every list, and the nodes that the caller may know of, each with whether it is theirs to change.
async fn all(
    context: &Context,
    caller: &Caller,
    client: &Client,
) -> Result<(Vec<FieldList>, KnownNodes), Problem> {
    let lists = {
        let mut db = context.connection().await?;
        field_lists::all(&mut db).await?
    };
    let known = desk(context, caller, client).list().await?;
    Ok((lists, known))
}

/// What a table is looked through with.
fn known_fields(lists: Vec<FieldList>, known: KnownNodes) -> KnownFields {
    let changeable = known.changeable_lists(&lists);
    let fixed = lists
        .iter()
        .filter(|list| !changeable.contains(list.name.as_str()));
    let fixed_lists = fixed
        .map(|list| {
            let content = (list.display.clone(), list.query.clone());
            (list.name.clone(), content)
        })
        .collect();
    KnownFields {
        fixed_lists,
        lists: lists
            .into_iter()
            .map(|list| (list.name, list.label))
            .collect(),
        nodes: known.nodes.iter().map(|(node, _)| node.id).collect(),
        fixed: known
            .nodes
            .into_iter()
            .filter(|(_, may_change)| !may_change)
            .map(|(node, _)| (node.id, node.field_list))
            .collect(),
    }
}

/// Every list and which of the nodes that the caller sees has which, as a workbook that can be changed and imported again.
#[utoipa::path(get, path = "/api/catalog/fields.xlsx", tag = "catalogue", operation_id = "exportFields",
    responses((status = 200, body = Vec<u8>, content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))]
pub(super) async fn export(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
) -> Result<Response, Problem> {
    let (lists, known) = all(&context, &caller, &client).await?;
    let bytes = off_thread(move || written(&lists, &known.nodes)).await?;
    let bytes = bytes.ok_or_else(Problem::internal)?;
    Ok(workbook("fields", bytes))
}

fn written(lists: &[FieldList], nodes: &[(DirectoryNode, bool)]) -> Option<Vec<u8>> {
    let nodes: Vec<TableNode<'_>> = nodes
        .iter()
        .map(|(node, _)| TableNode {
            id: node.id,
            label: &node.draft.label,
            label_en: &node.draft.label_en,
            list: node.field_list.as_deref(),
        })
        .collect();
    let lists: Vec<TableList<'_>> = lists
        .iter()
        .map(|list| TableList {
            name: &list.name,
            label: &list.label,
            display: &list.display,
            query: &list.query,
        })
        .collect();
    field_table::write(&lists, &nodes)
        .inspect_err(|error| tracing::error!(%error, "the workbook of fields cannot be written"))
        .ok()
}

/// The form of an upload.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "describes the body; the parts are read one by one"
)]
pub(super) struct FieldTableForm {
    /// XLSX, or CSV in UTF-8 or GB 18030.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Whether anything is written.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(super) struct FieldTableQuery {
    /// Looks the file through and writes nothing.
    dry_run: bool,
}

/// Something wrong with a row.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct FieldTableFault {
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
pub(super) struct FieldTableReport {
    /// Rows that are not blank.
    rows: usize,
    /// Lists that are replaced or made.
    lists: Vec<String>,
    /// Nodes that the table names.
    nodes: usize,
    /// Whether it was written.
    imported: bool,
    /// Number of faults, also of those that are not listed.
    fault_count: usize,
    /// The first thousand of it.
    faults: Vec<FieldTableFault>,
    /// A workbook in base64 with what is wrong; null: nothing is.
    #[schema(required)]
    workbook: Option<String>,
}

/// Takes over a table of field lists: all of it, or nothing where one row has a fault. Lists that occur in it are replaced as a
/// whole, others stay; so do nodes. Another list is given only to nodes that the caller sees with all below them, everywhere and for
/// good, and a list is replaced only where that holds of every node that has it.
#[utoipa::path(post, path = "/api/catalog/fields/import", tag = "catalogue", operation_id = "importFields",
    params(FieldTableQuery), request_body(content = FieldTableForm, content_type = "multipart/form-data"),
    responses((status = 200, body = FieldTableReport), (status = 400, body = ProblemBody), (status = 413, body = ProblemBody),
        (status = 503, body = ProblemBody)))]
pub(super) async fn import(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Query(query): Query<FieldTableQuery>,
    form: Multipart,
) -> Result<Json<FieldTableReport>, Problem> {
    let bytes = one_file::read(form, FILE_BYTES).await?;
    let turn = TableTurn::next(&context).await?;
    let (lists, known) = all(&context, &caller, &client).await?;
    let known = known_fields(lists, known);
    let checked = turn.off_thread(move || looked_through(&bytes, &known));
    let (turn, checked) = checked.await?;
    let checked = checked?;
    let write = !query.dry_run && checked.fault_count == 0;
    if write {
        let imported = desk(&context, &caller, &client).import_fields(&checked);
        imported.await.map_err(|error| match error {
            CatalogueError::UnknownNode => Problem::invalid_field("file", FieldText::NoSuchNode),
            error => error.into(),
        })?;
    }
    let report = turn.off_thread(move || FieldTableReport::new(&checked, write));
    let (_turn, report) = report.await?;
    Ok(Json(report?))
}

fn looked_through(bytes: &[u8], known: &KnownFields) -> Result<SheetCheck, Problem> {
    let checked = sheet::check(&read_rows(bytes)?, known);
    if checked.rows == 0 && checked.fault_count == 0 {
        return Err(Problem::bad_request(ProblemText::ImportNothing));
    }
    Ok(checked)
}

impl FieldTableReport {
    fn new(checked: &SheetCheck, imported: bool) -> Result<Self, Problem> {
        let heading =
            |column: Option<SheetColumn>| column.map_or_else(String::new, SheetColumn::heading);
        let lines = checked.faults.iter().map(|fault| FaultLine {
            row: fault.row,
            column: heading(fault.column),
            chinese: fault.text.chinese(),
            english: fault.text.render(Locale::En),
        });
        let workbook = report_workbook(lines)?;
        let listed = checked.faults.iter().take(MAX_LISTED);
        let faults = listed.map(|fault| FieldTableFault {
            row: fault.row,
            column: heading(fault.column),
            error: FieldError::new("file", fault.text.clone()),
        });
        Ok(Self {
            rows: checked.rows,
            lists: checked.lists.keys().cloned().collect(),
            nodes: checked.nodes.len(),
            imported,
            fault_count: checked.fault_count,
            faults: faults.collect(),
            workbook,
        })
    }
}

#[cfg(test)]
mod tests;

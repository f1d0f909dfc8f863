//! `POST /api/users/import` and `GET /api/users/import-template`: many users out of a workbook or CSV.

mod answer;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use domain::account::import::{ImportCheck, ImportRules};
use domain::sheet::MAX_ROWS;
use forms::user_table::{self, TableError};
use serde::Deserialize;
use storage::lifecycle::import;
use texts::ProblemText;
use utoipa::{IntoParams, ToSchema};

use self::answer::ImportReport;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Multipart, Query};
use crate::one_file;
use crate::problem::{Problem, ProblemBody};
use crate::table_file::{TableTurn, off_thread};

/// Largest file.
const FILE_BYTES: usize = 20 * 1024 * 1024;
/// Largest request: the file, and the form around it.
pub(super) const BODY_LIMIT: usize = FILE_BYTES + 64 * 1024;
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// The form of an upload.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "describes the body; the parts are read one by one"
)]
pub(super) struct ImportForm {
    /// XLSX, or CSV in UTF-8 or GB 18030.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Whether anything is written.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(super) struct ImportQuery {
    /// Looks the file through and writes nothing.
    dry_run: bool,
}

/// Makes the users of a table: all of them, or none where one row has a fault. Their first passwords are handed back once,
/// as a workbook; each is told to change it.
#[utoipa::path(post, path = "/api/users/import", tag = "users", operation_id = "importUsers", params(ImportQuery),
    request_body(content = ImportForm, content_type = "multipart/form-data"),
    responses((status = 200, body = ImportReport), (status = 400, body = ProblemBody), (status = 413, body = ProblemBody),
        (status = 503, body = ProblemBody)))]
pub(super) async fn import(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Query(query): Query<ImportQuery>,
    form: Multipart,
) -> Result<Response, Problem> {
    let bytes = one_file::read(form, FILE_BYTES).await?;
    let turn = TableTurn::next(&context).await?;
    let by = caller.by(&client);
    let rules = import::rules(&mut *context.connection().await?, by).await?;
    let checked = turn.off_thread(move || looked_through(&bytes, &rules));
    let (turn, checked) = checked.await?;
    let mut checked = checked?;
    import::refuse_taken(&mut *context.connection().await?, &mut checked).await?;
    if checked.faults.count > 0 && !query.dry_run {
        return Err(answer::refused(&checked.faults));
    }
    let report = if checked.faults.count > 0 {
        let report = turn.off_thread(move || ImportReport::with_faults(&checked));
        let (_turn, report) = report.await?;
        report?
    } else if query.dry_run {
        ImportReport::clean(checked.rows)
    } else {
        let made = turn.off_thread(move || import::with_passwords(checked.users));
        let (turn, (accounts, passwords)) = made.await?;
        let (pool, key, now) = (&context.pool, &context.server_key, context.now());
        import::import(pool, key, &accounts, by, now).await?;
        let report = turn.off_thread(move || ImportReport::imported(&accounts, &passwords));
        let (_turn, report) = report.await?;
        report?
    };
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(report)).into_response())
}

/// An empty table to fill in.
#[utoipa::path(get, path = "/api/users/import-template", tag = "users", operation_id = "getImportTemplate",
    responses((status = 200, body = Vec<u8>, content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))]
pub(super) async fn template(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
) -> Result<Response, Problem> {
    let rules = import::rules(&mut *context.connection().await?, caller.by(&client)).await?;
    let given = rules.roles.iter().filter(|role| rules.allows(role));
    let names: Vec<String> = given.map(|role| role.chinese().to_owned()).collect();
    let bytes = off_thread(move || user_table::template(&names)).await?;
    let bytes = bytes.map_err(|_| Problem::internal())?;
    let headers = [
        (header::CONTENT_TYPE, XLSX),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"users.xlsx\"",
        ),
    ];
    Ok((headers, bytes).into_response())
}

fn looked_through(bytes: &[u8], rules: &ImportRules) -> Result<ImportCheck, Problem> {
    let rows = user_table::read(bytes, MAX_ROWS).map_err(unreadable)?;
    let checked = domain::account::import::check(&rows, rules);
    if checked.rows == 0 && checked.faults.count == 0 {
        return Err(Problem::bad_request(ProblemText::ImportEmpty));
    }
    Ok(checked)
}

fn unreadable(error: TableError) -> Problem {
    Problem::bad_request(match error {
        TableError::Unreadable => ProblemText::ImportUnreadable,
        TableError::TooLarge => ProblemText::ImportTooLarge {
            megabytes: user_table::MAX_UNPACKED_BYTES / (1024 * 1024),
        },
        TableError::TooManyRows => ProblemText::ImportTooManyRows {
            most: MAX_ROWS as u64,
        },
    })
}

#[cfg(test)]
mod tests;

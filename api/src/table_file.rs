//! Tables that administrators import and export, as files.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::sheet::{MOST_ROWS, SheetRow};
use forms::user_table::{self, FaultLine, TableError};
use texts::ProblemText;

use crate::problem::Problem;

const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// A workbook that the browser saves.
pub(crate) fn workbook(stem: &str, bytes: Vec<u8>) -> Response {
    let headers = [
        (header::CONTENT_TYPE, XLSX.to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{stem}.xlsx\""),
        ),
    ];
    (headers, bytes).into_response()
}

/// The rows of an uploaded table.
pub(crate) fn read_rows(bytes: &[u8]) -> Result<Vec<SheetRow>, Problem> {
    user_table::read(bytes, MOST_ROWS).map_err(|error| {
        Problem::bad_request(match error {
            TableError::Unreadable => ProblemText::ImportUnreadable,
            TableError::TooLarge => ProblemText::ImportTooLarge {
                megabytes: user_table::MOST_UNPACKED_BYTES / (1024 * 1024),
            },
            TableError::TooManyRows => ProblemText::ImportTooManyRows {
                most: MOST_ROWS as u64,
            },
        })
    })
}

/// What is wrong, as a workbook in base64; `None`: nothing is.
pub(crate) fn report_workbook(
    lines: impl Iterator<Item = FaultLine>,
) -> Result<Option<String>, Problem> {
    let mut lines = lines.peekable();
    if lines.peek().is_none() {
        return Ok(None);
    }
    let bytes = user_table::report(lines).map_err(|_| Problem::internal())?;
    Ok(Some(STANDARD.encode(bytes)))
}

pub(crate) async fn off_thread<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Problem> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|_| Problem::internal())
}

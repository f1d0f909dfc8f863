//! Tables that administrators import and export, as files.

use std::sync::Arc;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::sheet::{MAX_ROWS, SheetRow};
use forms::user_table::{self, FaultLine, TableError};
use texts::ProblemText;
use tokio::sync::OwnedSemaphorePermit;

use crate::body::arrivals::too_many;
use crate::context::Context;
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
    user_table::read(bytes, MAX_ROWS).map_err(|error| {
        Problem::bad_request(match error {
            TableError::Unreadable => ProblemText::ImportUnreadable,
            TableError::TooLarge => ProblemText::ImportTooLarge {
                megabytes: user_table::MAX_UNPACKED_BYTES / (1024 * 1024),
            },
            TableError::TooManyRows => ProblemText::ImportTooManyRows {
                most: MAX_ROWS as u64,
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

/// One table is looked through at a time: each takes some hundred megabytes and a core. The turn is taken when the file is
/// there, so that a slow upload holds up nobody, and goes with the work, which goes on when its caller has left.
pub(crate) struct TableTurn {
    _permit: OwnedSemaphorePermit,
}

impl TableTurn {
    /// Waits for those before; 503 `too_many_uploads` where enough of them wait.
    pub(crate) async fn next(context: &Context) -> Result<Self, Problem> {
        let waiting = context.waiting_tables.try_acquire();
        let _waiting = waiting.map_err(|_| too_many())?;
        let permit = Arc::clone(&context.table_imports).acquire_owned().await;
        let permit = permit.map_err(|_| Problem::unavailable())?;
        Ok(Self { _permit: permit })
    }

    /// Works where one may take long, and hands the turn back with what came of it.
    pub(crate) async fn off_thread<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<(Self, T), Problem> {
        off_thread(move || {
            let done = work();
            (self, done)
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::*;
    use crate::testing::TestApi;

    #[tokio::test]
    async fn the_turn_ends_with_the_work_and_not_with_the_caller() {
        let api = TestApi::new().await;
        let turns = Arc::clone(&api.context.table_imports);
        let turn = TableTurn::next(&api.context).await.unwrap();
        let (starts, has_begun) = oneshot::channel();
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let work = turn.off_thread(move || {
            starts.send(()).unwrap();
            ended.recv().unwrap();
        });
        tokio::select! {
            _ = work => panic!("the work is done before it may be"),
            begun = has_begun => begun.unwrap(),
        }
        assert_eq!(turns.available_permits(), 0);
        end.send(()).unwrap();
        drop(turns.acquire().await.unwrap());
    }

    #[tokio::test]
    async fn a_few_tables_wait_and_no_more() {
        let api = TestApi::new().await;
        let turn = TableTurn::next(&api.context).await.unwrap();
        let mut waiting: Vec<_> = (0..8)
            .map(|_| Box::pin(TableTurn::next(&api.context)))
            .collect();
        for one in &mut waiting {
            assert!(futures::poll!(one.as_mut()).is_pending());
        }
        let refused = TableTurn::next(&api.context).await.err();
        assert_eq!(refused.unwrap().code(), "too_many_uploads");
        drop(turn);
        for one in waiting {
            assert!(one.await.is_ok());
        }
    }
}

//! Tables of days as comma-separated values (RFC 4180, UTF-8), a month in memory at a time.

use std::collections::VecDeque;
use std::io;

use axum::body::Body;
use axum::http::header;
use axum::response::IntoResponse;
use bytes::Bytes;
use domain::statistics::Period;
use domain::text::spreadsheet_cell;
use futures::stream;
use storage::{PgConnection, StorageError};

use crate::attachments::disposition;
use crate::caller::Caller;
use crate::context::Context;
use crate::signed_in::while_signed_in;

/// By which spreadsheets know UTF-8.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Source of the rows of a monthly table.
pub(super) trait MonthRows<const N: usize>: Send + 'static {
    /// Those of one month, or of a part of it, in their order.
    fn rows(
        &self,
        db: &mut PgConnection,
        month: Period,
    ) -> impl Future<Output = Result<Vec<[String; N]>, StorageError>> + Send;
}

/// The table of a period, named after it.
pub(super) fn answer<const N: usize, R: MonthRows<N> + Sync>(
    context: &Context,
    caller: &Caller,
    period: Period,
    (name, headings, rows): (&'static str, [&'static str; N], R),
) -> impl IntoResponse + use<N, R> {
    let file_name = format!("{name}_{}_{}.csv", period.first(), period.last());
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (
            header::CONTENT_DISPOSITION,
            disposition("attachment", &file_name),
        ),
        (header::CACHE_CONTROL, "private, no-store".to_owned()),
    ];
    let table = MonthTable {
        context: context.clone(),
        months: period.by_month().into(),
        head: Some(headings),
        rows,
    };
    let pieces = stream::try_unfold(table, MonthTable::next_piece);
    (
        headers,
        Body::from_stream(while_signed_in(context, caller, pieces)),
    )
}

struct MonthTable<const N: usize, R> {
    context: Context,
    months: VecDeque<Period>,
    /// Until they are written.
    head: Option<[&'static str; N]>,
    rows: R,
}

impl<const N: usize, R: MonthRows<N> + Sync> MonthTable<N, R> {
    /// The headings, then month after month. No connection is held between two of them.
    async fn next_piece(mut self) -> io::Result<Option<(Bytes, Self)>> {
        if let Some(head) = self.head.take() {
            let text = lines(BYTE_ORDER_MARK, [head])?;
            return Ok(Some((text, self)));
        }
        let Some(month) = self.months.pop_front() else {
            return Ok(None);
        };
        let mut db = (self.context.connection().await).map_err(io::Error::other)?;
        let rows = self.rows.rows(&mut db, month).await;
        drop(db);
        let text = lines("", rows.map_err(io::Error::other)?)?;
        Ok(Some((text, self)))
    }
}

fn lines<const N: usize, T: AsRef<str>>(
    begin: &str,
    rows: impl IntoIterator<Item = [T; N]>,
) -> io::Result<Bytes> {
    let mut out = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(begin.as_bytes().to_vec());
    for row in rows {
        out.write_record(row.each_ref().map(|cell| {
            let cell = spreadsheet_cell(cell.as_ref());
            cell.into_owned()
        }))?;
    }
    let text = out.into_inner();
    Ok(text
        .map_err(|error| io::Error::other(error.to_string()))?
        .into())
}

//! Statistics as workbooks that are downloaded at once.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use domain::size::ByteCount;
use domain::statistics::{OrderFigures, Period};
use forms::figure_table::{self, FigureColumn, FigureTable};

use crate::attachments::disposition;
use crate::problem::Problem;

/// ECMA-376.
pub(super) const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// What is counted of orders.
pub(super) const COUNT_COLUMNS: [FigureColumn; 3] = [
    whole("订单数（个）"),
    whole("景数（景）"),
    volume("数据量（TB）"),
];

/// Figures in the order of [`COUNT_COLUMNS`].
pub(super) fn counts(figures: OrderFigures) -> [f64; 3] {
    [
        number(figures.orders),
        number(figures.scenes),
        figures.bytes.terabytes(),
    ]
}

/// A column of whole numbers.
pub(super) const fn whole(heading: &'static str) -> FigureColumn {
    FigureColumn { heading, digits: 0 }
}

/// A column of volumes.
pub(super) const fn volume(heading: &'static str) -> FigureColumn {
    FigureColumn { heading, digits: 4 }
}

/// A column of hours, averages or shares.
pub(super) const fn hundredths(heading: &'static str) -> FigureColumn {
    FigureColumn { heading, digits: 2 }
}

/// A count as the number type of workbook cells.
#[expect(clippy::cast_precision_loss, reason = "cells hold doubles")]
pub(super) fn number(count: u64) -> f64 {
    count as f64
}

/// In units of 2^30 bytes, which the specification calls GB.
pub(super) fn gigabytes(bytes: ByteCount) -> f64 {
    bytes.terabytes() * 1024.0
}

/// What a workbook says of orders that are not among its figures yet.
pub(super) fn note(is_current: bool) -> Option<&'static str> {
    (!is_current).then_some("部分订单正在统计，以上数据尚未包含，请稍后重新导出")
}

/// The workbook, named after its sheet and its days.
pub(super) async fn answer(table: FigureTable, period: Period) -> Result<Response, Problem> {
    let name = format!("{}_{}_{}.xlsx", table.sheet, period.first(), period.last());
    let written = tokio::task::spawn_blocking(move || figure_table::write(&table)).await;
    let bytes = match written {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(error)) => {
            tracing::error!(%error, name, "a workbook cannot be written");
            return Err(Problem::internal());
        }
        Err(error) => {
            tracing::error!(%error, name, "a workbook's writer ended");
            return Err(Problem::internal());
        }
    };
    let headers = [
        (header::CONTENT_TYPE, XLSX.to_owned()),
        (
            header::CONTENT_DISPOSITION,
            disposition("attachment", &name),
        ),
    ];
    Ok((headers, bytes).into_response())
}

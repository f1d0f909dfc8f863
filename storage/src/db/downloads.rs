//! What applicants downloaded: how many transfers and bytes, by day, unit and protocol.
//!
//! A transfer counts on the day in China on which it ended. Sums by day and month (`download_figure`) and what is not in
//! them yet (`download_change`) are read together, so an answer is exact at every moment, and stays when single transfers
//! have been removed. See docs/figures.md.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use domain::statistics::{Period, Piece};
use sqlx::PgConnection;

use super::order_scope::OrderScope;
use crate::StorageError;

mod cell;
mod check;
mod completion;
mod fold;
mod orders;
mod rows;

use cell::CellRow;
pub use cell::{DownloadCell, DownloadDimension, DownloadFigures};
pub use check::{DownloadDifference, differences};
pub use completion::{UnitCompletion, completion};
pub use fold::fold_changes;
pub use rows::{
    EndedTransfer, TransferCursor, TransferEnd, TransferFilter, TransferPage, transfers,
};

/// Of these orders by what `by` tells apart, of all units or of one; only what was downloaded. Days and months are in their order.
pub async fn figures(
    db: &mut PgConnection,
    (orders, period): (&OrderScope, Period),
    unit: Option<&str>,
    by: DownloadDimension,
) -> Result<BTreeMap<String, DownloadFigures>, StorageError> {
    match orders.ids() {
        None => summed(db, period, unit, by).await,
        Some(ids) => orders::figures(db, (ids, period), unit, by).await,
    }
}

async fn summed(
    db: &mut PgConnection,
    period: Period,
    unit: Option<&str>,
    by: DownloadDimension,
) -> Result<BTreeMap<String, DownloadFigures>, StorageError> {
    let pieces: Vec<Piece> = match by {
        DownloadDimension::Day => period.days(),
        _ => period.pieces(),
    };
    let spans: Vec<String> = (pieces.iter().map(|piece| piece.span.as_str().to_owned())).collect();
    let from: Vec<NaiveDate> = pieces.iter().map(|piece| piece.from).collect();
    let before: Vec<NaiveDate> = pieces.iter().map(|piece| piece.before).collect();
    let rows = sqlx::query!(
        "SELECT CASE $1 WHEN 'unit' THEN r.unit WHEN 'protocol' THEN r.protocol \
         WHEN 'month' THEN to_char(r.starts, 'YYYY-MM') ELSE to_char(r.starts, 'YYYY-MM-DD') END AS \"value!\", \
         sum(r.transfers)::bigint AS \"transfers!\", sum(r.files)::bigint AS \"files!\", \
         sum(r.broken)::bigint AS \"broken!\", sum(r.bytes)::bigint AS \"bytes!\" \
         FROM (SELECT f.starts, f.unit, f.protocol, f.transfers, f.files, f.broken, f.bytes \
          FROM unnest($2::text[], $3::date[], $4::date[]) AS piece (span, from_day, before_day) \
          JOIN download_figure f ON f.span = piece.span AND f.starts >= piece.from_day AND f.starts < piece.before_day \
          UNION ALL SELECT day, unit, protocol, 1, files, broken, bytes FROM download_change WHERE day BETWEEN $5 AND $6) r \
         WHERE ($7::text IS NULL OR r.unit = $7) GROUP BY 1",
        by.as_str(),
        &spans[..],
        &from[..],
        &before[..],
        period.first(),
        period.last(),
        unit
    )
    .fetch_all(db)
    .await?;
    let figures = rows.into_iter().map(|row| {
        let counted = (row.transfers, row.files, row.broken, row.bytes);
        (row.value, counted.into())
    });
    Ok(figures.collect())
}

/// Of these orders by day, unit and protocol, in that order. All of the period at once: ask month by month.
pub async fn cells(
    db: &mut PgConnection,
    (orders, period): (&OrderScope, Period),
    unit: Option<&str>,
) -> Result<Vec<DownloadCell>, StorageError> {
    match orders.ids() {
        None => summed_cells(db, period, unit).await,
        Some(ids) => orders::cells(db, (ids, period), unit).await,
    }
}

async fn summed_cells(
    db: &mut PgConnection,
    period: Period,
    unit: Option<&str>,
) -> Result<Vec<DownloadCell>, StorageError> {
    let rows = sqlx::query_as!(
        CellRow,
        "SELECT r.day AS \"day!\", r.unit AS \"unit!\", r.protocol AS \"protocol!\", \
         sum(r.transfers)::bigint AS \"transfers!\", sum(r.files)::bigint AS \"files!\", \
         sum(r.broken)::bigint AS \"broken!\", sum(r.bytes)::bigint AS \"bytes!\" \
         FROM (SELECT starts AS day, unit, protocol, transfers, files, broken, bytes FROM download_figure \
          WHERE span = 'day' AND starts BETWEEN $1 AND $2 \
          UNION ALL SELECT day, unit, protocol, 1, files, broken, bytes FROM download_change WHERE day BETWEEN $1 AND $2) r \
         WHERE ($3::text IS NULL OR r.unit = $3) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3",
        period.first(),
        period.last(),
        unit
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

//! What the archive took in: how many scenes and bytes, by day, satellite and catalogue node.
//!
//! A scene counts on the day in China on which it was received: as its provider states it, else when it first came into the
//! catalogue. Sums by day and month (`received_figure`) and the differences that are not in them yet (`received_change`) are
//! read together, so an answer is exact at every moment. See docs/figures.md.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use domain::statistics::Piece;
use sqlx::PgConnection;

use super::scenes::SceneScope;
use super::visible_nodes::VisibleNodes;
use crate::StorageError;

mod cell;
mod check;
mod fold;
mod month_ends;
mod partly;
mod rows;

pub use cell::{ReceivedCell, ReceivedDimension, ReceivedFigures, ReceivedFilter};
pub use check::{ReceivedDifference, differences};
pub use fold::fold_changes;
pub use month_ends::{HeldScenes, held_by_month};
pub use rows::{ReceivedCursor, ReceivedPage, ReceivedScene, scenes};

/// By what `by` tells apart, of the scenes that somebody may see; only what was received. Days and months are in their order.
pub async fn figures(
    db: &mut PgConnection,
    scope: &SceneScope,
    filter: &ReceivedFilter,
    by: ReceivedDimension,
) -> Result<BTreeMap<String, ReceivedFigures>, StorageError> {
    let nodes = VisibleNodes::read(db, scope, filter.node).await?;
    let pieces = match by {
        ReceivedDimension::Day => filter.period.days(),
        _ => filter.period.pieces(),
    };
    let mut figures = sums(db, &nodes, filter, (by, &pieces)).await?;
    for cell in partly::cells(db, scope, &nodes, filter).await? {
        *figures.entry(by.value(&cell)).or_default() += cell.figures;
    }
    Ok(figures)
}

async fn sums(
    db: &mut PgConnection,
    nodes: &VisibleNodes,
    filter: &ReceivedFilter,
    (by, pieces): (ReceivedDimension, &[Piece]),
) -> Result<BTreeMap<String, ReceivedFigures>, StorageError> {
    let spans: Vec<String> = (pieces.iter().map(|piece| piece.span.as_str().to_owned())).collect();
    let from: Vec<NaiveDate> = pieces.iter().map(|piece| piece.from).collect();
    let before: Vec<NaiveDate> = pieces.iter().map(|piece| piece.before).collect();
    let rows = sqlx::query!(
        "SELECT CASE $1 WHEN 'satellite' THEN r.satellite WHEN 'node' THEN r.nodeid::text \
         WHEN 'month' THEN to_char(r.starts, 'YYYY-MM') ELSE to_char(r.starts, 'YYYY-MM-DD') END AS \"value!\", \
         sum(r.scenes)::bigint AS \"scenes!\", sum(r.bytes)::bigint AS \"bytes!\" \
         FROM (SELECT f.starts, f.satellite, f.nodeid, f.scenes, f.bytes \
          FROM unnest($2::text[], $3::date[], $4::date[]) AS piece (span, from_day, before_day) \
          JOIN received_figure f ON f.span = piece.span AND f.starts >= piece.from_day AND f.starts < piece.before_day \
          UNION ALL SELECT day, satellite, nodeid, scenes, bytes FROM received_change WHERE day BETWEEN $5 AND $6) r \
         WHERE ($7::text IS NULL OR r.satellite = $7) AND ($8::bigint[] IS NULL OR r.nodeid = ANY ($8)) \
         GROUP BY 1 HAVING sum(r.scenes) <> 0",
        by.as_str(),
        &spans[..],
        &from[..],
        &before[..],
        filter.period.first(),
        filter.period.last(),
        filter.satellite,
        nodes.whole()
    )
    .fetch_all(db)
    .await?;
    let figures = rows.into_iter().map(|row| {
        let figures = ReceivedFigures::new(row.scenes, row.bytes);
        (row.value, figures)
    });
    Ok(figures.collect())
}

/// By day, satellite and node, in that order, of the scenes that somebody may see. All of the period at once: ask month by
/// month.
pub async fn cells(
    db: &mut PgConnection,
    scope: &SceneScope,
    filter: &ReceivedFilter,
) -> Result<Vec<ReceivedCell>, StorageError> {
    let nodes = VisibleNodes::read(db, scope, filter.node).await?;
    let rows = sqlx::query!(
        "SELECT r.day AS \"day!\", r.satellite AS \"satellite!\", r.nodeid AS \"nodeid!\", \
         sum(r.scenes)::bigint AS \"scenes!\", sum(r.bytes)::bigint AS \"bytes!\" \
         FROM (SELECT starts AS day, satellite, nodeid, scenes, bytes FROM received_figure \
          WHERE span = 'day' AND starts BETWEEN $1 AND $2 \
          UNION ALL SELECT day, satellite, nodeid, scenes, bytes FROM received_change WHERE day BETWEEN $1 AND $2) r \
         WHERE ($3::text IS NULL OR r.satellite = $3) AND ($4::bigint[] IS NULL OR r.nodeid = ANY ($4)) \
         GROUP BY 1, 2, 3 HAVING sum(r.scenes) <> 0",
        filter.period.first(),
        filter.period.last(),
        filter.satellite,
        nodes.whole()
    )
    .fetch_all(&mut *db)
    .await?;
    let sums = rows.into_iter().map(|row| ReceivedCell {
        day: row.day,
        satellite: row.satellite,
        node: row.nodeid,
        figures: ReceivedFigures::new(row.scenes, row.bytes),
    });
    let mut cells: Vec<ReceivedCell> = sums.collect();
    cells.extend(partly::cells(db, scope, &nodes, filter).await?);
    cells.sort_by(|a, b| (a.day, &a.satellite, a.node).cmp(&(b.day, &b.satellite, b.node)));
    Ok(cells)
}

//! Figures of nodes of which somebody sees only some scenes: counted from the scenes themselves.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use futures::TryStreamExt as _;
use geometry::Footprint;
use sqlx::PgConnection;

use super::cell::{ReceivedCell, ReceivedFigures, ReceivedFilter};
use crate::StorageError;
use crate::db::scenes::SceneScope;
use crate::db::visible_nodes::VisibleNodes;

/// By day, satellite and node. Costs a look at each scene of these nodes that was received in the period; none is held in memory.
pub(super) async fn cells(
    db: &mut PgConnection,
    scope: &SceneScope,
    nodes: &VisibleNodes,
    filter: &ReceivedFilter,
) -> Result<Vec<ReceivedCell>, StorageError> {
    if nodes.partly().is_empty() {
        return Ok(Vec::new());
    }
    let mut rows = sqlx::query!(
        "SELECT china_day(scene_received(received, entered_at, ingested_at)) AS \"day!\", satellite, nodeid, size, outline \
         FROM scene WHERE nodeid = ANY ($1) AND ($2::text IS NULL OR satellite = $2) \
         AND scene_received(received, entered_at, ingested_at) >= $3::date::timestamp AT TIME ZONE interval '8 hours' \
         AND scene_received(received, entered_at, ingested_at) < ($4::date + 1)::timestamp AT TIME ZONE interval '8 hours'",
        nodes.partly(),
        filter.satellite,
        filter.period.first(),
        filter.period.last()
    )
    .fetch(db);
    let mut cells: BTreeMap<(NaiveDate, String, i64), ReceivedFigures> = BTreeMap::new();
    while let Some(row) = rows.try_next().await? {
        let footprint = Footprint::try_from(&row.outline[..]).unwrap_or_default();
        if scope.holds(row.nodeid, footprint.view()) {
            let cell = (row.day, row.satellite, row.nodeid);
            *cells.entry(cell).or_default() += ReceivedFigures::new(1, row.size);
        }
    }
    let cells = cells.into_iter();
    let cells = cells.map(|((day, satellite, node), figures)| ReceivedCell {
        day,
        satellite,
        node,
        figures,
    });
    Ok(cells.collect())
}

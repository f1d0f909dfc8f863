//! How many scenes the archive held, as they were received until some day.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use domain::statistics::Period;
use futures::TryStreamExt as _;
use geometry::Footprint;
use sqlx::PgConnection;

use crate::StorageError;
use crate::db::scenes::SceneScope;
use crate::db::visible_nodes::VisibleNodes;

/// Scenes by when they were received and by satellite: the first day of a month of the period, `None` before it.
pub type HeldScenes = BTreeMap<(Option<NaiveDate>, String), u64>;

/// Of the scenes that somebody may see, those received until the end of the period.
pub async fn held_by_month(
    db: &mut PgConnection,
    scope: &SceneScope,
    period: Period,
) -> Result<HeldScenes, StorageError> {
    let nodes = VisibleNodes::read(db, scope, None).await?;
    let pieces = period.pieces_until_its_end();
    let spans: Vec<String> = (pieces.iter().map(|piece| piece.span.as_str().to_owned())).collect();
    let from: Vec<NaiveDate> = pieces.iter().map(|piece| piece.from).collect();
    let before: Vec<NaiveDate> = pieces.iter().map(|piece| piece.before).collect();
    let rows = sqlx::query!(
        "SELECT CASE WHEN r.starts >= $4 THEN date_trunc('month', r.starts::timestamp)::date END AS month, \
         r.satellite AS \"satellite!\", sum(r.scenes)::bigint AS \"scenes!\" \
         FROM (SELECT f.starts, f.satellite, f.nodeid, f.scenes \
          FROM unnest($1::text[], $2::date[], $3::date[]) AS piece (span, from_day, before_day) \
          JOIN received_figure f ON f.span = piece.span AND f.starts >= piece.from_day AND f.starts < piece.before_day \
          UNION ALL SELECT day, satellite, nodeid, scenes FROM received_change WHERE day <= $5) r \
         WHERE ($6::bigint[] IS NULL OR r.nodeid = ANY ($6)) GROUP BY 1, 2 HAVING sum(r.scenes) <> 0",
        &spans[..],
        &from[..],
        &before[..],
        period.first(),
        period.last(),
        nodes.whole()
    )
    .fetch_all(&mut *db)
    .await?;
    let sums = rows.into_iter().map(|row| {
        let scenes = row.scenes.unsigned_abs();
        ((row.month, row.satellite), scenes)
    });
    let mut held: HeldScenes = sums.collect();
    add_partly(db, scope, (&nodes, period), &mut held).await?;
    Ok(held)
}

/// Nodes of which somebody sees only some scenes: these are looked at one by one.
async fn add_partly(
    db: &mut PgConnection,
    scope: &SceneScope,
    (nodes, period): (&VisibleNodes, Period),
    held: &mut HeldScenes,
) -> Result<(), StorageError> {
    if nodes.partly().is_empty() {
        return Ok(());
    }
    let mut rows = sqlx::query!(
        "SELECT CASE WHEN d.day >= $2 THEN date_trunc('month', d.day::timestamp)::date END AS month, s.satellite, s.nodeid, \
         s.outline FROM scene s, \
         LATERAL (SELECT china_day(scene_received(s.received, s.entered_at, s.ingested_at)) AS day) d \
         WHERE s.nodeid = ANY ($1) AND d.day <= $3",
        nodes.partly(),
        period.first(),
        period.last()
    )
    .fetch(db);
    while let Some(row) = rows.try_next().await? {
        let footprint = Footprint::try_from(&row.outline[..]).unwrap_or_default();
        if scope.holds(row.nodeid, footprint.view()) {
            *held.entry((row.month, row.satellite)).or_default() += 1;
        }
    }
    Ok(())
}

//! Figures of what somebody may see: roll-ups where that is everything, or all scenes of some nodes; else the orders themselves, and
//! of them only the scenes in the person's scope.

use chrono::NaiveDate;
use domain::statistics::{Dimension, Period, Span};
use geometry::Footprint;
use sqlx::PgConnection;

use super::counted::{FiguresBy, counted};
use crate::StorageError;
use crate::db::known;
use crate::db::scenes::SceneScope;
use crate::db::visible_nodes::VisibleNodes;

/// What orders are counted from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FigureSource {
    /// What workers have counted of all orders.
    RolledUp,
    /// What workers have counted of orders of these nodes, and of them only their scenes.
    Nodes(Vec<i64>),
    /// The orders of the period, and of them only the scenes with these numbers. An order counts where it has one of them.
    Scenes(Vec<i64>),
}

impl FigureSource {
    /// For somebody with this scope. Where an area limits it, it costs a look at each scene that was ordered in the period.
    pub async fn read(
        db: &mut PgConnection,
        scope: &SceneScope,
        period: Period,
    ) -> Result<Self, StorageError> {
        if scope.is_everything() {
            return Ok(Self::RolledUp);
        }
        let nodes = VisibleNodes::read(db, scope, None).await?;
        if let (Some(whole), true) = (nodes.whole(), nodes.partly().is_empty()) {
            return Ok(Self::Nodes(whole.to_vec()));
        }
        let rows = sqlx::query!(
            "SELECT did, nodeid, outline FROM scene WHERE did IN (SELECT os.did FROM orders o \
             JOIN order_scene os ON os.order_id = o.id \
             WHERE o.created_at >= $1::date::timestamp AT TIME ZONE interval '8 hours' \
             AND o.created_at < ($2::date + 1)::timestamp AT TIME ZONE interval '8 hours' \
             AND o.submitted_at IS NOT NULL AND o.get_method IS NOT NULL)",
            period.first(),
            period.last()
        )
        .fetch_all(db)
        .await?;
        let visible = rows.iter().filter(|row| {
            let footprint = Footprint::try_from(&row.outline[..]).unwrap_or_default();
            scope.holds(row.nodeid, footprint.view())
        });
        Ok(Self::Scenes(visible.map(|row| row.did).collect()))
    }
}

/// As [`super::by_value`], from the orders themselves.
pub(super) async fn by_value(
    db: &mut PgConnection,
    scenes: &[i64],
    dimension: Dimension,
    period: Period,
) -> Result<FiguresBy<String>, StorageError> {
    let rows = sqlx::query!(
        "SELECT v.value AS \"value!\", o.get_method AS \"get_method!\", count(DISTINCT o.id) AS \"orders!\", \
         count(*) AS \"scenes!\", coalesce(sum(s.size), 0)::bigint AS \"bytes!\" \
         FROM orders o JOIN order_scene os ON os.order_id = o.id JOIN scene s ON s.did = os.did \
         LEFT JOIN scene_region r ON r.did = os.did \
         CROSS JOIN LATERAL (SELECT CASE $4 WHEN 'total' THEN '' WHEN 'unit' THEN btrim(o.apply_user_unit) \
         WHEN 'usage' THEN o.apply_user_used WHEN 'kind' THEN o.kind::text WHEN 'satellite' THEN s.satellite \
         WHEN 'node' THEN s.nodeid::text WHEN 'region' THEN coalesce(r.region, '') END AS value) v \
         WHERE o.created_at >= $1::date::timestamp AT TIME ZONE interval '8 hours' \
         AND o.created_at < ($2::date + 1)::timestamp AT TIME ZONE interval '8 hours' \
         AND o.submitted_at IS NOT NULL AND o.get_method IS NOT NULL AND os.did = ANY ($3) AND v.value IS NOT NULL \
         GROUP BY v.value, o.get_method",
        period.first(),
        period.last(),
        scenes,
        dimension.as_str()
    )
    .fetch_all(db)
    .await?;
    let mut figures = FiguresBy::new();
    for row in rows {
        figures.entry(row.value).or_default().add(
            known("orders.get_method", row.get_method)?,
            counted(row.orders, row.scenes, row.bytes),
        );
    }
    Ok(figures)
}

/// By the first day of each span, from the orders themselves.
pub(super) async fn by_start(
    db: &mut PgConnection,
    scenes: &[i64],
    period: Period,
    span: Span,
) -> Result<FiguresBy<NaiveDate>, StorageError> {
    let rows = sqlx::query!(
        "SELECT date_trunc($4, china_day(o.created_at)::timestamp)::date AS \"starts!\", o.get_method AS \"get_method!\", \
         count(DISTINCT o.id) AS \"orders!\", count(*) AS \"scenes!\", coalesce(sum(s.size), 0)::bigint AS \"bytes!\" \
         FROM orders o JOIN order_scene os ON os.order_id = o.id JOIN scene s ON s.did = os.did \
         WHERE o.created_at >= $1::date::timestamp AT TIME ZONE interval '8 hours' \
         AND o.created_at < ($2::date + 1)::timestamp AT TIME ZONE interval '8 hours' \
         AND o.submitted_at IS NOT NULL AND o.get_method IS NOT NULL AND os.did = ANY ($3) GROUP BY 1, o.get_method",
        period.first(),
        period.last(),
        scenes,
        span.as_str()
    )
    .fetch_all(db)
    .await?;
    let mut figures = FiguresBy::new();
    for row in rows {
        figures.entry(row.starts).or_default().add(
            known("orders.get_method", row.get_method)?,
            counted(row.orders, row.scenes, row.bytes),
        );
    }
    Ok(figures)
}

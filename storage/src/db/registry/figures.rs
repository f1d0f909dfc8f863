//! What was provided, counted from the entries themselves.

use domain::statistics::Period;
use sqlx::PgConnection;

use crate::StorageError;

/// What tells the figures apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProvidedDimension {
    /// The month in China in which the delivery was opened, `2026-11`.
    Month,
    /// 申请单位
    Unit,
    /// 数据用途
    Usage,
    /// The satellite of each scene.
    Satellite,
}

impl ProvidedDimension {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Month => "month",
            Self::Unit => "unit",
            Self::Usage => "usage",
            Self::Satellite => "satellite",
        }
    }
}

/// What was provided under one value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvidedFigure {
    /// The month, unit, usage or satellite.
    pub value: String,
    /// Deliveries opened; one with scenes of two satellites counts once at each.
    pub entries: i64,
    /// Scenes handed out; one that was handed out twice counts twice.
    pub scenes: i64,
    /// Bytes of these scenes.
    pub bytes: i64,
}

/// The figures of the period, of all units or of one: months in their order, everything else the largest first.
pub async fn figures(
    db: &mut PgConnection,
    dimension: ProvidedDimension,
    period: Period,
    unit: Option<&str>,
) -> Result<Vec<ProvidedFigure>, StorageError> {
    Ok(sqlx::query_as!(
        ProvidedFigure,
        "SELECT v.value AS \"value!\", count(*) AS \"entries!\", sum(v.scenes)::bigint AS \"scenes!\", \
             sum(v.bytes)::bigint AS \"bytes!\" \
         FROM registry_entry e, LATERAL ( \
             SELECT CASE $3 WHEN 'unit' THEN e.unit WHEN 'usage' THEN e.usage \
                 ELSE to_char(e.opened_at AT TIME ZONE interval '8 hours', 'YYYY-MM') END AS value, \
                 e.scene_count::bigint AS scenes, e.scene_bytes AS bytes WHERE $3 <> 'satellite' \
             UNION ALL SELECT s.satellite, count(*), sum(s.size)::bigint FROM registry_scene s \
             WHERE $3 = 'satellite' AND s.entry = e.number GROUP BY s.satellite) v \
         WHERE e.opened_at >= $1::date::timestamp AT TIME ZONE interval '8 hours' \
         AND e.opened_at < ($2::date + 1)::timestamp AT TIME ZONE interval '8 hours' \
         AND ($4::text IS NULL OR e.unit = $4) \
         GROUP BY v.value ORDER BY CASE WHEN $3 = 'month' THEN v.value END, sum(v.bytes) DESC, v.value",
        period.first(),
        period.last(),
        dimension.as_str(),
        unit
    )
    .fetch_all(db)
    .await?)
}

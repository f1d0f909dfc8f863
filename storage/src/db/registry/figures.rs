//! What was provided, from sums by day and month.
//!
//! `provided_figure` and what is not in it yet (`provided_change`) are read together, so an answer is exact at every moment and reads
//! no entry. See docs/figures.md.

use chrono::NaiveDate;
use domain::statistics::Period;
use sqlx::PgConnection;
use strum::IntoStaticStr;

use crate::StorageError;

/// What tells the figures apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum ProvidedDimension {
    /// The month in China in which the delivery was opened, `2026-11`.
    Month,
    /// 申请单位
    Unit,
    /// 数据用途
    Usage,
    /// The satellite of each scene.
    Satellite,
    /// The province in which each scene lies now, by its code; empty for those that lie in none, or are in the catalogue no
    /// more.
    Region,
}

impl ProvidedDimension {
    fn as_str(self) -> &'static str {
        self.into()
    }

    /// Which of the sums have it, unit by unit. Differences are only so.
    const fn by_unit(self) -> &'static str {
        match self {
            Self::Satellite => "satellite",
            Self::Month | Self::Unit | Self::Usage => "usage",
            Self::Region => "region",
        }
    }

    /// Which have it of all units together, in fewer rows.
    const fn of_all_units(self) -> &'static str {
        match self {
            Self::Satellite => "all_satellite",
            Self::Month | Self::Usage => "all_usage",
            Self::Unit => "usage",
            Self::Region => "all_region",
        }
    }
}

/// What was provided under one value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvidedFigure {
    /// The month, unit, usage, satellite or province.
    pub value: String,
    /// Deliveries opened; one with scenes of two satellites, or of two provinces, counts once at each.
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
    let tells = match unit {
        Some(_) => dimension.by_unit(),
        None => dimension.of_all_units(),
    };
    let pieces = match dimension {
        ProvidedDimension::Unit => period.pieces_with_years(),
        _ => period.pieces(),
    };
    let spans: Vec<String> = (pieces.iter().map(|piece| piece.span.as_str().to_owned())).collect();
    let from: Vec<NaiveDate> = pieces.iter().map(|piece| piece.from).collect();
    let before: Vec<NaiveDate> = pieces.iter().map(|piece| piece.before).collect();
    Ok(sqlx::query_as!(
        ProvidedFigure,
        "SELECT CASE $1 WHEN 'unit' THEN r.unit WHEN 'month' THEN to_char(r.starts, 'YYYY-MM') ELSE r.value END AS \"value!\", \
         sum(r.entries)::bigint AS \"entries!\", sum(r.scenes)::bigint AS \"scenes!\", sum(r.bytes)::bigint AS \"bytes!\" \
         FROM (SELECT f.starts, f.unit, f.value, f.entries, f.scenes, f.bytes \
          FROM unnest($2::text[], $3::date[], $4::date[]) AS piece (span, from_day, before_day) \
          JOIN provided_figure f ON f.tells = $5 AND f.span = piece.span AND f.starts >= piece.from_day AND f.starts < piece.before_day \
          UNION ALL SELECT day, unit, value, entries, scenes, bytes FROM provided_change WHERE tells = $9 AND day BETWEEN $6 AND $7) r \
         WHERE ($8::text IS NULL OR r.unit = $8) GROUP BY 1 HAVING sum(r.entries) <> 0 \
         ORDER BY CASE WHEN $1 = 'month' THEN min(r.starts) END, sum(r.bytes) DESC, 1",
        dimension.as_str(),
        &spans[..],
        &from[..],
        &before[..],
        tells,
        period.first(),
        period.last(),
        unit,
        dimension.by_unit()
    )
    .fetch_all(db)
    .await?)
}

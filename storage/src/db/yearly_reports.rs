//! 年度报告: what a year's report counts, what operators say of it, and the editions that were published.

use chrono::NaiveDate;
use domain::order::get_method::GetMethod;
use domain::statistics::{Dimension, Period};
use domain::yearly_report::{
    MonthlyFigures, Ordered, Provided, ReportYear, ServiceFigures, ValueFigures, YearlyFigures,
};
use sqlx::PgConnection;

use super::catalogue::instruments;
use super::order_figures::{self, FigureSource};
use super::registry::{self, ProvidedDimension, ProvidedFigure};
use crate::StorageError;

mod editions;
mod notes;

pub use editions::{ReportEdition, edition, editions, publish};
pub use notes::{notes, save_note};

/// Counts the year until `today`, everything or what one unit ordered and was given. Orders come from the roll-ups, everything
/// else from the registry. In a transaction that sees one state: figures are to agree.
pub async fn figures(
    db: &mut PgConnection,
    year: ReportYear,
    unit: Option<&str>,
    today: NaiveDate,
) -> Result<YearlyFigures, StorageError> {
    let period = year.period(today);
    let before = year.period_before(period.last());
    let provided = registry::figures(db, ProvidedDimension::Month, period, unit).await?;
    let provided_before = registry::figures(db, ProvidedDimension::Month, before, unit).await?;
    let mut months = Vec::new();
    for (first, month) in period.months().into_iter().zip(1_u32..) {
        let last = first + chrono::Months::new(1) - chrono::Days::new(1);
        let days = Period::new(first, last.min(period.last()));
        let name = first.format("%Y-%m").to_string();
        let entry = provided.iter().find(|figure| figure.value == name);
        months.push(MonthlyFigures {
            month,
            ordered: ordered(db, days, unit).await?,
            provided: entry.map(counted).unwrap_or_default(),
        });
    }
    Ok(YearlyFigures {
        year,
        unit: unit.map(str::to_owned),
        until: period.last(),
        months,
        ordered_before: ordered(db, before, unit).await?,
        provided_before: sum(&provided_before),
        units: by_value(db, ProvidedDimension::Unit, period, unit).await?,
        usages: by_value(db, ProvidedDimension::Usage, period, unit).await?,
        satellites: by_value(db, ProvidedDimension::Satellite, period, unit).await?,
        service: service(db, period, unit).await?,
    })
}

async fn ordered(
    db: &mut PgConnection,
    period: Period,
    unit: Option<&str>,
) -> Result<Ordered, StorageError> {
    let dimension = match unit {
        Some(_) => Dimension::Unit,
        None => Dimension::Total,
    };
    let found = order_figures::by_value(db, &FigureSource::RolledUp, dimension, period).await?;
    let figures = found.get(unit.unwrap_or_default()).copied();
    Ok(figures.unwrap_or_default().into())
}

async fn by_value(
    db: &mut PgConnection,
    dimension: ProvidedDimension,
    period: Period,
    unit: Option<&str>,
) -> Result<Vec<ValueFigures>, StorageError> {
    let found = registry::figures(db, dimension, period, unit).await?;
    let names = match dimension {
        ProvidedDimension::Satellite => Some(instruments::names(db).await?),
        _ => None,
    };
    let name = |code: &str| {
        let names = names.as_ref();
        names.map_or_else(|| code.to_owned(), |names| names.satellite(code).to_owned())
    };
    let values = found.into_iter().map(|figure| ValueFigures {
        name: name(&figure.value),
        provided: counted(&figure),
        value: figure.value,
    });
    Ok(values.collect())
}

fn counted(figure: &ProvidedFigure) -> Provided {
    Provided {
        deliveries: figure.entries.unsigned_abs(),
        scenes: figure.scenes.unsigned_abs(),
        bytes: figure.bytes.unsigned_abs(),
    }
}

fn sum(figures: &[ProvidedFigure]) -> Provided {
    figures
        .iter()
        .map(counted)
        .fold(Provided::default(), |sum, one| Provided {
            deliveries: sum.deliveries + one.deliveries,
            scenes: sum.scenes + one.scenes,
            bytes: sum.bytes.saturating_add(one.bytes),
        })
}

/// How long preparation took, from the last approval to the first opened delivery of an order; what was fetched, or handed over
/// on a disk; how the orders were rated.
async fn service(
    db: &mut PgConnection,
    period: Period,
    unit: Option<&str>,
) -> Result<ServiceFigures, StorageError> {
    let row = sqlx::query!(
        "WITH entry AS (SELECT e.number, e.order_id, e.round, e.opened_at, e.get_method, e.completed_at FROM registry_entry e \
             WHERE e.opened_at >= $1::date::timestamp AT TIME ZONE interval '8 hours' \
             AND e.opened_at < ($2::date + 1)::timestamp AT TIME ZONE interval '8 hours' \
             AND ($3::text IS NULL OR e.unit = $3)), \
         prepared AS (SELECT extract(epoch FROM e.opened_at - approved.at)::float8 AS seconds FROM entry e \
             JOIN LATERAL (SELECT max(v.at) AS at FROM order_event v WHERE v.order_id = e.order_id AND v.action = 'approve' \
                 AND v.at <= e.opened_at) approved ON approved.at IS NOT NULL WHERE e.round = 1) \
         SELECT (SELECT count(*) FROM prepared) AS \"prepared!\", \
         (SELECT coalesce(percentile_disc(0.5) WITHIN GROUP (ORDER BY seconds), 0)::bigint FROM prepared) AS \"median!\", \
         (SELECT coalesce(percentile_disc(0.95) WITHIN GROUP (ORDER BY seconds), 0)::bigint FROM prepared) AS \"p95!\", \
         (SELECT count(*) FROM entry e WHERE (e.get_method = $4 AND e.completed_at IS NOT NULL) \
             OR EXISTS (SELECT FROM registry_fetch f WHERE f.entry = e.number AND f.times > 0)) AS \"fetched!\", \
         (SELECT count(*) FROM feedback b WHERE b.order_id IN (SELECT order_id FROM entry)) AS \"ratings!\", \
         (SELECT count(*) FROM feedback b WHERE b.appraise <= 1 AND b.order_id IN (SELECT order_id FROM entry)) AS \"satisfied!\"",
        period.first(),
        period.last(),
        unit,
        GetMethod::OfflineCopy.code()
    )
    .fetch_one(db)
    .await?;
    Ok(ServiceFigures {
        prepared: row.prepared.unsigned_abs(),
        median_seconds: row.median.unsigned_abs(),
        p95_seconds: row.p95.unsigned_abs(),
        fetched: row.fetched.unsigned_abs(),
        ratings: row.ratings.unsigned_abs(),
        satisfied: row.satisfied.unsigned_abs(),
    })
}

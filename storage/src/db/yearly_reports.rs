//! 年度报告: what a year's report counts, what operators say of it, and the editions that were published.

use chrono::NaiveDate;
use domain::statistics::{Dimension, DurationHistogram, Period};
use domain::yearly_report::{
    MonthlyFigures, Ordered, Provided, ReportYear, ServiceFigures, ValueFigures, YearlyFigures,
};
use sqlx::PgConnection;

use super::catalogue::instruments;
use super::order_figures::{self, FigureSource};
use super::order_scope::OrderScope;
use super::registry::{self, ProvidedDimension, ProvidedFigure};
use super::service_figures;
use crate::StorageError;

mod editions;
mod notes;

pub use editions::{ReportEdition, edition, editions, publish};
pub use notes::{notes, save_note};

/// Counts the year until `today`, everything or what one unit ordered and was given, from sums of orders and of what was provided. In a
/// transaction that sees one state: figures are to agree.
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
    let took = took(db, period, unit).await?;
    let served = registry::served(db, period, unit).await?;
    Ok(ServiceFigures {
        prepared: took.durations(),
        median_seconds: took.within(50).unwrap_or_default(),
        p95_seconds: took.within(95).unwrap_or_default(),
        fetched: served.fetched,
        ratings: served.rated,
        satisfied: served.satisfied,
    })
}

async fn took(
    db: &mut PgConnection,
    period: Period,
    unit: Option<&str>,
) -> Result<DurationHistogram, StorageError> {
    if let Some(unit) = unit {
        return registry::took(db, period, unit).await;
    }
    let mut took = DurationHistogram::default();
    let months = service_figures::preparation_by_month(db, (&OrderScope::All, period)).await?;
    for month in months.values() {
        took += &month.took;
    }
    Ok(took)
}

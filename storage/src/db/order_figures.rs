//! What statistics count of orders, from roll-ups by day and month that workers bring up to date.
//!
//! An order counts from its first submission on, on the day in China on which it was made, whatever becomes of it later.
//! See docs/figures.md.

use chrono::NaiveDate;
use domain::statistics::{Dimension, MethodFigures, Period, Span};
use sqlx::PgConnection;

use crate::StorageError;

mod check;
mod counted;
mod nodes;
mod roll_up;
mod rolled_up;
mod source;

pub use check::FigureDifference;
use counted::FiguresBy;
pub use roll_up::{is_due, mark_due, roll_up_due};
pub use source::FigureSource;

/// By satellite, unit or whatever `dimension` tells apart; only what has orders.
pub async fn by_value(
    db: &mut PgConnection,
    source: &FigureSource,
    dimension: Dimension,
    period: Period,
) -> Result<FiguresBy<String>, StorageError> {
    match source {
        FigureSource::RolledUp => rolled_up::by_value(db, dimension, period).await,
        FigureSource::Nodes(nodes) => nodes::by_value(db, nodes, dimension, period).await,
        FigureSource::Scenes(scenes) => source::by_value(db, scenes, dimension, period).await,
    }
}

/// Every row of both roll-ups beside the orders themselves, days that are due left out; at most 100 differences of each. Reads
/// all orders.
pub async fn differences(db: &mut PgConnection) -> Result<Vec<FigureDifference>, StorageError> {
    let mut differences = check::differences(db).await?;
    differences.extend(nodes::differences(db).await?);
    Ok(differences)
}

/// All of them together.
pub async fn total(
    db: &mut PgConnection,
    source: &FigureSource,
    period: Period,
) -> Result<MethodFigures, StorageError> {
    let mut by_value = by_value(db, source, Dimension::Total, period).await?;
    Ok(by_value.remove("").unwrap_or_default())
}

/// By the first day of each month; only months that have orders, and of the first and the last only the days of the
/// period.
pub async fn by_month(
    db: &mut PgConnection,
    source: &FigureSource,
    period: Period,
) -> Result<FiguresBy<NaiveDate>, StorageError> {
    let pieces = period.pieces();
    match source {
        FigureSource::RolledUp => rolled_up::by_start(db, &pieces, Span::Month).await,
        FigureSource::Nodes(nodes) => nodes::by_start(db, nodes, (&pieces, Span::Month)).await,
        FigureSource::Scenes(scenes) => source::by_start(db, scenes, period, Span::Month).await,
    }
}

/// By day; only days that have orders.
pub async fn by_day(
    db: &mut PgConnection,
    source: &FigureSource,
    period: Period,
) -> Result<FiguresBy<NaiveDate>, StorageError> {
    let pieces = period.days();
    match source {
        FigureSource::RolledUp => rolled_up::by_start(db, &pieces, Span::Day).await,
        FigureSource::Nodes(nodes) => nodes::by_start(db, nodes, (&pieces, Span::Day)).await,
        FigureSource::Scenes(scenes) => source::by_start(db, scenes, period, Span::Day).await,
    }
}

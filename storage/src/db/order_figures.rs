//! What statistics count of orders, from roll-ups by day and month that workers bring up to date.
//!
//! An order counts from its first submission on, on the day in China on which it was made, whatever becomes of it later.
//! See docs/figures.md.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use domain::size::ByteCount;
use domain::statistics::{Dimension, MethodFigures, OrderFigures, Period, Piece, Span};
use sqlx::PgConnection;

use super::known;
use crate::StorageError;

mod check;
mod nodes;
mod roll_up;
mod source;

pub use check::FigureDifference;
pub use roll_up::{is_due, mark_due, roll_up_due};
pub use source::FigureSource;

/// Figures by what tells them apart.
type FiguresBy<K> = BTreeMap<K, MethodFigures>;

/// By satellite, unit or whatever `dimension` tells apart; only what has orders.
pub async fn by_value(
    db: &mut PgConnection,
    source: &FigureSource,
    dimension: Dimension,
    period: Period,
) -> Result<FiguresBy<String>, StorageError> {
    match source {
        FigureSource::RolledUp => of_all(db, dimension, period).await,
        FigureSource::Nodes(nodes) => nodes::by_value(db, nodes, dimension, period).await,
        FigureSource::Scenes(scenes) => source::by_value(db, scenes, dimension, period).await,
    }
}

/// As [`by_value`], of all orders. There are many units: of these alone years are rolled up, too.
async fn of_all(
    db: &mut PgConnection,
    dimension: Dimension,
    period: Period,
) -> Result<FiguresBy<String>, StorageError> {
    let pieces = match dimension {
        Dimension::Unit => period.pieces_with_years(),
        _ => period.pieces(),
    };
    let Pieces {
        spans,
        from,
        before,
    } = Pieces::new(&pieces);
    let rows = sqlx::query!(
        "SELECT f.value, f.get_method, sum(f.orders)::bigint AS \"orders!\", sum(f.scenes)::bigint AS \"scenes!\", \
         sum(f.bytes)::bigint AS \"bytes!\" \
         FROM unnest($2::text[], $3::date[], $4::date[]) AS piece (span, from_day, before_day) \
         JOIN order_figure f ON f.dimension = $1 AND f.span = piece.span \
         AND f.starts >= piece.from_day AND f.starts < piece.before_day GROUP BY f.value, f.get_method",
        dimension.as_str(),
        &spans[..],
        &from[..],
        &before[..]
    )
    .fetch_all(db)
    .await?;
    let mut figures = FiguresBy::new();
    for row in rows {
        let one: &mut MethodFigures = figures.entry(row.value).or_default();
        one.add(
            known("order_figure.get_method", row.get_method)?,
            counted(row.orders, row.scenes, row.bytes),
        );
    }
    Ok(figures)
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
        FigureSource::RolledUp => by_start(db, &pieces, Span::Month).await,
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
        FigureSource::RolledUp => by_start(db, &pieces, Span::Day).await,
        FigureSource::Nodes(nodes) => nodes::by_start(db, nodes, (&pieces, Span::Day)).await,
        FigureSource::Scenes(scenes) => source::by_start(db, scenes, period, Span::Day).await,
    }
}

async fn by_start(
    db: &mut PgConnection,
    pieces: &[Piece],
    span: Span,
) -> Result<FiguresBy<NaiveDate>, StorageError> {
    let Pieces {
        spans,
        from,
        before,
    } = Pieces::new(pieces);
    let rows = sqlx::query!(
        "SELECT date_trunc($5, f.starts::timestamp)::date AS \"starts!\", f.get_method, \
         sum(f.orders)::bigint AS \"orders!\", sum(f.scenes)::bigint AS \"scenes!\", sum(f.bytes)::bigint AS \"bytes!\" \
         FROM unnest($2::text[], $3::date[], $4::date[]) AS piece (span, from_day, before_day) \
         JOIN order_figure f ON f.dimension = $1 AND f.span = piece.span \
         AND f.starts >= piece.from_day AND f.starts < piece.before_day GROUP BY 1, f.get_method",
        Dimension::Total.as_str(),
        &spans[..],
        &from[..],
        &before[..],
        span.as_str()
    )
    .fetch_all(db)
    .await?;
    let mut figures = FiguresBy::new();
    for row in rows {
        let one: &mut MethodFigures = figures.entry(row.starts).or_default();
        one.add(
            known("order_figure.get_method", row.get_method)?,
            counted(row.orders, row.scenes, row.bytes),
        );
    }
    Ok(figures)
}

fn counted(orders: i64, scenes: i64, bytes: i64) -> OrderFigures {
    OrderFigures {
        orders: orders.unsigned_abs(),
        scenes: scenes.unsigned_abs(),
        bytes: ByteCount(bytes.unsigned_abs()),
    }
}

/// Pieces, as a statement takes them.
struct Pieces {
    spans: Vec<String>,
    from: Vec<NaiveDate>,
    before: Vec<NaiveDate>,
}

impl Pieces {
    fn new(pieces: &[Piece]) -> Self {
        Self {
            spans: pieces
                .iter()
                .map(|piece| piece.span.as_str().to_owned())
                .collect(),
            from: pieces.iter().map(|piece| piece.from).collect(),
            before: pieces.iter().map(|piece| piece.before).collect(),
        }
    }
}

//! Figures of all orders, from the roll-up of orders.

use chrono::NaiveDate;
use domain::statistics::{Dimension, MethodFigures, Period, Piece, Span};
use sqlx::PgConnection;

use super::counted::{FiguresBy, Pieces, counted};
use crate::StorageError;
use crate::db::known;

/// As [`super::by_value`], of all orders. There are many units: of these alone years are rolled up, too.
pub(super) async fn by_value(
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

/// By the first day of each span; only spans that have orders.
pub(super) async fn by_start(
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

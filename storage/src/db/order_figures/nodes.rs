//! Figures of whoever sees the scenes of some catalogue nodes: an order counts once, however many of these it has scenes of. Rolled up
//! beside the figures of all orders, from the same marks.

use chrono::NaiveDate;
use domain::statistics::{Dimension, Period, Piece, Span};
use sqlx::PgConnection;

use super::check::{FigureDifference, MOST};
use super::counted::{FiguresBy, Pieces, counted};
use super::rolled_up;
use crate::StorageError;
use crate::db::known;

/// As [`super::by_value`], of the scenes of these nodes.
pub(super) async fn by_value(
    db: &mut PgConnection,
    nodes: &[i64],
    dimension: Dimension,
    period: Period,
) -> Result<FiguresBy<String>, StorageError> {
    if dimension == Dimension::Node {
        return by_node(db, nodes, period).await;
    }
    let Pieces {
        spans,
        from,
        before,
    } = Pieces::new(&period.pieces());
    let rows = sqlx::query!(
        "SELECT f.value, f.get_method, sum(f.orders)::bigint AS \"orders!\", sum(n.scenes)::bigint AS \"scenes!\", \
         sum(n.bytes)::bigint AS \"bytes!\" \
         FROM unnest($2::text[], $3::date[], $4::date[]) AS piece (span, from_day, before_day) \
         JOIN order_node_figure f ON f.dimension = $1 AND f.span = piece.span \
         AND f.starts >= piece.from_day AND f.starts < piece.before_day AND f.nodes && $5 \
         CROSS JOIN LATERAL (SELECT sum(e.scenes) AS scenes, sum(e.bytes) AS bytes \
          FROM unnest(f.nodes, f.scenes, f.bytes) AS e (node, scenes, bytes) WHERE e.node = ANY ($5)) n \
         GROUP BY f.value, f.get_method",
        dimension.as_str(),
        &spans[..],
        &from[..],
        &before[..],
        nodes
    )
    .fetch_all(db)
    .await?;
    let mut figures = FiguresBy::new();
    for row in rows {
        figures.entry(row.value).or_default().add(
            known("order_node_figure.get_method", row.get_method)?,
            counted(row.orders, row.scenes, row.bytes),
        );
    }
    Ok(figures)
}

/// Single nodes stand among the figures of all orders.
async fn by_node(
    db: &mut PgConnection,
    nodes: &[i64],
    period: Period,
) -> Result<FiguresBy<String>, StorageError> {
    let of_all = rolled_up::by_value(db, Dimension::Node, period).await?;
    let visible = of_all.into_iter().filter(|(value, _)| {
        let node = value.parse::<i64>();
        node.is_ok_and(|node| nodes.contains(&node))
    });
    Ok(visible.collect())
}

/// By the first day of each span, of the scenes of these nodes.
pub(super) async fn by_start(
    db: &mut PgConnection,
    nodes: &[i64],
    (pieces, span): (&[Piece], Span),
) -> Result<FiguresBy<NaiveDate>, StorageError> {
    let Pieces {
        spans,
        from,
        before,
    } = Pieces::new(pieces);
    let rows = sqlx::query!(
        "SELECT date_trunc($6, f.starts::timestamp)::date AS \"starts!\", f.get_method, sum(f.orders)::bigint AS \"orders!\", \
         sum(n.scenes)::bigint AS \"scenes!\", sum(n.bytes)::bigint AS \"bytes!\" \
         FROM unnest($2::text[], $3::date[], $4::date[]) AS piece (span, from_day, before_day) \
         JOIN order_node_figure f ON f.dimension = $1 AND f.span = piece.span \
         AND f.starts >= piece.from_day AND f.starts < piece.before_day AND f.nodes && $5 \
         CROSS JOIN LATERAL (SELECT sum(e.scenes) AS scenes, sum(e.bytes) AS bytes \
          FROM unnest(f.nodes, f.scenes, f.bytes) AS e (node, scenes, bytes) WHERE e.node = ANY ($5)) n \
         GROUP BY 1, f.get_method",
        Dimension::Total.as_str(),
        &spans[..],
        &from[..],
        &before[..],
        nodes,
        span.as_str()
    )
    .fetch_all(db)
    .await?;
    let mut figures = FiguresBy::new();
    for row in rows {
        figures.entry(row.starts).or_default().add(
            known("order_node_figure.get_method", row.get_method)?,
            counted(row.orders, row.scenes, row.bytes),
        );
    }
    Ok(figures)
}

/// Rows that stay as they are are not written.
pub(super) async fn roll_up_days(
    db: &mut PgConnection,
    days: &[NaiveDate],
) -> Result<(), StorageError> {
    sqlx::query!(
        "WITH counted AS (SELECT * FROM order_node_figure_counted($1)), \
         gone AS (DELETE FROM order_node_figure f WHERE f.span = $2 AND f.dimension = ANY($3) AND f.starts = ANY($1) AND NOT EXISTS \
          (SELECT FROM counted c WHERE (c.dimension, c.starts, c.value, c.get_method, c.nodes_hash) \
           = (f.dimension, f.starts, f.value, f.get_method, f.nodes_hash))) \
         INSERT INTO order_node_figure AS f \
         (span, starts, dimension, value, get_method, nodes, nodes_hash, orders, scenes, bytes) \
         SELECT $2, starts, dimension, value, get_method, nodes, nodes_hash, orders, scenes, bytes FROM counted \
         ON CONFLICT (span, dimension, starts, value, get_method, nodes_hash) DO UPDATE SET \
         orders = excluded.orders, scenes = excluded.scenes, bytes = excluded.bytes \
         WHERE (f.orders, f.scenes, f.bytes) <> (excluded.orders, excluded.scenes, excluded.bytes)",
        days,
        Span::Day.as_str(),
        &dimensions()[..]
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The months of these days, from their days.
pub(super) async fn roll_up_months(
    db: &mut PgConnection,
    days: &[NaiveDate],
) -> Result<(), StorageError> {
    sqlx::query!(
        "WITH month AS (SELECT DISTINCT date_trunc($3, d.day::timestamp)::date AS starts FROM unnest($1::date[]) AS d (day)), \
         of_node AS (SELECT m.starts, f.dimension, f.value, f.get_method, f.nodes, f.nodes_hash, e.position, \
          sum(f.orders)::bigint AS orders, sum(e.scenes)::bigint AS scenes, sum(e.bytes)::bigint AS bytes \
          FROM month m JOIN order_node_figure f ON f.span = $2 AND f.starts >= m.starts AND f.starts < m.starts + interval '1 month' \
          AND f.dimension = ANY($4) CROSS JOIN LATERAL unnest(f.scenes, f.bytes) WITH ORDINALITY AS e (scenes, bytes, position) \
          GROUP BY 1, 2, 3, 4, 5, 6, 7), \
         counted AS (SELECT starts, dimension, value, get_method, nodes, nodes_hash, min(orders) AS orders, \
          array_agg(scenes ORDER BY position) AS scenes, array_agg(bytes ORDER BY position) AS bytes \
          FROM of_node GROUP BY 1, 2, 3, 4, 5, 6), \
         gone AS (DELETE FROM order_node_figure f WHERE f.span = $3 AND f.dimension = ANY($4) \
          AND f.starts IN (SELECT starts FROM month) AND NOT EXISTS \
          (SELECT FROM counted c WHERE (c.dimension, c.starts, c.value, c.get_method, c.nodes_hash) \
           = (f.dimension, f.starts, f.value, f.get_method, f.nodes_hash))) \
         INSERT INTO order_node_figure AS f \
         (span, starts, dimension, value, get_method, nodes, nodes_hash, orders, scenes, bytes) \
         SELECT $3, starts, dimension, value, get_method, nodes, nodes_hash, orders, scenes, bytes FROM counted \
         ON CONFLICT (span, dimension, starts, value, get_method, nodes_hash) DO UPDATE SET \
         orders = excluded.orders, scenes = excluded.scenes, bytes = excluded.bytes \
         WHERE (f.orders, f.scenes, f.bytes) <> (excluded.orders, excluded.scenes, excluded.bytes)",
        days,
        Span::Day.as_str(),
        Span::Month.as_str(),
        &dimensions()[..]
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Named in statements that are about all of them, so that the key of the roll-up finds the rows.
fn dimensions() -> Vec<String> {
    let others = Dimension::ALL
        .into_iter()
        .filter(|one| *one != Dimension::Node);
    others
        .map(|dimension| dimension.as_str().to_owned())
        .collect()
}

/// Every row beside the orders themselves, days that are due left out.
pub(super) async fn differences(
    db: &mut PgConnection,
) -> Result<Vec<FigureDifference>, StorageError> {
    let rows = sqlx::query!(
        "WITH ordered AS (SELECT DISTINCT china_day(created_at) AS day FROM orders WHERE submitted_at IS NOT NULL), \
         counted AS MATERIALIZED (SELECT * FROM order_node_figure_counted(ARRAY(SELECT day FROM ordered))), \
         of_month AS (SELECT date_trunc($2, c.starts::timestamp)::date AS starts, c.dimension, c.value, c.get_method, c.nodes, \
          c.nodes_hash, e.position, sum(c.orders)::bigint AS orders, sum(e.scenes)::bigint AS scenes, sum(e.bytes)::bigint AS bytes \
          FROM counted c CROSS JOIN LATERAL unnest(c.scenes, c.bytes) WITH ORDINALITY AS e (scenes, bytes, position) \
          GROUP BY 1, 2, 3, 4, 5, 6, 7), \
         truth AS (SELECT $1::text AS span, c.* FROM counted c \
          UNION ALL SELECT $2::text, starts, dimension, value, get_method, nodes, nodes_hash, min(orders), \
          array_agg(scenes ORDER BY position), array_agg(bytes ORDER BY position) FROM of_month GROUP BY 2, 3, 4, 5, 6, 7) \
         SELECT coalesce(t.span, f.span) AS \"span!\", coalesce(t.starts, f.starts) AS \"starts!\", \
         coalesce(t.dimension, f.dimension) AS \"dimension!\", \
         coalesce(t.value, f.value) || ' ' || coalesce(t.nodes, f.nodes)::text AS \"value!\", \
         coalesce(t.get_method, f.get_method) AS \"get_method!\", \
         coalesce(f.orders, 0) AS \"rolled_orders!\", (SELECT coalesce(sum(n), 0)::bigint FROM unnest(f.scenes) n) AS \"rolled_scenes!\", \
         (SELECT coalesce(sum(n), 0)::bigint FROM unnest(f.bytes) n) AS \"rolled_bytes!\", coalesce(t.orders, 0) AS \"orders!\", \
         (SELECT coalesce(sum(n), 0)::bigint FROM unnest(t.scenes) n) AS \"scenes!\", \
         (SELECT coalesce(sum(n), 0)::bigint FROM unnest(t.bytes) n) AS \"bytes!\" \
         FROM truth t FULL JOIN order_node_figure f ON (f.span, f.dimension, f.starts, f.value, f.get_method, f.nodes_hash) \
          = (t.span, t.dimension, t.starts, t.value, t.get_method, t.nodes_hash) \
         WHERE (t.orders, t.scenes, t.bytes) IS DISTINCT FROM (f.orders, f.scenes, f.bytes) \
         AND NOT EXISTS (SELECT FROM order_figure_due d WHERE d.day = coalesce(t.starts, f.starts) OR \
          (coalesce(t.span, f.span) = $2 AND date_trunc($2, d.day::timestamp)::date = coalesce(t.starts, f.starts))) \
         ORDER BY 2, 1, 3, 4, 5 LIMIT $3",
        Span::Day.as_str(),
        Span::Month.as_str(),
        MOST
    )
    .fetch_all(db)
    .await?;
    let differences = rows.into_iter().map(|row| FigureDifference {
        rolled_up: counted(row.rolled_orders, row.rolled_scenes, row.rolled_bytes),
        counted: counted(row.orders, row.scenes, row.bytes),
        span: row.span,
        starts: row.starts,
        dimension: row.dimension,
        value: row.value,
        get_method: row.get_method,
    });
    Ok(differences.collect())
}

//! Whether the roll-ups say what the orders say.

use chrono::NaiveDate;
use domain::statistics::{Dimension, OrderFigures, Span};
use sqlx::PgConnection;

use super::counted::counted;
use crate::StorageError;

/// Differences that one check names.
pub(super) const MOST: i64 = 100;

/// A row of the roll-up that says something else than the orders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FigureDifference {
    /// `day`, `month` or `year`.
    pub span: String,
    /// First day of the span.
    pub starts: NaiveDate,
    /// What orders are told apart by.
    pub dimension: String,
    /// Which of them; of the roll-up by nodes, with these.
    pub value: String,
    /// `getMethod`.
    pub get_method: i16,
    /// Figures as the roll-up has them.
    pub rolled_up: OrderFigures,
    /// What the orders say; of a month its days, of a year its months.
    pub counted: OrderFigures,
}

/// Every row of the roll-up of all orders beside the orders themselves, days that are due left out.
pub(super) async fn differences(
    db: &mut PgConnection,
) -> Result<Vec<FigureDifference>, StorageError> {
    let rows = sqlx::query!(
        "WITH due AS (SELECT DISTINCT day FROM order_figure_due), \
         ordered AS (SELECT DISTINCT china_day(created_at) AS day FROM orders WHERE submitted_at IS NOT NULL), \
         truth AS (SELECT $1::text AS span, c.* FROM order_figure_counted(ARRAY(SELECT day FROM ordered)) c \
          UNION ALL SELECT $2::text, date_trunc($2, f.starts::timestamp)::date, f.dimension, f.value, f.get_method, \
           sum(f.orders)::bigint, sum(f.scenes)::bigint, sum(f.bytes)::bigint \
          FROM order_figure f WHERE f.span = $1 GROUP BY 1, 2, 3, 4, 5 \
          UNION ALL SELECT $4::text, date_trunc($4, f.starts::timestamp)::date, f.dimension, f.value, f.get_method, \
           sum(f.orders)::bigint, sum(f.scenes)::bigint, sum(f.bytes)::bigint \
          FROM order_figure f WHERE f.span = $2 AND f.dimension = $5 GROUP BY 1, 2, 3, 4, 5) \
         SELECT coalesce(t.span, f.span) AS \"span!\", coalesce(t.starts, f.starts) AS \"starts!\", \
         coalesce(t.dimension, f.dimension) AS \"dimension!\", coalesce(t.value, f.value) AS \"value!\", \
         coalesce(t.get_method, f.get_method) AS \"get_method!\", \
         coalesce(f.orders, 0) AS \"rolled_orders!\", coalesce(f.scenes, 0) AS \"rolled_scenes!\", \
         coalesce(f.bytes, 0) AS \"rolled_bytes!\", coalesce(t.orders, 0) AS \"orders!\", \
         coalesce(t.scenes, 0) AS \"scenes!\", coalesce(t.bytes, 0) AS \"bytes!\" \
         FROM truth t FULL JOIN order_figure f ON (f.span, f.dimension, f.starts, f.value, f.get_method) \
          = (t.span, t.dimension, t.starts, t.value, t.get_method) \
         WHERE (t.orders, t.scenes, t.bytes) IS DISTINCT FROM (f.orders, f.scenes, f.bytes) \
         AND coalesce(t.starts, f.starts) NOT IN (SELECT day FROM due) ORDER BY 2, 1, 3, 4, 5 LIMIT $3",
        Span::Day.as_str(),
        Span::Month.as_str(),
        MOST,
        Span::Year.as_str(),
        Dimension::Unit.as_str()
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

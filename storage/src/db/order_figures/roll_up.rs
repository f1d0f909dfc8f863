//! Bringing the roll-ups up to date: what is due is counted anew from the orders, whole days at a time.

use chrono::NaiveDate;
use domain::statistics::{Dimension, Period, Span};
use sqlx::PgConnection;

use super::nodes;
use crate::StorageError;

/// Days that one transaction counts: it must not hold its locks for long.
const MAX_DAYS: i64 = 31;

/// Recounts days whose orders changed, at most `MAX_DAYS` of them; true if more may be due. Call inside a
/// transaction of the default isolation: what is counted must be read after the marks were taken.
pub async fn roll_up_due(db: &mut PgConnection) -> Result<bool, StorageError> {
    // One at a time: two who count one day would write each other's rows. Who comes second leaves it to the first.
    let is_mine = sqlx::query_scalar!(
        "SELECT pg_try_advisory_xact_lock(hashtextextended('order_figure', 0)) AS \"mine!\""
    )
    .fetch_one(&mut *db)
    .await?;
    if !is_mine {
        return Ok(false);
    }
    let mut days: Vec<NaiveDate> = sqlx::query_scalar!(
        "DELETE FROM order_figure_due WHERE day IN \
         (SELECT DISTINCT day FROM order_figure_due ORDER BY day DESC LIMIT $1) RETURNING day",
        MAX_DAYS
    )
    .fetch_all(&mut *db)
    .await?;
    days.sort_unstable();
    days.dedup();
    if days.is_empty() {
        return Ok(false);
    }
    roll_up_days(db, &days).await?;
    roll_up_longer(db, &days, (Span::Day, Span::Month), &dimensions()).await?;
    let units = [Dimension::Unit.as_str().to_owned()];
    roll_up_longer(db, &days, (Span::Month, Span::Year), &units).await?;
    nodes::roll_up_days(db, &days).await?;
    nodes::roll_up_months(db, &days).await?;
    Ok(i64::try_from(days.len()).unwrap_or(MAX_DAYS) >= MAX_DAYS)
}

/// Marks the days of the period that have orders or roll-ups, so that they are counted anew; how many.
pub async fn mark_due(db: &mut PgConnection, period: Period) -> Result<u64, StorageError> {
    let marked = sqlx::query!(
        "INSERT INTO order_figure_due (day) \
         SELECT china_day(created_at) FROM orders WHERE submitted_at IS NOT NULL AND china_day(created_at) BETWEEN $1 AND $2 \
         UNION SELECT starts FROM order_figure WHERE span = $3 AND starts BETWEEN $1 AND $2 \
         UNION SELECT starts FROM order_node_figure WHERE span = $3 AND starts BETWEEN $1 AND $2",
        period.first(),
        period.last(),
        Span::Day.as_str()
    )
    .execute(db)
    .await?;
    Ok(marked.rows_affected())
}

/// Whether orders of the period were written that are not counted yet.
pub async fn is_due(db: &mut PgConnection, period: Period) -> Result<bool, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT EXISTS (SELECT FROM order_figure_due WHERE day BETWEEN $1 AND $2) AS \"due!\"",
        period.first(),
        period.last()
    )
    .fetch_one(db)
    .await?)
}

/// Rows that stay as they are are not written: the day that it is is counted twice a second.
async fn roll_up_days(db: &mut PgConnection, days: &[NaiveDate]) -> Result<(), StorageError> {
    sqlx::query!(
        "WITH counted AS (SELECT * FROM order_figure_counted($1)), \
         gone AS (DELETE FROM order_figure f WHERE f.span = $2 AND f.dimension = ANY($3) AND f.starts = ANY($1) AND NOT EXISTS \
          (SELECT FROM counted c WHERE (c.dimension, c.starts, c.value, c.get_method) \
           = (f.dimension, f.starts, f.value, f.get_method))) \
         INSERT INTO order_figure AS f (span, starts, dimension, value, get_method, orders, scenes, bytes) \
         SELECT $2, starts, dimension, value, get_method, orders, scenes, bytes FROM counted \
         ON CONFLICT (span, dimension, starts, value, get_method) DO UPDATE SET \
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

/// The months, or years, of these days from what is rolled up of shorter spans.
async fn roll_up_longer(
    db: &mut PgConnection,
    days: &[NaiveDate],
    (shorter, longer): (Span, Span),
    dimensions: &[String],
) -> Result<(), StorageError> {
    sqlx::query!(
        "WITH span AS (SELECT DISTINCT date_trunc($3, d.day::timestamp)::date AS starts FROM unnest($1::date[]) AS d (day)), \
         counted AS (SELECT s.starts, f.dimension, f.value, f.get_method, sum(f.orders)::bigint AS orders, \
          sum(f.scenes)::bigint AS scenes, sum(f.bytes)::bigint AS bytes FROM span s JOIN order_figure f \
          ON f.span = $2 AND f.starts >= s.starts AND f.starts < s.starts + ('1 ' || $3)::interval \
          AND f.dimension = ANY($4) GROUP BY 1, 2, 3, 4), \
         gone AS (DELETE FROM order_figure f WHERE f.span = $3 AND f.dimension = ANY($4) AND f.starts IN (SELECT starts FROM span) \
          AND NOT EXISTS (SELECT FROM counted c WHERE (c.dimension, c.starts, c.value, c.get_method) \
           = (f.dimension, f.starts, f.value, f.get_method))) \
         INSERT INTO order_figure AS f (span, starts, dimension, value, get_method, orders, scenes, bytes) \
         SELECT $3, starts, dimension, value, get_method, orders, scenes, bytes FROM counted \
         ON CONFLICT (span, dimension, starts, value, get_method) DO UPDATE SET \
         orders = excluded.orders, scenes = excluded.scenes, bytes = excluded.bytes \
         WHERE (f.orders, f.scenes, f.bytes) <> (excluded.orders, excluded.scenes, excluded.bytes)",
        days,
        shorter.as_str(),
        longer.as_str(),
        dimensions
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Named in statements that are about all of them, so that the key of the roll-up finds the rows.
fn dimensions() -> [String; 7] {
    Dimension::ALL.map(|dimension| dimension.as_str().to_owned())
}

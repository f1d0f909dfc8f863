//! Differences into the sums that they belong to.

use sqlx::PgConnection;

use crate::StorageError;

/// Differences that one transaction folds: it must not hold its locks for long.
const MOST: i64 = 20_000;

/// Adds the oldest differences to the sums of their day and month; whether there may be more. Call inside a transaction: a
/// difference is in one of both tables at every moment.
pub async fn fold_changes(db: &mut PgConnection) -> Result<bool, StorageError> {
    // One at a time: two would wait for each other's rows crosswise. Who comes second leaves it to the first.
    let is_mine = sqlx::query_scalar!(
        "SELECT pg_try_advisory_xact_lock(hashtextextended('service_figure', 0)) AS \"mine!\""
    )
    .fetch_one(&mut *db)
    .await?;
    if !is_mine {
        return Ok(false);
    }
    let taken = sqlx::query_scalar!(
        "WITH taken AS (DELETE FROM service_change WHERE id = ANY (ARRAY(SELECT id FROM service_change ORDER BY id LIMIT $1)) \
          RETURNING day, measure, value, count), \
         spans AS (SELECT 'day' AS span, day AS starts, measure, value, sum(count)::bigint AS count FROM taken GROUP BY 2, 3, 4 \
          UNION ALL SELECT 'month', date_trunc('month', day::timestamp)::date, measure, value, sum(count)::bigint FROM taken \
          GROUP BY 2, 3, 4), \
         added AS (INSERT INTO service_figure AS f (span, starts, measure, value, count) \
          SELECT span, starts, measure, value, count FROM spans WHERE count <> 0 \
          ON CONFLICT (measure, span, starts, value) DO UPDATE SET count = f.count + excluded.count) \
         SELECT count(*) AS \"taken!\" FROM taken",
        MOST
    )
    .fetch_one(&mut *db)
    .await?;
    if taken == 0 {
        return Ok(false);
    }
    sqlx::query!("DELETE FROM service_figure WHERE count = 0")
        .execute(db)
        .await?;
    Ok(taken >= MOST)
}

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
        "SELECT pg_try_advisory_xact_lock(hashtextextended('received_figure', 0)) AS \"mine!\""
    )
    .fetch_one(&mut *db)
    .await?;
    if !is_mine {
        return Ok(false);
    }
    let taken = sqlx::query_scalar!(
        "WITH taken AS (DELETE FROM received_change WHERE id IN (SELECT id FROM received_change ORDER BY id LIMIT $1) \
          RETURNING day, satellite, nodeid, scenes, bytes), \
         spans AS (SELECT 'day' AS span, day AS starts, satellite, nodeid, sum(scenes)::bigint AS scenes, \
           sum(bytes)::bigint AS bytes FROM taken GROUP BY 2, 3, 4 \
          UNION ALL SELECT 'month', date_trunc('month', day::timestamp)::date, satellite, nodeid, sum(scenes)::bigint, \
           sum(bytes)::bigint FROM taken GROUP BY 2, 3, 4), \
         added AS (INSERT INTO received_figure AS f (span, starts, satellite, nodeid, scenes, bytes) \
          SELECT span, starts, satellite, nodeid, scenes, bytes FROM spans WHERE scenes <> 0 OR bytes <> 0 \
          ON CONFLICT (span, starts, satellite, nodeid) DO UPDATE SET \
          scenes = f.scenes + excluded.scenes, bytes = f.bytes + excluded.bytes) \
         SELECT count(*) AS \"taken!\" FROM taken",
        MOST
    )
    .fetch_one(&mut *db)
    .await?;
    if taken == 0 {
        return Ok(false);
    }
    sqlx::query!("DELETE FROM received_figure WHERE scenes = 0 AND bytes = 0")
        .execute(db)
        .await?;
    Ok(taken >= MOST)
}

//! Ended transfers into the sums of their day and month.

use sqlx::PgConnection;

use crate::StorageError;

/// Transfers that one transaction folds: it must not hold its locks for long.
const MOST: i64 = 20_000;

/// Adds the oldest transfers that no sum has to those of their day and month; whether there may be more. Call inside a
/// transaction: a transfer is in one of both tables at every moment.
pub async fn fold_changes(db: &mut PgConnection) -> Result<bool, StorageError> {
    // One at a time: two would wait for each other's rows crosswise. Who comes second leaves it to the first.
    let is_mine = sqlx::query_scalar!(
        "SELECT pg_try_advisory_xact_lock(hashtextextended('download_figure', 0)) AS \"mine!\""
    )
    .fetch_one(&mut *db)
    .await?;
    if !is_mine {
        return Ok(false);
    }
    let taken = sqlx::query_scalar!(
        "WITH taken AS (DELETE FROM download_change WHERE id = ANY (ARRAY(SELECT id FROM download_change ORDER BY id LIMIT $1)) \
          RETURNING day, unit, protocol, files, broken, bytes), \
         spans AS (SELECT 'day' AS span, day AS starts, unit, protocol, files, broken, bytes FROM taken \
          UNION ALL SELECT 'month', date_trunc('month', day::timestamp)::date, unit, protocol, files, broken, bytes FROM taken), \
         added AS (INSERT INTO download_figure AS f (span, starts, unit, protocol, transfers, files, broken, bytes) \
          SELECT span, starts, unit, protocol, count(*), sum(files), sum(broken), sum(bytes) FROM spans GROUP BY 1, 2, 3, 4 \
          ON CONFLICT (span, starts, unit, protocol) DO UPDATE SET transfers = f.transfers + excluded.transfers, \
          files = f.files + excluded.files, broken = f.broken + excluded.broken, bytes = f.bytes + excluded.bytes) \
         SELECT count(*) AS \"taken!\" FROM taken",
        MOST
    )
    .fetch_one(db)
    .await?;
    Ok(taken >= MOST)
}

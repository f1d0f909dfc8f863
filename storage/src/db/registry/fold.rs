//! Differences into the sums that they belong to.

use sqlx::PgConnection;

use crate::StorageError;

/// Differences that one transaction folds: it must not hold its locks for long.
const MOST: i64 = 20_000;

/// Adds the oldest differences to the sums of their day and month, and of all units together; whether there may be more. Call inside a transaction: a
/// difference is in one of both tables at every moment.
pub async fn fold_changes(db: &mut PgConnection) -> Result<bool, StorageError> {
    // One at a time: two would wait for each other's rows crosswise. Who comes second leaves it to the first.
    let is_mine = sqlx::query_scalar!(
        "SELECT pg_try_advisory_xact_lock(hashtextextended('provided_figure', 0)) AS \"mine!\""
    )
    .fetch_one(&mut *db)
    .await?;
    if !is_mine {
        return Ok(false);
    }
    let taken = sqlx::query_scalar!(
        "WITH taken AS (DELETE FROM provided_change WHERE id = ANY (ARRAY(SELECT id FROM provided_change ORDER BY id LIMIT $1)) \
          RETURNING tells, day, unit, value, entries, scenes, bytes, fetched, begun, repeated, last_at, delivery_scenes, delivery_bytes), \
         added AS (INSERT INTO provided_figure AS f \
          (tells, span, starts, unit, value, entries, scenes, bytes, fetched, begun, repeated, last_at, delivery_scenes, delivery_bytes) \
          SELECT s.tells, s.span, s.starts, s.unit, t.value, sum(t.entries), sum(t.scenes), sum(t.bytes), sum(t.fetched), sum(t.begun), \
          sum(t.repeated), max(t.last_at), sum(t.delivery_scenes), sum(t.delivery_bytes) \
          FROM taken t CROSS JOIN LATERAL provided_sums(t.tells, t.day, t.unit) s GROUP BY 1, 2, 3, 4, 5 \
          ON CONFLICT (tells, span, starts, unit, value) DO UPDATE SET entries = f.entries + excluded.entries, \
          scenes = f.scenes + excluded.scenes, bytes = f.bytes + excluded.bytes, fetched = f.fetched + excluded.fetched, \
          begun = f.begun + excluded.begun, repeated = f.repeated + excluded.repeated, \
          last_at = greatest(f.last_at, excluded.last_at), delivery_scenes = f.delivery_scenes + excluded.delivery_scenes, \
          delivery_bytes = f.delivery_bytes + excluded.delivery_bytes) \
         SELECT count(*) AS \"taken!\" FROM taken",
        MOST
    )
    .fetch_one(db)
    .await?;
    Ok(taken >= MOST)
}

//! Scenes of orders that only the catalogue knows (仅目录): no archive holds a file of them.

use domain::ids::OrderId;
use sqlx::PgConnection;

use super::{Resolved, count};
use crate::StorageError;
use crate::db::known;

/// How many scenes of the order have no file in an archive (仅目录) at this moment.
pub async fn catalogued(db: &mut PgConnection, order: OrderId) -> Result<i64, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM order_scene os JOIN scene s USING (did) \
         WHERE os.order_id = $1 AND s.archive_url IS NULL",
        order.0
    )
    .fetch_one(db)
    .await?)
}

/// Takes the scenes that have no file in an archive out of the order; their names, in the order of the list.
pub(crate) async fn remove_catalogued(
    db: &mut PgConnection,
    order: OrderId,
) -> Result<Vec<String>, StorageError> {
    let mut removed = sqlx::query!(
        "DELETE FROM order_scene os USING scene s WHERE s.did = os.did AND os.order_id = $1 \
         AND s.archive_url IS NULL RETURNING os.position, s.dataname",
        order.0
    )
    .fetch_all(&mut *db)
    .await?;
    count(db, order).await?;
    removed.sort_unstable_by(|a, b| (a.position, &a.dataname).cmp(&(b.position, &b.dataname)));
    Ok(removed.into_iter().map(|row| row.dataname).collect())
}

/// How many of the scenes have no file in an archive at this moment.
pub async fn without_files(db: &mut PgConnection, dids: &[i64]) -> Result<u64, StorageError> {
    let count: i64 = sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM scene WHERE did = ANY($1) AND archive_url IS NULL",
        dids
    )
    .fetch_one(db)
    .await?;
    Ok(count.unsigned_abs())
}

/// Those of the scenes that have a file in an archive, with the sum of their sizes.
pub async fn with_files(db: &mut PgConnection, dids: &[i64]) -> Result<Resolved, StorageError> {
    let rows = sqlx::query!(
        "SELECT did, size, datatype FROM scene WHERE did = ANY($1) AND archive_url IS NOT NULL",
        dids
    )
    .fetch_all(db)
    .await?;
    let mut found = Resolved::default();
    for row in rows {
        found.add(row.did, row.size, known("scene.datatype", row.datatype)?);
    }
    Ok(found)
}

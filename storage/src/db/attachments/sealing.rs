//! Which papers lie sealed, and under which key.

use domain::ids::{AttachmentId, OrderId};
use sqlx::PgConnection;

use crate::StorageError;
use crate::sealed::KeyId;

/// So many of the latest sealed papers tell which key is in use.
const LATEST: i64 = 3;

/// A paper whose object may lie in clear.
pub(crate) struct UnsealedPaper {
    pub(crate) id: AttachmentId,
    pub(crate) order: Option<OrderId>,
    pub(crate) object_key: String,
    pub(crate) size: u64,
    pub(crate) sha256: Vec<u8>,
}

pub(super) fn key_id(stored: Vec<u8>) -> Result<KeyId, StorageError> {
    let id = stored.try_into().map(KeyId);
    id.map_err(|stored: Vec<u8>| StorageError::UnknownValue {
        column: "attachment.sealed_under",
        value: hex::encode(stored),
    })
}

/// Papers that no row says to be sealed, one for each object, by the object's path behind `after`.
pub(crate) async fn unsealed(
    db: &mut PgConnection,
    after: &str,
    most: i64,
) -> Result<Vec<UnsealedPaper>, StorageError> {
    let rows = sqlx::query!(
        "SELECT DISTINCT ON (object_key) id, order_id, object_key, size, sha256 FROM attachment \
         WHERE sealed_under IS NULL AND object_key > $1 ORDER BY object_key, created_at, id LIMIT $2",
        after,
        most
    )
    .fetch_all(db)
    .await?;
    let papers = rows.into_iter().map(|row| UnsealedPaper {
        id: AttachmentId(row.id),
        order: row.order_id.map(OrderId),
        object_key: row.object_key,
        size: row.size.unsigned_abs(),
        sha256: row.sha256,
    });
    Ok(papers.collect())
}

/// Says of an object, in every row that names it, that it is sealed under this key.
pub async fn mark_sealed(
    db: &mut PgConnection,
    object_key: &str,
    key: KeyId,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE attachment SET sealed_under = $2 WHERE object_key = $1 AND sealed_under IS DISTINCT FROM $2",
        object_key,
        &key.0[..]
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The keys that the latest papers were sealed under.
pub(crate) async fn latest_keys(db: &mut PgConnection) -> Result<Vec<KeyId>, StorageError> {
    let rows = sqlx::query_scalar!(
        "SELECT sealed_under AS \"key!\" FROM attachment WHERE sealed_under IS NOT NULL \
         ORDER BY created_at DESC, id LIMIT $1",
        LATEST
    )
    .fetch_all(db)
    .await?;
    rows.into_iter().map(key_id).collect()
}

/// How many papers are sealed under another key than this: nobody can read them here.
pub async fn under_other_keys(db: &mut PgConnection, key: KeyId) -> Result<i64, StorageError> {
    let count = sqlx::query_scalar!(
        "SELECT count(DISTINCT object_key) AS \"count!\" FROM attachment WHERE sealed_under <> $1",
        &key.0[..]
    )
    .fetch_one(db)
    .await?;
    Ok(count)
}

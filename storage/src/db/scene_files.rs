//! Single scenes of online orders, which can be fetched as soon as they are extracted.

use chrono::{DateTime, Utc};
use domain::ids::OrderId;
use sqlx::{PgConnection, Row};

use crate::StorageError;

/// An extracted scene as a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SceneFile {
    /// Its name.
    pub name: String,
    /// Path in the object store. Every extraction writes another object.
    pub object_key: String,
    /// Bytes.
    pub size: i64,
    /// SHA-256 of the bytes.
    pub sha256: Vec<u8>,
}

/// Whether the order hands out single scenes: an order for online download that is being prepared, or whose delivery
/// is open. Asked again and again while one is sent.
pub async fn are_handed_out(
    db: &mut PgConnection,
    order: OrderId,
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    Ok(sqlx::query_scalar(
        "SELECT EXISTS (SELECT FROM orders o WHERE o.id = $1 AND o.get_method = 0 AND (o.state IN (1, 3) \
         OR (o.state = 6 AND EXISTS (SELECT FROM delivery d WHERE d.order_id = o.id AND d.state = 'active' \
             AND d.expires_at > $2))))",
    )
    .bind(order.0)
    .bind(now)
    .fetch_one(db)
    .await?)
}

/// The scene, if it is extracted.
pub async fn find(
    db: &mut PgConnection,
    order: OrderId,
    did: i64,
) -> Result<Option<SceneFile>, StorageError> {
    let row = sqlx::query(
        "SELECT coalesce(s.file_name, s.dataname) AS name, os.object_key, os.size, os.sha256 \
         FROM order_scene os JOIN scene s USING (did) \
         WHERE os.order_id = $1 AND os.did = $2 AND os.state = 0 AND os.object_key IS NOT NULL",
    )
    .bind(order.0)
    .bind(did)
    .fetch_optional(db)
    .await?;
    row.map(|row| {
        Ok(SceneFile {
            name: row.try_get("name")?,
            object_key: row.try_get("object_key")?,
            size: row.try_get("size")?,
            sha256: row.try_get("sha256")?,
        })
    })
    .transpose()
}

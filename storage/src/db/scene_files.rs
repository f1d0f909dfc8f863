//! Single scenes of online orders, which can be fetched as soon as they are extracted.

use chrono::{DateTime, Utc};
use domain::ids::OrderId;
use domain::order::get_method::GetMethod;
use domain::order::scene_state::SceneState;
use domain::order::state::OrderState;
use sqlx::PgConnection;

use crate::StorageError;

/// An extracted scene as a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SceneFile {
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
    Ok(sqlx::query_scalar!(
        "SELECT EXISTS (SELECT FROM orders o WHERE o.id = $1 AND o.get_method = $3 AND (o.state = ANY($4) \
         OR (o.state = $5 AND EXISTS (SELECT FROM delivery d WHERE d.order_id = o.id AND d.state = 'active' \
             AND d.expires_at > $2)))) AS \"holds!\"", order.0, now, GetMethod::OnlineDownload.code(), &[OrderState::Approved, OrderState::PendingPackaging].map(OrderState::code)[..], OrderState::Prepared.code())
    .fetch_one(db)
    .await?)
}

/// The scene, if it is extracted.
pub async fn find(
    db: &mut PgConnection,
    order: OrderId,
    did: i64,
) -> Result<Option<SceneFile>, StorageError> {
    let row = sqlx::query!(
        "SELECT coalesce(s.file_name, s.dataname) AS \"name!\", os.object_key AS \"object_key!\", os.size AS \"size!\", os.sha256 AS \"sha256!\" \
         FROM order_scene os JOIN scene s USING (did) \
         WHERE os.order_id = $1 AND os.did = $2 AND os.state = $3 AND os.object_key IS NOT NULL",
        order.0, did, SceneState::Extracted.code())
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| SceneFile {
        name: row.name,
        object_key: row.object_key,
        size: row.size,
        sha256: row.sha256,
    }))
}

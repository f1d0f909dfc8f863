//! What the extraction of an order's scenes brings.

use chrono::{DateTime, Utc};
use domain::ids::OrderId;
use domain::order::scene_state::SceneState;
use domain::size::ByteCount;
use sqlx::PgConnection;
use sqlx::types::Json;
use texts::Message;

use crate::StorageError;

/// Marks scenes as being extracted and forgets what an earlier extraction of them brought.
pub(crate) async fn begin_extraction(
    db: &mut PgConnection,
    order: OrderId,
    dids: &[i64],
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE order_scene SET state = $3, flog = NULL, flog_detail = NULL, object_key = NULL, size = NULL, \
         sha256 = NULL, crc32 = NULL, ready_at = NULL WHERE order_id = $1 AND did = ANY($2)",
        order.0,
        dids,
        SceneState::Extracting.code()
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Forgets the extraction of every scene of the order: its preparation was cancelled, or what it
/// brought was removed.
pub(crate) async fn forget_extraction(
    db: &mut PgConnection,
    order: OrderId,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE order_scene SET state = NULL, flog = NULL, flog_detail = NULL, object_key = NULL, size = NULL, \
         sha256 = NULL, crc32 = NULL, ready_at = NULL WHERE order_id = $1",
        order.0
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Forgets where the extracted scenes of the order are, so that its next preparation extracts them anew.
pub(crate) async fn forget_objects(
    db: &mut PgConnection,
    order: OrderId,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE order_scene SET object_key = NULL WHERE order_id = $1 AND object_key IS NOT NULL",
        order.0
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Result of an extraction.
#[derive(Debug, Clone)]
pub struct Extracted {
    /// Path in the object store.
    pub object_key: String,
    /// Bytes.
    pub size: ByteCount,
    /// SHA-256 of the bytes.
    pub sha256: [u8; 32],
    /// CRC-32 (IEEE) of the bytes.
    pub crc32: u32,
}

/// Makes an extracted scene visible.
pub(crate) async fn publish(
    db: &mut PgConnection,
    order: OrderId,
    did: i64,
    extracted: &Extracted,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE order_scene SET state = $8, flog = NULL, flog_detail = NULL, object_key = $3, size = $4, sha256 = $5, \
         crc32 = $6, ready_at = $7 WHERE order_id = $1 AND did = $2",
        order.0,
        did,
        extracted.object_key,
        i64::try_from(extracted.size.0).unwrap_or(i64::MAX),
        extracted.sha256.as_slice(),
        i64::from(extracted.crc32),
        now,
        SceneState::Extracted.code()
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Marks a scene as failed, with the reason.
pub(crate) async fn mark_failed(
    db: &mut PgConnection,
    order: OrderId,
    did: i64,
    flog: &Message,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE order_scene SET state = $4, flog = $3, flog_detail = $5 WHERE order_id = $1 AND did = $2",
        order.0,
        did,
        flog.chinese(),
        SceneState::Failed.code(),
        Json(flog) as _
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Says why a scene that is still being extracted is not there yet.
pub(crate) async fn note(
    db: &mut PgConnection,
    order: OrderId,
    did: i64,
    flog: &Message,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE order_scene SET flog = $3, flog_detail = $5 WHERE order_id = $1 AND did = $2 AND state = $4",
        order.0,
        did,
        flog.chinese(),
        SceneState::Extracting.code(),
        Json(flog) as _
    )
    .execute(db)
    .await?;
    Ok(())
}

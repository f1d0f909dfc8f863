//! Scenes that came in and have not met the subscriptions yet.

use sqlx::PgConnection;

use crate::StorageError;

/// A scene whose file is new or another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArrivedScene {
    /// Number of the scene.
    pub did: i64,
    /// Revision of the scene's file.
    pub revision: String,
}

/// Locks up to `most` scenes that arrived, first come first; those that somebody else has are left to them. Call inside a
/// transaction.
pub async fn arrivals(db: &mut PgConnection, most: i64) -> Result<Vec<ArrivedScene>, StorageError> {
    Ok(sqlx::query_as!(
        ArrivedScene,
        "SELECT did, revision FROM scene_arrival ORDER BY arrived_at, did LIMIT $1 FOR UPDATE SKIP LOCKED",
        most
    )
    .fetch_all(db)
    .await?)
}

/// Forgets scenes that all subscriptions have met.
pub async fn finish_arrivals(db: &mut PgConnection, dids: &[i64]) -> Result<(), StorageError> {
    sqlx::query!("DELETE FROM scene_arrival WHERE did = ANY($1)", dids)
        .execute(db)
        .await?;
    Ok(())
}

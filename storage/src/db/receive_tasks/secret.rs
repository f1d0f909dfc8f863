//! What receive tasks sign in with.

use domain::ids::ReceiveTaskId;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StorageError;
use crate::sealed::ServerKey;

/// Seals what a task, or a dry run, signs in with under its id.
pub fn seal_secret(key: &ServerKey, owner: Uuid, secret: &str) -> Result<Vec<u8>, StorageError> {
    key.seal(secret.as_bytes(), owner.as_bytes())
}

/// What a task signs in with, sealed; `None`: nothing.
pub async fn sealed_secret(
    db: &mut PgConnection,
    id: ReceiveTaskId,
) -> Result<Option<Vec<u8>>, StorageError> {
    let sealed = sqlx::query_scalar!("SELECT secret_sealed FROM receive_task WHERE id = $1", id.0)
        .fetch_optional(db)
        .await?;
    Ok(sealed.flatten())
}

/// What a task signs in with; `None`: nothing.
pub async fn secret(
    db: &mut PgConnection,
    id: ReceiveTaskId,
    key: &ServerKey,
) -> Result<Option<String>, StorageError> {
    let sealed = sealed_secret(db, id).await?;
    let opened = sealed.map(|sealed| key.open(&sealed, id.0.as_bytes()));
    let opened = opened.transpose()?;
    Ok(opened.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
}

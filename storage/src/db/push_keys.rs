//! What this installation makes the keys from that it signs in at targets with, sealed under the server's key.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::StorageError;
use crate::sealed::ServerKey;

/// Bytes of the secret of a key (RFC 8032, section 5.1.5).
pub const SEED_BYTES: usize = 32;

/// What the secret is sealed for.
const CONTEXT: &[u8] = b"push_key";

/// An installation's key to keep; those of people are derived from it.
#[derive(Debug, Clone, Copy)]
pub struct NewPushKey<'a> {
    /// What it is a key of.
    pub algorithm: &'a str,
    /// The line of `authorized_keys` that lets it in.
    pub public_key: &'a str,
    /// The private key's seed, which is stored sealed only.
    pub seed: &'a [u8; SEED_BYTES],
    pub made: DateTime<Utc>,
}

/// The secret of the installation's key; `None`: there is none yet.
pub async fn seed(
    db: &mut PgConnection,
    key: &ServerKey,
) -> Result<Option<[u8; SEED_BYTES]>, StorageError> {
    let sealed = sqlx::query_scalar!("SELECT seed_sealed FROM push_key")
        .fetch_optional(db)
        .await?;
    let Some(sealed) = sealed else {
        return Ok(None);
    };
    let seed = key.open(&sealed, CONTEXT)?;
    seed.try_into()
        .map(Some)
        .map_err(|_| StorageError::Unsealing)
}

/// Keeps the key unless there is one already.
pub async fn keep(
    db: &mut PgConnection,
    key: &ServerKey,
    new: NewPushKey<'_>,
) -> Result<(), StorageError> {
    let sealed = key.seal(new.seed, CONTEXT)?;
    sqlx::query!(
        "INSERT INTO push_key (algorithm, public_key, seed_sealed, made_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
        new.algorithm,
        new.public_key,
        sealed,
        new.made
    )
    .execute(db)
    .await?;
    Ok(())
}

//! The keys that delivery records and yearly reports are signed with: those of Ed25519 sealed under the server's key, those of
//! SM2 without their secrets, which are settings.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::StorageError;
use crate::sealed::ServerKey;

/// Bytes of the secret of a key (RFC 8032, section 5.1.5).
pub const SEED_BYTES: usize = 32;

/// A key as everybody may know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicKey {
    /// By which records name it.
    pub id: String,
    /// What it is a key of.
    pub algorithm: String,
    pub bytes: Vec<u8>,
    pub made: DateTime<Utc>,
}

/// A key to keep.
#[derive(Debug, Clone, Copy)]
pub struct NewRecordKey<'a> {
    /// By which records name it.
    pub id: &'a str,
    /// What it is a key of.
    pub algorithm: &'a str,
    /// The public key's bytes.
    pub public_key: &'a [u8],
    /// The private key's seed, which is stored sealed only.
    pub seed: &'a [u8; SEED_BYTES],
    pub made: DateTime<Utc>,
}

/// All keys of the installation: of Ed25519, the one that signs first; then of SM2, the newest first.
pub async fn public_keys(db: &mut PgConnection) -> Result<Vec<PublicKey>, StorageError> {
    Ok(sqlx::query_as!(
        PublicKey,
        "SELECT k.id AS \"id!\", k.algorithm AS \"algorithm!\", k.public_key AS \"bytes!\", k.made_at AS \"made!\" FROM ( \
             SELECT id, algorithm, public_key, made_at, retired_at IS NOT NULL AS is_retired FROM record_key \
             UNION ALL SELECT id, 'SM2', public_key, made_at, false FROM record_sm2_key) k \
         ORDER BY k.algorithm, k.is_retired, k.made_at DESC, k.id"
    )
    .fetch_all(db)
    .await?)
}

/// The secret of the key that signs; `None`: there is none yet.
pub async fn signing_seed(
    db: &mut PgConnection,
    key: &ServerKey,
) -> Result<Option<[u8; SEED_BYTES]>, StorageError> {
    let row = sqlx::query!("SELECT id, seed_sealed FROM record_key WHERE retired_at IS NULL")
        .fetch_optional(db)
        .await?;
    let Some(row) = row else { return Ok(None) };
    let seed = key.open(&row.seed_sealed, row.id.as_bytes())?;
    seed.try_into()
        .map(Some)
        .map_err(|_| StorageError::Unsealing)
}

/// Keeps the key unless another one signs already.
pub async fn keep(
    db: &mut PgConnection,
    key: &ServerKey,
    new: NewRecordKey<'_>,
) -> Result<(), StorageError> {
    let sealed = key.seal(new.seed, new.id.as_bytes())?;
    sqlx::query!(
        "INSERT INTO record_key (id, algorithm, public_key, seed_sealed, made_at) VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT DO NOTHING",
        new.id,
        new.algorithm,
        new.public_key,
        sealed,
        new.made
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Notes a key of SM2 that signs from now on, unless it is noted.
pub async fn note_sm2(
    db: &mut PgConnection,
    (id, public_key): (&str, &[u8]),
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    // Asked first: it is noted nearly always, and a read is not written.
    sqlx::query!(
        "INSERT INTO record_sm2_key (id, public_key, made_at) SELECT $1, $2, $3 \
         WHERE NOT EXISTS (SELECT FROM record_sm2_key WHERE id = $1) ON CONFLICT DO NOTHING",
        id,
        public_key,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

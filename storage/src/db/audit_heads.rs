//! Who may write the head of the audit log's chain outside the database, and whether anybody has.

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, PgPool};

use super::handles::{self, Transaction};
use crate::StorageError;

/// One process writes the head at a time: the key of the lock.
const WRITING: i64 = 0x6175_6469_7468;

/// A transaction of the only process that writes the head, until it ends. The object store is called meanwhile, which takes longer
/// than transactions may stand still.
pub(crate) async fn begin_writing(pool: &PgPool) -> Result<Transaction, StorageError> {
    let mut tx = handles::begin(pool).await?;
    sqlx::query!("SELECT set_config('idle_in_transaction_session_timeout', '2min', true) AS idle")
        .fetch_one(&mut *tx)
        .await?;
    sqlx::query!("SELECT pg_advisory_xact_lock($1)", WRITING)
        .execute(&mut *tx)
        .await?;
    Ok(tx)
}

/// Whether a head was ever written.
pub(crate) async fn has_begun(db: &mut PgConnection) -> Result<bool, StorageError> {
    Ok(
        sqlx::query_scalar!("SELECT EXISTS (SELECT FROM audit_head) AS \"holds!\"")
            .fetch_one(db)
            .await?,
    )
}

/// Keeps that a head was written; the first time counts.
pub(crate) async fn note_begun(
    db: &mut PgConnection,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO audit_head (begun_at) VALUES ($1) ON CONFLICT (only_one) DO NOTHING",
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

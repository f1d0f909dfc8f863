//! How a target is reached and signed in at.

use chrono::{DateTime, Utc};
use domain::ids::PushTargetId;
use domain::push_target::{SignIn, TargetKind};
use sqlx::PgConnection;

use crate::StorageError;
use crate::db::subscriptions::unknown;
use crate::sealed::ServerKey;

/// What a worker has to know to open a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TargetLogin {
    pub target: PushTargetId,
    /// How it is spoken to.
    pub kind: TargetKind,
    /// Where it is.
    pub address: String,
    /// Region of a bucket.
    pub region: String,
    /// Whom one signs in as.
    pub login_name: String,
    /// What one signs in with.
    pub sign_in: SignIn,
    /// The key that its host has to show.
    pub host_key: Option<String>,
    /// When all of this was tried out and saved.
    pub tested: DateTime<Utc>,
    secret_sealed: Vec<u8>,
}

impl TargetLogin {
    /// The secret that one signs in with.
    pub fn secret(&self, key: &ServerKey) -> Result<String, StorageError> {
        let bytes = key.open(&self.secret_sealed, self.target.0.as_bytes())?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// How this target is reached; `None`: it was removed.
pub async fn login(
    db: &mut PgConnection,
    target: PushTargetId,
) -> Result<Option<TargetLogin>, StorageError> {
    let row = sqlx::query!(
        "SELECT kind, address, region, login_name, sign_in, host_key, tested_at, secret_sealed FROM push_target WHERE id = $1",
        target.0
    )
    .fetch_optional(db)
    .await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(TargetLogin {
        target,
        kind: TargetKind::parse(&row.kind).ok_or_else(|| unknown("push_target.kind", &row.kind))?,
        address: row.address,
        region: row.region,
        login_name: row.login_name,
        sign_in: SignIn::parse(&row.sign_in)
            .ok_or_else(|| unknown("push_target.sign_in", &row.sign_in))?,
        host_key: row.host_key,
        tested: row.tested_at,
        secret_sealed: row.secret_sealed,
    }))
}

//! How a target is reached and signed in at.

use chrono::{DateTime, Utc};
use domain::ids::{PushTargetId, UserId};
use domain::push_target::{SignInKey, TargetKind};
use sqlx::PgConnection;

use crate::StorageError;
use crate::db::subscriptions::unknown;
use crate::sealed::ServerKey;

/// What a worker has to know to open a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TargetLogin {
    pub target: PushTargetId,
    /// Person that the target belongs to.
    pub owner: UserId,
    /// How it is spoken to.
    pub kind: TargetKind,
    /// URL of the place.
    pub address: String,
    /// Region of a bucket.
    pub region: String,
    /// Whom one signs in as.
    pub login_name: String,
    /// Which key one signs in with; `None`: the secret.
    pub sign_in_key: Option<SignInKey>,
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

    /// The same as it is stored.
    pub(crate) fn secret_sealed(&self) -> &[u8] {
        &self.secret_sealed
    }
}

/// How this target is reached; `None`: it was removed.
pub async fn login(
    db: &mut PgConnection,
    target: PushTargetId,
) -> Result<Option<TargetLogin>, StorageError> {
    let row = sqlx::query!(
        "SELECT user_id, kind, address, region, login_name, sign_in_key, host_key, tested_at, secret_sealed FROM push_target WHERE id = $1",
        target.0
    )
    .fetch_optional(db)
    .await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(TargetLogin {
        target,
        owner: UserId(row.user_id),
        kind: TargetKind::parse(&row.kind).ok_or_else(|| unknown("push_target.kind", &row.kind))?,
        address: row.address,
        region: row.region,
        login_name: row.login_name,
        sign_in_key: super::sign_in_key(row.sign_in_key.as_deref())?,
        host_key: row.host_key,
        tested: row.tested_at,
        secret_sealed: row.secret_sealed,
    }))
}

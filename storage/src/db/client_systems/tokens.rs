//! Tokens of client systems. A token is random, shown once, and kept as its SHA-256.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use domain::client_system::{DailyQuota, TOKEN_PREFIX};
use domain::ids::{AccessTokenId, UserId};
use domain::permission::{Permission, PermissionSet};
use rand::Rng as _;
use sha2::{Digest as _, Sha256};
use sqlx::PgConnection;

use crate::StorageError;

/// 256 bits: cannot be guessed.
const TOKEN_BYTES: usize = 32;
/// Use is written down at most this often, so that reading does not turn into writing.
const TOUCH_EVERY: TimeDelta = TimeDelta::minutes(1);

/// A token as it is handed over. Shown once, never stored, never printed.
pub struct IssuedToken(String);

impl IssuedToken {
    /// A new one.
    #[must_use]
    pub fn fresh() -> Self {
        let mut bytes = [0_u8; TOKEN_BYTES];
        rand::rng().fill_bytes(&mut bytes);
        Self(format!("{TOKEN_PREFIX}{}", URL_SAFE_NO_PAD.encode(bytes)))
    }

    /// The text to hand over.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for IssuedToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("IssuedToken(..)")
    }
}

fn digest(text: &str) -> Vec<u8> {
    Sha256::digest(text.as_bytes()).to_vec()
}

/// A token as people see it in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccessToken {
    pub id: AccessTokenId,
    /// Name that people call the token by.
    pub name: String,
    /// What it allows, as far as its account still does.
    pub permissions: PermissionSet,
    pub created: DateTime<Utc>,
    /// Name of who made it; empty: the command line.
    pub created_by: String,
    /// When the token stops being valid.
    pub expires: DateTime<Utc>,
    pub last_used: Option<DateTime<Utc>>,
}

/// Tokens of a client system, oldest first.
pub async fn of_system(
    db: &mut PgConnection,
    user: UserId,
) -> Result<Vec<AccessToken>, StorageError> {
    let rows = sqlx::query!(
        "SELECT t.id, t.name, t.permissions, t.created_at, coalesce(b.user_name, '') AS \"created_by!\", t.expires_at, \
         t.last_used_at FROM access_token t LEFT JOIN app_user b ON b.id = t.created_by \
         WHERE t.user_id = $1 ORDER BY t.created_at, t.id",
        user.0
    )
    .fetch_all(db)
    .await?;
    let tokens = rows.into_iter().map(|row| AccessToken {
        id: AccessTokenId(row.id),
        name: row.name,
        permissions: PermissionSet::of_codes(&row.permissions),
        created: row.created_at,
        created_by: row.created_by,
        expires: row.expires_at,
        last_used: row.last_used_at,
    });
    Ok(tokens.collect())
}

/// Writes a token.
pub async fn insert(
    db: &mut PgConnection,
    (user, id, token): (UserId, AccessTokenId, &IssuedToken),
    (name, permissions): (&str, PermissionSet),
    by: Option<UserId>,
    (now, expires): (DateTime<Utc>, DateTime<Utc>),
) -> Result<(), StorageError> {
    let codes: Vec<String> = permissions.codes().into_iter().map(str::to_owned).collect();
    sqlx::query!(
        "INSERT INTO access_token (id, user_id, token_hash, name, permissions, created_by, created_at, expires_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        id.0,
        user.0,
        digest(token.expose()),
        name,
        &codes,
        by.map(|by| by.0),
        now,
        expires
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Ends a token; false: there was none.
pub async fn delete(
    db: &mut PgConnection,
    user: UserId,
    token: AccessTokenId,
) -> Result<bool, StorageError> {
    let done = sqlx::query!(
        "DELETE FROM access_token WHERE id = $1 AND user_id = $2",
        token.0,
        user.0
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Ends every token of the account for good. Answers their names, the oldest first.
pub(crate) async fn delete_all(
    db: &mut PgConnection,
    user: UserId,
) -> Result<Vec<String>, StorageError> {
    Ok(sqlx::query_scalar!(
        "WITH ended AS (DELETE FROM access_token WHERE user_id = $1 RETURNING id, name, created_at) \
         SELECT name AS \"name!\" FROM ended ORDER BY created_at, id",
        user.0
    )
    .fetch_all(db)
    .await?)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FoundToken {
    pub id: AccessTokenId,
    /// The account.
    pub user: UserId,
    /// What it allows, as far as its account still does.
    pub permissions: PermissionSet,
    /// What its client system may take in a day.
    pub quota: DailyQuota,
    /// Whoever made it, unless they see every scene; `None` also for the command line.
    pub bounding_issuer: Option<UserId>,
    /// Whether its use is to be written down.
    pub is_to_be_noted: bool,
}

/// The token that a request carries, if it is one and not over.
pub async fn find_by_token(
    db: &mut PgConnection,
    presented: &str,
    now: DateTime<Utc>,
) -> Result<Option<FoundToken>, StorageError> {
    let row = sqlx::query!(
        "SELECT t.id, t.user_id, t.permissions, t.last_used_at, c.calls_a_day, c.bytes_a_day, \
         CASE WHEN NOT permissions_of(t.created_by) && $3 THEN t.created_by END AS bounding_issuer \
         FROM access_token t JOIN client_system c USING (user_id) WHERE t.token_hash = $1 AND t.expires_at > $2",
        digest(presented),
        now,
        &PermissionSet::codes_that_hold(Permission::AllScenes)
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| FoundToken {
        id: AccessTokenId(row.id),
        user: UserId(row.user_id),
        permissions: PermissionSet::of_codes(&row.permissions),
        quota: super::quota(row.calls_a_day, row.bytes_a_day),
        bounding_issuer: row.bounding_issuer.map(UserId),
        is_to_be_noted: row
            .last_used_at
            .is_none_or(|used| now - used >= TOUCH_EVERY),
    }))
}

/// Writes down that it was used.
pub async fn note_used(
    db: &mut PgConnection,
    token: AccessTokenId,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE access_token SET last_used_at = $2 WHERE id = $1",
        token.0,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

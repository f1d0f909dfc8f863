//! Links with which people set another password: who asked for one, and those that open.

use chrono::{DateTime, Utc};
use domain::ids::UserId;
use sqlx::PgConnection;

use crate::StorageError;

/// Somebody asked for a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResetRequest {
    /// What was typed: an account's name or an address.
    pub account: String,
    /// Address of the client.
    pub client_ip: String,
    /// The browser's name for itself.
    pub agent: String,
    /// Time of the request.
    pub at: DateTime<Utc>,
}

/// Keeps that somebody asked, whoever it is. A worker looks it up: what is done here is the same for every account and none.
pub async fn ask(db: &mut PgConnection, request: &ResetRequest) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO password_reset_request (account, client_ip, agent, at) VALUES ($1, $2, left($3, 512), $4)",
        request.account,
        request.client_ip,
        request.agent,
        request.at
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Takes the oldest request; another process that takes one at the same time gets another.
pub(crate) async fn take_request(
    db: &mut PgConnection,
) -> Result<Option<ResetRequest>, StorageError> {
    Ok(sqlx::query_as!(
        ResetRequest,
        "DELETE FROM password_reset_request WHERE id = ( \
             SELECT id FROM password_reset_request ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED) \
         RETURNING account, client_ip, agent, at"
    )
    .fetch_optional(db)
    .await?)
}

/// The account of this name, or those with this address, at most `most`. No name of an account holds an `@`.
pub(crate) async fn accounts_of(
    db: &mut PgConnection,
    account: &str,
    most: i64,
) -> Result<Vec<UserId>, StorageError> {
    let ids = if account.contains('@') {
        sqlx::query_scalar!(
            "SELECT id FROM app_user WHERE lower(email) = lower($1) AND email <> '' ORDER BY id LIMIT $2",
            account,
            most
        )
        .fetch_all(db)
        .await?
    } else {
        sqlx::query_scalar!(
            "SELECT id FROM app_user WHERE lower(login_name) = lower($1)",
            account
        )
        .fetch_all(db)
        .await?
    };
    Ok(ids.into_iter().map(UserId).collect())
}

/// Keeps the link of a person; one from before opens nothing any more.
pub(crate) async fn replace_link(
    db: &mut PgConnection,
    user: UserId,
    token_hash: &[u8],
    expires: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO password_reset_link (user_id, token_hash, expires_at) VALUES ($1, $2, $3) \
         ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at",
        user.0,
        token_hash,
        expires
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Whose link this is, if it opens.
pub(crate) async fn holder(
    db: &mut PgConnection,
    token_hash: &[u8],
    now: DateTime<Utc>,
) -> Result<Option<UserId>, StorageError> {
    let user = sqlx::query_scalar!(
        "SELECT user_id FROM password_reset_link WHERE token_hash = $1 AND expires_at > $2",
        token_hash,
        now
    )
    .fetch_optional(db)
    .await?;
    Ok(user.map(UserId))
}

/// Uses a link up. Of several who use it at once one is heard.
pub(crate) async fn redeem(
    db: &mut PgConnection,
    token_hash: &[u8],
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let done = sqlx::query!(
        "DELETE FROM password_reset_link WHERE token_hash = $1 AND expires_at > $2",
        token_hash,
        now
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Whatever link a person has opens nothing any more.
pub(crate) async fn remove_link(db: &mut PgConnection, user: UserId) -> Result<(), StorageError> {
    sqlx::query!("DELETE FROM password_reset_link WHERE user_id = $1", user.0)
        .execute(db)
        .await?;
    Ok(())
}

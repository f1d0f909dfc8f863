//! Which account a person of the identity provider has. Issuer and subject together name the person, and nothing else does.

use chrono::{DateTime, Datelike as _, Utc};
use domain::ids::UserId;
use sqlx::PgConnection;

use crate::StorageError;

/// A person, as a provider names one for good.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderPerson {
    /// The provider.
    pub issuer: String,
    /// Its name for the person.
    pub subject: String,
}

/// A person of a provider who has an account here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderLink {
    /// The provider.
    pub issuer: String,
    /// Its name for the person.
    pub subject: String,
    pub linked_at: DateTime<Utc>,
}

/// Whose account it is. The link stays until the transaction ends: its end waits for who signs in by it, and who comes while it is
/// being ended finds none.
pub async fn account_of(
    db: &mut PgConnection,
    person: &ProviderPerson,
) -> Result<Option<UserId>, StorageError> {
    let user = sqlx::query_scalar!(
        "SELECT user_id FROM provider_link WHERE issuer = $1 AND subject = $2 FOR SHARE",
        person.issuer,
        person.subject
    )
    .fetch_optional(db)
    .await?;
    Ok(user.map(UserId))
}

/// Every link of an account; several after the installation has changed its provider.
pub async fn of_user(
    db: &mut PgConnection,
    user: UserId,
) -> Result<Vec<ProviderLink>, StorageError> {
    Ok(sqlx::query_as!(
        ProviderLink,
        "SELECT issuer, subject, linked_at FROM provider_link WHERE user_id = $1 ORDER BY issuer",
        user.0
    )
    .fetch_all(db)
    .await?)
}

/// The provider's name for whoever has the account; empty: it has none.
pub(crate) async fn subject(
    db: &mut PgConnection,
    user: UserId,
    issuer: &str,
) -> Result<String, StorageError> {
    let subject = sqlx::query_scalar!(
        "SELECT subject FROM provider_link WHERE user_id = $1 AND issuer = $2",
        user.0,
        issuer
    )
    .fetch_optional(db)
    .await?;
    Ok(subject.unwrap_or_default())
}

/// Links them; false: the person has another account, or the account another person of this provider.
pub(crate) async fn insert(
    db: &mut PgConnection,
    person: &ProviderPerson,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let done = sqlx::query!(
        "INSERT INTO provider_link (issuer, subject, user_id, linked_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
        person.issuer,
        person.subject,
        user.0,
        now
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// The year in which a password that nobody knows was set, so that it does not grow old.
const YEAR_OF_NO_PASSWORD: i32 = 9999;

/// Whether somebody knows the password that was set then: an account that was made of a person of the provider has one that
/// nobody knows, until the person or an administrator sets another.
#[must_use]
pub fn is_password_known(set: DateTime<Utc>) -> bool {
    set.year() != YEAR_OF_NO_PASSWORD
}

/// An account that was made of a person has a password that nobody knows: it does not grow old.
pub(crate) async fn keep_password_young(
    db: &mut PgConnection,
    id: UserId,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE app_user SET password_set_at = make_timestamptz($2, 12, 31, 0, 0, 0, 'UTC') WHERE id = $1",
        id.0,
        YEAR_OF_NO_PASSWORD
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Takes the link to a provider away.
pub(crate) async fn remove(
    db: &mut PgConnection,
    user: UserId,
    issuer: &str,
) -> Result<(), StorageError> {
    sqlx::query!(
        "DELETE FROM provider_link WHERE user_id = $1 AND issuer = $2",
        user.0,
        issuer
    )
    .execute(db)
    .await?;
    Ok(())
}

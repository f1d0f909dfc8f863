//! Who came back from the identity provider: kept as long as a session of it may live, so that signing out here can sign
//! out there.

use chrono::{DateTime, Utc};
use domain::ids::{ProviderSignInId, SessionId, UserId};
use sqlx::PgConnection;

use super::provider_flows::BrowserMark;
use super::provider_links::{self, ProviderPerson};
use super::sessions::SessionToken;
use crate::StorageError;
use crate::sealed::ServerKey;

/// Claims of a provider about a person.
pub struct ProviderWord<'a> {
    /// The person, as the provider's claims say.
    pub person: &'a ProviderPerson,
    /// Its name for the session that it began, where it tells one.
    pub session: Option<&'a str>,
    /// The token itself, by which it knows the session again.
    pub id_token: &'a str,
}

/// Keeps what the provider said of whoever uses this browser.
pub(crate) async fn insert(
    db: &mut PgConnection,
    key: &ServerKey,
    word: &ProviderWord<'_>,
    browser: &BrowserMark,
    now: DateTime<Utc>,
) -> Result<ProviderSignInId, StorageError> {
    let id = ProviderSignInId::fresh();
    let sealed = key.seal(word.id_token.as_bytes(), id.0.as_bytes())?;
    sqlx::query!(
        "INSERT INTO provider_sign_in (id, browser_hash, issuer, subject, provider_session, id_token_sealed, at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        id.0,
        browser.hash(),
        word.person.issuer,
        word.person.subject,
        word.session,
        sealed,
        now
    )
    .execute(db)
    .await?;
    Ok(id)
}

/// Keeps that a session came of it.
pub async fn attach(
    db: &mut PgConnection,
    token: &SessionToken,
    id: ProviderSignInId,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE session SET provider_sign_in = $2 WHERE token_hash = $1",
        token.hash(),
        id.0
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The ID token that a session came of, with its issuer; `None`: the password opened it, or it has ended.
pub async fn id_token_of(
    db: &mut PgConnection,
    key: &ServerKey,
    token: &SessionToken,
) -> Result<Option<(String, String)>, StorageError> {
    let found = sqlx::query!(
        "SELECT p.id, p.issuer, p.id_token_sealed FROM session s JOIN provider_sign_in p ON p.id = s.provider_sign_in \
         WHERE s.token_hash = $1",
        token.hash()
    )
    .fetch_optional(db)
    .await?;
    let Some(row) = found else { return Ok(None) };
    let opened = key.open(&row.id_token_sealed, row.id.as_bytes())?;
    let text = String::from_utf8(opened).map_err(sqlx::Error::decode)?;
    Ok(Some((row.issuer, text)))
}

/// Takes the link to a provider away, and ends the sessions of the person that came of it, but for one, and the sign-ins that
/// wait for a second step.
pub(crate) async fn unlink(
    db: &mut PgConnection,
    user: UserId,
    (issuer, kept): (&str, Option<SessionId>),
) -> Result<(), StorageError> {
    provider_links::remove(db, user, issuer).await?;
    sqlx::query!(
        "DELETE FROM sign_in_ticket t USING provider_sign_in p \
         WHERE p.id = t.provider_sign_in AND t.user_id = $1 AND p.issuer = $2",
        user.0,
        issuer
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "DELETE FROM session s USING provider_sign_in p \
         WHERE p.id = s.provider_sign_in AND s.user_id = $1 AND p.issuer = $2 \
         AND encode(substring(s.token_hash FOR 16), 'hex')::uuid IS DISTINCT FROM $3",
        user.0,
        issuer,
        kept.map(|session| session.0)
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Whether a sign-in that the provider vouched for may go on: neither has the provider ended it, nor anybody the link. Both stay
/// until the transaction ends, so that whoever ends one waits and ends with it what comes of this. After the account's row, as whoever
/// takes a link away locks them.
pub async fn holds(
    db: &mut PgConnection,
    user: UserId,
    id: ProviderSignInId,
) -> Result<bool, StorageError> {
    let found = sqlx::query_scalar!(
        "SELECT p.id FROM provider_sign_in p JOIN provider_link l ON l.issuer = p.issuer AND l.subject = p.subject \
         WHERE p.id = $1 AND l.user_id = $2 FOR SHARE",
        id.0,
        user.0
    )
    .fetch_optional(db)
    .await?;
    Ok(found.is_some())
}

/// Whose sessions a logout token ends: all of a person's, or the one with this `sid`. Neither: none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProviderSignOut<'a> {
    pub issuer: &'a str,
    pub subject: Option<&'a str>,
    pub session: Option<&'a str>,
}

/// Ends what came of sign-ins before `before` that a provider tells are over: sessions, sign-ins that wait for a second step, and those
/// that are between the two. In a transaction. Answers how many sessions.
pub async fn end_told(
    db: &mut PgConnection,
    over: ProviderSignOut<'_>,
    before: DateTime<Utc>,
) -> Result<u64, StorageError> {
    // Waits for sessions that begin at this moment.
    let ids = sqlx::query_scalar!(
        "SELECT id FROM provider_sign_in WHERE issuer = $1 AND ($2::text IS NULL OR subject = $2) \
         AND ($3::text IS NULL OR provider_session = $3) AND ($2 IS NOT NULL OR $3 IS NOT NULL) AND at <= $4 \
         ORDER BY id FOR UPDATE",
        over.issuer,
        over.subject,
        over.session,
        before
    )
    .fetch_all(&mut *db)
    .await?;
    sqlx::query!(
        "DELETE FROM sign_in_ticket WHERE provider_sign_in = ANY ($1)",
        &ids
    )
    .execute(&mut *db)
    .await?;
    let ended = sqlx::query!(
        "DELETE FROM session WHERE provider_sign_in = ANY ($1)",
        &ids
    )
    .execute(&mut *db)
    .await?;
    // Whoever comes with one that is being redeemed finds none.
    sqlx::query!("DELETE FROM provider_sign_in WHERE id = ANY ($1)", &ids)
        .execute(db)
        .await?;
    Ok(ended.rows_affected())
}

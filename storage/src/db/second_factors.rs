//! Second factors, their recovery codes, and sign-ins that wait for one.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use domain::ids::{ProviderSignInId, SignInEpoch, UserId};
use domain::network::Network;
use rand::Rng as _;
use sha2::{Digest as _, Sha256};
use sqlx::PgConnection;

use super::provider_flows::BrowserMark;
use crate::StorageError;
use crate::sealed::CODE_BYTES;

/// How long a sign-in waits for the second factor.
pub const TICKET_LIFETIME: TimeDelta = TimeDelta::seconds(120);
/// 256 bits: cannot be guessed.
const TICKET_BYTES: usize = 32;

/// A second factor as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredFactor {
    /// The shared secret, sealed.
    pub sealed: Vec<u8>,
    /// Since when it is on; `None`: the secret was shown, and no code has come back.
    pub since: Option<DateTime<Utc>>,
    /// Codes of this time step and of earlier ones are used up.
    pub last_step: i64,
}

/// What a person has, confirmed or not.
pub async fn find(
    db: &mut PgConnection,
    user: UserId,
) -> Result<Option<StoredFactor>, StorageError> {
    Ok(sqlx::query_as!(
        StoredFactor,
        "SELECT secret_sealed AS sealed, confirmed_at AS since, last_step FROM second_factor WHERE user_id = $1",
        user.0
    )
    .fetch_optional(db)
    .await?)
}

/// Keeps a secret that is to be confirmed, in place of one that was not. Answers whether it did: one that is on stays.
pub async fn begin(
    db: &mut PgConnection,
    user: UserId,
    sealed: &[u8],
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let done = sqlx::query!(
        "INSERT INTO second_factor AS f (user_id, secret_sealed, begun_at) VALUES ($1, $2, $3) \
         ON CONFLICT (user_id) DO UPDATE SET secret_sealed = excluded.secret_sealed, begun_at = excluded.begun_at, \
         last_step = 0 WHERE f.confirmed_at IS NULL",
        user.0,
        sealed,
        now
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Switches on what a code of `step` has confirmed.
pub(crate) async fn confirm(
    db: &mut PgConnection,
    user: UserId,
    step: i64,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE second_factor SET confirmed_at = $2, last_step = $3 WHERE user_id = $1 AND confirmed_at IS NULL",
        user.0,
        now,
        step
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Uses up the codes until `step`. Of several who come with the same code one is heard.
pub(crate) async fn use_step(
    db: &mut PgConnection,
    user: UserId,
    step: i64,
) -> Result<bool, StorageError> {
    let done = sqlx::query!(
        "UPDATE second_factor SET last_step = $2 WHERE user_id = $1 AND confirmed_at IS NOT NULL AND last_step < $2",
        user.0,
        step
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Removes it with its recovery codes.
pub(crate) async fn remove(db: &mut PgConnection, user: UserId) -> Result<(), StorageError> {
    sqlx::query!("DELETE FROM second_factor WHERE user_id = $1", user.0)
        .execute(db)
        .await?;
    Ok(())
}

/// These recovery codes, hashed, and no others.
pub(crate) async fn set_recovery_codes(
    db: &mut PgConnection,
    user: UserId,
    hashes: &[[u8; CODE_BYTES]],
) -> Result<(), StorageError> {
    let hashes: Vec<Vec<u8>> = hashes.iter().map(|hash| hash.to_vec()).collect();
    sqlx::query!("DELETE FROM recovery_code WHERE user_id = $1", user.0)
        .execute(&mut *db)
        .await?;
    sqlx::query!(
        "INSERT INTO recovery_code (user_id, code_hash) SELECT $1, unnest($2::bytea[])",
        user.0,
        &hashes
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Uses a recovery code up; false: there is none, or it was used.
pub(crate) async fn use_recovery_code(
    db: &mut PgConnection,
    user: UserId,
    hash: &[u8; CODE_BYTES],
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let done = sqlx::query!(
        "UPDATE recovery_code SET used_at = $3 WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL",
        user.0,
        hash.as_slice(),
        now
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Recovery codes that are not used yet.
pub async fn recovery_codes_left(db: &mut PgConnection, user: UserId) -> Result<i64, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM recovery_code WHERE user_id = $1 AND used_at IS NULL",
        user.0
    )
    .fetch_one(db)
    .await?)
}

/// What the browser carries from the password, or from the identity provider, to the next step.
pub struct SignInTicket(String);

impl SignInTicket {
    /// The text to hand to the browser.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

fn ticket_hash(ticket: &str) -> Vec<u8> {
    Sha256::digest(ticket.as_bytes()).to_vec()
}

/// Who may try the next step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TicketHolder {
    /// Account that signs in.
    pub user: UserId,
    /// Under which epoch the password was right.
    pub epoch: SignInEpoch,
    /// Where it was the identity provider who said who it is.
    pub provider: Option<ProviderSignInId>,
}

/// Keeps that the first step of signing in was right, for one try from the same network.
pub async fn issue_ticket(
    db: &mut PgConnection,
    holder: TicketHolder,
    network: Network,
    now: DateTime<Utc>,
) -> Result<SignInTicket, StorageError> {
    let mut bytes = [0_u8; TICKET_BYTES];
    rand::rng().fill_bytes(&mut bytes);
    let ticket = URL_SAFE_NO_PAD.encode(bytes);
    sqlx::query!(
        "WITH swept AS (DELETE FROM sign_in_ticket WHERE expires_at <= $5)
         INSERT INTO sign_in_ticket (token_hash, user_id, sign_in_epoch, network, expires_at, provider_sign_in)
         VALUES ($1, $2, $3, $4, $6, $7)",
        ticket_hash(&ticket),
        holder.user.0,
        holder.epoch.0,
        network.to_string(),
        now,
        now + TICKET_LIFETIME,
        holder.provider.map(|id| id.0)
    )
    .execute(db)
    .await?;
    Ok(SignInTicket(ticket))
}

/// Uses a ticket up, and answers whose it was. One that came from the identity provider is good in the browser alone that
/// came with it.
pub async fn redeem_ticket(
    db: &mut PgConnection,
    ticket: &str,
    (network, browser): (Network, Option<&BrowserMark>),
    now: DateTime<Utc>,
) -> Result<Option<TicketHolder>, StorageError> {
    let found = sqlx::query!(
        "DELETE FROM sign_in_ticket t WHERE token_hash = $1 \
         RETURNING user_id, sign_in_epoch, provider_sign_in, (network = $2 AND expires_at > $3 AND (provider_sign_in IS NULL \
         OR EXISTS (SELECT FROM provider_sign_in p WHERE p.id = t.provider_sign_in AND p.browser_hash = $4))) AS \"good!\"",
        ticket_hash(ticket),
        network.to_string(),
        now,
        browser.map(BrowserMark::hash)
    )
    .fetch_optional(db)
    .await?;
    let good = found.filter(|row| row.good);
    Ok(good.map(|row| TicketHolder {
        user: UserId(row.user_id),
        epoch: SignInEpoch(row.sign_in_epoch),
        provider: row.provider_sign_in.map(ProviderSignInId),
    }))
}

//! Browsers that went to the identity provider and are to come back: each with a secret of its own, once, within minutes.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use domain::ids::{SignInEpoch, UserId};
use domain::return_path::ReturnPath;
use rand::Rng as _;
use sha2::{Digest as _, Sha256};
use sqlx::PgConnection;

use crate::StorageError;
use crate::sealed::ServerKey;

/// How long signing in at the provider may take.
pub const FLOW_LIFETIME: TimeDelta = TimeDelta::minutes(10);
/// 256 bits: cannot be guessed.
const MARK_BYTES: usize = 32;
/// Characters of a mark: base64url without padding.
const MARK_CHARS: usize = 43;

/// What tells one browser from another: a random text that only this browser has, in a cookie.
#[derive(Clone)]
pub struct BrowserMark(String);

impl BrowserMark {
    /// One that no browser has.
    #[must_use]
    pub fn fresh() -> Self {
        let mut bytes = [0_u8; MARK_BYTES];
        rand::rng().fill_bytes(&mut bytes);
        Self(URL_SAFE_NO_PAD.encode(bytes))
    }

    /// What a browser sent; `None`: no mark looks like this.
    #[must_use]
    pub fn presented(text: &str) -> Option<Self> {
        let good = text.len() == MARK_CHARS
            && text
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        good.then(|| Self(text.to_owned()))
    }

    /// The text for the cookie.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }

    pub(super) fn hash(&self) -> Vec<u8> {
        Sha256::digest(self.0.as_bytes()).to_vec()
    }
}

impl std::fmt::Debug for BrowserMark {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("BrowserMark(..)")
    }
}

/// What the provider's answer is checked against. Never leaves the server.
#[derive(Clone)]
pub struct FlowSecrets {
    /// What the ID token has to hold.
    pub nonce: String,
    /// What redeems the code (RFC 7636).
    pub verifier: String,
}

/// A browser on its way.
pub struct Flow {
    /// What the provider's answer is checked against.
    pub secrets: FlowSecrets,
    /// Where the person is led afterwards.
    pub return_to: String,
    /// Who links the account at the provider to one's own; `None`: somebody signs in.
    pub links: Option<(UserId, SignInEpoch)>,
}

/// Why an answer belongs to no flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FlowOver {
    /// Nobody went away with this state, or whoever did has come back already.
    #[error("the state is unknown or was used")]
    Unknown,
    /// Another browser went away with it.
    #[error("the state belongs to another browser")]
    OtherBrowser,
    /// The time of the flow is over.
    #[error("the state has expired")]
    Expired,
}

fn state_hash(state: &str) -> Vec<u8> {
    Sha256::digest(state.as_bytes()).to_vec()
}

/// Keeps that a browser goes away with `state`.
pub async fn begin(
    db: &mut PgConnection,
    key: &ServerKey,
    (state, browser): (&str, &BrowserMark),
    flow: &Flow,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let hash = state_hash(state);
    // Neither holds a blank.
    let secrets = format!("{} {}", flow.secrets.nonce, flow.secrets.verifier);
    let sealed = key.seal(secrets.as_bytes(), &hash)?;
    sqlx::query!(
        "INSERT INTO provider_flow (state_hash, browser_hash, secrets_sealed, return_to, link_user, link_epoch, expires_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        hash,
        browser.hash(),
        sealed,
        flow.return_to,
        flow.links.map(|(user, _)| user.0),
        flow.links.map(|(_, epoch)| epoch.0),
        now + FLOW_LIFETIME
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Uses a state up: of two who come back with it one is heard, whatever else is wrong.
pub async fn take(
    db: &mut PgConnection,
    key: &ServerKey,
    (state, browser): (&str, Option<&BrowserMark>),
    now: DateTime<Utc>,
) -> Result<Result<Flow, FlowOver>, StorageError> {
    let hash = state_hash(state);
    let found = sqlx::query!(
        "DELETE FROM provider_flow WHERE state_hash = $1 \
         RETURNING browser_hash, secrets_sealed, return_to, link_user, link_epoch, expires_at",
        hash
    )
    .fetch_optional(db)
    .await?;
    let Some(row) = found else {
        return Ok(Err(FlowOver::Unknown));
    };
    if browser.map(BrowserMark::hash) != Some(row.browser_hash) {
        return Ok(Err(FlowOver::OtherBrowser));
    }
    if row.expires_at <= now {
        return Ok(Err(FlowOver::Expired));
    }
    let opened = String::from_utf8(key.open(&row.secrets_sealed, &hash)?);
    let secrets = opened.map_err(sqlx::Error::decode)?;
    let (nonce, verifier) = secrets.split_once(' ').ok_or(StorageError::Unsealing)?;
    let links = row
        .link_user
        .map(UserId)
        .zip(row.link_epoch.map(SignInEpoch));
    Ok(Ok(Flow {
        secrets: FlowSecrets {
            nonce: nonce.to_owned(),
            verifier: verifier.to_owned(),
        },
        // Checked once more: what is stored is older than the rule may be.
        return_to: ReturnPath::of_wish(Some(&row.return_to))
            .as_str()
            .to_owned(),
        links,
    }))
}

//! Logout tokens: a provider tells that somebody is signed out there (OpenID Connect Back-Channel Logout 1.0). They are read here
//! and not as ID tokens are, for one may name its session alone, and an ID token names a person always.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use openidconnect::core::{CoreJsonWebKey, CoreJwsSigningAlgorithm};
use openidconnect::{
    JsonWebKey as _, JsonWebKeyAlgorithm, JsonWebKeyId, JsonWebKeyUse, JsonWebTokenType,
    JwsSigningAlgorithm as _,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::types::{ALGORITHMS, Metadata, OLDEST, Refusal, SKEW, is_subject};

/// What it says of itself (section 2.4).
const EVENT: &str = "http://schemas.openid.net/event/backchannel-logout";
/// Types that it may have, as they are compared (RFC 7515, section 4.1.9).
const TYPES: [&str; 2] = ["application/logout+jwt", "application/jwt"];

/// Whose sessions the provider has ended: a person's, or one of its own by name, or both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedOut {
    pub issuer: String,
    /// The provider's name for the person, where it tells one.
    pub subject: Option<String>,
    /// Its name for the session, where it tells one.
    pub session: Option<String>,
    /// Sessions that began later are not meant.
    pub before: DateTime<Utc>,
}

#[derive(Deserialize)]
struct Head {
    alg: CoreJwsSigningAlgorithm,
    kid: Option<JsonWebKeyId>,
    typ: Option<JsonWebTokenType>,
    /// Nested tokens are none of these.
    cty: Option<Value>,
    /// What has to be understood, and nothing is.
    crit: Option<Value>,
}

#[derive(Deserialize)]
struct Claims {
    iss: String,
    aud: Audience,
    iat: i64,
    exp: i64,
    sub: Option<String>,
    sid: Option<String>,
    nonce: Option<Value>,
    events: Map<String, Value>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Several(Vec<String>),
}

impl Audience {
    /// Whether it is this client, and nobody beside it.
    fn is_only(&self, client_id: &str) -> bool {
        match self {
            Self::One(id) => id == client_id,
            Self::Several(ids) => !ids.is_empty() && ids.iter().all(|id| id == client_id),
        }
    }
}

fn wrong(why: &str) -> Refusal {
    Refusal::Wrong(why.to_owned())
}

fn decoded(part: &str) -> Result<Vec<u8>, Refusal> {
    let bytes = URL_SAFE_NO_PAD.decode(part);
    bytes.map_err(|_| wrong("it is no token"))
}

fn read<T: DeserializeOwned>(part: &str) -> Result<T, Refusal> {
    let read = serde_json::from_slice(&decoded(part)?);
    read.map_err(|_| wrong("it does not hold what a logout token holds"))
}

/// Whom a logout token speaks of, if it is good.
pub fn signed_out(
    metadata: &Metadata,
    client_id: &str,
    token: &str,
    now: DateTime<Utc>,
) -> Result<SignedOut, Refusal> {
    let none = || wrong("it is no token");
    let (signed, seal) = token.rsplit_once('.').ok_or_else(none)?;
    let (head, claims) = signed.split_once('.').ok_or_else(none)?;
    let head: Head = read(head)?;
    check_head(&head)?;
    check_seal(metadata, &head, signed, &decoded(seal)?)?;
    let claims: Claims = read(claims)?;
    let issued = check_claims(&claims, metadata.issuer().as_str(), client_id, now)?;
    Ok(SignedOut {
        issuer: claims.iss,
        subject: claims.sub,
        session: claims.sid,
        before: issued + SKEW,
    })
}

fn check_head(head: &Head) -> Result<(), Refusal> {
    let is_one = |kind: &JsonWebTokenType| {
        let kind = kind.normalize();
        kind.is_ok_and(|kind| TYPES.contains(&kind.as_str()))
    };
    if !head.typ.as_ref().is_none_or(is_one) {
        return Err(wrong("its type"));
    }
    if head.cty.is_some() || head.crit.is_some() {
        return Err(wrong("its head asks for more than is understood"));
    }
    if !ALGORITHMS.contains(&head.alg) {
        return Err(wrong("its algorithm"));
    }
    Ok(())
}

fn check_seal(
    metadata: &Metadata,
    head: &Head,
    signed: &str,
    signature: &[u8],
) -> Result<(), Refusal> {
    let keys = metadata.jwks().keys().iter();
    let fitting: Vec<_> = keys.filter(|key| fits(key, head)).collect();
    match fitting.as_slice() {
        [] => Err(Refusal::UnknownKey),
        [key] => key
            .verify_signature(&head.alg, signed.as_bytes(), signature)
            .map_err(|_| wrong("its signature")),
        _ => Err(wrong("it does not say which key it is signed with")),
    }
}

/// Whether the key may have signed it, by everything but the signature.
fn fits(key: &CoreJsonWebKey, head: &Head) -> bool {
    let is_named = head.kid.as_ref().is_none_or(|id| key.key_id() == Some(id));
    let signs = key.key_use().is_none_or(JsonWebKeyUse::allows_signature);
    let is_for = match key.signing_alg() {
        JsonWebKeyAlgorithm::Algorithm(own) => *own == head.alg,
        JsonWebKeyAlgorithm::Unspecified => true,
        JsonWebKeyAlgorithm::Unsupported => false,
    };
    is_named && signs && is_for && head.alg.key_type().as_ref() == Some(key.key_type())
}

/// Answers when it was issued.
fn check_claims(
    claims: &Claims,
    issuer: &str,
    client_id: &str,
    now: DateTime<Utc>,
) -> Result<DateTime<Utc>, Refusal> {
    if claims.iss != issuer || !claims.aud.is_only(client_id) {
        return Err(wrong("it is another's"));
    }
    let moment = |seconds| DateTime::from_timestamp(seconds, 0).ok_or_else(|| wrong("its times"));
    let (signed, expires) = (moment(claims.iat)?, moment(claims.exp)?);
    if signed > now + SKEW || signed < now - OLDEST || expires <= now - SKEW {
        return Err(wrong("it is too old, or too early"));
    }
    if claims.nonce.is_some() {
        return Err(wrong("a logout token has no nonce"));
    }
    if !claims.events.contains_key(EVENT) {
        return Err(wrong("it tells of no sign-out"));
    }
    let is_name = |sid: &String| !sid.is_empty() && !sid.contains('\0');
    if !claims.sub.as_deref().is_none_or(is_subject) || !claims.sid.as_ref().is_none_or(is_name) {
        return Err(wrong("it names nobody that there can be"));
    }
    if claims.sub.is_none() && claims.sid.is_none() {
        return Err(wrong("it names neither a person nor a session"));
    }
    Ok(signed)
}

//! The words of the protocol, with what this product needs beside the usual ones, and the checks of tokens.

use std::error::Error;

use chrono::{DateTime, TimeDelta, Utc};
use openidconnect::core::{
    CoreAuthDisplay, CoreAuthPrompt, CoreClaimName, CoreClaimType, CoreClientAuthMethod,
    CoreErrorResponseType, CoreGenderClaim, CoreGrantType, CoreJsonWebKey,
    CoreJweContentEncryptionAlgorithm, CoreJweKeyManagementAlgorithm, CoreJwsSigningAlgorithm,
    CoreResponseMode, CoreResponseType, CoreRevocableToken, CoreRevocationErrorResponse,
    CoreSubjectIdentifierType, CoreTokenIntrospectionResponse, CoreTokenType,
};
use openidconnect::{
    AdditionalClaims, AdditionalProviderMetadata, ClaimsVerificationError, ClientId,
    DiscoveryError, EmptyExtraTokenFields, EndSessionUrl, EndpointMaybeSet, EndpointNotSet,
    EndpointSet, IdTokenFields, IdTokenVerifier, Nonce, ProviderMetadata, RequestTokenError,
    SignatureVerificationError, StandardErrorResponse, StandardTokenResponse, UserInfoClaims,
};
use serde::{Deserialize, Serialize};
use storage::db::provider_links::ProviderPerson;

use super::http::CallFault;

/// How far the clocks of provider and server may stand apart.
pub(super) const SKEW: TimeDelta = TimeDelta::minutes(5);
/// Oldest token that is taken: it was made for a code that is younger.
pub(super) const OLDEST: TimeDelta = TimeDelta::minutes(15);
/// Longest name of a person at a provider, in bytes (OpenID Connect Core, section 2).
const LONGEST_SUBJECT: usize = 255;

/// Signatures with the provider's own keys. Those with the client's secret prove nothing that the client could not have
/// made, and `none` proves nothing at all.
pub(super) const ALGORITHMS: [CoreJwsSigningAlgorithm; 9] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha384,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha384,
    CoreJwsSigningAlgorithm::RsaSsaPssSha512,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
];

/// Claims beside those that every ID token has.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct MoreClaims {
    /// The provider's name for its session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sid: Option<String>,
}

impl AdditionalClaims for MoreClaims {}

/// What a provider says of itself beside the usual.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct MoreMetadata {
    /// Where browsers sign out there.
    pub end_session_endpoint: Option<EndSessionUrl>,
    /// Whether its answers name it (RFC 9207).
    authorization_response_iss_parameter_supported: Option<bool>,
}

impl AdditionalProviderMetadata for MoreMetadata {}

impl MoreMetadata {
    pub fn names_issuer(&self) -> bool {
        self.authorization_response_iss_parameter_supported == Some(true)
    }
}

pub type Metadata = ProviderMetadata<
    MoreMetadata,
    CoreAuthDisplay,
    CoreClientAuthMethod,
    CoreClaimName,
    CoreClaimType,
    CoreGrantType,
    CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm,
    CoreJsonWebKey,
    CoreResponseMode,
    CoreResponseType,
    CoreSubjectIdentifierType,
>;

pub type IdToken = openidconnect::IdToken<
    MoreClaims,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJwsSigningAlgorithm,
>;

type Tokens = StandardTokenResponse<
    IdTokenFields<
        MoreClaims,
        EmptyExtraTokenFields,
        CoreGenderClaim,
        CoreJweContentEncryptionAlgorithm,
        CoreJwsSigningAlgorithm,
    >,
    CoreTokenType,
>;

pub type Client = openidconnect::Client<
    MoreClaims,
    CoreAuthDisplay,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJsonWebKey,
    CoreAuthPrompt,
    StandardErrorResponse<CoreErrorResponseType>,
    Tokens,
    CoreTokenIntrospectionResponse,
    CoreRevocableToken,
    CoreRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// What the provider tells of a person beside the token.
type PersonClaims = UserInfoClaims<MoreClaims, CoreGenderClaim>;

/// Why nobody is signed in. What it says goes to the log: no code, token or secret is in it.
#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    /// A setting, or an address in the provider's document, is missing or wrong.
    #[error("{0} is missing or no address")]
    Endpoint(&'static str),
    /// Its document or its keys cannot be had.
    #[error("the identity provider cannot be asked: {0}")]
    Unreachable(String),
    /// No answer within the time limit.
    #[error("the identity provider took too long")]
    Late,
    /// The browser brought the provider's own error back.
    #[error("the identity provider answered {0}")]
    ErrorReturned(String),
    /// The browser brought no code back.
    #[error("the answer has no code")]
    NoCode,
    /// The answer is another provider's.
    #[error("the answer names another issuer")]
    OtherIssuer,
    /// The provider names itself in its answers, and this one names nobody.
    #[error("the answer names no issuer")]
    NoIssuer,
    /// It gave no tokens for the code.
    #[error("no token for the code: {0}")]
    NoToken(String),
    /// It gave no ID token.
    #[error("there is no ID token")]
    NoIdToken,
    /// The token does not hold what it has to.
    #[error("the token is refused: {0}")]
    Refused(String),
}

impl From<CallFault> for ProviderError {
    fn from(fault: CallFault) -> Self {
        Self::Unreachable(chain(&fault))
    }
}

impl ProviderError {
    /// Of a document or keys that were not read.
    #[must_use]
    pub fn of_discovery(error: DiscoveryError<CallFault>) -> Self {
        Self::Unreachable(match error {
            DiscoveryError::Request(fault) => chain(&fault),
            DiscoveryError::Parse(error) => error.to_string(),
            other => other.to_string(),
        })
    }

    /// Of a code that was not redeemed.
    #[must_use]
    pub fn of_tokens(
        error: RequestTokenError<CallFault, StandardErrorResponse<CoreErrorResponseType>>,
    ) -> Self {
        Self::NoToken(match error {
            RequestTokenError::Request(fault) => chain(&fault),
            RequestTokenError::ServerResponse(reply) => reply.error().to_string(),
            // What was not understood may hold a token.
            RequestTokenError::Parse(..) | RequestTokenError::Other(_) => {
                "the answer is not understood".to_owned()
            }
        })
    }
}

/// An error with what it came of.
fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text = format!("{text}: {cause}");
        source = cause.source();
    }
    text
}

/// Why a token is not believed.
#[derive(Debug)]
pub enum Refusal {
    /// It is signed with a key that is not known.
    UnknownKey,
    /// Any other defect of the token, in words for the log.
    Wrong(String),
}

impl From<Refusal> for ProviderError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(match refusal {
            Refusal::UnknownKey => "it is signed with an unknown key".to_owned(),
            Refusal::Wrong(why) => why,
        })
    }
}

impl From<ClaimsVerificationError> for Refusal {
    fn from(error: ClaimsVerificationError) -> Self {
        match error {
            ClaimsVerificationError::SignatureVerification(
                SignatureVerificationError::NoMatchingKey,
            ) => Self::UnknownKey,
            // It would name both nonces.
            ClaimsVerificationError::InvalidNonce(_) => Self::Wrong("wrong nonce".to_owned()),
            other => Self::Wrong(chain(&other)),
        }
    }
}

/// Who the provider says it is, checked.
pub struct Identity {
    /// By which the person is known again.
    pub person: ProviderPerson,
    /// The provider's name for its session, where it tells one.
    pub session: Option<String>,
    /// The token, by which the provider knows its session again.
    pub id_token: String,
    /// What the provider calls the person, if it says so.
    pub user_name: Option<String>,
    /// The person's name, or empty.
    pub name: String,
    /// E-mail address, or empty.
    pub email: String,
}

impl Identity {
    /// Whether the token does not say what the person is called.
    #[must_use]
    pub const fn is_nameless(&self) -> bool {
        self.name.is_empty() || self.user_name.is_none()
    }

    /// Adds what the provider tells beside the token.
    pub fn add(&mut self, claims: Option<PersonClaims>) {
        let Some(claims) = claims else { return };
        let own = claims.standard_claims();
        if self.name.is_empty() {
            self.name = claims
                .name()
                .and_then(|name| name.get(None))
                .map(|name| name.to_string())
                .unwrap_or_default();
        }
        if self.email.is_empty() {
            self.email = own
                .email()
                .map(|email| email.to_string())
                .unwrap_or_default();
        }
        self.user_name = self
            .user_name
            .take()
            .or_else(|| own.preferred_username().map(|name| name.to_string()));
    }
}

fn verifier<'a>(
    metadata: &Metadata,
    client_id: &str,
    now: DateTime<Utc>,
) -> IdTokenVerifier<'a, CoreJsonWebKey> {
    let (client, issuer, keys) = (
        ClientId::new(client_id.to_owned()),
        metadata.issuer().clone(),
        metadata.jwks().clone(),
    );
    IdTokenVerifier::new_public_client(client, issuer, keys)
        .set_allowed_algs(ALGORITHMS)
        .set_time_fn(move || now)
        .set_issue_time_verifier_fn(move |issued| {
            if issued > now + SKEW || issued < now - OLDEST {
                return Err(format!("issued at {issued}, and it is {now}"));
            }
            Ok(())
        })
}

/// Whether a provider may name a person so. What is stored holds no NUL.
pub(super) fn is_subject(text: &str) -> bool {
    !text.is_empty() && text.len() <= LONGEST_SUBJECT && !text.contains('\0')
}

/// Who an ID token speaks of, if it is good.
pub fn checked(
    metadata: &Metadata,
    client_id: &str,
    token: &IdToken,
    nonce: &Nonce,
    now: DateTime<Utc>,
) -> Result<Identity, Refusal> {
    let claims = token.claims(&verifier(metadata, client_id, now), nonce)?;
    // OpenID Connect Core, section 3.1.3.7, step 5.
    if claims
        .authorized_party()
        .is_some_and(|party| party.as_str() != client_id)
    {
        return Err(Refusal::Wrong("it was made for another party".to_owned()));
    }
    let subject = claims.subject().to_string();
    if !is_subject(&subject) {
        return Err(Refusal::Wrong(
            "it names nobody that there can be".to_owned(),
        ));
    }
    let text = |found: Option<String>| found.unwrap_or_default();
    let identity = Identity {
        person: ProviderPerson {
            issuer: metadata.issuer().to_string(),
            subject,
        },
        session: claims.additional_claims().sid.clone(),
        id_token: token.to_string(),
        user_name: claims.preferred_username().map(|name| name.to_string()),
        name: text(
            claims
                .name()
                .and_then(|name| name.get(None))
                .map(|name| name.to_string()),
        ),
        email: text(claims.email().map(|email| email.to_string())),
    };
    let names = [&identity.session, &identity.user_name];
    let holds_nul = |text: &String| text.contains('\0');
    if names.into_iter().flatten().any(holds_nul) || holds_nul(&identity.name) {
        return Err(Refusal::Wrong("it holds what no text holds".to_owned()));
    }
    Ok(identity)
}

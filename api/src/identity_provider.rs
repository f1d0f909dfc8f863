//! The identity provider (统一身份认证) that people sign in at: OpenID Connect, authorization code flow with PKCE.
//!
//! What comes from it is believed only after every check of OpenID Connect Core, section 3.1.3.7, and RFC 9207.

mod answer;
mod http;
mod logout;
mod settings;
mod types;

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use openidconnect::core::{CoreAuthPrompt, CoreAuthenticationFlow, CoreClientAuthMethod};
use openidconnect::{
    AuthType, AuthorizationCode, ClientId, ClientSecret, CsrfToken, IssuerUrl, LogoutRequest,
    Nonce, OAuth2TokenResponse as _, PkceCodeChallenge, PkceCodeVerifier, PostLogoutRedirectUrl,
    RedirectUrl, Scope, SubjectIdentifier,
};
use storage::db::provider_flows::FlowSecrets;
use tokio::sync::Mutex;
use url::Url;

pub use answer::ProviderAnswer;
use http::ProviderHttp;
pub use logout::SignedOut;
pub use settings::ProviderSettings;
use types::{Client, IdToken, Metadata, Refusal};
pub use types::{Identity, ProviderError};

/// How long what the provider says of itself is believed.
const FRESH: TimeDelta = TimeDelta::minutes(30);
/// Keys that are not known are asked for at most so often: anybody can send a token with such a key.
const KEYS_ANEW: TimeDelta = TimeDelta::seconds(30);
/// Longest talk with the provider while a browser waits.
const DEADLINE: Duration = Duration::from_secs(20);

/// The provider as this process knows it.
#[derive(Debug)]
pub struct IdentityProvider {
    settings: ProviderSettings,
    http: ProviderHttp,
    known: Mutex<Option<Known>>,
}

#[derive(Debug, Clone)]
struct Known {
    read: DateTime<Utc>,
    metadata: Arc<Metadata>,
}

/// Where a browser is sent, and what its answer is checked against.
pub struct Departure {
    /// The provider's authorization endpoint with every parameter.
    pub address: Url,
    /// What the browser brings back.
    pub state: String,
    /// What the answer is checked against.
    pub secrets: FlowSecrets,
}

impl IdentityProvider {
    /// Knows nothing of the provider yet: it is asked when somebody signs in, so that it may be away when this starts.
    pub fn new(settings: ProviderSettings) -> Result<Self, ProviderError> {
        Ok(Self {
            http: ProviderHttp::new(&settings.issuer)?,
            settings,
            known: Mutex::default(),
        })
    }

    /// What an installation has set.
    #[must_use]
    pub const fn settings(&self) -> &ProviderSettings {
        &self.settings
    }

    /// Begins a sign-in; `prove`: of somebody who proves it anew, whatever session the provider has (`prompt=login`, OpenID
    /// Connect Core 3.1.2.1).
    pub async fn depart(
        &self,
        prove: bool,
        now: DateTime<Utc>,
    ) -> Result<Departure, ProviderError> {
        let metadata = within(self.metadata(now, FRESH)).await?;
        let client = self.client(&metadata)?;
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let mut request = client
            .authorize_url(
                CoreAuthenticationFlow::AuthorizationCode,
                || CsrfToken::new_random_len(32),
                || Nonce::new_random_len(32),
            )
            .set_pkce_challenge(challenge);
        for scope in &self.settings.scopes {
            request = request.add_scope(Scope::new(scope.clone()));
        }
        if prove {
            request = request.add_prompt(CoreAuthPrompt::Login);
        }
        let (address, state, nonce) = request.url();
        Ok(Departure {
            address,
            state: state.secret().clone(),
            secrets: FlowSecrets {
                nonce: nonce.secret().clone(),
                verifier: verifier.secret().clone(),
            },
        })
    }

    /// Redeems the code of an answer and answers who it is, if everything about it is right.
    pub async fn identify(
        &self,
        answer: &ProviderAnswer,
        secrets: &FlowSecrets,
        now: DateTime<Utc>,
    ) -> Result<Identity, ProviderError> {
        within(self.redeem(answer, secrets, now)).await
    }

    async fn redeem(
        &self,
        answer: &ProviderAnswer,
        secrets: &FlowSecrets,
        now: DateTime<Utc>,
    ) -> Result<Identity, ProviderError> {
        let metadata = self.metadata(now, FRESH).await?;
        let code = answer.code(
            &self.settings.issuer,
            metadata.additional_metadata().names_issuer(),
        )?;
        let client = self.client(&metadata)?;
        let tokens = client
            .exchange_code(AuthorizationCode::new(code.to_owned()))
            .map_err(|_| ProviderError::Endpoint("token_endpoint"))?
            .set_pkce_verifier(PkceCodeVerifier::new(secrets.verifier.clone()))
            .request_async(&self.http)
            .await
            .map_err(ProviderError::of_tokens)?;
        let token = tokens
            .extra_fields()
            .id_token()
            .ok_or(ProviderError::NoIdToken)?;
        let nonce = Nonce::new(secrets.nonce.clone());
        let identity = match self.check(&metadata, token, &nonce, now) {
            // The provider signs with a newer key than it had when it was asked.
            Err(Refusal::UnknownKey) => {
                let newer = self.metadata(now, KEYS_ANEW).await?;
                self.check(&newer, token, &nonce, now)
            }
            checked => checked,
        };
        let mut identity = identity?;
        if identity.is_nameless() {
            let token = tokens.access_token().clone();
            let subject = SubjectIdentifier::new(identity.person.subject.clone());
            // Nobody is kept out for want of a name.
            if let Ok(request) = client.user_info(token, Some(subject)) {
                identity.add(request.request_async(&self.http).await.ok());
            }
        }
        Ok(identity)
    }

    fn check(
        &self,
        metadata: &Metadata,
        token: &IdToken,
        nonce: &Nonce,
        now: DateTime<Utc>,
    ) -> Result<Identity, Refusal> {
        types::checked(metadata, &self.settings.client_id, token, nonce, now)
    }

    /// Where the browser signs out at the provider; `None`: it has no such place, or cannot be asked.
    pub async fn sign_out_address(
        &self,
        id_token: Option<&str>,
        now: DateTime<Utc>,
    ) -> Option<Url> {
        let metadata = within(self.metadata(now, FRESH)).await;
        let metadata = metadata
            .inspect_err(
                |error| tracing::warn!(%error, "the identity provider is not told of a sign-out"),
            )
            .ok()?;
        let end = metadata
            .additional_metadata()
            .end_session_endpoint
            .clone()?;
        let mut request =
            LogoutRequest::from(end).set_client_id(ClientId::new(self.settings.client_id.clone()));
        if let Some(Ok(token)) = id_token.map(str::parse::<IdToken>) {
            request = request.set_id_token_hint(&token);
        }
        if let Ok(back) = PostLogoutRedirectUrl::new(self.settings.signed_out_address()) {
            request = request.set_post_logout_redirect_uri(back);
        }
        Some(request.http_get_url())
    }

    /// Whom the provider tells to be signed out (Back-Channel Logout 1.0).
    pub async fn told_out(
        &self,
        token: &str,
        now: DateTime<Utc>,
    ) -> Result<SignedOut, ProviderError> {
        let metadata = within(self.metadata(now, FRESH)).await?;
        match logout::signed_out(&metadata, &self.settings.client_id, token, now) {
            Err(Refusal::UnknownKey) => {
                let newer = within(self.metadata(now, KEYS_ANEW)).await?;
                Ok(logout::signed_out(
                    &newer,
                    &self.settings.client_id,
                    token,
                    now,
                )?)
            }
            claims => Ok(claims?),
        }
    }

    /// What the provider says of itself, no older than `age`. Who comes while it is asked waits for the answer.
    async fn metadata(
        &self,
        now: DateTime<Utc>,
        age: TimeDelta,
    ) -> Result<Arc<Metadata>, ProviderError> {
        let mut known = self.known.lock().await;
        if let Some(known) = known.as_ref()
            && now - known.read < age
        {
            return Ok(Arc::clone(&known.metadata));
        }
        let issuer = IssuerUrl::new(self.settings.issuer.clone())
            .map_err(|_| ProviderError::Endpoint("issuer"))?;
        let read = Metadata::discover_async(issuer, &self.http)
            .await
            .map_err(ProviderError::of_discovery)?;
        let metadata = Arc::new(read);
        *known = Some(Known {
            read: now,
            metadata: Arc::clone(&metadata),
        });
        Ok(metadata)
    }

    fn client(&self, metadata: &Metadata) -> Result<Client, ProviderError> {
        let settings = &self.settings;
        let redirect = RedirectUrl::new(settings.callback_address())
            .map_err(|_| ProviderError::Endpoint("redirect_uri"))?;
        let secret = settings.client_secret.clone().map(ClientSecret::new);
        let methods = metadata.token_endpoint_auth_methods_supported();
        let takes_basic =
            methods.is_none_or(|all| all.contains(&CoreClientAuthMethod::ClientSecretBasic));
        let in_header = secret.is_some() && takes_basic;
        let client = Client::from_provider_metadata(
            metadata.clone(),
            ClientId::new(settings.client_id.clone()),
            secret,
        );
        Ok(client
            .set_redirect_uri(redirect)
            .set_auth_type(if in_header {
                AuthType::BasicAuth
            } else {
                AuthType::RequestBody
            }))
    }
}

async fn within<T>(
    talk: impl Future<Output = Result<T, ProviderError>>,
) -> Result<T, ProviderError> {
    let ended = tokio::time::timeout(DEADLINE, talk).await;
    ended.unwrap_or(Err(ProviderError::Late))
}

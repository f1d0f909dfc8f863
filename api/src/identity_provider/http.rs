//! Calls to the provider: no redirects, no proxies of the environment, time-outs, and no more than a page of bytes.

use std::pin::Pin;
use std::time::Duration;

use axum::http::{Request, Response};
use openidconnect::AsyncHttpClient;
use reqwest::Client;
use url::Url;

use super::settings::is_own_machine;

/// Longest wait for a connection.
const CONNECT: Duration = Duration::from_secs(5);
/// Longest call.
const CALL: Duration = Duration::from_secs(10);
/// Largest answer, bytes: a document with every key of a large provider has some 100 kB.
const LARGEST: usize = 1 << 20;

/// Why a call has no answer.
#[derive(Debug, thiserror::Error)]
pub enum CallFault {
    /// It goes somewhere in plain text.
    #[error("{0} is not https")]
    Plain(String),
    /// The answer is larger than any provider's.
    #[error("the answer is larger than {LARGEST} bytes")]
    TooLarge,
    /// The connection failed, or broke off before the whole answer.
    #[error(transparent)]
    Failed(#[from] reqwest::Error),
    /// The answer has a head that is none.
    #[error(transparent)]
    Head(#[from] axum::http::Error),
}

/// Sends requests to the configured identity provider only.
#[derive(Debug)]
pub struct ProviderHttp {
    client: Client,
    /// Host and port that plain HTTP may go to: of an issuer on this machine.
    plain: Option<(String, Option<u16>)>,
}

impl ProviderHttp {
    /// The way to the provider of this issuer.
    pub fn new(issuer: &str) -> Result<Self, CallFault> {
        let client = Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .connect_timeout(CONNECT)
            .timeout(CALL)
            .build()?;
        let issuer = Url::parse(issuer).map_err(|_| CallFault::Plain(issuer.to_owned()))?;
        Ok(Self {
            client,
            plain: is_own_machine(&issuer).then(|| host_and_port(&issuer)),
        })
    }

    /// Sends a request that the protocol asks for. Addresses come from the provider's own document: they are over TLS, or
    /// where the issuer itself is.
    async fn send(&self, request: Request<Vec<u8>>) -> Result<Response<Vec<u8>>, CallFault> {
        let (head, body) = request.into_parts();
        let plain = || CallFault::Plain(head.uri.to_string());
        let address = Url::parse(&head.uri.to_string()).map_err(|_| plain())?;
        let is_plain_allowed = self
            .plain
            .as_ref()
            .is_some_and(|own| *own == host_and_port(&address));
        if address.scheme() != "https" && !(address.scheme() == "http" && is_plain_allowed) {
            return Err(plain());
        }
        let request = self.client.request(head.method, address);
        let mut answer = request.headers(head.headers).body(body).send().await?;
        let mut built = Response::builder().status(answer.status());
        for (name, value) in answer.headers() {
            built = built.header(name, value);
        }
        let mut bytes = Vec::new();
        while let Some(chunk) = answer.chunk().await? {
            if bytes.len() + chunk.len() > LARGEST {
                return Err(CallFault::TooLarge);
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(built.body(bytes)?)
    }
}

type Answered<'c> = Pin<Box<dyn Future<Output = Result<Response<Vec<u8>>, CallFault>> + Send + 'c>>;

impl<'c> AsyncHttpClient<'c> for ProviderHttp {
    type Error = CallFault;
    type Future = Answered<'c>;

    fn call(&'c self, request: Request<Vec<u8>>) -> Answered<'c> {
        Box::pin(self.send(request))
    }
}

fn host_and_port(address: &Url) -> (String, Option<u16>) {
    let host = address.host_str().unwrap_or_default().to_owned();
    (host, address.port_or_known_default())
}

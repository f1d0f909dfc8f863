//! Connections to a bucket: where they go, and how long what is asked over them may take. What is sent goes as fast as the line takes
//! it. reqwest measures a silence from the beginning of a request on, the sending of its body included: that would end every part
//! which a slow line carries.

use std::net::SocketAddr;
use std::time::Duration;

use async_trait::async_trait;
use futures::TryStreamExt as _;
use object_store::ClientOptions;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse,
    HttpResponseBody, HttpService,
};
use tokio::time::timeout;

use super::answer::AnswerFault;
use super::limits::{AT_ONCE, PART};
use crate::hosts::PushConfig;

/// Longest answer to what changes something in a bucket, bytes. S3 says in it what it has done, in some hundred bytes, or why not.
const LONGEST_ANSWER: usize = 1 << 20;

/// Connections that go where the operator's list was asked about, whatever the name leads to by then.
#[derive(Debug)]
pub(super) struct PinnedConnector {
    /// The host as it is written in the list.
    pub(super) host: String,
    /// Addresses that connections go to; the host's name is not resolved again.
    pub(super) addresses: Vec<SocketAddr>,
    pub(super) config: PushConfig,
}

impl PinnedConnector {
    fn roots(&self) -> Vec<reqwest::Certificate> {
        let roots = self.config.roots.iter();
        roots
            .filter_map(|root| reqwest::Certificate::from_der(root).ok())
            .collect()
    }

    fn builder(&self) -> reqwest::ClientBuilder {
        let builder = reqwest::Client::builder()
            .resolve_to_addrs(&self.host, &self.addresses)
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .tls_certs_merge(self.roots())
            .connect_timeout(self.config.connect);
        // Whoever takes nothing more is left before the whole time of what is sent is over; other systems have no such option.
        #[cfg(target_os = "linux")]
        let builder = builder.tcp_user_timeout(self.config.silence);
        builder
    }
}

impl HttpConnector for PinnedConnector {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        let build = |builder: reqwest::ClientBuilder| {
            builder
                .build()
                .map_err(|error| object_store::Error::Generic {
                    store: "S3",
                    source: Box::new(error),
                })
        };
        Ok(HttpClient::new(PatientClient {
            reading: build(self.builder().read_timeout(self.config.silence))?,
            sending: build(self.builder())?,
            silence: self.config.silence,
            slowest: self.config.slowest,
        }))
    }
}

/// A client that waits for an answer as long as what is sent may take.
#[derive(Debug)]
struct PatientClient {
    /// For what changes nothing: little is sent, and much may come back.
    reading: reqwest::Client,
    sending: reqwest::Client,
    silence: Duration,
    /// Bytes a second of the slowest line.
    slowest: u64,
}

impl PatientClient {
    /// The answer to what changes something, which is short. S3 sends blanks while it puts an object together: they are no silence.
    async fn short(&self, body: HttpResponseBody) -> Result<HttpResponseBody, HttpError> {
        let mut pieces = body.bytes_stream();
        let mut answer = Vec::new();
        loop {
            let next = timeout(self.silence, pieces.try_next()).await;
            let Some(piece) = next.map_err(|_| late())?? else {
                return Ok(answer.into());
            };
            if answer.len() + piece.len() > LONGEST_ANSWER {
                let fault = AnswerFault::TooLong(LONGEST_ANSWER);
                return Err(HttpError::new(HttpErrorKind::Decode, fault));
            }
            answer.extend_from_slice(&piece);
        }
    }
}

#[async_trait]
impl HttpService for PatientClient {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        if request.method().is_safe() {
            return self.reading.call(request).await;
        }
        let bytes = request.body().content_length() as u64;
        let most = self.silence.saturating_add(time_for(bytes, self.slowest));
        let answered = timeout(most, self.sending.call(request)).await;
        let (head, body) = answered.map_err(|_| late())??.into_parts();
        let body = self.short(body).await?;
        Ok(HttpResponse::from_parts(head, body))
    }
}

/// Of a kind that is not sent again: what had its whole time has had it, and the target is tried later.
fn late() -> HttpError {
    HttpError::new(HttpErrorKind::Unknown, AnswerFault::Late)
}

/// What a line of so many bytes a second needs for a body, and for the part of the same file that goes beside it.
fn time_for(bytes: u64, slowest: u64) -> Duration {
    let beside = bytes.saturating_mul(AT_ONCE).min(AT_ONCE * PART);
    Duration::from_secs(bytes.max(beside).div_ceil(slowest.max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sent_has_the_time_that_the_slowest_line_needs() {
        const SLOWEST: u64 = 64 << 10;
        for (bytes, seconds) in [
            (0, 0),
            (80, 1),
            (1 << 20, 32),
            // Two of these go at once.
            (PART, 512),
            (PART + 1, 512),
            // One of these does.
            (64 << 20, 1024),
            (u64::MAX, u64::MAX / SLOWEST + 1),
        ] {
            let time = time_for(bytes, SLOWEST);
            assert_eq!(time, Duration::from_secs(seconds), "{bytes}");
        }
        assert_eq!(time_for(3, 0), Duration::from_secs(6));
    }
}

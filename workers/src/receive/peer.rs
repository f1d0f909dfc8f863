//! Files of another installation: asked for, and fetched when it has brought them from its archive. `POST` and `GET` of
//! `/api/scene-files`, beside the STAC API that its items come from.

use bytes::Bytes;
use futures::StreamExt as _;
use futures::stream::BoxStream;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use push::{SourceError, SourceFile};
use reqwest::header::{ACCEPT_ENCODING, CONTENT_RANGE, ETAG, HeaderValue, IF_RANGE, RANGE};
use reqwest::{Client, RequestBuilder, Response, StatusCode};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use texts::{Detail, FailureText};
use url::Url;

use super::fetch::{FileRead, FileSource};
use super::pages::refuse_denial;
use crate::archive::http::{checked_client, refuse_failure, send};
use crate::archive::{ArchiveConfig, ArchiveError, redacted};

/// Longest answer that is no file, bytes.
const LONGEST: usize = 4 << 20;

/// A session with another installation.
#[derive(Debug, Clone)]
pub struct Peer<'a> {
    /// Where it hands out files: nothing of what it answers leads elsewhere.
    files: Url,
    /// Where it tells what it took out of its catalogue.
    withdrawn: Url,
    token: &'a str,
    client: Client,
    config: &'a ArchiveConfig,
}

/// How a file stands there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PeerState {
    /// It is brought from its archive.
    Waiting,
    /// The file can be fetched.
    Ready,
    /// The peer cannot provide the file.
    Failed,
}

/// A file as the peer answers about it.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PreparedFile {
    /// Public id of the scene.
    pub data_id: String,
    pub state: PeerState,
    /// Bytes.
    pub size: u64,
    /// SHA-256 in hexadecimal digits.
    #[serde(default)]
    pub sha256: Option<String>,
    /// Of what failed: the class of the error.
    #[serde(default)]
    pub error_class: Option<String>,
    /// Reason in words, where it failed.
    #[serde(default)]
    pub text: String,
}

/// States of the files that a peer was asked for.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PreparedFiles {
    /// Those that are ready, under way, or failed.
    pub items: Vec<PreparedFile>,
    /// Scenes that are not shown to us, or have no file.
    pub missing: Vec<String>,
    /// Seconds until asking again is worth while.
    pub retry_after: u64,
}

/// A withdrawal of the other side.
#[derive(Debug, Clone, Deserialize)]
pub struct WithdrawnDigest {
    /// SHA-256 of the scene's public id, in hexadecimal digits.
    pub digest: String,
}

/// A part of the list of what the other side took out.
#[derive(Debug, Clone, Deserialize)]
pub struct WithdrawnPage {
    pub items: Vec<WithdrawnDigest>,
    /// Place in the list behind this part.
    pub until: i64,
    /// Whether there is more behind it.
    pub more: bool,
}

/// Why a scene was taken out.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WithdrawalReason {
    /// Public id of the scene.
    pub data_id: String,
    pub reason: String,
}

/// Of the scenes that were asked about, those that were taken out.
#[derive(Debug, Clone, Deserialize)]
pub struct WithdrawalReasons {
    pub items: Vec<WithdrawalReason>,
}

impl<'a> Peer<'a> {
    /// The installation whose STAC API lies at `location`.
    ///
    /// # Errors
    /// When the operator does not let it be called, or its address cannot be found.
    pub async fn open(
        location: &str,
        token: &'a str,
        config: &'a ArchiveConfig,
    ) -> Result<Self, ArchiveError> {
        let unreadable = || ArchiveError::Unreadable(FailureText::AddressUnreadable.into());
        let base = location.trim_end_matches('/');
        let base = base.strip_suffix("/stac").unwrap_or(base);
        let files = Url::parse(&format!("{base}/api/scene-files")).map_err(|_| unreadable())?;
        let withdrawn =
            Url::parse(&format!("{base}/api/withdrawn-scenes")).map_err(|_| unreadable())?;
        let client = checked_client(&files, config).await?;
        Ok(Self {
            files,
            withdrawn,
            token,
            client,
            config,
        })
    }

    /// Whether files are handed out to us at all: to who may only read the catalogue, items name none, and nothing else would say why.
    ///
    /// # Errors
    /// When they are not, or it does not answer.
    pub async fn check_right(&self) -> Result<(), ArchiveError> {
        let url = Url::parse(&format!("{}/-", self.files))
            .map_err(|_| ArchiveError::Unreadable(FailureText::AddressUnreadable.into()))?;
        let call = self.client.head(url).bearer_auth(self.token);
        let reply = send(call, &self.files, self.config).await?;
        refuse_denial(&reply, &redacted(&self.files))
    }

    /// Asks for files to be prepared, and how they stand.
    ///
    /// # Errors
    /// When it does not answer as it should.
    pub async fn prepare(&self, data_ids: &[&str]) -> Result<PreparedFiles, ArchiveError> {
        let call = self.client.post(self.files.clone());
        let call = call.json(&json!({"dataIds": data_ids}));
        let reply = self.send(call).await?;
        self.read_answer(reply).await
    }

    /// What the other side took out of its catalogue behind this place of its list; `None`: it is of a version that keeps none.
    ///
    /// # Errors
    /// When it does not answer as it should.
    pub async fn withdrawn(&self, behind: i64) -> Result<Option<WithdrawnPage>, ArchiveError> {
        let mut url = self.withdrawn.clone();
        url.query_pairs_mut()
            .append_pair("after", &behind.to_string());
        let call = self.client.get(url).bearer_auth(self.token);
        let reply = send(call, &self.withdrawn, self.config).await?;
        if reply.status() == StatusCode::NOT_FOUND {
            return Ok(None);
        }
        let address = redacted(&self.withdrawn);
        refuse_denial(&reply, &address)?;
        refuse_failure(&reply, &address)?;
        self.read_answer(reply).await.map(Some)
    }

    /// Why it took out these scenes; of others nothing is answered.
    ///
    /// # Errors
    /// When it does not answer as it should.
    pub async fn reasons(&self, data_ids: &[String]) -> Result<WithdrawalReasons, ArchiveError> {
        let call = self.client.post(self.withdrawn.clone());
        let call = call.json(&json!({"dataIds": data_ids}));
        let reply = self.send(call).await?;
        self.read_answer(reply).await
    }

    /// An answer that is no file.
    async fn read_answer<T: DeserializeOwned>(
        &self,
        mut reply: Response,
    ) -> Result<T, ArchiveError> {
        let address = redacted(&self.files);
        let mut text = Vec::new();
        loop {
            let next = tokio::time::timeout(self.config.silence, reply.chunk()).await;
            let silent = || FailureText::NoAnswer {
                place: address.clone(),
            };
            let chunk = next.map_err(|_| ArchiveError::Transient(silent().into()))?;
            let chunk = chunk.map_err(|error| self.broken(&error.without_url()))?;
            let Some(bytes) = chunk else { break };
            if text.len() + bytes.len() > LONGEST {
                let most = LONGEST as u64;
                let large = FailureText::AnswerTooLarge {
                    place: address,
                    most,
                };
                return Err(ArchiveError::Unreadable(large.into()));
            }
            text.extend_from_slice(&bytes);
        }
        serde_json::from_slice(&text).map_err(|error| {
            let what = error.to_string();
            ArchiveError::Unreadable(
                FailureText::AnswerUnreadable {
                    place: address,
                    what,
                }
                .into(),
            )
        })
    }

    /// An answer that is a good one. Nobody is followed elsewhere: the token is for this place.
    async fn send(&self, call: RequestBuilder) -> Result<Response, ArchiveError> {
        let reply = send(call.bearer_auth(self.token), &self.files, self.config).await?;
        let address = redacted(&self.files);
        refuse_denial(&reply, &address)?;
        if reply.status() == StatusCode::PARTIAL_CONTENT {
            return Ok(reply);
        }
        if let Err(error) = refuse_failure(&reply, &address) {
            return Err(self.explained(error, reply).await);
        }
        Ok(reply)
    }

    /// What the other side says of its refusal, where it is one of this product.
    async fn explained(&self, error: ArchiveError, reply: Response) -> ArchiveError {
        let ArchiveError::Transient(_) = &error else {
            return error;
        };
        let body = tokio::time::timeout(self.config.silence, reply.json::<Value>()).await;
        let reply = body.ok().and_then(Result::ok);
        let reply = reply.and_then(|body| body["detail"].as_str().map(str::to_owned));
        match reply {
            Some(what) => {
                let address = redacted(&self.files);
                let what = what.into();
                ArchiveError::Transient(
                    FailureText::Said {
                        place: address,
                        what,
                    }
                    .into(),
                )
            }
            None => error,
        }
    }

    fn broken(&self, error: &reqwest::Error) -> ArchiveError {
        let address = redacted(&self.files);
        let what: Detail = error.to_string().into();
        ArchiveError::Transient(
            FailureText::Said {
                place: address,
                what,
            }
            .into(),
        )
    }
}

impl FileSource for Peer<'_> {
    type Read = PeerRead;

    /// Never asked: each file has an entity tag, by which what is sent is what was asked for.
    async fn find(&mut self, _: &str) -> Result<Option<SourceFile>, SourceError> {
        Ok(None)
    }

    async fn read(&mut self, file: &SourceFile, behind: u64) -> Result<PeerRead, SourceError> {
        let id = utf8_percent_encode(&file.path, NON_ALPHANUMERIC);
        let url = Url::parse(&format!("{}/{id}", self.files))
            .map_err(|_| SourceError::Unreadable(FailureText::AddressUnreadable.into()))?;
        let tag = file.etag.clone().unwrap_or_default();
        let mut call = self
            .client
            .get(url)
            .header(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        if behind > 0 {
            call = call.header(RANGE, format!("bytes={behind}-"));
            call = call.header(IF_RANGE, &tag);
        }
        let reply = self.send(call).await.map_err(source_error)?;
        let is_same = reply.headers().get(ETAG).map(HeaderValue::as_bytes) == Some(tag.as_bytes());
        let begins_there = behind == 0 || begins_at(&reply, behind);
        if !is_same || !begins_there {
            return Err(SourceError::Changed);
        }
        Ok(PeerRead {
            address: redacted(&self.files),
            silence: self.config.silence,
            bytes: reply.bytes_stream().boxed(),
        })
    }
}

fn source_error(error: ArchiveError) -> SourceError {
    match error {
        ArchiveError::Missing(what) => SourceError::Gone(what),
        ArchiveError::Unreadable(what) | ArchiveError::Unsupported(what) => {
            SourceError::Unreadable(what)
        }
        ArchiveError::Refused(what) => SourceError::Refused(what),
        ArchiveError::Denied(what) => SourceError::SignInRefused(what),
        ArchiveError::Transient(what) | ArchiveError::Away(what) => SourceError::Failed(what),
    }
}

fn begins_at(reply: &Response, behind: u64) -> bool {
    let span = reply.headers().get(CONTENT_RANGE);
    let span = span.and_then(|span| span.to_str().ok());
    reply.status() == StatusCode::PARTIAL_CONTENT
        && span.is_some_and(|span| span.starts_with(&format!("bytes {behind}-")))
}

/// A file of another installation being read.
pub struct PeerRead {
    address: String,
    silence: std::time::Duration,
    bytes: BoxStream<'static, reqwest::Result<Bytes>>,
}

impl FileRead for PeerRead {
    async fn next(&mut self) -> Result<Option<Bytes>, SourceError> {
        let address = || self.address.clone();
        let next = tokio::time::timeout(self.silence, self.bytes.next()).await;
        let Ok(next) = next else {
            let silent = FailureText::NoAnswer { place: address() };
            return Err(SourceError::Failed(silent.into()));
        };
        next.transpose().map_err(|error| {
            let what: Detail = error.without_url().to_string().into();
            let failure = FailureText::Said {
                place: self.address.clone(),
                what,
            };
            SourceError::Failed(failure.into())
        })
    }
}

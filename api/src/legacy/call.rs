//! One call of an old client, and the requests of our own that it becomes.

use std::net::SocketAddr;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{Extensions, HeaderMap, HeaderName, HeaderValue, Method, Request, header};
use axum::response::{IntoResponse as _, Response};
use serde_json::Value;
use tower::ServiceExt as _;
use url::form_urlencoded;

use super::envelope::{Refused, passed_on};
use super::params::Params;
use super::settings::LegacySettings;
use crate::caller::{Caller, presented_token};
use crate::problem::Problem;

/// Longest JSON of our own that is translated.
const LONGEST_ANSWER: usize = 64 * 1024 * 1024;

/// Headers of the client that our own handlers look at. A cookie is not among them.
const PASSED_ON: [HeaderName; 8] = [
    header::AUTHORIZATION,
    header::USER_AGENT,
    header::ACCEPT_LANGUAGE,
    header::RANGE,
    header::IF_RANGE,
    header::IF_NONE_MATCH,
    HeaderName::from_static("x-forwarded-for"),
    HeaderName::from_static("x-request-id"),
];

pub(super) struct Call {
    /// Parameters of the request.
    pub(super) params: Params,
    /// The caller, if signed in.
    pub(super) caller: Option<Caller>,
    /// The rest of the address, where it ends in anything.
    pub(super) rest: String,
    /// Settings of the old addresses.
    pub(super) settings: LegacySettings,
    /// A body that is passed on unread; behind a lock, because a body alone cannot be shared.
    body: Mutex<Body>,
    /// Our own interface.
    product: Router,
    headers: HeaderMap,
    peer: Option<ConnectInfo<SocketAddr>>,
}

impl Call {
    pub(super) fn new(
        (product, settings): (Router, LegacySettings),
        headers: HeaderMap,
        extensions: &Extensions,
        (params, body): (Params, Body),
        rest: String,
    ) -> Self {
        Self {
            product,
            settings,
            headers,
            peer: extensions.get::<ConnectInfo<SocketAddr>>().copied(),
            caller: extensions.get::<Caller>().cloned(),
            params,
            body: Mutex::new(body),
            rest,
        }
    }

    /// The body that is passed on; empty when it was taken.
    pub(super) fn take_body(&self) -> Body {
        let mut body = self.body.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut body)
    }

    /// Uses this token in place of that of the header. Whom the header has let in with the same one is not let in, and counted, again.
    pub(super) fn present(&mut self, token: &str) -> Result<(), Problem> {
        // On a POST no cookie counts, over TLS or not.
        let in_header = presented_token(&Method::POST, &self.headers, true);
        let is_same = in_header.is_some_and(|one| one.expose() == token.trim());
        if is_same && self.caller.is_some() {
            return Ok(());
        }
        let value = HeaderValue::try_from(format!("Bearer {token}"));
        let value = value.map_err(|_| Problem::not_signed_in())?;
        self.headers.insert(header::AUTHORIZATION, value);
        self.caller = None;
        Ok(())
    }

    /// Whether JSON was sent, as no page of somebody else's can without being asked first.
    pub(super) fn sent_json(&self) -> bool {
        let kind = self.headers.get(header::CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        kind.starts_with("application/json")
    }

    /// A header of the client's.
    pub(super) fn header(&self, name: HeaderName) -> Option<&HeaderValue> {
        self.headers.get(name)
    }

    pub(super) async fn get(&self, path: &str) -> Result<Value, Refused> {
        Ok(self.ask(Method::GET, path, None).await?.0)
    }

    /// `GET` with what of these has a value.
    pub(super) async fn get_with(
        &self,
        path: &str,
        query: &[(&str, Option<String>)],
    ) -> Result<Value, Refused> {
        self.get(&address(path, query)).await
    }

    pub(super) async fn post(&self, path: &str, body: Value) -> Result<Value, Refused> {
        Ok(self.ask(Method::POST, path, Some(body)).await?.0)
    }

    pub(super) async fn put(&self, path: &str, body: Value) -> Result<Value, Refused> {
        Ok(self.ask(Method::PUT, path, Some(body)).await?.0)
    }

    pub(super) async fn delete(&self, path: &str, body: Option<Value>) -> Result<Value, Refused> {
        Ok(self.ask(Method::DELETE, path, body).await?.0)
    }

    /// What our own interface answers, with the headers that go along; null where it answers nothing.
    pub(super) async fn ask(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> Result<(Value, HeaderMap), Refused> {
        let (kind, body) = match body {
            Some(json) => (
                Some(HeaderValue::from_static("application/json")),
                Body::from(json.to_string()),
            ),
            None => (None, Body::empty()),
        };
        let response = self.open(method, path, kind, body).await;
        read(response).await
    }

    /// Passes a file on, as the form that it came in.
    pub(super) async fn upload(&self, path: &str, body: Body) -> Result<Value, Refused> {
        let kind = self.headers.get(header::CONTENT_TYPE).cloned();
        let response = self.open(Method::POST, path, kind, body).await;
        Ok(read(response).await?.0)
    }

    /// The answer with its body unread.
    pub(super) async fn open(
        &self,
        method: Method,
        path: &str,
        kind: Option<HeaderValue>,
        body: Body,
    ) -> Response {
        let Ok(mut request) = Request::builder().method(method).uri(path).body(body) else {
            return Problem::not_found().into_response();
        };
        for name in PASSED_ON {
            for value in self.headers.get_all(&name) {
                request.headers_mut().append(name.clone(), value.clone());
            }
        }
        if let Some(kind) = kind {
            request.headers_mut().insert(header::CONTENT_TYPE, kind);
        }
        if let Some(peer) = self.peer {
            request.extensions_mut().insert(peer);
        }
        if let Some(caller) = &self.caller {
            request.extensions_mut().insert(caller.clone());
        }
        let Ok(response) = self.product.clone().oneshot(request).await;
        response
    }

    /// A part of a file of our own.
    pub(super) async fn part_of(&self, path: &str, range: Range<u64>) -> Response {
        let text = format!("bytes={}-{}", range.start, range.end.saturating_sub(1));
        let Ok(mut request) = Request::get(path)
            .header(header::RANGE, text)
            .body(Body::empty())
        else {
            return Problem::not_found().into_response();
        };
        if let Some(peer) = self.peer {
            request.extensions_mut().insert(peer);
        }
        let Ok(response) = self.product.clone().oneshot(request).await;
        response
    }

    /// A file or a picture of our own, as it is.
    pub(super) async fn file(&self, path: &str) -> Response {
        self.open(Method::GET, path, None, Body::empty()).await
    }
}

/// A path with what of these has a value.
pub(super) fn address(path: &str, query: &[(&str, Option<String>)]) -> String {
    let mut pairs = form_urlencoded::Serializer::new(String::new());
    for (key, value) in query {
        if let Some(value) = value {
            pairs.append_pair(key, value);
        }
    }
    let query = pairs.finish();
    if query.is_empty() {
        return path.to_owned();
    }
    format!("{path}?{query}")
}

/// Something as a part of a path.
pub(super) fn part(text: &str) -> String {
    percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
}

/// What an answer of our own says, with the headers that go along.
pub(super) async fn read(response: Response) -> Result<(Value, HeaderMap), Refused> {
    if !response.status().is_success() {
        return Err(Refused::by_answer(response).await);
    }
    let headers = passed_on(response.headers());
    let bytes = to_bytes(response.into_body(), LONGEST_ANSWER)
        .await
        .map_err(|_| Problem::internal())?;
    Ok((serde_json::from_slice(&bytes).unwrap_or_default(), headers))
}

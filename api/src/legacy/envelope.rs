//! What an old client is answered: `{status, message, data}`.

use axum::body::to_bytes;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde_json::{Value, json};
use texts::ProblemText;

use super::cipher::LegacyKey;
use crate::json::Json;
use crate::problem::Problem;

/// What stands in `message` of what was done (orders, section 8).
const DONE: &str = "操作成功！";

/// Longest problem+json of our own that is read.
const LONGEST_PROBLEM: usize = 1024 * 1024;

/// Headers of our own answers that an old client is given too.
const PASSED_ON: [HeaderName; 3] = [
    header::SET_COOKIE,
    header::RETRY_AFTER,
    header::CACHE_CONTROL,
];

/// Answer of an old address.
pub(super) enum Reply {
    /// A value inside the old portal's envelope.
    Data(Value),
    /// In the envelope, with headers of our own answer.
    DataWith(Value, HeaderMap),
    /// A file or a picture, as it is.
    File(Response),
}

impl Reply {
    /// The text with which the old portal said that something is done.
    pub(super) fn yes() -> Self {
        Self::Data(Value::from("true"))
    }

    /// `"true"` or `"false"`.
    pub(super) fn flag(is_so: bool) -> Self {
        Self::Data(Value::from(is_so.to_string()))
    }
}

impl From<Value> for Reply {
    fn from(data: Value) -> Self {
        Self::Data(data)
    }
}

/// Why an address does not do what was wanted of it, as our own interface said it.
#[derive(Debug)]
pub(super) struct Refused {
    pub(super) status: StatusCode,
    /// The stable code.
    pub(super) code: String,
    pub(super) message: String,
    /// What stands in `data`; null, where the old portal had no word for it.
    pub(super) data: Value,
    pub(super) headers: Box<HeaderMap>,
}

impl Refused {
    /// What an answer of our own says that is no success.
    pub(super) async fn by_answer(answer: Response) -> Self {
        let (parts, body) = answer.into_parts();
        let body = to_bytes(body, LONGEST_PROBLEM).await.unwrap_or_default();
        let body: Value = serde_json::from_slice(&body).unwrap_or_default();
        Self {
            status: parts.status,
            code: body["code"].as_str().unwrap_or_default().to_owned(),
            message: body["detail"].as_str().unwrap_or_default().to_owned(),
            data: Value::Null,
            headers: Box::new(passed_on(&parts.headers)),
        }
    }
}

impl From<Problem> for Refused {
    fn from(problem: Problem) -> Self {
        let (status, code) = (problem.status(), problem.code().to_owned());
        let message = problem.detail();
        let headers = passed_on(problem.into_response().headers());
        Self {
            status,
            code,
            message,
            data: Value::Null,
            headers: Box::new(headers),
        }
    }
}

impl From<ProblemText> for Refused {
    fn from(text: ProblemText) -> Self {
        Problem::bad_request(text).into()
    }
}

impl Refused {
    /// Where a file or a picture was to be, nobody looks into an envelope.
    pub(super) fn into_problem(self) -> Response {
        let status = self.status.as_u16();
        let title = self.status.canonical_reason().unwrap_or("Error");
        let body = json!({
            "type": "about:blank", "title": title, "status": status, "detail": self.message, "code": self.code,
        });
        let mut response = (self.status, *self.headers, Json(body)).into_response();
        let kind = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        response
    }
}

/// The headers of an answer of ours that go along.
pub(super) fn passed_on(headers: &HeaderMap) -> HeaderMap {
    let mut kept = HeaderMap::new();
    for name in PASSED_ON {
        for value in headers.get_all(&name) {
            kept.append(name.clone(), value.clone());
        }
    }
    kept
}

/// Writes an answer; `key`: under which its data are encrypted.
pub(super) fn answer(reply: Result<Reply, Refused>, key: Option<&LegacyKey>) -> Response {
    match reply {
        Ok(Reply::File(response)) => response,
        Ok(Reply::Data(data)) => written(data, HeaderMap::new(), key),
        Ok(Reply::DataWith(data, headers)) => written(data, headers, key),
        Err(refused) => {
            let status = refused.status.as_u16();
            let body = json!({"status": status, "message": refused.message, "data": refused.data});
            (*refused.headers, Json(body)).into_response()
        }
    }
}

fn written(data: Value, headers: HeaderMap, key: Option<&LegacyKey>) -> Response {
    let (data, encrypted) = match key {
        Some(key) => (key.encrypt(data.to_string().as_bytes()).into(), true),
        None => (data, false),
    };
    let mut body = json!({"status": 200, "message": DONE, "data": data});
    if encrypted {
        body["encrypt"] = true.into();
    }
    (headers, Json(body)).into_response()
}

//! Answers that everybody gets alike, and that caches keep as long as they stay the same.

use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::etag;
use crate::problem::Problem;

/// Kept anywhere, and asked about each time: what is withdrawn is gone at once.
pub(crate) const CACHED: &str = "public, no-cache";

/// The value as JSON, or 304 where the caller has it.
pub(crate) fn json<T: Serialize>(headers: &HeaderMap, value: &T) -> Result<Response, Problem> {
    let bytes = serde_json::to_vec(value).map_err(|error| {
        tracing::error!(%error, "an answer cannot be written as JSON");
        Problem::internal()
    })?;
    Ok(answer(
        headers,
        etag::of_bytes(&bytes),
        "application/json",
        bytes,
    ))
}

/// Text of a media type, or 304 where the caller has it.
pub(crate) fn text(headers: &HeaderMap, media_type: &'static str, text: String) -> Response {
    answer(
        headers,
        etag::of_bytes(text.as_bytes()),
        media_type,
        text.into_bytes(),
    )
}

fn answer(headers: &HeaderMap, tag: String, media_type: &'static str, bytes: Vec<u8>) -> Response {
    let is_known = etag::matches(headers, &tag);
    let about: [(HeaderName, String); 2] = [
        (header::ETAG, tag),
        (header::CACHE_CONTROL, CACHED.to_owned()),
    ];
    if is_known {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    (about, [(header::CONTENT_TYPE, media_type)], bytes).into_response()
}

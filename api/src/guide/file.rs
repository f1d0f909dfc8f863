//! `GET /api/guide/video/file`

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use storage::StorageError;
use storage::db::content::video::{self, GuideVideo};
use storage::objects::bytes;

use crate::context::Context;
use crate::delivery::range::{RequestedRange, requested_range};
use crate::delivery::serve::{head, impossible, no_file, spanned};
use crate::problem::{Problem, ProblemBody};
use crate::public_answer::CACHED;

/// The video of the guide. Understands one range of bytes (`Range`, `If-Range`) and `If-None-Match`; the tag is the SHA-256
/// of the bytes, so that nobody gets parts of two.
#[utoipa::path(get, path = "/api/guide/video/file", tag = "guide", operation_id = "getGuideVideoFile",
    responses((status = 200, content_type = "video/mp4"), (status = 206), (status = 304),
        (status = 404, body = ProblemBody), (status = 416, body = ProblemBody)))]
pub(super) async fn file(
    State(context): State<Context>,
    method: Method,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let found = {
        let mut db = context.connection().await?;
        video::find(&mut db).await?
    };
    let video = found.ok_or_else(no_file)?.video;
    let size = video.size.unsigned_abs();
    let tag = format!("\"{}\"", hex::encode(&video.sha256));
    let described = described(&video, &tag);
    let (status, range) = match requested_range(&headers, &tag, size) {
        RequestedRange::Nothing => return Ok((StatusCode::NOT_MODIFIED, described).into_response()),
        // A range means nothing to HEAD (RFC 9110 section 14.2).
        _ if method == Method::HEAD => return Ok(head(described, size)),
        RequestedRange::Impossible => return Ok(impossible(size)),
        RequestedRange::Whole => (StatusCode::OK, 0..size),
        RequestedRange::Part(range) => (StatusCode::PARTIAL_CONTENT, range),
    };
    let bytes = bytes::open(&*context.objects, &video.object_key, range.clone())
        .await
        .map_err(|error| match error {
            StorageError::Object(object_store::Error::NotFound { .. }) => no_file(),
            other => other.into(),
        })?;
    let body = Body::from_stream(bytes);
    Ok((status, described, spanned(status, &range, size), body).into_response())
}

fn described(video: &GuideVideo, tag: &str) -> HeaderMap {
    let mut headers = HeaderMap::new();
    let media_type = HeaderValue::from_static(video.format.media_type());
    headers.insert(header::CONTENT_TYPE, media_type);
    headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(CACHED));
    // Hexadecimal digits in quotes.
    if let Ok(tag) = HeaderValue::from_str(tag) {
        headers.insert(header::ETAG, tag);
    }
    headers
}

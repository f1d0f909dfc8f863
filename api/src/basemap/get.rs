//! `GET /api/basemap.pmtiles`

use std::ops::Range;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};

use storage::objects::bytes;

use super::archive::{Basemap, Origin};
use crate::context::Context;
use crate::delivery::range::{RequestedRange, requested_range};
use crate::problem::Problem;

/// The base map as one PMTiles file. Browsers ask for parts (`Range`); the address that the configuration names changes
/// with the file.
#[utoipa::path(get, path = "/api/basemap.pmtiles", tag = "system", operation_id = "getBasemap",
    responses((status = 200, description = "The file", content_type = "application/vnd.pmtiles"),
        (status = 206, description = "A part of it"), (status = 304, description = "The caller has it"),
        (status = 416, description = "No such part")))]
pub async fn get(
    State(context): State<Context>,
    method: Method,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let basemap = &context.settings.basemap;
    let size = basemap.size;
    let described = described(basemap);
    let (status, range) = match requested_range(&headers, &basemap.tag, size) {
        RequestedRange::Nothing => return Ok((StatusCode::NOT_MODIFIED, described).into_response()),
        RequestedRange::Impossible => return Ok(impossible(size)),
        RequestedRange::Part(range) if method != Method::HEAD => {
            (StatusCode::PARTIAL_CONTENT, range)
        }
        _ => (StatusCode::OK, 0..size),
    };
    let mut answer = (status, described).into_response();
    let length = range.end - range.start;
    answer
        .headers_mut()
        .insert(header::CONTENT_LENGTH, length.into());
    if status == StatusCode::PARTIAL_CONTENT {
        span(
            answer.headers_mut(),
            &format!("bytes {}-{}/{size}", range.start, range.end - 1),
        );
    }
    if method != Method::HEAD {
        *answer.body_mut() = body(basemap, range).await?;
    }
    Ok(answer)
}

async fn body(basemap: &Basemap, range: Range<u64>) -> Result<Body, Problem> {
    match basemap.origin() {
        Origin::Shipped(bytes) => {
            let part = usize::try_from(range.start)
                .ok()
                .zip(usize::try_from(range.end).ok());
            let part = part.and_then(|(from, to)| bytes.get(from..to));
            Ok(Body::from(part.unwrap_or_default()))
        }
        Origin::File(path) => {
            let open = async {
                let file = tokio::fs::File::open(path).await?;
                bytes::local(file, range).await
            };
            let stream = open.await.map_err(|error| {
                tracing::error!(%error, file = %path.display(), "the base map cannot be read");
                Problem::not_found()
            })?;
            Ok(Body::from_stream(stream))
        }
    }
}

fn described(basemap: &Basemap) -> HeaderMap {
    let mut headers = HeaderMap::new();
    let mut set = |name, value: &str| {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(name, value);
        }
    };
    set(header::ETAG, &basemap.tag);
    set(header::ACCEPT_RANGES, "bytes");
    set(header::CACHE_CONTROL, "public, max-age=86400");
    set(header::CONTENT_TYPE, "application/vnd.pmtiles");
    headers
}

fn span(headers: &mut HeaderMap, text: &str) {
    if let Ok(value) = HeaderValue::from_str(text) {
        headers.insert(header::CONTENT_RANGE, value);
    }
}

fn impossible(size: u64) -> Response {
    let mut answer = StatusCode::RANGE_NOT_SATISFIABLE.into_response();
    span(answer.headers_mut(), &format!("bytes */{size}"));
    answer
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::{Request, StatusCode};

    use super::Basemap;
    use crate::testing::TestApi;

    #[tokio::test]
    async fn guests_read_the_map_piece_by_piece() {
        let api = TestApi::new().await;
        let config = api.get("/api/config", "").await.json();
        let address = config["map"]["basemap"]["url"].as_str().unwrap().to_owned();
        let part = |range: &str| {
            let ask = Request::get(&address)
                .header("range", range)
                .header("accept-encoding", "gzip");
            ask.body(Body::empty()).unwrap()
        };
        let head = api.send(part("bytes=0-126")).await;
        assert_eq!(head.status, StatusCode::PARTIAL_CONTENT);
        assert_eq!(head.header("content-length"), "127");
        assert!(head.bytes.starts_with(b"PMTiles\x03"));
        let size = Basemap::default().size;
        assert_eq!(head.header("content-range"), format!("bytes 0-126/{size}"));
        let beyond = api.send(part(&format!("bytes={size}-"))).await;
        assert_eq!(beyond.status, StatusCode::RANGE_NOT_SATISFIABLE);
        let known = Request::get(&address).header("if-none-match", head.header("etag"));
        let known = api.send(known.body(Body::empty()).unwrap()).await;
        assert_eq!(known.status, StatusCode::NOT_MODIFIED);
    }
}

//! `GET /api/orders/{id}/files/{name}`

use std::ops::Range;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::ids::OrderId;
use storage::StorageError;
use storage::db::deliveries::{self, Delivery, DeliveryFile};

use super::range::{Wanted, wanted};
use super::record::{Download, recorded};
use super::{content, hex, open};
use crate::attachments::disposition;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::Path;
use crate::problem::{Problem, ProblemBody};

/// One file of an open delivery. Understands one range of bytes (`Range`, `If-Range`) and `If-None-Match`.
#[utoipa::path(get, path = "/api/orders/{id}/files/{*name}", tag = "delivery", operation_id = "getDeliveryFile",
    params(("id" = Uuid, Path), ("name" = String, Path, description = "Path inside the delivery")),
    responses((status = 200, content_type = "application/octet-stream"), (status = 206), (status = 304),
        (status = 404, body = ProblemBody), (status = 416, body = ProblemBody)))]
pub(super) async fn file(
    State(context): State<Context>,
    method: Method,
    caller: Caller,
    client: Client,
    Path((id, name)): Path<(OrderId, String)>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (delivery, file) = {
        let mut db = context.connection().await?;
        let delivery = open(&context, &mut db, &caller, id).await?;
        let file = deliveries::find_file(&mut db, delivery.id, &name).await?;
        (delivery, file.ok_or_else(no_file)?)
    };
    let size = file.size.unsigned_abs();
    let tag = format!("\"{}\"", hex(&file.sha256));
    let described = described(&file, &tag);
    let (status, range) = match wanted(&headers, &tag, size) {
        Wanted::Nothing => return Ok((StatusCode::NOT_MODIFIED, described).into_response()),
        // A range means nothing to HEAD (RFC 9110 section 14.2).
        _ if method == Method::HEAD => return Ok(head(described, size)),
        Wanted::Impossible => return Ok(impossible(size)),
        Wanted::Whole => (StatusCode::OK, 0..size),
        Wanted::Part(range) => (StatusCode::PARTIAL_CONTENT, range),
    };
    let body = body(&context, &caller, client, (&delivery, &file), range.clone()).await?;
    Ok((status, described, spanned(status, &range, size), body).into_response())
}

async fn body(
    context: &Context,
    caller: &Caller,
    client: Client,
    (delivery, file): (&Delivery, &DeliveryFile),
    range: Range<u64>,
) -> Result<Body, Problem> {
    let bytes = content::open(&*context.objects, &file.object_key, range.clone())
        .await
        .map_err(|error| match error {
            StorageError::Object(object_store::Error::NotFound { .. }) => no_file(),
            other => other.into(),
        })?;
    let download = Download {
        delivery,
        path: &file.path,
        offset: range.start,
        bytes: range.end - range.start,
    };
    let stream = recorded(context, caller, client, download, bytes).await?;
    Ok(Body::from_stream(stream))
}

fn described(file: &DeliveryFile, tag: &str) -> HeaderMap {
    let name = file.path.rsplit('/').next().unwrap_or(&file.path);
    let mut headers = HeaderMap::new();
    let mut set = |name, value: &str| {
        // All values are ASCII: a tag of hexadecimal digits, an encoded name.
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(name, value);
        }
    };
    set(header::ETAG, tag);
    set(header::ACCEPT_RANGES, "bytes");
    set(header::CACHE_CONTROL, "private, no-cache");
    set(header::CONTENT_TYPE, media_type(name));
    set(
        header::CONTENT_DISPOSITION,
        &disposition("attachment", name),
    );
    headers
}

fn media_type(name: &str) -> &'static str {
    let ending = name
        .rsplit_once('.')
        .map(|(_, ending)| ending.to_ascii_lowercase());
    match ending.as_deref() {
        Some("zip") => "application/zip",
        Some("tif" | "tiff") => "image/tiff",
        _ => "application/octet-stream",
    }
}

fn spanned(status: StatusCode, range: &Range<u64>, size: u64) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_LENGTH, (range.end - range.start).into());
    let span = format!(
        "bytes {}-{}/{size}",
        range.start,
        range.end.saturating_sub(1)
    );
    if status == StatusCode::PARTIAL_CONTENT
        && let Ok(span) = HeaderValue::from_str(&span)
    {
        headers.insert(header::CONTENT_RANGE, span);
    }
    headers
}

fn head(mut described: HeaderMap, size: u64) -> Response {
    described.insert(header::CONTENT_LENGTH, size.into());
    described.into_response()
}

fn impossible(size: u64) -> Response {
    let problem = Problem::new(
        StatusCode::RANGE_NOT_SATISFIABLE,
        "range_not_satisfiable",
        "请求的范围超出文件大小",
    );
    let span = [(header::CONTENT_RANGE, format!("bytes */{size}"))];
    (span, problem).into_response()
}

fn no_file() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "no_file", "暂无文件！")
}

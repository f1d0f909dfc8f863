//! One file as an answer: whole, in part, or only described.

use std::ops::Range;
use texts::ProblemText;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use chrono::TimeDelta;
use domain::audit_log::{AuditAction, AuditOutcome};
use storage::StorageError;
use storage::db::account_events::FieldChange;
use storage::db::orders::Order;
use storage::db::transfers::{self, Source, Visitor};
use storage::objects::bytes;

use super::range::{RequestedRange, requested_range};
use super::record::{Download, recorded};
use crate::attachments::disposition;
use crate::audit_log::{self, Audited};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::problem::Problem;

/// So long parts of a file belong to the download that an auditor began.
const ONE_DOWNLOAD: TimeDelta = TimeDelta::days(1);

/// A file that is handed out.
pub(crate) struct ServedFile<'a> {
    /// What its transfers are recorded as.
    pub(crate) source: Source,
    /// Whoever else than its owner is handed the file leaves an entry in the audit log. `None`: it is of the caller's own shelf.
    pub(crate) order: Option<&'a Order>,
    /// The path that is recorded; its last part is the file's name.
    pub(crate) path: &'a str,
    /// Path in the object store. One name never gets other bytes.
    pub(crate) object_key: &'a str,
    /// Bytes.
    pub(crate) size: u64,
    /// SHA-256 of the bytes: the entity tag.
    pub(crate) sha256: &'a [u8],
}

/// Who fetches a file, from which address and over which protocol.
pub(crate) struct FileRequest {
    pub(crate) method: Method,
    pub(crate) headers: HeaderMap,
    /// The address that was called.
    pub(crate) address: String,
    pub(crate) caller: Caller,
    pub(crate) client: Client,
}

/// Answers with the file. Understands one range of bytes (`Range`, `If-Range`) and `If-None-Match`.
pub(crate) async fn serve(
    context: &Context,
    request: FileRequest,
    file: &ServedFile<'_>,
) -> Result<Response, Problem> {
    let size = file.size;
    let tag = format!("\"{}\"", hex::encode(file.sha256));
    let described = described(file.path, &tag);
    let (status, range) = match requested_range(&request.headers, &tag, size) {
        RequestedRange::Nothing => return Ok((StatusCode::NOT_MODIFIED, described).into_response()),
        // A range means nothing to HEAD (RFC 9110 section 14.2).
        _ if request.method == Method::HEAD => return Ok(head(described, size)),
        RequestedRange::Impossible => return Ok(impossible(size)),
        RequestedRange::Whole => (StatusCode::OK, 0..size),
        RequestedRange::Part(range) => (StatusCode::PARTIAL_CONTENT, range),
    };
    let body = body(context, request, file, range.clone()).await?;
    Ok((status, described, spanned(status, &range, size), body).into_response())
}

async fn body(
    context: &Context,
    request: FileRequest,
    file: &ServedFile<'_>,
    range: Range<u64>,
) -> Result<Body, Problem> {
    let bytes = bytes::open(&*context.objects, file.object_key, range.clone())
        .await
        .map_err(|error| match error {
            StorageError::Object(object_store::Error::NotFound { .. }) => no_file(),
            other => other.into(),
        })?;
    let foreign = file.order.filter(|order| request.caller.id != order.owner);
    let visitor = match foreign {
        None => Visitor::Applicant,
        Some(order) => {
            note_auditor(context, &request, (file, order), range.start).await?;
            Visitor::Auditor
        }
    };
    let address = page_of(&request.headers).unwrap_or_else(|| request.address.clone());
    let download = Download {
        source: file.source,
        path: file.path,
        address: &address,
        offset: range.start,
        bytes: range.end - range.start,
        visitor,
    };
    let stream = recorded(context, &request.caller, request.client, download, bytes).await?;
    Ok(Body::from_stream(stream))
}

/// Says in the audit log that somebody fetches what was made for another person. A download manager fetches one file in
/// many ranges: those behind its beginning belong to what the log has already.
async fn note_auditor(
    context: &Context,
    request: &FileRequest,
    (file, order): (&ServedFile<'_>, &Order),
    offset: u64,
) -> Result<(), Problem> {
    let mut db = context.connection().await?;
    let (account, since) = (&request.caller.login_name, context.now() - ONE_DOWNLOAD);
    if offset > 0
        && transfers::was_begun_by_auditor(&mut db, file.source, account, file.path, since).await?
    {
        return Ok(());
    }
    let change = FieldChange {
        field: "file".to_owned(),
        before: String::new(),
        after: file.path.to_owned(),
    };
    let audited = Audited {
        by: Some(request.caller.id),
        action: AuditAction::OpenDelivery,
        subject: (&order.id.to_string(), &order.number.to_string()),
        outcome: AuditOutcome::Done,
        reason: "",
        changes: &[change],
    };
    audit_log::record(context, &mut db, &request.client, &audited).await
}

/// The page on which somebody pressed the button, as far as the browser says it. Its query may name what was searched
/// for, and is nobody's business here.
fn page_of(headers: &HeaderMap) -> Option<String> {
    let page = headers.get(header::REFERER)?.to_str().ok()?;
    let page = page.split(['?', '#']).next().unwrap_or_default();
    (!page.is_empty()).then(|| page.to_owned())
}

/// The headers that every answer about a file has; the last part of `path` is its name.
pub(crate) fn described(path: &str, tag: &str) -> HeaderMap {
    let name = path.rsplit('/').next().unwrap_or(path);
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

pub(crate) fn spanned(status: StatusCode, range: &Range<u64>, size: u64) -> HeaderMap {
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

pub(crate) fn head(mut described: HeaderMap, size: u64) -> Response {
    described.insert(header::CONTENT_LENGTH, size.into());
    described.into_response()
}

pub(crate) fn impossible(size: u64) -> Response {
    let problem = Problem::new(
        StatusCode::RANGE_NOT_SATISFIABLE,
        ProblemText::RangeNotSatisfiable,
    );
    let span = [(header::CONTENT_RANGE, format!("bytes */{size}"))];
    (span, problem).into_response()
}

pub(crate) fn no_file() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, ProblemText::NoFile)
}

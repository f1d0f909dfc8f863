//! `GET /api/scene-files/{dataId}`

use std::io;
use std::ops::Range;
use std::pin::Pin;
use std::task::{Context as Wake, Poll, ready};

use ::bytes::Bytes;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse as _, Response};
use domain::calendar::china_day;
use domain::ids::UserId;
use futures::stream::BoxStream;
use futures::{Stream, StreamExt as _};
use storage::StorageError;
use storage::db::client_systems;
use storage::db::scene_copies::{self, CopiedFile, file_tag};
use storage::objects::bytes;
use texts::ProblemText;

use super::ask::file_name;
use crate::caller::Caller;
use crate::catalogue_scope::{scene, viewer};
use crate::context::Context;
use crate::counted_call::quota_spent;
use crate::delivery::range::{RequestedRange, requested_range};
use crate::delivery::serve::{described, head, impossible, no_file, spanned};
use crate::json::Path;
use crate::problem::{Problem, ProblemBody};
use crate::signed_in::while_signed_in;

/// The file of a scene that was prepared. Understands one range of bytes (`Range`, `If-Range`) and `If-None-Match`; the entity tag is the
/// SHA-256 of the bytes.
#[utoipa::path(get, path = "/api/scene-files/{dataId}", tag = "sceneFiles", operation_id = "fetchSceneFile",
    params(("dataId" = String, Path)),
    responses((status = 200, content_type = "application/octet-stream"), (status = 206), (status = 304),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody), (status = 416, body = ProblemBody),
        (status = 429, body = ProblemBody)))]
pub(super) async fn file(
    State(context): State<Context>,
    method: Method,
    caller: Caller,
    Path(data_id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (name, did, file) = prepared(&context, &caller, &data_id).await?;
    let size = file.size.0;
    let tag = format!("\"{}\"", hex::encode(&file.sha256));
    let described = described(&name.replace(['/', '\\'], "_"), &tag);
    let (status, range) = match requested_range(&headers, &tag, size) {
        RequestedRange::Nothing => return Ok((StatusCode::NOT_MODIFIED, described).into_response()),
        // A range means nothing to HEAD (RFC 9110 section 14.2).
        _ if method == Method::HEAD => return Ok(head(described, size)),
        RequestedRange::Impossible => return Ok(impossible(size)),
        RequestedRange::Whole => (StatusCode::OK, 0..size),
        RequestedRange::Part(range) => (StatusCode::PARTIAL_CONTENT, range),
    };
    let body = body(&context, &caller, (did, &file), range.clone()).await?;
    Ok((status, described, spanned(status, &range, size), body).into_response())
}

/// The file's name, the scene's number, and where the file lies, if the caller may fetch it now.
async fn prepared(
    context: &Context,
    caller: &Caller,
    data_id: &str,
) -> Result<(String, i64, CopiedFile), Problem> {
    let mut db = context.connection().await?;
    let found = scene(context, &mut db, (viewer(Some(caller)), data_id)).await?;
    let tag = file_tag(&found).ok_or_else(no_file)?;
    let copy = scene_copies::find(&mut db, found.did).await?;
    let file = copy
        .filter(|copy| copy.source == tag)
        .and_then(|copy| copy.file);
    let file = file.ok_or_else(|| Problem::conflict(ProblemText::CopyNotReady).retry_after(1))?;
    if let Some(token) = caller.token {
        let now = context.now();
        let used = client_systems::use_of_day(&mut db, caller.id, china_day(now)).await?;
        let may = token.quota.may_fetch(used);
        may.map_err(|spent| quota_spent(spent, now))?;
    }
    Ok((file_name(&found).to_owned(), found.did, file))
}

async fn body(
    context: &Context,
    caller: &Caller,
    (did, file): (i64, &CopiedFile),
    range: Range<u64>,
) -> Result<Body, Problem> {
    let opened = bytes::open(&*context.objects, &file.copy_key, range.clone()).await;
    let bytes = opened.map_err(|error| match error {
        StorageError::Object(object_store::Error::NotFound { .. }) => no_file(),
        other => other.into(),
    })?;
    let fetched = Fetched {
        context: context.clone(),
        system: caller.token.map(|_| caller.id),
        did,
        copy_key: file.copy_key.clone(),
        left: range.end - range.start,
        is_last: range.end == file.size.0,
        sent: 0,
    };
    let counted = CountedFetch {
        bytes: while_signed_in(context, caller, bytes),
        fetched,
    };
    Ok(Body::from_stream(counted))
}

/// A file that is counted as it is sent.
struct CountedFetch {
    bytes: BoxStream<'static, io::Result<Bytes>>,
    fetched: Fetched,
}

impl Stream for CountedFetch {
    type Item = io::Result<Bytes>;
    fn poll_next(mut self: Pin<&mut Self>, wake: &mut Wake<'_>) -> Poll<Option<Self::Item>> {
        let piece = ready!(self.bytes.poll_next_unpin(wake));
        if let Some(Ok(bytes)) = &piece {
            self.fetched.sent += bytes.len() as u64;
        }
        Poll::Ready(piece)
    }
}

/// What was sent of a file; dropping it writes that down.
struct Fetched {
    context: Context,
    /// Whose bytes are counted; `None`: a person's.
    system: Option<UserId>,
    did: i64,
    copy_key: String,
    /// Bytes of the part that was asked for.
    left: u64,
    /// Whether the file ends with it.
    is_last: bool,
    sent: u64,
}

impl Drop for Fetched {
    fn drop(&mut self) {
        // Without a runtime the process is ending; what was sent last is not counted then.
        let Ok(runtime) = tokio::runtime::Handle::try_current() else {
            return;
        };
        let (context, system, sent) = (self.context.clone(), self.system, self.sent);
        let read = (self.is_last && sent == self.left)
            .then(|| (self.did, std::mem::take(&mut self.copy_key)));
        runtime.spawn(async move {
            if let Err(error) = note(&context, system, sent, read).await {
                tracing::warn!(%error, sent, "what was fetched of a scene's file is not counted");
            }
        });
    }
}

async fn note(
    context: &Context,
    system: Option<UserId>,
    sent: u64,
    read: Option<(i64, String)>,
) -> Result<(), StorageError> {
    let mut db = context.connection().await?;
    if let Some(system) = system {
        client_systems::add_bytes(&mut db, system, sent, context.now()).await?;
    }
    if let Some((did, copy_key)) = read {
        scene_copies::note_read(&mut db, did, &copy_key, context.now()).await?;
    }
    Ok(())
}

//! `GET /api/shelf/files/{id}/content`

use axum::extract::State;
use axum::http::{HeaderMap, Method, Uri};
use axum::response::Response;
use domain::ids::ShelfFileId;
use storage::db::shelves;
use storage::db::transfers::Source;

use super::own;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::delivery::serve::{FileRequest, ServedFile, no_file, serve};
use crate::json::Path;
use crate::problem::{Problem, ProblemBody};

/// One file of one's own shelf. Understands one range of bytes (`Range`, `If-Range`) and `If-None-Match`; the entity tag is the
/// file's SHA-256.
#[utoipa::path(get, path = "/api/shelf/files/{id}/content", tag = "subscriptions", operation_id = "getShelfFile",
    params(("id" = Uuid, Path)),
    responses((status = 200, content_type = "application/octet-stream"), (status = 206), (status = 304),
        (status = 404, body = ProblemBody), (status = 416, body = ProblemBody)))]
pub(super) async fn content(
    State(context): State<Context>,
    method: Method,
    caller: Caller,
    client: Client,
    Path(id): Path<ShelfFileId>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let file = {
        let mut db = context.connection().await?;
        own(&context, &mut db, caller.id).await?;
        shelves::file(&mut db, (caller.id, id), context.now()).await?
    };
    let file = file.ok_or_else(no_file)?;
    let served = ServedFile {
        source: Source::Shelf {
            owner: caller.id,
            size: file.size,
        },
        order: None,
        path: &file.path,
        object_key: &file.object_key,
        size: file.size.unsigned_abs(),
        sha256: &file.sha256,
    };
    let request = FileRequest {
        method,
        headers,
        address: uri.path().to_owned(),
        caller,
        client,
    };
    serve(&context, request, &served).await
}

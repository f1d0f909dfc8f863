//! `GET /api/exports/{uuid}/file`

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use domain::ids::ExportId;
use storage::db::{exports, scopes};
use storage::objects::bytes;
use storage::{PgConnection, StorageError};
use texts::ProblemText;

use crate::attachments::disposition;
use crate::caller::Caller;
use crate::catalogue_scope;
use crate::context::Context;
use crate::etag;
use crate::json::Path;
use crate::problem::{Problem, ProblemBody};
use crate::signed_in::while_signed_in;

/// The bytes of an export of the caller's, as long as the caller may see every scene in it. The `ETag` is their SHA-256.
#[utoipa::path(get, path = "/api/exports/{id}/file", tag = "exports", operation_id = "getExportFile",
    params(("id" = Uuid, Path, description = "The export's `uuid`")),
    responses((status = 200, content_type = "application/octet-stream"), (status = 304),
        (status = 404, body = ProblemBody)))]
pub(super) async fn file(
    State(context): State<Context>,
    caller: Caller,
    Path(id): Path<ExportId>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let export = {
        let mut db = context.connection().await?;
        let export = exports::find(&mut db, id, caller.id).await?;
        let export = export.ok_or_else(Problem::not_found)?;
        check_scope(&context, &mut db, &caller, id).await?;
        export
    };
    let file = export.file.ok_or_else(no_file)?;
    let tag = format!("\"{}\"", hex::encode(&file.sha256));
    let about: [(HeaderName, String); 2] = [
        (header::ETAG, tag.clone()),
        (header::CACHE_CONTROL, "private, no-cache".to_owned()),
    ];
    if etag::matches(&headers, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, about).into_response());
    }
    let size = file.size.unsigned_abs();
    let bytes = bytes::open(&*context.objects, &file.object_key, 0..size)
        .await
        .map_err(|error| match error {
            StorageError::Object(object_store::Error::NotFound { .. }) => no_file(),
            other => other.into(),
        })?;
    let headers: [(HeaderName, String); 3] = [
        (header::CONTENT_TYPE, export.kind.media_type().to_owned()),
        (header::CONTENT_LENGTH, size.to_string()),
        (
            header::CONTENT_DISPOSITION,
            disposition("attachment", &file.name),
        ),
    ];
    let body = Body::from_stream(while_signed_in(&context, &caller, bytes));
    Ok((about, headers, body).into_response())
}

/// It was made of what the caller saw then.
async fn check_scope(
    context: &Context,
    db: &mut PgConnection,
    caller: &Caller,
    id: ExportId,
) -> Result<(), Problem> {
    let viewer = catalogue_scope::viewer(Some(caller));
    let scope = catalogue_scope::scope_of(context, db, viewer).await?;
    if scope.is_everything() {
        return Ok(());
    }
    let dids = exports::scenes_of(db, id).await?;
    if scopes::hidden_dids(db, &scope, &dids).await?.is_empty() {
        return Ok(());
    }
    Err(Problem::new(
        StatusCode::NOT_FOUND,
        ProblemText::ExportOutOfScope,
    ))
}

fn no_file() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, ProblemText::NoFile)
}

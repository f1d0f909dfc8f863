//! `GET /api/exports/{uuid}/file`

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use domain::ids::ExportId;
use storage::StorageError;
use storage::db::exports;
use storage::db::scopes::{self, Viewer};
use storage::objects::bytes;
use texts::ProblemText;

use crate::attachments::disposition;
use crate::caller::{Caller, Client};
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
    client: Client,
    Path(id): Path<ExportId>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let export = {
        let mut db = context.connection().await?;
        let export = exports::find(&mut db, id, caller.id).await?;
        export.ok_or_else(Problem::not_found)?
    };
    check_scope(&context, &caller, &client, id).await?;
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

/// It was made of what the caller saw then. Whoever does not see everything takes a place among those who compute with areas: every
/// scene is looked at, of which there may be many, also for an answer without a body.
async fn check_scope(
    context: &Context,
    caller: &Caller,
    client: &Client,
    id: ExportId,
) -> Result<(), Problem> {
    let viewer = catalogue_scope::viewer(Some(caller));
    if viewer == Viewer::All {
        return Ok(());
    }
    let _permit = context.geometry.admit(Some(caller), client).await?;
    let mut db = context.connection().await?;
    let scope = catalogue_scope::scope_of(context, &mut db, viewer).await?;
    if scope.is_everything() {
        return Ok(());
    }
    let dids = exports::scenes_of(&mut db, id).await?;
    if !scopes::any_hidden(&mut db, &scope, &dids).await? {
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

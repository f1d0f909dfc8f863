//! `GET /api/content/pictures/{id}`

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use domain::ids::ContentPictureId;
use domain::permission::Permission;
use storage::StorageError;
use storage::db::content::pictures;
use storage::objects::bytes;

use crate::caller::MaybeCaller;
use crate::context::Context;
use crate::delivery::serve::no_file;
use crate::etag;
use crate::json::Path;
use crate::problem::{Problem, ProblemBody};
use crate::public_answer::CACHED;

/// Nothing in a picture may act in our name, whoever made it.
const POLICY: &str = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'";

/// A picture of a text that everybody can read now; of other texts, for those who may read them.
#[utoipa::path(get, path = "/api/content/pictures/{id}", tag = "content", operation_id = "getContentPicture",
    params(("id" = Uuid, Path)),
    responses((status = 200, content_type = "image/webp"), (status = 304), (status = 404, body = ProblemBody)))]
pub(super) async fn get(
    State(context): State<Context>,
    MaybeCaller(caller): MaybeCaller,
    Path(id): Path<ContentPictureId>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let found = {
        let mut db = context.connection().await?;
        pictures::find(&mut db, id).await?
    };
    let (picture, is_public) = found.ok_or_else(no_file)?;
    let may_see = caller.is_some_and(|caller| caller.holds(Permission::SeeContent));
    if !is_public && !may_see {
        return Err(no_file());
    }
    let caching = if is_public {
        CACHED
    } else {
        "private, no-cache"
    };
    let tag = format!("\"{}\"", hex::encode(&picture.sha256));
    let about: [(HeaderName, String); 2] = [
        (header::ETAG, tag.clone()),
        (header::CACHE_CONTROL, caching.to_owned()),
    ];
    if etag::matches(&headers, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, about).into_response());
    }
    let size = picture.size.unsigned_abs();
    let bytes = bytes::open(&*context.objects, &picture.object_key, 0..size)
        .await
        .map_err(|error| match error {
            StorageError::Object(object_store::Error::NotFound { .. }) => no_file(),
            other => other.into(),
        })?;
    let headers: [(HeaderName, String); 3] = [
        (header::CONTENT_TYPE, picture.format.media_type().to_owned()),
        (header::CONTENT_LENGTH, size.to_string()),
        (header::CONTENT_SECURITY_POLICY, POLICY.to_owned()),
    ];
    Ok((about, headers, Body::from_stream(bytes)).into_response())
}

//! Pictures that workers made.

use axum::http::header;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use domain::preview::PreviewState;
use object_store::ObjectStoreExt as _;
use object_store::path::Path;
use storage::StorageError;
use storage::db::previews;
use storage::lifecycle;

use crate::context::Context;
use crate::etag;
use crate::problem::Problem;

/// A new one may take its place as soon as the scene's file changes.
const CACHED: &str = "public, max-age=300";

/// The answer, if there is such a picture. One that is still to be made is then made sooner.
pub(super) async fn answer(
    context: &Context,
    data_id: &str,
    small: bool,
    asked: &HeaderMap,
) -> Result<Option<Response>, Problem> {
    let found = {
        let mut db = context.connection().await?;
        previews::of_data_id(&mut db, data_id).await?
    };
    let Some(preview) = found else {
        return Ok(None);
    };
    if preview.state == PreviewState::None {
        lifecycle::previews::want(&context.pool, preview.did, context.now()).await?;
    }
    let Some(keys) = preview.keys else {
        return Ok(None);
    };
    let key = if small {
        &keys.thumbnail
    } else {
        &keys.preview
    };
    // The name holds the claim that wrote the object, which is never written again.
    let about = [
        (header::ETAG, etag::strong(key.as_bytes())),
        (header::CACHE_CONTROL, CACHED.to_owned()),
    ];
    if etag::matches(asked, &about[0].1) {
        return Ok(Some((StatusCode::NOT_MODIFIED, about).into_response()));
    }
    let Some(bytes) = read(context, key).await? else {
        // Removed by hand, or restored without its objects.
        let mut db = context.connection().await?;
        previews::lost(&mut db, preview.did, &keys.thumbnail, context.now()).await?;
        return Ok(None);
    };
    let kind = [(header::CONTENT_TYPE, "image/jpeg")];
    Ok(Some((about, kind, bytes).into_response()))
}

/// A picture is small, and is read whole; `None` when there is none under this name.
async fn read(context: &Context, key: &str) -> Result<Option<Bytes>, Problem> {
    let path = Path::parse(key).map_err(object_store::Error::from);
    let found = match path {
        Ok(path) => context.objects.get(&path).await,
        Err(error) => Err(error),
    };
    let read = match found {
        Ok(found) => found.bytes().await,
        Err(error) => Err(error),
    };
    match read {
        Ok(bytes) => Ok(Some(bytes)),
        Err(object_store::Error::NotFound { .. }) => Ok(None),
        Err(error) => Err(StorageError::from(error).into()),
    }
}

//! `GET /api/orders/{id}/scenes/{did}/file`

use axum::extract::State;
use axum::http::{HeaderMap, Method, Uri};
use axum::response::Response;
use domain::ids::OrderId;
use storage::db::scene_files;
use storage::db::transfers::Source;

use super::open_for_single_scenes;
use super::serve::{FileRequest, ServedFile, no_file, serve};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::Path;
use crate::problem::{Problem, ProblemBody};

/// One scene of an order for online download, as soon as it is extracted. Its entity tag is its SHA-256: when the scene
/// is extracted again meanwhile, a download that goes on with `If-Range` begins anew instead of mixing two files.
#[utoipa::path(get, path = "/api/orders/{id}/scenes/{did}/file", tag = "delivery", operation_id = "getSceneFile",
    params(("id" = Uuid, Path), ("did" = i64, Path)),
    responses((status = 200, content_type = "application/octet-stream"), (status = 206), (status = 304),
        (status = 404, body = ProblemBody), (status = 416, body = ProblemBody)))]
pub(super) async fn scene(
    State(context): State<Context>,
    method: Method,
    caller: Caller,
    client: Client,
    Path((id, did)): Path<(OrderId, i64)>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (order, scene) = {
        let mut db = context.connection().await?;
        let order = open_for_single_scenes(&context, &mut db, &caller, id).await?;
        (order, scene_files::find(&mut db, id, did).await?)
    };
    let scene = scene.ok_or_else(no_file)?;
    let path = format!("scenes/{}", scene.name.replace(['/', '\\'], "_"));
    let served = ServedFile {
        source: Source::Scene {
            order: id,
            did,
            size: scene.size,
        },
        order: Some(&order),
        path: &path,
        object_key: &scene.object_key,
        size: scene.size.unsigned_abs(),
        sha256: &scene.sha256,
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

//! `GET /api/orders/{id}/files/{name}`

use axum::extract::State;
use axum::http::{HeaderMap, Method, Uri};
use axum::response::Response;
use domain::ids::OrderId;
use storage::db::deliveries;
use storage::db::transfers::Source;

use super::serve::{FileRequest, ServedFile, no_file, serve};
use super::{DeliveryAccess, no_download, open};
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
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (order, delivery, file) = {
        let mut db = context.connection().await?;
        let open = open(&context, &mut db, &caller, id).await?;
        if matches!(open.way, DeliveryAccess::PickUp { .. }) {
            return Err(no_download());
        }
        let file = deliveries::find_file(&mut db, open.delivery.id, &name).await?;
        (open.order, open.delivery, file.ok_or_else(no_file)?)
    };
    let served = ServedFile {
        source: Source::Delivery(delivery.id),
        order: Some(&order),
        path: &file.path,
        object_key: file.object_key.as_deref().ok_or_else(no_file)?,
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
